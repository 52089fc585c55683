/**
 * The flows that are built in, from start to end, with a model that writes what each step asks for and a person who
 * answers.
 */
import { expect, test } from "vitest";
import type { Bench } from "./desk";
import { planOf, roadmap } from "./flowBench";
import { benchFor, play as playOn, taskIn, type Play } from "./flowPlay";

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
    "[x] Spec review: Write the opening",
    "[x] Quality review: Write the opening",
  ]);
  const log = logOf(bench);
  expect(log).toContain(
    "2 tasks for “Do”, without “Review once”, “More reviews: risk review”, “More reviews: reader review”, “Look at the task”, “Look at the tasks”, as you answered.",
  );
  expect(log).toContain("The person answers: Friends · In May.");
  expect(topOf(bench)).toMatch(
    /^\*\*Status:\*\* Done, 2 tasks done · \*\*Cost:\*\* .* · \*\*Started:\*\* 2026-03-\d\d \d\d:\d\d UTC · \*\*Took:\*\* [^·]*\n\n1\. ✓ Write the opening: Spec review ✓, Quality review ✓\n2\. ✓ Write the end: Spec review ✓, Quality review ✓$/,
  );
  const asked = log.slice(log.indexOf("\n- Do you approve plan.md?"));
  expect(/\n {4}- Note: .*/.exec(asked)?.[0]).toContain("|plan]]");
  const file = (name: string): string =>
    Object.entries(bench.vault.files()).find(([path]) => path.endsWith(`/${name}`))?.[1] ?? "";
  expect(file("questions-answers.md")).toBe(
    "# Questions\n\n## For whom?\n\nFriends\n\n## By when?\n\nIn May.\n",
  );
  expect(file("report.md")).toContain("Words of report.md.");
});

test("design-to-done reviews each task once where the person wants that, and looks at it with them", async () => {
  const bench = await play(
    "design-to-done",
    { topic: "A talk on bees" },
    { "How do you want to go on?": 2, "How are the tasks reviewed?": 2 },
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
    { topic: "A talk on bees", extra: "yes" },
    { "How do you want to go on?": 3, "After how many tasks": 2 },
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

test("the answers of an attempt before stay in the file of answers", async () => {
  const bench = await play("design-to-done", { topic: "A talk on bees" }, { "“Parts”": 2 });
  const file = Object.entries(bench.vault.files()).find(([path]) => path.endsWith("/design-answers.md"))?.[1];
  expect(file?.match(/^(?:## .*|Yes, go on|No\b.*)$/gm)).toEqual([
    "## Is the section “Parts” right?",
    "No. By tram.",
    "## Is the section “Risks” right?",
    "Yes, go on",
    "## Is the section “Parts” right?",
    "Yes, go on",
  ]);
  const told = bench.models.asked.map(taskIn);
  const after = told.findLast((each) => each.includes("By tram.")) ?? "";
  expect(after.split("By tram.").length).toBe(2);
  // What a file tells is not told again.
  expect(told.filter((each) => each.includes("- “Which approach?"))).toEqual([]);
});
