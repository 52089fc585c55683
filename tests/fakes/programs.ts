/** Programs that a test writes: each answers what it writes, and how it ends. Nothing is started. */
import {
  keepOutput,
  LONGEST_LINE,
  type FolderChanges,
  type ProgramCall,
  type ProgramEnd,
  type ProgramFile,
  type ProgramsPort,
} from "../../src/kit/ports/programs";

/** Lines of output; those of errors begin with `!`. `code` null: it runs until it is stopped or its time is up. */
export interface FakeRun {
  readonly lines?: readonly string[];
  readonly code: number | null;
  readonly kind?: "killed" | "endless";
  /** Files that it leaves in the folder `out` of its run. */
  readonly left?: readonly ProgramFile[];
  readonly leftOut?: readonly string[];
  /** Files of its project that it changes. */
  readonly changes?: FolderChanges;
  /** Milliseconds before each line. */
  readonly pace?: number;
}

const NO_CHANGES: FolderChanges = { files: [], isCut: false };

export interface FakePrograms extends ProgramsPort {
  /** Somebody replaces the file of every program. */
  update(): void;
  readonly started: readonly ProgramCall[];
}

/** `script`: null for a program that is not there, a sentence for any other reason why nothing is started. */
export function createFakePrograms(
  clock: { sleep(ms: number, wake?: AbortSignal): Promise<void> },
  script: (call: ProgramCall, n: number) => FakeRun | string | null | Promise<FakeRun | string | null>,
): FakePrograms {
  const started: ProgramCall[] = [];
  /** Changes since the start of a run, by its folder, until they are noted. */
  const begun: Record<string, FolderChanges> = {};
  const stop = new AbortController();
  let isHalted = false;
  let version = 1;
  return {
    unable: null,
    started,
    update() {
      version += 1;
    },
    find: (command, args) =>
      Promise.resolve(
        command.startsWith("no-such-")
          ? { kind: "none", why: `There is no program “${command}” on this device.` }
          : { kind: "found", command, args, file: `/bin/${command}`, hash: `${command}-${String(version)}` },
      ),
    runFolder: (name) => `/runs/${name}`,
    changesOf(folder) {
      const { [folder]: changes = null } = begun;
      return Promise.resolve(changes);
    },
    forgetChanges(folder) {
      Reflect.deleteProperty(begun, folder);
      return Promise.resolve();
    },
    async run(call): Promise<ProgramEnd> {
      if (call.signal.aborted || isHalted)
        return { kind: "not-started", why: "It was stopped before it began." };
      if ([call.command, ...call.args].some((each) => each.includes("\0")))
        return { kind: "not-started", why: "The command holds a character that no program can be given." };
      const run = await script(call, started.length + 1);
      if (run === null)
        return { kind: "not-started", why: `There is no program “${call.command}” on this device.` };
      if (typeof run === "string") return { kind: "not-started", why: run };
      started.push(call);
      const { folder = "", pictured } = call.exchange ?? {};
      const changed = pictured === undefined ? {} : { changes: run.changes ?? NO_CHANGES };
      if (changed.changes !== undefined) begun[folder] = changed.changes;
      const kept = keepOutput();
      const ended = AbortSignal.any([call.signal, stop.signal]);
      for (const line of run.lines ?? []) {
        if (run.pace !== undefined) await clock.sleep(run.pace, ended);
        if (ended.aborted) return { kind: "stopped", output: kept.text(), ...changed };
        const whole = line.replace(/^!/, "").slice(0, LONGEST_LINE);
        kept.add(`${whole}\n`);
        call.heard(whole, line.startsWith("!") ? "errors" : "output");
      }
      const output = kept.text();
      const taken =
        call.exchange === undefined ? {} : { left: run.left ?? [], leftOut: run.leftOut ?? [], ...changed };
      if (run.kind === "endless") return { kind: "endless", output, ...taken };
      if (run.kind === "killed") return { kind: "killed", by: "SIGKILL", output, ...taken };
      if (run.code !== null) return { kind: "exited", code: run.code, output, ...taken };
      await clock.sleep(call.timeout, ended);
      return { kind: ended.aborted ? "stopped" : "timed-out", output, ...taken };
    },
    halt() {
      isHalted = true;
    },
    close() {
      isHalted = true;
      stop.abort();
      return Promise.resolve();
    },
  };
}
