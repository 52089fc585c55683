/**
 * A server over HTTP that turns something down: the older handshake is tried all the same, and what stands in the way
 * is told in words.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";

import { call, keep, lookAt, mcpTools } from "./room";
import { reply, startWeb } from "./web";

type Answer = (response: ServerResponse, id: unknown) => void;

/** An ordinary server but for its answer to one method; to `*`, its answer to everything. */
async function turningDown(
  method: string,
  answer: Answer,
  onGet: Answer = (response) => response.writeHead(405).end(),
): Promise<string> {
  const inner = keep(
    await startWeb((message, response) =>
      reply(response, { id: message.id, result: { content: [{ type: "text", text: "Sent." }] } }),
    ),
  );
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const message = (body === "" ? {} : JSON.parse(body)) as {
        readonly id?: unknown;
        readonly method?: string;
      };
      if (request.method === "GET") onGet(response, null);
      else if (method === "*" || message.method === method) answer(response, message.id);
      else
        void fetch(inner.url, { method: "POST", body }).then(async (got) =>
          response.writeHead(got.status, { "content-type": "application/json" }).end(await got.text()),
        );
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  keep({
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`;
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ""): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body);
const json = (body: unknown, code = 200): Answer =>
  status(code, { "content-type": "application/json" }, JSON.stringify(body));

describe("whatever comes to the question for the version, the older handshake is tried", () => {
  test.each<[string, Answer]>([
    ["an error of the server's own", status(500, {}, "boom")],
    ["a sign-in", status(401, { "www-authenticate": "Bearer" })],
    ["a ban", status(403)],
    ["no answer", status(202)],
    ["a redirect", status(307, { location: "/other" })],
    ["a page", status(200, { "content-type": "text/html" }, "<html></html>")],
    ["an object", json({})],
    [
      "an error that names no request",
      json({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } }),
    ],
    ["the answer to another request", json({ jsonrpc: "2.0", id: "other", result: {} })],
    ["a broken connection", (response) => response.destroy()],
    [
      "a stream without end",
      (response) => response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n"),
    ],
    ["silence", () => undefined],
  ])("%s", async (_what, answer) => {
    const url = await turningDown("server/discover", answer);
    const tools = mcpTools({ lookTimeout: 4000 });
    expect(await lookAt(tools, { url, headers: {} })).toEqual(["post"]);
    expect(await call(tools, { url, headers: {} }, "post")).toEqual({ kind: "ok", text: "Sent." });
  });
});

describe("what stands in the way is told, with what to do", () => {
  test.each<[string, Answer, Readonly<Record<string, string>>, RegExp]>([
    [
      "a sign-in",
      status(401, { "www-authenticate": 'Bearer realm="mail", scope="send"' }),
      {},
      /asks for a sign-in \(401\) with the scope “send” for “mail”\. Put the token into the server's headers/,
    ],
    [
      "a sign-in that is not accepted",
      status(401, {
        "www-authenticate": 'Bearer error="invalid_token", error_description="The token has expired"',
      }),
      { Authorization: "Bearer canary-token" },
      /does not accept the sign-in in its headers \(401\): “The token has expired”/,
    ],
    ["a ban", json({ error: { message: "Read only" } }, 403), {}, /does not allow this \(403\): “Read only”/],
    [
      "a wrong path",
      status(404, { "content-type": "text/html" }, "<title>Not found</title>"),
      {},
      /no MCP server at this address of 127\.0\.0\.1:\d+ \(404\): “Not found”\. Check the address/,
    ],
    ["a path that takes none", status(405), {}, /takes no MCP requests at this address \(405\)/],
    [
      "a page",
      status(200, { "content-type": "text/html" }, "<!doctype html><title>Log in</title>"),
      {},
      /answers with a web page: “Log in”, not as an MCP server/,
    ],
    ["too many requests", status(429, { "retry-after": "5" }), {}, /\(429\)\. Try again in 5 seconds\./],
    ["too many requests for one second", status(429, { "retry-after": "1" }), {}, /Try again in 1 second\./],
    ["an error of its own", status(500, {}, "boom"), {}, /reports an error of its own \(500\): “boom”/],
    [
      "another address",
      status(308, { location: "https://example.com/mcp" }),
      {},
      /pointed to another address, https:\/\/example\.com\/mcp, which was not followed/,
    ],
    ["nothing", status(202), {}, /took the request and did not answer it \(202\)/],
    ["something else", json({ hello: 1 }), {}, /answered with something that is not MCP/],
    [
      "a secret of ours",
      status(403, {}, "canary-token is banned"),
      { Authorization: "Bearer canary-token" },
      /\(403\): “••• is banned”/,
    ],
  ])("%s", async (_what, answer, headers, words) => {
    expect(await lookAt(mcpTools(), { url: await turningDown("*", answer), headers })).toMatch(words);
  });

  test("a server of the older transport", async () => {
    const url = await turningDown("*", status(405), (response) =>
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write("event: endpoint\ndata: /messages\n\n"),
    );
    expect(await lookAt(mcpTools(), { url, headers: {} })).toMatch(
      /speaks only the older SSE transport of MCP/,
    );
  });

  test.each([429, 502, 503, 504])(
    "to a call it never advises to try again, for that is what the doubt asks about: %i",
    async (code) => {
      const url = await turningDown("tools/call", status(code, { "retry-after": "5" }));
      const outcome = await call(mcpTools(), { url, headers: {} }, "post");
      expect(outcome).toMatchObject({ kind: "unknown", why: expect.stringContaining(`(${String(code)})`) });
      expect(JSON.stringify(outcome)).not.toContain("ry again");
    },
  );

  test.each([
    [429, "5", 5000],
    [429, "999999", 60 * 60_000],
    [429, "soon", 60_000],
    [503, "30", 30_000],
    [503, "soon", undefined],
    [502, "5", undefined],
  ])("to a call, with %i and retry-after %s, it asks to be left alone", async (code, after, rests) => {
    const url = await turningDown("tools/call", status(code, { "retry-after": after }));
    const outcome = await call(mcpTools(), { url, headers: {} }, "post");
    expect(outcome.kind === "ok" ? null : outcome.rests).toBe(rests);
  });

  test("to a call, it leaves the outcome unknown", async () => {
    const url = await turningDown("tools/call", status(401));
    expect(await call(mcpTools(), { url, headers: {} }, "post")).toMatchObject({
      kind: "unknown",
      why: expect.stringContaining("sign-in (401)"),
    });
  });
});
