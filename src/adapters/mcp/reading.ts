/**
 * A checking copy of what servers answer: the client library turns a whole answer down for one odd field, so its fields
 * are put right, or left out, before the library sees them. Pure, and never throws. Answers to methods outside the
 * table only lose their nulls.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

import { isList, isObject, type Json, type JsonObject } from "../../kit/json";

/** A request of ours that waits for its answer. */
export interface Asked {
  readonly method: string;
  readonly params?: unknown;
}

/** Where a page of tools is kept exactly as it was sent; the library gets an empty one. */
const PAGE = "planwright/page";
/**
 * Where the answer to a call is kept exactly as it was sent; the library gets an empty one. Its meaning is for `answer`
 * to say.
 */
const ANSWER = "planwright/answer";
const COMPLETE = { resultType: "complete", ttlMs: 0, cacheScope: "private" } as const;
const INTERNAL_ERROR = -32603;

/**
 * Per method, the result as the library wants it; null where it is none. Who the server is and what else it can do is
 * of no use here.
 */
const READ: Readonly<Record<string, (result: JsonObject, asked: Asked) => JsonObject | null>> = {
  initialize: ({ protocolVersion }, { params }) => {
    const version =
      typeof protocolVersion === "string"
        ? protocolVersion
        : isObject(params)
          ? (params["protocolVersion"] ?? null)
          : null;
    return { protocolVersion: version, capabilities: {}, serverInfo: { name: "server", version: "1" } };
  },
  "server/discover": ({ supportedVersions }) => {
    const versions = isList(supportedVersions ?? null)
      ? (supportedVersions as readonly Json[]).filter((each) => typeof each === "string")
      : [];
    return versions.length === 0 ? null : { ...COMPLETE, supportedVersions: versions, capabilities: {} };
  },
  "tools/list": (result) => ({ ...COMPLETE, tools: [], [PAGE]: result }),
};

/** Every message but an answer of one of ours comes back as it is. */
export function readMessage(message: unknown, askedBy: (id: string) => Asked | undefined): unknown {
  if (!isObject(message) || message["method"] !== undefined || (message["id"] ?? null) === null)
    return message;
  const { id = null, result = null, error = null } = message;
  if (error !== null) return result === null ? { jsonrpc: "2.0", id, error: readError(error) } : message;
  const asked = askedBy(keyOf(id));
  if (asked?.method === "tools/call" && message["result"] !== undefined)
    return { jsonrpc: "2.0", id, result: { ...COMPLETE, content: [], [ANSWER]: result } };
  const read = asked === undefined ? undefined : READ[asked.method];
  if (asked === undefined || read === undefined)
    return isObject(result) ? { jsonrpc: "2.0", id, result: withoutNulls(result) } : message;
  const clean = isObject(result) ? read(result, asked) : null;
  return clean === null
    ? {
        jsonrpc: "2.0",
        id,
        error: { code: INTERNAL_ERROR, message: `The answer to ${asked.method} is empty.` },
      }
    : { jsonrpc: "2.0", id, result: clean };
}

/** Some servers answer a number with the same number as text. */
function keyOf(id: unknown): string {
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

function readError(error: Json): JsonObject {
  if (!isObject(error)) return { code: INTERNAL_ERROR, message: typeof error === "string" ? error : "" };
  const { code, message, data = null } = error;
  const words = typeof message === "string" ? message : "";
  return {
    code: Number.isSafeInteger(code) ? (code ?? 0) : INTERNAL_ERROR,
    message: words,
    ...(data === null ? {} : { data }),
  };
}

function withoutNulls(result: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null));
}

/** The answer to a call as the server sent it. */
export function answerIn(result: unknown): unknown {
  return isObject(result) && ANSWER in result ? result[ANSWER] : result;
}

export interface Page {
  readonly tools: readonly unknown[];
  readonly cursor: string | number | null;
}

/** Null when the answer holds no list of tools at all. */
export function readPage(result: unknown): Page | null {
  const page = isObject(result) ? (result[PAGE] ?? result) : null;
  if (!isObject(page)) return null;
  const { tools = null, nextCursor: cursor } = page;
  if (tools !== null && !isList(tools)) return null;
  return {
    tools: tools ?? [],
    cursor: (typeof cursor === "string" && cursor !== "") || typeof cursor === "number" ? cursor : null,
  };
}

/**
 * A transport that hands the library its messages read this way. For one whose methods do not need it as their `this`.
 */
export function readingLeniently<T extends Transport>(wire: T): T {
  const waiting = new Map<string, Asked>();
  // The library asks who listens already before it listens itself: nobody, though the wire's own listeners are
  // inherited.
  const nobody = { value: undefined, writable: true, enumerable: true };
  const reader = Object.create(wire, { onmessage: nobody, onclose: nobody, onerror: nobody }) as T;
  reader.send = (message, options) => {
    if ("method" in message && "id" in message) waiting.set(keyOf(message.id), message);
    return wire.send(message, options);
  };
  wire.onmessage = (message, extra) => {
    const read = readMessage(message, (id) => waiting.get(id));
    if (isObject(read) && read["method"] === undefined) waiting.delete(keyOf(read["id"]));
    reader.onmessage?.(read as JSONRPCMessage, extra);
  };
  wire.onclose = () => reader.onclose?.();
  wire.onerror = (error) => reader.onerror?.(error);
  return reader;
}
