/** The few lines of MCP that a small server over stdio needs: one JSON message per line, the older handshake, tools. */
import { createInterface } from "node:readline";

/**
 * Serves until standard input ends. `tools` is asked for at every `tools/list`; `call` gets the parameters of
 * `tools/call` and answers a result. `onMessage` sees every message first and may answer true to keep it.
 */
export function serve({ name, tools, call, onMessage = () => false }) {
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answer = async ({ id, method, params }) => {
    switch (method) {
      case "initialize":
        return send({
          id,
          result: {
            protocolVersion: params.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name, version: "1.0.0" },
          },
        });
      case "ping":
        return send({ id, result: {} });
      case "tools/list":
        return send({ id, result: tools(params ?? {}) });
      case "tools/call":
        return send({ id, ...(await call(params, { send, id })) });
      default:
        return id === undefined
          ? undefined
          : send({ id, error: { code: -32601, message: `Unknown method ${method}` } });
    }
  };
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (!onMessage(message, send)) void answer(message);
  });
  return { send };
}

/** A result of one text. */
export const text = (words) => ({ result: { content: [{ type: "text", text: words }] } });

/** A result that says the tool failed. */
export const failure = (words) => ({ result: { content: [{ type: "text", text: words }], isError: true } });
