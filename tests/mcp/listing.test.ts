/**
 * The words of a server about itself and its tools, however odd, hide no tool that is well formed, and make nothing
 * throw.
 */
import { describe, expect, test } from "vitest";

import { readListing } from "../../src/adapters/mcp/listing";
import { readMessage } from "../../src/adapters/mcp/reading";
import { type Json, type JsonObject } from "../../src/kit/json";
import type { ServerView, ToolView } from "../../src/kit/ports/tools";
import { toolHash } from "../../src/approval/toolHash";
import { call, lookAt, mcpTools, part } from "./room";

const SEND =
  '{"name":"send_email","inputSchema":{"type":"object","properties":{"to":{"type":"string"}},"required":["to"]}}';
const told = (list: string, own = ""): ReturnType<typeof part> => part("told-server.mjs", {}, own, list);
const asIs = (text: string): string => text;
const read = (listed: string, blank = asIs): ReturnType<typeof readListing> =>
  readListing(JSON.parse(listed) as unknown[], blank);
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("a well-formed tool is there and can be called", () => {
  test.each([
    ["beside a tool without a schema", `{"tools":[${SEND},{"name":"about"}]}`],
    [
      "beside a tool whose schema names no type",
      `{"tools":[${SEND},{"name":"about","inputSchema":{"anyOf":[{"type":"object"}]}}]}`,
    ],
    [
      "beside a tool whose results are a list",
      `{"tools":[${SEND},{"name":"about","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}]}`,
    ],
    [
      "beside things that are no tools",
      `{"tools":[null,7,"send",[],{},${SEND},{"name":null},{"name":"x","inputSchema":"none"}]}`,
    ],
    [
      "with null wherever a field is optional",
      `{"tools":[{"description":null,"title":null,"annotations":null,"outputSchema":null,"_meta":null,"icons":null,"execution":null,${SEND.slice(1)}],"nextCursor":null,"_meta":null}`,
    ],
    [
      "with odd values in fields that nobody needs",
      `{"tools":[{"description":7,"title":[],"annotations":"safe","icons":[{"src":5}],"execution":{"taskSupport":"maybe"},${SEND.slice(1)}],"nextCursor":"","_meta":[]}`,
    ],
    [
      "with nulls in its schema",
      '{"tools":[{"name":"send_email","inputSchema":{"type":"object","properties":null,"required":null,"$defs":null}}]}',
    ],
    [
      "with its required names within the properties",
      '{"tools":[{"name":"send_email","inputSchema":{"type":"object","properties":{"to":{"type":"string"},"required":["to"]}}}]}',
    ],
  ])("%s", async (_how, list) => {
    const tools = mcpTools();
    expect(await lookAt(tools, told(list))).toContain("send_email");
    expect(await call(tools, told(list), "send_email", { to: "a@example.com" })).toEqual({
      kind: "ok",
      text: "Done.",
    });
  });

  test.each([
    [
      "without a version of its own",
      '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x"}}',
    ],
    ["that says nothing of itself", '{"protocolVersion":"2025-06-18"}'],
    [
      "with null for what it can do",
      '{"protocolVersion":"2025-06-18","capabilities":{"tools":null},"serverInfo":{"name":"x","version":"1","title":null,"icons":null},"instructions":null,"_meta":null}',
    ],
    [
      "with odd things that it can do",
      '{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":"yes"},"logging":true,"experimental":[]},"serverInfo":"mail 1.0"}',
    ],
    [
      "that does not name the protocol's version",
      '{"protocolVersion":null,"capabilities":{},"serverInfo":null}',
    ],
  ])("on a server %s", async (_how, own) => {
    expect(await lookAt(mcpTools(), told(`{"tools":[${SEND}]}`, own))).toEqual(["send_email"]);
  });

  test("on any page of the list", async () => {
    const server = part(
      "told-server.mjs",
      {},
      "",
      '{"tools":[{"name":"a"}],"nextCursor":2}',
      '{"tools":null,"nextCursor":"x"}',
      `{"tools":[${SEND}],"nextCursor":null}`,
    );
    expect(await lookAt(mcpTools(), server)).toEqual(["a", "send_email"]);
  });
});

test("a server that lists no tools has none, and one whose list is no list is down", async () => {
  expect(await lookAt(mcpTools(), told('{"tools":null}'))).toEqual([]);
  expect(await lookAt(mcpTools(), told("{}"))).toEqual([]);
  expect(await lookAt(mcpTools(), told('{"tools":"send_email"}'))).toBe(
    "The server's list of tools is not one that can be read.",
  );
  expect(await lookAt(mcpTools(), told("[]"))).toContain("tools/list");
});

test("what is left out is named, with the reason", () => {
  const { tools, leftOut } = read(
    `[${SEND},7,{"name":""},{"name":"büro"},{"name":"send email"},{"name":"twice"},{"name":"twice","inputSchema":{}},{"name":"listed","inputSchema":["to"]},{"name":"long","inputSchema":{"x":"${"x".repeat(100_000)}"}},{"name":"deep","inputSchema":${nested(101)}}]`,
  );
  expect(tools.map(({ view }) => view.name)).toEqual(["send_email"]);
  expect(leftOut).toEqual([
    { name: "", why: "not-a-tool" },
    { name: "", why: "no-name" },
    { name: "büro", why: "odd-name" },
    { name: "send email", why: "odd-name" },
    { name: "twice", why: "listed-twice" },
    { name: "listed", why: "odd-schema" },
    { name: "long", why: "too-long" },
    { name: "deep", why: "too-deep" },
  ]);
});

