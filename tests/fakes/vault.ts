/**
 * A vault that lives in memory and keeps every promise of the port, for tests and the simulator. Beside the port it
 * offers an outside hand (`put`, `remove`, …: another program, a sync, a person), gates where the power may go out
 * (`faults`), and images of the disk. Only `PowerCut` is ever thrown: the device is gone, and every call on it fails
 * until `reopen`.
 */
import { heldName, placeholderName, sayAway } from "../../src/kit/icloud";
import { checkPath, folderOf, join, nameOf } from "../../src/kit/path";
import { decodeUtf8, encodeUtf8 } from "../../src/kit/utf8";
import type { ClockPort } from "../../src/kit/ports/clock";
import type { Change, VaultPort } from "../../src/kit/ports/vault";
import { NOTE_LIMIT } from "../../src/kit/ports/vault";
import type { Faults, Write } from "./faults";
import { PowerCut } from "./faults";
import { createHints } from "./hints";
import type { Node, TreeSnapshot } from "./tree";
import { createTree } from "./tree";

export interface MemoryVaultOptions {
  readonly clock: Pick<ClockPort, "now">;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly folders?: readonly string[];
  readonly faults?: Faults;
  /** `soon` (the default) delivers hints in a microtask, `manual` keeps them until `deliver`. */
  readonly hints?: "soon" | "manual";
}

export interface MemoryVault extends VaultPort {
  faults: Faults;
  /**
   * The outside hand: replaces or makes a file, parents included. Watchers get their hint. Works while the power is
   * out.
   */
  put(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
  /** Renames a file or a whole folder, replacing a file in the way, as other programs do. */
  rename(from: string, to: string): void;
  mkdir(path: string): void;
  /** The text of a note, decoded loosely; null when there is none. */
  text(path: string): string | null;
  /** Every file by path, in order of path, decoded loosely. */
  files(): Readonly<Record<string, string>>;
  folders(): readonly string[];
  snapshot(): TreeSnapshot;
  restore(snapshot: TreeSnapshot): void;
  /** Hands out the hints held back so far; answers how many. */
  deliver(): number;
  /** The device starts again: calls work, and nobody is watching. */
  reopen(): void;
}

export function createMemoryVault(options: MemoryVaultOptions): MemoryVault {
  const tree = createTree(() => options.clock.now());
  const hints = createHints(options.hints ?? "soon");
  let faults = options.faults ?? {};
  let cut: PowerCut | null = null;

  /** Start of every call. The turn given away keeps callers from relying on an answer within the same breath. */
  const enter = async (): Promise<void> => {
    await Promise.resolve();
    if (cut !== null) throw cut;
    guarded(() => faults.touch?.());
  };
  const guarded = <T>(gate: () => T): T => {
    try {
      return gate();
    } catch (error) {
      if (error instanceof PowerCut) cut = error;
      throw error;
    }
  };
  /**
   * Runs one write between its gates. Answers the sentence it failed with, or null. `tear` writes a part of the text.
   */
  const write = (what: Write, effect: () => void, tear?: (keep: number) => void): string | null => {
    try {
      const why = guarded(() => faults.before?.(what));
      if (why !== undefined) return why;
    } catch (error) {
      if (error instanceof PowerCut && error.keep !== null) tear?.(error.keep);
      throw error;
    }
    effect();
    guarded(() => faults.after?.(what));
    return null;
  };
  const writeText = (name: "create" | "change", path: string, bytes: Uint8Array): string | null => {
    const set = (part: Uint8Array): void => {
      tree.set(path, part);
      hints.touched(path);
    };
    return write(
      { name, path },
      () => set(bytes),
      (keep) => set(bytes.subarray(0, Math.floor(bytes.length * keep))),
    );
  };
  /** The node at a path, or why we may not look; null where there is none. */
  const at = (path: string): Node | null | string => {
    const check = checkPath(path);
    if (check.kind === "bad") return check.why;
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
      if (tree.get(folder)?.kind === "file") return `${folder} is a file, not a folder.`;
    }
    const node = tree.get(path);
    return node === null && isAway(path) ? sayAway(path) : node;
  };
  const isAway = (path: string): boolean =>
    tree.get(path) === null && tree.get(join(folderOf(path), placeholderName(nameOf(path)))) !== null;

