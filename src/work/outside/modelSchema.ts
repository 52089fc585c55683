/**
 * The schema of a server’s tool as a model is told it: only what every provider understands, without pointers, and
 * short. Parts left out are still held against the arguments before a call, on the schema as the server sent it.
 */
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import { plain } from "../../kit/text";

const LEVELS = 8;
/** Parts of a schema in all; one that points to itself again and again grows without end. */
const PARTS = 400;
const SAID = 300;
/** Providers take no other names of arguments. */
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];
const NUMBERS = ["minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength"];

export function schemaForModels(schema: JsonObject): JsonObject {
  const { anyOf: _ways, properties = {}, ...rest } = partOf(schema, schema, 0, { parts: PARTS });
  return { ...rest, type: "object", properties };
}

function partOf(part: Json, whole: JsonObject, depth: number, left: { parts: number }): JsonObject {
  left.parts -= 1;
  if (!isObject(part) || depth > LEVELS || left.parts < 0) return {};
  const pointer = part["$ref"];
  if (typeof pointer === "string") return partOf(pointed(pointer, whole), whole, depth + 1, left);
  const { type, description, properties, required, items, anyOf, oneOf, additionalProperties } = part;
  const made: Record<string, Json> = {};
  const within = (each: Json): JsonObject => partOf(each, whole, depth + 1, left);
  const types = (isList(type ?? null) ? (type as readonly Json[]) : [type]).filter(
    (each) => typeof each === "string" && TYPES.includes(each),
  );
  const first = types.find((each) => each !== "null") ?? types[0];
  if (first !== undefined) made["type"] = first;
  if (typeof description === "string" && description !== "") made["description"] = plain(description, SAID);
  const words = part["const"] === undefined ? part["enum"] : [part["const"]];
  if (
    words !== undefined &&
    isList(words) &&
    words.length <= 100 &&
    words.every((each) => typeof each === "string")
  )
    made["enum"] = words;
  for (const key of NUMBERS) if (typeof part[key] === "number") made[key] = part[key];
  if (isObject(properties)) {
    const named = Object.entries(properties).filter(([name]) => NAME.test(name) && name !== "__proto__");
    made["properties"] = Object.fromEntries(named.map(([name, each]) => [name, within(each)]));
    if (required !== undefined && isList(required)) {
      const needed = required.filter((each) => named.some(([name]) => name === each));
      if (needed.length > 0) made["required"] = [...new Set(needed)];
    }
    if (additionalProperties === false) made["additionalProperties"] = false;
  }
  if (first === "array") made["items"] = within(items !== undefined && !isList(items) ? items : {});
  const ways = anyOf ?? oneOf;
  if (depth > 0 && ways !== undefined && isList(ways) && ways.length > 0 && first === undefined)
    made["anyOf"] = ways.slice(0, 10).map(within);
  return made;
}

/** Only within the same schema: nothing is fetched for a pointer. */
function pointed(pointer: string, whole: JsonObject): Json {
  if (!pointer.startsWith("#/")) return {};
  return pointer
    .slice(2)
    .split("/")
    .map((each) => each.replace(/~1/g, "/").replace(/~0/g, "~"))
    .reduce<Json>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? (at[key] ?? {}) : {}), whole);
}
