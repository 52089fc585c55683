/**
 * How a vault's disk is seen. On a computer the disk itself is asked, which tells symbolic links and spellings and
 * makes what was written durable (`disk`); on a phone there is only what the app tells (`phoneSight`).
 */
import { type DataAdapter, TFile, type Vault } from "obsidian";
import { heldName, placeholderName, sayAway } from "../../kit/icloud";
import { checkPath, folderOf, join, nameOf } from "../../kit/path";
import type { Bytes, Creation, Entry, Listing } from "../../kit/ports/vault";
import { takeTurn } from "./takeTurn";

/** Files that are looked at before the window gets a turn. */
const PIECE = 512;

export type Spot =
  | { readonly kind: "file" | "folder" | "other"; readonly size: number; readonly modified: number }
  /** `missing`: the first part that is not there. */
  | { readonly kind: "absent"; readonly missing: string }
  | { readonly kind: "refused"; readonly why: string; readonly away?: true };

export interface Sight {
  locate(path: string): Promise<Spot>;
  list(folder: string, detail?: "names"): Promise<Listing>;
  bytes(path: string, limit: number): Promise<Bytes & { readonly modified?: number }>;
  /** Exclusive. `path` is known to be free and its folder to be there. */
  create(path: string, text: string): Promise<Creation>;
  /** Makes what was just written to these files and folders survive a power cut, where the platform lets us ask. */
  keep(files: readonly string[], folders: readonly string[]): Promise<void>;
}

export function phoneSight(vault: Vault): Sight {
  const { adapter } = vault;
  const locate = (path: string): Promise<Spot> => locateByApp(vault, adapter, path);
  return {
    locate,
    async list(folder) {
      const spot = await locate(folder);
      if (spot.kind === "absent") return { kind: "absent" };
      if (spot.kind === "refused") return { kind: "unreadable", why: spot.why };
      if (spot.kind !== "folder") return { kind: "unreadable", why: `${folder} is a file, not a folder.` };
      const listed = await adapter.list(folder === "" ? "/" : folder);
      const names = new Set(listed.files.map(nameOf));
      const away = listed.files
        .flatMap((path) => heldName(nameOf(path)) ?? [])
        .filter((name) => !names.has(name))
        .map((name): Entry => ({ name, kind: "file", size: 0, modified: 0 }));
      const files: (Entry | null)[] = [...away];
      const visible = listed.files.filter(isVisible);
      // In pieces, so that the window can show something meanwhile.
      for (let from = 0; from < visible.length; from += PIECE) {
        if (from > 0) await takeTurn();
        files.push(
          ...(await Promise.all(
            visible.slice(from, from + PIECE).map((path) => fileEntry(vault, adapter, path)),
          )),
        );
      }
      const folders = listed.folders
        .filter(isVisible)
        .map((path): Entry => ({ name: nameOf(path), kind: "folder", size: 0, modified: 0 }));
      return { kind: "folder", entries: [...files.filter((each) => each !== null), ...folders] };
    },
    async bytes(path, limit) {
      const spot = await locate(path);
      if (spot.kind === "absent") return { kind: "absent" };
      if (spot.kind === "refused")
        return {
          kind: "unreadable",
          reason: "failed",
          why: spot.why,
          ...(spot.away === true ? { away: true } : {}),
        };
      if (spot.kind !== "file")
        return { kind: "unreadable", reason: "not-a-file", why: `${path} is a folder.` };
      const bytes = spot.size > limit ? null : new Uint8Array(await adapter.readBinary(path));
      if (bytes === null || bytes.length > limit)
        return { kind: "unreadable", reason: "too-big", why: `${path} is longer than ${limit} bytes.` };
      return { kind: "bytes", bytes, modified: spot.modified };
    },
    async create(path, text) {
      await vault.create(path, text);
      return { kind: "created" };
    },
    keep: () => Promise.resolve(),
  };
}

function isVisible(path: string): boolean {
  return !nameOf(path).startsWith(".");
}

/**
 * The entry of a file; null where there is none. The disk is asked only for a file that the app has not noticed yet.
 */
async function fileEntry(vault: Vault, adapter: DataAdapter, path: string): Promise<Entry | null> {
  const known = vault.getFileByPath(path);
  if (known !== null)
    return { name: nameOf(path), kind: "file", size: known.stat.size, modified: known.stat.mtime };
  const stat = await adapter.stat(path);
  return stat === null ? null : { name: nameOf(path), kind: "file", size: stat.size, modified: stat.mtime };
}

async function locateByApp(vault: Vault, adapter: DataAdapter, path: string): Promise<Spot> {
  if (path === "") return { kind: "folder", size: 0, modified: 0 };
  const check = checkPath(path);
  if (check.kind === "bad") return { kind: "refused", why: check.why };
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const part = parts.slice(0, depth).join("/");
    const stat = await adapter.stat(part);
    if (
      stat === null &&
      part === path &&
      (await adapter.exists(join(folderOf(part), placeholderName(nameOf(part)))))
    )
      return { kind: "refused", why: sayAway(path), away: true };
    if (stat === null) return { kind: "absent", missing: part };
    // A phone's disk opens "approved" for "Approved"; the app's own list of names does not.
    if (vault.getAbstractFileByPath(part) === null && !(await adapter.exists(part, true))) {
      return {
        kind: "refused",
        why: `${part} is spelled differently on the disk (capitals or accents). Rename it to match.`,
      };
    }
    if (depth < parts.length && stat.type === "file")
      return { kind: "refused", why: `${part} is a file, not a folder.` };
    if (depth < parts.length) continue;
    const known = vault.getAbstractFileByPath(part);
    // The same source as in `list`, so that the two agree about when a note was changed.
    const { size, mtime } = known instanceof TFile ? known.stat : stat;
    return stat.type === "folder"
      ? { kind: "folder", size: 0, modified: 0 }
      : { kind: "file", size, modified: mtime };
  }
  return { kind: "absent", missing: path };
}
