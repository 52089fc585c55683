/** Explains a refused block to somebody who has never met YAML: which line is wrong, and what to write instead. */
import { isObject, type Json, type JsonObject, toJson } from "../../kit/json";
import { type Fix, short } from "../../kit/yamlRepair";
import { type Joined, joinedIn, markIn, quoteText, readYaml, type Remark, remarksIn } from "../../kit/yaml";

/** `line` counts from 0 within the block. `fix` is left out where no one change puts it right. */
interface Fault {
  readonly line: number;
  readonly why: string;
  readonly fix?: Fix;
}

const KEYS: readonly string[] = ["type", "target", "send_at", "args", "attachments"];
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
    return { line, why: `“${short(first)}” must be in small letters; write: ${lower}:` };
  const names = `${unknown
    .slice(0, 3)
    .map((key) => `“${short(key)}”`)
    .join(", ")}${unknown.length > 3 ? " and more" : ""}`;
  const one = unknown.length === 1;
  if (Object.hasOwn(value, "args") && value["args"] === null)
    return {
      line,
      why: `${names} ${one ? "belongs" : "belong"} to args; put two more spaces before ${one ? "it" : "each"}`,
    };
  if (one && RECEIVER.test(first))
    return {
      line,
      why: `“${short(first)}” is not a key of the block; write target: for the receiver, or indent it two spaces under args if it is a field of the function`,
    };
  return {
    line,
    why: `${names} ${one ? "is not a key" : "are not keys"} of the block, which has type, target, send_at, args and attachments; a field of the function goes under args, two spaces further in`,
  };
}

