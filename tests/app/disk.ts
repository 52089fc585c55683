/** A real folder on this computer as the app's disk. */
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import type { Disk, DiskEntry, DiskStat } from "./obsidian/surroundings";

export const folderDisk = async (folder: string): Promise<Disk> => {
  const root = await realpath(folder);
  const at = (path: string): string => join(root, path);
  return {
    root,
    read: (path) => readFile(at(path)),
    write: (path, bytes) => writeFile(at(path), bytes),
    append: (path, bytes) => appendFile(at(path), bytes),
    rename: (from, to) => rename(at(from), at(to)),
    remove: (path) => unlink(at(path)),
    removeFolder: (path, recursive) => (recursive ? rm(at(path), { recursive: true }) : rmdir(at(path))),
    makeFolder: async (path) => void (await mkdir(at(path), { recursive: true })),
    touch: (path, modified) => utimes(at(path), new Date(modified), new Date(modified)),
    list: async (path) => {
      const entries = await readdir(at(path), { withFileTypes: true });
      const kinds = await Promise.all(
        entries.map(async (entry): Promise<DiskEntry | null> => {
          // Links are followed, as the app does; one that leads nowhere is not there.
          const found = entry.isSymbolicLink()
            ? await stat(join(at(path), entry.name)).catch(() => null)
            : entry;
          if (found === null || (!found.isFile() && !found.isDirectory())) return null;
          return { name: entry.name, kind: found.isDirectory() ? "folder" : "file" };
        }),
      );
      return kinds.filter((entry) => entry !== null);
    },
    stat: async (path): Promise<DiskStat | null> => {
      try {
        const found = await stat(at(path));
        const kind = found.isDirectory() ? "folder" : "file";
        // Whole milliseconds, as the app keeps them: two writes within one, of one length, look the same.
        return {
          kind,
          size: found.isDirectory() ? 0 : found.size,
          created: Math.floor(found.birthtimeMs),
          modified: Math.floor(found.mtimeMs),
        };
      } catch (error) {
        if (
          error instanceof Error &&
          "code" in error &&
          (error.code === "ENOENT" || error.code === "ENOTDIR")
        )
          return null;
        throw error;
      }
    },
  };
};
