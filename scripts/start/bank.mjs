/**
 * A bank that moves no money: an MCP server over HTTP on loopback with one tool, which tells what it was asked to
 * transfer.
 */
import { createServer } from "node:http";

const TRANSFER = {
  name: "create_transfer",
  title: "Create a transfer",
  description: "Transfers money from the account of the workshop.",
  inputSchema: {
    type: "object",
    properties: {
      payee: { type: "string", title: "Payee", description: "The name on the account." },
      iban: { type: "string", title: "IBAN" },
      amount: { type: "number", title: "Amount", exclusiveMinimum: 0 },
      currency: { type: "string", title: "Currency", enum: ["GBP", "EUR", "USD"] },
      reference: { type: "string", title: "Reference", maxLength: 140 },
    },
    required: ["payee", "iban", "amount", "currency"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/**
 * `onTransfer` gets the arguments of each transfer. `behave` decides what becomes of transfers from then on: `accept`
 * (default) says so; `lose` breaks the connection before anything is made; `drop` makes the transfer and breaks the
 * connection. Answers `{ url, behave, stop }`.
 */
export async function startBank(onTransfer) {
  let transfers = 0;
  let behaviour = "accept";
  const answers = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "sample-bank", version: "1.0.0" },
    }),
    ping: () => ({}),
    "tools/list": () => ({ tools: [TRANSFER] }),
    "tools/call": ({ name, arguments: args = {} }) => {
      if (name !== TRANSFER.name)
        return { isError: true, content: [{ type: "text", text: `There is no tool ${name}.` }] };
      if (behaviour === "lose") return null;
      transfers += 1;
      onTransfer(args);
      if (behaviour === "drop") return null;
      const reference = `TR-${String(transfers).padStart(4, "0")}`;
      return {
        content: [{ type: "text", text: `Transferred ${args.amount} ${args.currency}, ${reference}.` }],
      };
    },
  };
  const server = createServer(async (request, response) => {
    const end = (status, body) =>
      response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
    // A page of another site could reach an address on this computer; none of this is for pages.
    if (request.method !== "POST" || request.headers.origin !== undefined) return end(405);
    let text = "";
    for await (const piece of request) text += piece;
    try {
      const { id, method, params = {} } = JSON.parse(text);
      if (id === undefined) return end(202);
      const error = { code: -32601, message: "Method not found" };
      if (!Object.hasOwn(answers, method)) return end(200, { jsonrpc: "2.0", id, error });
      const result = answers[method](params);
      if (result === null) return request.socket.destroy();
      return end(200, { jsonrpc: "2.0", id, result });
    } catch {
      return end(400);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String(server.address().port)}/mcp`,
    behave: (how) => void (behaviour = how),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
