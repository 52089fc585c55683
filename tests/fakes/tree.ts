/**
 * The simulated disk: notes and folders by path, with an outside hand that does what sync, editors and people do to a
 * vault.
 */
import { folderOf, nameOf } from "../../src/kit/path";

export interface Leaf {
  readonly bytes: Uint8Array;
  readonly modified: number;
}

/** Everything on a simulated disk at one moment. Shares no state with the disk. */
export interface TreeSnapshot {
  readonly files: ReadonlyMap<string, Leaf>;
  readonly folders: ReadonlyMap<string, number>;
}

export type Node =
  { readonly kind: "file"; readonly leaf: Leaf } | { readonly kind: "folder"; readonly modified: number };

export interface Tree {
  get(path: string): Node | null;
  children(folder: string): readonly { readonly name: string; readonly node: Node }[];
  /** Puts a file there, whatever was there before. Its folder must exist. */
  set(path: string, bytes: Uint8Array): void;
  drop(path: string): void;
  rename(from: string, to: string): void;
  mkdir(path: string): void;
  snapshot(): TreeSnapshot;
  restore(snapshot: TreeSnapshot): void;
}

export function createTree(now: () => number): Tree {
  let files = new Map<string, Leaf>();
  let folders = new Map<string, number>([["", now()]]);

  const get = (path: string): Node | null => {
    const leaf = files.get(path);
    if (leaf !== undefined) return { kind: "file", leaf };
    const modified = folders.get(path);
    return modified === undefined ? null : { kind: "folder", modified };
  };
  const mkdir = (path: string): void => {
    if (folders.has(path)) return;
    if (files.has(path)) throw new Error(`${path} is a file on the simulated disk`);
    mkdir(folderOf(path));
    folders.set(path, now());
  };
  const moveKeys = <V>(map: Map<string, V>, from: string, to: string): void => {
    for (const [path, value] of [...map]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      map.delete(path);
      map.set(to + path.slice(from.length), value);
    }
  };

  return {
    get,
    children(folder) {
      const paths = [...files.keys(), ...folders.keys()].filter(
        (path) => path !== "" && folderOf(path) === folder,
      );
      return paths.flatMap((path) => {
        const node = get(path);
        return node === null ? [] : [{ name: nameOf(path), node }];
      });
    },
    set(path, bytes) {
      if (!folders.has(folderOf(path)) || folders.has(path))
        throw new Error(`${path} cannot be a file on the simulated disk`);
      files.set(path, { bytes: bytes.slice(), modified: now() });
    },
    drop(path) {
      for (const map of [files, folders])
        for (const key of [...map.keys()]) if (key === path || key.startsWith(`${path}/`)) map.delete(key);
    },
    rename(from, to) {
      moveKeys(files, from, to);
      moveKeys(folders, from, to);
    },
    mkdir,
    snapshot: () => ({ files: new Map(files), folders: new Map(folders) }),
    restore(snapshot) {
      files = new Map(snapshot.files);
      folders = new Map(snapshot.folders);
    },
  };
}
