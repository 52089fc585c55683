/**
 * Puts the question into the shape that provider packages take, and the parts that the model streams into one answer.
 */
import type {
  LanguageModelV4,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { parseJson, type Json } from "../../kit/json";
import type { Message, ModelAnswer, ModelQuestion, Part, Usage } from "../../ports/model";
import { UNKNOWN_USE } from "./usage";

/** Characters of an answer; a longer one is broken off. */
const LONGEST = 400_000;

interface Reading {
  readonly progress: () => void;
  /** Marks how far the provider’s cache is to reach. */
  readonly mark: (prompt: LanguageModelV4Prompt) => LanguageModelV4Prompt;
}

export async function readStream(
  model: LanguageModelV4,
  { system, messages, tools, longest }: ModelQuestion,
  signal: AbortSignal,
  { progress, mark }: Reading,
): Promise<ModelAnswer> {
  const { stream: parts } = await model.doStream({
    prompt: mark([{ role: "system", content: system }, ...withIdsOfOurs(messages).flatMap(asPrompt)]),
    tools: tools.map(({ name, description, schema }) => ({
      type: "function",
      name,
      description,
      inputSchema: schema as object,
    })),
    toolChoice: { type: "auto" },
    maxOutputTokens: longest,
    abortSignal: signal,
  });
  const answer: Part[] = [];
  let text = "";
  let kept: object | undefined;
  let size = 0;
  for await (const part of parts as unknown as AsyncIterable<LanguageModelV4StreamPart>) {
    signal.throwIfAborted();
    progress();
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") {
      text += part.delta;
      size += part.delta.length;
    }
    if (part.type === "text-start" || part.type === "text-delta" || part.type === "text-end") {
      kept = part.providerMetadata ?? kept;
      if (part.providerMetadata !== undefined) size += JSON.stringify(part.providerMetadata).length;
    }
    if (part.type === "tool-input-start") size += part.toolName.length + part.id.length;
    if (part.type === "tool-input-delta") size += part.delta.length;
    if (part.type === "tool-call") {
      size += JSON.stringify(part.providerMetadata ?? "").length;
      answer.push({
        kind: "call",
        id: uniqueId(part.toolCallId, answer),
        tool: part.toolName,
        input: part.input,
        ...(part.providerMetadata === undefined ? {} : { kept: asJson(part.providerMetadata) }),
      });
    }
    if (size > LONGEST)
      return {
        kind: "failed",
        code: "cut-off",
        why: "The answer was too long, and was broken off.",
        usage: UNKNOWN_USE,
      };
    if (part.type === "finish") {
      const usage = usageOf(part.usage);
      const all: readonly Part[] = text === "" ? answer : [textPart(text, kept), ...answer];
      return ended(part.finishReason.unified, all, usage);
    }
  }
  return {
    kind: "failed",
    code: "cut-off",
    why: "The answer ended without a word of its end.",
    usage: UNKNOWN_USE,
  };
}

function textPart(text: string, kept: object | undefined): Part {
  return { kind: "text", text, ...(kept === undefined ? {} : { kept: asJson(kept) }) };
}

/** As it is written down: without what JSON has no word for. */
function asJson(metadata: object): Json {
  return parseJson(JSON.stringify(metadata)) as Json;
}

function ended(reason: string, parts: readonly Part[], usage: Usage): ModelAnswer {
  const failed = (
    code: "answer-too-long" | "refused" | "cut-off" | "bad-answer",
    why: string,
  ): ModelAnswer => ({ kind: "failed", code, why, usage });
  switch (reason) {
    case "stop":
    case "tool-calls":
      return parts.length === 0
        ? failed("bad-answer", "The answer was empty.")
        : { kind: "answered", parts, usage };
    case "length":
      return failed("answer-too-long", "The answer did not fit into the room for it.");
    case "content-filter":
      return failed("refused", saidIn(parts));
    default:
      return failed("cut-off", `The answer ended with “${reason}”.`);
  }
}

function saidIn(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.kind === "text" ? [part.text] : []))
    .join(" ")
    .slice(0, 300);
}

/** Some servers give every call the same id, or none. */
function uniqueId(id: string, parts: readonly Part[]): string {
  const taken = (name: string): boolean => parts.some((part) => part.kind === "call" && part.id === name);
  const first = id === "" ? "call" : id.slice(0, 100);
  let name = first;
  for (let n = 2; taken(name); n += 1) name = `${first}-${String(n)}`;
  return name;
}

function usageOf({
  inputTokens,
  outputTokens,
}: Extract<LanguageModelV4StreamPart, { type: "finish" }>["usage"]): Usage {
  const known = (count: number | undefined): number | null =>
    count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null;
  // A question has more tokens than none: some packages say 0 where the server said nothing.
  return inputTokens.total === 0
    ? UNKNOWN_USE
    : {
        in: known(inputTokens.total),
        cached: known(inputTokens.cacheRead),
        // Only where there is any: providers that write by themselves take nothing for it.
        ...(inputTokens.cacheWrite === undefined || inputTokens.cacheWrite === 0
          ? {}
          : { written: known(inputTokens.cacheWrite) }),
        out: known(outputTokens.total),
      };
}

const FIT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Ids of calls are unique in an answer only, and another provider may have given them. Some refuse a repetition, or a
 * sign they do not use.
 */
function withIdsOfOurs(messages: readonly Message[]): readonly Message[] {
  const given = new Set<string>();
  let now = new Map<string, string>();
  const nameOf = (id: string): string => {
    const clean = FIT_ID.test(id) ? id : id.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 50) || "call";
    let name = clean;
    for (let n = 2; given.has(name); n += 1) name = `${clean.slice(0, 50)}-${String(n)}`;
    given.add(name);
    return name;
  };
  return messages.map((message) => {
    if (message.from === "person") return message;
    if (message.from === "tools")
      return {
        ...message,
        results: message.results.map((result) => ({ ...result, call: now.get(result.call) ?? result.call })),
      };
    now = new Map();
    return {
      ...message,
      parts: message.parts.map((part) => {
        if (part.kind === "text") return part;
        const id = nameOf(part.id);
        now.set(part.id, id);
        return { ...part, id };
      }),
    };
  });
}

function asPrompt(message: Message): LanguageModelV4Message[] {
  switch (message.from) {
    case "person":
      return [{ role: "user", content: [{ type: "text", text: message.text }] }];
    case "model":
      return [
        {
          role: "assistant",
          content: message.parts.map((part) =>
            part.kind === "text"
              ? { type: "text", text: part.text, ...optionsIn(part) }
              : {
                  type: "tool-call",
                  toolCallId: part.id,
                  toolName: part.tool,
                  input: readInput(part.input),
                  ...optionsIn(part),
                },
          ),
        },
      ];
    case "tools":
      return [
        {
          role: "tool",
          content: message.results.map(({ call, tool, text }) => ({
            type: "tool-result",
            toolCallId: call,
            toolName: tool,
            output: { type: "text", value: text },
          })),
        },
      ];
  }
}

function optionsIn({ kept }: Part): { readonly providerOptions?: never } {
  return kept === undefined ? {} : { providerOptions: kept as never };
}

/** Providers want an object back, also where the model wrote something else. */
function readInput(input: string): unknown {
  try {
    const value: unknown = parseJson(input);
    return typeof value === "object" && value !== null ? value : { value };
  } catch {
    return { text: input };
  }
}
