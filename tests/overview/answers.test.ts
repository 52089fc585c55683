import { describe, expect, test } from "vitest";
import { BLOCKS } from "../../src/note/plan/blocks";
import { ANSWER_ROWS, type AnswerCode } from "../../src/overview/answers";
import { SITUATIONS } from "../../src/overview/situations";

const codes = Object.keys(ANSWER_ROWS) as AnswerCode[];

describe("answers to a need", () => {
  test("every kind of need can be answered, and no two of its answers share a key", () => {
    for (const [id, { answers }] of Object.entries(SITUATIONS)) {
      const keys = answers.map((code) => ANSWER_ROWS[code].key);
      expect(keys.length, id).toBeGreaterThan(0);
      expect(new Set(keys).size, id).toBe(keys.length);
    }
  });

  test("every reason for which a plan stands still is told under a need", () => {
    // Told as the request, the note or the device that stands in the way.
    const elsewhere: readonly string[] = [
      "approval",
      "two-folders",
      "doubt",
      "record",
      "merging",
      "unclear",
      "device",
      "scheduled",
    ];
    const needs = Object.keys(SITUATIONS);
    expect(Object.keys(BLOCKS).filter((kind) => !needs.includes(kind) && !elsewhere.includes(kind))).toEqual(
      [],
    );
  });

  test("every code is an answer to something, or starts or archives a plan", () => {
    const used = new Set<string>(Object.values(SITUATIONS).flatMap(({ answers }) => answers));
    expect(codes.filter((code) => !used.has(code))).toEqual(["archive", "start"]);
  });
});
