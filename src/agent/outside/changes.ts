/** The changes in a project while a program ran, as a person and a reviewer read them. All of it is data. */
import { showStamp } from "../../kit/dates";
import { count, counted } from "../../kit/numbers";
import { nameOf } from "../../kit/path";
import { escapeLine, escapeMarkdown } from "../../kit/text";
import type { FileChange, FolderChanges } from "../../kit/ports/programs";
import { diffLines, type DiffLine } from "../edit/lineDiff";
import type { EntryOf } from "../entry";
import { sanitizeCode } from "../sanitize";
import { HIDDEN, hideKeys, hidePrivateKeys, hideSecrets } from "./hideSecrets";

export type Changes = NonNullable<EntryOf<"answered">["changes"]>;

/** Files that are listed and compared. */
const MOST_LISTED = 50;
/** Lines of the difference of one file, and characters of each. */
const MOST_LINES = 400;
const LONGEST_LINE = 500;
/** Characters of a line that are searched for keys: more takes too long. */
const MOST_SEARCHED = 2000;
/** Characters of all differences. */
const LONGEST_DIFFERENCE = 60_000;
/** Characters of a file beyond which a run is only named in it. */
const LONGEST_FILE = 300_000;
/** Lines around a change. */
const AROUND = 3;

interface Told {
  readonly changes: Changes;
  /** Markdown, for the file of the step. */
  readonly section: string;
}

