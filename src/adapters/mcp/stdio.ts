/**
 * A program spoken to over its standard input and output, one JSON message per line. Our own instead of the client's,
 * because that one pulls in a shell helper and calls `unref()` on timers, which are plain numbers where Obsidian runs.
 *
 * The definition reaches no shell: its command is started as it stands. The program gets a short list of our own
 * environment variables and those of its definition, nothing else.
 *
 * It gets a process group of its own (not on Windows), so that a wrapper (`sh -c`, `npx`) ends with everything it
 * started, and the Ctrl+C of a terminal does not reach it in the middle of a call. A program may ignore the end of its
 * input, so the group is ended when the transport is closed, and however we end. A window that is about to close ends
 * the group unless a call is under way; a window that is gone, and a process that exits, kill it; the guard does where
 * we had no time for that. Programs that leave the group are not found any more; our ends of their pipes are closed all
 * the same, so that no program outside holds us up.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type * as ChildProcess from "node:child_process";

import type { ClockPort } from "../../ports/clock";
import type { ServerDefinition } from "../../ports/tools";
import { isObject, parseMessage } from "../../kit/json";
import { plain } from "../../kit/text";
import { NeverLeft, codeOf, rawWordsOf } from "../net/failure";
import type { Blank } from "../net/secrets";
import { groupOf, guard, type Group } from "./stdioGroup";
import { createWords, type Cause } from "./stdioWords";

export type CommandDefinition = Extract<ServerDefinition, { readonly command: string }>;
/** The parts of Node that start a program. */
export interface NodePrograms {
  readonly spawn: Spawn;
  /** Whether there is a folder at this path. Asked before a program is started in it. */
  readonly isFolder: (path: string) => Promise<boolean>;
}
export type Spawn = typeof ChildProcess.spawn;

export interface StdioTransport extends Transport {
  /**
   * Together with `pid` this is how the client recognises a stdio transport and tries the older handshake after
   * silence.
   */
  readonly stderr: null;
  readonly pid: number | null;
  /** The end of the program, as a sentence that may quote its last words; null while it runs. */
  fate(): string | null;
  /** The words of the program so far, besides its messages; empty for nothing. */
  said(): Cause;
}

/** Bytes. A longer message ends the connection. */
export const MESSAGE_LIMIT = 8 * 1024 * 1024;
/** Milliseconds given to leave on its own, then after SIGTERM, then after SIGKILL. */
const TIME_TO_EXIT = 1000;
/** Milliseconds between two looks at who is left. */
const GLANCE = 20;

/** A program that ends by one of these was told to end, and did not fail. */
const STOPS: readonly NodeJS.Signals[] = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"];
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