/** The fault of a `type` that an action cannot have. */
export function badType(source: string, type: Json): Fault {
  if (typeof type !== "string" && type !== null)
    return {
      line: lineOf(source, "type"),
      why: "a type is one word in small letters; write a line such as type: email",
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
    why: `a type is one word in small letters, which “${short(type.replace(/^["“”']+|["“”']+$/g, ""))}” is not; write: type: ${meant === "" ? "email" : meant}`,
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
      why: `“${short(key)}” does not line up with “${short(other[2] ?? "")}” above; indent both the same`,
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
    why: "a bracket above, “[” or “{”, is never closed; close it, or quote the words",
  },
  {
    says: "missed comma between flow collection entries",
    why: "two entries in brackets need a comma between them; add one, or quote the words",
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
    why: `the text of “${short(key)}” must be indented more than “${short(key)}” itself; put ${String(lead.length + 2 - (text.length - text.trimStart().length))} more spaces before each of its lines`,
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
        ? "a comment begins with # and a space"
        : "write it as key: value, or indent it under the text it belongs to";
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

/** The part of a line before the text: `  body:`, `    -`. */
const KEY = /^([ \t]*(?:- +)*(?:[^\s:"'{[\]}#-][^:"'{[\]}#]*:|-))[ \t]*$/;
/** Fields whose text has to be one line. */
const ONE_LINE = new Set(["type", "target", "attachments"]);

/** The first text whose lines YAML would join; null when there is none. `source` is valid YAML. */
export function joinedText(source: string): Fault | null {
  const joined = joinedIn(source);
  if (joined === null) return null;
  const lines = source.split("\n");
  const first = lineAt(source, joined.from);
  const quote = joined.style === "single" || joined.style === "double" ? 1 : 0;
  const start = source.lastIndexOf("\n", joined.from - 1) + 1;
  const before = joined.style === "folded" ? "" : source.slice(start, joined.from - quote);
  const keyAt =
    before.trim() === "" ? lines.slice(0, first).findLastIndex((text) => text.trim() !== "") : first;
  const lead =
    KEY.exec(
      joined.style === "folded"
        ? (lines[keyAt] ?? "").replace(/>[-+\d]*[ \t]*$/, "")
        : before.trim() === ""
          ? (lines[keyAt] ?? "")
          : before,
    )?.[1] ?? null;
  const field =
    /^[A-Za-z_]\w*/.exec(lines.slice(0, keyAt + 1).findLast((text) => /^[A-Za-z_]/.test(text)) ?? "")?.[0] ??
    "";
  const name = lead?.trim() ?? "";
  const what = name.endsWith(":")
    ? `“${name
        .slice(0, -1)
        .replace(/^(?:- +)+/, "")
        .slice(0, 40)}”`
    : "this text";
  const fault = `${joined.style === "folded" ? "“>” joins" : "YAML would join"} the lines of ${what}`;
  if (lead === null || ONE_LINE.has(field)) return { line: keyAt, why: `${fault}; write it on one line` };
  const fix = fixed(lines, joined, { first, keyAt, lead, quote }, lineAt(source, joined.to));
  const why = `${fault}; write “${name} |” with the text on the lines below, or put it all on one line`;
  return { line: keyAt, why, ...(fix === null ? {} : { fix: { ...fix, why } }) };
}

interface Place {
  /** Index of the line on which the text begins. */
  readonly first: number;
  /** Index of the line with its key. */
  readonly keyAt: number;
  /** That line up to its colon or dash. */
  readonly lead: string;
  /** 1 when the text is in quotes, else 0. */
  readonly quote: number;
}

function fixed(
  lines: readonly string[],
  joined: Joined,
  { first, keyAt, lead, quote }: Place,
  end: number,
): Omit<Fix, "why"> | null {
  if (joined.style === "folded")
    return checked(lines, { at: keyAt, becomes: [(lines[keyAt] ?? "").replace(/>([-+\d]*[ \t]*)$/, "|$1")] });
  const text = lines.slice(first, end + 1);
  const words = text.join("\n");
  if (quote > 0 && (words.includes("\\") || /''/.test(words))) return null;
  const last = quote > 0 ? [{ at: end, becomes: (lines[end] ?? "").replace(/["'][ \t]*$/, "") }] : [];
  if (first > keyAt) {
    const opening = quote > 0 ? [{ at: first, becomes: (lines[first] ?? "").replace(/["']/, "") }] : [];
    return checked(lines, { at: keyAt, becomes: [`${lead} |`], also: [...opening, ...last] });
  }
  const below = text.slice(1).filter((each) => each.trim() !== "");
  const indent = Math.min(...below.map((each) => each.length - each.trimStart().length));
  const opening = (lines[first] ?? "").slice(lead.length).trim().slice(quote);
  return checked(lines, {
    at: keyAt,
    becomes: [`${lead} |`, ...(opening === "" ? [] : [`${" ".repeat(indent)}${opening}`])],
    also: last,
  });
}

/** The change if the block keeps the lines of this text after it, else null. */
function checked(lines: readonly string[], fix: Omit<Fix, "why">): Omit<Fix, "why"> | null {
  const also = new Map((fix.also ?? []).map(({ at, becomes }) => [at, becomes]));
  const source = lines
    .flatMap((text, at) => (at === fix.at ? fix.becomes : [also.get(at) ?? text]))
    .join("\n");
  const read = readYaml(source, "text");
  const next =
    read.kind === "value" && isObject(toJson(read.value)?.value ?? null) ? joinedIn(source) : undefined;
  if (next === undefined) return null;
  return next === null || lineAt(source, next.from) > fix.at + fix.becomes.length ? fix : null;
}

function lineAt(source: string, at: number): number {
  return source.slice(0, at).split("\n").length - 1;
}

/** Null where everything in the block is said. `source` is valid YAML. */
export function leftOut(source: string): Fault | null {
  const mark = markIn(source);
  if (mark !== null)
    return {
      line: mark.line,
      why: `“${mark.mark}” is special in YAML and would be left out; quote the whole value if it is text, or remove the character`,
    };
  return remarkFault(source);
}

function remarkFault(source: string): Fault | null {
  const remarks = remarksIn(source);
  if (remarks.length === 0) return null;
  const own = new Set(remarks.filter(({ before }) => before.trim() === "").map(({ line }) => line));
  const lines = source.split("\n");
  const indents = lines.map((text, at) => (text.trim() === "" || own.has(at) ? null : indentOf(text)));
  const above = nearestIndents(indents);
  const below = nearestIndents([...indents].reverse()).reverse();
  // By line: whether the next line with content is an entry. True where there is none.
  let follows: boolean | null = null;
  const isAboveEntry = [...lines]
    .reverse()
    .map((text, at) => {
      const before = follows;
      if (indents[lines.length - 1 - at] !== null) follows = isEntry(text);
      return before ?? true;
    })
    .reverse();
  const odd = remarks.find(
    (each) =>
      !own.has(each.line) ||
      !standsForItself(each, above[each.line] ?? null, below[each.line] ?? null) ||
      isAboveEntry[each.line] === false,
  );
  return odd === undefined ? null : { line: odd.line, why: explain(odd) };
}

/** For each line, how far in the last line with content before it is; null where there is none. */
function nearestIndents(indents: readonly (number | null)[]): (number | null)[] {
  let last: number | null = null;
  return indents.map((indent) => {
    const before = last;
    last = indent ?? last;
    return before;
  });
}

/**
 * `# remark`, as far in as the line that follows it, or no further in than the line before it. `#tag`, or one that
 * hangs under a value, may be text.
 */
function standsForItself({ before, remark }: Remark, above: number | null, below: number | null): boolean {
  return /^#+(?:\s|$)/.test(remark) && (below === before.length || above === null || before.length <= above);
}

/** An item of a list, or a key with its colon. A remark above any other line may be the first line of a text. */
function isEntry(line: string): boolean {
  return /^\s*-(?:\s|$)/.test(line) || /:(?:\s|$)/.test(line);
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** A key or a dash, and behind it a value that needs quotes to hold the sign. */
const VALUE = /^(\s*(?:- +)*(?:[^\s"'#:-][^:#]*:)?[ \t]*)([^"'|>{[\s].*)?$/;

function explain({ before, remark }: Remark): string {
  const cut = `“${remark.trimEnd()}” would be left out: after a space, # begins a comment`;
  if (before.trim() === "")
    return `${cut}; if it is text, put it after its key, in quotes; otherwise, remove it`;
  const [, key = "", value = ""] = VALUE.exec(before) ?? [];
  const apart = "put it on its own line, above";
  if (key.trim() === "" || (value === "" && before.trimEnd() !== key.trimEnd()))
    return `${cut}; remove it, or ${apart}`;
  return `${cut}; if it is text, write “${key.trim()} ${quoteText(`${value}${remark.trimEnd()}`)}”; if not, ${apart}`;
}
