/**
 * The trace as it stands in the note: one collapsed callout an entry. Its first line and what lies in it are for people; the last line holds
 * the entry as JSON in a comment, and a MAC under the device’s key over all of it and over the MAC before. What was edited by hand, merged
 * by sync or written by another device breaks the chain: only the entries after the last break count.
 */
import { sameDigest, sealText } from "../kit/hash";
import { joinLines, lineEnd, splitLines } from "../kit/lines";
import { entry, type WorkEntry } from "./entry";
import { tell } from "./tell";

const PURPOSE = "planwright work 1";
const LAST = /^> %%pw1( first)? (\{.*\}) ([0-9a-f]{64})%%$/s;
export const TRACE = "## Trace";

export interface Trace {
  /** Those of the unbroken chain at the end, oldest first. */
  readonly entries: readonly WorkEntry[];
  /** How many stand before a break: nothing vouches for them. */
  readonly broken: number;
  /** MAC of the last entry of the chain; empty where there is none. */
  readonly head: string;
}

export const NO_TRACE: Trace = { entries: [], broken: 0, head: "" };

interface Found {
  readonly first: boolean;
  /** Everything the MAC stands for, but for the MAC before. */
  readonly body: string;
  readonly json: string;
  readonly mac: string;
}

/** `key`: of the device, hex. `plan`: its key, so that an entry of another plan’s notes does not fit here. */
export function readTrace(text: string, plan: string, key: string): Trace {
  const all = findEntries(text);
  const entries: WorkEntry[] = [];
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const found = all[at];
    if (found === undefined) break;
    const before = found.first ? "" : (all[at - 1]?.mac ?? "");
    const isWhole =
      (found.first || before !== "") &&
      sameDigest(found.mac, macOf(key, plan, before, found.first, found.body));
    const parsed = isWhole ? entry.safeParse(JSON.parse(found.json)) : null;
    if (parsed?.success !== true) break;
    entries.unshift(parsed.data);
    if (found.first) break;
  }
  return {
    entries,
    broken: all.length - entries.length,
    head: entries.length === 0 ? "" : (all.at(-1)?.mac ?? ""),
  };
}

/** The note’s text with one more entry at its end. The first one after a break begins a new chain. */
export function addEntry(text: string, plan: string, key: string, added: WorkEntry): string {
  const { head } = readTrace(text, plan, key);
  const lines = splitLines(text);
  const end = lineEnd(lines);
  const isFirst = head === "";
  const shown = tell(added);
  const json = inComment(JSON.stringify(added));
  const mac = macOf(key, plan, head, isFirst, [...shown, json].join("\n"));
  const whole = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
  const block = [...shown, `> %%pw1${isFirst ? " first" : ""} ${json} ${mac}%%`];
  return `${whole}${joinLines(["", ...block].map((each) => ({ text: each, end })))}`;
}

function macOf(key: string, plan: string, before: string, isFirst: boolean, body: string): string {
  return sealText(key, PURPOSE, [plan, isFirst ? "first" : before, body].join("\n"));
}

function findEntries(text: string): Found[] {
  if (!text.includes("%%pw1")) return [];
  const lines = splitLines(text);
  return lines.flatMap((line, at): Found[] => {
    const match = LAST.exec(line.text);
    if (match === null) return [];
    const [, first, json = "", mac = ""] = match;
    let from = at;
    while (lines[from - 1]?.text.startsWith(">") === true) from -= 1;
    const body = [...lines.slice(from, at).map((each) => each.text), json].join("\n");
    return isJson(json) ? [{ first: first !== undefined, body, json, mac }] : [];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON in which nothing ends the comment, opens a template, an embed or a tag, or hides from the eye. Reads as the same value. */
function inComment(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/gs, (text) => text.replace(UNSAFE, escape));
}

const UNSAFE = /[%<>`$=![\]{}:\p{C}\p{Zl}\p{Zp}]/gu;

function escape(char: string): string {
  return Array.from({ length: char.length }, (_each, at) => char.charCodeAt(at))
    .map((code) => `\\u${code.toString(16).padStart(4, "0")}`)
    .join("");
}
