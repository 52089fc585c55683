/**
 * The flows that are built in, from start to end, with a model that writes what each step asks for and a person who
 * answers.
 */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { says, type FakeAnswer } from "../fakes/models";
import { settle, type Bench } from "./desk";
import { planOf, roadmap } from "./flowBench";
import { answerAsAlways, benchFor, diligent, play as playOn, start, taskIn, type Play } from "./flowPlay";

async function play(flow: string, inputs: Play["inputs"], boxes: Play["boxes"] = {}): Promise<Bench> {
  const bench = benchFor();
  await playOn(bench, { flow, inputs, boxes });
  return bench;
}

/** From the log on, with the questions. */
function logOf(bench: Bench): string {
  const [, log = ""] = (bench.vault.text(planOf(bench).path) ?? "").split("## Reasoning Logs");
  return log;
}

/** The lines between the marks at the top of the plan. */
function topOf(bench: Bench): string {
  const text = bench.vault.text(planOf(bench).path) ?? "";
  return (
    /\n---\n\n<!-- planwright:progress begin.*-->\n([^]*?)\n<!-- planwright:progress end [0-9a-f ]+ -->\n\n# Objective\n/.exec(
      text,
    )?.[1] ?? ""
  );
}

test("deep-reasoning goes through its rounds, and ends with what the person decides", async () => {
  const bench = await play("deep-reasoning", { topic: "Should we move?", rounds: "2" });
  expect(roadmap(bench)).toEqual([
    "[x] Put the question into words",
    "[x] Agree to the question",
    "[x] Reason about it",
    "[x] Criticise, round by round",
    "[x] Criticise: round 1",
    "[x] Revise: round 1",
    "[x] Criticise: round 2",
    "[x] Revise: round 2",
    "[x] Bring it together",
    "[x] What becomes of it",
  ]);
});

test("deep-reasoning does one more round where the person wants it, and leaves out what was switched off", async () => {
  const bench = await play(
    "deep-reasoning",
    { topic: "Should we move?", rounds: "1", validate: "no" },
    { "What now?": 2 },
  );
  expect(roadmap(bench).slice(0, 12)).toEqual([
    "[x] Put the question into words",
    "[-] Agree to the question",
    "[x] Reason about it",
    "[x] Criticise, round by round",
    "[x] Criticise: round 1",
    "[x] Revise: round 1",
    "[x] Bring it together",
    "[x] What becomes of it",
    "[x] Criticise once more",
    "[x] Revise once more",
    "[x] Bring it together — again",
    "[x] What becomes of it — again",
  ]);
});

test("what the person sends back is done again as they said, which nobody calls a finding", async () => {
  const bench = await play(
    "deep-reasoning",
    { topic: "Should we move?", rounds: "1" },
    { "capture what you mean": 2 },
  );
  expect(roadmap(bench).slice(0, 4)).toEqual([
    "[x] Put the question into words",
    "[x] Agree to the question",
    "[x] Put the question into words — again: as you said",
    "[x] Agree to the question — again",
  ]);
  expect(logOf(bench)).toContain("The flow added steps — You answered so at “Agree to the question”.");
});

