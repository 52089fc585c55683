/**
 * A tool's JSON Schema made small enough to check: untrusted, so every reference is followed here, every size bounded, and every keyword
 * outside the list dropped. What is dropped is not checked; the server still checks for itself. Erring this way round never stops a right
 * action, and no schema can make checking slow.
 */
import { isList, isObject, type Json, type JsonObject } from "../kit/json";

/** Schemas within the schema, levels, and how often one reference may contain itself. Beyond these anything is accepted. */
const NODES = 10_000;
const DEPTH = 16;
const REPEATS = 3;
const TYPES = new Set(["string", "number", "integer", "boolean", "null", "object", "array"]);
const BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

interface Walk {
  readonly root: Json;
  left: number;
}

export function narrowed(schema: JsonObject): JsonObject {
  const walk: Walk = { root: schema, left: NODES };
  const top = narrow(schema, walk, DEPTH, []);
  return isObject(top) ? top : {};
}

/** The schema a property stands for, with a reference at its top followed. */
export function resolved(schema: Json, root: JsonObject): JsonObject {
  let at = schema;
  for (let hops = 0; hops < REPEATS && isObject(at) && typeof at["$ref"] === "string"; hops++) at = follow(at["$ref"], root);
  return isObject(at) ? at : {};
}

function narrow(schema: Json, walk: Walk, depth: number, within: readonly string[]): JsonObject | boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema) || depth === 0 || walk.left-- <= 0) return {};
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    if (within.filter((one) => one === ref).length >= REPEATS) return {};
    return narrow(follow(ref, walk.root), walk, depth - 1, [...within, ref]);
  }
  const inner = (part: Json): JsonObject | boolean => narrow(part, walk, depth - 1, within);
  const kept: Record<string, Json> = {};

  const type = typeOf(schema);
  if (type !== undefined) kept["type"] = type;
  if (isPlainList(schema["enum"])) kept["enum"] = schema["enum"];
  if (schema["const"] !== undefined && isPlain(schema["const"])) kept["const"] = schema["const"];
  for (const key of BOUNDS) if (typeof schema[key] === "number") kept[key] = schema[key];
  if (schema["uniqueItems"] === true) kept["uniqueItems"] = true;
  const pattern = typeof schema["pattern"] === "string" ? quickPattern(schema["pattern"]) : null;
  if (pattern !== null) kept["pattern"] = pattern;

  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = isList(schema["required"] ?? null) ? (schema["required"] as readonly Json[]).filter((name) => typeof name === "string") : [];
  const names = [...new Set([...Object.keys(properties), ...required])].filter((name) => name !== "__proto__");
  if (names.length > 0) {
    kept["properties"] = Object.fromEntries(names.map((name) => [name, inner(own(properties, name) ?? {})]));
    kept["required"] = required.filter((name) => name !== "__proto__");
  }
  // Names that fit a pattern would look unknown without it, so then any name may come.
  const more = isObject(schema["patternProperties"]) ? true : schema["additionalProperties"];
  if (typeof more === "boolean" || isObject(more)) kept["additionalProperties"] = inner(more);

  for (const key of ["items", "prefixItems"]) {
    const part = schema[key];
    if (part !== undefined) kept[key] = isList(part) ? part.map(inner) : inner(part);
  }
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const parts = schema[key] ?? null;
    if (isList(parts) && parts.length > 0) kept[key] = parts.map(inner);
  }
  return kept;
}

/** Without a stated type, the keywords tell which one is meant. */
function typeOf(schema: JsonObject): Json | undefined {
  const type = schema["type"] ?? null;
  if (typeof type === "string") return TYPES.has(type) ? type : undefined;
  if (isList(type)) return type.length > 0 && type.every((one) => typeof one === "string" && TYPES.has(one)) ? type : undefined;
  if (schema["properties"] !== undefined || schema["required"] !== undefined) return "object";
  return schema["items"] !== undefined ? "array" : undefined;
}

/** `#`, `#/$defs/name`, `#/properties/a/items`. Anything else stands for "anything". */
function follow(ref: string, root: Json): Json {
  if (!ref.startsWith("#")) return {};
  let at: Json = root;
  for (const part of ref.slice(1).split("/").filter((one) => one !== "")) {
    const key = part.replace(/~1/g, "/").replace(/~0/g, "~");
    const next: Json | undefined = isList(at) ? at[Number(key)] : isObject(at) ? own(at, key) : undefined;
    if (next === undefined) return {};
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
 * The pattern when it is sure to be quick, else null. JavaScript's matcher tries every way to match, so a group that repeats and holds a
 * choice or another repetition can take for ever (`(a+)+`), and so can a row of repetitions: both are left to the server.
 */
export function quickPattern(pattern: string): string | null {
  if (pattern.length > PATTERN || /\\[1-9]|\\k|\(\?[=!<]/.test(pattern)) return null;
  const bare = pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  if (/\([^()]*[|*+?{(][^()]*\)[*+{]/.test(bare.replace(/\(\?:/g, "(")) || /\([^()]*\(/.test(bare)) return null;
  const repeats = bare.match(/[*+]|\{\d*,?\d*\}/g) ?? [];
  if (repeats.length > 2 && repeats.some((one) => one.length === 1 || /,\}|\d{3}/.test(one))) return null;
  if (repeats.length > 6) return null;
  try {
    new RegExp(pattern);
  } catch {
    return null;
  }
  return `^[\\s\\S]{${String(TRIED_ON + 1)},}$|(?:${pattern})`;
}
