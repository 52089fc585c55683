import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { said } from "../action/actions";
import { ACTION_LIMIT } from "../../src/note/action/action";
import { stepName, withMark } from "../../src/note/plan/steps";
import { hashOf, planIn, read, stepsIn, withRoadmap } from "./note";

const ACTION =
  "    ```action\n    type: email\n    target: a@example.com\n    args:\n      body: |\n        Dear A,\n\n        thanks\n    ```";
const gateIn = (roadmap: string, n = 1): unknown => planIn(withRoadmap(roadmap)).steps[n - 1]?.approval;
const hashIn = (roadmap: string, n = 1): string => hashOf(planIn(withRoadmap(roadmap)).steps[n - 1]);

describe("the steps of a Roadmap", () => {
  it.each([
    [
      "any list marker",
      "- [ ] a\n* [ ] b\n+ [ ] c\n1. [ ] d\n2) [ ] e",
      ["open none a", "open none b", "open none c", "open none d", "open none e"],
    ],
    [
      "any mark",
      "- [ ] a\n- [x] b\n- [X] c\n- [-] d\n- [/] e\n- [✅] f",
      ["open none a", "done none b", "done none c", "skipped none d", "open none e", "open none f"],
    ],
    ["a step without words", "- [ ]\n- [x] ", ["open none ", "done none "]],
    ["two boxes in a line", "- [ ] [x] a", ["open none [x] a"]],
    ["a loose list", "- [ ] a\n\n- [ ] b\n\n\n- [ ] c", ["open none a", "open none b", "open none c"]],
    ["steps under smaller headings", "### First\n- [ ] a\n### Then\n- [ ] b", ["open none a", "open none b"]],
    ["spaces before and behind the box", "-    [ ]   a", ["open none a"]],
    ["a tab after the marker", "-\t[ ] a", ["open none a"]],
    ["spaces before a list", "   - [ ] a\n   - [ ] b", ["open none a", "open none b"]],
    ["a line separator of Unicode", "- [ ] a\u2028b", ["open none a\u2028b"]],
    [
      "items without a box around boxes",
      "- Phase 1\n  - [ ] a\n- Phase 2\n  - [ ] b\n    - [ ] nested",
      ["open none a", "open none b"],
    ],
    ["an item without a box after a step", "- [ ] a\n- Phase 2\n  - [ ] b", ["open none a", "open none b"]],
    ["a list after a paragraph", "- [ ] a\n\nThen, later:\n\n  - [ ] b", ["open none a", "open none b"]],
    [
      "an unfinished block above another step",
      "- [x] a\n    ```action\n    type: email\n- [ ] b",
      ["done unclear a", "open none b"],
    ],
    ["an unfinished block in a quote", "- [ ] a\n\n> ```\n> x\n\n- [ ] b", ["open none a", "open none b"]],
  ])("are found with %s", (_what, roadmap, steps) => {
    expect(stepsIn(roadmap)).toEqual(steps);
  });

  it.each([
    ["nested boxes", "- [ ] a\n  - [ ] b\n\t- [ ] c\n    - [ ] d"],
    ["boxes beneath words of a step", "- [ ] a\n  more words\n  - [ ] b"],
    ["boxes in a fence", "- [ ] a\n\n```\n- [ ] b\n```"],
    [
      "boxes in a fence of a step",
      "- [ ] a\n  ~~~\n- [ ] not reached\n".replace("- [ ] not reached\n", "  - [ ] b\n  ~~~"),
    ],
    ["boxes in a longer fence", "- [ ] a\n\n````\n```\n- [ ] b\n```\n- [ ] c\n````"],
    ["boxes in a comment", "- [ ] a\n\n%%\n- [ ] b\n%%\n\n<!--\n- [ ] c\n-->"],
    ["boxes in a quote or callout", "- [ ] a\n\n> - [ ] b\n\n> [!todo]\n> - [ ] c"],
    ["boxes in a table", "- [ ] a\n\n| - [ ] b |\n| --- |"],
    ["indented code", "- [ ] a\n\ntext\n\n    - [ ] b"],
    ["words in brackets", "- [ ] a\n- [xx] e\n- [x](https://example.com) g\n- [x][1] h\n- [[x]] i\n[^1]: j"],
    ["lists without boxes", "- [ ] a\n- b\n  - c\n1. d"],
    ["a legend in a paragraph", "- [ ] a\n\n✋ asks first"],
    ["a legend of boxes", "- [ ] a\n\n[ ] open, [x] done, [-] skipped\n- ☐ open ☑ done ☐ other"],
    ["code in an item", "- [ ] a\n-     [ ] b"],
    ["boxes of another section", "- [ ] a\n\n## Context\n- [ ] b"],
  ])("are not %s", (_what, roadmap) => {
    expect(stepsIn(roadmap)).toEqual(["open none a"]);
  });

  it("know their block id and their day", () => {
    const steps = planIn(
      withRoadmap(
        "- [ ] a ⏳ 2026-03-03 ^s-7f3a\n- [ ] b ⏳\uFE0F2026-03-04 later\n- [ ] c ^two words\n- [ ] d ^Email-1   \n- [ ] ^s-1\n- [ ] e ⏳ 2026-02-30",
      ),
    ).steps;
    expect(steps.map(({ id, notBefore, text }) => [id, notBefore, text])).toEqual([
      ["s-7f3a", "2026-03-03", "a ⏳ 2026-03-03"],
      [null, "2026-03-04", "b ⏳\uFE0F2026-03-04 later"],
      [null, null, "c ^two words"],
      ["Email-1", null, "d"],
      ["s-1", null, ""],
      [null, null, "e ⏳ 2026-02-30"],
    ]);
  });
});

