/**
 * Writing so that a power cut leaves the old text or the new one. Everything here throws the system's error; whoever
 * calls turns it into words. Nothing here follows a symbolic link in the last part of a path or replaces a file it was
 * not told to replace.
 */
import { randomBytes } from "node:crypto";
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, fsync, openSync, writeSync } from "node:fs";
import { link, unlink } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./trouble";

/**
 * Hidden, so that the app and the port's own `list` pass it by; exact, so that clearing up can never meet someone
 * else's file.
 */
export const TEMP_NAME = /^\.planwright-[0-9a-f]{16}\.tmp$/;

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
/** A folder that cannot be opened or synced (Windows, some network disks) offers no such promise to ask for. */
const NO_FOLDER_SYNC = new Set([
  "EISDIR",
  "EPERM",
  "EACCES",
  "EINVAL",
  "EBADF",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
]);

/** Permissions, and the owner when it is to be someone else than us. */
export interface Owner {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Puts `bytes` on the disk under a temporary name in `folder`; answers its absolute path. `like` gives it another
 * file's rights.
 */
export async function writeTemp(
  folder: string,
  bytes: Uint8Array,
  mode: number,
  like?: Owner,
): Promise<string> {
  const temp = join(folder, `.planwright-${randomBytes(8).toString("hex")}.tmp`);
  await writeNew(temp, bytes, like === undefined ? mode : 0o600, like);
  return temp;
}

/**
 * Exclusive: of any number of callers, in any number of processes, one is told `created`; its file is there whole or
 * not at all. `give` gives a file a second name and fails when that name is taken.
 */
export async function createExclusive(
  folder: string,
  name: string,
  bytes: Uint8Array,
  mode: number,
  give: typeof link = link,
): Promise<"created" | "exists"> {
  const target = join(folder, name);
  const temp = await writeTemp(folder, bytes, mode);
  try {
    const linked = await linkTo(temp, target, give);
    if (linked === "exists") return "exists";
    // Disks without hard links (exFAT, some network disks): exclusive as well, but a power cut may leave a part of the
    // text.
    if (linked === "cannot" && (await tryNew(target, bytes, mode)) === "exists") return "exists";
  } finally {
    await discard(temp);
  }
  await syncFolder(folder);
  return "created";
}

export async function syncFolder(folder: string): Promise<void> {
  try {
    const fd = openSync(folder, constants.O_RDONLY);
    try {
      await sync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(codeOf(error))) throw error;
  }
}

/** Removes a temporary file of ours. One that stays behind does no harm and is cleared up later. */
export async function discard(temp: string): Promise<void> {
  await unlink(temp).catch(() => undefined);
}

async function linkTo(
  temp: string,
  target: string,
  give: typeof link,
): Promise<"linked" | "exists" | "cannot"> {
  try {
    await give(temp, target);
    return "linked";
  } catch (error) {
    return codeOf(error) === "EEXIST" ? "exists" : "cannot";
  }
}

async function tryNew(target: string, bytes: Uint8Array, mode: number): Promise<"created" | "exists"> {
  try {
    await writeNew(target, bytes, mode);
    return "created";
  } catch (error) {
    if (codeOf(error) === "EEXIST") return "exists";
    throw error;
  }
}

/** Everything but the waiting for the disk takes a few microseconds, and ten times as long through the thread pool. */
function sync(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(fd, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** A file begun and not finished is taken away again: nobody but us has had it. */
async function writeNew(path: string, bytes: Uint8Array, mode: number, like?: Owner): Promise<void> {
  const fd = openSync(path, NEW, mode);
  try {
    for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
    if (like !== undefined) {
      const mine = fstatSync(fd);
      if (mine.uid !== like.uid || mine.gid !== like.gid) attempt(() => fchownSync(fd, like.uid, like.gid));
      fchmodSync(fd, like.mode & 0o7777);
    }
    await sync(fd);
  } catch (error) {
    attempt(() => closeSync(fd));
    await discard(path);
    throw error;
  }
  closeSync(fd);
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // It is not to be had here.
  }
}
