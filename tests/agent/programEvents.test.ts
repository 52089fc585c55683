/** The output of programs that work as agents, whole, cut off, and full of what nobody knows. */
import { expect, test } from "vitest";
import { createEvents, type Reported } from "../../src/agent/outside/programEvents";

function deedsIn(events: Parameters<typeof createEvents>[0], lines: readonly unknown[]): readonly string[] {
  const reader = createEvents(events);
  return lines.flatMap((line) =>
    reader.hear(typeof line === "string" ? line : JSON.stringify(line)).map(({ words }) => words),
  );
}

const said = (content: readonly object[], more: object = {}): object => ({
  type: "assistant",
  message: { content, ...more },
});
const call = (name: string, input: object): object => ({ type: "tool_use", name, input });
const item = (type: string, more: object, event = "item.completed"): object => ({
  type: event,
  item: { type, ...more },
});

function heard(events: Parameters<typeof createEvents>[0], lines: readonly unknown[]): Reported {
  const reader = createEvents(events);
  for (const line of lines) reader.hear(typeof line === "string" ? line : JSON.stringify(line));
  return reader.end();
}

const RESULT = {
  type: "result",
  subtype: "success",
  is_error: false,
  result: "Done.",
  total_cost_usd: 0.25,
  usage: {
    input_tokens: 10,
    cache_read_input_tokens: 90,
    cache_creation_input_tokens: 100,
    output_tokens: 7,
  },
};

test("the result of a stream of Claude Code has its words, its tokens and its price", () => {
  expect(
    heard("claude-stream", [{ type: "system", subtype: "init" }, { type: "assistant" }, RESULT]),
  ).toEqual({ text: "Done.", usage: { in: 200, cached: 90, written: 100, out: 7 }, usd: 0.25, fault: null });
});

test("the last message of Codex counts, once its turn has ended", () => {
  const message = (text: string): object => ({
    type: "item.completed",
    item: { type: "agent_message", text },
  });
  const ended = {
    type: "turn.completed",
    usage: { input_tokens: 30, cached_input_tokens: 20, output_tokens: 4 },
  };
  expect(
    heard("codex-json", [message("I begin."), { type: "item.completed", item: {} }, message("Done."), ended]),
  ).toEqual({ text: "Done.", usage: { in: 30, cached: 20, out: 4 }, usd: null, fault: null });
  expect(heard("codex-json", [message("I begin.")]).fault).toBe("Its output ended without a result.");
});

test.each([
  ["claude-stream", [{ type: "assistant" }], "Its output ended without a result."],
  ["claude-stream", ["{", "null", "[]", "no JSON", { type: "news" }], "Its output ended without a result."],
  ["claude-stream", [{ ...RESULT, is_error: true, result: "Credit is too low" }], "Credit is too low"],
  ["claude-stream", [{ ...RESULT, subtype: "error_max_turns", result: undefined }], "error_max_turns"],
  ["codex-json", [{ type: "turn.failed", error: { message: "no login" } }], "no login"],
  ["codex-json", [{ type: "error", message: "a\u001b[31m red" }], "a[U+001B][31m red"],
] as const)("%s that does not end well says why: %j", (events, lines, why) => {
  expect(heard(events, lines).fault).toBe(why);
});

test("numbers that are none count as not known", () => {
  const odd = { ...RESULT, total_cost_usd: -1, usage: { input_tokens: "10", output_tokens: null } };
  expect(heard("claude-stream", [odd])).toMatchObject({ usd: null, usage: { in: null, out: null } });
});

test("without events, all of its output is its answer", () => {
  expect(heard("lines", ["One.", "", "Two.", ""]).text).toBe("One.\n\nTwo.");
});

test("each call of Claude Code is a deed in a few words", () => {
  expect(
    deedsIn("claude-stream", [
      { type: "system", subtype: "init", cwd: "/home/eve" },
      said([
        { type: "thinking", thinking: "Hm." },
        { type: "text", text: "I look first." },
      ]),
      said([call("Read", { file_path: "/v/Work/notes.md" }), call("Bash", { command: "npm test\nrm -r x" })]),
      { type: "user", message: { content: [{ type: "tool_result", is_error: true, content: "no" }] } },
      { type: "user", message: { content: [{ type: "tool_result", content: "fine" }] } },
      said([call("Edit", { file_path: "C:\\v\\a.md", old_string: "x" }), call("Grep", { pattern: "roof" })]),
      said([call("WebFetch", { url: "https://example.org/a?key=1" }), call("mcp__web__search", { q: 1 })]),
      said([call("Dance", {}), call("__proto__", {})]),
      said([{ type: "text", text: "```json\n{}\n```" }]),
    ]),
  ).toEqual([
    "says “I look first.”",
    "reading notes.md",
    "running npm test …",
    "its last call failed",
    "changing a.md",
    "searching “roof”",
    "fetching example.org",
    "calling web: search",
    "calling Dance",
    "calling __proto__",
    "giving its answer",
  ]);
});

test("each item of Codex is a deed once, however often it is told", () => {
  expect(
    deedsIn("codex-json", [
      item("reasoning", { id: "0", text: "Hm." }),
      item("command_execution", { id: "1", command: "bash -lc 'npm test'" }, "item.started"),
      item("command_execution", { id: "1", command: "bash -lc 'npm test'", status: "failed" }),
      item("file_change", { id: "2", changes: [{ path: "out/a.md" }, { path: "out/b.md" }] }),
      item("mcp_tool_call", { id: "3", server: "web", tool: "search" }, "item.started"),
      item("mcp_tool_call", { id: "3", server: "web", tool: "search", status: "completed" }),
      item("web_search", { id: "4", query: "roofs" }),
      item("agent_message", { id: "5", text: "Done." }),
    ]),
  ).toEqual([
    "running npm test",
    "its last call failed",
    "changing a.md and 1 more",
    "calling web: search",
    "searching the web for “roofs”",
    "says “Done.”",
  ]);
});

test.each([
  ["claude-stream", ["{", "null", "[]", { type: "assistant" }, said([{}]), { message: { content: "x" } }]],
  ["codex-json", ["{", "7", { type: "item.started" }, item("news", { id: 1 }), item("todo_list", {})]],
] as const)("%s: an event that nobody knows is no deed", (events, lines) => {
  expect(deedsIn(events, lines)).toEqual([]);
});

test("words of a program are one short line, with nothing hidden in it", () => {
  const odd = `a\u202eb\u0007\n# c ${"x".repeat(5000)}`;
  for (const words of [
    ...deedsIn("lines", [odd, "\u001b[31mred\u001b[0m", "  "]),
    ...deedsIn("claude-stream", [said([call("Bash", { command: odd }), call(odd, {})])]),
  ]) {
    expect(words.length).toBeLessThanOrEqual(120);
    expect(words).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
  expect(deedsIn("lines", ["\u001b[31mred\u001b[0m", "  "])).toEqual(["writes “red”"]);
});

test("what it used is known while it works, and each message counts once", () => {
  const reader = createEvents("claude-stream");
  const usage = (id: string, out: number): string =>
    JSON.stringify(
      said([], { id, usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: out } }),
    );
  expect(reader.soFar()).toEqual({ in: null, cached: null, out: null });
  for (const line of [usage("a", 1), usage("a", 4), usage("b", 2), JSON.stringify(said([], { id: "c" }))])
    reader.hear(line);
  expect(reader.soFar()).toEqual({ in: 200, cached: 180, written: 0, out: 6 });
  reader.hear(JSON.stringify(RESULT));
  expect(reader.soFar()).toEqual({ in: 200, cached: 90, written: 100, out: 7 });
});
