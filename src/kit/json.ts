/** JSON values in one canonical spelling, so that equal values hash alike whatever order their keys were written in. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

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
