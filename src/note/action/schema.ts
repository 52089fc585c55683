/**
 * A tool's JSON Schema made small enough to check: untrusted, so every reference is followed here, every size bounded,
 * and every keyword outside the list dropped. A dropped keyword is not checked; the server still checks for itself.
 * Erring this way round never stops a right action, and no schema can make checking slow.
 */
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";

/**
 * Schemas within the schema, levels, and how often one reference may contain itself. Beyond these anything is accepted.
 */
const NODES = 10_000;
const DEPTH = 16;
const REPEATS = 3;
const TYPES = new Set(["string", "number", "integer", "boolean", "null", "object", "array"]);
const BOUNDS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "minItems",
  "maxItems",
] as const;

/** Keywords that say nothing about which values are right. */
const PROSE = new Set([
  "title",
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "readOnly",
  "writeOnly",
  "nullable",
  "$schema",
  "$id",
  "id",
  "$comment",
  "$defs",
  "definitions",
  "$anchor",
]);
/** A keyword that is added here is checked only if the build leaves it in zod, which tests/action/fit.test.ts tells. */
export const CHECKED = new Set<string>([
  "type",
  "enum",
  "const",
  "uniqueItems",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "anyOf",
  "oneOf",
  "allOf",
  "$ref",
  ...BOUNDS,
]);
/** Where `narrowed` keeps what zod would count or read otherwise than JSON Schema does; `texts` checks these. */
export const PATTERN_KEY = "x-pattern";
export const LENGTH_KEY = "x-max-length";
export const FORMAT_KEY = "x-format";

interface Walk {
  readonly root: Json;
  left: number;
  /** How often something was left out that may tell right values from wrong ones. */
  dropped: number;
}

export function narrowed(schema: JsonObject): JsonObject {
  const walk: Walk = { root: schema, left: NODES, dropped: 0 };
  const top = narrow(schema, walk, DEPTH, [], true);
  return isObject(top) ? top : {};
}

/** The schema a property stands for, with a reference at its top followed. */
export function resolved(schema: Json, root: JsonObject): JsonObject {
  let at = schema;
  for (let hops = 0; hops < REPEATS && isObject(at) && typeof at["$ref"] === "string"; hops++)
    at = follow(at["$ref"], root);
  return isObject(at) ? at : {};
}

function narrow(
  schema: Json,
  walk: Walk,
  depth: number,
  within: readonly string[],
  isTop = false,
): JsonObject | boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema) || depth === 0 || walk.left-- <= 0) return dropped(walk);
  walk.dropped += Object.keys(schema).filter(
    (key) => !CHECKED.has(key) && !PROSE.has(key) && !key.startsWith("x-"),
  ).length;
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    if (Object.keys(schema).some((key) => key !== "$ref" && !PROSE.has(key))) dropped(walk);
    if (within.filter((one) => one === ref).length >= REPEATS) return dropped(walk);
    const target = follow(ref, walk.root);
    return target === ANYTHING ? dropped(walk) : narrow(target, walk, depth - 1, [...within, ref], isTop);
  }
  const inner = (part: Json): JsonObject | boolean => narrow(part, walk, depth - 1, within);
  const kept: Record<string, Json> = { ...scalarsOf(schema, walk), ...objectOf(schema, inner) };

  // A row of items, each with a schema of its own, may be longer or shorter than the row, and zod wants it exact.
  const { items, prefixItems = null } = schema;
  if (items !== undefined && !isList(items) && prefixItems === null) kept["items"] = inner(items);
  else if (items !== undefined) dropped(walk);

  const type = typeOf(schema);
  if (type !== undefined) kept["type"] = type;
  const meant = type === undefined ? meantBy(schema) : undefined;
  const parts: JsonObject[] = [];
  if (meant !== undefined && isTop) kept["type"] = meant;
  // Such keywords say nothing about a value of another type.
  if (meant !== undefined && !isTop)
    parts.push({ anyOf: [{ ...kept, type: meant }, { type: [...TYPES].filter((one) => one !== meant) }] });
  else if (Object.keys(kept).length > 0) parts.push(kept);

  for (const key of ["anyOf", "oneOf", "allOf"] as const) {
    const listed = schema[key] ?? null;
    if (!isList(listed) || listed.length === 0) continue;
    const before = walk.dropped;
    const forms = listed.map(inner);
    // Two forms that differ in what was left out look alike, so a value that fits one seems to fit both.
    parts.push({ [key === "oneOf" && walk.dropped > before ? "anyOf" : key]: forms });
  }
  const [first = {}, ...more] = parts;
  const all =
    more.length === 0
      ? first
      : more.length === 1 && kept === first
        ? { ...kept, ...more[0] }
        : { allOf: parts };
  return schema["nullable"] === true ? { anyOf: [all, { type: "null" }] } : all;
}

/** Anything is right. */
function dropped(walk: Walk): JsonObject {
  walk.dropped += 1;
  return {};
}

