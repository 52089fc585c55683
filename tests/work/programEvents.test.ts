/** The output of programs that work as agents, whole, cut off, and full of what nobody knows. */
import { expect, test } from "vitest";
import { createEvents, type Reported } from "../../src/work/outside/programEvents";

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
