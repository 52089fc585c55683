/** Programs the page starts: servers over standard input and output. None outlives the host. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Happening } from "../wire";

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const programFunctions = (tell: (happening: Happening) => void) => {
  const running = new Map<number, ChildProcessWithoutNullStreams>();
  const groups = new Set<number>();
  const of = (id: number): ChildProcessWithoutNullStreams | undefined => running.get(id);
  return {
    functions: {
      "programs.start": (id: number, command: string, args: readonly string[], options: Options) => {
        const child = spawn(command, [...args], {
          ...options,
          shell: false,
          stdio: ["pipe", "pipe", "pipe"],
          windowsHide: true,
          detached: process.platform !== "win32",
        });
        running.set(id, child);
        if (child.pid !== undefined) groups.add(child.pid);
        const say = (what: string, data?: unknown): void => tell({ about: "program", id, what, data });
        child.once("spawn", () => say("spawn"));
        child.on("error", (error: NodeJS.ErrnoException) =>
          say("error", { message: error.message, code: error.code }),
        );
        child.once("exit", (code, signal) => say("exit", { code, signal }));
        child.once("close", () => say("close"));
        child.stdin.on("error", (error) => say("stdin-error", error.message));
        child.stdout.on("data", (chunk: Buffer) => say("stdout", new Uint8Array(chunk)));
        child.stderr.on("data", (chunk: Buffer) => say("stderr", new Uint8Array(chunk)));
        return child.pid ?? null;
      },
      "programs.write": (id: number, text: string) =>
        new Promise<void>((resolve, reject) => {
          const stdin = of(id)?.stdin;
          if (stdin === undefined || !stdin.writable)
            reject(new Error("The program takes nothing any more."));
          else stdin.write(text, (error) => (error == null ? resolve() : reject(error)));
        }),
      "programs.end": (id: number) => void of(id)?.stdin.end(),
      "programs.letGo": (id: number) => {
        const child = of(id);
        for (const pipe of [child?.stdin, child?.stdout, child?.stderr]) pipe?.destroy();
        running.delete(id);
      },
      "process.kill": (pid: number, signal: NodeJS.Signals | 0) => {
        if (signal !== 0 && !groups.has(Math.abs(pid)))
          throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
        return process.kill(pid, signal);
      },
    },
    endAll: () => {
      for (const pid of groups) {
        try {
          process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
        } catch {
          // It is gone already.
        }
      }
    },
  };
};
