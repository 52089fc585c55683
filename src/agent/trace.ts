/**
 * The trace as it stands in the note: one collapsed callout an entry. Its first line and what lies in it are for
 * people; the last line holds the entry as JSON in a comment, and a MAC under the device’s key over all of it and over
 * the MAC before. An entry that was edited by hand, merged by sync or written by another device breaks the chain. A
 * chain counts whole, from its first entry to the end of the note, or not at all: half of a run would be a run that
 * nobody had.
 */
import { parseJson } from "../kit/json";
import { sameDigest, sealText } from "../kit/hash";
import { joinLines, lineEnd, splitLines, type Line } from "../kit/lines";
import { entry, type EntryOf, type WorkEntry } from "./entry";
import { filesOf } from "./run";
import { tell } from "./tell";
import { writeDay } from "../kit/dates";
import { nameOf } from "../kit/path";
import { escapeMarkdown, link } from "../kit/text";

const PURPOSE = "planwright work 1";
const OPENS = "> %%pw1";
const LAST = /^> %%pw1( first)? (\{.*\}) ([0-9a-f]{64})%%$/s;
export const TRACE = "## Trace";

export interface Trace {
  /** Those of the chain at the end of the note, oldest first; none where anything in it is broken. */
  readonly entries: readonly WorkEntry[];
  /** How many stand before that chain: nothing vouches for them. */
  readonly broken: number;
  /**
   * Questions among these, as far as they can be read: they may have been paid, so they count against the limits, and
   * for nothing else.
   */
  readonly unproved: readonly EntryOf<"asked">[];
  /** Work files that other entries among these say were written, with the hash of each. */
  readonly unprovedFiles: ReadonlyMap<string, string>;
  /** MAC of the last entry of the chain; empty where there is none. */
  readonly head: string;
}

export const NO_TRACE: Trace = { entries: [], broken: 0, unproved: [], unprovedFiles: new Map(), head: "" };

interface Last {
  /** Index of the line. */
  readonly at: number;
  readonly first: boolean;
  readonly json: string;
  readonly mac: string;
}

/** Traces that were read last: the same notes are asked for several times before they change. */
let lately: readonly { readonly text: string; readonly of: string; readonly trace: Trace }[] = [];
const MOST_LATELY = 4;

/** `key`: of the device, hex. `plan`: its key, so that an entry of another plan’s notes does not fit here. */
export function readTrace(text: string, plan: string, key: string): Trace {
  if (!text.includes(OPENS)) return NO_TRACE;
  const of = `${key} ${plan}`;
  const known = lately.find((each) => each.of === of && each.text === text);
  if (known !== undefined) return known.trace;
  const trace = readAnew(text, plan, key);
  lately = [{ text, of, trace }, ...lately].slice(0, MOST_LATELY);
  return trace;
}

function readAnew(text: string, plan: string, key: string): Trace {
  const lines = splitLines(text);
  const all = lines.flatMap((line, at): Last[] => {
    if (!line.text.startsWith(OPENS)) return [];
    // A line that begins like an entry and is none has been changed: its MAC fits nothing.
    const [, first, json = "", mac = ""] = LAST.exec(line.text) ?? [];
    return [{ at, first: first !== undefined, json, mac }];
  });
  const entries: WorkEntry[] = [];
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const last = all[at];
    if (last === undefined) break;
    const before = last.first ? "" : (all[at - 1]?.mac ?? "");
    const body = bodyOf(lines, last);
    const read =
      body === null ? null : proved(last, { key, sealed: sealedOf(plan, before, last.first, body) });
    if (read === null) break;
    entries.push(read);
    if (last.first)
      return {
        entries: entries.reverse(),
        broken: at,
        ...unprovedIn(all.slice(0, at)),
        head: all.at(-1)?.mac ?? "",
      };
  }
  return { ...NO_TRACE, broken: all.length, ...unprovedIn(all) };
}

function unprovedIn(all: readonly Last[]): Pick<Trace, "unproved" | "unprovedFiles"> {
  const read = all.flatMap(({ json }) => readEntry(json) ?? []);
  return { unproved: read.filter((each) => each.kind === "asked"), unprovedFiles: filesOf(read) };
}

/**
 * The note’s text with one more entry at its end. The first one after a break begins a new chain. Null for an entry
 * that could not be read again: with it at its end, the note would be a broken one.
 */
