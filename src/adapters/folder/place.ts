/**
 * From a path in the vault to a place on the disk. Walks the path part by part and goes through nothing but real
 * folders spelled exactly as asked: a symbolic link leads out of the vault, and "approved" that opens "Approved" would
 * be a second name for a folder that decides what may be sent. Does not open, change or make anything.
 *
 * The walk is synchronous on purpose. A look at one name takes two or three microseconds that way and thirty through
 * the thread pool, and every read of every note begins with it.
 */
import type { Stats } from "node:fs";
import { lstatSync, readdirSync } from "node:fs";
import { placeholderName, sayAway } from "../../kit/icloud";
import { checkPath, folderOf, nameOf } from "../../kit/path";
import { codeOf, trouble } from "../node/trouble";

export type Spot =
  | { readonly kind: "found"; readonly disk: string; readonly stat: Stats }
  /** `missing`: the first part that is not there, as a vault path. */
  | { readonly kind: "absent"; readonly disk: string; readonly missing: string }
  /** `away`: iCloud has taken the file off this computer. */
  | { readonly kind: "refused"; readonly why: string; readonly away?: true };

/** The two looks the walk needs; another disk can stand in for the real one. */
export interface Disk {
  /** Does not follow a link. Throws the system's error. */
  look(path: string): Stats;
  names(folder: string): readonly string[];
  /** Whether two spellings may open one file: always on macOS and Windows, per folder on Linux. */
  readonly folds: "always" | "sometimes";
}

const realDisk: Disk = {
  look: (path) => lstatSync(path),
  names: (folder) => readdirSync(folder),
  folds: process.platform === "darwin" || process.platform === "win32" ? "always" : "sometimes",
};

/**
 * How long a folder's names may be reused while its own modified time stands still, which some disks do not keep up to
 * date.
 */
const NAMES_AGE = 1000;

export interface Place {
  /** "" is the vault itself. */
  locate(path: string): Spot;
  /**
   * The place of a note on the disk, without a look at the note itself: whoever opens it must not follow a link. Its
   * folder is walked to once in each slice of reading, and must still be the same folder. Null where only `locate` can
   * tell: the folder is not there, is a link, or may open a note under several spellings. `slice` is another number in
   * each slice.
   */
  inKnownFolder(path: string, slice: number): string | null;
}

/** A folder that was walked to. */
interface Known {
  readonly folder: string;
  readonly slice: number;
  readonly spot: Extract<Spot, { readonly kind: "found" }>;
}

/** `root`: absolute, symbolic links resolved. */
export const createPlace = (root: string, disk: Disk = realDisk): Place => new DiskPlace(root, disk);

class DiskPlace implements Place {
  readonly #folding = new Map<string, boolean>();
  readonly #spelled = new Map<
    string,
    { readonly mtime: number; readonly read: number; readonly names: ReadonlySet<string> }
  >();
  #known: Known | null = null;

  constructor(
    private readonly root: string,
    private readonly disk: Disk,
  ) {}

