/**
 * Reads one file whole, with a limit, and only if it is the regular file that was looked at. A note that another
 * program is writing at this moment is read again; what is still moving after that is reported, not guessed.
 */
import type { Stats } from "node:fs";
import { closeSync, constants, fstatSync, open, openSync, read, readSync } from "node:fs";
import { codeOf, trouble } from "../node/trouble";
import type { Place, Spot } from "./place";

export interface WholeBytes {
  readonly kind: "bytes";
  readonly bytes: Buffer;
  readonly stat: Stats;
  readonly disk: string;
}

export type Whole =
  | WholeBytes
  | { readonly kind: "absent" }
  | {
      readonly kind: "unreadable";
      readonly reason: "too-big" | "not-a-file" | "failed";
      readonly why: string;
      readonly away?: true;
    };

/**
 * O_NONBLOCK: should a pipe take the file's place between the look and the opening, opening it must not wait for a
 * writer. Windows has neither of the last two; there they count as 0.
 */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ATTEMPTS = 16;
/**
 * Bytes. A note of no more is read in one breath: on a warm local disk that takes a third of the time it takes through
 * the thread pool.
 */
const SMALL = 65_536;
/**
 * Milliseconds. So long may notes be read without others getting a turn; what has been read by then is still to be
 * worked on.
 */
const SLICE = 4;
/**
 * Milliseconds that a note takes on a disk that is not at hand, and how many of them have to follow each other: one
 * alone may have met a pause of the machine.
 */
const SLOW = 8;
const SLOW_IN_A_ROW = 3;

export async function readWhole(place: Place, path: string, limit: number): Promise<Whole> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const whole = await readOnce(place, path, limit);
    if (whole !== "moving") return whole;
  }
  return {
    kind: "unreadable",
    reason: "failed",
    why: `${path} is being written by another program. It is read again when that is done.`,
  };
}

