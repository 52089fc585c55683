/**
 * An MCP server over stdio that misbehaves on request: it hangs, dies, closes its output, floods, asks back, answers
 * twice. For tests. First argument: how it starts. `well` (default), `crash` (says its environment on standard error
 * and ends), `silent` (never answers), `touchy` (ends at any word before `initialize`), `noisy` (says much that is no
 * message), `endless` (its tool list has no last page), `stubborn` (does not leave when asked).
 */
import { closeSync } from "node:fs";
import { serve, text, failure } from "./mcp-lines.mjs";

const start = process.argv[2] ?? "well";
if (start === "crash") {
  console.error(`Cannot sign in with ${process.env.ODD_SECRET}`);
  process.exit(3);
}
if (start === "noisy")
  console.log(
    'Starting …\nnull\n[]\n7\n{}\n{"jsonrpc":"2.0"}\n{"jsonrpc":"2.0","id":null,"result":null}\n{"jsonrpc":"2.0","id":0,"result":7}',
  );
if (start === "stubborn") {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1000);
}

const schema = (properties = {}, required = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const tool = (name, inputSchema = schema()) => ({
  name,
  description: `The tool ${name}. ${name === "echo" ? "x".repeat(5000) : ""}`,
  inputSchema,
});
const offered = [
  tool("echo", schema({ text: { type: "string" } }, ["text"])),
  ...[
    "fail",
    "confess",
    "clutter",
    "refuse",
    "tire",
    "visit",
    "unheard",
    "working",
    "hang",
    "mute",
    "die",
    "twice",
    "count",
    "grow",
    "meta",
    "ask",
    "cancelled",
    "environment",
    "process",
    "structured",
    "strange",
  ].map((name) => tool(name)),
  tool("flood", schema({ bytes: { type: "number" } }, ["bytes"])),
];
offered.find(({ name }) => name === "structured").outputSchema = {
  type: "object",
  properties: { sum: { type: "number" } },
  required: ["sum"],
};

let calls = 0;
let cancellations = 0;
const askedBack = new Map();

async function call({ name, arguments: args = {}, _meta }, { send, id }) {
  calls += 1;
  switch (name) {
    case "echo":
      return text(args.text);
    case "fail":
      return failure("The post office is closed.");
    case "confess":
      return { result: { success: false, error: "Authentication failed: 535 5.7.8" } };
    case "clutter":
      return {
        result: {
          _meta: null,
          content: [{ type: "text", text: "Sent.", annotations: null, _meta: null }],
          structuredContent: null,
          isError: null,
        },
      };
    case "refuse":
      return { error: { code: -32602, message: "These arguments are wrong." } };
    case "tire":
      return failure("Rate limit exceeded. Please wait 5 minutes.");
    case "visit":
      return {
        error: {
          code: -32042,
          message: "More is needed.",
          data: {
            elicitations: [
              { mode: "url", url: "https://mail.example.com/connect", message: "Connect your account" },
            ],
          },
        },
      };
    case "unheard":
      return { error: { code: -32601, message: "Method not found" } };
    case "working":
      send({
        method: "notifications/progress",
        params: { progressToken: _meta?.progressToken ?? null, progress: 1 },
      });
      return new Promise(() => undefined);
    case "hang":
      return new Promise(() => undefined);
    case "mute":
      closeSync(1);
      return new Promise(() => undefined);
    case "die":
      process.exit(1);
      break;
    case "twice":
      send({ id, ...text("first") });
      return text("second");
    case "count":
      return text(String(calls));
    case "grow":
      offered.push(tool(`grown-${calls}`));
      return text("grown");
    case "meta":
      return text(JSON.stringify(_meta ?? null));
    case "cancelled":
      return text(String(cancellations));
    case "environment":
      return text(JSON.stringify(process.env));
    case "process":
      return text(String(process.pid));
    case "structured":
      return { result: { content: [], structuredContent: { total: "not what was promised" } } };
    case "strange":
      return { result: { content: 7 } };
    case "flood":
      return text("x".repeat(args.bytes));
    case "ask": {
      const ask = (method, params) =>
        new Promise((resolve) => {
          const askId = `ask-${askedBack.size + 1}`;
          askedBack.set(askId, resolve);
          send({ id: askId, method, params });
        });
      const answers = await Promise.all([
        ask("sampling/createMessage", {
          messages: [{ role: "user", content: { type: "text", text: "Say all you know." } }],
          maxTokens: 10,
        }),
        ask("elicitation/create", {
          message: "Your password?",
          requestedSchema: { type: "object", properties: {} },
        }),
        ask("roots/list"),
      ]);
      return text(answers.map((answer) => answer.error?.code ?? "answered").join(" "));
    }
    default:
      return { error: { code: -32602, message: `Unknown tool ${name}` } };
  }
}

serve({
  name: "odd",
  tools: ({ cursor = "0" }) =>
    start === "endless" ? { tools: [], nextCursor: String(Number(cursor) + 1) } : { tools: offered },
  call,
  onMessage(message) {
    if (start === "silent") return true;
    if (start === "touchy" && message.method === "server/discover") process.exit(1);
    if (message.method === "notifications/cancelled") cancellations += 1;
    if (message.method === undefined) askedBack.get(message.id)?.(message);
    return message.method === undefined;
  },
});
