/**
 * Where in a tool's arguments the target of an action goes: an argument (`to`), a value within one (`parent.page_id`),
 * or several at once, by a template (`{owner}/{repo}`). A name that the tool lists as it stands is always that name.
 */
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import { listedArguments, type Path } from "./typed";

export interface Place {
  /** The value as it stands, or each part of a template. */
  readonly paths: readonly Path[];
  /** Null where the whole of the target goes to the one path. */
  readonly pattern: RegExp | null;
}

export function placeOf(spec: string, schema: JsonObject): Place {
  const listed = listedArguments(schema);
  if (listed.includes(spec)) return { paths: [[spec]], pattern: null };
  const parts = spec.split(/\{([^{}]+)\}/);
  if (parts.length > 1) {
    const names = parts.filter((_, at) => at % 2 === 1);
    const between = parts.filter((_, at) => at % 2 === 0).map(escaped);
    // Words between two values divide them, so no value holds such words.
    const divides = between.slice(1, -1).filter((each) => each !== "");
    const value = divides.length === 0 ? "([^]+)" : `((?:(?!${divides.join("|")})[^])+)`;
    return {
      paths: names.map((each) => pathOf(each, listed)),
      pattern: new RegExp(`^${between.join(value)}$`, "u"),
    };
  }
  return { paths: [pathOf(spec, listed)], pattern: null };
}

function pathOf(name: string, listed: readonly string[]): Path {
  return listed.includes(name) || !/^[^.]+(?:\.[^.]+)+$/.test(name) ? [name] : name.split(".");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** The parts of a target, in the order of the paths; null where it does not read as the template says. */
export function partsBy({ paths, pattern }: Place, target: string): readonly string[] | null {
  if (pattern === null) return [target];
  const parts = pattern.exec(target)?.slice(1) ?? null;
  return parts === null || parts.length !== paths.length || parts.some((each) => each.trim() === "")
    ? null
    : parts;
}

/** Whether something stands there already, or where it would have to stand. */
export function isTaken(args: JsonObject, path: Path): boolean {
  let at: Json | undefined = args;
  for (const name of path) {
    if (!isObject(at) || !Object.hasOwn(at, name)) return at !== undefined && !isObject(at);
    at = at[name];
  }
  return true;
}

export function put(args: JsonObject, [name = "", ...rest]: Path, value: Json): JsonObject {
  const inner = args[name] ?? {};
  return {
    ...args,
    [name]: rest.length === 0 ? value : put(isObject(inner) && !isList(inner) ? inner : {}, rest, value),
  };
}
