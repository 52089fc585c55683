/**
 * One run at a time in a folder. The lock is a file claimed exclusively, naming the process that holds it. A holder
 * that has died is replaced; to keep two newcomers from replacing each other, whoever removes a dead lock must first
 * hold the lock on that very lock, whose name is made from a token no other lock ever has.
 */
import { parseJson } from "../../kit/json";
import { randomBytes } from "node:crypto";
import { mkdir, readFile, readlink, unlink } from "node:fs/promises";
import { dirname, basename, join } from "node:path";
import { describeHost } from "./describeHost";
import { createExclusive } from "./durable";
import { trouble } from "./trouble";

export type Lock =
  | { readonly kind: "locked"; release(): Promise<void> }
  /** `by`: a sentence for a person, saying who holds it and what to do. */
  | { readonly kind: "busy"; readonly by: string }
  /** No run can hold a lock in this folder. `why`: a sentence for a person. */
  | { readonly kind: "refused"; readonly why: string };

interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly computer: string;
  /**
   * When this process began, in the system's own words; tells it from a later one with the same number. "" when not to
   * be had.
   */
  readonly began: string;
  /** The nonce of the run. */
  readonly run: string;
}

const LOCK = "lock";
/** Dead locks upon dead locks need crashes within microseconds of each other. */
const DEPTH = 4;
const ROUNDS = 4;

/** `folder` is absolute, and made (0700) when it is not there. `run` tells this run from every other. */
export async function lockFolder(folder: string, run: string): Promise<Lock> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const computer = await thisComputer();
    const me: Holder = {
      token: randomBytes(16).toString("hex"),
      pid: process.pid,
      computer,
      began: await processStart(process.pid),
      run,
    };
    return await acquire(join(folder, LOCK), me, DEPTH);
  } catch (error) {
    return { kind: "refused", why: `The lock in ${folder} cannot be taken. ${trouble(error)}` };
  }
}

/** The run that holds the lock in this folder, by its nonce; null where none does, or is known. */
export async function runIn(folder: string): Promise<string | null> {
  const holder = await readHolder(join(folder, LOCK));
  if (holder === null || holder === "gone") return null;
  return (await mayLive(holder, await thisComputer())) ? holder.run : null;
}

async function acquire(file: string, me: Holder, depth: number): Promise<Lock> {
  for (let round = 0; round < ROUNDS; round += 1) {
    if (
      (await createExclusive(dirname(file), basename(file), Buffer.from(JSON.stringify(me)), 0o600)) ===
      "created"
    ) {
      return { kind: "locked", release: () => removeIf(file, me.token) };
    }
    const holder = await readHolder(file);
    if (holder === "gone") continue;
    if (holder === null)
      return {
        kind: "busy",
        by: `${file} is there and says nothing. Remove it if no other Planwright is running.`,
      };
    if (depth === 0 || (await mayLive(holder, me.computer))) return busy(file, holder, me.computer);
    const guard = await acquire(
      `${file}-${holder.token}`,
      { ...me, token: randomBytes(16).toString("hex") },
      depth - 1,
    );
    if (guard.kind !== "locked") return guard;
    try {
      await removeIf(file, holder.token);
    } finally {
      await guard.release();
    }
  }
  return { kind: "busy", by: `Others are taking and leaving ${file} right now. Try again.` };
}

function busy(file: string, holder: Holder, computer: string): Lock {
  const where = holder.computer === computer ? "" : " on another computer or in another container";
  const way =
    where === "" ? "Wait for it to end, or stop it." : `If that one is not running any more, remove ${file}.`;
  return {
    kind: "busy",
    by: `Another Planwright (process ${holder.pid}${where}) is working on this vault. ${way}`,
  };
}

/** Null: there, but not a lock of ours. */
async function readHolder(file: string): Promise<Holder | "gone" | null> {
  const text = await readFile(file, "utf8").catch(() => "gone");
  if (text === "gone") return "gone";
  try {
    const value: unknown = parseJson(text);
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null) return false;
  const { token, pid, computer, began, run } = value as Partial<Record<keyof Holder, unknown>>;
  return (
    typeof run === "string" &&
    typeof token === "string" &&
    /^[0-9a-f]{32}$/.test(token) &&
    typeof pid === "number" &&
    typeof computer === "string" &&
    typeof began === "string"
  );
}

/**
 * Removes the lock only while it is the one meant. Nobody but its holder, or the one who holds the lock on it, ever
 * gets here.
 */
async function removeIf(file: string, token: string): Promise<void> {
  const holder = await readHolder(file);
  if (holder !== null && holder !== "gone" && holder.token === token) await unlink(file);
}

/** In doubt, yes: two at once may act twice, one too few only waits. */
async function mayLive(holder: Holder, computer: string): Promise<boolean> {
  if (holder.computer !== computer) return true;
  if (!isRunning(holder.pid)) return false;
  const began = await processStart(holder.pid);
  return began === "" || holder.began === "" || began === holder.began;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Process numbers mean something only within one computer and, on Linux, one container. */
async function thisComputer(): Promise<string> {
  const space = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${(await describeHost("")).machine} ${space}`.trim();
}

/** Linux: which start of the system, and how many ticks after it. */
async function processStart(pid: number): Promise<string> {
  try {
    const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold anything; the start is the 20th field after it.
    const began = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return began === undefined ? "" : `${boot} ${began}`;
  } catch {
    return "";
  }
}
