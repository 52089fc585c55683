/** How many tokens fit into a model, as its server tells it without being asked a question. Each server tells it in its own way, or not at all. */
import * as z from "zod";
import { SECOND } from "../../kit/dates";
import type { ClockPort } from "../../ports/clock";
import type { ModelDefinition } from "../../ports/model";
import { addressFault, readBody, type ModelFetch } from "./fetch";

interface Asked {
  readonly fetch: ModelFetch;
  readonly clock: Pick<ClockPort, "sleep">;
  readonly signal: AbortSignal;
}

const PATIENCE = 10 * SECOND;
/** Characters. Some gateways have hundreds of models. */
const LONGEST_LIST = 4_000_000;

const tokens = z.int().positive().catch(0);
/** Under the names that servers give it: OpenRouter, vLLM, LM Studio, llama.cpp. */
const size = z.looseObject({
  context_length: tokens.optional(),
  max_model_len: tokens.optional(),
  max_context_length: tokens.optional(),
  loaded_context_length: tokens.optional(),
  context_window: tokens.optional(),
  meta: z.looseObject({ n_ctx: tokens.optional(), n_ctx_train: tokens.optional() }).nullish().catch(null),
});
const sized = size.extend({ id: z.string() });
const list = z.object({ data: z.array(z.unknown()) });

/** `definition` has its key filled in. Null where the server does not say. */
export async function contextOf(definition: ModelDefinition, asked: Asked): Promise<number | null> {
  const { url, model } = definition;
  const base = url.replace(/\/+$/, "");
  const found = await get(`${base}/models`, definition, asked);
  const listed = list.safeParse(found);
  const entry = (listed.success ? listed.data.data : [])
    .flatMap((each) => {
      const one = sized.safeParse(each);
      return one.success ? [one.data] : [];
    })
    .find(({ id }) => id === model);
  return entry === undefined ? null : least(entry);
}

/** A server that was started with less room than the model could have names both. */
function least({ meta, ...sizes }: z.infer<typeof size>): number | null {
  const named = [
    sizes.context_length,
    sizes.max_model_len,
    sizes.max_context_length,
    sizes.loaded_context_length,
    sizes.context_window,
    meta?.n_ctx,
    meta?.n_ctx_train,
  ].filter((each) => each !== undefined && each > 0) as readonly number[];
  return named.length === 0 ? null : Math.min(...named);
}

/** What the address answers, as JSON; null where it answers anything else. */
async function get(
  address: string,
  { key }: ModelDefinition,
  { fetch, clock, signal }: Asked,
): Promise<unknown> {
  if (addressFault(address, key) !== null || signal.aborted) return null;
  const over = new AbortController();
  const late = new AbortController();
  void clock.sleep(PATIENCE, over.signal).then(() => late.abort());
  const stop = AbortSignal.any([signal, late.signal]);
  try {
    const response = await fetch(address, {
      headers: key === "" ? {} : { authorization: `Bearer ${key}` },
      redirect: "manual",
      signal: stop,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    return JSON.parse(await readBody(response, LONGEST_LIST)) as unknown;
  } catch {
    return null;
  } finally {
    over.abort();
  }
}
