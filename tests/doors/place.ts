/**
 * Where tests put the folders they make: in memory, where the computer has a file system there (Linux), because a disk
 * takes a hundred times as long to make a folder and to delete it. They are folders all the same, reached through the
 * same calls. Whoever sets TMPDIR has them there.
 */
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Bytes. A run takes a tenth; a container may have much less. */
const LEAST = 1_000_000_000;
/** Short: the demo prints paths, in lines of 80 columns. */
const NAME = "pw-";

export interface Places {
  /** The folder of this run, which is gone when this process ends; it takes the place of the computer’s own. */
  readonly tests: string;
  /** For tests of what speaks to a disk: where the computer has such folders. */
  readonly disk: string;
}

/** Each project of the tests asks for itself; it is answered as the first. */
const kept = globalThis as { placesOfTests?: Places };

export function placesOfTests(): Places {
  if (kept.placesOfTests !== undefined) return kept.placesOfTests;
  const disk = tmpdir();
  const base = process.env["TMPDIR"] === undefined && hasRoom(MEMORY) ? MEMORY : disk;
  const tests = join(base, `${NAME}${String(process.pid)}`);
  sweep(base);
  mkdirSync(tests, { recursive: true });
  // What is made once for all, and programs that are started from here, find it, too.
  process.env["TMPDIR"] = tests;
  process.once("exit", () => {
    rmSync(tests, { recursive: true, force: true });
  });
  kept.placesOfTests = { tests, disk };
  return kept.placesOfTests;
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= LEAST;
  } catch {
    return false;
  }
}

/** What runs left behind that were killed. */
function sweep(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = /^pw-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(base, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
