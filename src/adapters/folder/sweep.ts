/** Clears up after a power cut: temporary files of ours that nobody is going to finish. Touches nothing else. */
import { lstat, readdir, unlink } from "node:fs/promises";
import { TEMP_NAME } from "../node/durable";
import { createPlace } from "./place";

/** Milliseconds. No write of ours takes as long, not on any disk. */
const LEFT_BEHIND = 60 * 60 * 1000;

/**
 * Removes leftovers older than an hour from `folders` of the vault at `root` (absolute, links resolved). Answers their
 * vault paths.
 */
export async function sweep(
  root: string,
  folders: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const place = createPlace(root);
  const removed: string[] = [];
  for (const folder of folders) {
    const spot = place.locate(folder);
    if (spot.kind !== "found" || !spot.stat.isDirectory()) continue;
    for (const name of await readdir(spot.disk).catch(() => [])) {
      if (TEMP_NAME.test(name) && (await removeOld(`${spot.disk}/${name}`, now)))
        removed.push(folder === "" ? name : `${folder}/${name}`);
    }
  }
  return removed;
}

async function removeOld(disk: string, now: number): Promise<boolean> {
  try {
    const stat = await lstat(disk);
    if (!stat.isFile() || now - stat.mtimeMs < LEFT_BEHIND) return false;
    await unlink(disk);
    return true;
  } catch {
    return false;
  }
}
