/**
 * Node's file functions, as the page may call them. Each takes and answers plain values; a file handle is its number.
 */
import fs from "node:fs";
import { type Glimpsed, LOOKED, type Looked, type Named } from "../wire";
import type { Confinement } from "./confine";

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

const plainStat = (stat: fs.Stats | fs.BigIntStats): Record<string, unknown> => ({ ...stat });

/** Names. A glimpse of a larger vault would take longer than the looks that it saves. */
const GLIMPSE = 400;
/** Bytes of a file that are sent along when it is opened. */
const SMALL = 65_536;

/** Nothing where it cannot be read, or not any more; then it is asked about by itself. */
const orNull = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const kindOf = (entry: fs.Dirent): string =>
  entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other";

export const fileFunctions = ({ inside, named, readable }: Confinement, open: Set<number>): Functions => {
  const mine = (fd: number): number => {
    if (!open.has(fd)) throw Object.assign(new Error("EBADF: bad file descriptor"), { code: "EBADF" });
    return fd;
  };
  const namesIn = (path: string): readonly Named[] =>
    fs
      .readdirSync(inside(path), { withFileTypes: true })
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  const lookAt = (path: string): Looked | null => {
    const stat = fs.lstatSync(named(path), { throwIfNoEntry: false });
    return stat === undefined ? null : { path, stat: LOOKED.map((field) => stat[field]) };
  };
  const openFile = (path: string, flags: number | string, mode?: number): number => {
    const fd = fs.openSync(inside(path), flags, mode);
    open.add(fd);
    return fd;
  };
  return {
    /** All looks at a small vault at once, and one at `path`, which may be absent; as JSON. Null for a larger one. */
    "fs.glimpse": (root: string, path: string) => {
      const stats = [lookAt(path) ?? { path, stat: null }];
      const names: (readonly [string, readonly Named[]])[] = [];
      const folders = [root];
      for (const folder of folders) {
        const entries = orNull(() => namesIn(folder));
        if (entries !== null) names.push([folder, entries]);
        const inside = (entries ?? []).map(({ name, kind }) => ({ at: `${folder}/${name}`, name, kind }));
        for (const at of [...(folder === root ? [root] : []), ...inside.map((each) => each.at)]) {
          const stat = orNull(() => lookAt(at));
          if (stat !== null) stats.push(stat);
        }
        if (stats.length > GLIMPSE) return null;
        for (const { at, name, kind } of inside)
          if (kind === "folder" && !name.startsWith(".")) folders.push(at);
      }
      return JSON.stringify({ stats, names } satisfies Glimpsed);
    },
    "fs.stat": (path: string, bigint: boolean) => plainStat(fs.statSync(readable(path), { bigint })),
    "fs.lstat": (path: string) => plainStat(fs.lstatSync(named(path))),
    "fs.fstat": (fd: number, bigint: boolean) => plainStat(fs.fstatSync(mine(fd), { bigint })),
    "fs.readdir": namesIn,
    "fs.readdirBytes": (path: string) =>
      fs.readdirSync(inside(path), { encoding: "buffer" }).map((name) => Uint8Array.from(name)),
    "fs.realpath": (path: string) => fs.realpathSync(inside(path)),
    "fs.readlink": (path: string) => fs.readlinkSync(readable(path)),
    "fs.readFile": (path: string) => new Uint8Array(fs.readFileSync(readable(path))),
    "fs.writeFile": (path: string, data: Uint8Array, mode?: number) =>
      fs.writeFileSync(inside(path), data, mode === undefined ? {} : { mode }),
    "fs.mkdir": (path: string, recursive: boolean, mode: number | null) =>
      fs.mkdirSync(inside(path), { recursive, ...(mode === null ? {} : { mode }) }) ?? null,
    "fs.rename": (from: string, to: string) => fs.renameSync(inside(from), inside(to)),
    "fs.link": (from: string, to: string) => fs.linkSync(inside(from), inside(to)),
    "fs.unlink": (path: string) => fs.unlinkSync(inside(path)),
    "fs.open": openFile,
    /** With what is in the file, where that is little. */
    "fs.openToRead": (path: string, flags: number) => {
      const fd = openFile(path, flags);
      const stat = fs.fstatSync(fd);
      const bytes = Buffer.alloc(stat.isFile() && stat.size <= SMALL ? stat.size : 0);
      const isWhole =
        bytes.length === stat.size && fs.readSync(fd, bytes, 0, bytes.length, 0) === bytes.length;
      return { fd, stat: plainStat(stat), bytes: isWhole ? new Uint8Array(bytes) : null };
    },
    "fs.close": (fd: number) => {
      fs.closeSync(mine(fd));
      open.delete(fd);
    },
    "fs.read": (fd: number, length: number, position: number | null) => {
      const bytes = Buffer.alloc(length);
      return new Uint8Array(bytes.subarray(0, fs.readSync(mine(fd), bytes, 0, length, position)));
    },
    "fs.write": (fd: number, bytes: Uint8Array) => fs.writeSync(mine(fd), bytes),
    "fs.fchmod": (fd: number, mode: number) => fs.fchmodSync(mine(fd), mode),
    "fs.fchown": (fd: number, uid: number, gid: number) => fs.fchownSync(mine(fd), uid, gid),
    "fs.fsync": (fd: number) =>
      new Promise<void>((resolve, reject) =>
        fs.fsync(mine(fd), (error) => (error === null ? resolve() : reject(error))),
      ),
  };
};
