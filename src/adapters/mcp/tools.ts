/**
 * The tools port over MCP. Its promises are in ports/tools. It keeps them by one connection per server and definition,
 * made at first need; every verb under our own deadline; one gate (`once`) that lets a call out at most once and knows
 * whether it left, which alone decides between `not-sent` and `unknown`.
 */
import { canonical } from "../../kit/json";
import type { ClockPort } from "../../ports/clock";
import type { CallOutcome, Json, ServerDefinition, ServerView, ToolCall, ToolsPort } from "../../ports/tools";
import { connect, type Connection } from "./connection";
import { Late, NeverLeft, seconds, wordsOf } from "../net/failure";
import { HALTED, type Ticket } from "./once";
import { createBlank, type Blank } from "../net/secrets";
import type { NodePrograms } from "../node/programGroup";
import type { Cause } from "./stdioWords";

export interface McpOptions {
  /** Loads the part of Node that starts programs; null on a device that cannot start any (a phone). */
  readonly node: (() => Promise<NodePrograms>) | null;
  readonly clock: Pick<ClockPort, "sleep">;
  /** Only ever used for a server's own address. It must not follow redirects when told `redirect: "manual"`. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Milliseconds to connect and list tools. 30 seconds unless told. */
  readonly lookTimeout?: number;
}

const LONGER = "If it needs longer to start, raise start_timeout_seconds in the settings.";

const SILENT: Cause = { sentence: "", isError: false };

/** A server we have reached or are reaching. */
interface Line {
  readonly print: string;
  readonly connection: Promise<Connection>;
  /** Resolves when making the connection has come to an end, a failed attempt with its program gone. */
  readonly settled: Promise<unknown>;
  readonly stop: AbortController;
  /** Asks the program what it has said so far. */
  said: () => Cause;
  live: Connection | null;
  failed: boolean;
}

