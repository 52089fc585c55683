/**
 * The app's vault behind the port. Changes go through `vault.process`, which takes turns with the app's own writers;
 * moves through `vault.rename`, so that open tabs follow. (The file manager's rename would ask whether to change links;
 * ours never need changing.)
 *
 * The text that the app hands to `process` was decoded leniently: bytes that are not UTF-8 have become question marks
 * by then, and writing them back would lose a person's text. So the bytes are read strictly first, and the edit is made
 * only when the app's text is that text.
 */
import type { TAbstractFile, Vault } from "obsidian";
import { folderOf } from "../../kit/path";
import { escapeLine } from "../../kit/text";
import { decodeUtf8, encodeUtf8 } from "../../kit/utf8";
import {
  NOTE_LIMIT,
  type Change,
  type Creation,
  type Move,
  type Reading,
  type VaultPort,
} from "../../kit/ports/vault";
import type { Sight } from "./sight";

export interface AppVault extends VaultPort {
  /** Tells whoever watches to look again. */
  nudge(): void;
}

/** Each time means that someone else got a change in. */
const ATTEMPTS = 32;
const MARK = "\uFEFF";

/** Thrown out of the app's `process` so that nothing is written; never leaves this file. */
class Stop extends Error {
  constructor(readonly answer: Change | "moved on") {
    super("nothing to write");
  }
}

/** The edit itself failed: a fault of ours, passed on as it is. */
class Bug extends Error {
  constructor(cause: unknown) {
    super("the edit failed", { cause });
  }
}

export function createAppVault(vault: Vault, sight: Sight): AppVault {
  const watchers = new Set<Watcher>();
  // The app tells of a write when time or size differ, and two quick writes of one length look the same to it.
  const telling = async <T extends { readonly kind: string }>(
    paths: readonly string[],
    work: Promise<T>,
  ): Promise<T> => {
    const answer = await work;
    if (["changed", "created", "moved"].includes(answer.kind))
      for (const { tell } of watchers) paths.forEach(tell);
    return answer;
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    list: (folder, detail) =>
      sight
        .list(folder, detail)
        .catch((error: unknown) => ({
          kind: "unreadable",
          why: `${folder} cannot be listed. ${wordsOf(error)}`,
        })),
    read: (path) => readNote(sight, path),
    bytes: (path, limit) =>
      sight
        .bytes(path, limit)
        .catch((error: unknown) => ({
          kind: "unreadable",
          reason: "failed",
          why: `${path} cannot be read. ${wordsOf(error)}`,
        })),
    change: (path, edit) =>
      telling(
        [path],
        inTurn(() => changeNote(vault, sight, path, edit)),
      ),
    create: (path, text) =>
      telling(
        [path],
        inTurn(() => createNote(sight, path, text)),
      ),
    move: (from, to) =>
      telling(
        [from, to],
        inTurn(() => moveNote(vault, sight, from, to)),
      ),
    makeFolder: (path) =>
      telling(
        [path],
        inTurn(() => makeFolder(vault, sight, path)),
      ),
    watch: (folders, hint) => watchFolders(vault, folders, hint, watchers),
    nudge: () => watchers.forEach(({ nudge }) => nudge()),
  };
}

function wordsOf(error: unknown): string {
  return `The app says: ${escapeLine(error instanceof Error ? error.message : String(error), 200)}`;
}

async function readNote(sight: Sight, path: string): Promise<Reading> {
  try {
    const whole = await sight.bytes(path, NOTE_LIMIT);
    if (whole.kind !== "bytes") return whole;
    const text = decodeUtf8(whole.bytes);
    if (text === null)
      return {
        kind: "unreadable",
        reason: "not-utf8",
        why: `${path} is not UTF-8 text. Save it again as UTF-8.`,
      };
    return { kind: "text", text, modified: whole.modified ?? 0, size: whole.bytes.length };
  } catch (error) {
    return { kind: "unreadable", reason: "failed", why: `${path} cannot be read. ${wordsOf(error)}` };
  }
}

async function changeNote(
  vault: Vault,
  sight: Sight,
  path: string,
  edit: (text: string) => string | null,
): Promise<Change> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reading = await readNote(sight, path);
    if (reading.kind === "absent") return reading;
    if (reading.kind === "unreadable") return { kind: "refused", why: reading.why };
    const answer = await processOnce(vault, path, reading.text, edit);
    if (answer === "moved on") continue;
    if (answer.kind === "changed") await sight.keep([path], []);
    return answer;
  }
  return {
    kind: "refused",
    why: `${path} is being changed by another program again and again. It is tried once more later.`,
  };
}

