/** A server on this computer that speaks as a test tells it to. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenQuestion {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Play = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface ModelServer {
  /** Ends before `/chat/completions`. */
  readonly url: string;
  /** Whole questions, in the order in which they came. */
  readonly seen: readonly SeenQuestion[];
  /** How many connections were opened. */
  readonly connections: () => number;
  /** Resolves when the first question has come whole. */
  readonly asked: Promise<void>;
  /** Resolves when the one who asked first has hung up, or has the whole answer. */
  readonly hungUp: Promise<void>;
  leave(): Promise<void>;
}

/** A moment that a test waits for. */
export interface Bell {
  readonly rung: Promise<void>;
  ring(): void;
}

export function createBell(): Bell {
  let ring = (): void => undefined;
  const rung = new Promise<void>((resolve) => (ring = resolve));
  return { rung, ring: () => ring() };
}

export async function startModelServer(play: Play): Promise<ModelServer> {
  const seen: SeenQuestion[] = [];
  const asked = createBell();
  const hungUp = createBell();
  let connections = 0;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      seen.push({
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(pieces).toString("utf8"),
      });
      response.on("close", hungUp.ring);
      asked.ring();
      void play(response, request);
    });
  });
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
    seen,
    connections: () => connections,
    asked: asked.rung,
    hungUp: hungUp.rung,
    leave: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Events of a stream, each with its data; the last says that there are no more. */
export function events(...data: readonly (object | string)[]): string {
  return [...data.map((each) => (typeof each === "string" ? each : JSON.stringify(each))), "[DONE]"]
    .map((each) => `data: ${each}\n\n`)
    .join("");
}

export function delta(given: object, finish: string | null = null): object {
  return {
    id: "c1",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: given, finish_reason: finish }],
  };
}

export function called(index: number, id: string | null, name: string | null, input: string): object {
  return delta({
    tool_calls: [
      {
        index,
        ...(id === null ? {} : { id, type: "function" }),
        function: { ...(name === null ? {} : { name }), arguments: input },
      },
    ],
  });
}

export function used(read: unknown, written: unknown, cached?: unknown): object {
  return {
    id: "c1",
    object: "chat.completion.chunk",
    choices: [],
    usage: {
      prompt_tokens: read,
      completion_tokens: written,
      ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    },
  };
}

export const stream =
  (text: string | Buffer): Play =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    response.end(text);
  };

export const body =
  (status: number, given: object | string, headers: Readonly<Record<string, string>> = {}): Play =>
  (response) => {
    response.writeHead(status, {
      "content-type": typeof given === "string" ? "text/html" : "application/json",
      ...headers,
    });
    response.end(typeof given === "string" ? given : JSON.stringify(given));
  };
