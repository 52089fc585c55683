import type { ServerResponse } from "node:http";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";

import { AMPLE, call, keep, lookAt, mcpTools, SOON } from "./room";
import { reply, startWeb } from "./web";

const at = (url: string, headers: Readonly<Record<string, string>> = {}) => ({ url, headers });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** server-everything in its HTTP mode. */
async function startEverything(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const script = path.resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
  const child = spawn(process.execPath, [script, "streamableHttp"], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      if (chunk.toString("utf8").includes("listening on port")) resolve();
    });
    child.once("exit", () => reject(new Error("server-everything ended")));
  });
  return {
    url: `http://127.0.0.1:${String(port)}/mcp`,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await gone;
    },
  };
}

test("a server written by others answers over HTTP, and is found again after it was restarted", async () => {
  const tools = mcpTools();
  const server = keep(await startEverything());
  expect(await lookAt(tools, at(server.url))).toEqual(expect.arrayContaining(["echo", "get-sum"]));
  expect(await call(tools, at(server.url), "echo", { message: "hello" })).toMatchObject({
    kind: "unclear",
    text: "Echo: hello",
  });
  await server.stop();
  expect(await call(tools, at(server.url), "echo", { message: "hello" })).toMatchObject({
    kind: "not-sent",
    why: expect.stringContaining("refused the connection"),
  });
  expect(await lookAt(tools, at(server.url))).toContain("refused the connection");
});

test("a session the server forgot is a call of unknown outcome, and the next look begins a new one", async () => {
  let forgotten = true;
  const web = keep(
    await startWeb((message, response) =>
      forgotten
        ? reply(response, { error: { code: -32001, message: "Session not found" }, id: null }, 404)
        : reply(response, { id: message.id, result: { content: [] } }),
    ),
  );
  const tools = mcpTools();
  expect(await call(tools, at(web.url), "post")).toMatchObject({ kind: "unknown" });
  expect(web.seen.filter((one) => one === "POST tools/call")).toHaveLength(1);
  forgotten = false;
  expect(await lookAt(tools, at(web.url))).toEqual(["post"]);
  expect(await call(tools, at(web.url), "post")).toMatchObject({ kind: "unclear", text: "" });
});

test("nobody listening is down, and a call there is not sent", async () => {
  const definition = at(`http://127.0.0.1:${String(await freePort())}/mcp`);
  const tools = mcpTools();
  expect(await lookAt(tools, definition)).toMatch(
    /^The server at 127\.0\.0\.1:\d+ refused the connection: nothing listens there\. Start it, or check the address in the settings\.$/,
  );
  expect(await call(tools, definition, "post")).toMatchObject({ kind: "not-sent" });
});

test("a connection that breaks after the request left is unknown, and the request is not sent again", async () => {
  const web = keep(await startWeb((_message, response) => response.destroy()));
  expect(await call(mcpTools(), at(web.url), "post")).toMatchObject({
    kind: "unknown",
    why: expect.stringContaining("closed the connection before it answered"),
  });
  expect(web.seen.filter((one) => one === "POST tools/call")).toHaveLength(1);
});

test.each(["", '{"jsonrpc":'])(
  "an answer of which only %j arrives is unknown, and says that the connection broke",
  async (part) => {
    const web = keep(
      await startWeb((_message, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.flushHeaders();
        response.write(part === "" ? " " : part, () => response.destroy());
      }),
    );
    expect(await call(mcpTools(), at(web.url), "post")).toMatchObject({
      kind: "unknown",
      why: expect.stringMatching(/The connection to 127\.0\.0\.1:\d+ broke before the answer was whole\./),
    });
    expect(web.seen.filter((one) => one === "POST tools/call")).toHaveLength(1);
  },
);

test("an answer that breaks off in the middle is unknown, and is not asked for again", async () => {
  const web = keep(
    await startWeb((_message, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("id: 1\nretry: 1\ndata:\n\n", () => response.destroy());
    }),
  );
  const tools = mcpTools();
  await lookAt(tools, at(web.url));
  expect(await call(tools, at(web.url), "post", {}, SOON)).toMatchObject({ kind: "unknown" });
  expect(web.seen.filter((one) => one.startsWith("GET") || one === "POST tools/call")).toEqual([
    "POST tools/call",
  ]);
});

test.each([301, 302, 307, 308])(
  "a redirect (%i) is not followed, not even on the same server",
  async (status) => {
    const web = keep(
      await startWeb((_message, response) => response.writeHead(status, { location: "/mcp" }).end()),
    );
    expect(await call(mcpTools(), at(web.url), "post")).toMatchObject({
      kind: "unknown",
      why: expect.stringContaining("pointed to another address"),
    });
    expect(web.seen.filter((one) => one === "POST tools/call")).toHaveLength(1);
  },
);

test("an answer of more than 8 MB is unknown", async () => {
  const web = keep(
    await startWeb((message, response) =>
      reply(response, {
        id: message.id,
        result: { content: [{ type: "text", text: "x".repeat(9_000_000) }] },
      }),
    ),
  );
  expect(await call(mcpTools(), at(web.url), "post")).toMatchObject({
    kind: "unknown",
    why: expect.stringContaining("more than 8 MB"),
  });
});