describe("words behind a block id", () => {
  it.each([
    ["keep one of ours", "- [ ] a ^s-7f3a and some words", [["s-7f3a", "a and some words"]]],
    ["keep it before a day", "- [ ] ✋ a ^s-7f3a ⏳ 2026-03-03", [["s-7f3a", "✋ a ⏳ 2026-03-03"]]],
    ["leave the one at the end", "- [ ] a ^s-1111 b ^s-2222", [["s-2222", "a ^s-1111 b"]]],
    ["keep none of a person’s", "- [ ] a ^mine and some words", [[null, "a ^mine and some words"]]],
    [
      "are no id where another step bears it",
      "- [x] a ^s-7f3a\n- [ ] look at ^s-7f3a again",
      [
        ["s-7f3a", "a"],
        [null, "look at ^s-7f3a again"],
      ],
    ],
    [
      "are no id in a link",
      "- [ ] look at [[Other#^s-7f3a]] again",
      [[null, "look at [[Other#^s-7f3a]] again"]],
    ],
  ])("%s", (_what, roadmap, expected) => {
    expect(planIn(withRoadmap(roadmap)).steps.map(({ id, text }) => [id, text])).toEqual(expected);
  });

  it("make two of one id when both have them", () => {
    expect(read(withRoadmap("- [ ] a ^s-7f3a x\n- [ ] b ^s-7f3a y"))).toMatchObject({
      kind: "problem",
      problem: { kind: "doubled-step" },
    });
  });
});

