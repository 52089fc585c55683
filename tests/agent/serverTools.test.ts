/** Names of servers' tools in front of a model, and the words about the arguments that they take. */
import { expect, test } from "vitest";
import { isReadingTool, offeredName, schemaForModels } from "../../src/agent/outside/serverTools";
import { TOOLS } from "../../src/agent/tools";

const NAMES = [
  "web",
  "web_",
  "_web",
  "web__a",
  "a__b",
  "a",
  "b",
  "a b",
  "ä",
  "数",
  "",
  ".",
  "a-b",
  "a.b",
  "1a",
  "x".repeat(100),
];

test("every provider takes every name, and no two tools share one, nor one of ours", () => {
  const names = NAMES.flatMap((server) => NAMES.map((tool) => offeredName(server, tool)));
  expect(names.filter((each) => !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(each))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((each) => Object.hasOwn(TOOLS, each))).toEqual([]);
  expect(offeredName("web", "search_pages")).toBe("web__search_pages");
});

test.each([
  ["a pointer to the web", { properties: { a: { $ref: "http://evil.example/x" } } }, { a: {} }],
  [
    "a pointer within",
    { $defs: { T: { type: "string" } }, properties: { a: { $ref: "#/$defs/T" } } },
    { a: { type: "string" } },
  ],
  [
    "a name that providers refuse",
    { properties: { "a b": { type: "string" }, ok: { type: "string" } } },
    { ok: { type: "string" } },
  ],
  ["several types", { properties: { a: { type: ["null", "number"] } } }, { a: { type: "number" } }],
  ["what is no schema", { properties: { a: 7, b: null } }, { a: {}, b: {} }],
])("of %s a model is told what every provider understands", (_what, schema, properties) => {
  expect(schemaForModels(schema)).toEqual({ type: "object", properties });
});

test("a schema that points to itself comes to an end, and a long one is cut", () => {
  const self = {
    $defs: { T: { type: "object", properties: { a: { $ref: "#/$defs/T" }, b: { $ref: "#/$defs/T" } } } },
    $ref: "#/$defs/T",
  };
  expect(JSON.stringify(schemaForModels(self)).length).toBeLessThan(40_000);
  const round = { $ref: "#" };
  expect(schemaForModels(round)).toEqual({ type: "object", properties: {} });
  const long = { properties: { a: { type: "string", description: "x".repeat(9000) } } };
  expect(JSON.stringify(schemaForModels(long)).length).toBeLessThan(500);
});

test("choices at the top, which providers refuse, are left out", () => {
  const schema = {
    type: "object",
    anyOf: [{ required: ["a"] }],
    properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } },
  };
  expect(schemaForModels(schema)).toEqual({
    type: "object",
    properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } },
  });
});

test.each([
  ["search", false, true],
  ["web_search", false, true],
  ["getOrder", false, true],
  ["get_order", false, true],
  ["list-comments", false, true],
  ["read_text_file", false, true],
  ["firecrawl_scrape", false, true],
  ["weather", true, true],
  ["weather", false, false],
  ["find_or_create_user", true, false],
  ["search_and_replace", false, false],
  ["create_issue", true, false],
  ["sendMail", true, false],
  ["POST", true, false],
])("whether %s, called unasked: %s, is a tool that reads: %s", (tool, unasked, reads) => {
  expect(isReadingTool({ tool, unasked })).toBe(reads);
});
