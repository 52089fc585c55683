/** The changes that a program made in its project, as a person and a reviewer read them. All of it is data. */
import { showStamp } from "../../kit/dates";
import { count, counted } from "../../kit/numbers";
import { nameOf } from "../../kit/path";
import { escapeLine, escapeMarkdown } from "../../kit/text";
import type { FileChange, FolderChanges } from "../../kit/ports/programs";
import { diffLines, type DiffLine } from "../edit/lineDiff";
import type { EntryOf } from "../entry";
import { sanitizeCode } from "../sanitize";
import { hideKeys } from "./hideSecrets";

export type Changes = NonNullable<EntryOf<"answered">["changes"]>;

/** Files that are listed and compared. */
const MOST_LISTED = 50;
/** Lines of the difference of one file, and characters of each. */
const MOST_LINES = 400;
const LONGEST_LINE = 500;
/** Characters of all differences. */
const LONGEST_DIFFERENCE = 60_000;
/** Characters of a file beyond which older changes are left out of it. */
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
  const listed = all.map(({ path, kind, added, removed }) => ({
    path: hideKeys(escapeLine(path, 300)),
    kind,
    added,
    removed,
  }));
  const name = escapeLine(nameOf(project.replace(/[\\/]+$/, "").replace(/\\/g, "/")), 100);
  const changes: Changes = {
    project: name,
    files: listed,
    ...(files.length > all.length ? { more: files.length - all.length } : {}),
    ...(isCut ? { isCut: true as const } : {}),
  };
  const difference = sanitizeCode(hideKeys(joinDifferences(all)));
  const longest = Math.max(2, ...[...difference.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  const section = [
    `## ${showStamp(at)}, in ${escapeMarkdown(name, 100)}${isWhole ? "" : ", by a run that did not end well"}`,
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
    ...(isCut === true ? ["The project has too many files: of some of them, nothing is known."] : []),
  ];
}

/** The text of the file with one more section; the newest is the first. `before`: the file as it is; null for none. */
export function addChanges(before: string | null, called: string, section: string): string {
  const from = before?.indexOf("\n## ") ?? -1;
  const head =
    before === null || from < 0
      ? `# Changes by ${escapeMarkdown(called, 160)}\n\nPlanwright compared the project before and after each run of the program. The newest run is first.\n`
      : before.slice(0, from);
  const older = before === null || from < 0 ? "" : before.slice(from);
  return `${head}\n${section}${older.length > LONGEST_FILE ? "\nOlder changes were left out.\n" : older}`;
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
  const lines = diffLines(linesOf(before), linesOf(after));
  const countOf = (sign: DiffLine["sign"]): number => lines.filter((each) => each.sign === sign).length;
  return { ...change, added: countOf("+"), removed: countOf("-"), lines };
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}

/** A unified difference of all files, as far as there is room. */
function joinDifferences(all: readonly Compared[]): string {
  const shown: string[] = [];
  let left = LONGEST_DIFFERENCE;
  const withText = all.filter(({ lines }) => lines.length > 0);
  for (const [at, each] of withText.entries()) {
    const text = differenceOf(each);
    if (text.length > left) {
      shown.push(`… (the differences of ${counted(withText.length - at, "more file")} were left out)`);
      break;
    }
    left -= text.length;
    shown.push(text);
  }
  return shown.join("\n");
}

function differenceOf({ path, kind, lines }: Compared): string {
  const name = escapeLine(path, 300);
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
      const cut = text.length - LONGEST_LINE;
      rows.push(
        `${sign}${text.slice(0, LONGEST_LINE)}${cut > 0 ? ` … (${counted(cut, "more character")})` : ""}`,
      );
    }
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
  }
  return rows;
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