describe("a step waits until the day", () => {
  it.each([
    ["⏳ 2026-03-03"],
    ["⌛ 2026-03-03"],
    ["🛫 2026-03-03"],
    ["⏳2026-03-03"],
    ["⌛\uFE0F 2026-03-03"],
    ["⏳\uFE0E  2026-03-03"],
    ["🛫\u00A02026-03-03"],
    ["⏳: 2026-03-03"],
    ["‚è≥ 2026-03-03"],
    [":hourglass_flowing_sand: 2026-03-03"],
    ["⏳ [[2026-03-03]]"],
    ["⏳ [[Daily/2026-03-03|Tuesday]]"],
    ["⌛ [[2026-03-03 Tuesday]]"],
    ["🛫 [2026-03-03](Daily/2026-03-03.md)"],
    ["⏳ **2026-03-03**"],
    ["⏳ `2026-03-03`"],
    ["[scheduled:: 2026-03-03]"],
    ["(scheduled:: 2026-03-03)"],
    ["[start:: 2026-03-03]"],
    ["[Scheduled:: [[2026-03-03]]]"],
    ["[start-date:: 2026-03-03]"],
    ["(defer until:: 2026-03-03)"],
    ["🛫 2026-03-01 ⏳ 2026-03-03"],
    ["📅 2026-02-01 ⏳ 2026-03-03 🔁 every week"],
  ])("in %s", (words) => {
    for (const line of [
      `- [ ] ✋ a ${words}`,
      `- [ ] ✋ ${words} a`,
      `- [ ] ✋ a\n    ${words}`,
      `- [ ] ✋ a\n    - ${words}`,
      `- [ ] ✋ a\n${ACTION}\n    ${words}`,
      `- [ ] a ${words}`,
      `- [ ] ✋ a\n    - [ ] b ${words}`,
    ]) {
      const [step] = planIn(withRoadmap(line)).steps;
      expect([step?.notBefore, step?.approval.kind === "unclear"], line).toEqual(["2026-03-03", false]);
    }
  });

  it.each([
    ["⏳ 2026-03-03 10:00"],
    ["⌛ 2026-03-03T10:00:00"],
    ["[start ::2026-03-03T10:00]"],
    ["🛫 2026-03-03 ⏳ 2026-03-03 10:00"],
  ])("and the time of day in %s", (words) => {
    for (const line of [`- [ ] ✋ a ${words}`, `- [ ] ✋ a\n    ${words}`, `- [ ] ✋ a\n${words}`]) {
      const [step] = planIn(withRoadmap(line)).steps;
      expect([step?.notBefore, step?.approval.kind], line).toEqual(["2026-03-03 10:00", "hand"]);
    }
  });

  it.each([
    ["on the line behind", "- [ ] ✋ a\n⏳ 2026-03-03"],
    ["behind its action, too far out", `- [ ] a\n${ACTION}\n⏳ 2026-03-03`],
    ["behind an empty line", `- [ ] a\n${ACTION}\n\n⏳ 2026-03-03`],
    ["as an item of its own", `- [ ] a\n${ACTION}\n- ⏳ 2026-03-03`],
    ["as a field of its own", "- [ ] ✋ a\n- scheduled:: 2026-03-03"],
  ])("that stands %s", (_where, roadmap) => {
    expect(planIn(withRoadmap(roadmap)).steps.map(({ notBefore }) => notBefore)).toEqual(["2026-03-03"]);
  });

  it.each([
    ["is due", "- [ ] ✋ a 📅 2026-03-03"],
    ["is due, in a field", "- [ ] ✋ a [due:: 2026-03-03]"],
    ["is due, in other signs", "- [ ] ✋ a 📆 2026-03-03 🗓 2026-03-03"],
    ["was made or is repeated", "- [ ] ✋ a ➕ 2026-03-03 🔁 every day"],
    ["only links to a day", "- [ ] ✋ a [[2026-03-03]]"],
    ["restarts", "- [ ] ✋ a [restart:: 2026-03-03]"],
    ["has a ticked box beneath", "- [ ] ✋ a\n    - [x] b ⏳ 2026-03-03"],
    ["is followed by a legend", "- [ ] ✋ a\n\n⏳ 2026-03-03 means: not before that day"],
    [
      "has it in its action",
      "- [ ] ✋ a\n    ```action\n    type: email\n    args:\n      body: ⏳ tomorrow\n    ```",
    ],
    ["is ordinary, with a box beneath", "- [ ] a\n    - [ ] b ⏳ 2026-03-03"],
    ["is ordinary, with a day that is none", "- [ ] a ⏳ soon"],
  ])("not when it %s", (_what, roadmap) => {
    const [step] = planIn(withRoadmap(roadmap)).steps;
    expect([step?.notBefore, step?.approval.kind === "unclear"]).toEqual([null, false]);
  });
});

