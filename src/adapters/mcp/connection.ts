/**
 * One live server: connected, listing its tools, carrying one call at a time per action. Errors are thrown here and
 * worded in `tools`.
 */
import type {
  Client,
  FetchLike,
  StandardSchemaV1,
  StreamableHTTPClientTransport,
  Tool,
  Transport,
} from "@modelcontextprotocol/client";

import { isObject, spellSent } from "../../kit/json";
import type { ClockPort } from "../../kit/ports/clock";
import type { CallOutcome, ServerDefinition, ServerView, ToolCall } from "../../kit/ports/tools";
import { outcomeOf } from "./answer";
import { errorOfServer, outcomeOfError } from "./protocolError";
import { codeOf, NeverLeft, Told } from "../net/failure";
import { httpTransport } from "./http";
import { readListing, type Listing } from "./listing";
import { ACTION_KEY, gate, type Gate, type Ticket } from "./once";
import { answerIn, readPage, readingLeniently } from "./reading";
import type { Blank } from "../net/secrets";
import type { NodePrograms } from "../node/programGroup";
import { StdioTransport } from "./stdioTransport";
import type { Cause } from "./stdioWords";

export interface Connection {
  /** Asks the server afresh. */
  list(signal: AbortSignal): Promise<Extract<ServerView, { kind: "up" }>>;
  /** Throws when no clean answer came; `ticket.left` then tells whether the call may have gone out. */
  call(call: ToolCall, ticket: Ticket, signal: AbortSignal, onProgress: () => void): Promise<CallOutcome>;
  admit(action: string): Ticket | null;
  withdraw(ticket: Ticket): void;
  idle(): Promise<void>;
  /** Why it ended, null while it lives. */
  ended(): string | null;
  close(): Promise<void>;
}

export interface Reach {
  readonly programs: () => Promise<NodePrograms>;
  readonly fetch: FetchLike;
  readonly clock: Pick<ClockPort, "sleep">;
  readonly blank: Blank;
  /** Milliseconds for the whole connection. */
  readonly limit: number;
  /** Hands over the way to ask a program, while it runs, what it has said. */
  readonly hear: (said: () => Cause) => void;
  /** Aborting it ends a connection that is still being made. */
  readonly signal: AbortSignal;
  /** Aborted when no call may leave any more. */
  readonly halted: AbortSignal;
}

/** Pages of a tool list. A server whose pages never end is cut off here. */
const PAGES = 20;
/** The client's own timers only stand behind ours. */
const BACKSTOP = 2;
/**
 * Milliseconds at most for the question which version an address speaks: most of the time is for the handshake after
 * it.
 */
const LONGEST_QUESTION = 5000;
const BROKEN_PIPE: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);
const NO_SUCH_METHOD = -32601;
/** `listing` judges the shape of a page of tools. */
const ANYTHING: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "planwright", validate: (value) => ({ value }) },
};

export async function connect(definition: ServerDefinition, reach: Reach): Promise<Connection> {
  const library = await import("./library");
  const programs = "command" in definition ? await reach.programs() : null;
  const make = (isCalling: () => boolean): Transport & { fate?: () => string | null } => {
    if (!("command" in definition) || programs === null)
      return httpTransport(
        library.StreamableHTTPClientTransport,
        definition as Exclude<ServerDefinition, { command: string }>,
        { ...reach, retryPolicy: Math.min(reach.limit / 4, LONGEST_QUESTION) },
      );
    const program = new StdioTransport(programs, definition, reach.clock, reach.blank, isCalling);
    reach.hear(() => program.said());
    return readingLeniently(program);
  };

  const isGivenUp = (): boolean => reach.signal.aborted;

  const open = async (older: boolean): Promise<Connection> => {
    // A stop that came before there was anything to stop is heard here.
    if (isGivenUp()) throw new NeverLeft("The connection was given up.");
    let calls: Gate | null = null;
    const transport = make(() => calls?.isIdle() === false);
    let alive = true;
    const client = new library.Client(
      { name: "planwright", version: "1" },
      {
        // No capabilities and no handlers: a server that asks us for sampling, elicitation or roots gets "method not
        // found".
        capabilities: {},
        versionNegotiation: {
          mode: older ? "legacy" : "auto",
          probe: {
            timeoutMs: "command" in definition ? reach.limit / 4 : reach.limit * BACKSTOP,
            maxRetries: 0,
          },
        },
        // A call is never sent again to hand in more input.
        inputRequired: { autoFulfill: false },
        // Results go to a person as text, so their shape is not checked; the default checker compiles schemas with
        // eval.
        jsonSchemaValidator: {
          getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
        },
      },
    );
    client.onclose = () => {
      alive = false;
    };
    const once = (calls = gate(transport, reach.halted));
    const cancel = (): void => void transport.close();
    reach.signal.addEventListener("abort", cancel, { once: true });
    try {
      await client.connect(transport, { signal: reach.signal, timeout: reach.limit * BACKSTOP });
    } catch (error) {
      const told = transport.fate?.() ?? null;
      await transport.close().catch(() => undefined);
      // A program may close its input and live on, until it is ended here.
      const fate = told ?? (BROKEN_PIPE.has(codeOf(error) ?? "") ? (transport.fate?.() ?? null) : null);
      // Some servers end at any word before the older handshake. Nothing was asked of them yet, so they may be
      // started once more.
      if (!older && "command" in definition && fate !== null && !(error instanceof NeverLeft) && !isGivenUp())
        return await open(true);
      throw fate === null ? error : new NeverLeft(fate, { cause: error });
    } finally {
      reach.signal.removeEventListener("abort", cancel);
    }
    if (isGivenUp()) {
      await transport.close();
      throw new NeverLeft("The connection was given up.");
    }
    return wrap(
      client,
      transport,
      once,
      () => (alive ? null : (transport.fate?.() ?? "The connection ended.")),
      reach,
    );
  };
  return open(false);
}

