/**
 * Mistakes in settings, in words: the key, and the value that belongs there. Knows the checker's findings, not the
 * settings' meaning.
 */
import type * as z from "zod";
import { nearest } from "../kit/nearest";

type Issue = z.core.$ZodIssue;

/** One sentence without its full stop: `alert_hours: a number, without quotes`. `value` is what was checked. */
export function sayMistake(issue: Issue | undefined, value: unknown): string {
  if (issue === undefined) return "the settings are not understood";
  const path = issue.path.map(String);
  const where = path.length === 0 ? "the settings" : path.join(".");
  const found = valueAt(value, path);
  if (issue.code === "invalid_union" && path[0] === "servers") return sayServer(where, found);
  return `${where}: ${expected(issue, found)}`;
}

function sayServer(where: string, found: unknown): string {
  const has = "a server has command and args, or url";
  if (!isRecord(found)) return `${where}: ${has}, in curly brackets`;
  const odd = Object.keys(found).find((key) => !SERVER_KEYS.includes(key));
  if (odd !== undefined) return `${where}: “${odd}” is not known; ${has}`;
  if (typeof found["command"] === "string" && found["command"] !== "")
    return `${where}: ${wrongPart(found) ?? has}`;
  if (typeof found["url"] === "string")
    return isAddress(found["url"])
      ? `${where}: headers are names and texts in curly brackets`
      : `${where}.url: ${AN_ADDRESS}`;
  if ("command" in found) return `${where}.command: the program, as text in quotes`;
  return "url" in found ? `${where}.url: an address, as text in quotes` : `${where}: ${has}`;
}

function wrongPart({ args, env, cwd }: Readonly<Record<string, unknown>>): string | null {
  if (args !== undefined && !(Array.isArray(args) && args.every((each) => typeof each === "string")))
    return "args is a list of texts in square brackets";
  if (env !== undefined && !(isRecord(env) && Object.values(env).every((each) => typeof each === "string")))
    return "env is names and texts in curly brackets, every value in quotes";
  return cwd !== undefined && typeof cwd !== "string" ? "cwd is a folder, as text in quotes" : null;
}

const AN_ADDRESS = "an address, such as https://example.com/mcp";
const SERVER_KEYS: readonly string[] = ["command", "args", "env", "cwd", "url", "headers"];

function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text);
}

function expected(issue: Issue, found: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return `${found === undefined ? "is missing; it is " : ""}${issue.expected === "int" && typeof found === "number" ? "a whole number" : (KINDS[issue.expected] ?? issue.expected)}`;
    case "too_small":
      return issue.origin === "string"
        ? "must not be empty"
        : `a number ${issue.inclusive === true ? "of at least" : "above"} ${String(issue.minimum)}`;
    case "too_big":
      if (issue.origin === "array") return `a list of at most ${String(issue.maximum)}`;
      return issue.origin === "string"
        ? `at most ${String(issue.maximum)} characters`
        : `a number of at most ${String(issue.maximum)}`;
    case "invalid_format":
      return issue.format === "url" ? AN_ADDRESS : issue.message;
    case "invalid_value":
      return `one of ${issue.values.map((each) => `“${String(each)}”`).join(", ")}`;
    case "invalid_key":
      return issue.issues[0]?.message ?? "this name cannot be used";
    default:
      return issue.message;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  number: "a number, without quotes",
  int: "a whole number, without quotes",
  string: "text, in quotes",
  boolean: "true or false, without quotes",
  array: "a list in square brackets",
  object: "names and values in curly brackets",
  record: "names and values in curly brackets",
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return (at as readonly unknown[])[Number(key)];
    return isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, value);
}

/** Keys that the checker passed over, however deep: `servers.mail.timeout`. `read` is what it made of `given`. */
export function unknownKeys(given: unknown, read: unknown, before = ""): string[] {
  if (Array.isArray(given) && Array.isArray(read))
    return given.flatMap((each, at) => unknownKeys(each, read[at], `${before}${String(at)}.`));
  if (!isRecord(given) || !isRecord(read)) return [];
  return Object.entries(given).flatMap(([key, value]) =>
    Object.hasOwn(read, key) ? unknownKeys(value, read[key], `${before}${key}.`) : [`${before}${key}`],
  );
}

/** A key that was passed over, and the one that may be meant. `holder`: what has it, at the beginning of a sentence. */
export function sayUnknown(key: string, read: unknown, holder: string): string {
  const near = meantKey(key, read);
  return `${holder} “${key}”, which is not known and was passed over.${near === null ? "" : ` Did you mean “${near}”?`}`;
}

/** The key that was meant, in full; null where none beside it is near. `read` is what the checker made of the whole. */
function meantKey(unknown: string, read: unknown): string | null {
  const path = unknown.split(".");
  const [key = "", parent] = [path.at(-1), path.slice(0, -1)];
  const beside = valueAt(read, parent);
  const known = isRecord(beside)
    ? [...Object.keys(beside), ...(parent[0] === "servers" && parent.length === 2 ? SERVER_KEYS : [])]
    : [];
  const near = nearest(key, known);
  return near === null ? null : [...parent, near].join(".");
}
