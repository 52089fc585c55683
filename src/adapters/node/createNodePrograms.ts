/**
 * Runs programs of this computer: without a shell, in a process group of their own, with a short environment. The group
 * is gone when the program is, whoever of it is left, and when we end, however we do.
 */
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { rawWordsOf } from "../net/failure";
import { escapeLine } from "../../kit/text";
import type { ClockPort } from "../../kit/ports/clock";
import { closeExchange, openExchange } from "./exchange";
import { findProgram } from "./findProgram";
import { changesSince, keepPicture, readPicture, takePicture, type FolderPicture } from "./folderPicture";
import { ProgramGroup, refusedCommand, sayNotStarted, type NodePrograms } from "./programGroup";
import {
  keepOutput,
  LONGEST_LINE,
  MOST_OUTPUT,
  type ProgramCall,
  type ProgramEnd,
  type ProgramsPort,
} from "../../kit/ports/programs";

/** Milliseconds given to leave after SIGTERM, then after SIGKILL. */
const TIME_TO_EXIT = 2000;

/**
 * `root`: absolute path of the vault. `runs`: of the folder, outside the vault, with a folder for each run. `node`:
 * asked when a program is to be started.
 */
export function createNodePrograms(
  { root, runs }: { readonly root: string; readonly runs: string },
  node: () => Promise<NodePrograms>,
  clock: Pick<ClockPort, "sleep" | "now">,
): ProgramsPort {
  const host = globalThis.process;
  const halted = new AbortController();
  const closed = new AbortController();
  const underWay = new Set<Promise<ProgramEnd>>();

  async function exchange(call: ProgramCall): Promise<ProgramEnd> {
    if (call.exchange === undefined) return await start(call);
    const { folder, files, pictured } = call.exchange;
    let before: FolderPicture | null = null;
    let part = "The folder for its files could not be made";
    try {
      await openExchange(folder, files, clock.now());
      part = "The project as it is could not be kept for a comparison";
      before = pictured === undefined ? null : await takePicture(pictured);
      if (before !== null) await keepPicture(before, pictureOf(folder));
    } catch (error) {
      return { kind: "not-started", why: `${part}: ${rawWordsOf(error)}.` };
    }
    const end = await start(call);
    const taken = await closeExchange(folder);
    if (end.kind === "not-started") return end;
    return { ...end, ...taken, ...(before === null ? {} : { changes: await changesSince(before) }) };
  }

  async function start(call: ProgramCall): Promise<ProgramEnd> {
    const { command, args, env } = call;
    const cwd = resolve(root, call.folder);
    const refusal = refusedCommand({ command, args: [...args], env, cwd }, host.platform);
    if (refusal !== null) return { kind: "not-started", why: refusal };
    const { spawn, isFolder } = await node();
    // For a missing folder the system gives the same error as for a missing program.
    if (!(await isFolder(cwd)))
      return { kind: "not-started", why: `The folder “${escapeLine(cwd, 300)}” is not there.` };
    if (call.signal.aborted || halted.signal.aborted)
      return { kind: "not-started", why: "It was stopped before it began." };
    try {
      const group = new ProgramGroup(spawn, { command, args, env, cwd }, host);
      return await new ProgramRun(call, group, clock, closed.signal).ended;
    } catch (error) {
      return notStarted(command, error);
    }
  }

  return {
    unable: null,
    async run(call) {
      const running = exchange(call);
      underWay.add(running);
      return await running.finally(() => underWay.delete(running));
    },
    find: (command, args, folder) =>
      findProgram(command, args, {
        folder: folder === "" ? null : folder,
        env: host.env,
        platform: host.platform,
      }),
    runFolder: (name) => join(runs, name),
    async changesOf(folder) {
      const before = await readPicture(pictureOf(folder));
      return before === null ? null : await changesSince(before);
    },
    async forgetChanges(folder) {
      await rm(pictureOf(folder), { force: true }).catch(() => undefined);
    },
    halt: () => halted.abort(),
    async close() {
      halted.abort();
      closed.abort();
      await Promise.all(underWay);
    },
  };
}

