/**
 * The one reader of answers that have to fit a schema. The wrapping of a model around its JSON is taken away: a fence,
 * also one that is not closed, words before and behind, the colours of a terminal, its thoughts. The JSON itself is
 * taken whole or not at all: nothing in it is mended, nothing is taken from within what cannot be read, and of two that
 * differ neither counts.
 */
import * as z from "zod";
import { parseJson, spanOf, spellSent, toJson, type Json, type JsonObject } from "../kit/json";
import { counted } from "../kit/numbers";

export type StructuredReading<Value> =
  | { readonly kind: "read"; readonly value: Value }
  /** Sentences for whoever answered. */
  | { readonly kind: "bad"; readonly faults: readonly string[] };

/** Characters. */
const LONGEST = 400_000;
/** Braces that begin no JSON. Each makes the reader look at all that follows. */
const MOST_STRAY = 100;
const MOST_FAULTS = 10;

/**
 * The JSON Schema of what `schema` reads, as a provider, or a person, is told what an answer has to be. It knows the
 * kinds of schemas that are told to anyone, and throws at others: zod's own writer knows forty, in 25 KB.
 */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonObject {
  const description = z.globalRegistry.get(schema)?.description;
  return { ...(description === undefined ? {} : { description }), ...bareSchemaOf(schema) };
}

function bareSchemaOf(schema: z.core.$ZodType): JsonObject {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
      return jsonSchemaOf(def.innerType);
    case "default":
      return { default: toJson(def.defaultValue)?.value ?? null, ...jsonSchemaOf(def.innerType) };
    case "nullable":
      return { anyOf: [jsonSchemaOf(def.innerType), { type: "null" }] };
    // The side that is read; what becomes of it is nothing that anybody has to write.
    case "pipe":
      return jsonSchemaOf(def.in);
    case "union":
      return { anyOf: def.options.map(jsonSchemaOf) };
    case "literal":
      return { enum: toJson(def.values)?.value ?? [] };
    case "enum":
      return { type: "string", enum: Object.values(def.entries) };
    case "array":
      return { type: "array", items: jsonSchemaOf(def.element), ...limitsOf(def, "Items") };
    case "record":
      return {
        type: "object",
        propertyNames: jsonSchemaOf(def.keyType),
        additionalProperties: jsonSchemaOf(def.valueType),
      };
    case "object": {
      const required = Object.keys(def.shape).filter((key) => def.shape[key]?._zod.optin === undefined);
      return {
        type: "object",
        properties: Object.fromEntries(
          Object.entries(def.shape).map(([key, each]) => [key, jsonSchemaOf(each)]),
        ),
        ...(required.length === 0 ? {} : { required }),
        ...othersOf(def.catchall),
      };
    }
    case "string":
      return { type: "string", ...limitsOf(def, "Length") };
    case "number":
      return { type: "format" in def ? "integer" : "number", ...limitsOf(def, "imum") };
    case "boolean":
      return { type: "boolean" };
    // Any JSON (`z.json()`).
    case "lazy":
      return {};
    default:
      throw new Error(`There is no JSON Schema of ${def.type} here.`);
  }
}

/** The values that an object may have under other keys. */
function othersOf(rest: z.core.$ZodType | undefined): JsonObject {
  if (rest === undefined || rest._zod.def.type === "unknown") return {};
  return { additionalProperties: rest._zod.def.type === "never" ? false : jsonSchemaOf(rest) };
}

/** `of`: the ending of the keys for the least and the most. A check that only changes the value (`trim`) adds none. */
function limitsOf(def: z.core.$ZodTypeDef, of: "Items" | "Length" | "imum"): JsonObject {
  const checks = (def.checks ?? []).map((each) => each._zod.def as z.core.$ZodChecks["_zod"]["def"]);
  return Object.assign(
    {},
    ...checks.map((check): JsonObject => {
      switch (check.check) {
        case "min_length":
          return { [`min${of}`]: check.minimum };
        case "max_length":
          return { [`max${of}`]: check.maximum };
        case "greater_than":
          return { [`min${of}`]: Number(check.value) };
        case "less_than":
          return { [`max${of}`]: Number(check.value) };
        case "number_format":
          return { type: "integer" };
        case "string_format":
          return check.pattern === undefined ? {} : { pattern: check.pattern.source };
        default:
          return {};
      }
    }),
  ) as JsonObject;
}

