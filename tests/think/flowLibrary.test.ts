/** The flows that are built in, from start to end, with a model that writes what each step asks for and a person who answers. */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/ports/model";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, PLAN, planText, type Bench } from "./desk";
import { answer, planOf, roadmap, settle } from "./flowBench";

const BLOCKS: Readonly<Record<string, string>> = {
  questions:
    "```yaml\nquestions:\n  - text: For whom?\n    options: [Friends, Strangers]\n  - text: By when?\n```",
  approaches:
    "```yaml\napproaches:\n  - {title: One talk, summary: An hour., tradeoffs: Little time.}\n  - {title: Two, summary: Two hours., tradeoffs: More work.}\nrecommended: 1\nwhy: It fits.\n```",
  sections: "```yaml\nsections:\n  - {title: Parts, text: Three parts.}\n  - {title: Risks, text: Few.}\n```",
  tasks:
    "```yaml\ntasks:\n  - {title: Write the opening, do: Say hello.}\n  - {title: Write the end, do: Say goodbye.}\n```",
};

/** Writes the file that the step is to write, with the block that it is to hold; of a review, that nothing is found. */
function diligent({ messages }: ModelQuestion): FakeAnswer {
  const [first] = messages;
  const task = first?.from === "person" ? first.text : "";
  const name = /Write the work file “([^”]+)”/.exec(task)?.[1] ?? "";
  const block = Object.entries(BLOCKS).find(([kind]) =>
    task.includes(`exactly one block of this form, beside any prose:\n\n\`\`\`yaml\n${kind}:`),
  );
  const written = messages.filter(({ from }) => from === "model").length;
  return written === 0
    ? says("I write it.", [
        "write_work_file",
        { name, text: `# ${name}\n\n${block?.[1] ?? `Words of ${name}.`}\n` },
      ])
    : says("Done.", [
        "finish_step",
        {
          summary: task.includes("## Your verdict") ? "APPROVED" : `${name} is there.`,
          evidence: [{ file: name }],
        },
      ]);
}

/** Starts it, and answers each question by the box with this number once, and else by the first. */
async function play(
  flow: string,
  inputs: Readonly<Record<string, string>>,
  boxes: Readonly<Record<string, number>> = {},
): Promise<Bench> {
  const bench = benchWith(createFakeModels(diligent), {
    files: { [PLAN]: planText("off") },
    settings: { limits: { plan_usd: 100, day_usd: 100 } },
  });
  const desk = await bench.open();
  expect(await desk.obey({ kind: "start-flow", flow, inputs })).toMatchObject({ kind: "done" });
  await desk.settle();
  await desk.close();
  const left = new Map(Object.entries(boxes));
  for (let n = 0; n < 40 && planOf(bench).status !== "Done"; n += 1) {
    const open = planOf(bench).questions.findLast((each) => each.answer === null);
    const [words, box] = [...left].find(([each]) => open?.lines[0]?.includes(each)) ?? ["", 1];
    left.delete(words);
    const hasBoxes = open?.lines.some((line) => line.includes("(1)")) === true;
    answer(bench, hasBoxes ? box : null, hasBoxes ? "" : "In May.");
    // Each time the program is started anew, as on another day.
    await settle(bench);
  }
  return bench;
}

/** From the log on, with the questions. */
function logOf(bench: Bench): string {
  const [, log = ""] = (bench.vault.text(planOf(bench).path) ?? "").split("## Reasoning Logs");
  return log;
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
    "[-] Review once: Write the opening",
    "[-] Look at the task: Write the opening",
    "[-] Look at the tasks: Write the opening",
  ]);
  const log = logOf(bench);
  expect(log).toContain("The person answers: Friends · In May.");
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
    "[-] Spec review: Write the end",
    "[-] Quality review: Write the end",
    "[x] Review once: Write the end",
    "[x] Look at the task: Write the end",
    "[-] Look at the tasks: Write the end",
  ]);
});