export function addEntry(text: string, plan: string, key: string, added: WorkEntry): string | null {
  const { head } = readTrace(text, plan, key);
  const end = lineEnd(splitLines(text));
  const isFirst = head === "";
  const json = writeEntry(added);
  if (json === null) return null;
  // Editors take away what stands at the ends of lines.
  const shown = tell(added).map((line) => line.trimEnd());
  const mac = sealText(key, PURPOSE, sealedOf(plan, head, isFirst, [...shown, json].join("\n")));
  const whole = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
  const block = [...shown, `${OPENS}${isFirst ? " first" : ""} ${json} ${mac}%%`];
  return `${whole}${joinLines(["", ...block].map((each) => ({ text: each, end })))}`;
}

function sealedOf(plan: string, before: string, isFirst: boolean, body: string): string {
  return [plan, isFirst ? "first" : before, body].join("\n");
}

interface Proof {
  readonly key: string;
  /** The text that the MAC stands for. */
  readonly sealed: string;
}

/**
 * Entries whose MAC was right, by it: each turn reads the whole trace several times, and without these a step of many
 * turns would take the square of their number.
 */
const PROVED = new Map<string, Proof & { readonly entry: WorkEntry }>();
const MOST_PROVED = 2000;

/** The entry, where its MAC is right and it can be read. */
function proved({ mac, json }: Last, { key, sealed }: Proof): WorkEntry | null {
  const known = PROVED.get(mac);
  if (known !== undefined && known.key === key && known.sealed === sealed) return known.entry;
  if (!sameDigest(mac, sealText(key, PURPOSE, sealed))) return null;
  const read = readEntry(json);
  if (read === null) return null;
  if (PROVED.size >= MOST_PROVED) PROVED.clear();
  PROVED.set(mac, { key, sealed, entry: read });
  return read;
}

/**
 * Everything the MAC stands for, but for the MAC before. Null where lines that are shown within the callout stand
 * outside of what is sealed.
 */
function bodyOf(lines: readonly Line[], { at, json }: Last): string | null {
  if (lines[at + 1]?.text.startsWith(">") === true) return null;
  let from = at;
  while (lines[from - 1]?.text.startsWith(">") === true) {
    from -= 1;
    // The end of another entry; looking on beyond it, entry for entry, would take the square of the time.
    if (lines[from]?.text.startsWith(OPENS) === true) return null;
  }
  return [...lines.slice(from, at).map((line) => line.text), json].join("\n");
}

/** Null where it would not be read again: a number that is none, or a depth that nothing reads. */
function writeEntry(added: WorkEntry): string | null {
  try {
    const json = inComment(JSON.stringify(added));
    return readEntry(json) === null ? null : json;
  } catch {
    return null;
  }
}

function readEntry(json: string): WorkEntry | null {
  try {
    return entry.parse(parseJson(json));
  } catch {
    return null;
  }
}

/**
 * JSON in which nothing ends the comment, opens a template, an embed or a tag, or hides from the eye. Reads as the same
 * value.
 */
function inComment(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/gs, (text) => text.replace(UNSAFE, escape));
}

const UNSAFE = /[%<>`$=![\]{}:#\p{C}\p{Zl}\p{Zp}]/gu;

function escape(char: string): string {
  return Array.from({ length: char.length }, (_each, at) => char.charCodeAt(at))
    .map((code) => `\\u${code.toString(16).padStart(4, "0")}`)
    .join("");
}

export const ARTIFACTS = "## Artifacts";

/**
 * The note’s text with a line for this file. Without one where it is listed already, or where somebody took the section
 * away.
 */
export function addArtifact(
  text: string,
  { path, step, at }: { readonly path: string; readonly step: string; readonly at: number },
): string {
  const lines = splitLines(text);
  const from = lines.findIndex((line) => line.text.trim() === ARTIFACTS);
  const to = lines.findIndex((line, n) => n > from && line.text.trim() === TRACE);
  if (from < 0 || to < 0) return text;
  const listed = lines.slice(from + 1, to);
  const target = link(path, nameOf(path));
  if (listed.some((line) => line.text.includes(target))) return text;
  const last = listed.findLastIndex((line) => line.text.trim() !== "");
  const n = listed.filter((line) => /^- \[A\d+\] /.test(line.text)).length + 1;
  const line = `- [A${String(n)}] ${target}: written in ${escapeMarkdown(step, 160)}, ${writeDay(at)}`;
  const end = lineEnd(lines);
  const behind = from + 2 + last;
  const added = (last < 0 ? ["", line] : [line]).map((each) => ({ text: each, end }));
  return joinLines([...lines.slice(0, behind), ...added, ...lines.slice(behind)]);
}
