/**
 * One question to a model by the wire of its provider: what an answer is worth, when it is over, and what a failure
 * means.
 */
import type { LanguageModelV4, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { parseJson, type Json } from "../../kit/json";
import type { ClockPort } from "../../kit/ports/clock";
import type { ModelAnswer, ModelDefinition, ModelQuestion, Oddity, Part } from "../../kit/ports/model";
import { createBlank, type Blank } from "../net/secrets";
import { addressFault } from "../../settings/modelAddress";
import { narrow, onlyOnce, type ModelFetch, type WebFetch } from "./fetch";
import { fixStream, type Mender } from "./fixStream";
import { readStream } from "./readStream";
import { failureOf } from "./refusals";
import { NOTHING_USED } from "./usage";

/** A wire as it is spoken. */
export interface WireClient {
  /** `definition` has its key filled in, and no slash at the end of its address. `headers` hold the key. */
  open(
    definition: ModelDefinition,
    headers: Readonly<Record<string, string>>,
    fetch: WebFetch,
  ): LanguageModelV4;
  /** Puts the events of one answer into the form that the package reads, and notes what is odd about them. */
  mender(odd: Set<Oddity>): Mender;
  /** Marks how far the provider’s cache is to reach; absent where it finds that by itself. */
  mark?(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt;
}

export interface Call {
  readonly fetch: ModelFetch;
  /** Headers of every request, the key among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Pick<ClockPort, "now" | "sleep">;
  readonly progress: () => void;
  readonly signal: AbortSignal;
}

/** Characters. A shorter key, such as “ollama”, is a word that an answer may well hold. */
const SURELY_SECRET = 16;

export async function askThrough(
  wire: WireClient,
  question: ModelQuestion,
  call: Call,
): Promise<ModelAnswer> {
  const { url, key } = question.definition;
  const fault = addressFault(url, key);
  if (fault !== null) return { kind: "failed", code: "bad-address", why: fault, usage: NOTHING_USED };
  if (call.signal.aborted) return { kind: "failed", code: "stopped", why: "", usage: NOTHING_USED };
  const late = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([call.signal, late.signal]);
  void call.clock.sleep(question.timeout, over.signal).then(() => late.abort());
  const blank = createBlank({ url: "", headers: key === "" ? {} : { authorization: `Bearer ${key}` } });
  const odd = new Set<Oddity>();
  const fix = (headers: Headers): TransformStream =>
    fixStream({ mender: wire.mender(odd), odd, progress: call.progress, signal, headers });
  try {
    const model = wire.open(
      { ...question.definition, url: url.replace(/\/+$/, "") },
      call.headers,
      onlyOnce(narrow(call.fetch, new URL(url), fix)) as WebFetch,
    );
    const reading = {
      odd,
      progress: call.progress,
      mark: (prompt: LanguageModelV4Prompt) => wire.mark?.(prompt) ?? prompt,
    };
    // Not every network stops when it is told to.
    const answer = await Promise.race([readStream(model, question, signal, reading), rejectOnAbort(signal)]);
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

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("Aborted.")), { once: true });
  });
}

/** A server may repeat the key in what it says. */
function blanked(answer: ModelAnswer, blank: Blank): ModelAnswer {
  const keptOf = ({ kept }: Part): { readonly kept?: Json } =>
    kept === undefined ? {} : { kept: parseJson(blank(JSON.stringify(kept))) };
  if (answer.kind === "failed") return { ...answer, why: blank(answer.why) };
  return {
    ...answer,
    parts: answer.parts.map((part) =>
      part.kind === "text"
        ? { ...part, ...keptOf(part), text: blank(part.text) }
        : { ...part, id: blank(part.id), tool: blank(part.tool), input: blank(part.input), ...keptOf(part) },
    ),
  };
}