async function readOnce(place: Place, path: string, limit: number): Promise<Whole | "moving"> {
  if (isFast()) {
    await myTurn();
    const whole = readInKnownFolder(place, path, limit);
    if (whole !== null) return whole;
  }
  const spot = place.locate(path);
  if (spot.kind === "absent") return { kind: "absent" };
  if (spot.kind === "refused")
    return {
      kind: "unreadable",
      reason: "failed",
      why: spot.why,
      ...(spot.away === true ? { away: true } : {}),
    };
  if (!spot.stat.isFile()) {
    return {
      kind: "unreadable",
      reason: "not-a-file",
      why: `${path} is ${spot.stat.isDirectory() ? "a folder" : "not an ordinary file"}.`,
    };
  }
  const { size } = spot.stat;
  if (size > limit)
    return {
      kind: "unreadable",
      reason: "too-big",
      why: `${path} has ${size} bytes; the limit is ${limit}.`,
    };
  try {
    if (size <= SMALL && isFast()) return await inOneBreath(spot, size);
    const fd = await openFile(spot.disk);
    try {
      const before = fstatSync(fd);
      if (before.ino !== spot.stat.ino || before.dev !== spot.stat.dev || before.size !== size)
        return "moving";
      const bytes = await readFully(fd, size);
      const after = fstatSync(fd);
      if (bytes.length !== size || after.size !== size || after.mtimeMs !== before.mtimeMs) return "moving";
      return { kind: "bytes", bytes, stat: after, disk: spot.disk };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ELOOP") return "moving";
    return { kind: "unreadable", reason: "failed", why: `${path} cannot be read. ${trouble(error)}` };
  }
}

/** How fast the disk was lately. Of the disk, not of a vault, so there is one. */
const pace: { slow: number; sliceEnd: number; turn: Promise<void> | null } = {
  slow: 0,
  sliceEnd: 0,
  turn: null,
};

/**
 * Lets others have their turn, then begins a slice: one for all who wait, or each of them would take one of its own.
 */
function nextTurn(): Promise<void> {
  return new Promise(
    (resolve) =>
      void setImmediate(() => {
        pace.sliceEnd = performance.now() + SLICE;
        pace.turn = null;
        resolve();
      }),
  );
}

function isFast(): boolean {
  return pace.slow < SLOW_IN_A_ROW;
}

/** Resolves when this slice has time left. */
async function myTurn(): Promise<void> {
  while (performance.now() >= pace.sliceEnd) await (pace.turn ??= nextTurn());
}

/**
 * Most notes, with a third fewer calls to the system: a small file in a folder that was walked to in this slice. The
 * opening itself follows no link, and the opened file tells what it is. Null for everything else and in any trouble:
 * then the path is walked, which tells what is wrong.
 */
function readInKnownFolder(place: Place, path: string, limit: number): Whole | null {
  // Without this flag, as on Windows, opening would follow a link.
  if (!constants.O_NOFOLLOW) return null;
  const disk = place.inKnownFolder(path, pace.sliceEnd);
  if (disk === null) return null;
  try {
    const whole = readNow(disk, (stat) => stat.isFile() && stat.size <= Math.min(SMALL, limit));
    return whole === "moving" ? null : whole;
  } catch {
    return null;
  }
}

async function inOneBreath(
  { disk, stat }: Extract<Spot, { kind: "found" }>,
  size: number,
): Promise<Whole | "moving"> {
  await myTurn();
  return readNow(disk, (now) => now.ino === stat.ino && now.dev === stat.dev && now.size === size);
}

/** `isFit`: whether the file that was opened is one that may be read. */
function readNow(disk: string, isFit: (stat: Stats) => boolean): Whole | "moving" {
  const start = performance.now();
  const fd = openSync(disk, FLAGS);
  try {
    const before = fstatSync(fd);
    if (!isFit(before)) return "moving";
    const { size } = before;
    // One byte of room more than expected: a file that has grown shows. With fewer than asked for, its end was reached.
    const bytes = Buffer.allocUnsafe(size + 1);
    let filled = 0;
    for (
      let count = -1;
      count !== 0 && (filled !== size || count < 0) && filled < bytes.length;
      filled += count
    )
      count = readSync(fd, bytes, filled, bytes.length - filled, null);
    const after = fstatSync(fd);
    if (filled !== size || after.size !== size || after.mtimeMs !== before.mtimeMs) return "moving";
    return { kind: "bytes", bytes: bytes.subarray(0, filled), stat: after, disk };
  } finally {
    closeSync(fd);
    // Once slow, always slow in this run: a disk that is not at hand would hold everybody up again and again.
    pace.slow = performance.now() - start > SLOW ? pace.slow + 1 : 0;
  }
}

/**
 * Whether the file at `path` still holds exactly `bytes`. Synchronous, so that what follows in the same breath meets
 * the file as it was found here, as far as this process is concerned.
 */
export function isStill(place: Place, path: string, bytes: Buffer): boolean {
  const spot = place.locate(path);
  if (spot.kind !== "found" || !spot.stat.isFile() || spot.stat.size !== bytes.length) return false;
  const fd = openSync(spot.disk, FLAGS);
  try {
    // One byte of room more than expected: a file that has grown shows.
    const now = Buffer.allocUnsafe(bytes.length + 1);
    let filled = 0;
    for (let count = -1; count !== 0 && filled < now.length; filled += count)
      count = readSync(fd, now, filled, now.length - filled, null);
    return now.subarray(0, filled).equals(bytes);
  } finally {
    closeSync(fd);
  }
}

function openFile(disk: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(disk, FLAGS, (error, fd) => (error === null ? resolve(fd) : reject(error)));
  });
}

async function readFully(fd: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  while (filled < size) {
    const count = await readSome(fd, bytes, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function readSome(fd: number, bytes: Buffer, from: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, bytes, from, bytes.length - from, null, (error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });
}
