import { describe, expect, it } from "vitest";
import { mayTurn, LIFECYCLE } from "../../src/note/plan/lifecycle";
import { STATUSES, type Status } from "../../src/note/plan/plan";
import { renderQuestion, saidIn } from "../../src/note/plan/questions";
import { BLOCKS, isBlockKind } from "../../src/note/plan/blocks";
import { planIn, withRoadmap } from "./note";

const ASK = "    - [ ] Ask again";
const SKIP = "    - [ ] Skip this step";
const CANCEL = "    - [ ] Cancel this plan";
const tick = (line: string): string => line.replace("[ ]", "[x]");

const BEFORE = `${withRoadmap("- [ ] a ^s-1")}\n## Questions\n`;
const FIRST = BEFORE.split("\n").length;

function answers(lines: readonly string[]): readonly unknown[] {
  return planIn(`${BEFORE}${lines.join("\n")}\n`).questions.map(
    ({ lines: _lines, isClosed: _isClosed, ...rest }) => rest,
  );
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

describe("what a person writes into a question", () => {
  const ID = "q-ab12-s-1";
  const choices = {
    kind: "options",
    options: ["Call it", "Do not: [call] it"],
    details: [{ label: "Argument", text: "query = “Ulm”" }],
  } as const;
  const asked = renderQuestion(ID, "May the agent call it?", choices).join("\n");
  const ticked = asked.replace("[ ] (1)", "[x] (1)");
  const read = (text: string): unknown => {
    const [question] = planIn(`${BEFORE}${text}\n`).questions;
    if (question === undefined) return null;
    const { words, edited } = saidIn(question, "May the agent call it?", choices);
    return [question.answer, words, ...edited];
  };
  const put = (line: string): string => ticked.replace("(1) Call it\n", `(1) Call it\n${line}\n`);
  const answer = (line: string): string => ticked.replace("    - Answer: ", line);
  const NO = "but not Ulm";

  it.each([
    ["nothing", ticked, ""],
    [
      "nothing, and an editor changed the signs",
      ticked.replace(/^( *)-/gm, "$1*").replace(/ {4}/g, "\t"),
      "",
    ],
    ["nothing, and an editor put empty lines between", ticked.replace(/\n/g, "\n\n"), ""],
    ["nothing, and the line for words is gone", answer("\n"), ""],
    ["words behind the box", ticked.replace("Call it\n", `Call it, ${NO}\n`), NO],
    ["words behind the box, after a dash", ticked.replace("Call it\n", `Call it — ${NO}\n`), NO],
    ["a sign behind the box", ticked.replace("Call it\n", "Call it?\n"), "?"],
    ["words behind a box without a tick", ticked.replace("(2) Do not: \\[call\\] it", `$& ${NO}`), NO],
    ["words behind a box that ends it", ticked.replace("Skip this step", `Skip this step: ${NO}`), NO],
    ["an item beneath the box", put(`        - ${NO}`), NO],
    ["an item beside the box", put(`    * ${NO}`), NO],
    ["an item with a box", put(`    - [x] ${NO}`), NO],
    ["an item that begins like one of ours", put("    - Skip this step"), "Skip this step"],
    [
      "a line like ours that we did not write",
      put("    - Argument: “query = Bonn”"),
      "Argument: “query = Bonn”",
    ],
    ["a line beneath the box", put(`      ${NO}`), NO],
    ["a line at the margin", put(NO), NO],
    ["a line after the last box", `${ticked}\n      ${NO}`, NO],
    ["a line at the margin after the last box", `${ticked}\n${NO}`, NO],
    ["a line in a fence", put(`      \`\`\`\n      ${NO}\n      \`\`\``), NO],
    ["a line in a comment", put(`      %%\n      ${NO}\n      %%`), NO],
    ["words behind an argument", ticked.replace("“Ulm””", `$& ${NO}`), NO],
    ["the line for words without its sign", answer(`    Answer: ${NO}`), NO],
    ["the line for words with another sign", answer(`    * Answer: ${NO}`), NO],
    ["the line for words with a space", answer(`    - Answer : ${NO}`), NO],
    ["the line for words in bold", answer(`    - **Answer:** ${NO}`), NO],
    ["the line for words in bold, but for its colon", answer(`    - **Answer**: ${NO}`), NO],
    ["the line for words in small letters", answer(`    - answer: ${NO}`), NO],
    ["the line for words at the margin", answer(`Answer: ${NO}`), NO],
    ["the line for words as an item at the margin", answer(`* Answer: ${NO}`), NO],
    ["the line for words far below", `${ticked}\n\nAnswer: ${NO}`, NO],
  ])("is told from what we wrote, beside a tick: %s", (_what, text, words) => {
    expect(read(text)).toEqual(["option-1", words]);
  });

  it.each([
    ["an item", put(`    - ${NO}`), "words", NO],
    ["a line", put(`      ${NO}`), "words", NO],
    ["a line for words at the margin", answer(`Answer: ${NO}`), "words", NO],
    ["an item in a question without its end", put(`    - ${NO}`).split("    - Answer")[0] ?? "", null, NO],
    ["an empty line for words in bold", answer("    - **Answer:** "), null, ""],
    ["nothing but empty lines", ticked.replace(/\n/g, "\n\n"), null, ""],
    ["an item of another list", `${ticked}\n- ${NO}`, null, ""],
    ["a paragraph of its own", `${ticked}\n\n${NO}`, null, ""],
    ["a comment at the margin", `${ticked}\n%% ${NO} %%`, null, ""],
    ["a fence at the margin", `${ticked}\n\`\`\`\n${NO}\n\`\`\``, null, ""],
  ])("is an answer without a tick, or none: %s", (_what, text, is, words) => {
    expect(read(text.replace("[x]", "[ ]"))).toEqual([is, words]);
  });

  it.each([
    ["another word", "Call Kern", "Call Kern"],
    ["a longer word", "Call items", "Call items"],
    ["a word less", "Call", "Call"],
    ["a word before it", "Never: Call it", "Never: Call it"],
    ["nothing", "", ""],
  ])("is no option of ours where the label was edited: %s", (_what, label, words) => {
    expect(read(ticked.replace("(1) Call it", `(1) ${label}`))).toEqual(["option-1", words, 1]);
  });

  it("is words where the number was taken from the label", () => {
    expect(read(ticked.replace("(1) Call it", "Call it"))).toEqual(["words", "Call it"]);
  });

  it("is no answer by itself, wherever a writer stopped", () => {
    const stops = Array.from({ length: asked.length }, (_each, at) => read(asked.slice(0, at)));
    expect(stops.filter((each) => Array.isArray(each) && each[0] !== null)).toEqual([]);
  });
});

describe("the lifecycle", () => {
  it("lets the engine make these turns and no others", () => {
    const turns = STATUSES.flatMap((from) =>
      STATUSES.filter((to) => mayTurn(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(turns).toEqual(["Draft → Active", "Active → Blocked", "Active → Done", "Blocked → Active"]);
  });

  it("lets only a person cancel, and undo that; nobody leaves the other end", () => {
    const ends: readonly Status[] = ["Done", "Cancelled"];
    expect(LIFECYCLE.filter((row) => row.to === "Cancelled").map((row) => row.by)).toEqual(["person"]);
    expect(
      LIFECYCLE.filter((row) => ends.some((end) => end === row.from)).map(({ from, by }) => [from, by]),
    ).toEqual([["Cancelled", "person"]]);
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
