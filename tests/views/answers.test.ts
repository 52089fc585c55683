import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/terminal/words";
import { ANSWERS_TO, ANSWER_ROWS, inTerminal, type AnswerCode } from "../../src/views/answers";

const codes = Object.keys(ANSWER_ROWS) as AnswerCode[];

describe("answers to a need", () => {
  test("every kind of need can be answered, and no two of its answers share a key", () => {
    for (const [id, answers] of Object.entries(ANSWERS_TO)) {
      const keys = answers.map((code) => ANSWER_ROWS[code].key);
      expect(keys.length, id).toBeGreaterThan(0);
      expect(new Set(keys).size, id).toBe(keys.length);
    }
  });

  test("every code is an answer to something, or starts a plan", () => {
    const used = new Set<string>(Object.values(ANSWERS_TO).flat());
    expect(codes.filter((code) => !used.has(code))).toEqual(["start"]);
  });

  test("every terminal command exists", () => {
    for (const code of codes) {
      const { terminal } = ANSWER_ROWS[code];
      if (terminal !== null) expect(COMMANDS).toContain(terminal.split(" ")[1]);
    }
  });

  test("a terminal command holds the names, and no name that a shell reads", () => {
    const names = { request: "0123456789abcdef", plan: "PLAN-1", note: "Plans/A b.md" };
    expect(inTerminal("confirm", names)).toBe("planwright confirm 01234567");
    expect(inTerminal("repair", names)).toBe('planwright repair "Plans/A b.md"');
    expect(inTerminal("repair", { ...names, note: "Plans/$(x).md" })).toBeNull();
    expect(inTerminal("skip", { ...names, plan: null })).toBeNull();
    expect(inTerminal("review", names)).toBeNull();
  });
});