test("a server that asks for other headers gets no second call", async () => {
  const web = keep(
    await startWeb(
      (message, response) =>
        reply(response, { id: message.id, error: { code: -32020, message: "Header mismatch" } }, 400),
      "newer",
    ),
  );
  expect(await call(mcpTools(), at(web.url), "post")).toMatchObject({ kind: "unknown" });
  expect(web.seen.filter((one) => one === "POST tools/call")).toHaveLength(1);
});

test("a server that wants more input before it acts gets none, and no second call", async () => {
  const inputRequests = {
    password: {
      method: "elicitation/create",
      params: { message: "Your password?", requestedSchema: { type: "object", properties: {} } },
    },
  };
  const web = keep(
    await startWeb(
      (message, response) =>
        reply(response, {
          id: message.id,
          result: { resultType: "input_required", inputRequests, requestState: "s" },
        }),
      "newer",
    ),
  );
  expect(await call(mcpTools(), at(web.url), "post")).toMatchObject({ kind: "unknown" });
  expect(web.seen.filter((one) => one === "POST tools/call")).toHaveLength(1);
});

const CLUTTER = {
  _meta: null,
  content: [{ type: "text", text: "Grüße, Sent.", annotations: null }],
  structuredContent: null,
  isError: null,
};
const CONFESSION = { success: false, error: "Authentication failed: 535 5.7.8" };

/** As one event whose lines come in pieces of seven bytes, after one that says nothing. */
function inEvents(id: unknown, result: unknown): Buffer[] {
  const spelled = JSON.stringify({ jsonrpc: "2.0", id, result }).replace(/^\{/, "{\r\ndata:");
  const bytes = Buffer.from(`: soon\r\n\r\nid: 1\r\nevent: message\r\ndata: ${spelled}\r\n\r\n`);
  return Array.from({ length: Math.ceil(bytes.length / 7) }, (_each, at) =>
    bytes.subarray(at * 7, at * 7 + 7),
  );
}

test.each(["older", "newer"] as const)(
  "an odd answer over HTTP is read as one over stdio is: a server of the %s protocol",
  async (era) => {
    const ways: readonly ((id: unknown, result: unknown, response: ServerResponse) => void)[] = [
      (id, result, response) => reply(response, { id, result }),
      (id, result, response) =>
        response
          .writeHead(200, { "content-type": "application/json; charset=utf-8" })
          .end(JSON.stringify([{ jsonrpc: "2.0", id, result, error: null }])),
      (id, result, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const piece of inEvents(id, result)) response.write(piece);
        response.end();
      },
    ];
    for (const way of ways) {
      let result: object = CLUTTER;
      const web = keep(await startWeb(({ id }, response) => way(id, result, response), era));
      const tools = mcpTools();
      expect(await call(tools, at(web.url), "post")).toEqual({ kind: "ok", text: "Grüße, Sent." });
      result = { ...CLUTTER, isError: true };
      expect(await call(tools, at(web.url), "post")).toEqual({ kind: "tool-error", text: "Grüße, Sent." });
      result = CONFESSION;
      expect(await call(tools, at(web.url), "post")).toMatchObject({
        kind: "unknown",
        said: JSON.stringify(CONFESSION),
      });
    }
  },
);

test("a server of the newer protocol gets the action's id too", async () => {
  const web = keep(
    await startWeb(
      (message, response) =>
        reply(response, {
          id: message.id,
          result: {
            resultType: "complete",
            content: [{ type: "text", text: String(message.params?._meta?.["planwright/action_id"]) }],
          },
        }),
      "newer",
    ),
  );
  const outcome = await mcpTools().call({
    server: "it",
    definition: at(web.url),
    tool: "post",
    args: {},
    action: "9f86d081",
    timeout: AMPLE,
  });
  expect(outcome).toMatchObject({ kind: "unclear", text: "9f86d081" });
});

test("headers go out with every request and appear in no sentence", async () => {
  const web = keep(
    await startWeb((message, response, request) =>
      reply(response, {
        id: message.id,
        result: { content: [{ type: "text", text: `You are ${String(request.headers.authorization)}` }] },
      }),
    ),
  );
  expect(await call(mcpTools(), at(web.url, { Authorization: "Bearer canary-token" }), "post")).toMatchObject(
    { kind: "unclear", text: "You are •••" },
  );
});

test.each([
  ["http://example.com/mcp", "https"],
  ["http://192.168.1.4/mcp", "https"],
  ["https://169.254.169.254/latest", "inside of a network"],
  ["https://2852039166/", "inside of a network"],
  ["https://[fe80::1]/mcp", "inside of a network"],
  ["https://[::ffff:169.254.169.254]/mcp", "inside of a network"],
  ["https://metadata.google.internal/", "inside of a network"],
  ["http://0.0.0.0:3000/mcp", "inside of a network"],
  ["https://ana:secret@example.com/mcp", "header"],
  ["file:///etc/passwd", "https"],
  ["ftp://example.com/", "https"],
  ["not an address", "not a web address"],
])("%s is refused before anything is sent", async (url, word) => {
  let fetched = 0;
  const tools = mcpTools({ fetch: () => Promise.reject(new Error(`fetched ${String(++fetched)}`)) });
  expect(await lookAt(tools, at(url))).toContain(word);
  expect(await call(tools, at(url), "post")).toMatchObject({ kind: "not-sent" });
  expect(fetched).toBe(0);
});
