/** The wires of models behind servers: who speaks them, where the key goes, and where a server tells of its models. */
import { isObject } from "../../kit/json";
import type { ModelDefinition, ServedWire, Wire } from "../../kit/ports/model";
import type { WireClient } from "./ask";

interface ServedBy {
  /** Evaluated when a model of that wire is first asked. */
  readonly load: () => Promise<WireClient>;
  readonly keyHeaders: (key: string) => Readonly<Record<string, string>>;
  /** Headers beside the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without it, some servers list only their first few models. */
  readonly listQuery: string;
  /** Where the size of a model is told; `base` is its address without a slash at its end. */
  readonly sizeAt: (base: string, model: string) => string;
  /** The object that tells it, in what was answered. */
  readonly findSize: (answer: unknown, model: string) => unknown;
}

const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });
const ownPage = (base: string, model: string): string => `${base}/models/${encodeURIComponent(model)}`;
const itself = (answer: unknown): unknown => answer;
const loadOpenAi = async (): Promise<WireClient> => (await import("./openaiCompatible")).openAiCompatible;

function entryIn(list: unknown, isIt: (entry: Readonly<Record<string, unknown>>) => boolean): unknown {
  return Array.isArray(list)
    ? (list as readonly unknown[]).find((each) => isObject(each) && isIt(each))
    : undefined;
}

/** Null: no server. */
export const WIRES = {
  openai: {
    load: loadOpenAi,
    keyHeaders: bearer,
    headers: {},
    listQuery: "",
    sizeAt: (base) => `${base}/models`,
    findSize: (answer, model) => entryIn(isObject(answer) ? answer["data"] : null, ({ id }) => id === model),
  },
  ollama: {
    load: loadOpenAi,
    keyHeaders: bearer,
    headers: {},
    listQuery: "",
    // Ollama gives a model less room than the model could have, and drops the beginning of a longer question without a
    // word. Of a loaded model, Ollama tells how much room it gave.
    sizeAt: (base) => `${base.replace(/\/v1$/, "")}/api/ps`,
    findSize: (answer, model) =>
      entryIn(
        isObject(answer) ? answer["models"] : null,
        ({ name, model: id }) => [model, `${model}:latest`].includes(String(name)) || id === model,
      ),
  },
  anthropic: {
    load: async () => (await import("./anthropic")).anthropic,
    keyHeaders: (key) => ({ "x-api-key": key }),
    headers: { "anthropic-version": "2023-06-01" },
    listQuery: "?limit=1000",
    sizeAt: ownPage,
    findSize: itself,
  },
  google: {
    load: async () => (await import("./google")).google,
    keyHeaders: (key) => ({ "x-goog-api-key": key }),
    headers: {},
    listQuery: "?pageSize=1000",
    sizeAt: ownPage,
    findSize: itself,
  },
  script: null,
  program: null,
  person: null,
} as const satisfies Readonly<Record<ServedWire, ServedBy>> &
  Readonly<Record<Exclude<Wire, ServedWire>, null>>;

export function servedBy({ wire }: Pick<ModelDefinition, "wire">): ServedBy | null {
  return WIRES[wire];
}

export function headersOf(
  definition: Pick<ModelDefinition, "wire" | "key">,
): Readonly<Record<string, string>> {
  const by = servedBy(definition);
  const { key } = definition;
  return by === null ? {} : { ...by.headers, ...(key === "" ? {} : by.keyHeaders(key)) };
}