  const vault: MemoryVault = {
    async list(folder) {
      await enter();
      const node = folder === "" ? tree.get("") : at(folder);
      if (typeof node === "string") return { kind: "unreadable", why: node };
      if (node === null) return { kind: "absent" };
      if (node.kind === "file") return { kind: "unreadable", why: `${folder} is a file, not a folder.` };
      const there = new Set(tree.children(folder).map(({ name }) => name));
      const named = tree.children(folder).flatMap(({ name, node: child }) => {
        const shown = name.startsWith(".") ? heldName(name) : name;
        return shown === null || (shown !== name && there.has(shown)) ? [] : [{ name: shown, node: child }];
      });
      const entries = named.map(({ name, node: child }) =>
        child.kind === "file"
          ? { name, kind: "file" as const, size: child.leaf.bytes.length, modified: child.leaf.modified }
          : { name, kind: "folder" as const, size: 0, modified: child.modified },
      );
      return { kind: "folder", entries };
    },

    async read(path) {
      const found = await vault.bytes(path, NOTE_LIMIT);
      if (found.kind !== "bytes") return found;
      const text = decodeUtf8(found.bytes);
      if (text === null)
        return {
          kind: "unreadable",
          reason: "not-utf8",
          why: `${path} is not UTF-8 text. Save it again as UTF-8.`,
        };
      const node = tree.get(path);
      const modified = node?.kind === "file" ? node.leaf.modified : 0;
      return { kind: "text", text, modified, size: found.bytes.length };
    },

    async bytes(path, limit) {
      await enter();
      const node = at(path);
      if (typeof node === "string")
        return { kind: "unreadable", reason: "failed", why: node, ...(isAway(path) ? { away: true } : {}) };
      if (node === null) return { kind: "absent" };
      if (node.kind === "folder")
        return { kind: "unreadable", reason: "not-a-file", why: `${path} is a folder.` };
      const size = node.leaf.bytes.length;
      if (size > limit)
        return {
          kind: "unreadable",
          reason: "too-big",
          why: `${path} has ${size} bytes; the limit is ${limit}.`,
        };
      return { kind: "bytes", bytes: node.leaf.bytes.slice() };
    },

    async change(path, edit): Promise<Change> {
      await enter();
      const node = at(path);
      if (typeof node === "string") return { kind: "refused", why: node };
      if (node === null) return { kind: "absent" };
      if (node.kind === "folder") return { kind: "refused", why: `${path} is a folder.` };
      const text = node.leaf.bytes.length > NOTE_LIMIT ? null : decodeUtf8(node.leaf.bytes);
      if (text === null)
        return { kind: "refused", why: `${path} cannot be read as a note, so it is left as it is.` };
      const next = edit(text);
      if (next === null) return { kind: "stale" };
      if (next === text) return { kind: "same" };
      const bytes = noteBytes(next);
      if (typeof bytes === "string") return { kind: "refused", why: bytes };
      const why = writeText("change", path, bytes);
      return why === null ? { kind: "changed", text: next } : { kind: "refused", why };
    },

    async create(path, text) {
      await enter();
      const node = at(path);
      if (typeof node === "string") return { kind: "refused", why: node };
      if (node !== null) return { kind: "exists" };
      if (tree.get(folderOf(path)) === null)
        return { kind: "refused", why: `The folder ${folderOf(path)} is not there.` };
      const bytes = noteBytes(text);
      if (typeof bytes === "string") return { kind: "refused", why: bytes };
      const why = writeText("create", path, bytes);
      return why === null ? { kind: "created" } : { kind: "refused", why };
    },

    async move(from, to) {
      await enter();
      const source = at(from);
      const target = at(to);
      if (typeof source === "string") return { kind: "refused", why: source };
      if (typeof target === "string") return { kind: "refused", why: target };
      if (source === null) return { kind: "absent" };
      if (source.kind === "folder")
        return { kind: "refused", why: `${from} is a folder; only notes are moved.` };
      if (target !== null) return { kind: "exists" };
      if (tree.get(folderOf(to)) === null)
        return { kind: "refused", why: `The folder ${folderOf(to)} is not there.` };
      const why = write({ name: "move", path: to }, () => vault.rename(from, to));
      return why === null ? { kind: "moved" } : { kind: "refused", why };
    },

    async makeFolder(path) {
      await enter();
      const node = at(path);
      if (typeof node === "string") return { kind: "refused", why: node };
      if (node !== null)
        return node.kind === "folder"
          ? { kind: "exists" }
          : { kind: "refused", why: `${path} is a file, not a folder.` };
      const why = write({ name: "makeFolder", path }, () => vault.mkdir(path));
      return why === null ? { kind: "created" } : { kind: "refused", why };
    },

    watch: (folders, hint) => hints.watch(folders, hint),

    get faults() {
      return faults;
    },
    set faults(next) {
      faults = next;
    },
    put(path, content) {
      tree.mkdir(folderOf(path));
      tree.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
      hints.touched(path);
    },
    remove(path) {
      tree.drop(path);
      hints.touched(path);
    },
    rename(from, to) {
      tree.rename(from, to);
      hints.touched(from);
      hints.touched(to);
    },
    mkdir(path) {
      tree.mkdir(path);
      hints.touched(path);
    },
    text(path) {
      const node = tree.get(path);
      return node?.kind === "file" ? loose(node.leaf.bytes) : null;
    },
    files: () =>
      Object.fromEntries(
        [...tree.snapshot().files]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, leaf]) => [path, loose(leaf.bytes)]),
      ),
    folders: () => [...tree.snapshot().folders.keys()].filter((path) => path !== "").sort(),
    snapshot: () => tree.snapshot(),
    restore: (snapshot) => tree.restore(snapshot),
    deliver: () => hints.deliver(),
    reopen() {
      cut = null;
      hints.forget();
    },
  };

  for (const folder of options.folders ?? []) vault.mkdir(folder);
  for (const [path, content] of Object.entries(options.files ?? {})) vault.put(path, content);
  return vault;
}

/** The bytes of a note, or why it cannot be one. */
function noteBytes(text: string): Uint8Array | string {
  const bytes = encodeUtf8(text);
  if (bytes === null) return "The text holds half a character, which a file cannot store.";
  return bytes.length > NOTE_LIMIT ? `The note would be longer than ${NOTE_LIMIT} bytes.` : bytes;
}

function loose(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
