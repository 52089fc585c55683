/** A small MCP server over HTTP in this process, for the misbehaviour that real servers do not offer. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>>; readonly arguments?: unknown };
}

/** Answers `tools/call`. Everything before it is answered as an ordinary server would. */
export type OnCall = (message: Message, response: ServerResponse, request: IncomingMessage) => void;

export interface Web {
  readonly url: string;
  /** Everything that arrived: "POST tools/call", "GET". */
  readonly seen: readonly string[];
  stop(): Promise<void>;
}

export async function startWeb(onCall: OnCall, era: "older" | "newer" = "older"): Promise<Web> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const message = (body === "" ? {} : JSON.parse(body)) as Message;
      seen.push([request.method, message.method].join(" ").trim());
      if (message.method === "tools/call") onCall(message, response, request);
      else if (message.id === undefined) response.writeHead(202).end();
      else reply(response, { id: message.id, ...ordinary(message, era) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function reply(response: ServerResponse, message: object, status = 200): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

function ordinary({ method }: Message, era: "older" | "newer"): object {
  const complete = era === "newer" ? { resultType: "complete", ttlMs: 0, cacheScope: "private" } : {};
  switch (method) {
    case "server/discover":
      return era === "newer"
        ? { result: { ...complete, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } } }
        : { error: { code: -32601, message: "Unknown method" } };
    case "initialize":
      return {
        result: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "web", version: "1" },
        },
      };
    case "tools/list":
      return {
        result: { ...complete, tools: [{ name: "post", description: "", inputSchema: { type: "object" } }] },
      };
    default:
      return { error: { code: -32601, message: "Unknown method" } };
  }
}
