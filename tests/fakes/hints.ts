/**
 * Watches on folders, and the hints on their way to them. Watches are as shallow as the disk's: one folder, not deeper.
 */
import { folderOf } from "../../src/kit/path";

export interface Hints {
  watch(folders: readonly string[], hint: (path: string) => void): () => void;
  /** Something may have changed at `path`: hints for whoever watches its folder, or the path itself as a folder. */
  touched(path: string): void;
  deliver(): number;
  /** Nobody is watching any more, and nothing is on its way. */
  forget(): void;
}

interface Watcher {
  readonly folders: ReadonlySet<string>;
  readonly hint: (path: string) => void;
}

export function createHints(mode: "soon" | "manual"): Hints {
  const watchers = new Set<Watcher>();
  let waiting: { readonly to: Watcher; readonly path: string }[] = [];

  const deliver = (): number => {
    const batch = waiting;
    waiting = [];
    for (const { to, path } of batch) if (watchers.has(to)) to.hint(path);
    return batch.length;
  };

  return {
    watch(folders, hint) {
      const watcher: Watcher = { folders: new Set(folders), hint };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    touched(path) {
      for (const to of watchers) {
        if (!to.folders.has(folderOf(path)) && !to.folders.has(path)) continue;
        if (waiting.push({ to, path }) === 1 && mode === "soon") queueMicrotask(deliver);
      }
    },
    deliver,
    forget() {
      watchers.clear();
      waiting = [];
    },
  };
}
