/**
 * A plain folder as a vault. Other programs write in the same folder and know nothing of us, so nothing here rests on
 * being alone: new names are claimed exclusively, and a note is compared byte for byte with what the edit was made on
 * just before the new text takes its place. The comparison and the rename are synchronous and follow each other within
 * microseconds; that is the one window in which another process may still write, and no portable call closes it: two
 * processes that did nothing but change one note lost 1 to 2 changes in 100. The same holds for a move and the name it
 * goes to.
 *
 * Known to be lost by a change: extended attributes and hard links, because the new text is a new file under the old
 * name.
 */
import { accessSync, constants, renameSync } from "node:fs";
import { mkdir, realpath, stat } from "node:fs/promises";
import { folderOf, nameOf } from "../../kit/path";
import { decodeUtf8, encodeUtf8 } from "../../kit/utf8";
import type { Bytes, Change, Creation, Move, Reading, VaultPort } from "../../kit/ports/vault";
import { NOTE_LIMIT } from "../../kit/ports/vault";
import { createExclusive, discard, syncFolder, writeTemp } from "../node/durable";
import { codeOf, trouble } from "../node/trouble";
import { Mutex } from "../../kit/mutex";
import { listFolder } from "./listFolder";
import type { Place } from "./place";
import { createPlace } from "./place";
import { watchFolders } from "./watchFolders";
import type { WholeBytes } from "./whole";
import { isStill, readWhole } from "./whole";

/**
 * How often an edit is made anew. Each time means that someone else got a change in, so two openings at work do not
 * starve each other.
 */
const EDIT_ATTEMPTS = 32;

export interface FolderVaultOptions {
  /** Whether a watch alone keeps the process running. Off unless asked for. */
  readonly keepAlive?: boolean;
}

export type FolderVaultOpening =
  /** `root`: absolute, symbolic links resolved. */
  | { readonly kind: "open"; readonly vault: VaultPort; readonly root: string }
  | { readonly kind: "refused"; readonly why: string };

/** `path` may itself be a symbolic link; it is resolved once, here. */
export async function createFolderVault(
  path: string,
  options: FolderVaultOptions = {},
): Promise<FolderVaultOpening> {
  try {
    const root = await realpath(path);
    if (!(await stat(root)).isDirectory())
      return { kind: "refused", why: `${path} is a file. Give the folder of the vault.` };
    return { kind: "open", root, vault: openVault(root, options.keepAlive ?? false) };
  } catch (error) {
    return {
      kind: "refused",
      why:
        codeOf(error) === "ENOENT"
          ? `There is no folder ${path}.`
          : `${path} cannot be opened. ${trouble(error)}`,
    };
  }
}

function openVault(root: string, keepAlive: boolean): VaultPort {
  const place = createPlace(root);
  const lane = new Mutex();
  return {
    list: (folder, detail) => listFolder(place, folder, detail),
    read: (path) => readNote(place, path),
    async bytes(path, limit): Promise<Bytes> {
      const whole = await readWhole(place, path, limit);
      return whole.kind === "bytes" ? { kind: "bytes", bytes: whole.bytes } : whole;
    },
    change: (path, edit) => lane.run(() => changeNote(place, path, edit)),
    create: (path, text) => lane.run(() => createNote(place, path, text)),
    move: (from, to) => lane.run(() => moveNote(place, from, to)),
    makeFolder: (path) => lane.run(() => makeFolders(place, path)),
    watch: (folders, hint) => watchFolders(place, folders, hint, keepAlive),
  };
}

async function readNote(place: Place, path: string): Promise<Reading> {
  const whole = await readWhole(place, path, NOTE_LIMIT);
  if (whole.kind !== "bytes") return whole;
  const text = decodeUtf8(whole.bytes);
  if (text === null)
    return {
      kind: "unreadable",
      reason: "not-utf8",
      why: `${path} is not UTF-8 text. Save it again as UTF-8.`,
    };
  return { kind: "text", text, modified: Math.floor(whole.stat.mtimeMs), size: whole.bytes.length };
}

