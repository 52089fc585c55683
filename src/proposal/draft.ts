/** A text that is changed line by line and remembers what stood where. Lines that are not touched keep every byte. */
import { hashText } from "../kit/hash";
import { joinLines, lineEnd, splitLines, type Line } from "../kit/lines";
import type { NoteChange, ShownLine } from "./proposal";

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
