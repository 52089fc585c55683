/** The text of a plain file, as far as it is one; links are not followed. */
import { constants } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { LONGEST_LEFT } from "../../kit/ports/programs";

/** Windows has no such flag. */
const NO_LINK: number = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;

/** Null for anything but a plain file. Throws as the file system does. */
export async function openPlain(path: string): Promise<FileHandle | null> {
  return (await lstat(path)).isFile() ? await open(path, constants.O_RDONLY | NO_LINK) : null;
}

/** A few words where it is not taken. */
export async function readText(path: string): Promise<{ readonly text: string } | string> {
  try {
    const file = await openPlain(path);
    if (file === null) return "a folder, a link, or no plain file";
    try {
      const { size } = await file.stat();
      if (size > 4 * LONGEST_LEFT) return "too long";
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.readFile());
      if (text.length > LONGEST_LEFT) return "too long";
      return text.includes("\0") ? "not a text" : { text };
    } finally {
      await file.close();
    }
  } catch (error) {
    return error instanceof TypeError ? "not a text" : "it cannot be read";
  }
}
