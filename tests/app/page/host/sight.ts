/**
 * Sees what anybody does to the vault's folder: compares the whole folder with how it was, when the system hints and
 * every two seconds.
 */
import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import type { Happening } from "../wire";

const GLANCE = 2000;
/** Milliseconds after a hint, so that one look sees what belongs together. */
const REST = 40;

type Sight = ReadonlyMap<string, string>;

const look = (root: string, also: readonly string[]): Sight => {
  const seen = new Map<string, string>();
  const note = (path: string): boolean => {
    try {
      const stat = statSync(`${root}/${path}`);
      const isFolder = stat.isDirectory();
      if (isFolder || stat.isFile())
        seen.set(path, isFolder ? "folder" : `${String(stat.size)} ${String(stat.mtimeMs)}`);
      return isFolder;
    } catch {
      return false;
    }
  };
  const visit = (folder: string): void => {
    let names: string[] = [];
    try {
      names = readdirSync(`${root}/${folder}`).sort();
    } catch {
      return;
    }
    for (const name of names) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (!name.startsWith(".") && note(path)) visit(path);
    }
  };
  visit("");
  also.forEach(note);
  return seen;
};

/** `also`: hidden files to watch beside what is visible. Answers how to stop. */
export const watchFolder = (
  root: string,
  also: readonly string[],
  tell: (happening: Happening) => void,
): (() => void) => {
  let known = look(root, also);
  let waiting: NodeJS.Timeout | null = null;
  const compare = (): void => {
    waiting = null;
    const now = look(root, also);
    const arrived = [...now].filter(([path, state]) => known.get(path) !== state).map(([path]) => path);
    const gone = [...known.keys()].filter((path) => !now.has(path));
    known = now;
    if (arrived.length > 0 || gone.length > 0)
      tell({ about: "folder", what: "changed", data: { arrived, gone } });
  };
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(root, { recursive: true }, () => (waiting ??= setTimeout(compare, REST)));
    watcher.on("error", () => watcher?.close());
  } catch {
    // Not every disk gives hints; the glance every two seconds is enough.
  }
  const glance = setInterval(compare, GLANCE);
  return () => {
    watcher?.close();
    clearInterval(glance);
    if (waiting !== null) clearTimeout(waiting);
  };
};
