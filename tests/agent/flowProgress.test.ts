/** The lines at the top of a plan with a flow: true as the plan is, and nobody else’s words are touched. */
import { expect, test } from "vitest";
import { readFlow } from "../../src/flow/readFlow";
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan } from "../../src/note/plan/plan";
import { NOTHING_SPENT } from "../../src/kit/ports/spent";
import { keepProgress, keepStatus, withMarks } from "../../src/agent/flow/marks";
import { progressLines } from "../../src/agent/flow/progress";

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

function linesFor(plan: Plan, text = FLOW, more: { readonly result?: string } = {}): readonly string[] {
  const read = readFlow("Flows/Two.md", text);
  if (read.kind === "bad") throw new Error(read.faults[0]?.says);
  const spent = { ...NOTHING_SPENT, turns: 4, tokens: 900, usd: 0.42 };
  const facts = { flow: read.flow, spent, show: () => "2026-03-01 11:00", result: null, folder: "Work/p" };
  return progressLines({ ...facts, ...more }, plan);
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

test("words of a task and of a step are escaped once", () => {
  const plan = planOf(
    ["- [x] List ^f-list", "- [x] Do, task by task ^f-do", "- [ ] Do: Pay \\$5 \\& use \\`x\\` ^f-do--i1"],
    "Active",
  );
  expect(linesFor(plan)[2]).toBe("1. ▸ Pay \\$5 \\& use \\`x\\`");
});

test("a link to the result: the note that is kept, else the last file once an agent wrote it", () => {
  const short = "```flow\nsteps:\n  - step: draft\n  - step: keep\n    ask: confirm\n```\n";
  const plan = (draft: string, log: readonly string[] = []): Plan =>
    planOf([`- [${draft}] Draft ^f-draft`, "- [ ] Keep ^f-keep--ask"], "Active", log);
  expect(linesFor(plan(" "), short)[0]).not.toContain("**Result:**");
  // A person may have ticked it without a file.
  expect(linesFor(plan("x"), short)[0]).not.toContain("**Result:**");
  const written = plan("x", ["ticked, step f-draft, text abc"]);
  expect(linesFor({ ...written, log: byAgent(written) }, short)[0]).toContain(
    " · **Result:** [[Work/p/draft|draft]] · ",
  );
  expect(linesFor(plan(" "), short, { result: "Reasoning/Lisbon.md" })[0]).toContain(
    " · **Result:** [[Reasoning/Lisbon|Lisbon]] · ",
  );
});

function byAgent({ log }: Plan): Plan["log"] {
  return { ...log, entries: log.entries.map((each) => ({ ...each, actor: "Agent" as const })) };
}

const [begin = ""] = withMarks([]);
/** The lines between their marks, each with this end. */
const marked = (lines: readonly string[], eol = "\n"): string =>
  withMarks(lines)
    .map((each) => `${each}${eol}`)
    .join("");
const endOf = (...lines: readonly string[]): string => withMarks(lines).at(-1) ?? "";

test.each([
  ["a mark is gone", `Mine\n${begin}\nold\n\nTheirs\n`],
  ["a mark is there twice", `${marked(["old"])}${marked(["old"])}`],
  ["the marks are in a code block", `\`\`\`\n${marked(["old"])}\`\`\`\n`],
  ["the end comes first", `${endOf("old")}\nold\n${begin}\n`],
  ["there are none", "old\n"],
])("nothing is written where %s", (_what, text) => {
  expect(keepProgress(text, ["new"])).toBe(text);
  expect(keepStatus(text, { status: "Cancelled", flow: "two" })).toBe(text);
});

const OLD = ["**Status:** Active, task 1 of 3 · rest", "", "1. ▸ One", "2. Two"];

test.each(["\n", "\r\n", "\r"])("all around the marks stays as it is, with its line ends %j", (eol) => {
  const around = (lines: readonly string[]): string =>
    `---${eol}x: 1${eol}---${eol}${eol}Mine ${eol}${marked(lines, eol)}${eol}# Mine, too`;
  const text = around(OLD);
  expect(keepProgress(text, ["new", "", "1. two"])).toBe(around(["new", "", "1. two"]));
  expect(keepProgress(text, OLD)).toBe(text);
  expect(keepStatus(text, { status: "Cancelled", flow: "two" })).toBe(
    around(["**Status:** Cancelled · rest", ...OLD.slice(1)]),
  );
  expect(keepStatus(text, { status: "Active", flow: "two" })).toBe(text);
  // Whoever takes the flow away has a plan without tasks.
  expect(keepStatus(text, { status: "Active", flow: null })).toBe(around(["**Status:** Active"]));
});

test("a note whose line ends sync or an editor changed is known all the same", () => {
  const text = marked(OLD).replace(/\n/g, "\r\n");
  expect(keepProgress(text, ["new"])).toBe(marked(["new"], "\r\n"));
});

test("a person's own lines between the marks are put behind them, once", () => {
  const [status = "", , one = ""] = OLD;
  const own = [status, "My note", "", one, "3. Buy milk", "- [ ] My own step", "", "2. Two"];
  const text = `${begin}\n${own.join("\n")}\n${endOf(...OLD)}\nMine\n`;
  const after = "My note\n\n3. Buy milk\n- [ ] My own step\nMine\n";
  const kept = keepProgress(text, ["**Status:** Done"]);
  expect(kept).toBe(`${marked(["**Status:** Done"])}${after}`);
  expect(keepProgress(kept, ["**Status:** Done"])).toBe(kept);
  const changed = keepStatus(text, { status: "Cancelled", flow: "two" });
  expect(changed).toContain(`-->\n${after}`);
  expect(keepStatus(changed, { status: "Cancelled", flow: "two" })).toBe(changed);
});

test.each([
  ["1. A list of mine"],
  ["2. ✓ Two: Review ✓"],
  ["And 3 more tasks."],
  ["**Status:** mine"],
  ["1. ▸ One, and call Ana"],
  ["2. Two"],
  ["> quoted"],
  ["    code"],
])("no line of a person is lost, also one of our form: %s", (line) => {
  for (let at = 0; at <= OLD.length; at += 1) {
    const text = [begin, ...OLD.slice(0, at), line, ...OLD.slice(at), endOf(...OLD)].join("\n");
    for (const kept of [
      keepProgress(text, ["new"]),
      keepStatus(text, { status: "Done", flow: "two" }),
      keepStatus(text, { status: "Done", flow: null }),
    ])
      expect(kept.split("-->").at(-1)?.split("\n")).toEqual(["", line, ""]);
  }
});

test("a line in which the app changed the target of a link is still ours", () => {
  const lines = ["**Status:** Active · **Result:** [[Reasoning/Lisbon|Lisbon]] · rest"];
  const text = marked(lines).replace("Reasoning/Lisbon", "Reasoning/Approved/Lisbon, again");
  expect(keepProgress(text, lines)).toBe(marked(lines));
});

test("a line of ours that a person went on writing in is theirs", () => {
  const text = marked(OLD).replace("2. Two", "2. Two, after the call");
  expect(keepProgress(text, OLD)).toBe(`${marked(OLD)}2. Two, after the call\n`);
});
