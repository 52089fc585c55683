/** Changes to many notes as a person can look through them: each note in a line, and what was taken for what. The whole is one look away. */
import { splitLines } from "../kit/lines";
import type { NoteChange } from "./proposal";

export interface Brief {
  /** Of the note that is there now, by which it can be looked at alone. */
  readonly path: string;
  /** What comes of it, without a full stop. */
  readonly becomes: string;
  readonly said: readonly string[];
  /** What it tells of, in the order in which it would be done. */
  readonly notes: readonly NoteChange[];
}

/** As many are shown whole, line by line. */
export const FEW = 3;
/** Remarks on a note that are told here. */
const REMARKS = 6;

/** In the order of the notes. One that is made of another stands with that, which is the one that a person knows. */
export function briefly(notes: readonly NoteChange[]): Brief[] {
  const made = new Map(notes.filter(({ hash }) => hash === "").map((note) => [note.path, note]));
  const source = new Map<string, NoteChange>();
  for (const note of notes) if (note.after !== undefined && made.has(note.after) && !source.has(note.after)) source.set(note.after, note);
  return notes.flatMap((note): Brief[] => {
    if (note.hash === "" && source.has(note.path)) return [];
    const plan = note.after === undefined || source.get(note.after) !== note ? undefined : made.get(note.after);
    if (plan === undefined) return [{ path: note.path, becomes: tell(note), said: remarks(note.said), notes: [note] }];
    return [{ path: note.path, becomes: `becomes the draft ${plan.path} (${lines(sizeOf(plan))}); ${tell(note)}`, said: remarks(plan.said), notes: [plan, note] }];
  });
}

function tell(note: NoteChange): string {
  const { hash, log = [], moves } = note;
  const came = note.lines.reduce((sum, { was, becomes }) => sum + becomes.length - (becomes.length > 1 && (becomes[0] === was || becomes.at(-1) === was) ? 1 : 0), 0);
  const went = note.lines.filter(({ becomes }) => becomes.length === 0).length;
  const changes = [
    ...(hash === "" ? [`new, ${lines(sizeOf(note))}`] : []),
    ...(came === 0 ? [] : [`${lines(came)} changed or added`]),
    ...(went === 0 ? [] : [`${came === 0 ? lines(went) : String(went)} taken out`]),
    ...(log.length === 0 || hash === "" ? [] : [`${lines(log.length)} added to its log`]),
  ].join(", ");
  return [changes, moves === undefined ? "" : `moves to ${moves}`].filter((each) => each !== "").join("; ") || "stays as it is";
}

/** Lines of a note that comes into being. */
function sizeOf({ text, log = [] }: NoteChange): number {
  return splitLines(text).length + log.length;
}

function lines(n: number): string {
  return n === 1 ? "1 line" : `${String(n)} lines`;
}

function remarks(said: readonly string[] = []): readonly string[] {
  return said.length <= REMARKS + 1 ? said : [...said.slice(0, REMARKS), `There are ${String(said.length - REMARKS)} more remarks where it is shown whole.`];
}