interface AboutRun {
  /** Absolute path. */
  readonly project: string;
  /** The program ended well. */
  readonly isWhole: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Null where nothing changed. */
export function tellChanges(
  { files, isCut }: FolderChanges,
  { project, isWhole, at }: AboutRun,
): Told | null {
  if (files.length === 0) return null;
  // Each comparison takes time.
  const all = files.slice(0, MOST_LISTED).map(compare);
  const listed = all.map((each) => {
    const { kind, added, removed } = each;
    return { path: nameIn(each), kind, added, removed };
  });
  const name = escapeLine(nameOf(project.replace(/[\\/]+$/, "").replace(/\\/g, "/")), 100);
  const changes: Changes = {
    project: name,
    files: listed,
    ...(files.length > all.length ? { more: files.length - all.length } : {}),
    ...(isCut ? { isCut: true as const } : {}),
  };
  const difference = sanitizeCode(joinDifferences(all));
  const longest = Math.max(2, ...[...difference.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  const section = [
    `## ${showStamp(at)}, in ${escapeMarkdown(name, 100)}${isWhole ? "" : ", during a run that did not end well"}`,
    "",
    ...sayChanges(changes).map((each) => `- ${each}`),
    "",
    ...(difference === "" ? [] : [`${mark}diff`, difference, mark, ""]),
  ].join("\n");
  return { changes, section };
}

/** A line of Markdown for each file, and for what is not listed. */
export function sayChanges({ files, more = 0, isCut }: Changes): readonly string[] {
  return [
    ...files.map(({ path, kind, added, removed }) => {
      const lines =
        added === null || removed === null ? " (no text)" : ` +${count(added)} −${count(removed)}`;
      return `${kind} ${escapeMarkdown(path, 300)}${lines}`;
    }),
    ...(more > 0 ? [`and ${counted(more, "more file")}`] : []),
    ...(isCut === true
      ? ["Of some files of the project nothing is known: it has too many, or they cannot be read."]
      : []),
  ];
}

/**
 * The text of the file with one more section; the newest is the first. All that is there stays, whoever wrote it.
 * `before`: the file as it is; null for none.
 */
export function addChanges(before: string | null, called: string, section: string): string {
  const older = before ?? "";
  const at = older.indexOf("\n## ");
  const head =
    at < 0
      ? `# Changes during ${escapeMarkdown(called, 160)}\n\nPlanwright compared the project before and after each run of the program. A person or another program may have made some of the changes. The newest run is first.\n`
      : older.slice(0, at);
  const [title = ""] = section.split("\n", 1);
  const isFull = older.length + section.length > LONGEST_FILE;
  const added = isFull
    ? `${title}\n\nOnly the work notes list the changes of this run: this file is too long to hold them.\n`
    : section;
  const rest = at < 0 ? older : older.slice(at);
  return `${head}\n${added}${rest === "" || at >= 0 ? rest : `\n${rest}`}`;
}

interface Compared extends FileChange {
  readonly added: number | null;
  readonly removed: number | null;
  readonly lines: readonly DiffLine[];
}

function compare(change: FileChange): Compared {
  const { kind, before, after } = change;
  if ((kind !== "added" && before === null) || (kind !== "removed" && after === null))
    return { ...change, added: null, removed: null, lines: [] };
  const [was, is] = [linesOf(before), linesOf(after)];
  const lines = hideIn(diffLines(was, is), hidePrivateKeys(was), hidePrivateKeys(is));
  const countOf = (sign: DiffLine["sign"]): number => lines.filter((each) => each.sign === sign).length;
  return { ...change, added: countOf("+"), removed: countOf("-"), lines };
}

/** The difference of two texts, with the lines as they may be shown: a changed key is a change that shows no key. */
function hideIn(
  lines: readonly DiffLine[],
  was: readonly string[],
  is: readonly string[],
): readonly DiffLine[] {
  let [old, now] = [0, 0];
  return lines.map((line) => {
    const { sign } = line;
    const [before = "", after = ""] = [was[old], is[now]];
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
    // The beginning of a key may be in one of the texts alone.
    const isHidden = sign === " " && before !== after;
    return { ...line, text: isHidden ? HIDDEN : sign === "-" ? before : after };
  });
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}

/** A unified difference of all files. Where there is no room for all, the longest are left out, and named. */
function joinDifferences(all: readonly Compared[]): string {
  const shown = all
    .filter(({ lines }) => lines.length > 0)
    .map((each) => ({ name: nameIn(each), text: differenceOf(each) }));
  let left = LONGEST_DIFFERENCE;
  const fitting = [...shown]
    .sort((a, b) => a.text.length - b.text.length)
    .filter(({ text }) => (left -= text.length) >= 0);
  return shown
    .map((each) => (fitting.includes(each) ? each.text : `… (the difference of ${each.name} was left out)`))
    .join("\n");
}

function nameIn({ path }: FileChange): string {
  return hideKeys(escapeLine(path, 300));
}

function differenceOf(change: Compared): string {
  const { kind, lines } = change;
  const name = nameIn(change);
  const rows = hunksOf(lines);
  const more = rows.length - MOST_LINES;
  return [
    `--- ${kind === "added" ? "/dev/null" : name}`,
    `+++ ${kind === "removed" ? "/dev/null" : name}`,
    ...rows.slice(0, MOST_LINES),
    ...(more > 0
      ? [`… (${counted(more, "more line")} of this file ${more === 1 ? "was" : "were"} left out)`]
      : []),
  ].join("\n");
}

/** The changed lines with those around them, each group beneath its place in both texts. */
function hunksOf(lines: readonly DiffLine[]): readonly string[] {
  const near = new Set<number>();
  for (const [at, { sign }] of lines.entries())
    if (sign !== " ") for (let n = Math.max(0, at - AROUND); n <= at + AROUND; n += 1) near.add(n);
  const rows: string[] = [];
  let [old, now] = [1, 1];
  for (const [at, { sign, text }] of lines.entries()) {
    if (near.has(at)) {
      if (!near.has(at - 1)) rows.push(placeOf(lines, near, at, old, now));
      rows.push(`${sign}${showLine(text)}`);
    }
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
  }
  return rows;
}

function showLine(text: string): string {
  const shown = hideSecrets(text.slice(0, MOST_SEARCHED));
  const cut = shown.length + Math.max(0, text.length - MOST_SEARCHED) - LONGEST_LINE;
  return cut > 0 ? `${shown.slice(0, LONGEST_LINE)} … (${counted(cut, "more character")})` : shown;
}

/** `@@ -1,3 +1,4 @@`, for the group that begins at this line. */
function placeOf(
  lines: readonly DiffLine[],
  near: ReadonlySet<number>,
  from: number,
  old: number,
  now: number,
): string {
  let [before, after] = [0, 0];
  for (let at = from; near.has(at) && at < lines.length; at += 1) {
    if (lines[at]?.sign !== "+") before += 1;
    if (lines[at]?.sign !== "-") after += 1;
  }
  const range = (first: number, size: number): string =>
    `${String(size === 0 ? first - 1 : first)},${String(size)}`;
  return `@@ -${range(old, before)} +${range(now, after)} @@`;
}
