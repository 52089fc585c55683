/**
 * The disk of one simulated device: what programs see, and beside it what would still be there if the power went out
 * now. Text only; a file that is no text is a leaf without one.
 */
import { folderOf, nameOf } from "../../src/kit/path";
import type { Dice } from "./dice";

export interface Leaf {
  /** Null for bytes that are not UTF-8. */
  readonly text: string | null;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** By path. Shares nothing with the disk. */
export type Image = ReadonlyMap<string, Leaf>;

export interface Disk {
  /** Milliseconds since the epoch. */
  now(): number;
  get(path: string): Leaf | null;
  hasFolder(path: string): boolean;
  /** Names in one folder, files and folders. */
  names(folder: string): Iterable<string>;
  /** By path, what is no text left out. */
  texts(): ReadonlyMap<string, string>;
  /** Grows with every change. */
  readonly version: number;
  /** Folders are listed backwards. */
  reversed: boolean;
  /** `safe`: it is on the platter before anyone is told. Folders on the way are made. */
  put(path: string, text: string | null, safe: boolean): void;
  /**
   * By a rename of a file that is on the platter: after a loss of power there is the old text or the new one, never a
   * part.
   */
  replace(path: string, text: string, safe: boolean): void;
  remove(path: string, safe: boolean): void;
  /** A file; what lies in the way is replaced, as other programs do. */
  rename(from: string, to: string, safe: boolean): void;
  mkdir(path: string): void;
  /** A folder and all that lies in it. */
  renameFolder(from: string, to: string): void;
  removeFolder(path: string): void;
  /** The text at a path that a power cut now would leave for certain; null where that is none. */
  durable(path: string): string | null;
  /** The power is out: what was not safe is there, is not, or is there in part. */
  losePower(dice: Dice): void;
  snapshot(): Image;
  /** Everything is as it was then; no new state is safe until it has been for a while. */
  restore(image: Image): void;
}

/** After this long the system has written everything out by itself. Milliseconds. */
const WRITEBACK = 30_000;

export function createDisk(now: () => number): Disk {
  const files = new Map<string, Leaf>();
  const texts = new Map<string, string>();
  let version = 0;
  const folders = new Map<string, Set<string>>([["", new Set()]]);
  /** What the platter holds where it is not what programs see. */
  const stale = new Map<
    string,
    { readonly text: string | null; readonly since: number; readonly whole: boolean }
  >();

  const mkdir = (path: string): void => {
    if (folders.has(path)) return;
    mkdir(folderOf(path));
    folders.set(path, new Set());
    folders.get(folderOf(path))?.add(nameOf(path));
  };
  const remember = (path: string, safe: boolean, whole = false): void => {
    if (safe) stale.delete(path);
    else if (!isStale(path)) stale.set(path, { text: files.get(path)?.text ?? null, since: now(), whole });
  };
  const isStale = (path: string): boolean => {
    const old = stale.get(path);
    return old !== undefined && now() - old.since < WRITEBACK;
  };
  const write = (path: string, text: string | null): void => {
    mkdir(folderOf(path));
    keep(path, { text, modified: now() });
    folders.get(folderOf(path))?.add(nameOf(path));
  };
  const keep = (path: string, leaf: Leaf): void => {
    version += 1;
    files.set(path, leaf);
    if (leaf.text === null) texts.delete(path);
    else texts.set(path, leaf.text);
  };
  const drop = (path: string): void => {
    version += 1;
    files.delete(path);
    texts.delete(path);
    folders.get(folderOf(path))?.delete(nameOf(path));
  };
  const removeFolder = (path: string): void => {
    for (const name of [...(folders.get(path) ?? [])]) {
      const inner = `${path}/${name}`;
      if (folders.has(inner)) removeFolder(inner);
      else drop(inner);
    }
    folders.delete(path);
    folders.get(folderOf(path))?.delete(nameOf(path));
  };

  const disk: Disk = {
    now,
    get: (path) => files.get(path) ?? null,
    hasFolder: (path) => folders.has(path),
    names: (folder) =>
      disk.reversed ? [...(folders.get(folder) ?? [])].reverse() : (folders.get(folder) ?? []),
    texts: () => texts,
    get version() {
      return version;
    },
    reversed: false,
    put(path, text, safe) {
      remember(path, safe);
      write(path, text);
    },
    replace(path, text, safe) {
      remember(path, safe, true);
      write(path, text);
    },
    remove(path, safe) {
      remember(path, safe);
      drop(path);
    },
    rename(from, to, safe) {
      const leaf = files.get(from);
      if (leaf === undefined) return;
      // A file on the platter is renamed whole: a power cut leaves the old name or the new one.
      const isWhole = !isStale(from);
      remember(from, safe);
      remember(to, safe, isWhole);
      drop(from);
      write(to, leaf.text);
      keep(to, leaf);
    },
    mkdir,
    renameFolder(from, to) {
      if (!folders.has(from) || folders.has(to)) return;
      mkdir(to);
      for (const name of [...(folders.get(from) ?? [])]) {
        if (folders.has(`${from}/${name}`)) disk.renameFolder(`${from}/${name}`, `${to}/${name}`);
        else disk.rename(`${from}/${name}`, `${to}/${name}`, true);
      }
      removeFolder(from);
    },
    removeFolder,
    durable: (path) => (isStale(path) ? (stale.get(path)?.text ?? null) : (files.get(path)?.text ?? null)),
    losePower(dice) {
      for (const [path, old] of [...stale]) {
        if (!isStale(path)) continue;
        const fate = dice.int(4);
        const text = files.get(path)?.text ?? null;
        if (fate === 0) continue;
        if (fate === 1 && text !== null && !old.whole) write(path, text.slice(0, dice.int(text.length + 1)));
        else if (old.text === null) drop(path);
        else write(path, old.text);
      }
      stale.clear();
    },
    snapshot: () => new Map(files),
    restore(image) {
      for (const path of [...files.keys()]) if (!image.has(path)) disk.remove(path, false);
      for (const [path, leaf] of image) {
        if (files.get(path)?.text === leaf.text) continue;
        disk.put(path, leaf.text, false);
        keep(path, leaf);
      }
    },
  };
  return disk;
}
