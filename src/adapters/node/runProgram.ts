/**
 * Runs programs of this computer: without a shell, in a process group of their own, with a short environment. The group
 * is gone when the program is, whoever of it is left, and when we end, however we do.
 */
import type * as ChildProcess from "node:child_process";
import { join, resolve } from "node:path";
import { rawWordsOf, codeOf } from "../net/failure";
import { environment, refusedCommand, type NodePrograms } from "../mcp/stdio";
import { groupOf, guard, type Group } from "../mcp/stdioGroup";
import { plain } from "../../kit/text";
import type { ClockPort } from "../../ports/clock";
import { closeExchange, openExchange } from "./exchange";
import { findProgram } from "./findProgram";
import {
  keepOutput,
  LONGEST_LINE,
  MOST_OUTPUT,
  type ProgramCall,
  type ProgramEnd,
  type ProgramsPort,
} from "../../ports/programs";

type Child = ChildProcess.ChildProcessWithoutNullStreams;

/** Milliseconds given to leave after SIGTERM, then after SIGKILL. */
const TIME_TO_EXIT = 2000;
/** Milliseconds between two looks at who is left. */
const GLANCE = 20;

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
  /** Only a window is told that it closes; a terminal has none. */
  const view = typeof window === "undefined" ? null : window;
  const halted = new AbortController();
  const closed = new AbortController();
  const underWay = new Set<Promise<ProgramEnd>>();

  async function exchange(call: ProgramCall): Promise<ProgramEnd> {
    if (call.exchange === undefined) return await start(call);
    const { folder, files } = call.exchange;
    try {
      await openExchange(folder, files, clock.now());
    } catch (error) {
      return {
        kind: "not-started",
        why: `The folder for its files could not be made: ${rawWordsOf(error)}.`,
      };
    }
    const end = await start(call);
    const taken = await closeExchange(folder);
    return end.kind === "not-started" ? end : { ...end, ...taken };
  }

  async function start(call: ProgramCall): Promise<ProgramEnd> {
    const { command, args, env } = call;
    const cwd = resolve(root, call.folder);
    const refusal = refusedCommand({ command, args: [...args], env, cwd }, host.platform);
    if (refusal !== null) return { kind: "not-started", why: refusal };
    const { spawn, isFolder } = await node();
    // For a missing folder the system gives the same error as for a missing program.
    if (!(await isFolder(cwd)))
      return { kind: "not-started", why: `The folder “${plain(cwd, 300)}” is not there.` };
    if (call.signal.aborted || halted.signal.aborted)
      return { kind: "not-started", why: "It was stopped before it began." };
    return await new Promise<ProgramEnd>((done) => watch(call, cwd, spawn, done));
  }

  function watch(
    call: ProgramCall,
    cwd: string,
    spawn: NodePrograms["spawn"],
    done: (end: ProgramEnd) => void,
  ): void {
    const name = plain(call.command, 80);
    const notStarted = (error: unknown): void => {
      const code = codeOf(error);
      const why =
        code === "ENOENT"
          ? `There is no program “${name}” on this device.`
          : code === "EACCES"
            ? `The program “${name}” may not be started: it is a folder, or not marked as a program.`
            : `The program “${name}” could not be started: ${rawWordsOf(error)}.`;
      done({ kind: "not-started", why });
    };
    let child: Child;
    try {
      child = begin(call, cwd, spawn);
    } catch (error) {
      notStarted(error);
      return;
    }
    const group: Group = groupOf(child, spawn, host);
    const kept = keepOutput();
    const over = new AbortController();
    let size = 0;
    let why: "timed-out" | "stopped" | "endless" | null = null;
    let ending: Promise<void> | null = null;
    const killNow = (): void => group.kill("SIGKILL");
    const callOffGuard = guard(child, spawn, host);
    host.once("exit", killNow);
    view?.addEventListener("pagehide", killNow);

    const end = (reason: typeof why): void => {
      why ??= reason;
      ending ??= leave();
    };
    const stop = (): void => end("stopped");
    const listeners = [call.signal, closed.signal];
    for (const signal of listeners) signal.addEventListener("abort", stop, { once: true });
    void clock.sleep(call.timeout, over.signal).then(() => {
      if (!over.signal.aborted) end("timed-out");
    });

    const outputs = [
      [child.stdout, "output"],
      [child.stderr, "errors"],
    ] as const;
    const rests = outputs.map(([stream, from]) => {
      let rest = "";
      const tell = (line: string): void => {
        if (why !== null) return;
        const whole = line.replace(/\r$/, "").slice(0, LONGEST_LINE);
        kept.add(`${whole}\n`);
        call.heard(whole, from);
      };
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        size += chunk.length;
        if (size > MOST_OUTPUT) end("endless");
        const lines = (rest + chunk).split("\n");
        rest = (lines.pop() ?? "").slice(0, LONGEST_LINE);
        for (const line of lines) tell(line);
      });
      return () => {
        if (rest !== "") tell(rest);
        rest = "";
      };
    });

    /** Asks all of the group to leave, then makes them. */
    async function leave(): Promise<void> {
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (group.isThere()) group.kill(signal);
        for (let waited = 0; waited < TIME_TO_EXIT && group.isThere(); waited += GLANCE)
          await clock.sleep(GLANCE);
      }
    }

    child.on("error", (error) => {
      if (child.pid !== undefined) return; // It could not be signalled; it runs on.
      cleanUp();
      notStarted(error);
    });
    child.stdin.on("error", () => undefined); // It may not want to read.
    child.stdin.end(call.input);
    const drained = new Promise<void>((resolved) => void child.once("close", () => resolved()));
    child.once("exit", (code, signal) => {
      // Its children go with it. They may hold its pipes, so the rest of the output is not waited for without end.
      void (async () => {
        await Promise.race([drained, clock.sleep(TIME_TO_EXIT / 4)]);
        ending ??= leave();
        await ending;
        for (const rest of rests) rest();
        cleanUp();
        const output = kept.text();
        if (why !== null) done({ kind: why, output });
        else if (code === null) done({ kind: "killed", by: signal ?? "no reason given", output });
        else done({ kind: "exited", code, output });
      })();
    });

    function cleanUp(): void {
      over.abort();
      callOffGuard();
      host.removeListener("exit", killNow);
      view?.removeEventListener("pagehide", killNow);
      for (const signal of listeners) signal.removeEventListener("abort", stop);
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      child.unref();
    }
  }

  function begin(call: ProgramCall, cwd: string, spawn: NodePrograms["spawn"]): Child {
    return spawn(call.command, [...call.args], {
      cwd,
      env: environment(call.env, host.env),
      shell: false,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      detached: host.platform !== "win32",
    });
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
    halt: () => halted.abort(),
    async close() {
      halted.abort();
      closed.abort();
      await Promise.all(underWay);
    },
  };
}