function scalarsOf(schema: JsonObject, walk: Walk): Record<string, Json> {
  const kept: Record<string, Json> = {};
  if (isPlainList(schema["enum"])) kept["enum"] = schema["enum"];
  else if (schema["enum"] !== undefined) dropped(walk);
  if (schema["const"] !== undefined && isPlain(schema["const"])) kept["const"] = schema["const"];
  else if (schema["const"] !== undefined) dropped(walk);
  for (const key of BOUNDS) {
    if (typeof schema[key] === "number" && Number.isFinite(schema[key])) kept[key] = schema[key];
    else if (schema[key] !== undefined) dropped(walk);
  }
  if (schema["uniqueItems"] === true) kept["uniqueItems"] = true;
  if (typeof schema["pattern"] === "string" && quickPattern(schema["pattern"]) !== null)
    kept[PATTERN_KEY] = schema["pattern"];
  if (typeof schema["maxLength"] === "number") kept[LENGTH_KEY] = schema["maxLength"];
  if (typeof schema["format"] === "string") kept[FORMAT_KEY] = schema["format"];
  return kept;
}

function objectOf(schema: JsonObject, inner: (part: Json) => JsonObject | boolean): Record<string, Json> {
  const kept: Record<string, Json> = {};
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = isList(schema["required"] ?? null)
    ? (schema["required"] as readonly Json[]).filter((name) => typeof name === "string")
    : [];
  const names = [...new Set([...Object.keys(properties), ...required])].filter(
    (name) => name !== "__proto__",
  );
  if (names.length > 0) {
    kept["properties"] = Object.fromEntries(names.map((name) => [name, inner(own(properties, name) ?? {})]));
    kept["required"] = required.filter((name) => name !== "__proto__" && !hasDefault(own(properties, name)));
  }
  // Names that fit a pattern would look unknown without it, so then any name may come.
  const more = isObject(schema["patternProperties"]) ? true : schema["additionalProperties"];
  if (typeof more === "boolean" || isObject(more)) kept["additionalProperties"] = inner(more);
  return kept;
}

/** The server puts the default in where nothing comes, also where its list of what is required names the argument. */
export function hasDefault(property: Json | undefined): boolean {
  return property !== undefined && isObject(property) && property["default"] !== undefined;
}

function typeOf(schema: JsonObject): Json | undefined {
  const type = schema["type"] ?? null;
  if (typeof type === "string") return TYPES.has(type) ? type : undefined;
  if (isList(type))
    return type.length > 0 && type.every((one) => typeof one === "string" && TYPES.has(one))
      ? type
      : undefined;
  return undefined;
}

/** Without a stated type, the type that the keywords are about. */
function meantBy(schema: JsonObject): string | undefined {
  if ((schema["type"] ?? null) !== null || schema["enum"] !== undefined || schema["const"] !== undefined)
    return undefined;
  if (isObject(schema["properties"]) || isList(schema["required"] ?? null)) return "object";
  return (schema["items"] ?? null) === null ? undefined : "array";
}

/** The schema that stands for a reference that leads nowhere: it allows anything. */
const ANYTHING: JsonObject = {};

/** `#`, `#/$defs/name`, `#/properties/a/items`. */
function follow(ref: string, root: Json): Json {
  if (!ref.startsWith("#")) return ANYTHING;
  let at: Json = root;
  for (const part of ref
    .slice(1)
    .split("/")
    .filter((one) => one !== "")) {
    const key = part.replace(/~1/g, "/").replace(/~0/g, "~");
    const next: Json | undefined = isList(at) ? at[Number(key)] : isObject(at) ? own(at, key) : undefined;
    if (next === undefined) return ANYTHING;
    at = next;
  }
  return at;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isPlain(value: Json): boolean {
  return value === null || typeof value !== "object";
}

function isPlainList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlain);
}

/** Characters. Longer patterns are not checked, and no pattern is tried on longer values. */
const PATTERN = 200;
const TRIED_ON = 400;

/**
 * The pattern when it is sure to be quick, else null. JavaScript's matcher tries every way to match, so a group that
 * repeats and holds a choice or another repetition can take for ever (`(a+)+`), and so can a row of repetitions: both
 * are left to the server. Read with the `u` flag: without it `\p{L}` means other things, and a character may count
 * twice.
 */
export function quickPattern(pattern: string): string | null {
  if (pattern.length > PATTERN || /\\[1-9]|\\k|\(\?[=!<]/.test(pattern)) return null;
  const bare = pattern
    .replace(/\\[pP]\{[^}]*\}/g, "x")
    .replace(/\\./g, "x")
    .replace(/\[[^\]]*\]/g, "x");
  if (/\([^()]*[|*+?{(][^()]*\)[*+{]/.test(bare.replace(/\(\?:/g, "(")) || /\([^()]*\(/.test(bare))
    return null;
  const repeats = bare.match(/[*+]|\{\d*,?\d*\}/g) ?? [];
  if (repeats.length > 2 && repeats.some((one) => one.length === 1 || /,\}|\d{3}/.test(one))) return null;
  if (repeats.length > 6) return null;
  try {
    new RegExp(pattern, "u");
  } catch {
    return null;
  }
  return `^[\\s\\S]{${String(TRIED_ON + 1)},}$|(?:${pattern})`;
}