  /**
   * Whether `other` opens the same file as `name`. Asked once per folder and kind of spelling: it is a property of the
   * folder.
   */
  #opensAs(
    kind: "case" | "form",
    other: string,
    folder: string,
    folderStat: Stats,
    name: string,
    stat: Stats,
  ): boolean {
    const key = foldingKey(kind, folderStat);
    const known = this.#folding.get(key);
    if (known !== undefined || other === name) return known ?? false;
    const same = sameFile(this.disk, `${folder}/${other}`, stat);
    // A file that has just gone says nothing about its folder.
    if (same || sameFile(this.disk, `${folder}/${name}`, stat)) this.#folding.set(key, same);
    return same;
  }
  #folds(folder: string, folderStat: Stats, name: string, stat: Stats): boolean {
    if (this.disk.folds === "always") return true;
    const upper = name.toUpperCase();
    return (
      this.#opensAs("case", upper === name ? name.toLowerCase() : upper, folder, folderStat, name, stat) ||
      this.#opensAs("form", name.normalize("NFD"), folder, folderStat, name, stat)
    );
  }
  #isSpelledSo(folder: string, folderStat: Stats, name: string, stat: Stats): boolean {
    if (!this.#folds(folder, folderStat, name, stat)) return true;
    const kept = this.#spelled.get(folder);
    const fresh =
      kept !== undefined && kept.mtime === folderStat.mtimeMs && performance.now() - kept.read < NAMES_AGE;
    if (fresh && kept.names.has(name)) return true;
    const names = new Set(this.disk.names(folder));
    this.#spelled.set(folder, { mtime: folderStat.mtimeMs, read: performance.now(), names });
    return names.has(name);
  }

  #walk(path: string): Spot {
    let at = { disk: this.root, stat: this.disk.look(this.root) };
    let walked = "";
    for (const name of path === "" ? [] : path.split("/")) {
      if (!at.stat.isDirectory()) return { kind: "refused", why: `${walked} is a file, not a folder.` };
      const next = `${at.disk}/${name}`;
      const here = walked === "" ? name : `${walked}/${name}`;
      const stat = lookOrNull(this.disk, next);
      if (
        stat === null &&
        here === path &&
        lookOrNull(this.disk, `${at.disk}/${placeholderName(name)}`) !== null
      )
        return { kind: "refused", why: sayAway(path), away: true };
      if (stat === null)
        return { kind: "absent", disk: this.root + (path === "" ? "" : `/${path}`), missing: here };
      if (stat.isSymbolicLink())
        return {
          kind: "refused",
          why: `${here} is a symbolic link. Planwright does not follow those; put the real one there.`,
        };
      if (!this.#isSpelledSo(at.disk, at.stat, name, stat))
        return {
          kind: "refused",
          why: `${here} is spelled differently on the disk (capitals or accents). Rename it to match.`,
        };
      at = { disk: next, stat };
      walked = here;
    }
    return { kind: "found", ...at };
  }

  locate(path: string): Spot {
    const check = path === "" ? null : checkPath(path);
    if (check?.kind === "bad") return { kind: "refused", why: check.why };
    // Windows reads what follows a colon as the name of a hidden stream inside the file.
    if (process.platform === "win32" && path.includes(":"))
      return { kind: "refused", why: "The path has a colon, which Windows does not allow in a name." };
    try {
      return this.#walk(path);
    } catch (error) {
      if (codeOf(error) === "ENOENT")
        return { kind: "absent", disk: path === "" ? this.root : `${this.root}/${path}`, missing: path };
      return { kind: "refused", why: `${path} cannot be reached. ${trouble(error)}` };
    }
  }

  /** Whether this name can open no note but its own: found out when a note of the folder was located. */
  #isExact(folder: Stats, name: string): boolean {
    return (
      this.#folding.get(foldingKey("case", folder)) === false &&
      (this.#folding.get(foldingKey("form", folder)) === false || name.normalize("NFD") === name)
    );
  }

  /** The folder as it was walked to in this slice; walked to anew where another one has taken its place. */
  #knownFolder(folder: string, slice: number): Known["spot"] | null {
    if (this.#known?.folder === folder && this.#known.slice === slice) {
      const now = lookOrNull(this.disk, this.#known.spot.disk);
      if (now !== null && now.ino === this.#known.spot.stat.ino && now.dev === this.#known.spot.stat.dev)
        return this.#known.spot;
    }
    const spot = this.locate(folder);
    this.#known = spot.kind === "found" ? { folder, slice, spot } : null;
    return this.#known?.spot ?? null;
  }

  inKnownFolder(path: string, slice: number): string | null {
    if (this.disk.folds === "always" || checkPath(path).kind === "bad") return null;
    const name = nameOf(path);
    try {
      const spot = this.#knownFolder(folderOf(path), slice);
      return spot !== null && this.#isExact(spot.stat, name) ? `${spot.disk}/${name}` : null;
    } catch {
      return null;
    }
  }
}

function foldingKey(kind: "case" | "form", { dev, ino }: Stats): string {
  return `${kind} ${String(dev)} ${String(ino)}`;
}

function lookOrNull(disk: Disk, path: string): Stats | null {
  try {
    return disk.look(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function sameFile(disk: Disk, path: string, stat: Stats): boolean {
  try {
    const other = disk.look(path);
    return other.dev === stat.dev && other.ino === stat.ino;
  } catch {
    return false;
  }
}
