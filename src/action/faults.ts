/** Explains a refused block to somebody who has never met YAML: which line is wrong, and what to write instead. */
import type { Json, JsonObject } from "../kit/json";
import { short } from "../kit/yamlRepair";

/** `line` counts from 0 within the block. */
export interface Fault {
  readonly line: number;
  readonly why: string;
}

const KEYS: readonly string[] = ["type", "target", "args", "attachments"];
const RECEIVER = /^(?:to|recipients?|receivers?|e-?mail|address)$/i;
const ENTRY = /^([ \t]*)(?:- +)?([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]|$)/;

/** The fault of the first unknown keys; null when all keys are known. `value`: the block as read. */
export function unknownKeys(source: string, value: JsonObject): Fault | null {
  const unknown = Object.keys(value).filter((key) => !KEYS.includes(key));
  const [first] = unknown;
  if (first === undefined) return null;
  const line = lineOf(source, first);
  const lower = KEYS.find((key) => key === first.trim().toLowerCase());
  if (lower !== undefined)
    return { line, why: `“${short(first)}” has to be written in small letters; write: ${lower}:` };
  const names = `${unknown
    .slice(0, 3)
    .map((key) => `“${short(key)}”`)
    .join(", ")}${unknown.length > 3 ? " and more" : ""}`;
  const one = unknown.length === 1;
  if (Object.hasOwn(value, "args") && value["args"] === null)
    return {
      line,
      why: `${names} ${one ? "belongs" : "belong"} to args; put two more spaces before ${one ? "it" : "each of them"}`,
    };
  if (one && RECEIVER.test(first))
    return {
      line,
      why: `“${short(first)}” is no key of the block; write target: for whom it goes to, or put it beneath args, two spaces further in, if it is a field of the tool`,
    };
  return {
    line,
    why: `${names} ${one ? "is no key" : "are no keys"} of the block, which has type, target, args and attachments; a field of the tool goes beneath args, two spaces further in`,
  };
}

/** The fault of a `type` that an action cannot have. */
export function badType(source: string, type: Json): Fault {
  if (typeof type !== "string" && type !== null)
    return {
      line: lineOf(source, "type"),
      why: "a type is one word of small letters; write a line such as type: email",
    };
  if (type === null || type.trim() === "")
    return { line: lineOf(source, "type"), why: "the block has no type; write a line such as type: email" };
  const word = type
    .toLowerCase()
    .replace(/["'“”„«»‘’]/g, "")
    .trim()
    .replace(/[\s-]+/g, "_");
  const meant = /^e_mails?$|^mails?$/.test(word)
    ? "email"
    : word
        .replace(/[^a-z0-9_]/g, "")
        .replace(/^[0-9_]+/, "")
        .slice(0, 40);
  return {
    line: lineOf(source, "type"),
    why: `a type is one word of small letters, which “${short(type.replace(/^["“”']+|["“”']+$/g, ""))}” is not; write: type: ${meant === "" ? "email" : meant}`,
  };
}

/** The fault at the line where the parser stopped. `reason`: the parser’s own words, used when we have none. */
export function parserFault(lines: readonly string[], at: number, reason: string): Fault {
  const line = lines[at] ?? "";
  const outside = textOutside(lines, at);
  if (outside !== null) return outside;
  const [, lead = "", key = ""] = ENTRY.exec(line) ?? [];
  if (reason.includes("duplicated mapping key"))
    return { line: at, why: `“${short(key)}” is there twice; keep one of the two lines` };
  const other = lines
    .slice(0, at)
    .map((each) => ENTRY.exec(each))
    .findLast((each) => each !== null);
  if (
    reason.includes("bad indentation") &&
    key !== "" &&
    other != null &&
    other[1] !== lead &&
    (other[1] ?? "") !== ""
  ) {
    return {
      line: at,
      why: `“${short(key)}” does not line up with “${short(other[2] ?? "")}” above; give both the same number of spaces`,
    };
  }
  const stray = strayLine(lines, at);
  if (stray !== null) return stray;
  const plainly = BRACKETS.find(({ says }) => reason.includes(says));
  return { line: at, why: plainly?.why ?? `the block is not valid YAML: ${reason}` };
}

/** Faults of which the parser speaks in words of its own. */
const BRACKETS = [
  {
    says: "end of the stream within a flow collection",
    why: "a bracket that opens above, “[” or “{”, is never closed; close it, or put the words in quotation marks",
  },
  {
    says: "missed comma between flow collection entries",
    why: "between two entries in brackets there is no comma; write one, or put the words in quotation marks",
  },
] as const;

/** The text below `body: |` is not indented further than `body`. */
function textOutside(lines: readonly string[], at: number): Fault | null {
  const sign = lines
    .slice(0, at + 1)
    .findLastIndex((each) => /^[ \t]*(?:- +)?[A-Za-z_][\w-]*:[ \t]*[|>][-+]?[ \t]*$/.test(each));
  const [, lead = "", key = ""] = ENTRY.exec(lines[sign] ?? "") ?? [];
  const next = lines.findIndex((each, index) => index > sign && each.trim() !== "");
  const text = lines[next] ?? "";
  if (
    sign < 0 ||
    next < 0 ||
    next > at ||
    ENTRY.test(text) ||
    text.length - text.trimStart().length > lead.length
  )
    return null;
  return {
    line: next,
    why: `the text of “${short(key)}” has to stand further in than “${short(key)}” itself; put ${String(lead.length + 2 - (text.length - text.trimStart().length))} more spaces before each of its lines`,
  };
}

/**
 * A line that is not “key: value” although one is expected there; up to two lines above the one where the parser
 * stopped.
 */
function strayLine(lines: readonly string[], at: number): Fault | null {
  const stray = [at, at - 1, at - 2].find(
    (each) =>
      each > 0 &&
      /^[ \t]*[^\s#-]/.test(lines[each] ?? "") &&
      !ENTRY.test(lines[each] ?? "") &&
      !/[[\]{}"']/.test(lines[each] ?? ""),
  );
  if (stray === undefined) return null;
  const text = (lines[stray] ?? "").trim();
  const pair = /^([A-Za-z_]\w*)\s*[-=–—]+>?\s+(\S.*)$/.exec(text);
  const cure =
    pair !== null
      ? `write: ${pair[1] ?? ""}: ${pair[2] ?? ""}`
      : /^(?:\/\/|--)/.test(text)
        ? "a remark begins with # and a space"
        : "write it as key: value, or further in, beneath the text it belongs to";
  return { line: stray, why: `“${short(text)}” is not “key: value”; ${cure}` };
}

/** The line of this key, at the margin before any further in; 0 where there is none. */
function lineOf(source: string, key: string): number {
  const lines = source.split("\n");
  const at = lines.findIndex(
    (line) =>
      line.replace(/^["']/, "").startsWith(key) &&
      /^["']?[ \t]*:/.test(line.replace(/^["']/, "").slice(key.length)),
  );
  return at >= 0
    ? at
    : Math.max(
        0,
        lines.findIndex((line) => line.trimStart().replace(/^["']/, "").startsWith(key)),
      );
}
