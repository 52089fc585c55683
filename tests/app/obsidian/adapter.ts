/**
 * The adapter: the app's hands on the disk. Writers inside the app take turns (`queue`); nobody keeps the outside out.
 * Whatever it does to a visible path it tells the vault before its promise resolves.
 */
import type { Disk, DiskStat } from "./surroundings";

export interface DataWriteOptions {
  readonly ctime?: number;
  readonly mtime?: number;
}

export interface AdapterHooks {
  written(path: string): Promise<void>;
  renamed(from: string, to: string): Promise<void>;
  removed(path: string): void;
}

export interface Stat {
  readonly type: "file" | "folder";
  readonly ctime: number;
  readonly mtime: number;
  readonly size: number;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const diskPath = (path: string): string => (path === "/" ? "" : path);
const toBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

export class DiskAdapter {
  private turn: Promise<unknown> = Promise.resolve();
  private hooks: AdapterHooks | null = null;

  constructor(
    protected readonly disk: Disk,
    private readonly writesSame: boolean,
  ) {}

  /** Of the stand-in only. */
  connect(hooks: AdapterHooks): void {
    this.hooks = hooks;
  }

  getName(): string {
    return this.disk.root.slice(this.disk.root.lastIndexOf("/") + 1);
  }

  exists(path: string, _sensitive?: boolean): Promise<boolean> {
    return this.ask(async () => (await this.disk.stat(diskPath(path))) !== null);
  }

  stat(path: string): Promise<Stat | null> {
    return this.ask(async () => {
      const stat: DiskStat | null = await this.disk.stat(diskPath(path));
      return stat === null
        ? null
        : { type: stat.kind, ctime: stat.created, mtime: stat.modified, size: stat.size };
    });
  }

  list(path: string): Promise<{ files: string[]; folders: string[] }> {
    return this.ask(async () => {
      const entries = await this.disk.list(diskPath(path));
      const full = (name: string): string => (diskPath(path) === "" ? name : `${path}/${name}`);
      return {
        files: entries.filter((entry) => entry.kind === "file").map((entry) => full(entry.name)),
        folders: entries.filter((entry) => entry.kind === "folder").map((entry) => full(entry.name)),
      };
    });
  }

  /** Keeps a byte order mark; bytes that are not UTF-8 silently become U+FFFD. */
  read(path: string): Promise<string> {
    return this.ask(async () => decoder.decode(await this.disk.read(path)));
  }

  readBinary(path: string): Promise<ArrayBuffer> {
    return this.ask(async () => toBuffer(await this.disk.read(path)));
  }

  write(path: string, data: string, options?: DataWriteOptions): Promise<void> {
    return this.queue(() => this.put(path, encoder.encode(data), options));
  }

  writeBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    return this.queue(() => this.put(path, new Uint8Array(data), options));
  }

  append(path: string, data: string, options?: DataWriteOptions): Promise<void> {
    return this.appendBinary(path, toBuffer(encoder.encode(data)), options);
  }

  appendBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    return this.queue(async () => {
      await this.disk.append(path, new Uint8Array(data));
      await this.told(path, options);
    });
  }

  process(path: string, edit: (data: string) => string, options?: DataWriteOptions): Promise<string> {
    return this.queue(async () => {
      const before = decoder.decode(await this.disk.read(path));
      const after: unknown = edit(before);
      if (typeof after !== "string")
        throw new TypeError("The callback of process must return a string at once.");
      if (after !== before || this.writesSame) await this.put(path, encoder.encode(after), options);
      return after;
    });
  }

  getResourcePath(path: string): string {
    return `app://stand-in/${path}`;
  }

  /** Makes parents too, and says nothing when the folder is there already. */
  mkdir(path: string): Promise<void> {
    return this.queue(async () => {
      await this.disk.makeFolder(path);
      const parts = path.split("/");
      for (let depth = 1; depth <= parts.length; depth += 1)
        await this.hooks?.written(parts.slice(0, depth).join("/"));
    });
  }

  trashSystem(_path: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  trashLocal(path: string): Promise<void> {
    return this.queue(async () => {
      await this.disk.makeFolder(".trash");
      const name = path.slice(path.lastIndexOf("/") + 1);
      let target = `.trash/${name}`;
      for (let count = 2; (await this.disk.stat(target)) !== null; count += 1)
        target = `.trash/${count} ${name}`;
      await this.disk.rename(path, target);
      this.hooks?.removed(path);
    });
  }

  rmdir(path: string, recursive: boolean): Promise<void> {
    return this.queue(async () => {
      await this.disk.removeFolder(path, recursive);
      this.hooks?.removed(path);
    });
  }

  remove(path: string): Promise<void> {
    return this.queue(async () => {
      await this.disk.remove(path);
      this.hooks?.removed(path);
    });
  }

  /** Looks first, then moves: a file that appears in between is lost, as in the app. */
  rename(from: string, to: string): Promise<void> {
    return this.queue(async () => {
      const onlyCase = from !== to && from.toLowerCase() === to.toLowerCase();
      if (!onlyCase && (await this.disk.stat(to)) !== null)
        throw new Error("Destination file already exists!");
      await this.disk.rename(from, to);
      await this.hooks?.renamed(from, to);
    });
  }

  copy(from: string, to: string): Promise<void> {
    return this.queue(async () => {
      if ((await this.disk.stat(to)) !== null) throw new Error("Destination file already exists!");
      await this.put(to, await this.disk.read(from));
    });
  }

  /** Errors of the platform, as the platform words them. */
  protected ask<T>(run: () => Promise<T>): Promise<T> {
    return run();
  }

  private async put(path: string, bytes: Uint8Array, options?: DataWriteOptions): Promise<void> {
    await this.disk.write(path, bytes);
    await this.told(path, options);
  }

  private async told(path: string, options?: DataWriteOptions): Promise<void> {
    if (options?.mtime !== undefined) await this.disk.touch(path, options.mtime);
    await this.hooks?.written(path);
  }

  private queue<T>(run: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(() => this.ask(run));
    this.turn = mine.catch(() => undefined);
    return mine;
  }
}

export class FileSystemAdapter extends DiskAdapter {
  getBasePath(): string {
    return this.disk.root;
  }

  getFullPath(path: string): string {
    return diskPath(path) === "" ? this.disk.root : `${this.disk.root}/${path}`;
  }

  getFilePath(path: string): string {
    return `file://${this.getFullPath(path)}`;
  }
}

const CODES = new Map([
  ["ENOENT", "File does not exist."],
  ["EEXIST", "File already exists."],
]);

/** The phone's: no base path, and errors that bear no `code` to look at. */
export class CapacitorAdapter extends DiskAdapter {
  getFullPath(path: string): string {
    return `file:///storage/emulated/0/vault/${diskPath(path)}`;
  }

  protected override async ask<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
      if (typeof code !== "string") throw error;
      // The cause is left out on purpose: a plugin on a phone has nothing but these words.
      const words = new Error(CODES.get(code) ?? "The operation failed.");
      throw words;
    }
  }
}