async function processOnce(
  vault: Vault,
  path: string,
  text: string,
  edit: (text: string) => string | null,
): Promise<Change | "moved on"> {
  let written = text;
  const apply = (data: string): string => {
    // Some versions of the app take a byte order mark away first. The text that we hand back is written as it is, so
    // the mark goes back on.
    if (data !== text && `${MARK}${data}` !== text) throw new Stop("moved on");
    let next: string | null;
    try {
      next = edit(text);
    } catch (error) {
      throw new Bug(error);
    }
    if (next === null) throw new Stop({ kind: "stale" });
    if (next === text) throw new Stop({ kind: "same" });
    const why = faultOf(next);
    if (why !== null) throw new Stop({ kind: "refused", why });
    written = next;
    return next;
  };
  try {
    const file = vault.getFileByPath(path);
    // A note that arrived a moment ago may be on the disk and not yet in the app's index.
    if (file === null) await vault.adapter.process(path, apply);
    else await vault.process(file, apply);
    return { kind: "changed", text: written };
  } catch (error) {
    if (error instanceof Bug) throw error.cause;
    return error instanceof Stop
      ? error.answer
      : { kind: "refused", why: `${path} cannot be written. ${wordsOf(error)}` };
  }
}

/** Why no note can hold this text; null when one can. */
function faultOf(text: string): string | null {
  const bytes = encodeUtf8(text);
  if (bytes === null) return "The text holds half a character, which a file cannot store.";
  return bytes.length > NOTE_LIMIT ? `The note would be longer than ${NOTE_LIMIT} bytes.` : null;
}

async function createNote(sight: Sight, path: string, text: string): Promise<Creation> {
  const why = faultOf(text);
  if (why !== null) return { kind: "refused", why };
  try {
    const free = await freeAt(sight, path);
    return free.kind === "free" ? await sight.create(path, text) : free;
  } catch (error) {
    return { kind: "refused", why: `${path} cannot be written. ${wordsOf(error)}` };
  }
}

/** Whether something may come into being there: nothing has that name, and its folder is there. */
async function freeAt(
  sight: Sight,
  path: string,
): Promise<
  { readonly kind: "free" } | { readonly kind: "exists" } | { readonly kind: "refused"; readonly why: string }
> {
  const spot = await sight.locate(path);
  if (spot.kind === "refused") return spot;
  if (spot.kind !== "absent") return { kind: "exists" };
  return spot.missing === path
    ? { kind: "free" }
    : { kind: "refused", why: `The folder ${folderOf(path)} is not there.` };
}

async function moveNote(vault: Vault, sight: Sight, from: string, to: string): Promise<Move> {
  try {
    const source = await sight.locate(from);
    if (source.kind === "absent") return { kind: "absent" };
    if (source.kind === "refused") return source;
    if (source.kind !== "file") return { kind: "refused", why: `${from} is not a note, so it is not moved.` };
    const free = await freeAt(sight, to);
    if (free.kind !== "free") return free;
    const file: TAbstractFile | null = vault.getFileByPath(from);
    if (file === null) await vault.adapter.rename(from, to);
    else await vault.rename(file, to);
    await sight.keep([], [folderOf(to), folderOf(from)]);
    return { kind: "moved" };
  } catch (error) {
    const left = await sight.locate(from).catch(() => null);
    if (left?.kind === "absent") return { kind: "absent" };
    const there = await sight.locate(to).catch(() => null);
    if (there?.kind === "file" || there?.kind === "folder") return { kind: "exists" };
    return { kind: "refused", why: `${from} cannot be moved to ${folderOf(to)}. ${wordsOf(error)}` };
  }
}

async function makeFolder(vault: Vault, sight: Sight, path: string): Promise<Creation> {
  try {
    const spot = await sight.locate(path);
    if (spot.kind === "refused") return spot;
    if (spot.kind === "folder") return { kind: "exists" };
    if (spot.kind !== "absent") return { kind: "refused", why: `${path} is a file, not a folder.` };
    await vault.createFolder(path);
    await sight.keep([], [folderOf(spot.missing)]);
    return { kind: "created" };
  } catch (error) {
    const there = await sight.locate(path).catch(() => null);
    return there?.kind === "folder"
      ? { kind: "exists" }
      : { kind: "refused", why: `The folder ${path} cannot be made. ${wordsOf(error)}` };
  }
}

interface Watcher {
  readonly tell: (path: string) => void;
  readonly nudge: () => void;
}

function watchFolders(
  vault: Vault,
  folders: readonly string[],
  hint: (path: string) => void,
  watchers: Set<Watcher>,
): () => void {
  const tell = (path: string): void => {
    for (const folder of folders) {
      const inside = folder === "" ? folderOf(path) === "" : path === folder || path.startsWith(`${folder}/`);
      if (inside) hint(path);
      else if (folder.startsWith(`${path}/`)) hint(folder);
    }
  };
  const watcher: Watcher = { tell, nudge: () => hint(folders[0] ?? "") };
  const refs = [
    vault.on("create", (file) => tell(file.path)),
    vault.on("modify", (file) => tell(file.path)),
    vault.on("delete", (file) => tell(file.path)),
    vault.on("rename", (file, old) => {
      tell(old);
      tell(file.path);
    }),
  ];
  watchers.add(watcher);
  return () => {
    for (const ref of refs) vault.offref(ref);
    watchers.delete(watcher);
  };
}
