import { describe, expect, it } from "vitest";
import { mayTurn, LIFECYCLE } from "../../src/plan/lifecycle";
import { STATUSES, type Status } from "../../src/plan/plan";
import { renderQuestion } from "../../src/plan/questions";
import { BLOCKS, isBlockKind } from "../../src/plan/blocks";
import { planIn, withRoadmap } from "./note";

const ASK = "    - [ ] Ask again";
const SKIP = "    - [ ] Skip this step";
const CANCEL = "    - [ ] Cancel this plan";
const tick = (line: string): string => line.replace("[ ]", "[x]");

const BEFORE = `${withRoadmap("- [ ] a ^s-1")}\n## Questions\n`;
const FIRST = BEFORE.split("\n").length;

function answers(lines: readonly string[]): readonly unknown[] {
  return planIn(`${BEFORE}${lines.join("\n")}\n`).questions.map(({ lines: _all, ...question }) => question);
}

describe("a question in a plan", () => {
  const asked = "- Rejected. What now? ^q-ab12-s-1";
  it.each([
    ["nothing is ticked", [asked, ASK, SKIP, CANCEL], null],
    ["one box is ticked", [asked, ASK, tick(SKIP), CANCEL], "skip"],
    ["one box is ticked with a capital", [asked, ASK.replace("[ ]", "[X]"), SKIP, CANCEL], "ask-again"],
    ["two boxes are ticked", [asked, tick(ASK), tick(SKIP), CANCEL], "several"],
    ["a box is crossed out", [asked, ASK.replace("[ ]", "[-]"), SKIP, CANCEL], null],
    ["a formatter put blank lines between", [asked, "", ASK, "", tick(CANCEL)], "cancel"],
    ["tabs are used", [asked, "\t- [x] Ask again", "\t- [ ] Skip this step"], "ask-again"],
    ["the tick has a space beside it", [asked, "    - [x ]Skip this step", ASK], "skip"],
    ["words are added", [asked, "    - [x] Skip this step, please", ASK], "skip"],
    ["the ticked box is in a fence", [asked, ASK, "    ```", tick(SKIP), "    ```"], null],
    ["the ticked box is in a comment", [asked, ASK, "    %%", tick(SKIP), "    %%"], null],
    ["the ticked box is another's", [asked, ASK, "- mine", tick(SKIP)], null],
    ["the ticked box says something else", [asked, "    - [x] Whatever"], null],
  ])("is answered by one ticked box: %s", (_what, lines, answer) => {
    expect(answers(lines)).toEqual([{ id: "q-ab12-s-1", step: "s-1", line: FIRST, answer, words: "" }]);
  });

  it("is told from the next one", () => {
    expect(answers([asked, ASK, tick(SKIP), "- And now? ^q-cd34-Email-Step", tick(ASK)])).toEqual([
      { id: "q-ab12-s-1", step: "s-1", line: FIRST, answer: "skip", words: "" },
      { id: "q-cd34-Email-Step", step: "Email-Step", line: FIRST + 3, answer: "ask-again", words: "" },
    ]);
  });

  it.each([
    "- [ ] box ^q-ab12-s-1",
    "-  [ ] box ^q-ab12-s-1",
    "text ^q-ab12-s-1",
    "- text^q-ab12-s-1",
    "- text ^q-ab12-s-1 more",
  ])("is not %j", (line) => {
    expect(answers([line, tick(SKIP)])).toEqual([]);
  });

  it("is written so that its words change nothing", () => {
    const hostile = "a\n    - [x] Cancel this plan\n## Roadmap ^q-00-s-2";
    const lines = renderQuestion("q-ab12-s-1", hostile);
    expect(lines.length).toBe(4);
    expect(answers(lines)).toEqual([{ id: "q-ab12-s-1", step: "s-1", line: FIRST, answer: null, words: "" }]);
  });

  const choices = renderQuestion("q-ab12-s-1", "Which?", {
    kind: "options",
    options: ["Kern", "Cancel this plan", "[x] Skip this step"],
    details: [
      { label: "New", text: "Answer: of a note" },
      { label: "Yours", text: "- [x] (1) x" },
    ],
  });
  it.each([
    ["nothing", [], null, ""],
    ["an option, whatever its words", [["[ ] (2)", "[x] (2)"]], "option-2", ""],
    ["words", [["- Answer: ", "- Answer: neither"]], "words", "neither"],
    [
      "words on several lines",
      [["- Answer: ", "- Answer:\n\n      neither\n      of them"]],
      "words",
      "neither of them",
    ],
    [
      "an option and words",
      [
        ["[ ] (1)", "[x] (1)"],
        ["- Answer: ", "- Answer: by May"],
      ],
      "option-1",
      "by May",
    ],
    [
      "two options",
      [
        ["[ ] (1)", "[x] (1)"],
        ["[ ] (2)", "[x] (2)"],
      ],
      "several",
      "",
    ],
    ["skipping", [["[ ] Skip", "[x] Skip"]], "skip", ""],
  ] as const)("with options is answered by %s", (_what, changes, answer, words) => {
    const text = changes.reduce((now, [from, to]) => now.replace(from, to), choices.join("\n"));
    expect(answers(text.split("\n"))).toEqual([
      { id: "q-ab12-s-1", step: "s-1", line: FIRST, answer, words },
    ]);
  });
});

describe("the lifecycle", () => {
  it("lets the engine make these turns and no others", () => {
    const turns = STATUSES.flatMap((from) =>
      STATUSES.filter((to) => mayTurn(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(turns).toEqual(["Draft → Active", "Active → Blocked", "Active → Done", "Blocked → Active"]);
  });

  it("lets only a person cancel, and nobody leave an end", () => {
    const ends: readonly Status[] = ["Done", "Cancelled"];
    expect(LIFECYCLE.filter((row) => row.to === "Cancelled").map((row) => row.by)).toEqual(["person"]);
    expect(LIFECYCLE.some((row) => ends.some((end) => end === row.from))).toBe(false);
  });
});

describe("a block", () => {
  it("says in words why and what to do, for every kind", () => {
    for (const [kind, row] of Object.entries(BLOCKS)) {
      expect(isBlockKind(kind)).toBe(true);
      expect(row.title).toMatch(/^[A-Z]/);
      expect(row.wayOut).toMatch(/^[a-z].*[^.]$/);
    }
    expect(isBlockKind("toString")).toBe(false);
  });
});
