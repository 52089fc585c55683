/**
 * Changes to notes that a person asked for: shown before they are made, and made exactly as they were shown, or not at
 * all.
 */
import { renderEntry } from "../plan/renderLog";
import type { NewEntry } from "../plan/logEntry";
import { hashText } from "../../kit/hash";
import { spell } from "../../kit/json";
import { editPlan } from "../plan/edit";
import { joinLines, type Line, lineEnd, splitLines } from "../../kit/lines";

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
  /** Of the text that it is made on; empty for a note that comes into being. */
  readonly hash: string;
  /** The whole note as it would be, but for `log`. */
  readonly text: string;
  /** In the order of the note. None where the whole note is new, or stays as it is. */
  readonly lines: readonly ShownLine[];
  /** Lines at the end of its log. They bear the time at which it is done, which nobody can be shown before. */
  readonly log?: readonly NewEntry[];
  /** Where the note goes afterwards. Never onto another note. */
  readonly moves?: string;
  /** The folder into which the note goes by itself some time after. */
  readonly later?: string;
  /** A note of the same proposal without whose change this one is left alone. */
  readonly after?: string;
  /** Sentences on what was taken for what. */
  readonly said?: readonly string[];
  /** Steps that speak of approval and may get the sign ✋. */
  readonly gates?: number;
}

export interface Proposal {
  readonly notes: readonly NoteChange[];
  /** Sentences on what it leaves alone, and why. */
  readonly left: readonly string[];
  /** Eight letters and digits that stand for exactly these changes to exactly these notes. */
  readonly code: string;
}

export function makeProposal(notes: readonly NoteChange[], left: readonly string[] = []): Proposal {
  const meant = notes.map(({ path, hash, text, log = [], moves = null }) => [
    path,
    hash,
    text,
    log.map((entry) => renderEntry(entry, 0)),
    moves,
  ]);
  return { notes, left, code: hashText(spell(meant)).slice(0, 8) };
}

/**
 * The note as it is written at this moment, milliseconds since the epoch. Null when its log cannot take a line without
 * touching anything else.
 */
export function textAt(
  { path, text, log = [] }: Pick<NoteChange, "path" | "text" | "log">,
  now: number,
  by: string | null = null,
): string | null {
  return log.length === 0
    ? text
    : editPlan(
        path,
        text,
        log.map((entry) => ({ kind: "log", line: renderEntry(entry, now, by) })),
      );
}

export interface Draft {
  /** As it reads now. */
  lines(): readonly Line[];
  /** Puts these in the place of the line that now has this index. */
  replace(at: number, becomes: readonly string[]): void;
  /** Null while it reads as it did. */
  change(path: string): NoteChange | null;
}

export function openDraft(text: string): Draft {
  const before = splitLines(text);
  const end = lineEnd(before);
  const places = before.map((line) => ({ was: line, now: [line] as readonly Line[] }));
  const lines = (): Line[] => places.flatMap(({ now }) => now);
  return {
    lines,
    replace(at, becomes) {
      let left = at;
      for (const place of places) {
        const old = place.now[left];
        if (old !== undefined) {
          const made = becomes.map((each, n): Line => ({
            text: each,
            end: n === becomes.length - 1 ? old.end : end,
          }));
          place.now = [...place.now.slice(0, left), ...made, ...place.now.slice(left + 1)];
          return;
        }
        left -= place.now.length;
      }
    },
    change(path) {
      const shown = places.flatMap(({ was, now }, at): ShownLine[] =>
        now.length === 1 && now[0] === was
          ? []
          : [{ line: at + 1, was: was.text, becomes: now.map((each) => each.text) }],
      );
      return shown.length === 0
        ? null
        : { path, hash: hashText(text), text: joinLines(lines()), lines: shown };
    },
  };
}
