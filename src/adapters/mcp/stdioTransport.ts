/**
 * A program spoken to over its standard input and output, one JSON message per line. Our own instead of the client's,
 * because that one pulls in a shell helper and calls `unref()` on timers, which are plain numbers where Obsidian runs.
 *
 * A program may ignore the end of its input, so its group is ended when the transport is closed. A window that is about
 * to close ends the group unless a call is under way. Our ends of the pipes are closed all the same, so that no program
 * outside holds us up.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { ClockPort } from "../../kit/ports/clock";
import type { ServerDefinition } from "../../kit/ports/tools";
import { isObject, parseMessage } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import { NeverLeft } from "../net/failure";
import type { Blank } from "../net/secrets";
import { ProgramGroup, refusedCommand, sayNotStarted, type NodePrograms } from "../node/programGroup";
import { createWords, type Cause } from "./stdioWords";

type CommandDefinition = Extract<ServerDefinition, { readonly command: string }>;

/** Bytes. A longer message ends the connection. */
export const MESSAGE_LIMIT = 8 * 1024 * 1024;
/** Milliseconds given to leave on its own, then after SIGTERM, then after SIGKILL. */
const TIME_TO_EXIT = 1000;

/** A program that ends by one of these was told to end, and did not fail. */
const STOPS: readonly NodeJS.Signals[] = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"];

