/** Models of Google. The data that they want back with a call (the signature of a thought) goes through `kept`. */
import { GoogleLanguageModel } from "@ai-sdk/google/internal";
import { isList } from "../../kit/json";
import type { WireClient } from "./ask";
import { fixNulls } from "./fixStream";

export const google: WireClient = {
  mender: () => fixNulls(({ candidates = null }) => isList(candidates) && candidates.length > 0),
  // The class rather than the package’s own maker, which would take a key from the environment, and brings far more
  // with it.
  open: ({ url, model }, headers, fetch) => {
    let calls = 0;
    return new GoogleLanguageModel(model, {
      provider: "google.generative-ai",
      baseURL: url,
      headers,
      // The server gives calls no ids of their own.
      generateId: () => `call-${String((calls += 1))}`,
      fetch,
      supportedUrls: () => ({}),
    });
  },
};
