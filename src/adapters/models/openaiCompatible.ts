/**
 * Models behind the interface that OpenAI began and most servers speak: OpenAI itself, OpenRouter, LM Studio,
 * llama.cpp, vLLM, Ollama.
 */
import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import type { WireClient } from "./ask";
import { fixChunks } from "./fixChunks";

const OPENAI = "api.openai.com";

export const openAiCompatible: WireClient = {
  mender: fixChunks,
  // The class alone: the package’s own maker brings images, embeddings and completions with it.
  open: ({ url, model }, headers, fetch) =>
    new OpenAICompatibleChatLanguageModel(model, {
      provider: "model.chat",
      url: ({ path }) => `${url}${path}`,
      headers,
      includeUsage: true,
      ...(new URL(url).hostname === OPENAI ? { transformRequestBody: withNewLimit } : {}),
      fetch,
    }),
};

/** OpenAI’s newer models refuse the old name of the limit, which is the only one that most other servers know. */
function withNewLimit({
  max_tokens: longest,
  ...body
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return longest === undefined ? body : { ...body, max_completion_tokens: longest };
}
