/**
 * One plain watch per folder, and one on each folder above it: those tell when a watched folder comes, goes or is
 * replaced, so that nothing has to be asked at intervals. Says nothing but "look there again"; whatever goes wrong
 * becomes such a hint or silence, and the slow periodic look covers silence.
 */
import type { FSWatcher } from "node:fs";
import { watch } from "node:fs";
import { heldName } from "../../kit/icloud";
import { checkPath, folderOf, join, nameOf } from "../../kit/path";
import type { Place } from "./place";

export function watchFolders(
  place: Place,
  folders: readonly string[],
  hint: (path: string) => void,
  keepAlive: boolean,
): () => void {
  const asked = new Set(folders.filter((folder) => folder === "" || checkPath(folder).kind === "ok"));
  const watched = withAncestors(asked);
  const open = new Map<string, FSWatcher>();
  let closed = false;

  const detach = (folder: string): void => {
    open.get(folder)?.close();
    open.delete(folder);
  };
  const attach = (folder: string): void => {
    const spot = place.locate(folder);
    if (spot.kind !== "found" || !spot.stat.isDirectory()) return;
    try {
      const watcher = watch(spot.disk, { persistent: keepAlive }, (event, name) =>
        heard(folder, event, name),
      );
      watcher.on("error", () => lost(folder));
      open.set(folder, watcher);
    } catch {
      // No watch to be had: a change in the folder above, or the periodic look, finds what happens here.
    }
  };
  /** Not begun again at once: a folder that cannot be watched would fail in a circle. */
  const lost = (folder: string): void => {
    detach(folder);
    if (!closed && asked.has(folder)) hint(folder);
  };
  /** Watches `folder` and what is below it afresh: the names may stand for other folders now. */
  const renew = (folder: string): void => {
    if (closed) return;
    const below = watched.filter((other) => other === folder || other.startsWith(`${folder}/`));
    for (const other of below) detach(other);
    for (const other of below) attach(other);
    for (const other of below) if (asked.has(other)) hint(other);
  };
  const heard = (folder: string, event: string, name: string | null): void => {
    if (closed) return;
    if (event === "rename") {
      for (const child of watched)
        if (child !== "" && folderOf(child) === folder && (name === null || nameOf(child) === name))
          renew(child);
    }
    const seen = name === null ? null : (heldName(name) ?? name);
    // A note that is watched by itself, in a folder that is not: whoever writes in place renames nothing.
    if (event !== "rename" && seen !== null && !asked.has(folder) && asked.has(join(folder, seen)))
      hint(join(folder, seen));
    if (!asked.has(folder) || seen?.startsWith(".") === true) return;
    const path = seen === null ? folder : join(folder, seen);
    hint(checkPath(path).kind === "ok" ? path : folder);
  };

  for (const folder of watched) attach(folder);
  return () => {
    closed = true;
    for (const folder of watched) detach(folder);
  };
}

/** The folders and all folders above them up to the vault itself, upper ones first. */
function withAncestors(folders: ReadonlySet<string>): readonly string[] {
  const all = new Set<string>([""]);
  for (const start of folders)
    for (let folder = start; folder !== ""; folder = folderOf(folder)) all.add(folder);
  return [...all].sort((a, b) => a.length - b.length);
}
