/**
 * Notes among the plans that a person said to leave alone: each for itself, or all of a subfolder in the note about it.
 */
import { isAbout } from "../../note/plan/isAbout";
import { isLeftAlone } from "../../note/plan/leaveAlone";
import { folderOf, nameOf } from "../../kit/path";

export interface LeftAlone {
  /**
   * Takes in a note: its text, `unread` when it cannot be read, null when it is gone. Returns its folder if the note
   * now says something else about that than before, else null.
   */
  tell(path: string, reading: { readonly text: string } | "unread" | null): string | null;
  /** The note that says so; null where none does. `text`: empty for a note that cannot be read. */
  by(path: string, text: string): string | null;
  /** Path of a note about the same folder that could not be read so far and may say so; null when there is none. */
  unread(path: string): string | null;
}

type Word = "alone" | "counts" | "unread";

/** `plans`: the Plans folder. The note about that one counts for itself alone. */
export function createLeftAlone(plans: string): LeftAlone {
  const aboutFolder = new Map<string, Map<string, Word>>();
  const saying = (path: string, word: Word): string | null =>
    [...(aboutFolder.get(folderOf(path)) ?? [])].find(([, said]) => said === word)?.[0] ?? null;
  return {
    tell(path, reading) {
      const folder = folderOf(path);
      if (!isAbout(nameOf(path)) || folderOf(folder) !== plans) return null;
      const told = aboutFolder.get(folder) ?? new Map<string, Word>();
      aboutFolder.set(folder, told);
      const before = told.get(path) ?? "counts";
      // A note that cannot be read just now still says what it said before.
      const now =
        reading === null
          ? null
          : reading === "unread"
            ? (told.get(path) ?? "unread")
            : isLeftAlone(reading.text)
              ? "alone"
              : "counts";
      if (now === null) told.delete(path);
      else told.set(path, now);
      return before === (now ?? "counts") ? null : folder;
    },
    by: (path, text) => (isLeftAlone(text) ? path : saying(path, "alone")),
    unread: (path) => saying(path, "unread"),
  };
}
