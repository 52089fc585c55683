/**
 * A program of this computer in a process group of its own (not on Windows), so that a wrapper (`sh -c`, `npx`) ends
 * with everything it started, and the Ctrl+C of a terminal does not reach it. It is started without a shell and gets a
 * short list of our own environment variables. A window that is gone and a process that exits kill the group; the guard
 * does where we had no time for that. Programs that leave the group are not found any more.
 */
import type * as ChildProcess from "node:child_process";
import type { ClockPort } from "../../kit/ports/clock";
import { escapeLine } from "../../kit/text";
import { codeOf, rawWordsOf } from "../net/failure";

export type Spawn = typeof ChildProcess.spawn;
/** The parts of Node that start a program. */
export interface NodePrograms {
  readonly spawn: Spawn;
  /** Whether there is a folder at this path. Asked before a program is started in it. */
  readonly isFolder: (path: string) => Promise<boolean>;
}
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

/** Milliseconds between two looks at who is left. */
const GLANCE = 20;

/** Variables of our own environment that a program gets. */
const PASSED_ON = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "SystemDrive",
  "ComSpec",
  "PATHEXT",
  "USERPROFILE",
  "USERNAME",
  "APPDATA",
  "LOCALAPPDATA",
  "HOMEDRIVE",
  "HOMEPATH",
  "ProgramFiles",
  "PROCESSOR_ARCHITECTURE",
];

/**
 * Waits for our end of its pipe to close, which the system does however we end; then ends the group with this number.
 */
const WARDEN =
  'read -r _; kill -s TERM -- "-$1" 2>/dev/null || exit; sleep 1; kill -s KILL -- "-$1" 2>/dev/null';

export class ProgramGroup {
  readonly child: ChildProcess.ChildProcessWithoutNullStreams;
  readonly kill = (): void => this.signal("SIGKILL");
  /** Only a window is told that it closes; a terminal has none. */
  readonly #view = typeof window === "undefined" ? null : window;
  readonly #group: Group;
  readonly #callOffGuard: () => void;

  /** Throws as `spawn` does. */
  constructor(
    spawn: Spawn,
    { command, args, env, cwd }: Command,
    private readonly host: NodeJS.Process = globalThis.process,
  ) {
    this.child = spawn(command, [...args], {
      cwd,
      env: environment(env, host.env),
      shell: false,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      detached: host.platform !== "win32",
    });
    this.#group = groupOf(this.child, spawn, host);
    this.#callOffGuard = guard(this.child, spawn, host);
    host.once("exit", this.kill);
    this.#view?.addEventListener("pagehide", this.kill);
  }

  signal(signal: "SIGTERM" | "SIGKILL"): void {
    this.#group.kill(signal);
  }

  /** Asks all of the group to leave, then makes them. `time`: milliseconds for each of the two. */
  async end(clock: Pick<ClockPort, "sleep">, time: number): Promise<void> {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (this.#group.isThere()) this.#group.kill(signal);
      for (let waited = 0; waited < time && this.#group.isThere(); waited += GLANCE)
        await clock.sleep(GLANCE);
    }
  }

  /** The group is gone: nothing watches it any more. */
  callOff(): void {
    this.#callOffGuard();
    this.host.removeListener("exit", this.kill);
    this.#view?.removeEventListener("pagehide", this.kill);
  }

  /** A program that inherited these may hold them for ever. */
  closePipes(): void {
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe.destroy();
    this.child.unref();
  }
}

/** Why a program could not be started, as a sentence. `named`: what names it, for a person to correct. */
export function sayNotStarted(command: string, error: unknown, named: string | null = null): string {
  const name = escapeLine(command, 80);
  if (codeOf(error) === "ENOENT")
    return `There is no program “${name}” on this device.${named === null ? "" : ` Install it, or correct ${named}.`}`;
  if (codeOf(error) === "EACCES")
    return `The program “${name}” may not be started: it is a folder, or not marked as a program.${named === null ? "" : ` Correct ${named}.`}`;
  return `The program “${name}” could not be started: ${rawWordsOf(error)}.`;
}

/** `more`: beside the short list of ordinary names. */
export function environment(
  more: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = own[name];
    // A value that starts like this is an exported shell function, which a shell further down would run.
    return value === undefined || value.startsWith("()") ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), ...more };
}

/**
 * Why this command is not started, or null. Since Node 20.12 a batch file starts only through a shell, where arguments
 * can turn into commands.
 */
export function refusedCommand(definition: Command, platform: string): string | null {
  if (definition.command.trim() === "") return "No program is named.";
  if ([definition.command, definition.cwd ?? "", ...definition.args].some((text) => text.includes("\0")))
    return "The command holds a character that no program can be given.";
  if (platform === "win32" && /\.(?:cmd|bat)$/i.test(definition.command))
    return `Windows cannot start “${escapeLine(definition.command, 80)}” without a shell. Give the program itself instead: node.exe, with the path of the server's script as its first argument.`;
  return null;
}

interface Group {
  isThere(): boolean;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

/**
 * `spawn` is for Windows, which has no groups: there the tree is found from the program down, while that still runs.
 */
function groupOf(
  child: ChildProcess.ChildProcess,
  spawn: Spawn,
  host: Pick<NodeJS.Process, "kill" | "platform">,
): Group {
  const { pid } = child;
  if (pid === undefined) return { isThere: () => false, kill: () => undefined };
  if (host.platform === "win32") {
    return {
      isThere: () => child.exitCode === null && child.signalCode === null,
      kill: () =>
        void spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on(
          "error",
          () => child.kill(),
        ),
    };
  }
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return host.kill(-pid, signal);
    } catch {
      return false; // No process of the group is left.
    }
  };
  return { isThere: () => send(0), kill: (signal) => void send(signal) };
}

/**
 * Ends the group when we end without being able to do it (a crash, kill -9), and answers how to call that off. It is a
 * shell, which Windows lacks; it is given the number of the group, and nothing of a definition.
 */
function guard(
  child: ChildProcess.ChildProcess,
  spawn: Spawn,
  host: Pick<NodeJS.Process, "env" | "kill" | "platform">,
): () => void {
  if (host.platform === "win32" || child.pid === undefined) return () => undefined;
  // Without a guard, a program that ignores the end of its input may outlive a crash; it has begun all the same.
  try {
    const warden = spawn("/bin/sh", ["-c", WARDEN, "planwright", String(child.pid)], {
      env: { PATH: host.env["PATH"] },
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    });
    warden.on("error", () => undefined);
    return () => groupOf(warden, spawn, host).kill("SIGKILL");
  } catch {
    return () => undefined;
  }
}