function wrap(
  client: Client,
  transport: Transport & Partial<Pick<StreamableHTTPClientTransport, "terminateSession">>,
  once: Gate,
  ended: () => string | null,
  reach: Reach,
): Connection {
  let known: Listing | null = null;
  const timeout = 2_147_483_647; // The longest a timer can be: deadlines are kept by the clock we were given.

  const refresh = async (signal: AbortSignal): Promise<Listing> => {
    const listed: unknown[] = [];
    let cursor: string | number | null = null;
    for (let pages = 0; pages === 0 || cursor !== null; pages += 1) {
      if (pages === PAGES) throw new Told("The server's list of tools has no end.");
      const params = cursor === null ? {} : { params: { cursor } };
      const page = readPage(
        await client
          .request({ method: "tools/list", ...params }, ANYTHING, { signal, timeout })
          .catch(noTools),
      );
      if (page === null) throw new Told("The server's list of tools is not one that can be read.");
      listed.push(...page.tools);
      cursor = page.cursor;
    }
    return (known = readListing(listed, reach.blank));
  };

  return {
    list: async (signal) => {
      const { tools, leftOut } = await refresh(signal);
      return { kind: "up", tools: tools.map(({ view }) => view), leftOut };
    },
    call: async (call, ticket, signal, onProgress) => {
      const { tools } = known ?? (await refresh(signal));
      const tool = tools.find(({ view }) => view.name === call.tool);
      if (tool === undefined) throw new NeverLeft("The server does not offer this tool.");
      // A server that was started again meanwhile may offer another tool under that name.
      if (call.schema !== undefined && spellSent(tool.view.schema) !== spellSent(call.schema))
        throw new NeverLeft("The tool has changed since it was looked at.");
      if (signal.aborted) throw new NeverLeft("The call was given up before it was sent.");
      // With a definition at hand the client neither refetches and resends nor checks the result; both would blur
      // what happened.
      const toolDefinition = tool.sent as unknown as Tool;
      const params = { name: call.tool, arguments: { ...call.args }, _meta: { [ACTION_KEY]: ticket.action } };
      let hasBegun = false;
      const onprogress = (): void => {
        hasBegun = true;
        onProgress();
      };
      try {
        const result = await client.callTool(params, { signal, timeout, toolDefinition, onprogress });
        return outcomeOf(answerIn(result), reach.blank, call);
      } catch (error) {
        const told = errorOfServer(error);
        if (told === null || !ticket.left) throw error;
        return outcomeOfError(told, hasBegun, reach.blank, call.most);
      }
    },
    admit: (action) => once.admit(action),
    withdraw: (ticket) => once.withdraw(ticket),
    idle: () => once.idle(),
    ended,
    close: async () => {
      if (ended() === null && transport.terminateSession !== undefined) {
        const done = new AbortController();
        const goodbye = transport
          .terminateSession()
          .catch(() => undefined)
          .finally(() => done.abort());
        await Promise.race([goodbye, reach.clock.sleep(1000, done.signal)]);
      }
      await client.close().catch(() => undefined);
      await transport.close().catch(() => undefined);
    },
  };
}

/** A server without tools may not know how to list them. */
function noTools(error: unknown): object {
  if (isObject(error) && error["code"] === NO_SUCH_METHOD) return { tools: [] };
  throw error;
}