export function stdioTransport(
  { spawn, isFolder }: NodePrograms,
  definition: CommandDefinition,
  clock: Pick<ClockPort, "sleep">,
  blank: Blank,
  isCalling: () => boolean = () => false,
  limit = MESSAGE_LIMIT,
): StdioTransport {
  const host = globalThis.process;
  /** Only a window is told that it closes; a terminal has none. */
  const view = typeof window === "undefined" ? null : window;
  const gone = new AbortController();
  let child: ChildProcess.ChildProcessWithoutNullStreams | null = null;
  let fate: string | null = null;
  const words = createWords();
  /** Text that the program printed on standard output, where only messages belong. */
  const astray = createWords();
  const left = new AbortController();
  let group: Group | null = null;
  let callOffGuard = (): void => undefined;
  let leaving: Promise<void> | null = null;
  let pending: Buffer[] = [];
  let pendingSize = 0;
  let over = false;

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return child?.pid ?? null;
    },
    fate: () => (fate === null ? null : `${fate} ${causeOf(over).sentence}`.trim()),
    // A program that is waited for has ended its last line, or asks something in it.
    said: () => causeOf(true),

    start: async () => {
      const { cwd } = definition;
      // For a missing folder the system gives the same error as for a missing program.
      const isFolderThere = cwd === undefined || (await isFolder(cwd));
      await new Promise<void>((resolve, reject) => {
        const refusal =
          leaving !== null
            ? "The connection is closed."
            : (refusedCommand(definition, host.platform) ??
              (isFolderThere ? null : missingFolder(definition)));
        if (refusal !== null) {
          fail(refusal);
          return;
        }
        try {
          child = spawn(definition.command, [...definition.args], {
            cwd: definition.cwd,
            env: environment(definition.env, host.env),
            shell: false,
            stdio: ["pipe", "pipe", "pipe"],
            windowsHide: true,
            detached: host.platform !== "win32",
          });
        } catch (error) {
          fail(notStarted(definition, error));
          return;
        }
        group = groupOf(child, spawn, host);
        callOffGuard = guard(child, spawn, host);
        host.once("exit", killNow);
        view?.addEventListener("pagehide", killNow);
        view?.addEventListener("beforeunload", dismiss);
        child.once("spawn", resolve);
        child.on("error", (error) => {
          if (child?.pid !== undefined) return; // It could not be signalled; it runs on.
          fail(notStarted(definition, error));
          end();
        });
        child.once("exit", (code, signal) => {
          left.abort();
          fate ??=
            code === null
              ? `The program “${plain(definition.command, 80)}” ${signal === null || STOPS.includes(signal) ? "was stopped by something else on this computer" : `crashed (${signal})`}.`
              : `The program “${plain(definition.command, 80)}” ended with code ${String(code)}.`;
          // Its last answer may still be in the pipe; `close` comes when that is read, unless a grandchild holds the
          // pipe open.
          void clock.sleep(TIME_TO_EXIT, gone.signal).then(end);
        });
        child.once("close", end);
        child.stdin.on("error", (error) => transport.onerror?.(error));
        child.stdout.on("data", receive);
        // It can answer nothing any more. If it is about to end, its end says more.
        child.stdout.once("end", () => void clock.sleep(TIME_TO_EXIT, left.signal).then(muted));
        child.stderr.setEncoding("utf8").on("data", (chunk: string) => words.add(chunk));

        function fail(sentence: string): void {
          fate ??= sentence;
          reject(new NeverLeft(sentence));
        }
      });
    },

    send: (message) =>
      new Promise((resolve, reject) => {
        const line = `${JSON.stringify(message)}\n`;
        const refuse = (): void => reject(new NeverLeft(fate ?? "The connection is closed."));
        if (child !== null && fate === null && child.stdin.writable && !child.stdout.readableEnded)
          child.stdin.write(line, (error) => (error ? reject(error) : resolve()));
        // The last words of a program that ended may still be in the pipe.
        else if (fate !== null && !isOver()) void clock.sleep(TIME_TO_EXIT, gone.signal).then(refuse);
        else refuse();
      }),

    close: () => (leaving ??= leave(TIME_TO_EXIT)),
  };

  function causeOf(isComplete: boolean): Cause {
    const cause = words.cause(isComplete, blank);
    return cause.sentence === "" ? astray.cause(isComplete, blank) : cause;
  }

  /** Asks the whole group to leave, then makes it. `patience`: milliseconds for leaving when its input ends. */
  async function leave(retryPolicy: number): Promise<void> {
    if (!isOver()) child?.stdin.end();
    if (child !== null && group !== null) {
      if (retryPolicy > 0 && child.exitCode === null && child.signalCode === null)
        await clock.sleep(retryPolicy, left.signal);
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (group.isThere()) group.kill(signal);
        for (let waited = 0; waited < TIME_TO_EXIT && group.isThere(); waited += GLANCE)
          await clock.sleep(GLANCE);
      }
    }
    callOffGuard();
    host.removeListener("exit", killNow);
    view?.removeEventListener("pagehide", killNow);
    view?.removeEventListener("beforeunload", dismiss);
    end();
  }

  /**
   * The window may be gone before a timer of ours runs. It may also stay: then the server is started anew when it is
   * needed.
   */
  function dismiss(): void {
    if (isCalling()) return;
    if (leaving === null) leaving = leave(0);
    else group?.kill("SIGTERM");
    end();
  }

  function receive(chunk: Buffer): void {
    if (isOver()) return;
    let rest = chunk;
    for (let at = rest.indexOf(10); at !== -1 && !isOver(); at = rest.indexOf(10)) {
      const line = Buffer.concat([...pending, rest.subarray(0, at)]);
      pending = [];
      pendingSize = 0;
      rest = rest.subarray(at + 1);
      if (line.length > limit) {
        tooLong();
        return;
      }
      deliver(line.toString("utf8"));
    }
    pending.push(rest);
    pendingSize += rest.length;
    if (pendingSize > limit) tooLong();
  }

  function deliver(line: string): void {
    if (line.trim() === "") return;
    let message: unknown;
    try {
      message = parseMessage(line);
    } catch {
      astray.add(`${line}\n`); // Programs print banners to the wrong stream; the client skips such lines too.
      return;
    }
    if (!isObject(message) || message["jsonrpc"] !== "2.0") return;
    try {
      transport.onmessage?.(message as unknown as JSONRPCMessage);
    } catch {
      // A message the client trips over is a message that did not come; what waits for it runs into its deadline.
    }
  }

  function tooLong(): void {
    pending = [];
    pendingSize = 0;
    fate ??= `The server sent more than ${String(Math.round(limit / 1024 / 1024))} MB in one message, so the connection was closed.`;
    group?.kill("SIGKILL");
    end();
  }

  function muted(): void {
    if (left.signal.aborted || over) return;
    fate ??= "The program closed its output, so no answer can come.";
    end();
  }

  function killNow(): void {
    group?.kill("SIGKILL");
  }

  function isOver(): boolean {
    return over;
  }

  function end(): void {
    if (over) return;
    deliver(Buffer.concat(pending).toString("utf8"));
    pending = [];
    over = true;
    // A program that inherited these may hold them for ever.
    for (const pipe of [child?.stdin, child?.stdout, child?.stderr]) pipe?.destroy();
    child?.unref();
    fate ??= "The connection is closed.";
    gone.abort();
    transport.onclose?.();
    // Programs that it started and left behind end, too.
    void transport.close();
  }

  return transport;
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
export function refusedCommand(definition: CommandDefinition, platform: string): string | null {
  if (definition.command.trim() === "") return "No program is named.";
  if ([definition.command, definition.cwd ?? "", ...definition.args].some((text) => text.includes("\0")))
    return "The command holds a character that no program can be given.";
  if (platform === "win32" && /\.(?:cmd|bat)$/i.test(definition.command))
    return `Windows cannot start “${plain(definition.command, 80)}” without a shell. Give the program itself instead: node.exe, with the path of the server's script as its first argument.`;
  return null;
}

function missingFolder({ command, cwd }: CommandDefinition): string {
  return `The folder “${plain(cwd ?? "", 80)}”, in which the program “${plain(command, 80)}” is to be started, is missing. Correct the server’s cwd in the settings.`;
}

function notStarted(definition: CommandDefinition, error: unknown): string {
  const name = plain(definition.command, 80);
  if (codeOf(error) === "ENOENT")
    return `There is no program “${name}” on this device. Install it, or correct the server’s command in the settings.`;
  if (codeOf(error) === "EACCES")
    return `The program “${name}” may not be started: it is a folder, or not marked as a program. Correct the server’s command in the settings.`;
  return `The program “${name}” could not be started: ${rawWordsOf(error)}.`;
}