describe("what looks like a step and is none", () => {
  it.each([
    ["no space behind the box", "- [ ]b", "open b"],
    ["no space behind the box of a gate", "- [ ]✋ b", "open ✋ b"],
    ["nothing in the box", "- [] b", "open b"],
    ["nothing in the box and no space", "- []b", "open b"],
    ["too much in the box", "- [  ] b", "open b"],
    ["a tick with a space", "- [x ] b", "done b"],
    ["a space with a tick", "- [ X] b", "done b"],
    ["a tick and no space", "- [x]b", "done b"],
    ["a dash and no space", "- [-]b", "skipped b"],
    ["no space before the box", "-[ ] b", "open b"],
    ["no space behind a number", "1.[ ] b", "open b"],
    ["no list", "[ ] b", "open b"],
    ["no list, right below", "[ ] b", "open b"],
    ["a bullet of another program", "• [ ] b", "open b"],
    ["a dash of another program", "– [ ] b", "open b"],
    ["brackets that were made harmless", "- \\[ \\] b", "open b"],
    ["a box that was drawn", "- ☐ b", "open b"],
    ["a block id", "- []b ^s-1", "open b"],
    ["no box around a gate", "- ✋ b", "open ✋ b"],
    ["no box around another hand", "- 🖐 b", "open 🖐 b"],
    ["no box around the words", "- b (requires approval)", "open b (requires approval)"],
    ["a number and no box around a gate", "2) ✋ b", "open ✋ b"],
    ["a space that is none for Markdown", "-\u00A0[ ] ✋ b", "open ✋ b"],
    ["a space before it that is none", "\u00A0- [ ] ✋ b", "open ✋ b"],
    ["what nobody sees before it", "\u200B- [ ] ✋ b", "open ✋ b"],
    ["any mark and no space", "- [!]b", "open b"],
    ["a letter for a number", "a) [ ] b", "open b"],
    ["an arrow", "→ [ ] b", "open b"],
    ["wide brackets", "- ［ ］ b", "open b"],
    ["another drawn box", "- 🔲 b", "open b"],
    ["a dash right before a gate", "-✋ b", "open ✋ b"],
    ["a dot before a gate", "• ✋ b", "open ✋ b"],
    ["a long dash before a gate", "– ✋ b", "open ✋ b"],
    ["a number right before a gate", "1.✋ b", "open ✋ b"],
    ["a quoted gate", "> - [ ] ✋ b", "open ✋ b"],
    ["no dash before a gate that cites", "[ ] ✋ b [1]", "open ✋ b [1]"],
    ["no space behind a box of a line that cites", "- [ ]b [1]", "open b [1]"],
    ["no space behind the box of a line with a short link", "- [ ]✋ b [c](d.md)", "open ✋ b [c](d.md)"],
  ])("stops the plan there: %s", (_what, line, is) => {
    for (const [before, after] of [
      ["- [x] a\n", "\n- [ ] c"],
      ["- [x] a\n\n", "\n\n- [ ] c\n"],
    ]) {
      const plan = planIn(withRoadmap(`${before ?? ""}${line}${after ?? ""}`));
      const at = before === "- [x] a\n" ? 8 : 9;
      expect(plan.steps.map(({ state, text, approval }) => `${state} ${approval.kind} ${text}`)).toEqual([
        "done none a",
        is.replace(" ", " unclear "),
        "open none c",
      ]);
      expect(plan.steps[1]?.approval).toMatchObject({ kind: "unclear", line: at });
      expect(plan.steps[1]?.line).toBe(at - 1);
    }
  });

  it("is done where it is ticked, links or not", () => {
    expect(stepsIn("- [x]✋ a [b](c.md)\n- [x]✋ e [1]\n- [ ] d")).toEqual([
      "done unclear ✋ a [b](c.md)",
      "done unclear ✋ e [1]",
      "open none d",
    ]);
    expect(stepsIn("- [ ] a\n[ ] open, [x]: done\n☐ open [x]: done\n- [ ] d")).toEqual([
      "open none a",
      "open none d",
    ]);
  });

  it("takes along what stands beneath it", () => {
    expect(stepsIn("- ✋ a\n  - [ ] b\n- [ ] c")).toEqual(["open unclear ✋ a", "open none c"]);
    expect(stepsIn("- a (requires approval)\n\n  - [ ] b\n- c (requires approval)\n- [ ] d")).toEqual([
      "open none b",
      "open unclear c (requires approval)",
      "open none d",
    ]);
    expect(stepsIn("- []a\n  - [ ] b\n- [ ] c")).toEqual(["open unclear a", "open none c"]);
    expect(stepsIn("- [ ] a\n  []b\n  - ✋ c")).toEqual(["open hand a"]);
    expect(stepsIn("- Phase 1\n  - []a\n  - [ ] b")).toEqual(["open unclear a", "open none b"]);
    expect(stepsIn("- [ ] a\n[ ] ✋ b\n  ✋ c\n- [ ] d")).toEqual([
      "open none a",
      "open unclear ✋ b",
      "open none d",
    ]);
  });

  it("has an action block and no box", () => {
    expect(stepsIn(`- [x] a\n- Pay b\n${ACTION}\n- [ ] c`)).toEqual([
      "done none a",
      "open unclear Pay b",
      "open none c",
    ]);
    expect(planIn(withRoadmap(`- [x] a\n- Pay b\n${ACTION}\n- [ ] c`)).steps[1]).toMatchObject({
      line: 7,
      approval: { line: 9 },
    });
  });

  it("says how it is written", () => {
    expect(gateIn("- [] a")).toMatchObject({
      why: "the box of this step is malformed; write a dash, a space, a box with one character or a space in it, and a space",
    });
    expect(gateIn("- [ ] a\n- ✋ b", 2)).toMatchObject({
      why: "this looks like a step that needs approval, but it has no box; add one if it is a step, or remove the sign or words",
    });
    expect(gateIn(`- [ ] a\n- b\n${ACTION}`, 2)).toMatchObject({
      why: "this action block is under an item without a box; add a box to it",
    });
  });

  it("is left as it is", () => {
    for (const line of ["- [ ]✋ b ^s-1", "-[ ] b ^s-1", "- ✋ b ^s-1", "[ ] b ^s-1"])
      expect(withMark(line, "x")).toBe(line);
  });
});