async function changeNote(
  place: Place,
  path: string,
  edit: (text: string) => string | null,
): Promise<Change> {
  for (let attempt = 0; attempt < EDIT_ATTEMPTS; attempt += 1) {
    const whole = await readWhole(place, path, NOTE_LIMIT);
    if (whole.kind === "absent") return whole;
    if (whole.kind === "unreadable") return { kind: "refused", why: whole.why };
    const text = decodeUtf8(whole.bytes);
    if (text === null) return { kind: "refused", why: `${path} is not UTF-8 text, so it is left as it is.` };
    const next = edit(text);
    if (next === null) return { kind: "stale" };
    if (next === text) return { kind: "same" };
    const bytes = noteBytes(next);
    if (typeof bytes === "string") return { kind: "refused", why: bytes };
    try {
      accessSync(whole.disk, constants.W_OK);
      if (await replace(place, path, whole, bytes)) return { kind: "changed", text: next };
    } catch (error) {
      // Taken away in this moment: the next look says whether it is absent or has come back.
      if (codeOf(error) !== "ENOENT")
        return { kind: "refused", why: `${path} cannot be written. ${trouble(error)}` };
    }
  }
  return {
    kind: "refused",
    why: `${path} is being changed by another program again and again. It is tried once more later.`,
  };
}

/**
 * Puts `bytes` where `old` was read from, unless something else is there by now. Readers see the old text or the new.
 */
async function replace(place: Place, path: string, old: WholeBytes, bytes: Uint8Array): Promise<boolean> {
  const folder = folderOf(old.disk);
  const temp = await writeTemp(folder, bytes, 0o600, old.stat);
  try {
    if (!isStill(place, path, old.bytes)) {
      await discard(temp);
      return false;
    }
    renameSync(temp, old.disk);
  } catch (error) {
    await discard(temp);
    throw error;
  }
  await syncFolder(folder);
  return true;
}

async function createNote(place: Place, path: string, text: string): Promise<Creation> {
  const spot = free(place, path);
  if (spot.kind !== "free") return spot;
  const bytes = noteBytes(text);
  if (typeof bytes === "string") return { kind: "refused", why: bytes };
  try {
    return { kind: await createExclusive(folderOf(spot.disk), nameOf(path), bytes, 0o666) };
  } catch (error) {
    return { kind: "refused", why: `${path} cannot be written. ${trouble(error)}` };
  }
}

async function moveNote(place: Place, from: string, to: string): Promise<Move> {
  const source = place.locate(from);
  if (source.kind === "absent") return { kind: "absent" };
  if (source.kind === "refused") return source;
  if (!source.stat.isFile()) return { kind: "refused", why: `${from} is not a note, so it is not moved.` };
  const target = free(place, to);
  if (target.kind !== "free") return target;
  try {
    renameSync(source.disk, target.disk);
    // The new name first: a power cut between the two then leaves the note under both names, not under none.
    await syncFolder(folderOf(target.disk));
    if (folderOf(source.disk) !== folderOf(target.disk)) await syncFolder(folderOf(source.disk));
    return { kind: "moved" };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { kind: "absent" };
    return { kind: "refused", why: `${from} cannot be moved to ${folderOf(to)}. ${trouble(error)}` };
  }
}

async function makeFolders(place: Place, path: string): Promise<Creation> {
  let made: Creation["kind"] = "exists";
  for (;;) {
    const spot = place.locate(path);
    if (spot.kind === "refused") return spot;
    if (spot.kind === "found")
      return spot.stat.isDirectory()
        ? { kind: made }
        : { kind: "refused", why: `${path} is a file, not a folder.` };
    const disk = spot.disk.slice(0, spot.disk.length - path.length) + spot.missing;
    try {
      await mkdir(disk);
      await syncFolder(folderOf(disk));
      made = "created";
    } catch (error) {
      // Made by someone else in this moment: the next look decides whether it will do.
      if (codeOf(error) !== "EEXIST")
        return { kind: "refused", why: `The folder ${spot.missing} cannot be made. ${trouble(error)}` };
    }
  }
}

type Free =
  | { readonly kind: "free"; readonly disk: string }
  | { readonly kind: "exists" }
  | { readonly kind: "refused"; readonly why: string };

/** Whether something may come into being at `path`: nothing has that name, and its folder is there. */
function free(place: Place, path: string): Free {
  const spot = place.locate(path);
  if (spot.kind === "refused") return spot;
  if (spot.kind === "found") return { kind: "exists" };
  if (spot.missing !== path) return { kind: "refused", why: `The folder ${folderOf(path)} is not there.` };
  return { kind: "free", disk: spot.disk };
}

/** The bytes of a note, or why it cannot be one. */
function noteBytes(text: string): Uint8Array | string {
  const bytes = encodeUtf8(text);
  if (bytes === null) return "The text holds half a character, which a file cannot store.";
  return bytes.length > NOTE_LIMIT ? `The note would be longer than ${NOTE_LIMIT} bytes.` : bytes;
}
