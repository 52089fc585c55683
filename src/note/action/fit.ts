/**
 * Whether arguments fit a tool's JSON Schema, in sentences a person understands. Checked before a request is written,
 * so that nobody approves what the server is bound to refuse. zod does the checking, on a narrowed copy of the schema
 * (`schema`).
 */
import * as z from "zod";
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import { never } from "../../kit/never";
import { remember } from "../../kit/remember";
import { escapeLine } from "../../kit/text";
import { FORMAT_KEY, LENGTH_KEY, narrowed, PATTERN_KEY, quickPattern } from "./schema";

interface Checker {
  readonly narrow: JsonObject;
  readonly type: z.ZodType;
}

/** Making a checker costs more than checking, and one tool is asked about at every look. */
const checkerOf = remember((schema: JsonObject): Checker => {
  const narrow = narrowed(schema);
  return { narrow, type: z.fromJSONSchema({ ...narrow, type: "object" }, { registry: z.registry() }) };
});

export interface Misfit {
  /** Name of the argument; null where it is within one, or about all of them. */
  readonly argument: string | null;
  /** The argument, or the place within it, as a sentence begins with it. */
  readonly subject: string;
  /** The rest of the sentence, without a full stop: `is missing`. */
  readonly words: string;
}

/** One per misfit, without a full stop: "`subject` is missing". Empty when the arguments fit. At most 20. */
export function misfits(schema: JsonObject, args: JsonObject): readonly string[] {
  return findMisfits(schema, args).map(({ subject, words }) => `${subject} ${words}`);
}

/** Each once. Empty when the arguments fit. At most 20. */
export function findMisfits(schema: JsonObject, args: JsonObject): readonly Misfit[] {
  try {
    // Without `jitless` zod writes code for the schema and runs it.
    const { narrow, type } = checkerOf(schema);
    const { error } = type.safeParse(withoutPrototype(args), { jitless: true });
    const found = (error?.issues ?? []).flatMap((issue) => misfitsOf(issue, [], args));
    const texts = textMisfits(narrow, args).map(({ path, limit, wants }) =>
      misfit(path, limit === null ? (wants ?? WRONG_FORM) : `must ${boundWords("string", limit, "at most")}`),
    );
    const all = [...found, ...texts];
    return [...new Map(all.map((each) => [`${each.subject} ${each.words}`, each])).values()].slice(0, 20);
  } catch {
    // The server checks for itself: a schema that cannot be understood here is no reason to stop a right action.
    return [];
  }
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function misfitsOf(issue: Issue, before: Path, args: Json): readonly Misfit[] {
  const path = [...before, ...issue.path];
  const one = (words: string): readonly Misfit[] => [misfit(path, words)];
  const value = valueAt(args, path);
  if (value === undefined && path.length > 0) return one("is missing");
  switch (issue.code) {
    case "invalid_type":
      return one(
        issue.expected === "never"
          ? "is not allowed"
          : `must be ${typeWords(issue.expected)}${insteadOf(value, issue.expected)}`,
      );
    case "invalid_value":
      return one(
        issue.values.length === 1
          ? `must be ${quoted(issue.values[0])}`
          : `must be one of ${issue.values.slice(0, 12).map(quoted).join(", ")}`,
      );
    case "too_small":
      return one(
        `must ${boundWords(issue.origin, Number(issue.minimum), issue.inclusive === false ? "more than" : "at least")}`,
      );
    case "too_big":
      return one(
        `must ${boundWords(issue.origin, Number(issue.maximum), issue.inclusive === false ? "less than" : "at most")}`,
      );
    case "invalid_format":
      return one(WRONG_FORM);
    case "unrecognized_keys":
      return issue.keys.map((key) =>
        path.length === 0
          ? misfit([key], "is not a field of this function")
          : { argument: null, subject: nameOf([key]), words: `does not belong in ${nameOf(path)}` },
      );
    case "invalid_union":
      return misfitsOfUnion(issue, path, args);
    case "custom":
      return one("contains something twice");
    case "not_multiple_of":
    case "invalid_key":
    case "invalid_element":
      return one("does not fit what the function wants");
    default:
      return never(issue);
  }
}

/** Of several allowed forms, the one that comes nearest is spoken about. */
function misfitsOfUnion(
  issue: Extract<Issue, { code: "invalid_union" }>,
  path: Path,
  args: Json,
): readonly Misfit[] {
  if (issue.errors.length === 0)
    return [misfit(path, "fits several forms, and the function allows only one")];
  const wrongType = issue.errors.map((branch) =>
    branch.find((one) => one.code === "invalid_type" && one.path.length === 0),
  );
  const expected = wrongType.flatMap((one) =>
    one?.code === "invalid_type" ? [typeWords(one.expected)] : [],
  );
  if (expected.length === issue.errors.length)
    return [misfit(path, `must be ${[...new Set(expected)].join(" or ")}`)];
  const near =
    issue.errors
      .filter((_, index) => wrongType[index] === undefined)
      .sort((a, b) => a.length - b.length)[0] ?? [];
  return near.flatMap((one) => misfitsOf(one, path, args));
}

/**
 * The end of a sentence about a value of another kind than expected: it tells what stands there where a person may not
 * see that it differs; else empty.
 */
function insteadOf(value: Json | undefined, expected: string): string {
  if (value === null) return ", but is empty; fill it in, or remove the line";
  return typeof value === "string" && ["number", "int", "boolean"].includes(expected)
    ? `, not “${escapeLine(value, 40)}”`
    : "";
}

const WRONG_FORM = "does not have the form the function wants";

function misfit(path: Path, words: string): Misfit {
  const [name, ...within] = path;
  return {
    argument: within.length > 0 || name === undefined ? null : String(name),
    subject: nameOf(path),
    words,
  };
}

function typeWords(expected: string): string {
  return TYPE_WORDS[expected] ?? escapeLine(expected, 40);
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "a group of named values",
  record: "a group of named values",
  null: "null",
};

function boundWords(origin: string, bound: number, words: string): string {
  if (origin === "string")
    return `have ${words} ${String(bound)} ${bound === 1 ? "character" : "characters"}`;
  if (origin === "array") return `have ${words} ${String(bound)} ${bound === 1 ? "item" : "items"}`;
  return `be ${words} ${String(bound)}`;
}

/** `attachments[0].name`, in backticks. Names come from the tool or the note, so they are shown, not trusted. */
function nameOf(path: Path): string {
  if (path.length === 0) return "the whole of the fields";
  const text = path
    .map((part, index) =>
      typeof part === "number" ? `[${String(part)}]` : `${index === 0 ? "" : "."}${String(part)}`,
    )
    .join("");
  return `\`${escapeLine(text.replaceAll("`", "'"), 80)}\``;
}

function quoted(value: unknown): string {
  return escapeLine(typeof value === "bigint" ? String(value) : JSON.stringify(value ?? null), 60);
}

/** zod would find `toString` in every object. */
function withoutPrototype(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map(withoutPrototype);
  const copy = Object.create(null) as Record<string, Json>;
  for (const [key, item] of Object.entries(value)) copy[key] = withoutPrototype(item);
  return copy;
}

function valueAt(value: Json, path: Path): Json | undefined {
  let at: unknown = value;
  for (const part of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[part];
  }
  return at as Json;
}

interface TextMisfit {
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
function textMisfits(schema: Json, value: Json, path: TextMisfit["path"] = []): readonly TextMisfit[] {
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
