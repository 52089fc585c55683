/**
 * Node's file functions, as the page may call them. Each takes and answers plain values; a file handle is its number.
 */
import fs from "node:fs";
import type { Confinement } from "./confine";

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

const plainStat = (stat: fs.Stats | fs.BigIntStats): Record<string, unknown> => ({ ...stat });

const kindOf = (entry: fs.Dirent): string =>
  entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other";

export const fileFunctions = ({ inside, named, readable }: Confinement, open: Set<number>): Functions => {
  const mine = (fd: number): number => {
    if (!open.has(fd)) throw Object.assign(new Error("EBADF: bad file descriptor"), { code: "EBADF" });
    return fd;
  };
  return {
    "fs.stat": (path: string, bigint: boolean) => plainStat(fs.statSync(readable(path), { bigint })),
    "fs.lstat": (path: string) => plainStat(fs.lstatSync(named(path))),
    "fs.fstat": (fd: number, bigint: boolean) => plainStat(fs.fstatSync(mine(fd), { bigint })),
    "fs.readdir": (path: string) =>
      fs
        .readdirSync(inside(path), { withFileTypes: true })
        .map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
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
    "fs.open": (path: string, flags: number | string, mode?: number) => {
      const fd = fs.openSync(inside(path), flags, mode);
      open.add(fd);
      return fd;
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
