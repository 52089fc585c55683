/** The network of the acting device: one address, no redirects, honest failures. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fetchDirectly } from "../../src/adapters/obsidian/fetchDirectly";
import { bootApp } from "./boot";

let folder: string;
let server: Server;
const start = async (device: "desktop" | "phone", listener: RequestListener): Promise<string> => {
  folder = await mkdtemp(join(tmpdir(), "planwright-fetch-"));
  await bootApp({
    folder,
    device,
    plugin: { code: 'module.exports = class extends require("obsidian").Plugin {};' },
  });
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
beforeEach(() => {
  server = createServer();
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

test("what is sent arrives once, and the answer comes back whole", async () => {
  const heard: string[] = [];
  const base = await start("desktop", (request, response) => {
    request.on("data", (chunk: Buffer) =>
      heard.push(`${request.method ?? ""} ${request.headers["x-key"]?.toString() ?? ""} ${chunk.toString()}`),
    );
    request.on("end", () =>
      response.writeHead(200, { "content-type": "application/json" }).end('{"ok":"✋"}'),
    );
  });
  const answer = await fetchDirectly(`${base}/mcp`, {
    method: "POST",
    headers: { "x-key": "k" },
    body: '{"a":"ü"}',
  });
  expect([answer.status, answer.headers.get("content-type"), await answer.json()]).toEqual([
    200,
    "application/json",
    { ok: "✋" },
  ]);
  expect(heard).toEqual(['POST k {"a":"ü"}']);
});

test("a redirect is not followed, and an answer without a body is one", async () => {
  const heard: string[] = [];
  const base = await start("desktop", (request, response) => {
    heard.push(request.url ?? "");
    if (request.url === "/moved") response.writeHead(307, { location: "/elsewhere" }).end();
    else response.writeHead(204).end();
  });
  expect((await fetchDirectly(`${base}/moved`, { method: "POST", body: "x" })).status).toBe(307);
  const empty = await fetchDirectly(`${base}/empty`);
  expect([empty.status, empty.body]).toEqual([204, null]);
  expect(heard).toEqual(["/moved", "/empty"]);
});

test("a refused connection says so, and a given-up request ends", async () => {
  const base = await start("desktop", () => undefined);
  const stop = new AbortController();
  const waiting = fetchDirectly(base, { signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  server.close();
  await expect(fetchDirectly("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a phone contacts no server", async () => {
  const heard: string[] = [];
  const base = await start("phone", (request) => void heard.push(request.url ?? ""));
  await expect(fetchDirectly(base)).rejects.toThrow("does not contact servers");
  expect(heard).toEqual([]);
});
