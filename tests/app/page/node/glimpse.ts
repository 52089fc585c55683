/**
 * Looks that the plugin takes one right after the other, answered by one call: on a computer they take microseconds, in
 * the page each would be a request. What one call saw counts until the page calls, hears or begins anything else, as if
 * all of these looks had been taken at that moment.
 */
import type { Bridge } from "../bridge";
import { type Glimpsed, LOOKED, type Looked, type Named } from "../wire";

/** The fields of a stat. */
type Fields = Readonly<Record<string, unknown>>;

export interface Glimpses {
  /** Throws the system's error. */
  look(path: string): Fields;
  names(path: string): readonly Named[];
  open(path: string, flags: number): number;
  openLater(path: string, flags: number): Promise<number>;
  /** Of a file that was opened to be read, as it was then; null where the host has to be asked. */
  opened(fd: number): Fields | null;
  read(fd: number, length: number, position: number | null): Uint8Array;
  readLater(fd: number, length: number, position: number | null): Promise<Uint8Array>;
  close(fd: number): void;
}

interface Glimpse {
  readonly moment: number;
  readonly stats: ReadonlyMap<string, Looked["stat"]>;
  readonly names: ReadonlyMap<string, readonly Named[]>;
}

interface Opened {
  readonly fd: number;
  readonly stat: Fields;
  readonly bytes: Uint8Array | null;
}

interface OpenFile extends Opened {
  readonly moment: number;
  /** Where the next read begins that names no position. */
  at: number;
}

const glimpseOf = ({ stats, names }: Glimpsed, moment: number): Glimpse => ({
  moment,
  stats: new Map(stats.map(({ path, stat }) => [path, stat])),
  names: new Map(names),
});

/** As the system says it. */
const absent = (path: string): Error =>
  Object.assign(new Error(`ENOENT: no such file or directory, lstat '${path}'`), {
    code: "ENOENT",
    errno: -2,
    syscall: "lstat",
    path,
  });

/** `root`: the folder of the vault. */
export const openGlimpses = ({ call, callNow, callSoon, moment }: Bridge, root: string): Glimpses => {
  let last: Glimpse | null = null;
  let isLarge = false;
  const files = new Map<number, OpenFile>();

  /** As it is now; with `path`, whether it is there or not. */
  const glimpse = (path: string): Glimpse | null => {
    if (last?.moment === moment() && (last.stats.has(path) || last.names.has(path))) return last;
    if (isLarge || (path !== root && !path.startsWith(`${root}/`))) return null;
    const text = callNow("fs.glimpse", root, path) as string | null;
    isLarge = text === null;
    last = text === null ? null : glimpseOf(JSON.parse(text) as Glimpsed, moment());
    return last;
  };

  const keep = (answer: unknown): number => {
    const opened = answer as Opened;
    files.set(opened.fd, { ...opened, moment: moment(), at: 0 });
    return opened.fd;
  };
  /** Only files that were opened here: of others the system itself knows where the next read begins. */
  const from = (fd: number, position: number | null): number | null => position ?? files.get(fd)?.at ?? null;
  const goOn = (fd: number, position: number | null, got: Uint8Array): Uint8Array => {
    const file = files.get(fd);
    if (file !== undefined && position === null) file.at += got.length;
    return got;
  };
  const seen = (fd: number, length: number, position: number | null): Uint8Array | null => {
    const file = files.get(fd);
    if (file === undefined || file.bytes === null || file.moment !== moment()) return null;
    const at = position ?? file.at;
    return goOn(fd, position, file.bytes.subarray(at, at + length));
  };

  return {
    look(path) {
      const stat = glimpse(path)?.stats.get(path);
      if (stat === undefined) return callNow("fs.lstat", path) as Fields;
      if (stat === null) throw absent(path);
      return Object.fromEntries(LOOKED.map((field, at) => [field, stat[at]]));
    },
    names: (path) => glimpse(path)?.names.get(path) ?? (callNow("fs.readdir", path) as readonly Named[]),
    open: (path, flags) => keep(callNow("fs.openToRead", path, flags)),
    openLater: async (path, flags) => keep(await call("fs.openToRead", path, flags)),
    opened(fd) {
      const file = files.get(fd);
      return file?.moment === moment() ? file.stat : null;
    },
    read: (fd, length, position) =>
      seen(fd, length, position) ??
      goOn(fd, position, callNow("fs.read", fd, length, from(fd, position)) as Uint8Array),
    readLater: async (fd, length, position) =>
      seen(fd, length, position) ??
      goOn(fd, position, (await call("fs.read", fd, length, from(fd, position))) as Uint8Array),
    close(fd) {
      if (files.delete(fd)) callSoon("fs.close", fd);
      else callNow("fs.close", fd);
    },
  };
};
