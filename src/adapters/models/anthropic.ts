/** Models of Anthropic. They think only where they are told to, and are not told to. */
import { AnthropicLanguageModel } from "@ai-sdk/anthropic/internal";
import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import type { WireClient } from "./ask";
import { fixNulls, type Mender } from "./fixStream";

export const anthropic: WireClient = {
  mender: fixMessages,
  // The class rather than the package’s own maker, which would take address and key from the environment, and brings
  // far more with it.
  open: ({ url, model }, headers, fetch) =>
    new AnthropicLanguageModel(model, {
      provider: "anthropic.messages",
      baseURL: url,
      headers,
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

/** Reads a message in one piece as the events in which it would have come. */
function fixMessages(): Mender {
  const nulls = fixNulls(({ type = null }) => typeof type === "string" && type.startsWith("content_block"));
  return {
    ...nulls,
    take: (event) =>
      (event["type"] === "message" && isList(event["content"] ?? null) ? eventsOf(event) : [event]).flatMap(
        (each) => nulls.take(startOf(each)),
      ),
  };
}

function eventsOf({
  content = null,
  stop_reason = null,
  usage = null,
  ...message
}: JsonObject): readonly JsonObject[] {
  const blocks = (isList(content) ? content : []).filter(isObject);
  return [
    { type: "message_start", message: { ...message, content: [], usage } },
    ...blocks.flatMap((block, index) => [
      {
        type: "content_block_start",
        index,
        content_block: { ...block, ...(block["type"] === "text" ? { text: "" } : {}) },
      },
      ...(typeof block["text"] === "string"
        ? [{ type: "content_block_delta", index, delta: { type: "text_delta", text: block["text"] } }]
        : []),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason }, usage },
    { type: "message_stop" },
  ];
}

/** The package drops an answer that does not begin and end with its counts; 0 stands for those that are not told. */
function startOf(event: JsonObject): JsonObject {
  const counted = (usage: Json | undefined, key: string): JsonObject => ({
    [key]: 0,
    ...(isObject(usage) ? usage : {}),
  });
  const message = event["message"];
  if (event["type"] === "message_start" && isObject(message))
    return { ...event, message: { ...message, usage: counted(message["usage"], "input_tokens") } };
  return event["type"] === "message_delta"
    ? { ...event, usage: counted(event["usage"], "output_tokens") }
    : event;
}
