/**
 * Every question of the way from a design to the finished work: it waits, it comes back on another device, and it is
 * answered in the note.
 */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { speaksOfNeed } from "../../src/note/plan/questions";
import type { Question } from "../../src/note/plan/plan";
import { says, type FakeAnswer } from "../fakes/models";
import { type Bench, settle } from "./desk";
import { answer, planOf } from "./flowBench";
import { answerAsAlways, benchFor, diligent, start, taskIn } from "./flowPlay";

const BOXES = {
  "“Parts”": 2,
  "Do you approve plan.md?": 2,
  "How do you want to go on?": 3,
  "After how many tasks": 2,
  "What now?": 2,
};

/** One review says the same each time, so that a person has to decide. */
function stubborn(question: ModelQuestion): FakeAnswer {
  const isSecond = question.messages.some(({ from }) => from === "model");
  return isSecond && question.about.step.startsWith("Spec review: Write the opening")
    ? says("Done.", [
        "finish_step",
        { summary: "- The tram is missing", evidence: [{ file: "spec-review-1.md" }] },
      ])
    : diligent(question);
}

function openIn(bench: Bench): Question | undefined {
  return planOf(bench).questions.findLast(({ answer }) => answer === null);
}

/** The vault as it was synced to another device, which becomes the acting one. */
async function takeOver(bench: Bench, name: string): Promise<Bench> {
  const other = benchFor({ name }, stubborn);
  other.vault.restore(bench.vault.snapshot());
  await other.clock.advance(bench.clock.now() - other.clock.now() + 600_000);
  const engine = await other.open();
  expect(await engine.obey({ kind: "take-over" })).toMatchObject({ kind: "done" });
  await engine.settle();
  await engine.close();
  return other;
}

