/**
 * The lengths and patterns of texts, checked as JSON Schema means them: in characters, which are not JavaScript's
 * units.
 */
import { isList, isObject, type Json, type JsonObject } from "../kit/json";
import { FORMAT_KEY, LENGTH_KEY, PATTERN_KEY, quickPattern } from "./schema";

export interface TextMisfit {
  readonly path: readonly (string | number)[];
  /** Characters that are allowed; null where the form is wrong. */
  readonly limit: number | null;
  /** The rest of a sentence about the form that is wanted; left out where it is not known in words. */
  readonly wants?: string;
}

/** Formats of addresses, read generously: what fails here, every server refuses. */
const FORMATS: readonly (readonly [RegExp, RegExp, string])[] = [
  [
    /^(?:idn-)?email$/,
    /^(?:"[^"]+"|[^\s@<>(),;:"]+)@[^\s@<>(),;:"]+$/,
    "must be an address alone, such as name@example.com",
  ],
  [
    /^(?:uri|url|iri)$/,
    /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/,
    "must be a whole address, such as https://example.com",
  ],
];

/** `schema` is a narrowed one. Where a value may be one of several things of its type, none of them is checked. */
export function textMisfits(schema: Json, value: Json, path: TextMisfit["path"] = []): readonly TextMisfit[] {
  if (!isObject(schema)) return [];
  const forms = formsOf(schema, value).flatMap((form) => textMisfits(form, value, path));
  return [...forms, ...inside(schema, value, path)];
}

function inside(schema: JsonObject, value: Json, path: TextMisfit["path"]): readonly TextMisfit[] {
  if (typeof value === "string") {
    const { [PATTERN_KEY]: pattern, [LENGTH_KEY]: limit, [FORMAT_KEY]: named } = schema;
    if (typeof limit === "number" && [...value].length > limit) return [{ path, limit }];
    if (typeof pattern === "string" && !fits(pattern, value)) return [{ path, limit: null }];
    const format = typeof named === "string" ? FORMATS.find(([name]) => name.test(named)) : undefined;
    // An empty text often stands for none.
    return format === undefined || value === "" || format[1].test(value)
      ? []
      : [{ path, limit: null, wants: format[2] }];
  }
  if (isList(value))
    return schema["items"] === undefined
      ? []
      : value.flatMap((item, at) => textMisfits(schema["items"] ?? {}, item, [...path, at]));
  const properties = schema["properties"];
  if (!isObject(value) || !isObject(properties)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    Object.hasOwn(properties, name) ? textMisfits(properties[name] ?? {}, item, [...path, name]) : [],
  );
}

/** Of every choice the one form that such a value can have, and all the forms that it must have. */
function formsOf(schema: JsonObject, value: Json): readonly Json[] {
  const must = isList(schema["allOf"] ?? null) ? (schema["allOf"] as readonly Json[]) : [];
  const may = ["anyOf", "oneOf"].flatMap((key) => {
    const choices = isList(schema[key] ?? null) ? (schema[key] as readonly Json[]) : [];
    const possible = choices.filter((each) => takes(each, value));
    return possible.length === 1 ? possible : [];
  });
  return [...must, ...may];
}

function takes(schema: Json, value: Json): boolean {
  if (!isObject(schema)) return schema !== false;
  const type = schema["type"] ?? null;
  const kind = value === null ? "null" : isList(value) ? "array" : typeof value;
  const types = typeof type === "string" ? [type] : isList(type) ? type : null;
  return types === null || types.includes(kind) || (kind === "number" && types.includes("integer"));
}

function fits(pattern: string, value: string): boolean {
  const quick = quickPattern(pattern);
  // To some servers these mean letters and digits of every script, to others those of ASCII.
  const isUnclear = /\\[wdsb]/i.test(pattern) && /[^\0-\x7f]/.test(value);
  return quick === null || isUnclear || new RegExp(quick, "u").test(value);
}
