/** Which notes among the plans a person said to leave alone: each for itself, or all of a subfolder in the note about it. */
import { isAbout } from "../kit/about";
import { isLeftAlone } from "../kit/leave";
import { folderOf, nameOf } from "../kit/path";

export interface LeftAlone {
  /**
   * Of a note that was read (its text), cannot be read (`unread`), or is gone (null). Answers the folder of which the note now says another
   * thing than before, or null.
   */
  tell(path: string, reading: { readonly text: string } | "unread" | null): string | null;
  /** The note that says so; null where none does. `text`: empty for a note that cannot be read. */
  by(path: string, text: string): string | null;
  /** The note about its folder (or itself, where it is one) that nobody could read so far: it may say so. Null where there is none. */
  unread(path: string): string | null;
}

type Word = "alone" | "counts" | "unread";

/** `plans`: the folder for plans. The note about that one counts for itself alone. */
export function createLeftAlone(plans: string): LeftAlone {
  const aboutFolder = new Map<string, Map<string, Word>>();
  const saying = (path: string, word: Word): string | null => [...(aboutFolder.get(folderOf(path)) ?? [])].find(([, said]) => said === word)?.[0] ?? null;
  return {
    tell(path, reading) {
      const folder = folderOf(path);
      if (!isAbout(nameOf(path)) || folderOf(folder) !== plans) return null;
      const told = aboutFolder.get(folder) ?? new Map<string, Word>();
      aboutFolder.set(folder, told);
      const before = told.get(path) ?? "counts";
      // One that cannot be read just now goes on saying what it said.
      const now = reading === null ? null : reading === "unread" ? (told.get(path) ?? "unread") : isLeftAlone(reading.text) ? "alone" : "counts";
      if (now === null) told.delete(path);
      else told.set(path, now);
      return before === (now ?? "counts") ? null : folder;
    },
    by: (path, text) => (isLeftAlone(text) ? path : saying(path, "alone")),
    unread: (path) => saying(path, "unread"),
  };
}
