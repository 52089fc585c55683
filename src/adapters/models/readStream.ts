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
import type {
  FailureCode,
  Message,
  ModelAnswer,
  ModelQuestion,
  Oddity,
  Part,
  Usage,
} from "../../kit/ports/model";
import { isWholeInput } from "./fixChunks";
import { fixParts, withoutThoughts } from "./fixParts";
import { isSensible, MOST_TOKENS } from "../../kit/ports/spent";
import { UNKNOWN_USE } from "./usage";

/** Characters of an answer; a longer one is broken off. */
const LONGEST = 400_000;

interface Reading {
  readonly odd: Set<Oddity>;
  readonly progress: () => void;
  /** Marks how far the provider’s cache is to reach. */
  readonly mark: (prompt: LanguageModelV4Prompt) => LanguageModelV4Prompt;
}

export async function readStream(
  model: LanguageModelV4,
  { system, messages, tools, longest }: ModelQuestion,
  signal: AbortSignal,
  { odd, progress, mark }: Reading,
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
  let hasThought = false;
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
    if (part.type === "reasoning-start" || part.type === "reasoning-delta") hasThought = true;
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
      const figure = oddFigure(part.usage);
      if (figure !== null)
        return { kind: "failed", code: "bad-figure", why: `${String(figure)} tokens`, usage: UNKNOWN_USE };
      const usage = usageOf(part.usage);
      // Some providers count the thoughts, and show none.
      hasThought ||= (part.usage.outputTokens.reasoning ?? 0) > 0;
      const said = withoutThoughts(text);
      if (said !== text) {
        odd.add("thoughts-in-text");
        hasThought = true;
      }
      const came: readonly Part[] = said === "" ? answer : [textPart(said, kept), ...answer];
      const failure = failureAt(part.finishReason, came, hasThought, odd);
      if (failure !== null) return { kind: "failed", ...failure, usage };
      const all = fixParts(came, tools, odd);
      return { kind: "answered", parts: all, usage, ...(odd.size === 0 ? {} : { odd: [...odd] }) };
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
  return parseJson(JSON.stringify(metadata));
}

/** Ends that are no end of an answer, in the words of the servers that have more of them than the wire names. */
const ENDS: readonly (readonly [RegExp, FailureCode])[] = [
  [/^(?:length|.*max.*tokens?|model_length|.*context.*|token_limit)$/i, "answer-too-long"],
  [/filter|safety|sensitive|moderat|refus|blocklist|prohibited|recitation|spii/i, "refused"],
  [
    /error|abort|cancel|time.?out|network|insufficient|overload|malformed|unexpected|too_many|fail|interrupt|incomplete|other|unknown|unspecified|language/i,
    "cut-off",
  ],
];

/**
 * Why an answer with this end is none; null where it is one. Any word ends an answer that is whole: servers have
 * invented many.
 */
function failureAt(
  { unified, raw = "" }: Extract<LanguageModelV4StreamPart, { type: "finish" }>["finishReason"],
  parts: readonly Part[],
  hasThought: boolean,
  odd: Set<Oddity>,
): { readonly code: FailureCode; readonly why: string } | null {
  const isKnown = unified === "stop" || unified === "tool-calls";
  const code =
    unified === "length"
      ? "answer-too-long"
      : unified === "content-filter"
        ? "refused"
        : isKnown
          ? undefined
          : raw === ""
            ? "cut-off"
            : ENDS.find(([words]) => words.test(raw))?.[1];
  const isEmpty = parts.length === 0;
  if (isEmpty && hasThought && (code === undefined || code === "answer-too-long"))
    return {
      code: "only-thoughts",
      why: code === undefined ? "" : "Its thoughts used up the room for the answer.",
    };
  if (code === "answer-too-long") return { code, why: "The answer did not fit into the room for it." };
  if (code === "refused") return { code, why: saidIn(parts) };
  const isBroken =
    code === "cut-off" ||
    (!isKnown && !parts.every((part) => part.kind === "text" || isWholeInput(part.input)));
  if (isBroken) return { code: "cut-off", why: `The answer ended with “${raw === "" ? unified : raw}”.` };
  if (!isKnown) odd.add("end-word");
  return isEmpty ? { code: "empty-answer", why: "" } : null;
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

type Told = Extract<LanguageModelV4StreamPart, { type: "finish" }>["usage"];

/** A count of tokens that no sense allows; null for none. */
function oddFigure({ inputTokens, outputTokens }: Told): number | null {
  const told = [inputTokens.total, outputTokens.total];
  return (
    told.find((each) => each !== undefined && !Number.isNaN(each) && !isSensible(each, MOST_TOKENS)) ?? null
  );
}

function usageOf({ inputTokens, outputTokens }: Told): Usage {
  const known = (count: number | undefined): number | null =>
    count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null;
  const cached = known(inputTokens.cacheRead);
  // A question has more tokens than none: some packages say 0 where the server said nothing.
  return inputTokens.total === 0
    ? UNKNOWN_USE
    : {
        in: known(inputTokens.total),
        // More than there was is no share of it, and the full price counts.
        cached: cached !== null && cached <= (inputTokens.total ?? 0) ? cached : null,
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
