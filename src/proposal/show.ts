/**
 * A change as it is shown: what an eye cannot see is spelled out, white space in front is kept, and a line that stays
 * is no change.
 */
import { renderEntry } from "../plan/renderLog";
import { reveal } from "../kit/text";
import type { NoteChange, ShownLine } from "./proposal";

export interface Shown {
  /** `line 3`, or where something comes in. */
  readonly at: string;
  /** With `- ` or `+ ` in front, where they are lines of the note. */
  readonly lines: readonly string[];
}

/**
 * All that would become of a note, in the order in which it would; of a new one what comes besides its text, which is
 * shown whole.
 */
export function showNote({ lines, log = [], moves, later }: NoteChange): Shown[] {
  const entries = log.map(
    (entry) => `+ ${showLine(renderEntry(entry, 0).replace(/^- \[[^\]]*\]/, "- [now]"))}`,
  );
  return [
    ...lines.map(showChange),
    ...(entries.length === 0 ? [] : [{ at: "log", lines: entries }]),
    ...(moves === undefined ? [] : [{ at: "moves to", lines: [showLine(moves)] }]),
    ...(later === undefined ? [] : [{ at: "moves later to", lines: [showLine(later)] }]),
  ];
}

function showChange({ line, was, becomes }: ShownLine): Shown {
  const plus = (added: readonly string[]): string[] => added.map((each) => `+ ${showLine(each)}`);
  const at = `line ${String(line)}`;
  if (becomes.length > 1 && becomes[0] === was) return { at: `after ${at}`, lines: plus(becomes.slice(1)) };
  if (becomes.length > 1 && becomes.at(-1) === was)
    return { at: `before ${at}`, lines: plus(becomes.slice(0, -1)) };
  return { at, lines: [`- ${showLine(was)}`, ...plus(becomes)] };
}

function showLine(text: string): string {
  return text === "" ? "(an empty line)" : reveal(text.replace(/\r/g, "[CR]").replace(/\t/g, "→"));
}
