/** Lists one folder: names, kinds, sizes, times. Ten thousand names take some 30 ms, in slices that leave room for others. */
import type { Dirent, Stats } from "node:fs";
import { lstatSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { heldName } from "../../kit/icloud";
import { decodeUtf8 } from "../../kit/utf8";
import type { Entry, Listing } from "../../ports/vault";
import { codeOf, trouble } from "../node/trouble";
import type { Place } from "./place";

const BATCH = 32;
/** Milliseconds. A slice may take this long before others get a turn; a batch that takes longer shows that the disk is slow. */
const SLICE = 8;

export async function listFolder(place: Place, folder: string, detail?: "names"): Promise<Listing> {
  const spot = place.locate(folder);
  if (spot.kind === "absent") return { kind: "absent" };
  if (spot.kind === "refused") return { kind: "unreadable", why: spot.why };
  if (!spot.stat.isDirectory()) return { kind: "unreadable", why: `${folder} is a file, not a folder.` };
  try {
    return { kind: "folder", entries: detail === "names" ? await named(spot.disk) : await look(spot.disk, await visibleNames(spot.disk)) };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { kind: "absent" };
    return { kind: "unreadable", why: `${folder === "" ? "The vault" : folder} cannot be listed. ${trouble(error)}` };
  }
}

/**
 * Names that are not UTF-8 are left out: no path in the vault could say them. Of hidden names only those that stand for a file in iCloud are
 * kept, unless that file itself is there.
 */
async function visibleNames(disk: string): Promise<string[]> {
  const found: Buffer[] = await readdir(disk, { encoding: "buffer" });
  return visibleOf(found.flatMap((bytes) => decodeUtf8(bytes) ?? []));
}

function visibleOf(names: string[]): string[] {
  const visible = names.filter((name) => !name.startsWith("."));
  if (visible.length === names.length) return visible;
  const there = new Set(visible);
  return [...visible, ...names.filter((name) => isHeld(name, there))];
}

function isHeld(name: string, there: ReadonlySet<string>): boolean {
  const held = heldName(name);
  return held !== null && !there.has(held);
}

/** Names and kinds as the folder lists them. Some disks do not list a kind; those names are looked up one by one. */
async function named(disk: string): Promise<Entry[]> {
  const found: Dirent[] = await readdir(disk, { withFileTypes: true });
  // Node puts this sign into a name that is not UTF-8, so such a name cannot be told from one that really has it.
  if (found.some(({ name }) => name.includes("\uFFFD"))) return await look(disk, await visibleNames(disk));
  const kinds = new Map(found.map((each) => [each.name, kindOf(each)]));
  const visible = visibleOf([...kinds.keys()]);
  const unsaid = visible.filter((name) => kinds.get(name) === null);
  const said = visible.flatMap((name): Entry[] => {
    const kind = kinds.get(name) ?? null;
    return kind === null ? [] : [{ name: shownName(name), kind, size: 0, modified: 0 }];
  });
  return unsaid.length === 0 ? said : [...said, ...(await look(disk, unsaid))];
}

function kindOf(entry: Dirent): Entry["kind"] | null {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() || entry.isSocket() || entry.isFIFO() || entry.isBlockDevice() || entry.isCharacterDevice() ? "other" : null;
}

/**
 * On a warm local disk a synchronous look is ten times as fast as one through the thread pool; on a slow one it would hold everyone
 * up. So it starts with the first and goes over to the second as soon as a batch shows that it is needed.
 */
async function look(disk: string, names: readonly string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  let slow = false;
  let sliceEnd = performance.now() + SLICE;
  for (let from = 0; from < names.length; from += BATCH) {
    const batch = names.slice(from, from + BATCH);
    const began = performance.now();
    const found = slow ? await Promise.all(batch.map((name) => laterEntry(disk, name))) : batch.map((name) => entryNow(disk, name));
    for (const entry of found) if (entry !== null) entries.push(entry);
    slow = performance.now() - began > SLICE;
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => void setImmediate(resolve));
    sliceEnd = performance.now() + SLICE;
  }
  return entries;
}

function entryNow(disk: string, name: string): Entry | null {
  try {
    return toEntry(name, lstatSync(`${disk}/${name}`));
  } catch (error) {
    return gone(error);
  }
}

async function laterEntry(disk: string, name: string): Promise<Entry | null> {
  try {
    return toEntry(name, await lstat(`${disk}/${name}`));
  } catch (error) {
    return gone(error);
  }
}

/** A name that went away while we listed is no entry. Anything else makes the whole listing unreadable, never a shorter one. */
function gone(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

function toEntry(name: string, stat: Stats): Entry {
  const kind = stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  return { name: shownName(name), kind, size: kind === "folder" ? 0 : stat.size, modified: Math.floor(stat.mtimeMs) };
}

/** A hidden file of iCloud is listed under the name of the note it stands for. */
function shownName(name: string): string {
  return name.startsWith(".") ? (heldName(name) ?? name) : name;
}
