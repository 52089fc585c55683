import { describe, expect, it } from "vitest";
import { sayOpen } from "../../src/note/plan/boxes";
import { planIn, withRoadmap } from "./note";

function openIn(roadmap: string, rest = ""): readonly string[] {
  return planIn(`${withRoadmap(roadmap)}\n${rest}`)
    .findOpenBoxes()
    .map(({ text }) => text);
}

describe("a box is open and no step", () => {
  it.each([
    ["in a callout", "- [x] a\n\n> [!todo] Phase 2\n> - [ ] b"],
    ["in a folded callout", "- [x] a\n\n> [!todo]- Phase 2\n> * [ ] b"],
    ["in a quote", "- [x] a\n\n> + [ ] b"],
    ["in a quote in a quote", "- [x] a\n\n> > 1. [ ] b"],
    ["in a callout, behind a fence in an item", "- [x] a\n\n> - ```\n>   code\n> - [ ] b"],
    ["beneath a ticked step", "- [x] a\n    - [ ] b"],
    ["beneath an item in a callout", "- [x] a\n\n> - c\n>     - [ ] b"],
    ["in a row of a table", "- [x] a\n\n| Step | Done |\n| --- | --- |\n| b | [ ] |"],
    ["begun", "- [x] a\n\n> - [/] b"],
  ])("%s", (_where, roadmap) => {
    expect(openIn(roadmap)).toEqual(["b"]);
  });

  it.each([
    ["in another section", "## Phase 2\n\n- [ ] b"],
    ["behind a number there", "## Phase 2\n\n1. c\n   - [ ] b"],
    ["in a quote there", "## Context\n\n> - [ ] b"],
    ["behind the log", "## Reasoning Logs\n\n- [2026-01-01] Agent: x\n\n## More\n\n- [ ] b"],
  ])("%s", (_where, rest) => {
    expect(openIn("- [x] a", rest)).toEqual(["b"]);
  });

  it.each([
    ["ticked or skipped", "- [x] a\n\n> - [x] b\n> - [-] c", ""],
    ["beneath a step that was skipped", "- [-] a\n    - [ ] b", ""],
    ["without words", "- [x] a\n    - [ ] ", ""],
    ["no item of a list", "- [x] a\n\n> [ ] b", "## Context\n\n[ ] c\n☐ d"],
    ["in a fence", "- [x] a", "## Example\n\n```\n- [ ] b\n```"],
    ["in a fence in a quote", "- [x] a", "## Mail\n\n> ```\n> - [ ] b\n> ```"],
    ["indented as code", "- [x] a", "## Example\n\n    - [ ] b"],
    ["indented as code in a quote", "- [x] a", "## Mail\n\n>     - [ ] b"],
    ["in a comment", "- [x] a", "## Later\n\n%%\n- [ ] b\n%%"],
    ["marked as a note", "- [x] a", '## Context\n\n- [i] b\n- [!] c\n- ["] d\n- [>] e'],
    ["in a table of another section", "- [x] a", "## Context\n\n| b | [ ] |\n| --- | --- |\n| c | [ ] |"],
    [
      "an answer to a question of ours",
      "- [x] a",
      "## Questions\n\n- What now? ^q-ab-s-1\n    - [ ] Skip this step",
    ],
    ["a gate there, which is a step", "- [x] a", "## Phase 2\n\n- [ ] ✋ b"],
  ])("not when it is %s", (_what, roadmap, rest) => {
    expect(openIn(roadmap, rest)).toEqual([]);
  });

  it("is named, and many are counted", () => {
    const boxes = (count: number): string =>
      sayOpen(["a", "b", "c", "d", "e"].slice(0, count).map((text, line) => ({ line, text })));
    expect([1, 2, 3, 5].map(boxes)).toEqual([
      "one box is still open: “a”",
      "2 boxes are still open: “a” and “b”",
      "3 boxes are still open: “a”, “b” and “c”",
      "5 boxes are still open: “a”, “b” and 3 more",
    ]);
  });
});

describe("a row of a table with the sign", () => {
  const gates = (roadmap: string, rest = ""): unknown =>
    planIn(`${withRoadmap(`- [x] a\n\n${roadmap}`)}\n${rest}`)
      .steps.slice(1)
      .map(({ state, text, approval }) => [state, text, approval.kind]);
  it.each([
    ["a box", "| Step | Done |\n| --- | --- |\n| ✋ Pay Ana | [ ] |", [["open", "✋ Pay Ana", "unclear"]]],
    ["no box", "| Step | To |\n|---|---|\n| ✋ Pay | Ana |", [["open", "✋ Pay, Ana", "unclear"]]],
    ["no line at its ends", "Step | Done\n--- | ---\n✋ Pay Ana | [ ]", [["open", "✋ Pay Ana", "unclear"]]],
    ["another raised hand", "| a | b |\n| :-: | -: |\n| 🖐 Pay | [ ] |", [["open", "🖐 Pay", "unclear"]]],
    [
      "a ticked box",
      "| a | b |\n| --- | --- |\n| ✋ Pay | [x] |\n| ✋ Call | ✅ |",
      [
        ["done", "✋ Pay", "unclear"],
        ["done", "✋ Call, ✅", "unclear"],
      ],
    ],
    [
      "a quote around it",
      "> | a | b |\n> | --- | --- |\n> | ✋ Pay | [ ] |",
      [["open", "✋ Pay", "unclear"]],
    ],
    ["the sign in its head", "| ✋ | Step |\n| --- | --- |\n| no | Call |", []],
    ["no rule beneath its head", "| ✋ Pay | [ ] |", []],
  ])("stops its plan, with %s", (_what, table, expected) => {
    expect(gates(table)).toEqual(expected);
  });

  it("stops it in another section only with a box", () => {
    expect(gates("", "## Money\n\n| a | b |\n| --- | --- |\n| ✋ Pay | [ ] |\n")).toEqual([
      ["open", "✋ Pay", "unclear"],
    ]);
    expect(gates("", "## Legend\n\n| Sign | Meaning |\n| --- | --- |\n| ✋ | asks first |\n")).toEqual([]);
  });
});
