/**
 * The place of the lines at the top of a plan that unfolds from a flow: between two marks. Nothing is written around
 * them, and nothing at all once a mark is gone. The second mark has a sign for each line that was written there, so
 * that a line of the person’s own, of whatever form, is known as theirs: it is put behind the second mark.
 */
import { hashText } from "../../kit/hash";
import { joinLines, lineEnd, splitLines, type Line } from "../../kit/lines";
import { kindsOf } from "../../kit/markdown";
import type { Plan } from "../../note/plan/plan";

const BEGIN =
  "<!-- planwright:progress begin. Planwright writes what follows; take these lines away to be without it. -->";
const IS_BEGIN = /^<!-- planwright:progress begin\b[^<>]*-->[ \t]*$/;
const IS_END = /^<!-- planwright:progress end\b([^<>]*)-->[ \t]*$/;
const STATUS = /^\*\*Status:\*\* (\w+)[^·]*(?= · |$)/;

export function withMarks(lines: readonly string[]): readonly string[] {
  return [BEGIN, ...lines, endMark(lines)];
}

/** The note with these lines between the marks; as it is where a mark is missing, or stands there twice. */
export function keepProgress(text: string, lines: readonly string[]): string {
  const found = markedLines(text);
  if (found === null) return text;
  const { all, begin, end, own } = found;
  const last = all[end];
  const usual = lineEnd(all);
  // Behind a second mark that ends the note, a line of the person’s would become a part of it.
  const closing = own.length > 0 && last?.end === "" ? usual : (last?.end ?? "");
  return joinLines([
    ...all.slice(0, begin + 1),
    ...lines.map((each) => ({ text: each, end: usual })),
    { text: endMark(lines), end: closing },
    ...own,
    ...all.slice(end + 1),
  ]);
}

/** The same where the flow is not at hand. Without a flow nobody knows of tasks, and the status alone is left. */
export function keepStatus(text: string, { status, flow }: Pick<Plan, "status" | "flow">): string {
  const found = markedLines(text);
  if (found === null) return text;
  if (flow === null) return keepProgress(text, [`**Status:** ${status}`]);
  return keepProgress(
    text,
    found.ours.map((line) =>
      STATUS.exec(line)?.[1] === status ? line : line.replace(STATUS, `**Status:** ${status}`),
    ),
  );
}

/** So that most notes need not be looked at. */
export function hasProgress(text: string): boolean {
  return text.includes("planwright:progress");
}

function endMark(lines: readonly string[]): string {
  return `<!-- planwright:progress end ${lines.flatMap((each) => (each === "" ? [] : [signOf(each)])).join(" ")} -->`;
}

/** The app changes the target of a link when its note is moved or renamed. */
function signOf(line: string): string {
  return hashText(line.replace(/\[\[[^[\]|]*\|/g, "[[").trimEnd()).slice(0, 6);
}

interface Marked {
  readonly all: readonly Line[];
  readonly begin: number;
  readonly end: number;
  /** Lines between the marks that Planwright wrote, without blank ones at their end. */
  readonly ours: readonly string[];
  /** Those of the person, with the blank lines between them. */
  readonly own: readonly Line[];
}

function markedLines(text: string): Marked | null {
  if (!hasProgress(text)) return null;
  const all = splitLines(text);
  const kinds = kindsOf(all, 0);
  const at = (mark: RegExp): readonly number[] =>
    all.flatMap((line, n) => (mark.test(line.text) && kinds[n] === "comment" ? [n] : []));
  const [begin, secondBegin] = at(IS_BEGIN);
  const [end, secondEnd] = at(IS_END);
  if (begin === undefined || end === undefined || secondBegin !== undefined || secondEnd !== undefined)
    return null;
  if (begin > end) return null;
  // Each sign stands for one line: a copy that somebody made of it is theirs.
  const signs = (IS_END.exec(all[end]?.text ?? "")?.[1] ?? "").split(" ").filter((each) => each !== "");
  const told = all.slice(begin + 1, end).map((line) => {
    const sign = signs.indexOf(signOf(line.text));
    const isOurs = sign >= 0;
    if (isOurs) signs.splice(sign, 1, "");
    return { line, isBlank: line.text.trim() === "", isOurs };
  });
  const isTheirs = ({ isBlank, isOurs }: (typeof told)[number]): boolean => !isBlank && !isOurs;
  const from = told.findIndex(isTheirs);
  const to = told.findLastIndex(isTheirs);
  const last = told.findLastIndex(({ isOurs }) => isOurs);
  return {
    all,
    begin,
    end,
    ours: told.slice(0, last + 1).flatMap((each) => (isTheirs(each) ? [] : [each.line.text])),
    own: from < 0 ? [] : told.slice(from, to + 1).flatMap(({ line, isOurs }) => (isOurs ? [] : [line])),
  };
}
