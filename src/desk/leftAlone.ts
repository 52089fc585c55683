/** Which notes among the plans a person said to leave alone: each for itself, or all of a subfolder in the note about it. */
import { isAbout } from "../kit/about";
import { isLeftAlone } from "../kit/leave";
import { folderOf, nameOf } from "../kit/path";

export interface LeftAlone {
  /** Of a note that was read, or is gone (null). Answers the folder of which the note now says another thing than before, or null. */
  tell(path: string, text: string | null): string | null;
  /** The note that says so; null where none does. `text`: empty for a note that cannot be read. */
  by(path: string, text: string): string | null;
}

/** `plans`: the folder for plans. The note about that one counts for itself alone. */
export function createLeftAlone(plans: string): LeftAlone {
  const aboutFolder = new Map<string, Set<string>>();
  return {
    tell(path, text) {
      const folder = folderOf(path);
      if (!isAbout(nameOf(path)) || folderOf(folder) !== plans) return null;
      const told = aboutFolder.get(folder) ?? new Set<string>();
      aboutFolder.set(folder, told);
      const isAlone = text !== null && isLeftAlone(text);
      if (told.has(path) === isAlone) return null;
      if (isAlone) told.add(path);
      else told.delete(path);
      return folder;
    },
    by: (path, text) => (isLeftAlone(text) ? path : ([...(aboutFolder.get(folderOf(path)) ?? [])][0] ?? null)),
  };
}
