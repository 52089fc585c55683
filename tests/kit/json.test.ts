/** The door for JSON from outside: what it reads, and what it refuses before a later reader could fail at it. */
import { expect, test } from "vitest";
import { DEEPEST, isDeeperThan, parseJson, parseMessage } from "../../src/kit/json";
import { readYaml } from "../../src/kit/yaml";
import { readArguments } from "../../src/agent/tools";
import { readCall } from "../../src/agent/outside/serverTools";
import { createEvents } from "../../src/agent/outside/programEvents";
import { readSettings } from "../../src/settings/settings";
import { decode } from "../../src/approval/request/seal";

const lists = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test.each([
  ["lists", lists],
  ["objects", objects],
])("%s in each other are read down to the limit, and refused behind it", (_of, nested) => {
  expect(isDeeperThan(parseJson(nested(DEEPEST)), DEEPEST)).toBe(false);
  for (const levels of [DEEPEST + 1, 2500, 300_000])
    expect(() => parseJson(nested(levels)), String(levels)).toThrow("nested on more than 40 levels");
});

test("brackets within a text are no levels", () => {
  expect(parseJson(JSON.stringify({ a: lists(500) }))).toEqual({ a: lists(500) });
});

test("a message of a server keeps what is not too deep", () => {
  const message = parseMessage(
    `{"id":1,"result":{"content":[{"type":"text","text":"Sent"}],"more":${objects(3000)}}}`,
  );
  expect(message).toMatchObject({ id: 1, result: { content: [{ text: "Sent" }] } });
  expect(isDeeperThan(message, DEEPEST + 10)).toBe(false);
});

test("YAML has the same limit", () => {
  const nested = (levels: number): string => `a: ${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(readYaml(nested(30)).kind).toBe("value");
  for (const levels of [60, 2500, 100_000]) expect(readYaml(nested(levels)).kind).toBe("broken");
});

test.each([60, 2500, 300_000])("nothing that reads from outside throws at %s levels", (levels) => {
  const text = objects(levels);
  const draft = `{"type":"email","target":"x","args":${text},"why":"w"}`;
  const bad = { kind: "bad", why: expect.stringContaining("more than 40 levels") as string };
  expect(readArguments("draft_action", draft)).toEqual(bad);
  expect(readArguments("read_note", `{"path":${text}}`)).toEqual(bad);
  expect(readCall(text)).toEqual(bad);
  expect(decode(btoa(text))).toBeNull();
  const events = createEvents("claude-stream");
  events.hear(`{"type":"result","subtype":"success","result":"ok","more":${text}}`);
  expect(events.end().fault).not.toBeNull();
  expect(readSettings({ servers: JSON.parse(text) as object })).toMatchObject({ kind: "bad" });
});
