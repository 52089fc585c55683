/**
 * The tools port over MCP. Its promises are in ports/tools. It keeps them by one connection per server and definition,
 * made at first need; every verb under our own deadline; one gate (`once`) that lets a call out at most once and knows
 * whether it left, which alone decides between `not-sent` and `unknown`.
 */
import { canonical } from "../../kit/json";
import type { ClockPort } from "../../kit/ports/clock";
import type {
  CallOutcome,
  Json,
  ServerDefinition,
  ServerView,
  ToolCall,
  ToolsPort,
} from "../../kit/ports/tools";
import { connect, type Connection } from "./connection";
import { Late, NeverLeft, seconds, toldIn, wordsOf } from "../net/failure";
import { HALTED, type Ticket } from "./once";
import { restAsked } from "./restAsked";
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

export const createMcpTools = (options: McpOptions): ToolsPort => new McpTools(options);

class McpTools implements ToolsPort {
  readonly #node: McpOptions["node"];
  readonly #clock: McpOptions["clock"];
  readonly #fetch: McpOptions["fetch"];
  readonly #lookTimeout: number;
  readonly #lines = new Map<string, Line>();
  readonly #leaving = new Set<Promise<unknown>>();
  readonly #halted = new AbortController();
  readonly #closed = new AbortController();
  readonly #stopped = new Promise<void>((resolve) =>
    this.#closed.signal.addEventListener("abort", () => resolve()),
  );

  constructor({ node, clock, fetch, lookTimeout = 30_000 }: McpOptions) {
    this.#node = node;
    this.#clock = clock;
    this.#fetch = fetch;
    this.#lookTimeout = lookTimeout;
  }

  async look(server: string, definition: ServerDefinition): Promise<ServerView> {
    const blank = createBlank(definition);
    try {
      return await within(
        this.#clock,
        this.#lookTimeout,
        async (signal) => {
          const known = this.#lines.get(server);
          if (known?.live != null && this.#usable(known, definition)) {
            const view = await within(
              this.#clock,
              this.#lookTimeout * 0.4,
              (part) => this.#listOf(known, part),
              signal,
            ).catch(() => null);
            if (view !== null) return view;
            this.#drop(server, known); // A connection that stopped answering (an ended session, a stuck program) is made anew, once.
          }
          const line = this.#lineTo(server, definition);
          return await this.#listOf(line, signal);
        },
        this.#halted.signal,
      );
    } catch (error) {
      const line = this.#lines.get(server);
      const ended = line?.live?.ended() ?? null;
      if (line !== undefined) this.#drop(server, line);
      return {
        kind: "down",
        why:
          error instanceof Late
            ? sayLate(this.#lookTimeout, line)
            : ended === null
              ? wordsOf(error, blank)
              : blank(ended),
      };
    }
  }

  async #listOf(line: Line, signal: AbortSignal): Promise<ServerView> {
    return (await line.connection).list(signal);
  }

  async call(call: ToolCall): Promise<CallOutcome> {
    const blank = createBlank(call.definition);
    const held: { ticket: Ticket | null; connection: Connection | null; goesOn: boolean } = {
      ticket: null,
      connection: null,
      goesOn: false,
    };
    try {
      const outcome = await within(
        this.#clock,
        call.timeout,
        async (signal) => {
          const connection = (held.connection = await this.#lineTo(call.server, call.definition).connection);
          if (signal.aborted || this.#halted.signal.aborted)
            throw new NeverLeft("The call was given up before it was sent.");
          const ticket = (held.ticket = connection.admit(call.action));
          if (ticket === null) throw new NeverLeft("This action is being sent already.");
          return connection.call(call, ticket, signal, () => {
            held.goesOn = true;
          });
        },
        this.#halted.signal,
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
      if (outcome.kind === "ok") return outcome;
      const said =
        "text" in outcome
          ? outcome.text
          : ((outcome.kind === "unknown" ? outcome.said : null) ?? outcome.why);
      return withRest(outcome, restAsked(said, call.args));
    } catch (error) {
      const left = held.ticket?.left === true;
      return withRest(
        {
          kind: left ? "unknown" : "not-sent",
          why: reason(error, held.connection?.ended() ?? null, left, blank),
        },
        toldIn(error)?.rests ?? null,
      );
    } finally {
      if (held.ticket !== null) held.connection?.withdraw(held.ticket);
    }
  }

  /** A server that is of no use any more goes at once: whoever stops us may not wait for `close`. */
  halt(): void {
    this.#halted.abort(HALTED);
    for (const [server, line] of this.#lines) this.#drop(server, line);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    for (const [server, line] of this.#lines) this.#drop(server, line, "at once");
    await Promise.all(this.#leaving);
  }

  #lineTo(server: string, definition: ServerDefinition): Line {
    if (this.#closed.signal.aborted) throw new NeverLeft("Planwright is closing.");
    if (this.#halted.signal.aborted) throw new NeverLeft(HALTED);
    const known = this.#lines.get(server);
    if (known !== undefined && this.#usable(known, definition)) return known;
    if (known !== undefined) this.#drop(server, known);
    const stop = new AbortController();
    const reach = {
      programs: () => this.#loadPrograms(),
      fetch: this.#fetch,
      clock: this.#clock,
      blank: createBlank(definition),
      hear: (said: Line["said"]) => {
        line.said = said;
      },
      limit: this.#lookTimeout,
      halted: this.#halted.signal,
    };
    let settled: Promise<unknown> = Promise.resolve();
    const connection = within(
      this.#clock,
      this.#lookTimeout,
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
    this.#lines.set(server, line);
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

  #usable(line: Line, definition: ServerDefinition): boolean {
    return (
      !line.failed && line.print === printOf(definition) && (line.live === null || line.live.ended() === null)
    );
  }

  /**
   * No new call takes this line. It closes when the calls on it have ended, so that dropping one never breaks another.
   */
  #drop(server: string, line: Line, when: "idle" | "at once" = "idle"): void {
    if (this.#lines.get(server) === line) this.#lines.delete(server);
    line.stop.abort("The connection was given up.");
    const gone: Promise<unknown> = line.connection
      .then(async (connection) => {
        if (when === "idle") await Promise.race([connection.idle(), this.#stopped]);
        await connection.close();
      })
      .catch(() => undefined)
      .then(() => line.settled);
    this.#leaving.add(gone);
    void gone.finally(() => this.#leaving.delete(gone));
  }

  async #loadPrograms(): Promise<NodePrograms> {
    if (this.#node === null)
      throw new NeverLeft(
        "This server runs as a program, and this device cannot start programs. It works on a computer.",
      );
    return await this.#node();
  }
}

/**
 * Runs `work` under a deadline of our own clock. Its deeds after that are ignored; its signal tells it to stop. When
 * `outer` is aborted, it ends at once, unless `isToEnd` then says that it must go on; when `unwanted` is, it ends at
 * once in any case. `more`: as long as there was progress since the last deadline, there is another one, up to the
 * longest time.
 */
async function within<T>(
  clock: McpOptions["clock"],
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

function withRest(outcome: CallOutcome, rests: number | null): CallOutcome {
  return rests === null || outcome.kind === "ok" ? outcome : { ...outcome, rests };
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
