/** Models of Anthropic. They think only where they are told to, and are not told to. */
import { AnthropicLanguageModel } from "@ai-sdk/anthropic/internal";
import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Wire } from "./ask";

export const anthropic: Wire = {
  // The class rather than the package’s own maker, which would take address and key from the environment, and brings
  // far more with it.
  open: ({ url, model, key }, fetch) =>
    new AnthropicLanguageModel(model, {
      provider: "anthropic.messages",
      baseURL: url,
      headers: { "anthropic-version": "2023-06-01", ...(key === "" ? {} : { "x-api-key": key }) },
      fetch,
      supportedUrls: () => ({}),
    }),
  mark: (prompt) => {
    const first = prompt.findIndex(({ role }) => role === "user");
    return prompt.map((message, at) =>
      message.role === "system" || at === first || at === prompt.length - 1 ? cached(message) : message,
    );
  },
};

/**
 * Anthropic keeps only what it is told to: here the rules with the tools, the task, and all that was said so far. The
 * next turn begins with the same, to the byte.
 */
function cached(message: LanguageModelV4Message): LanguageModelV4Prompt[number] {
  return { ...message, providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
}
