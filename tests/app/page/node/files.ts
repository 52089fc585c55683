/** `node:fs` and `node:fs/promises` in the page: the functions that main.js calls, answered by the host. */
import type { Bridge } from "../bridge";
import type { Named } from "../wire";
import { Bytes } from "./bytes";
import { openGlimpses } from "./glimpse";

type Callback = (error: Error | null, value?: unknown) => void;

/** Linux's numbers, which is what the host understands; `files` on other systems would ask the host for them. */
const FORMAT = 0o170000;
const KINDS = { file: 0o100000, folder: 0o040000, link: 0o120000 };

const statOf = (fields: unknown): object => {
  const stat = fields as Record<string, number | bigint>;
  const is = (kind: number) => () => (Number(stat["mode"]) & FORMAT) === kind;
  return { ...stat, isFile: is(KINDS.file), isDirectory: is(KINDS.folder), isSymbolicLink: is(KINDS.link) };
};

const entryOf = ({ name, kind }: Named): object => ({
  name,
  isFile: () => kind === "file",
  isDirectory: () => kind === "folder",
  isSymbolicLink: () => kind === "link",
  isSocket: () => false,
  isFIFO: () => false,
  isBlockDevice: () => false,
  isCharacterDevice: () => kind === "other",
});

const bytesOf = (data: unknown): Uint8Array =>
  typeof data === "string" ? new TextEncoder().encode(data) : (data as Uint8Array);

const encodingOf = (options: unknown): string | null => {
  if (typeof options === "string") return options;
  const encoding: unknown = (options as { encoding?: unknown } | undefined)?.encoding;
  return typeof encoding === "string" ? encoding : null;
};

const withText = (bytes: unknown, options: unknown): unknown => {
  const whole = Bytes.from(bytes);
  return encodingOf(options) === null ? whole : whole.toString();
};

/** Whether the file is only opened to be read, by numbers of the system. */
const readsOnly = (flags: unknown, { O_ACCMODE = 3, O_CREAT = 0, O_TRUNC = 0 }: Constants): boolean =>
  typeof flags === "number" && (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) === 0;

type Constants = Readonly<Record<string, number>>;

/** `root`: the folder of the vault. */
export const fileModules = (bridge: Bridge, root: string, constants: Constants) => {
  const { call, callNow } = bridge;
  const glimpses = openGlimpses(bridge, root);
  const wantsBig = (options: unknown): boolean =>
    (options as { bigint?: boolean } | undefined)?.bigint === true;
  const folderNames = (all: unknown, options: unknown): unknown => {
    const typed = (options as { withFileTypes?: boolean } | undefined)?.withFileTypes === true;
    return (all as readonly Named[]).map((each) => (typed ? entryOf(each) : each.name));
  };
  const fill = (into: Uint8Array, offset: number, got: unknown): number => {
    into.set(got as Uint8Array, offset);
    return (got as Uint8Array).length;
  };
  const later = (promise: Promise<unknown>, done: Callback): void =>
    void promise.then(
      (value) => done(null, value),
      (error: Error) => done(error),
    );

  /** `node:fs/promises` answers objects around the numbers of open files. */
  const handleOf = (fd: number) => ({
    fd,
    stat: async (options?: unknown) => statOf(await call("fs.fstat", fd, wantsBig(options))),
    read: async (buffer: Uint8Array, offset: number, length: number, position: number | null) => ({
      bytesRead: fill(buffer, offset, await call("fs.read", fd, length, position)),
      buffer,
    }),
    appendFile: (data: unknown) => call("fs.write", fd, bytesOf(data)),
    writeFile: (data: unknown) => call("fs.write", fd, bytesOf(data)),
    sync: () => call("fs.fsync", fd),
    close: () => call("fs.close", fd),
  });

  const promises = {
    constants,
    open: async (path: string, flags: number | string, mode?: number) =>
      handleOf((await call("fs.open", path, flags, ...(mode === undefined ? [] : [mode]))) as number),
    stat: async (path: string, options?: unknown) => statOf(await call("fs.stat", path, wantsBig(options))),
    lstat: async (path: string) => statOf(await call("fs.lstat", path)),
    readdir: async (path: string, options?: unknown) =>
      encodingOf(options) === "buffer"
        ? ((await call("fs.readdirBytes", path)) as Uint8Array[]).map((name) => Bytes.from(name))
        : folderNames(await call("fs.readdir", path), options),
    realpath: (path: string) => call("fs.realpath", path),
    readlink: (path: string) => call("fs.readlink", path),
    readFile: async (path: string, options?: unknown) => withText(await call("fs.readFile", path), options),
    writeFile: (path: string, data: unknown, options?: { readonly mode?: number }) =>
      call("fs.writeFile", path, bytesOf(data), ...(options?.mode === undefined ? [] : [options.mode])),
    mkdir: async (path: string, options?: { readonly recursive?: boolean; readonly mode?: number }) =>
      (await call("fs.mkdir", path, options?.recursive === true, options?.mode ?? null)) ?? undefined,
    rename: (from: string, to: string) => call("fs.rename", from, to),
    link: (from: string, to: string) => call("fs.link", from, to),
    unlink: (path: string) => call("fs.unlink", path),
  };

  const sync = {
    constants,
    promises,
    lstatSync: (path: string) => statOf(glimpses.look(path)),
    statSync: (path: string, options?: unknown) => statOf(callNow("fs.stat", path, wantsBig(options))),
    fstatSync: (fd: number, options?: unknown) =>
      statOf((wantsBig(options) ? null : glimpses.opened(fd)) ?? callNow("fs.fstat", fd, wantsBig(options))),
    readdirSync: (path: string, options?: unknown) => folderNames(glimpses.names(path), options),
    /** The whole folder at once: one call, however many names there are. */
    opendirSync: (path: string) => {
      const entries = glimpses.names(path).map(entryOf);
      const next = (): object | null => entries.shift() ?? null;
      return { readSync: next, read: () => Promise.resolve(next()), closeSync: () => undefined };
    },
    openSync: (path: string, flags: number, mode?: number) =>
      mode === undefined && readsOnly(flags, constants)
        ? glimpses.open(path, flags)
        : callNow("fs.open", path, flags, ...(mode === undefined ? [] : [mode])),
    closeSync: (fd: number) => glimpses.close(fd),
    readSync: (fd: number, into: Uint8Array, offset: number, length: number, position: number | null) =>
      fill(into, offset, glimpses.read(fd, length, position)),
    writeSync: (fd: number, bytes: Uint8Array, from = 0) => callNow("fs.write", fd, bytes.subarray(from)),
    fchmodSync: (fd: number, mode: number) => void callNow("fs.fchmod", fd, mode),
    fchownSync: (fd: number, uid: number, gid: number) => void callNow("fs.fchown", fd, uid, gid),
    fsync: (fd: number, done: Callback) => later(call("fs.fsync", fd), done),
    open: (path: string, flags: number, done: Callback) =>
      later(
        readsOnly(flags, constants) ? glimpses.openLater(path, flags) : call("fs.open", path, flags),
        done,
      ),
    read: (
      fd: number,
      into: Uint8Array,
      offset: number,
      length: number,
      position: number | null,
      done: Callback,
    ) =>
      later(
        glimpses.readLater(fd, length, position).then((got) => fill(into, offset, got)),
        done,
      ),
  };
  return { "node:fs": sync, "node:fs/promises": promises };
};