describe("an open box that looks gated and stands outside the Roadmap", () => {
  const inNote = (before: string, after: string): readonly string[] =>
    planIn(
      `---\ntask_id: P-1\nstatus: Active\n---\n\n${before}\n\n## Roadmap\n- [x] a\n\n${after}\n`,
    ).steps.map(({ n, state, approval, text }) => `${String(n)} ${state} ${approval.kind} ${text}`);
  it.each([
    ["under another heading", "", "## Phase 2\n- [ ] ✋ Pay"],
    ["under another heading, mistyped", "", "## Phase 2\n- []✋ Pay"],
    ["before it", "## Context\n- [ ] ✋ Pay", ""],
    ["before any heading", "- [ ] Pay (requires approval)", ""],
    ["with an action", "", `# Next\n- [ ] Pay\n${ACTION}`],
  ])("stops the plan at its end: %s", (_what, before, after) => {
    expect(inNote(before, after).map((each) => each.replace(/ ✋| \(req.*/gu, ""))).toEqual([
      "1 done none a",
      "2 open unclear Pay",
    ]);
  });

  it("stays a step when it is ticked, so that ticking it changes nothing else", () => {
    expect(inNote("", "## Phase 0\n- [x] ✋ Pay\n- [x] Rest")).toEqual([
      "1 done none a",
      "2 done unclear ✋ Pay",
    ]);
  });

  it("has a number of its own, wherever it stands", () => {
    expect(inNote("## Context\n- [ ] ✋ One", "## Later\n- [ ] ✋ Two")).toEqual([
      "1 done none a",
      "2 open unclear ✋ One",
      "3 open unclear ✋ Two",
    ]);
  });

  it("is found beneath an item without a box", () => {
    expect(inNote("", `## Later\n- ✋ Payments\n    - [ ] ✋ Pay\n`)).toEqual([
      "1 done none a",
      "2 open unclear ✋ Pay",
    ]);
  });

  it("says so", () => {
    expect(
      planIn("---\ntask_id: P-1\nstatus: Active\n---\n## Roadmap\n- [x] a\n## B\n- [ ] ✋ c").steps[1]
        ?.approval,
    ).toEqual({
      kind: "unclear",
      line: 8,
      why: "this looks like a step that needs approval, but it is outside the Roadmap; move it there, or remove the sign or words",
    });
  });

  it.each([
    ["one without a gate", "## Shopping\n- [ ] Milk\n- []b"],
    ["one in a quote", "## Notes\n> - [ ] ✋ Pay"],
    ["an item without a box", "## Notes\n- ✋ asks first"],
    ["one of a question", "## Questions\n- Pay ✋? ^q-ab-s-1\n    - [ ] Ask again ✋"],
    ["a line of the log", "## Reasoning Logs\n- [ ] ✋ Pay"],
  ])("is not %s", (_what, after) => {
    expect(inNote("", after)).toEqual(["1 done none a"]);
  });
});

describe("a gate", () => {
  it.each(["✋ a", "a ✋", "a✋b", "✋🏿 a", "✋\uFE0F a", "‚úã a", "âœ‹ a", "a %% ✋ %%"])(
    "is seen in %j",
    (text) => {
      expect(gateIn(`- [ ] ${text}`)).toEqual({ kind: "hand" });
    },
  );

  it.each([
    ["a nested box", "- [ ] a\n  - [ ] ✋ b"],
    ["a nested box that is ticked", "- [ ] a\n  - [x] ✋ b"],
    ["words beneath", "- [ ] a\n  first ✋"],
    ["words that go on without indentation", "- [ ] a\nand ✋ b"],
    ["a quote beneath", "- [ ] a\n  > ✋ b"],
    ["after a blank line", "- [ ] a\n\n  ✋ b"],
  ])("is seen in %s", (_what, roadmap) => {
    expect(gateIn(roadmap)).toEqual({ kind: "hand" });
  });

  it.each([
    ["another step", "- [ ] a\n- [ ] ✋ b"],
    ["a paragraph after the list", "- [ ] a\n\n✋ b"],
    ["a fence that is no action", "- [ ] a\n  ```\n  ✋\n  ```"],
    ["a comment of its own", "- [ ] a\n  %% ✋ %%"],
  ])("is not taken from %s", (_what, roadmap) => {
    expect(gateIn(roadmap)).toEqual({ kind: "none" });
  });

  it.each([
    ["another hand", "- [ ] 🖐 a", 7, "but has no ✋"],
    ["a stop sign beneath", "- [ ] a\n  - 🛑 b", 7, "but has no ✋"],
    ["another short code", "- [ ] :hand: a", 7, "but has no ✋"],
    ["an entity", "- [ ] &#9995; a", 7, "but has no ✋"],
    ["an entity of hexadecimal digits", "- [ ] &#x270b; a", 7, "but has no ✋"],
    ["the shortest words without the sign", "- [ ] Send mail (needs approval)", 7, "but has no ✋"],
    ["words in capitals without the sign", "- [ ] Send mail (REQUIRES APPROVAL)", 7, "but has no ✋"],
    ["a short code", "- [ ] :raised_hand: a", 7, "but has no ✋"],
    ["the words without the sign", "- [ ] ? Send mail (requires human approval)", 7, "but has no ✋"],
    [
      "a block that is not indented",
      `- [ ] ✋ a\n${ACTION.replace(/^ {4}/gm, "")}`,
      8,
      "this action block is not indented under the step; indent it by four spaces",
    ],
    [
      "a block that is not indented, after an empty line",
      `- [ ] ✋ a\n\n${ACTION.replace(/^ {4}/gm, "")}\n- [ ] b`,
      9,
      "not indented under the step",
    ],
    [
      "a block that is indented too little",
      `- [ ] ✋ a\n${ACTION.replace(/^ {4}/gm, " ")}`,
      8,
      "not indented under the step",
    ],
    [
      "a block that is not indented, without the sign",
      `- [ ] a\n${ACTION.replace(/^ {4}/gm, "")}`,
      8,
      "not indented under the step",
    ],
    [
      "two blocks, one of them not indented",
      `- [ ] a\n${ACTION}\n${ACTION.replace(/^ {4}/gm, "")}`,
      17,
      "not indented under the step",
    ],
    ["two blocks", `- [ ] a\n${ACTION}\n${ACTION}`, 17, "two action blocks"],
    [
      "a block that is not YAML",
      "- [ ] a\n    ```action\n    type: email\n    target: a: b\n    ```",
      10,
      "holds a colon, so it needs quotes",
    ],
    ["a block in a quote", "- [ ] a\n    > ```action\n    > type: email\n    > ```", 9, "not valid YAML"],
    ["a block that is never closed", "- [ ] a\n    ```action\n    type: email", 8, "never closed"],
    ["a block closed by another sign", "- [ ] a\n    ```action\n    type: email\n    ~~~", 8, "never closed"],
    ["a day that is none", "- [ ] ✋ a ⏳ 2026-13-01", 7, "what follows ⏳ is not a real day"],
    ["a day that is cut off", "- [ ] ✋ a ⏳ 2026-3-1", 7, "not a real day"],
    ["a day of another month", "- [ ] ✋ a ⌛ 2026-02-30", 7, "write it like ⌛ 2026-03-03, or remove ⌛"],
    ["a day in words", "- [ ] ✋ a ⏳ next week", 7, "not a real day"],
    ["a day in another order", "- [ ] ✋ a 🛫 03.03.2026", 7, "write it like 🛫 2026-03-03"],
    ["a week", "- [ ] ✋ a ⏳ [[2026-W10]]", 7, "not a real day"],
    ["a sign that waits without a day", "- [ ] ✋ a ⏳", 7, "not a real day"],
    ["two days of which one is none", "- [ ] ✋ a ⏳ 2026-03-03 🛫 2026-03-32", 7, "what follows 🛫"],
    ["a field without a day", "- [ ] ✋ a [scheduled:: ]", 7, "what follows scheduled:: is not a real day"],
    ["a field with words", "- [ ] ✋ a (start:: soon)", 7, "write it like [start:: 2026-03-03]"],
    ["a day that is none beneath", `- [ ] a\n    ⏳ tomorrow\n${ACTION}`, 8, "not a real day"],
  ])("that looks like %s is unclear and never runs", (_what, roadmap, line, why) => {
    const gate = gateIn(roadmap);
    expect(gate).toMatchObject({ kind: "unclear", line });
    expect((gate as { why: string }).why).toContain(why);
  });
});

describe("an action beneath a step", () => {
  const expected = {
    kind: "action",
    action: {
      type: "email",
      target: "a@example.com",
      args: { body: "Dear A,\n\nthanks\n" },
      attachments: [],
    },
  };
  it.each([
    ["as shown in the manual", `- [ ] ✋ a\n${ACTION}`],
    ["without the sign", `- [ ] a\n${ACTION}`],
    ["with CRLF", `- [ ] a\r\n${ACTION.replace(/\n/g, "\r\n")}`],
    ["two columns in", `- [ ] a\n${ACTION.replace(/^ {4}/gm, "  ")}`],
    ["eight columns in", `- [ ] a\n${ACTION.replace(/^(?=.)/gm, "    ")}`],
    ["by a tab", `- [ ] a\n${ACTION.replace(/^ {4}/gm, "\t")}`],
    ["in tildes", `- [ ] a\n${ACTION.replace(/```/g, "~~~")}`],
    ["in longer fences", `- [ ] a\n${ACTION.replace(/```/g, "`````")}`],
    ["after words and a blank line", `- [ ] a\n  words\n\n${ACTION}`],
    ["beneath a nested item", `- [ ] a\n  - b\n${ACTION}`],
    ["beneath a number", `1. [ ] a\n${ACTION}`],
    ["beneath a number, two columns in", `1. [ ] a\n${ACTION.replace(/^ {4}/gm, "  ")}`],
    ["with words beneath it", `- [ ] a\n${ACTION}\n    words\n- [ ] b`],
  ])("is read %s", (_what, roadmap) => {
    expect(said(gateIn(roadmap) ?? {})).toEqual(expected);
  });

  it("may hold ticks of its own, further in", () => {
    const roadmap =
      "- [ ] a\n    ```action\n    type: email\n    args:\n      body: |\n        ```js\n        x\n        ```\n        end\n    ```";
    expect(gateIn(roadmap)).toMatchObject({
      kind: "action",
      action: { args: { body: "```js\nx\n```\nend\n" } },
    });
  });

  it("is not taken from outside the step", () => {
    expect(gateIn(`- [ ] ✋ a\n\nAn example:\n\n${ACTION.replace(/^ {4}/gm, "")}`)).toEqual({ kind: "hand" });
    expect(gateIn(`- [ ] ✋ a\n- [ ] b\n${ACTION}`)).toEqual({ kind: "hand" });
    expect(gateIn(`- [ ] ✋ a\n\n${ACTION.replace(/^ {4}/gm, "").replace("action", "text")}`)).toEqual({
      kind: "hand",
    });
    expect(gateIn(`- [ ] ✋ a\n\n    \`\`\`\`\n${ACTION}\n    \`\`\`\``)).toEqual({ kind: "hand" });
    expect(gateIn(`- [ ] ✋ a\n    <!--\n${ACTION}\n    -->`)).toEqual({ kind: "hand" });
  });

  it("is refused when all of a plan's blocks are too long together", () => {
    const long = (n: number): string =>
      `- [ ] a${String(n)}\n    \`\`\`action\n    type: other\n    args: {a: ${"x".repeat(ACTION_LIMIT - 100)}}\n    \`\`\`\n`;
    expect(planIn(withRoadmap(long(1) + long(2) + long(3))).steps.map((step) => step.approval.kind)).toEqual([
      "action",
      "action",
      "unclear",
    ]);
  });
});

describe("the hash of a step", () => {
  const words = fc.stringMatching(/^[A-Za-z✋é .,:()#^~[\]-]{0,30}$/);
  it("stays when the box is ticked, an id is added, or the list is written otherwise", () => {
    fc.assert(
      fc.property(
        words,
        fc.constantFrom(" ", "x", "-"),
        fc.constantFrom("- ", "* ", "12. "),
        (text, mark, marker) => {
          const before = planIn(withRoadmap(`- [ ] ${text}`)).steps[0];
          const after = planIn(withRoadmap(`${marker}[${mark}] ${text} ^s-7f3a`)).steps[0];
          fc.pre(before !== undefined && before.id === null);
          expect(after).toMatchObject({ text: before.text, id: "s-7f3a" });
          expect(hashOf(after)).toBe(hashOf(before));
        },
      ),
      { numRuns: 300 },
    );
    expect(hashIn(`- [x] a ^s-1\n${ACTION.replace(/^ {4}/gm, "  ")}`)).toBe(hashIn(`- [ ] a\n${ACTION}`));
    expect(hashIn("- [ ] a   \r")).toBe(hashIn("- [ ] a"));
    expect(hashIn("- [ ] cafe\u0301")).toBe(hashIn("- [ ] café"));
  });

  it("changes with the words and with every part of the action", () => {
    const all = [
      "- [ ] a",
      "- [ ] b",
      "- [ ] A",
      "- [ ] a ⏳ 2026-03-03",
      `- [ ] a\n${ACTION}`,
      ...["type: email|type: other", "a@example.com|b@example.com", "Dear A|Dear B", "body|text"].map(
        (each) => {
          const [from = "", to = ""] = each.split("|");
          return `- [ ] a\n${ACTION.replace(from, to)}`;
        },
      ),
    ];
    expect(new Set(all.map((roadmap) => hashIn(roadmap))).size).toBe(all.length);
  });

  it("is not moved by remarks, nested boxes or other steps", () => {
    expect(hashIn("- [ ] z\n- [ ] a\n  - [ ] b\n  words", 2)).toBe(hashIn("- [ ] a"));
  });
});

describe("the name of a step", () => {
  it("ends between words, and never within a character", () => {
    const words = `Write ${"to the neighbours ".repeat(5)}`;
    expect(stepName({ n: 1, text: words })).toBe(
      "step 1 “Write to the neighbours to the neighbours to the neighbours…”",
    );
    expect(encodeURIComponent(stepName({ n: 1, text: "🎉".repeat(100) }))).toContain("%E2%80%A6");
  });
});
