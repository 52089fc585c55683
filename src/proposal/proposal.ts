/** Changes to notes that a person asked for: shown before they are made, and made exactly as they were shown, or not at all. */
import { hashText } from "../kit/hash";
import { spell } from "../kit/json";

/** Other lines in the place of one. */
export interface ShownLine {
  /** Counted from 1 in the note as it is. */
  readonly line: number;
  readonly was: string;
  /** None when the line goes. */
  readonly becomes: readonly string[];
}

export interface NoteChange {
  readonly path: string;
  /** Of the text that it is made on. */
  readonly hash: string;
  /** The whole note as it would be. */
  readonly text: string;
  /** In the order of the note. */
  readonly lines: readonly ShownLine[];
  /** Sentences on what was taken for what. */
  readonly said?: readonly string[];
  /** Steps that speak of approval and may get the sign ✋. */
  readonly gates?: number;
}

/** A note that would be new. */
export interface NewNote {
  readonly path: string;
  readonly text: string;
  readonly said: readonly string[];
}

export interface Proposal {
  readonly notes: readonly NoteChange[];
  /** Absent for none. */
  readonly creates?: readonly NewNote[];
  /** Sentences on what it leaves alone, and why. */
  readonly left: readonly string[];
  /** Eight letters and digits that stand for exactly these changes to exactly these notes. */
  readonly code: string;
}

export function makeProposal(notes: readonly NoteChange[], left: readonly string[] = []): Proposal {
  return { notes, left, code: hashText(spell(notes.map(({ path, hash, text }) => [path, hash, text]))).slice(0, 8) };
}
