/**
 * Changes to notes as they are shown. One note is shown whole: what an eye cannot see is spelled out, and a line that
 * stays is no change. Many notes have a line each, and what was taken for what; the whole is one look away.
 */
import { splitLines } from "../../kit/lines";
import type { NoteChange, ShownLine } from "./proposal";
import { renderEntry } from "../plan/renderLog";
import { escapeInvisible } from "../../kit/text";

export interface Brief {
  /** Of the note that is there now, by which it can be looked at alone. */
  readonly path: string;
  /** The note that would come of it, without a full stop. */
  readonly becomes: string;
  readonly said: readonly string[];
  /** Each note that goes into it: where to, and what of it comes in. */
  readonly beneath: readonly string[];
  /** The changes that it sums up, in the order in which they would be done. */
  readonly notes: readonly NoteChange[];
}

/** Of so many notes nothing is told in short. */
export const SHOWN_WHOLE = 3;

/**
 * In the order of the notes. One that is made of another stands with that, which is the one that a person knows; one
 * that goes into another stands with that.
 */
export function briefly(notes: readonly NoteChange[]): Brief[] {
  const at = new Map(notes.map((note) => [note.path, note]));
  const following = new Map<string, NoteChange[]>();
  for (const note of notes)
    if (note.after !== undefined && at.has(note.after))
      following.set(note.after, [...(following.get(note.after) ?? []), note]);
  return notes.flatMap((note): Brief[] => {
    const first = note.after === undefined ? undefined : at.get(note.after);
    const others = following.get(note.path) ?? [];
    if (first === undefined && others.length > 0) return note.hash === "" ? [] : [together(note, others)];
    if (first === undefined) return [alone(note)];
    if (first.hash !== "") return [];
    return [following.get(first.path)?.[0] === note ? made(first, note) : alone(note)];
  });
}

/** A sentence on the notes that go elsewhere by themselves afterwards; empty where none does. */
export function tellLater(notes: readonly NoteChange[]): string {
  const n = notes.filter(({ later }) => later !== undefined).length;
  if (n === 0) return "";
  return `${n === 1 ? "One note is" : `${String(n)} notes are`} done, and ${n === 1 ? "moves" : "move"} to the finished plans by ${n === 1 ? "itself" : "themselves"} after this.`;
}

/** How many notes that is, as a person counts who knows only what is there now. */
export function countNotes(items: readonly Brief[]): number {
  return items.reduce((sum, { beneath }) => sum + 1 + beneath.length, 0);
}

function alone(note: NoteChange): Brief {
  return { path: note.path, becomes: tell(note), said: remarks(note.said), beneath: [], notes: [note] };
}

function made(plan: NoteChange, source: NoteChange): Brief {
  return {
    path: source.path,
    becomes: `becomes the draft ${plan.path} (${lines(sizeOf(plan))}); ${tell(source)}`,
    said: remarks(plan.said),
    beneath: [],
    notes: [plan, source],
  };
}

function together(stays: NoteChange, goes: readonly NoteChange[]): Brief {
  const changes = tellChanges(stays);
  const others = goes.length === 1 ? "1 note" : `${String(goes.length)} notes`;
  return {
    path: stays.path,
    becomes:
      changes === ""
        ? `stays as it is, for all that ${others} had more stands in it already`
        : `takes in ${others}; ${changes}`,
    said: remarks(stays.said),
    beneath: goes.map((note) => [`${note.path} → ${tell(note)}.`, ...(note.said ?? [])].join(" ")),
    notes: [stays, ...goes],
  };
}

function tell(note: NoteChange): string {
  return (
    [
      tellChanges(note),
      note.moves === undefined ? "" : `moves to ${note.moves}`,
      note.later === undefined ? "" : `moves to ${note.later} later`,
    ]
      .filter((each) => each !== "")
      .join("; ") || "stays as it is"
  );
}

function tellChanges(note: NoteChange): string {
  const { hash, log = [] } = note;
  const came = note.lines.reduce((sum, line) => sum + newLines(line), 0);
  const went = note.lines.filter(({ becomes }) => becomes.length === 0).length;
  return [
    ...(hash === "" ? [`new, ${lines(sizeOf(note))}`] : []),
    ...(came === 0 ? [] : [`${lines(came)} changed or added`]),
    ...(went === 0 ? [] : [`${came === 0 ? lines(went) : String(went)} taken out`]),
    ...(log.length === 0 || hash === "" ? [] : [`${lines(log.length)} added to its log`]),
  ].join(", ");
}

/** A line that stays, with others before or after it, is not one of them. */
function newLines({ was, becomes }: ShownLine): number {
  const stays = becomes.length > 1 && (becomes[0] === was || becomes.at(-1) === was);
  return becomes.length - (stays ? 1 : 0);
}

/** Lines of a note that comes into being. */
function sizeOf({ text, log = [] }: NoteChange): number {
  return splitLines(text).length + log.length;
}

function lines(n: number): string {
  return n === 1 ? "1 line" : `${String(n)} lines`;
}

/**
 * None is left out: the last may be the one for which a person would say no. A remark made several times is shown once,
 * with its number.
 */
function remarks(said: readonly string[] = []): readonly string[] {
  return [...new Set(said)].map((each) => {
    const times = said.filter((other) => other === each).length;
    return times === 1 ? each : `${each} (${String(times)} times.)`;
  });
}

interface Shown {
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
  return text === "" ? "(an empty line)" : escapeInvisible(text.replace(/\r/g, "[CR]").replace(/\t/g, "→"));
}
