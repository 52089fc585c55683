/**
 * The models of a server, and how many tokens fit into one, as the server tells without a question to a model. Each
 * server tells it in its own way, or not at all.
 */
import * as z from "zod";
import { SECOND } from "../../kit/dates";
import { isObject, parseJson } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import type { ClockPort } from "../../kit/ports/clock";
import type { ModelDefinition, OfferedModel } from "../../kit/ports/model";
import { addressFault } from "../../settings/modelAddress";
import { Told } from "../net/failure";
import { unreached } from "../net/unreached";
import { readBody, type ModelFetch } from "./fetch";
import { headersOf, servedBy } from "./wires";

interface Asked {
  readonly fetch: ModelFetch;
  readonly clock: Pick<ClockPort, "sleep">;
  readonly signal: AbortSignal;
}

const PATIENCE = 10 * SECOND;
/** Characters. Some gateways have hundreds of models. */
const LONGEST_LIST = 4_000_000;

const tokens = z.int().positive().catch(0).optional();
/**
 * Under the names that servers give it: OpenRouter and Ollama, vLLM, LM Studio, others, Anthropic, Google, llama.cpp.
 */
const sizes = z.looseObject({
  context_length: tokens,
  max_model_len: tokens,
  max_context_length: tokens,
  loaded_context_length: tokens,
  context_window: tokens,
  max_input_tokens: tokens,
  inputTokenLimit: tokens,
  meta: z.looseObject({ n_ctx: tokens, n_ctx_train: tokens }).nullish().catch(null),
});
const NAMES = [
  "context_length",
  "max_model_len",
  "max_context_length",
  "loaded_context_length",
  "context_window",
  "max_input_tokens",
  "inputTokenLimit",
] as const;

/** `definition` has its key filled in. Null where the server does not say. */
export async function contextOf(definition: ModelDefinition, asked: Asked): Promise<number | null> {
  const { url, model } = definition;
  const by = servedBy(definition);
  if (by === null) return null;
  const answer = await get(by.sizeAt(url.replace(/\/+$/, ""), model), definition, asked);
  const found = sizes.safeParse(answer instanceof Unlisted ? null : by.findSize(answer, model));
  return found.success ? least(found.data) : null;
}

/** Models that cannot do a step: they are for pictures, sound or search, or they are too old. */
const NO_AGENT =
  /embed|whisper|tts|dall-e|image|moderation|audio|realtime|transcribe|sora|babbage|davinci|rerank/i;

/** `definition` has its key filled in. Null where the server does not say; a sentence where it was not reached. */
export async function listModels(
  definition: ModelDefinition,
  asked: Asked,
): Promise<readonly OfferedModel[] | string | null> {
  const by = servedBy(definition);
  if (by === null) return null;
  const base = definition.url.replace(/\/+$/, "");
  const answer = await get(`${base}/models${by.listQuery}`, definition, asked);
  if (answer instanceof Unlisted) return answer.why;
  const list = isObject(answer) ? (answer["data"] ?? answer["models"]) : null;
  if (!Array.isArray(list)) return null;
  const names = (list as readonly unknown[]).flatMap((entry): readonly OfferedModel[] => {
    const id = isObject(entry) ? (entry["id"] ?? entry["name"]) : null;
    const name = escapeLine(typeof id === "string" ? id.replace(/^models\//, "") : "", 200);
    if (name === "" || NO_AGENT.test(name)) return [];
    const size = sizes.safeParse(entry);
    return [{ name, fits: size.success ? least(size.data) : null }];
  });
  return names.length === 0 ? null : names.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A server that was started with less room than the model could have names both. */
function least({ meta, ...named }: z.infer<typeof sizes>): number | null {
  const all = [...NAMES.map((name) => named[name]), meta?.n_ctx, meta?.n_ctx_train].filter(
    (each) => each !== undefined && each > 0,
  ) as readonly number[];
  return all.length === 0 ? null : Math.min(...all);
}

/** A reason for which nothing that stands at this address can work: it was not reached, or it refuses the key. */
class Unlisted {
  constructor(readonly why: string) {}
}

/** The JSON that the address answers; null where the answer is none. */
async function get(
  address: string,
  definition: ModelDefinition,
  { fetch, clock, signal }: Asked,
): Promise<unknown> {
  const fault = addressFault(address, definition.key);
  if (fault !== null) return new Unlisted(fault);
  if (signal.aborted) return null;
  const over = new AbortController();
  const late = new AbortController();
  void clock.sleep(PATIENCE, over.signal).then(() => late.abort());
  const stop = AbortSignal.any([signal, late.signal]);
  try {
    const response = await fetch(address, {
      headers: headersOf(definition),
      redirect: "manual",
      signal: stop,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return [401, 403].includes(response.status) ? new Unlisted(sayRefused(address, definition.key)) : null;
    }
    const text = await readBody(response, LONGEST_LIST);
    try {
      return parseJson(text);
    } catch {
      return null;
    }
  } catch (error) {
    if (late.signal.aborted)
      return new Unlisted(`The server at ${new URL(address).host} did not answer in time.`);
    if (stop.aborted) return null;
    return new Unlisted(unreachedWords(error, address));
  } finally {
    over.abort();
  }
}

function sayRefused(address: string, key: string): string {
  const host = escapeLine(new URL(address).host, 120);
  return key === ""
    ? `The server at ${host} wants a key.`
    : `The server at ${host} does not accept this key.`;
}

function unreachedWords(error: unknown, address: string): string {
  return escapeLine((error instanceof Told ? error : unreached(error, new URL(address))).message, 300);
}