/** `texts`: in which the answer may stand: what was said, and what a tool was called with. */
export function readStructured<Schema extends z.ZodType>(
  texts: readonly string[],
  schema: Schema,
): StructuredReading<z.output<Schema>> {
  if (texts.reduce((sum, { length }) => sum + length, 0) > LONGEST)
    return bad(`The answer has more than ${counted(LONGEST, "character")}.`);
  const stray = { left: MOST_STRAY };
  const found = texts.flatMap((text) => segmentsOf(bare(text)).flatMap((each) => jsonIn(each, stray)));
  if (stray.left < 0) return bad("The answer has too many braces that are not JSON.");
  const broken = found.flatMap((each) => (each.kind === "broken" ? [each.why] : []));
  if (broken.length > 0) return bad(...broken);
  const values = new Map(
    found.flatMap((each) => (each.kind === "json" ? [[spellSent(each.value), each.value] as const] : [])),
  );
  const [only, ...others] = values.values();
  if (only === undefined) return bad("The answer holds no JSON object.");
  if (others.length > 0)
    return bad(`The answer holds ${String(values.size)} JSON values that differ. Give exactly one.`);
  const parsed = schema.safeParse(only);
  return parsed.success ? { kind: "read", value: parsed.data } : bad(...faultsOf(parsed.error));
}

function bad(...faults: readonly string[]): { readonly kind: "bad"; readonly faults: readonly string[] } {
  return { kind: "bad", faults: [...new Set(faults)].slice(0, MOST_FAULTS) };
}

/** Each thing that does not fit, with where it is: `steps.2.text: …`. */
export function faultsOf({ issues }: Pick<z.ZodError, "issues">): readonly string[] {
  return issues
    .flatMap((issue) => within(issue, []))
    .slice(0, MOST_FAULTS)
    .map(
      ({ path, message }) => `${path.length === 0 ? "the whole" : path.map(String).join(".")}: ${message}`,
    );
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of several forms that a value may have, the one that it misses by least says what is wrong. */
function within(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): readonly Fault[] {
  const path = [...above, ...issue.path];
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [{ path, message: issue.message }];
  const [nearest = []] = [...issue.errors].sort((a, b) => a.length - b.length);
  return nearest.length === 0
    ? [{ path, message: issue.message }]
    : nearest.flatMap((each) => within(each, path));
}

const [ESCAPE, BELL] = [String.fromCharCode(27), String.fromCharCode(7)];
const COLOURS = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)|[@-Z\\\\^_])`,
  "g",
);

/** Without the colours and titles of a terminal, and without thoughts before the answer. */
function bare(text: string): string {
  return text.replace(COLOURS, "").replace(/^\s*<(think(?:ing)?)>[\s\S]*?<\/\1>/i, "");
}

/**
 * Parts of the text between fences, each by itself, so that a stray brace in the words before is no part of it. No JSON
 * holds a fence: its texts have no line breaks.
 */
function segmentsOf(text: string): readonly string[] {
  return text.split(/^[ \t]*(?:`{3,}|~{3,})[ \t]*[\w+.-]*[ \t]*\r?$/m);
}

type Found =
  { readonly kind: "json"; readonly value: Json } | { readonly kind: "broken"; readonly why: string };

const START = /\{|\[(?=\s*\{)/g;

function jsonIn(text: string, stray: { left: number }): readonly Found[] {
  const found: Found[] = [];
  for (let from = 0; stray.left >= 0;) {
    START.lastIndex = from;
    const at = START.exec(text)?.index;
    if (at === undefined) break;
    const { span, isWhole } = spanOf(text, at);
    from = at + span.length;
    const read = isWhole ? parse(span) : { kind: "broken" as const, why: "The JSON breaks off." };
    if (read.kind === "json") {
      found.push(read);
      continue;
    }
    stray.left -= 1;
    // Braces in a sentence are no JSON, unless there is some within.
    if (/^(?:\[|\{\s*(?:["'{}]|[\w$-]+\s*:))/.test(span) || jsonIn(span.slice(1), stray).length > 0)
      found.push(read);
  }
  return found;
}

/** The texts of a JSON, and the odd white space that a web page puts between them. */
const TEXT_OR_SPACE = /"(?:[^"\\]|\\.)*"|[\u00a0\u2000-\u200b\u202f\u2060\ufeff]/gs;

function parse(span: string): Found {
  const json = span.replace(TEXT_OR_SPACE, (each) => (each.startsWith('"') ? each : " "));
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (error) {
    return { kind: "broken", why: `The JSON cannot be read: ${error instanceof Error ? error.message : ""}` };
  }
  // Reading keeps the last of two alike and says nothing of the other.
  const colons = json.replace(TEXT_OR_SPACE, "").split(":").length - 1;
  if (colons !== keysIn(value)) return { kind: "broken", why: "The JSON names a key twice in one object." };
  return { kind: "json", value: value as Json };
}

function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, each) => sum + keysIn(each), own);
}