/** Beside the folder of the run, which the program may write in. */
function pictureOf(folder: string): string {
  return `${folder}.json`;
}

function notStarted(command: string, error: unknown): ProgramEnd {
  return { kind: "not-started", why: sayNotStarted(command, error) };
}

/** One program from its start to its end. */
class ProgramRun {
  readonly ended: Promise<ProgramEnd>;
  readonly #kept = keepOutput();
  readonly #over = new AbortController();
  #size = 0;
  #why: "timed-out" | "stopped" | "endless" | null = null;
  #leaving: Promise<void> | null = null;

  constructor(
    private readonly call: ProgramCall,
    private readonly group: ProgramGroup,
    private readonly clock: Pick<ClockPort, "sleep">,
    closed: AbortSignal,
  ) {
    const { child } = group;
    const stop = (): void => this.#stop("stopped");
    const until = { once: true, signal: this.#over.signal };
    for (const signal of [call.signal, closed]) signal.addEventListener("abort", stop, until);
    void clock.sleep(call.timeout, this.#over.signal).then(() => {
      if (!this.#over.signal.aborted) this.#stop("timed-out");
    });
    const rests = [this.#hear(child.stdout, "output"), this.#hear(child.stderr, "errors")];
    const drained = new Promise<void>((resolved) => void child.once("close", () => resolved()));
    this.ended = new Promise((done) => {
      child.on("error", (error) => {
        if (child.pid !== undefined) return; // It could not be signalled; it runs on.
        this.#cleanUp();
        done(notStarted(call.command, error));
      });
      child.once(
        "exit",
        (code, signal) => void this.#finish(drained, rests).then(() => done(this.#sayEnd(code, signal))),
      );
    });
    child.stdin.on("error", () => undefined); // It may not want to read.
    child.stdin.end(call.input);
  }

  #stop(reason: "timed-out" | "stopped" | "endless"): void {
    this.#why ??= reason;
    void this.#leave();
  }

  #leave(): Promise<void> {
    return (this.#leaving ??= this.group.end(this.clock, TIME_TO_EXIT));
  }

  /** Answers what tells the last line, which may have no end. */
  #hear(stream: Readable, from: "output" | "errors"): () => void {
    let rest = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      this.#size += chunk.length;
      if (this.#size > MOST_OUTPUT) this.#stop("endless");
      const lines = (rest + chunk).split("\n");
      rest = (lines.pop() ?? "").slice(0, LONGEST_LINE);
      for (const line of lines) this.#tell(line, from);
    });
    return () => {
      if (rest !== "") this.#tell(rest, from);
      rest = "";
    };
  }

  #tell(line: string, from: "output" | "errors"): void {
    if (this.#why !== null) return;
    const whole = line.replace(/\r$/, "").slice(0, LONGEST_LINE);
    this.#kept.add(`${whole}\n`);
    this.call.heard(whole, from);
  }

  /** The children of the program go with it. They may hold its pipes, so the wait for the last output has an end. */
  async #finish(drained: Promise<void>, rests: readonly (() => void)[]): Promise<void> {
    await Promise.race([drained, this.clock.sleep(TIME_TO_EXIT / 4)]);
    await this.#leave();
    for (const tellRest of rests) tellRest();
    this.#cleanUp();
  }

  #sayEnd(code: number | null, signal: NodeJS.Signals | null): ProgramEnd {
    const output = this.#kept.text();
    if (this.#why !== null) return { kind: this.#why, output };
    return code === null
      ? { kind: "killed", by: signal ?? "no reason given", output }
      : { kind: "exited", code, output };
  }

  #cleanUp(): void {
    this.#over.abort();
    this.group.callOff();
    this.group.closePipes();
  }
}
