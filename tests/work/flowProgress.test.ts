/** The lines at the top of a plan with a flow: true as the plan is, and nobody else’s words are touched. */
import { expect, test } from "vitest";
import { readFlow } from "../../src/flow/readFlow";
import { parsePlan } from "../../src/plan/parse";
import type { Plan } from "../../src/plan/plan";
import { NOTHING_SPENT } from "../../src/ports/spent";
import { keepProgress, keepStatus, progressLines, withMarks } from "../../src/work/flow/progress";

const FLOW = `\`\`\`flow
steps:
  - step: list
    phase: Before
  - step: do
    phase: Work
    loop: list.md
  - step: review
    check: { output: OK }
    on_fail: do
\`\`\`
`;

function planOf(roadmap: readonly string[], status = "Active", log: readonly string[] = []): Plan {
  const marks = ["started", ...log].map((each) => `- [2026-03-01T10:00:00Z] Human: Did — so. (${each})`);
  const read = parsePlan(
    "Plans/P.md",
    `---\ntask_id: P-1\nstatus: ${status}\nagent: auto\n---\n\n## Roadmap\n\n${roadmap.join("\n")}\n\n## Reasoning Logs\n${marks.join("\n")}\n`,
  );
  if (read.kind !== "plan") throw new Error(read.kind);
  return read.plan;
}

function linesFor(plan: Plan, text = FLOW): readonly string[] {
  const read = readFlow("Flows/Two.md", text);
  if (read.kind === "bad") throw new Error(read.faults[0]?.says);
  const spent = { ...NOTHING_SPENT, turns: 4, tokens: 900, usd: 0.42 };
  return progressLines({ flow: read.flow, spent, show: () => "2026-03-01 11:00" }, plan);
}

test("where the plan is, and how the last review of each task ended", () => {
  const plan = planOf(
    [
      "- [x] List ^f-list",
      "- [x] Do, task by task ^f-do",
      "- [x] Do: One ^f-do--i1",
      "- [x] Review: One ^f-review--i1",
      "- [x] Do: Two ^f-do--i2",
      "- [x] Review: Two ^f-review--i2",
      "- [ ] Do: Two — again: 1 finding ^f-do--i2--a2",
      "- [ ] Review: Two — again ^f-review--i2--a2",
      "- [ ] Do: Three ^f-do--i3",
      "- [ ] Review: Three ^f-review--i3",
    ],
    "Active",
    ["failed, step f-review--i2, note 1, text abc"],
  );
  expect(linesFor(plan)).toEqual([
    "**Status:** Active, task 2 of 3 · **Phase:** Work · **Cost:** \\$0.42 up to this step · **Started:** 2026-03-01 11:00",
    "",
    "1. ✓ One: Review ✓",
    "2. ▸ Two: Review 1 finding",
    "3. Three",
  ]);
});

test("before its tasks are known, and after its end", () => {
  expect(linesFor(planOf(["- [ ] List ^f-list", "- [ ] Do ^f-do"], "Blocked"))[0]).toContain(
    "**Status:** Blocked, step 1 of 2 · **Phase:** Before · **Cost:** \\$0.42 · ",
  );
  expect(linesFor(planOf(["- [x] List ^f-list", "- [-] Do ^f-do"], "Done"))).toEqual([
    "**Status:** Done, 1 step done, 1 left out · **Cost:** \\$0.42 · **Started:** 2026-03-01 11:00 · **Took:** 0 minutes",
  ]);
});

test("rounds are called rounds", () => {
  const text = "```flow\nsteps:\n  - step: think\n    loop: { times: 2 }\n```\n";
  const rounds = (a: string, b: string): Plan =>
    planOf(
      ["- [x] Think, round by round ^f-think", `- [${a}] Think ^f-think--i1`, `- [${b}] Think ^f-think--i2`],
      b === "x" ? "Done" : "Active",
    );
  expect(linesFor(rounds("x", " "), text)[0]).toContain("**Status:** Active, round 2 of 2 · ");
  expect(linesFor(rounds("x", "x"), text)[0]).toContain("**Status:** Done, 2 rounds done · ");
});

const [begin = "", , end = ""] = withMarks(["x"]);

test.each([
  ["a mark is gone", `Mine\n${begin}\nold\n\nTheirs\n`],
  ["a mark is there twice", `${begin}\nold\n${end}\n${begin}\nold\n${end}\n`],
  ["the marks are in a code block", `\`\`\`\n${begin}\nold\n${end}\n\`\`\`\n`],
  ["the end comes first", `${end}\nold\n${begin}\n`],
  ["there are none", "old\n"],
])("nothing is written where %s", (_what, text) => {
  expect(keepProgress(text, ["new"])).toBe(text);
  expect(keepStatus(text, { status: "Cancelled", flow: "two" })).toBe(text);
});

test("all around the marks stays as it is, with its line ends", () => {
  const text = `---\r\nx: 1\r\n---\r\n\r\nMine \r\n${begin}\r\n**Status:** Active, task 1 of 3 · rest\r\n${end}\r\n\r\n# Mine, too`;
  expect(keepProgress(text, ["new", "", "1. two"])).toBe(
    text.replace("**Status:** Active, task 1 of 3 · rest", "new\r\n\r\n1. two"),
  );
  expect(keepStatus(text, { status: "Cancelled", flow: "two" })).toBe(
    text.replace("Active, task 1 of 3", "Cancelled"),
  );
  expect(keepStatus(text, { status: "Active", flow: "two" })).toBe(text);
  // Whoever takes the flow away has a plan without tasks.
  expect(keepStatus(text, { status: "Active", flow: null })).toBe(
    text.replace("Active, task 1 of 3 · rest", "Active"),
  );
});

test("a person's own lines between the marks are put behind them, once", () => {
  const text = `${begin}\n**Status:** Active, step 1 of 2\nMy note\n\n1. ▸ One\n- [ ] My own step\n\nAnd 1 more task.\n${end}\nMine\n`;
  const after = `${end}\nMy note\n\n- [ ] My own step\nMine\n`;
  const kept = keepProgress(text, ["**Status:** Done"]);
  expect(kept).toBe(`${begin}\n**Status:** Done\n${after}`);
  expect(keepProgress(kept, ["**Status:** Done"])).toBe(kept);
  const status = keepStatus(text, { status: "Cancelled", flow: "two" });
  expect(status).toContain(after);
  expect(keepStatus(status, { status: "Cancelled", flow: "two" })).toBe(status);
});
