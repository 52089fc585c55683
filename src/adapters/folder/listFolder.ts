/**
 * Lists one folder: names, kinds, sizes, times. Ten thousand names take some 30 ms, in slices that leave room for
 * others.
 */
import type { Dir, Dirent, Stats } from "node:fs";
import { lstatSync, opendirSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { heldName } from "../../kit/icloud";
import { decodeUtf8 } from "../../kit/utf8";
import type { Entry, Listing } from "../../kit/ports/vault";
import { codeOf, trouble } from "../node/trouble";
import type { Place, Spot } from "./place";

const BATCH = 32;
/** Names that one read of a folder gives at most. */
const PIECE = 256;
/** Milliseconds. A slice may take this long before others get a turn. */
const SLICE = 4;
/** Milliseconds. A batch or a piece that takes longer shows that the disk is slow. */
const SLOW = 8;
const ATTEMPTS = 16;

type Found = Extract<Spot, { readonly kind: "found" }>;
type Kinds = ReadonlyMap<string, Entry["kind"] | null>;
/** Undefined: go on at once. */
type Pause = () => Promise<void> | undefined;

/** Ends a listing whose folder is not the same any more; never leaves this file. */
class Replaced extends Error {}

/** `slice`: milliseconds after which others get a turn. */
export async function listFolder(
  place: Place,
  folder: string,
  detail?: "names",
  slice = SLICE,
): Promise<Listing> {
  const name = folder === "" ? "The vault" : folder;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const spot = place.locate(folder);
    if (spot.kind === "absent") return { kind: "absent" };
    if (spot.kind === "refused") return { kind: "unreadable", why: spot.why };
    if (!spot.stat.isDirectory()) return { kind: "unreadable", why: `${folder} is a file, not a folder.` };
    const pause = pausing(place, folder, spot, slice);
    try {
      const kinds = await kindsIn(spot.disk, pause);
      return {
        kind: "folder",
        entries:
          detail === "names"
            ? await named(spot.disk, kinds, pause)
            : await look(spot.disk, [...kinds.keys()], pause),
      };
    } catch (error) {
      if (error instanceof Replaced) continue;
      if (codeOf(error) === "ENOENT") return { kind: "absent" };
      return { kind: "unreadable", why: `${name} cannot be listed. ${trouble(error)}` };
    }
  }
  return {
    kind: "unreadable",
    why: `${name} is being replaced by another program. It is listed again when that is done.`,
  };
}

/**
 * Lets others have a turn when a slice is over. Meanwhile a link may have taken the place of the folder, so its path is
 * walked again after each slice.
 */
function pausing(place: Place, folder: string, { stat }: Found, slice: number): Pause {
  let end = performance.now() + slice;
  return () => {
    if (performance.now() < end) return undefined;
    return new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      const now = place.locate(folder);
      if (now.kind !== "found" || now.stat.ino !== stat.ino || now.stat.dev !== stat.dev)
        throw new Replaced();
      end = performance.now() + slice;
    });
  };
}

/**
 * The visible names, each with the kind that the folder lists for it; null where the disk lists no kinds. Of hidden
 * names only those that stand for a file in iCloud are kept, unless that file itself is there.
 */
async function kindsIn(disk: string, pause: Pause): Promise<Kinds> {
  const kinds = new Map<string, Entry["kind"] | null>();
  const open = opendirSync(disk, { bufferSize: PIECE });
  try {
    for await (const piece of piecesOf(open)) {
      for (const each of piece) kinds.set(each.name, kindOf(each));
      // Node puts this sign into a name that is not UTF-8, so such a name cannot be told from one that really has it.
      if (piece.some(({ name }) => name.includes("\uFFFD")))
        return new Map((await visibleNames(disk)).map((name) => [name, null]));
      await pause();
    }
  } finally {
    open.closeSync();
  }
  const visible = visibleOf([...kinds.keys()]);
  return visible.length === kinds.size
    ? kinds
    : new Map(visible.map((name) => [name, kinds.get(name) ?? null]));
}

/** As with `look`: without the thread pool until a piece shows that the disk is slow. */
async function* piecesOf(open: Dir): AsyncGenerator<readonly Dirent[]> {
  let isSlow = false;
  for (;;) {
    const piece: Dirent[] = [];
    const began = performance.now();
    while (piece.length < PIECE) {
      const each = isSlow ? await open.read() : open.readSync();
      if (each === null) break;
      piece.push(each);
    }
    isSlow = performance.now() - began > SLOW;
    yield piece;
    if (piece.length < PIECE) return;
  }
}

/** Names that are not UTF-8 are left out: no path in the vault could say them. */
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
async function named(disk: string, kinds: Kinds, pause: Pause): Promise<Entry[]> {
  const unsaid: string[] = [];
  const said: Entry[] = [];
  for (const [name, kind] of kinds) {
    if (kind === null) unsaid.push(name);
    else said.push({ name: shownName(name), kind, size: 0, modified: 0 });
  }
  return unsaid.length === 0 ? said : [...said, ...(await look(disk, unsaid, pause))];
}

function kindOf(entry: Dirent): Entry["kind"] | null {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ||
    entry.isSocket() ||
    entry.isFIFO() ||
    entry.isBlockDevice() ||
    entry.isCharacterDevice()
    ? "other"
    : null;
}

/**
 * On a warm local disk a synchronous look is ten times as fast as one through the thread pool; on a slow one it would
 * hold everyone up. So it starts with the first and goes over to the second as soon as a batch shows that it is needed.
 */
async function look(disk: string, names: readonly string[], pause: Pause): Promise<Entry[]> {
  const entries: Entry[] = [];
  let slow = false;
  for (let from = 0; from < names.length; from += BATCH) {
    const batch = names.slice(from, from + BATCH);
    const began = performance.now();
    const found = slow
      ? await Promise.all(batch.map((name) => laterEntry(disk, name)))
      : batch.map((name) => entryNow(disk, name));
    for (const entry of found) if (entry !== null) entries.push(entry);
    slow = performance.now() - began > SLOW;
    await pause();
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

/**
 * A name that went away while we listed is no entry. Anything else makes the whole listing unreadable, never a shorter
 * one.
 */
function gone(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

function toEntry(name: string, stat: Stats): Entry {
  const kind = stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  return {
    name: shownName(name),
    kind,
    size: kind === "folder" ? 0 : stat.size,
    modified: Math.floor(stat.mtimeMs),
  };
}

/** A hidden file of iCloud is listed under the name of the note it stands for. */
function shownName(name: string): string {
  return name.startsWith(".") ? (heldName(name) ?? name) : name;
}