export function createMcpTools({ node, clock, fetch, lookTimeout = 30_000 }: McpOptions): ToolsPort {
  const lines = new Map<string, Line>();
  const leaving = new Set<Promise<unknown>>();
  let stopNow: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stopNow = resolve;
  });
  let closed = false;
  const halted = new AbortController();

  return { look, call, halt, close };

  async function look(server: string, definition: ServerDefinition): Promise<ServerView> {
    const blank = createBlank(definition);
    try {
      return await within(
        lookTimeout,
        async (signal) => {
          const known = lines.get(server);
          if (known?.live != null && usable(known, definition)) {
            const view = await within(lookTimeout * 0.4, (part) => listOf(known, part), signal).catch(
              () => null,
            );
            if (view !== null) return view;
            drop(server, known); // A connection that stopped answering (an ended session, a stuck program) is made anew, once.
          }
          const line = lineTo(server, definition);
          return await listOf(line, signal);
        },
        halted.signal,
      );
    } catch (error) {
      const line = lines.get(server);
      const ended = line?.live?.ended() ?? null;
      if (line !== undefined) drop(server, line);
      return {
        kind: "down",
        why:
          error instanceof Late
            ? sayLate(lookTimeout, line)
            : ended === null
              ? wordsOf(error, blank)
              : blank(ended),
      };
    }
  }

  async function listOf(line: Line, signal: AbortSignal): Promise<ServerView> {
    return (await line.connection).list(signal);
  }

  async function call(call: ToolCall): Promise<CallOutcome> {
    const blank = createBlank(call.definition);
    const held: { ticket: Ticket | null; connection: Connection | null; goesOn: boolean } = {
      ticket: null,
      connection: null,
      goesOn: false,
    };
    try {
      return await within(
        call.timeout,
        async (signal) => {
          const connection = (held.connection = await lineTo(call.server, call.definition).connection);
          if (signal.aborted || halted.signal.aborted)
            throw new NeverLeft("The call was given up before it was sent.");
          const ticket = (held.ticket = connection.admit(call.action));
          if (ticket === null) throw new NeverLeft("This action is being sent already.");
          return connection.call(call, ticket, signal, () => {
            held.goesOn = true;
          });
        },
        halted.signal,
        () => held.ticket?.left !== true,
        call.signal,
        {
          longest: call.longest ?? call.timeout,
          goesOn: () => {
            const heard = held.goesOn;
            held.goesOn = false;
            return heard;
          },
        },
      );
    } catch (error) {
      const left = held.ticket?.left === true;
      return {
        kind: left ? "unknown" : "not-sent",
        why: reason(error, held.connection?.ended() ?? null, left, blank),
      };
    } finally {
      if (held.ticket !== null) held.connection?.withdraw(held.ticket);
    }
  }

  /** A server that is of no use any more goes at once: whoever stops us may not wait for `close`. */
  function halt(): void {
    halted.abort(HALTED);
    for (const [server, line] of lines) drop(server, line);
  }

  async function close(): Promise<void> {
    closed = true;
    stopNow();
    for (const [server, line] of lines) drop(server, line, "at once");
    await Promise.all(leaving);
  }

  function lineTo(server: string, definition: ServerDefinition): Line {
    if (closed) throw new NeverLeft("Planwright is closing.");
    if (halted.signal.aborted) throw new NeverLeft(HALTED);
    const known = lines.get(server);
    if (known !== undefined && usable(known, definition)) return known;
    if (known !== undefined) drop(server, known);
    const stop = new AbortController();
    const reach = {
      programs: loadPrograms,
      fetch,
      clock,
      blank: createBlank(definition),
      hear: (said: Line["said"]) => {
        line.said = said;
      },
      limit: lookTimeout,
      halted: halted.signal,
    };
    let settled: Promise<unknown> = Promise.resolve();
    const connection = within(
      lookTimeout,
      (signal) => {
        const making = connect(definition, { ...reach, signal });
        settled = making.catch(() => undefined);
        return making;
      },
      stop.signal,
    );
    const line: Line = {
      print: printOf(definition),
      connection,
      settled,
      stop,
      said: () => SILENT,
      live: null,
      failed: false,
    };
    lines.set(server, line);
    connection.then(
      (live) => {
        line.live = live;
      },
      () => {
        line.failed = true;
      },
    );
    return line;
  }

  function usable(line: Line, definition: ServerDefinition): boolean {
    return (
      !line.failed && line.print === printOf(definition) && (line.live === null || line.live.ended() === null)
    );
  }

  /**
   * No new call takes this line. It closes when the calls on it have ended, so that dropping one never breaks another.
   */
  function drop(server: string, line: Line, when: "idle" | "at once" = "idle"): void {
    if (lines.get(server) === line) lines.delete(server);
    line.stop.abort("The connection was given up.");
    const gone: Promise<unknown> = line.connection
      .then(async (connection) => {
        if (when === "idle") await Promise.race([connection.idle(), stopped]);
        await connection.close();
      })
      .catch(() => undefined)
      .then(() => line.settled);
    leaving.add(gone);
    void gone.finally(() => leaving.delete(gone));
  }

  async function loadPrograms(): Promise<NodePrograms> {
    if (node === null)
      throw new NeverLeft(
        "This server runs as a program, and this device cannot start programs. It works on a computer.",
      );
    return await node();
  }

  /**
   * Runs `work` under a deadline of our own clock. Its deeds after that are ignored; its signal tells it to stop. When
   * `outer` is aborted, it ends at once, unless `isToEnd` then says that it must go on; when `unwanted` is, it ends at
   * once in any case. `more`: as long as there was progress since the last deadline, there is another one, up to the
   * longest time.
   */
  async function within<T>(
    ms: number,
    work: (signal: AbortSignal) => Promise<T>,
    outer?: AbortSignal,
    isToEnd: () => boolean = () => true,
    unwanted?: AbortSignal,
    more: { readonly longest: number; readonly goesOn: () => boolean } = { longest: ms, goesOn: () => false },
  ): Promise<T> {
    const over = new AbortController();
    const done = new AbortController();
    const stop = (): void => over.abort("Planwright stopped waiting.");
    let leave: () => void = () => undefined;
    let giveUp: () => void = () => undefined;
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => {
        if (!isToEnd()) return;
        stop();
        reject(new NeverLeft(String(outer?.reason)));
      };
      giveUp = () => {
        stop();
        reject(new NeverLeft("The call was stopped before its answer came."));
      };
    });
    left.catch(() => undefined);
    outer?.addEventListener("abort", leave, { once: true });
    unwanted?.addEventListener("abort", giveUp, { once: true });
    if (outer?.aborted === true) leave();
    if (unwanted?.aborted === true) giveUp();
    const late = (async () => {
      const isDone = (): boolean => done.signal.aborted;
      for (let waited = 0; !isDone();) {
        const part = Math.min(ms, more.longest - waited);
        await clock.sleep(part, done.signal);
        waited += part;
        if (isDone() || (waited < more.longest && more.goesOn())) continue;
        stop();
        throw new Late(`No answer came within ${seconds(waited)}.`);
      }
    })();
    late.catch(() => undefined);
    try {
      const working = work(over.signal);
      working.catch(() => undefined);
      return (await Promise.race([working, late, left])) as T;
    } finally {
      done.abort();
      outer?.removeEventListener("abort", leave);
      unwanted?.removeEventListener("abort", giveUp);
    }
  }
}

/** A program that is waited for has often said why it does not answer. */
function sayLate(limit: number, line: Line | undefined): string {
  const { sentence, isError } = line?.said() ?? SILENT;
  const late = `The server did not answer within ${seconds(limit)}.`;
  return [late, sentence, isError ? "" : LONGER].filter((each) => each !== "").join(" ");
}

function printOf(definition: ServerDefinition): string {
  return canonical(definition as unknown as Json);
}

function reason(error: unknown, ended: string | null, left: boolean, blank: Blank): string {
  if (error instanceof Late) return error.message;
  if (ended !== null) return blank(ended);
  if (error instanceof NeverLeft) return wordsOf(error, blank);
  return `${left ? "No clean answer came" : "The server cannot be used"}: ${wordsOf(error, blank)}`;
}
