/**
 * Tools as a script: servers that offer what a test says and answer what a test says, every call kept for the test to
 * look at. It keeps the promises of the port (tests/contracts/tools.suite.ts); that a call is bounded in time, by the
 * clock it is given.
 */
import type { ClockPort } from "../../src/kit/ports/clock";
import type { CallOutcome, ServerView, ToolCall, ToolsPort, ToolView } from "../../src/kit/ports/tools";
import { spellSent } from "../../src/kit/json";
import { never } from "../../src/kit/never";

export interface ScriptedServer {
  /** A name alone stands for a tool that takes anything. */
  readonly tools: readonly (ToolView | string)[];
  /** `hang` takes the call and never answers, which comes back as `unknown` when the time is up. Default: "Done." */
  readonly answer?: (call: ToolCall) => ScriptedAnswer | Promise<ScriptedAnswer>;
  /** While this says why, the server cannot be reached. */
  readonly down?: string;
}

export type ScriptedAnswer = CallOutcome | "hang";

export interface ScriptedTools extends ToolsPort {
  /** Calls that left, in order. What was `not-sent` is not among them. */
  readonly calls: readonly ToolCall[];
  /** Replaces, adds or (with null) removes a server from now on. */
  set(name: string, server: ScriptedServer | null): void;
}

const TEXT = 4000;
const STOPPED = "The call was stopped before its answer came.";
const DESCRIPTION = 2000;

export function createScriptedTools(options: {
  readonly servers: Readonly<Record<string, ScriptedServer>>;
  readonly clock?: Pick<ClockPort, "sleep">;
}): ScriptedTools {
  const servers = new Map(Object.entries(options.servers));
  const calls: ToolCall[] = [];
  let closed = false;
  let halted = false;

  function view(name: string): ServerView {
    const server = servers.get(name);
    if (closed) return { kind: "down", why: "Planwright is closing." };
    if (halted) return { kind: "down", why: "Planwright is stopping." };
    if (server === undefined) return { kind: "down", why: `There is no program “${name}” on this device.` };
    return server.down === undefined
      ? { kind: "up", tools: server.tools.map(viewOf) }
      : { kind: "down", why: server.down };
  }

  async function call(call: ToolCall): Promise<CallOutcome> {
    const seen = view(call.server);
    if (seen.kind === "down") return { kind: "not-sent", why: seen.why };
    const tool = seen.tools.find(({ name }) => name === call.tool);
    if (tool === undefined) return { kind: "not-sent", why: "The server does not offer this tool." };
    if (call.schema !== undefined && spellSent(tool.schema) !== spellSent(call.schema))
      return { kind: "not-sent", why: "The tool has changed since it was looked at." };
    calls.push(call);
    if (isUnwanted(call)) {
      calls.splice(calls.indexOf(call), 1);
      return { kind: "not-sent", why: STOPPED };
    }
    const given = await (servers.get(call.server)?.answer ?? done)(call);
    if (given !== "hang") {
      if (given.kind === "not-sent") calls.splice(calls.indexOf(call), 1);
      return cut(given, call.most);
    }
    await options.clock?.sleep(call.timeout, call.signal);
    if (isUnwanted(call)) return { kind: "unknown", why: STOPPED };
    return { kind: "unknown", why: `No answer came within ${call.timeout / 1000} seconds.` };
  }

  return {
    calls,
    look: (server) => Promise.resolve(view(server)),
    call,
    halt: () => {
      halted = true;
    },
    close: () => {
      closed = true;
      return Promise.resolve();
    },
    set(name, server) {
      if (server === null) servers.delete(name);
      else servers.set(name, server);
    },
  };
}

function isUnwanted({ signal }: ToolCall): boolean {
  return signal?.aborted === true;
}

function done(): CallOutcome {
  return { kind: "ok", text: "Done." };
}

function viewOf(tool: ToolView | string): ToolView {
  if (typeof tool === "string") return { name: tool, description: "", schema: { type: "object" } };
  return { ...tool, description: tool.description.slice(0, DESCRIPTION) };
}

function cut(outcome: CallOutcome, most = TEXT): CallOutcome {
  switch (outcome.kind) {
    case "ok":
    case "unclear":
    case "tool-error":
      return { ...outcome, text: bounded(outcome.text, most) };
    case "unknown":
      return outcome.said === undefined ? outcome : { ...outcome, said: bounded(outcome.said, most) };
    case "not-sent":
      return outcome;
    default:
      return never(outcome);
  }
}

function bounded(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
