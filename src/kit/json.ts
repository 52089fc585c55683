/** JSON values in one canonical spelling, so that equal values hash alike whatever order their keys were written in. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Levels of lists and objects in each other that are read of anything from outside; nobody needs more. */
export const DEEPEST = 40;
/** Characters of one JSON text from outside. Each door has a limit of its own below this one. */
const LONGEST = 64_000_000;

/**
 * The one door for JSON from outside: models, servers, programs, notes, settings, stores. Throws where the text is no
 * JSON, or so long or deep that a later reader could fail at it.
 */
export function parseJson(text: string): Json {
  if (text.length > LONGEST) throw new SyntaxError(TOO_LONG);
  // Before it is parsed, which takes seconds at some hundred thousand levels.
  if (isDeepText(text, DEEPEST)) throw new SyntaxError(TOO_DEEP);
  return JSON.parse(text) as Json;
}

function isDeepText(text: string, levels: number): boolean {
  const depthAt = measureDepth();
  for (let at = 0; at < text.length; at += 1) if (depthAt(text.charCodeAt(at)) > levels) return true;
  return false;
}

/** Follows JSON sign for sign, by its codes, and answers the level that each one is on. */
export function measureDepth(): (code: number) => number {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  return (code) => {
    if (isText) {
      if (code === QUOTE && !isEscaped) isText = false;
      isEscaped = code === BACKSLASH && !isEscaped;
    } else if (code === QUOTE) isText = true;
    else if (code === 91 || code === 123) depth += 1;
    else if (code === 93 || code === 125) depth -= 1;
    return depth;
  };
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Levels that the protocol itself puts around a schema or a result. */
const ENVELOPE = 8;
/** Levels that are parsed in order to cut them off. */
const MOST_CUT = 10_000;

/** A message of a server is read in part: null stands for a part that is too deep. */
export function parseMessage(text: string): Json {
  if (text.length > LONGEST) throw new SyntaxError(TOO_LONG);
  if (isDeepText(text, MOST_CUT)) throw new SyntaxError(TOO_DEEP);
  const value = JSON.parse(text) as Json;
  return isDeeperThan(value, DEEPEST + ENVELOPE) ? cutAt(value, DEEPEST + ENVELOPE) : value;
}

/** For the model that wrote the arguments of a call: why they cannot be read. */
export function sayUnread(error: unknown): string {
  const why =
    error instanceof Error && [TOO_DEEP, TOO_LONG].includes(error.message) ? `: ${error.message}` : "";
  return `The arguments are not valid JSON${why}. Call the tool again with valid JSON.`;
}

const TOO_LONG = "the JSON is too long";
export const TOO_DEEP = `the JSON is nested on more than ${String(DEEPEST)} levels`;

function cutAt(value: Json, levels: number): Json {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return null;
  if (isList(value)) return value.map((item) => cutAt(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutAt(item, levels - 1)]));
}

export function canonical(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(",")}}`;
}

/**
 * The canonical spelling of a value of ours. Throws when it is not JSON: hashing "nothing" instead would make different
 * things equal.
 */
export function spell(value: unknown): string {
  const json = toJson(value);
  if (json === null) throw new Error("This value cannot be written as JSON.");
  return canonical(json.value);
}

/**
 * The canonical spelling of a value that others sent as JSON. Equal to `spell` wherever that does not throw, and
 * different values are spelled differently as far as reading them kept them apart. Recurses: measure with
 * `isDeeperThan` first.
 */
export function spellSent(value: Json): string {
  // The only numbers whose own spelling is not theirs alone: `1e400` in a text reads as infinity.
  if (typeof value === "number" && !Number.isFinite(value)) return value > 0 ? "1e999" : "-1e999";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(spellSent).join(",")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${spellSent(value[key] ?? null)}`).join(",")}}`;
}

/** Whether lists and objects lie in each other on more than so many levels. Never goes deeper than that itself. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Half a character: it cannot be written as UTF-8, so two such texts would hash alike. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * A value read from YAML as JSON, or null when it holds what JSON cannot say exactly (infinity, integers beyond 2^53,
 * dates, binary, half a surrogate pair) or nests deeper than `depth`.
 */
export function toJson(value: unknown, depth = 32): { readonly value: Json } | null {
  if (value === null || typeof value === "boolean") return { value };
  if (typeof value === "string") return LONE_SURROGATE.test(value) ? null : { value };
  if (typeof value === "number") {
    const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return exact ? { value } : null;
  }
  if (typeof value !== "object" || depth === 0 || !isPlain(value)) return null;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      const read = toJson(item, depth - 1);
      if (read === null) return null;
      items.push(read.value);
    }
    return { value: items };
  }
  const copy: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    if (key === "__proto__" || LONE_SURROGATE.test(key)) return null;
    const read = toJson(item, depth - 1);
    if (read === null) return null;
    copy[key] = read.value;
  }
  return { value: copy };
}

/** Not a date, a map, a class: those would read as an object without keys. */
function isPlain(value: object): boolean {
  const kind: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || kind === Object.prototype || kind === null;
}

/** The JSON that begins at this brace: up to the brace that closes it, or to the end. */
export function spanOf(text: string, at: number): { readonly span: string; readonly isWhole: boolean } {
  let depth = 0;
  let inText = false;
  for (let n = at; n < text.length; n += 1) {
    const char = text[n];
    if (inText) {
      if (char === "\\") n += 1;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") {
      depth -= 1;
      if (depth === 0) return { span: text.slice(at, n + 1), isWhole: true };
    }
  }
  return { span: text.slice(at), isWhole: false };
}