test("design-to-done asks, plans, does and reviews each task, and reports", async () => {
  const bench = await play("design-to-done", { topic: "A talk on bees" });
  expect(planOf(bench)).toMatchObject({ status: "Done", blockedReason: null });
  expect(roadmap(bench).slice(0, 8)).toEqual([
    "[x] Look around",
    "[x] Questions",
    "[x] Your answer: Questions",
    "[x] Approaches",
    "[x] Your answer: Approaches",
    "[x] Design",
    "[x] Your answer: Design",
    "[x] Write the plan",
  ]);
  expect(roadmap(bench).filter((each) => each.includes(": Write the opening"))).toEqual([
    "[x] Do: Write the opening",
    "[x] Review: Write the opening",
    "[x] Do: Write the opening — again: 1 finding",
    "[x] Review: Write the opening — again",
  ]);
  const log = logOf(bench);
  expect(log).toContain(
    "2 tasks for “Do”, without “Review once”, “Spec review”, “Quality review”, “More reviews: risk review”, “More reviews: reader review”, “Look at the task”, “Look at the tasks”, as you answered.",
  );
  expect(log).toContain("The person answers: Friends · In May.");
  expect(topOf(bench)).toMatch(
    /^\*\*Status:\*\* Done, 2 tasks done · \*\*Cost:\*\* .* · \*\*Started:\*\* 2026-03-\d\d \d\d:\d\d UTC · \*\*Took:\*\* [^·]*\n\n1\. ✓ Write the opening \[\[.*\|opening\]\]: Review ✓\n2\. ✓ Write the end \[\[.*\|end\]\]: Review ✓$/,
  );
  const asked = log.slice(log.indexOf("\n- Do you approve plan.md?"));
  expect(/\n {4}- Note: .*/.exec(asked)?.[0]).toContain("|plan]]");
  const file = (name: string): string =>
    Object.entries(bench.vault.files()).find(([path]) => path.endsWith(`/${name}`))?.[1] ?? "";
  expect(file("opening.md")).toContain("Words of opening.md.");
  expect(file("report.md")).toContain("Words of report.md.");
  const report = taskIn(bench.models.asked.at(-1)!);
  for (const name of ["opening.md", "end.md"]) expect(report).toContain(`## The file ${name}`);
});

test("design-to-done reviews each task once where the person wants that, and looks at it with them", async () => {
  const bench = await play(
    "design-to-done",
    { topic: "A talk on bees", strict: "once", pace: "after each task" },
    {},
  );
  expect(roadmap(bench).filter((each) => each.includes(": Write the end"))).toEqual([
    "[x] Do: Write the end",
    "[x] Review once: Write the end",
    "[x] Look at the task: Write the end",
  ]);
});

test("design-to-done asks after as many tasks as the person says, and lets more reviewers look where they want it", async () => {
  const bench = await play(
    "design-to-done",
    { topic: "A talk on bees", strict: "by four reviewers", pace: "after every few tasks", every: "2" },
    {},
  );
  const ofTasks = roadmap(bench).filter((each) => /: Write the (?:opening|end)/.test(each));
  expect(ofTasks.map((each) => each.replace("Write the ", ""))).toEqual([
    "[x] Do: opening",
    "[x] Spec review: opening",
    "[x] Quality review: opening",
    "[x] More reviews: risk review: opening",
    "[x] More reviews: reader review: opening",
    "[x] Do: end",
    "[x] Spec review: end",
    "[x] Quality review: end",
    "[x] More reviews: risk review: end",
    "[x] More reviews: reader review: end",
    "[x] Look at the tasks: end",
  ]);
});

test("what the last review finds is mended in the files that it names, and reviewed again", async () => {
  const models = (question: ModelQuestion): FakeAnswer => {
    const { step } = question.about;
    if (step === "Review across the tasks")
      return says("Look.", ["finish_step", { summary: "- end.md: rude" }]);
    if (!step.startsWith("Mend")) return diligent(question);
    return question.messages.length === 1
      ? says("I mend it.", ["write_work_file", { name: "end.md", text: "Goodbye, dear.\n" }])
      : says("Done.", ["finish_step", { summary: "Mended." }]);
  };
  const bench = benchFor({}, models);
  await start(bench, { flow: "design-to-done", inputs: { topic: "A talk on bees" } });
  while (answerAsAlways(bench)) await settle(bench);
  expect(roadmap(bench).slice(-4)).toEqual([
    "[x] Review across the tasks",
    "[x] Mend what the last review found",
    "[x] Review across the tasks — again",
    "[x] Write the report",
  ]);
  const mending = taskIn(bench.models.asked.find(({ about }) => about.step.startsWith("Mend"))!);
  expect(mending).toContain("<data>\n- end.md: rude\n</data>");
  expect(mending).toContain("Write those that have to change of the work files “opening.md” and “end.md”");
  expect(planOf(bench).status).toBe("Done");
});
