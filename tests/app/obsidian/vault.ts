/** The vault: an index of what the app has noticed, over a disk that may have moved on since. */
import {
  CapacitorAdapter,
  type DataWriteOptions,
  type DiskAdapter,
  FileSystemAdapter,
  type Stat,
} from "./adapter";
import { type EventRef, Events } from "./event";
import { isHidden, parentPath, type TAbstractFile, TFile, TFolder } from "./file";
import type { Surroundings } from "./surroundings";

const ILLEGAL = /[*"\\<>:|?]/;

export class Vault extends Events {
  readonly adapter: DiskAdapter;
  readonly configDir = ".obsidian";
  private readonly index = new Map<string, TAbstractFile>();
  private readonly root: TFolder;
  private readonly cache = new Map<
    string,
    { readonly mtime: number; readonly size: number; readonly text: string }
  >();

  constructor(private readonly around: Surroundings) {
    super();
    const writesSame = around.doubts.processWritesSame;
    this.adapter =
      around.device === "desktop"
        ? new FileSystemAdapter(around.disk, writesSame)
        : new CapacitorAdapter(around.disk, writesSame);
    this.adapter.connect({
      written: (path) => this.notice(path),
      renamed: (from, to) => this.noticeRename(from, to),
      removed: (path) => this.forget(path),
    });
    this.root = new TFolder(this, "/");
    this.index.set("/", this.root);
  }

  override on(
    name: "create" | "modify" | "delete" | "rename" | (string & {}),
    callback: (...data: never[]) => unknown,
    context?: unknown,
  ): EventRef {
    return super.on(name, callback, context);
  }

  protected override report(error: unknown): void {
    this.around.errors.push(error);
  }

  getName(): string {
    return this.adapter.getName();
  }

  getRoot(): TFolder {
    return this.root;
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.index.get(path) ?? null;
  }

  getFileByPath(path: string): TFile | null {
    const file = this.index.get(path);
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const folder = this.index.get(path);
    return folder instanceof TFolder ? folder : null;
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return [...this.index.values()];
  }

  getAllFolders(includeRoot = false): TFolder[] {
    return this.getAllLoadedFiles().filter(
      (file): file is TFolder => file instanceof TFolder && (includeRoot || !file.isRoot()),
    );
  }

  getFiles(): TFile[] {
    return this.getAllLoadedFiles().filter((file): file is TFile => file instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter((file) => file.extension === "md");
  }

  static recurseChildren(root: TFolder, visit: (file: TAbstractFile) => unknown): void {
    visit(root);
    for (const child of root.children)
      child instanceof TFolder ? Vault.recurseChildren(child, visit) : visit(child);
  }

  /** Without the byte order mark, unlike `adapter.read`. */
  async read(file: TFile): Promise<string> {
    const text = dropMark(await this.adapter.read(file.path));
    this.cache.set(file.path, { mtime: file.stat.mtime, size: file.stat.size, text });
    return text;
  }

  /** May be older than the disk: an outside edit counts only when the app has noticed it. */
  cachedRead(file: TFile): Promise<string> {
    const kept = this.cache.get(file.path);
    const fresh = kept !== undefined && kept.mtime === file.stat.mtime && kept.size === file.stat.size;
    return fresh ? Promise.resolve(kept.text) : this.read(file);
  }

  readBinary(file: TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  getResourcePath(file: TFile): string {
    return this.adapter.getResourcePath(file.path);
  }

  /** The look and the write are two steps, as in the app: two creations at once can both say yes. */
  async create(path: string, data: string, options?: DataWriteOptions): Promise<TFile> {
    checkPath(path);
    if (await this.adapter.exists(path)) throw new Error("File already exists.");
    await this.adapter.write(path, data, options);
    return this.noticedFile(path);
  }

  async createBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<TFile> {
    checkPath(path);
    if (await this.adapter.exists(path)) throw new Error("File already exists.");
    await this.adapter.writeBinary(path, data, options);
    return this.noticedFile(path);
  }

  async createFolder(path: string): Promise<TFolder> {
    checkPath(path);
    if (await this.adapter.exists(path)) throw new Error("Folder already exists.");
    await this.adapter.mkdir(path);
    const folder = this.getFolderByPath(path);
    if (folder === null) throw new Error(`The folder ${path} is hidden from the vault.`);
    return folder;
  }

  modify(file: TFile, data: string, options?: DataWriteOptions): Promise<void> {
    return this.adapter.write(file.path, data, options);
  }

  modifyBinary(file: TFile, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    return this.adapter.writeBinary(file.path, data, options);
  }

  append(file: TFile, data: string, options?: DataWriteOptions): Promise<void> {
    return this.adapter.append(file.path, data, options);
  }

  appendBinary(file: TFile, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    return this.adapter.appendBinary(file.path, data, options);
  }

  process(file: TFile, edit: (data: string) => string, options?: DataWriteOptions): Promise<string> {
    const drop = this.around.doubts.processDropsMark;
    return this.adapter.process(file.path, (data) => edit(drop ? dropMark(data) : data), options);
  }

  async rename(file: TAbstractFile, newPath: string): Promise<void> {
    checkPath(newPath);
    await this.adapter.rename(file.path, newPath);
  }

  async delete(file: TAbstractFile, force = false): Promise<void> {
    await (file instanceof TFolder ? this.adapter.rmdir(file.path, force) : this.adapter.remove(file.path));
  }

  async trash(file: TAbstractFile, system: boolean): Promise<void> {
    if (system && (await this.adapter.trashSystem(file.path))) return;
    await this.adapter.trashLocal(file.path);
  }

  async copy(file: TAbstractFile, newPath: string): Promise<TAbstractFile> {
    checkPath(newPath);
    await this.adapter.copy(file.path, newPath);
    return this.noticedFile(newPath);
  }

  /**
   * Brings one path of the index up to what the disk says, and fires the event that follows. `told` is what the disk
   * said a moment ago, for a path that the index does not have. Of the stand-in only.
   */
  async notice(path: string, told?: Stat | null): Promise<void> {
    if (path === "" || path === "/" || isHidden(path)) return;
    const isNew = told !== undefined && !this.index.has(path);
    const stat = isNew ? told : await this.adapter.stat(path);
    const known = this.index.get(path);
    if (stat === null) return;
    if (known !== undefined && known instanceof TFolder !== (stat.type === "folder")) this.forget(path);
    const still = this.index.get(path);
    if (still === undefined) {
      const file = stat.type === "folder" ? new TFolder(this, path) : new TFile(this, path);
      if (file instanceof TFile) file.stat = { ctime: stat.ctime, mtime: stat.mtime, size: stat.size };
      this.attach(file);
      this.trigger("create", file);
    } else if (still instanceof TFile && (still.stat.mtime !== stat.mtime || still.stat.size !== stat.size)) {
      still.stat = { ctime: stat.ctime, mtime: stat.mtime, size: stat.size };
      this.trigger("modify", still);
    }
  }

  /** Takes a path and all below it out of the index. Of the stand-in only. */
  forget(path: string): void {
    const gone = [...this.index.values()].filter(
      (file) => file.path === path || file.path.startsWith(`${path}/`),
    );
    for (const file of gone.sort((a, b) => b.path.length - a.path.length)) {
      this.index.delete(file.path);
      this.cache.delete(file.path);
      file.deleted = true;
      if (file.parent !== null) file.parent.children = file.parent.children.filter((child) => child !== file);
      file.parent = null;
      this.trigger("delete", file);
    }
  }

  private async noticeRename(from: string, to: string): Promise<void> {
    if (isHidden(from) || isHidden(to)) {
      this.forget(from);
      return this.notice(to);
    }
    const moved = [...this.index.values()].filter(
      (file) => file.path === from || file.path.startsWith(`${from}/`),
    );
    for (const file of moved.sort((a, b) => a.path.length - b.path.length)) {
      const oldPath = file.path;
      this.index.delete(oldPath);
      this.cache.delete(oldPath);
      if (file.parent !== null) file.parent.children = file.parent.children.filter((child) => child !== file);
      file.setPath(to + oldPath.slice(from.length));
      this.attach(file);
      this.trigger("rename", file, oldPath);
    }
  }

  private attach(file: TAbstractFile): void {
    const parent = this.index.get(parentPath(file.path));
    if (parent instanceof TFolder) {
      file.parent = parent;
      parent.children.push(file);
    }
    this.index.set(file.path, file);
  }

  private noticedFile(path: string): TFile {
    const file = this.getFileByPath(path);
    if (file === null) throw new Error(`The file ${path} is hidden from the vault.`);
    return file;
  }
}

const dropMark = (text: string): string => (text.startsWith("\uFEFF") ? text.slice(1) : text);

/** The strictest of the platforms, on every platform: a name made here must be legal on all of a person's devices. */
const checkPath = (path: string): void => {
  if (
    path === "" ||
    path.startsWith("/") ||
    path.endsWith("/") ||
    path.includes("//") ||
    path.includes("\\")
  ) {
    throw new Error(`Not a normalized path: ${path}`);
  }
  if (ILLEGAL.test(path))
    throw new Error('File name cannot contain any of the following characters: * " \\ / < > : | ?');
  if (path.split("/").some((part) => part !== part.trim() || /\.$/.test(part)))
    throw new Error(`Not a legal file name: ${path}`);
};
