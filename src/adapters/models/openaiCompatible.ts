/**
 * Models behind the interface that OpenAI began and most servers speak: OpenAI itself, OpenRouter, LM Studio, llama.cpp, vLLM, Ollama. The
 * wire is the provider package’s business; ours is what an answer is worth, and what a failure means.
 */
import type { LanguageModelV4, LanguageModelV4Message, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ClockPort } from "../../ports/clock";
import type { Json } from "../../kit/json";
import type { Message, ModelAnswer, ModelQuestion, Part, Usage } from "../../ports/model";
import { createBlank, type Blank } from "../mcp/secrets";
import { addressFault, narrow, type ModelFetch } from "./fetch";
import { failureOf } from "./refusals";
import { NOTHING_USED, UNKNOWN_USE } from "./usage";

export type { ModelFetch };

export interface Call {
  readonly fetch: ModelFetch;
  readonly clock: Pick<ClockPort, "now" | "sleep">;
  readonly progress: () => void;
  readonly signal: AbortSignal;
}

/** Characters of an answer; a longer one is broken off. */
const LONGEST = 400_000;
/** Characters. A shorter key, such as “ollama”, is a word that an answer may well hold. */
const SURELY_SECRET = 16;

const OPENAI = "api.openai.com";

export async function askOpenAiCompatible(question: ModelQuestion, call: Call): Promise<ModelAnswer> {
  const { url, model, key } = question.definition;
  const fault = addressFault(url, key);
  if (fault !== null) return { kind: "failed", code: "bad-address", why: fault, usage: NOTHING_USED };
  if (call.signal.aborted) return { kind: "failed", code: "stopped", why: "", usage: NOTHING_USED };
  const late = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([call.signal, late.signal]);
  void call.clock.sleep(question.timeout, over.signal).then(() => late.abort());
  const blank = createBlank({ url: "", headers: key === "" ? {} : { authorization: `Bearer ${key}` } });
  try {
    const provider = createOpenAICompatible({
      name: "model",
      baseURL: url.replace(/\/+$/, ""),
      ...(key === "" ? {} : { apiKey: key }),
      includeUsage: true,
      ...(new URL(url).hostname === OPENAI ? { transformRequestBody: withNewLimit } : {}),
      fetch: narrow(call.fetch, new URL(url)) as typeof fetch,
    });
    // Not every network stops when it is told to.
    const answer = await Promise.race([
      stream(provider(model), question, signal, call),
      rejectOnAbort(signal),
    ]);
    return key.length < SURELY_SECRET ? answer : blanked(answer, blank);
  } catch (error) {
    return failureOf(error, {
      stopped: call.signal.aborted,
      late: late.signal.aborted,
      now: call.clock.now(),
      hasKey: key !== "",
      blank,
    });
  } finally {
    over.abort();
  }
}

/** OpenAI’s newer models refuse the old name of the limit, which is the only one that most other servers know. */
function withNewLimit({
  max_tokens: longest,
  ...body
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return longest === undefined ? body : { ...body, max_completion_tokens: longest };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("Aborted.")), { once: true });
  });
}

async function stream(
  model: LanguageModelV4,
  { system, messages, tools, longest }: ModelQuestion,
  signal: AbortSignal,
  { progress }: Call,
): Promise<ModelAnswer> {
  const { stream: parts } = await model.doStream({
    prompt: [{ role: "system", content: system }, ...messages.flatMap(asPrompt)],
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
  let size = 0;
  for await (const part of parts as unknown as AsyncIterable<LanguageModelV4StreamPart>) {
    signal.throwIfAborted();
    progress();
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") {
      text += part.delta;
      size += part.delta.length;
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
        ...(part.providerMetadata === undefined ? {} : { kept: part.providerMetadata as never }),
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
      const all: readonly Part[] = text === "" ? answer : [{ kind: "text", text }, ...answer];
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
  return {
    in: known(inputTokens.total),
    cached: known(inputTokens.cacheRead),
    out: known(outputTokens.total),
  };
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
              ? { type: "text", text: part.text }
              : {
                  type: "tool-call",
                  toolCallId: part.id,
                  toolName: part.tool,
                  input: readInput(part.input),
                  ...(part.kept === undefined ? {} : { providerOptions: part.kept as never }),
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

/** Providers want an object back, also where the model wrote something else. */
function readInput(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? value : { value };
  } catch {
    return { text: input };
  }
}

/** A server may repeat the key in what it says. */
function blanked(answer: ModelAnswer, blank: Blank): ModelAnswer {
  if (answer.kind === "failed") return { ...answer, why: blank(answer.why) };
  return {
    ...answer,
    parts: answer.parts.map((part) =>
      part.kind === "text"
        ? { ...part, text: blank(part.text) }
        : {
            ...part,
            id: blank(part.id),
            tool: blank(part.tool),
            input: blank(part.input),
            ...(part.kept === undefined
              ? {}
              : { kept: JSON.parse(blank(JSON.stringify(part.kept))) as Json }),
          },
    ),
  };
}
