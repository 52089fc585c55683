/** No model is reached from here. */
import type { ModelPort } from "../../ports/model";

export const noModels: ModelPort = {
  ask: () =>
    Promise.resolve({
      kind: "failed",
      code: "bad-address",
      why: "This door of Planwright reaches no models.",
      usage: { in: null, cached: null, out: null },
    }),
};