test(
  "every question of design-to-done waits for its answer, comes back on another device, and is answered in the note",
  { timeout: 240_000 },
  async () => {
    let bench = benchFor({}, stubborn);
    await start(bench, { flow: "design-to-done", inputs: { topic: "A talk on bees" } });
    const asked: string[] = [];
    for (let open = openIn(bench); open !== undefined && asked.length < 40; open = openIn(bench)) {
      asked.push((open.lines[0] ?? "").replace(/^- /, "").replace(/ \(step \d+ “.*$/, ""));
      if (asked.at(-1)?.startsWith("Which approach?") === true)
        expect(open.lines.filter((line) => line.includes("- [ ] ("))).toEqual([
          "    - [ ] (1) One talk: An hour. (about 5 tasks, as the model estimates)",
          "    - [ ] (2) Two: Two hours.",
        ]);
      const { path } = planOf(bench);
      const text = bench.vault.text(path);
      const calls = bench.models.asked.length;
      // Whoever leaves the question alone finds it as it was.
      await settle(bench);
      expect(bench.vault.text(path)).toBe(text);
      expect(bench.models.asked.length).toBe(calls);
      const other = await takeOver(bench, `device ${String(asked.length)}`);
      // While the review is given again, its question is closed.
      expect(openIn(other)?.lines.filter((line) => !speaksOfNeed(line))).toEqual(open.lines);
      // The verdict of a review is no word of the person: a device that did not hear it lets it be given again.
      expect(other.models.asked.length).toBe(open.step.includes("spec-review") ? 2 : 0);
      // On a phone, where nothing but the note is.
      expect(answerAsAlways(other, BOXES)).toBe(true);
      await settle(other);
      bench = other;
    }
    expect(asked).toEqual([
      "Question 1 of 2: For whom?",
      "Question 2 of 2: By when?",
      "Which approach? You can also describe your own. Recommended is (1): It fits.",
      "Question 1 of 2: Is the section “Parts” right?",
      "Question 2 of 2: Is the section “Risks” right?",
      "Is the section “Parts” right?",
      "Do you approve plan.md?",
      "Do you approve plan.md?",
      "How do you want to go on?",
      "After how many tasks do you want to be asked?",
      "How are the tasks reviewed?",
      "The check of “Spec review” does not hold. It found exactly the same at the attempt before. What now?",
      "Some more tasks are done. Go on?",
    ]);
    expect(planOf(bench).status).toBe("Done");
    expect(Object.keys(bench.vault.files()).some((path) => path.endsWith("/design.md"))).toBe(true);
  },
);

/** A step between the draft and the question about it, and a step after all rounds. */
const AGREED = `\`\`\`flow
steps:
  - step: draft
  - step: review
  - step: agree
    ask: confirm
    question: Is the letter right & ready?
    on_fail: draft
  - step: letter
\`\`\`
`;

/** One question about each of the tasks. */
const EACH = `\`\`\`flow
steps:
  - step: write
    loop: { over: [Lisbon, Porto], with: [agree] }
  - step: agree
    ask: confirm
  - step: letter
\`\`\`
`;

function agreedIn(bench: Bench, name: string): string | undefined {
  return Object.entries(bench.vault.files()).find(([path]) => path.endsWith(`/${name}`))?.[1];
}

test("every answer of every round stands in the file of answers, and reaches every later agent", async () => {
  const bench = benchFor({ files: { "Flows/Say.md": AGREED } });
  await start(bench, { flow: "say", inputs: {} });
  for (const words of ["Do not mention the divorce.", "Shorter."]) {
    answer(bench, 2, words);
    await settle(bench);
  }
  const heading = "## Is the letter right & ready?\n\n";
  const rounds = `${heading}No. Do not mention the divorce.\n\n${heading}No. Shorter.\n`;
  expect(agreedIn(bench, "agree.md")).toBe(`# Agree\n\n${rounds}`);
  answer(bench, 1, "Thank you.");
  await settle(bench);
  const all = `${rounds}\n${heading}Yes, go on. Thank you.\n`;
  expect(agreedIn(bench, "agree.md")).toBe(`# Agree\n\n${all}`);
  const told = (step: string): string => {
    const last = bench.models.asked.findLast(({ about }) => about.step.startsWith(step));
    return last === undefined ? "" : taskIn(last);
  };
  const first = bench.models.asked.find(({ about }) => about.step === "Review");
  expect(first === undefined ? "" : taskIn(first)).not.toContain("agree.md");
  for (const [step, words] of [
    ["Draft — again", rounds],
    ["Review — again", rounds],
    ["Letter", all],
  ] as const) {
    expect(told(step)).toContain(words);
    // Once is enough.
    expect(told(step).split("divorce").length).toBe(2);
  }
});

test("answers about one task reach the agents of the others, and those after the loop", async () => {
  const bench = benchFor({ files: { "Flows/Say.md": EACH } });
  await start(bench, { flow: "say", inputs: {} });
  answer(bench, 1, "No trams.");
  await settle(bench);
  const told = (step: string): string => {
    const last = bench.models.asked.findLast(({ about }) => about.step.startsWith(step));
    return last === undefined ? "" : taskIn(last);
  };
  expect(told("Write: Porto")).toContain("Yes, go on. No trams.");
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  expect(told("Letter")).toContain("Yes, go on. No trams.\n");
  expect(told("Letter")).not.toContain("## The file agree.md");
});

test("words at a no that leads nowhere reach the agent behind it", async () => {
  const flow = "```flow\nsteps:\n  - step: draft\n  - step: agree\n    ask: confirm\n  - step: letter\n```\n";
  const bench = benchFor({ files: { "Flows/Say.md": flow } });
  await start(bench, { flow: "say", inputs: {} });
  answer(bench, 2, "Too long.");
  await settle(bench);
  answer(bench, 2, "I cut it myself.");
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  const last = bench.models.asked.at(-1);
  const told = last === undefined ? "" : taskIn(last);
  expect(told).toContain("No. Too long.");
  expect(told).toContain("What now?” Leave it as it is, and go on. I cut it myself.");
});

/** A person types behind “Answer:” of the newest question, and ticks nothing. */
async function typeAnswer(bench: Bench, words: string): Promise<void> {
  const { path } = planOf(bench);
  const text = bench.vault.text(path) ?? "";
  const at = text.lastIndexOf("    - Answer: ");
  await bench.clock.advance(60_000);
  bench.vault.put(path, `${text.slice(0, at)}    - Answer: ${words}${text.slice(at + 14)}`);
  await bench.clock.advance(60_000);
  await settle(bench);
}

const CONFIRM =
  "```flow\nsteps:\n  - step: draft\n  - step: agree\n    ask: confirm\n    on_fail: draft\n  - step: letter\n```\n";

test.each([
  ["yes", "Yes, go on"],
  ["1", "Yes, go on"],
  ["looks good, thanks", "Yes, go on"],
])("typed agreement is the yes: “%s”", async (words, told) => {
  const bench = benchFor({ files: { "Flows/Say.md": CONFIRM } });
  await start(bench, { flow: "say", inputs: {} });
  await typeAnswer(bench, words);
  expect(planOf(bench).status).toBe("Done");
  expect(agreedIn(bench, "agree.md")).toContain(told);
});

test("words that are no answer are asked back, and never taken for a no", async () => {
  const bench = benchFor({ files: { "Flows/Say.md": CONFIRM } });
  await start(bench, { flow: "say", inputs: {} });
  await typeAnswer(bench, "hm, the tram");
  const plan = planOf(bench);
  expect(plan.steps.filter(({ text }) => text.startsWith("Draft")).length).toBe(1);
  expect(plan.questions.length).toBe(2);
  expect(plan.questions[1]?.lines[0]).toContain("You wrote “hm, the tram”. Which of these do you mean?");
  await typeAnswer(bench, "perhaps");
  expect(planOf(bench).questions.length).toBe(3);
  await typeAnswer(bench, "no, it misses the tram");
  expect(planOf(bench).steps.filter(({ text }) => text.startsWith("Draft")).length).toBe(2);
  expect(agreedIn(bench, "agree.md")).toContain("No it misses the tram");
});
