/** The tree of files as the app holds it: one object per file, kept while the file is only moved inside the app. */
import type { Vault } from "./vault";

export abstract class TAbstractFile {
  parent: TFolder | null = null;
  name = "";
  deleted = false;

  constructor(
    readonly vault: Vault,
    public path: string,
  ) {
    this.setPath(path);
  }

  setPath(path: string): void {
    this.path = path;
    this.name = path === "/" ? "" : path.slice(path.lastIndexOf("/") + 1);
  }
}

export interface FileStats {
  ctime: number;
  mtime: number;
  size: number;
}

export class TFile extends TAbstractFile {
  basename = "";
  extension = "";
  stat: FileStats = { ctime: 0, mtime: 0, size: 0 };

  constructor(vault: Vault, path: string) {
    super(vault, path);
    // Field initialisers run after the parent's constructor and would wipe what it set.
    this.setPath(path);
  }

  override setPath(path: string): void {
    super.setPath(path);
    const dot = this.name.lastIndexOf(".");
    const bare = dot <= 0;
    this.basename = bare ? this.name : this.name.slice(0, dot);
    this.extension = bare ? "" : this.name.slice(dot + 1).toLowerCase();
  }
}

export class TFolder extends TAbstractFile {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === "/";
  }
}

export const parentPath = (path: string): string =>
  path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "/";

/** Hidden from the vault, reachable through the adapter. */
export const isHidden = (path: string): boolean => path.split("/").some((part) => part.startsWith("."));
