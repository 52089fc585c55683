/** The files of a task bear the names that the task has for them, and the steps behind a loop get all of them. */
import { expect, test } from "vitest";
import { readFlow } from "../../src/flow/readFlow";
import { readLineId } from "../../src/flow/lineId";
import { readsOf, shownFiles } from "../../src/flow/reads";
import { filesWritten, type Around } from "../../src/flow/stepFiles";
import { stepNamed } from "../../src/flow/route";
import { parsePlan } from "../../src/note/plan/parse";

const read = readFlow(
  "f.md",
  `\`\`\`flow
steps:
  - step: plan
    agent: planner
    answer: tasks
  - step: do
    loop: { over: plan.md, with: [look] }
    reads: [plan.md]
  - step: review
    reads: [do.md]
    check: { output: APPROVED }
    on_fail: do
  - step: look
    ask: confirm
    question: Is it right?
  - step: report
\`\`\`
`,
);
if (read.kind === "bad") throw new Error("the flow is bad");
const { flow } = read;

function aroundOf(tasks: readonly string[]): Around {
  const names = ["A", "B", "C"];
  const list = tasks.map((files, at) => `## ${names[at] ?? ""}\n\n- Files: ${files}\n`).join("\n");
  const lines = names.flatMap((name, at) => {
    const n = String(at + 1);
    const mark = at < 2 ? "x" : "-";
    return [`- [${mark}] Do: ${name} ^f-do--i${n}`, `- [${mark}] Review: ${name} ^f-review--i${n}`];
  });
  const parsed = parsePlan(
    "Plans/p.md",
    `---\ntask_id: p\nstatus: Active\n---\n# P\n\n## Roadmap\n\n${lines.join("\n")}\n- [ ] Report ^f-report\n`,
  );
  if (parsed.kind !== "plan") throw new Error(parsed.kind);
  return { flow, plan: parsed.plan, files: new Map([["plan.md", list]]) };
}
const step = (name: string): NonNullable<ReturnType<typeof stepNamed>> => stepNamed(flow, name)!;
const line = (id: string): NonNullable<ReturnType<typeof readLineId>> => readLineId(id)!;

test.each([
  ["its own name", "rota.md", ["rota.md"]],
  ["several", "rota.md, rota.csv", ["rota.md", "rota.csv"]],
  ["a path", "out/rota.md", ["rota.md"]],
  ["none", "", ["do-1.md"]],
  ["one that no agent may write", "rota.js, ../AGENTS.md", ["do-1.md"]],
  ["the file of another step", "Plan.md", ["do-1.md"]],
  ["the file that another task would have", "do-2.md", ["do-1.md"]],
  ["more than five", "a.md, b.md, c.md, d.md, e.md, f.md", ["a.md", "b.md", "c.md", "d.md", "e.md"]],
])("a task with %s as its file", (_what, files, written) => {
  expect(filesWritten(step("do"), 1, aroundOf([files]))).toEqual(written);
});

test("a review within the loop gets the work of its task, and the step behind the loop that of all that are done", () => {
  const around = aroundOf(["rota.md", "", "left.md"]);
  expect(readsOf(step("review"), line("f-review--i1"), around)).toEqual(["rota.md"]);
  expect(readsOf(step("review"), line("f-review--i2"), around)).toEqual(["do-2.md"]);
  expect(readsOf(step("do"), line("f-do--i1--a2"), around)).toEqual(["plan.md", "rota.md"]);
  expect(readsOf(step("report"), line("f-report"), around)).toEqual(["rota.md", "do-2.md"]);
  expect(shownFiles(step("look"), line("f-look--i1"), around)).toEqual(["rota.md"]);
});

test("a task gets the files of the tasks that it names", () => {
  const around = aroundOf(["rota.md", "letter.md\n\nRead rota.md first"]);
  expect(readsOf(step("do"), line("f-do--i2"), around)).toEqual(["plan.md", "rota.md"]);
});
