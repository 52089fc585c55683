/**
 * The last gate before the wire: a tool call leaves at most once, whatever the layers above decide to retry, and we
 * know whether it left. The protocol client resends a call by itself in two cases (a header mismatch, a request for
 * more input), so "no retry" cannot be left to it.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

import { NeverLeft } from "../net/failure";

/** In MCP `_meta`, on every call. */
export const ACTION_KEY = "planwright/action_id";

/** Why a call does not leave after a stop. */
export const HALTED = "Planwright was told to stop before this was sent.";

/** One call's permission to leave. `left` is true from the moment a byte may have gone out. */
export interface Ticket {
  readonly action: string;
  tried: boolean;
  left: boolean;
}

export interface Gate {
  /** Null while a call with the same action id is under way on this connection. */
  admit(action: string): Ticket | null;
  /** From here on the call cannot leave any more. */
  withdraw(ticket: Ticket): void;
  isIdle(): boolean;
  /** Resolves when no call is under way. */
  idle(): Promise<void>;
}

/** Takes over `transport.send`. No call leaves once `halted` is aborted: this is asked last, where the bytes go out. */
export function gate(transport: Transport, halted: AbortSignal): Gate {
  const open = new Map<string, Ticket>();
  let waiting: (() => void)[] = [];
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (!isCall(message)) return send(message, options);
    const ticket = open.get(actionOf(message));
    if (ticket === undefined || ticket.tried)
      throw new NeverLeft("This call is over or was sent already, so it was not sent again.");
    if (halted.aborted) throw new NeverLeft(HALTED);
    ticket.tried = true;
    ticket.left = true;
    try {
      await send(message, options);
    } catch (error) {
      if (error instanceof NeverLeft) ticket.left = false;
      throw error;
    }
  };
  return {
    admit(action) {
      if (open.has(action)) return null;
      const ticket = { action, tried: false, left: false };
      open.set(action, ticket);
      return ticket;
    },
    withdraw(ticket) {
      if (open.get(ticket.action) === ticket) open.delete(ticket.action);
      if (open.size > 0) return;
      for (const go of waiting) go();
      waiting = [];
    },
    isIdle: () => open.size === 0,
    idle: () => new Promise((resolve) => (open.size === 0 ? resolve() : waiting.push(resolve))),
  };
}

function isCall(message: JSONRPCMessage): message is JSONRPCMessage & { readonly params?: unknown } {
  return "method" in message && message.method === "tools/call";
}

function actionOf(message: { readonly params?: unknown }): string {
  const params = message.params as { readonly _meta?: Readonly<Record<string, unknown>> } | undefined;
  const action = params?._meta?.[ACTION_KEY];
  return typeof action === "string" ? action : "";
}