/** The transport of the library. An object that inherits from it may call its methods as its own. */
export class StdioTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /**
   * Together with `pid` this is how the client recognises a stdio transport and tries the older handshake after
   * silence.
   */
  readonly stderr = null;
  readonly #over = new AbortController();
  readonly #exited = new AbortController();
  readonly #errors = createWords();
  /** Text that the program printed on standard output, where only messages belong. */
  readonly #astray = createWords();
  private program: ProgramGroup | null = null;
  #fate: string | null = null;
  #leaving: Promise<void> | null = null;
  #pending: Buffer[] = [];
  #pendingSize = 0;

  constructor(
    private readonly programs: NodePrograms,
    private readonly definition: CommandDefinition,
    private readonly clock: Pick<ClockPort, "sleep">,
    private readonly blank: Blank,
    private readonly isCalling: () => boolean = () => false,
    private readonly limit = MESSAGE_LIMIT,
  ) {}

  get pid(): number | null {
    return this.program?.child.pid ?? null;
  }

  /** The end of the program, as a sentence that may quote its last words; null while it runs. */
  readonly fate = (): string | null => {
    return this.#fate === null ? null : `${this.#fate} ${this.#cause(this.#isOver()).sentence}`.trim();
  };

  /**
   * The words of the program so far, besides its messages; empty for nothing. A program that is waited for has ended
   * its last line, or asks something in it.
   */
  readonly said = (): Cause => {
    return this.#cause(true);
  };

  readonly start = async (): Promise<void> => {
    const { command, cwd } = this.definition;
    // For a missing folder the system gives the same error as for a missing program.
    const isFolderThere = cwd === undefined || (await this.programs.isFolder(cwd));
    const refusal =
      this.#leaving !== null
        ? "The connection is closed."
        : (refusedCommand(this.definition, globalThis.process.platform) ??
          (isFolderThere ? null : missingFolder(this.definition)));
    if (refusal !== null) throw this.#neverLeft(refusal);
    await new Promise<void>((resolve, reject) => {
      const failToStart = (error: unknown): void =>
        reject(this.#neverLeft(sayNotStarted(command, error, "the server’s command in the settings")));
      try {
        this.program = new ProgramGroup(this.programs.spawn, this.definition);
      } catch (error) {
        failToStart(error);
        return;
      }
      this.#watch(this.program, failToStart, resolve);
    });
  };

  readonly send = async (message: JSONRPCMessage): Promise<void> => {
    const child = this.program?.child;
    if (child !== undefined && this.#fate === null && child.stdin.writable && !child.stdout.readableEnded) {
      const line = `${JSON.stringify(message)}\n`;
      const error = await new Promise<Error | null | undefined>((resolve) =>
        child.stdin.write(line, resolve),
      );
      if (!error) return;
      // The pipe to a program that ends breaks first; its end and its last words are told after that.
      await this.#untilOver();
      throw error;
    }
    // The last words of a program that ended may still be in the pipe.
    if (this.#fate !== null) await this.#untilOver();
    throw new NeverLeft(this.#fate ?? "The connection is closed.");
  };

  readonly close = (): Promise<void> => {
    return (this.#leaving ??= this.#leave(TIME_TO_EXIT));
  };

  #watch(program: ProgramGroup, failToStart: (error: unknown) => void, started: () => void): void {
    const { child } = program;
    if (typeof window !== "undefined") window.addEventListener("beforeunload", this.#dismiss);
    child.once("spawn", started);
    child.on("error", (error) => {
      if (child.pid !== undefined) return; // It could not be signalled; it runs on.
      failToStart(error);
      this.#end();
    });
    child.once("exit", (code, signal) => {
      this.#exited.abort();
      this.#fate ??= this.#sayExit(code, signal);
      // The last answer may still be in the pipe; `close` comes when that is read, unless a grandchild holds the pipe
      // open.
      void this.clock.sleep(TIME_TO_EXIT, this.#over.signal).then(() => this.#end());
    });
    child.once("close", () => this.#end());
    child.stdin.on("error", (error) => this.onerror?.(error));
    child.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    // It can answer nothing any more. If it is about to end, its end says more.
    child.stdout.once(
      "end",
      () => void this.clock.sleep(TIME_TO_EXIT, this.#exited.signal).then(() => this.#mute()),
    );
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => this.#errors.add(chunk));
  }

  #sayExit(code: number | null, signal: NodeJS.Signals | null): string {
    const name = escapeLine(this.definition.command, 80);
    if (code !== null) return `The program “${name}” ended with code ${String(code)}.`;
    return signal === null || STOPS.includes(signal)
      ? `The program “${name}” was stopped by something else on this computer.`
      : `The program “${name}” crashed (${signal}).`;
  }

  #neverLeft(sentence: string): NeverLeft {
    this.#fate ??= sentence;
    return new NeverLeft(sentence);
  }

  async #untilOver(): Promise<void> {
    if (!this.#isOver()) await this.clock.sleep(TIME_TO_EXIT, this.#over.signal);
  }

  #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  #cause(isComplete: boolean): Cause {
    const cause = this.#errors.cause(isComplete, this.blank);
    return cause.sentence === "" ? this.#astray.cause(isComplete, this.blank) : cause;
  }

  /** Asks the whole group to leave, then makes it. `time`: milliseconds for leaving when its input ends. */
  async #leave(time: number): Promise<void> {
    const program = this.program;
    if (program !== null) {
      const { child } = program;
      if (!this.#isOver()) child.stdin.end();
      if (time > 0 && child.exitCode === null && child.signalCode === null)
        await this.clock.sleep(time, this.#exited.signal);
      await program.end(this.clock, TIME_TO_EXIT);
      program.callOff();
    }
    if (typeof window !== "undefined") window.removeEventListener("beforeunload", this.#dismiss);
    this.#end();
  }

  /**
   * The window may be gone before a timer of ours runs. It may also stay: then the server is started again when it is
   * needed.
   */
  readonly #dismiss = (): void => {
    if (this.isCalling()) return;
    if (this.#leaving === null) this.#leaving = this.#leave(0);
    else this.program?.signal("SIGTERM");
    this.#end();
  };

  #receive(chunk: Buffer): void {
    if (this.#isOver()) return;
    let rest = chunk;
    for (let at = rest.indexOf(10); at !== -1 && !this.#isOver(); at = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#pending, rest.subarray(0, at)]);
      this.#pending = [];
      this.#pendingSize = 0;
      rest = rest.subarray(at + 1);
      if (line.length > this.limit) {
        this.#refuseLength();
        return;
      }
      this.#deliver(line.toString("utf8"));
    }
    this.#pending.push(rest);
    this.#pendingSize += rest.length;
    if (this.#pendingSize > this.limit) this.#refuseLength();
  }

  #deliver(line: string): void {
    if (line.trim() === "") return;
    let message: unknown;
    try {
      message = parseMessage(line);
    } catch {
      this.#astray.add(`${line}\n`); // Programs print banners to the wrong stream; the client skips such lines too.
      return;
    }
    if (!isObject(message) || message["jsonrpc"] !== "2.0") return;
    try {
      this.onmessage?.(message as unknown as JSONRPCMessage);
    } catch {
      // A message the client trips over is a message that did not come; what waits for it runs into its deadline.
    }
  }

  #refuseLength(): void {
    this.#pending = [];
    this.#pendingSize = 0;
    this.#fate ??= `The server sent more than ${String(Math.round(this.limit / 1024 / 1024))} MB in one message, so the connection was closed.`;
    this.program?.kill();
    this.#end();
  }

  #mute(): void {
    if (this.#exited.signal.aborted || this.#isOver()) return;
    this.#fate ??= "The program closed its output, so no answer can come.";
    this.#end();
  }

  #end(): void {
    if (this.#isOver()) return;
    this.#deliver(Buffer.concat(this.#pending).toString("utf8"));
    this.#pending = [];
    this.program?.closePipes();
    this.#fate ??= "The connection is closed.";
    this.#over.abort();
    this.onclose?.();
    // Programs that it started and left behind end, too.
    void this.close();
  }
}

function missingFolder({ command, cwd }: CommandDefinition): string {
  return `The folder “${escapeLine(cwd ?? "", 80)}”, in which the program “${escapeLine(command, 80)}” is to be started, is missing. Correct the server’s cwd in the settings.`;
}