test("of very many tools the first thousand are there", () => {
  const { tools, leftOut } = readListing(
    Array.from({ length: 3000 }, (_, at) => ({ name: `t${String(at)}` })),
    asIs,
  );
  expect(tools).toHaveLength(1000);
  expect(leftOut).toHaveLength(1000);
  expect(leftOut[0]).toEqual({ name: "t1000", why: "too-many" });
});

describe("no schema makes a look throw", () => {
  const withSchema = (schema: string): string =>
    `[${SEND},{"name":"odd","description":"a\\ud800b","inputSchema":${schema}}]`;
  test.each([
    [
      "the largest integer of 64 bits",
      '{"properties":{"n":{"type":"integer","maximum":9223372036854775807}}}',
      true,
    ],
    [
      "the largest one without a sign",
      '{"properties":{"n":{"type":"integer","maximum":18446744073709551615}}}',
      true,
    ],
    ["more than any number", '{"properties":{"n":{"maximum":1e400,"minimum":-1e400}}}', true],
    ["half a character", '{"properties":{"s":{"pattern":"^[^\\ud800-\\udfff]*$"},"\\udc00":{}}}', true],
    [
      "a name that is every object's",
      '{"__proto__":{"polluted":1},"properties":{"__proto__":{"type":"string"},"constructor":{}}}',
      true,
    ],
    ["forty levels", nested(40), true],
    ["forty-one levels", nested(41), false],
    ["three thousand levels", nested(3000), false],
    ["lists in lists", `{"x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, false],
  ])("%s", (_what, schema, isThere) => {
    const { tools, leftOut } = read(withSchema(schema));
    expect(tools.map(({ view }) => view.name)).toEqual(isThere ? ["send_email", "odd"] : ["send_email"]);
    expect(leftOut).toEqual(isThere ? [] : [{ name: "odd", why: "too-deep" }]);
    for (const { view } of tools) expect(toolHash(view)).toMatch(/^[0-9a-f]{64}$/);
  });

  test("over the wire, the others are there, and the tool itself can be called", async () => {
    const list = `{"tools":${withSchema('{"type":"object","properties":{"n":{"maximum":9223372036854775807},"s":{"pattern":"[\\ud800]"}}}')}}`;
    const tools = mcpTools();
    const view = await tools.look("it", told(list));
    const odd = toolsOf(view).find(({ name }) => name === "odd");
    expect(
      await tools.call({
        server: "it",
        definition: told(list),
        tool: "odd",
        args: {},
        action: "a",
        timeout: 20_000,
        schema: odd?.schema ?? {},
      }),
    ).toEqual({ kind: "ok", text: "Done." });
    expect(
      await lookAt(tools, told(`{"tools":[${SEND},{"name":"deep","inputSchema":${nested(3000)}}]}`)),
    ).toEqual(["send_email"]);
  });
});

describe("what is sealed of a tool", () => {
  const viewOf = (tool: string, blank = asIs): ToolView =>
    read(`[${tool}]`, blank).tools[0]?.view ?? { name: "", description: "", schema: {} };

  test("is the schema as the server sent it, whatever is blanked for showing", () => {
    const tool =
      '{"name":"send","inputSchema":{"type":"object","properties":{"to":{"description":"Sent by gmail"}}}}';
    const blanked = viewOf(tool, (text) => text.replace("gmail", "•••"));
    expect(JSON.stringify(blanked.schema)).toContain("•••");
    expect(toolHash(blanked)).toBe(toolHash(viewOf(tool)));
  });

  test.each([
    ["null and more than any number", '{"x":null}', '{"x":1e400}'],
    ["more and less than any number", '{"x":-1e400}', '{"x":1e400}'],
    ["half a character and its spelling", '{"x":"\\ud800"}', '{"x":"\\\\ud800"}'],
    ["two halves", '{"x":"\\ud800"}', '{"x":"\\ud801"}'],
    ["a hidden name", "{}", '{"__proto__":{}}'],
  ])("differs between %s", (_what, one, other) => {
    const hashOf = (schema: string): string => toolHash(viewOf(`{"name":"t","inputSchema":${schema}}`));
    expect(hashOf(one)).not.toBe(hashOf(other));
  });
});

describe("an answer put right for the library", () => {
  const list = { method: "tools/list" };
  const readOf = (message: Json, asked: { readonly method: string } | undefined = list): unknown =>
    readMessage(message, () => asked);
  test.each<[string, JsonObject, unknown]>([
    [
      "an error of null beside a result",
      { jsonrpc: "2.0", id: 1, result: { a: 1 }, error: null },
      { jsonrpc: "2.0", id: 1, result: { a: 1 } },
    ],
    [
      "an error in one word",
      { jsonrpc: "2.0", id: 1, error: "busy" },
      { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "busy" } },
    ],
    [
      "an error with odd parts",
      { jsonrpc: "2.0", id: 1, result: null, error: { code: "E1", message: null, data: null } },
      { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "" } },
    ],
    [
      "an error and a result, of which nobody knows which counts",
      { jsonrpc: "2.0", id: 1, result: {}, error: {} },
      { jsonrpc: "2.0", id: 1, result: {}, error: {} },
    ],
    [
      "a request of the server's own",
      { jsonrpc: "2.0", id: 1, method: "ping", params: null },
      { jsonrpc: "2.0", id: 1, method: "ping", params: null },
    ],
  ])("%s", (_what, message, expected) => {
    expect(readOf(message, { method: "ping" })).toEqual(expected);
  });

  test("no answer at all is an error, not silence", () => {
    for (const result of [null, 7, "no", []])
      expect(readOf({ jsonrpc: "2.0", id: 1, result })).toMatchObject({ id: 1, error: { code: -32603 } });
  });
});

function toolsOf(view: ServerView): readonly ToolView[] {
  return view.kind === "up" ? view.tools : [];
}
