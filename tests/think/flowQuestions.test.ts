/**
 * Every question of the way from a design to the finished work: it waits, it comes back on another device, and it is
 * answered in the note.
 */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { speaksOfNeed } from "../../src/note/plan/questions";
import { says, type FakeAnswer } from "../fakes/models";
import { type Bench, settle } from "./desk";
import { answer, openIn, planOf } from "./flowBench";
import { answerAsAlways, benchFor, diligent, start, taskIn } from "./flowPlay";

const BOXES = { "Is “design” right?": 2, "Do you approve plan.md?": 2, "What now?": 2 };

/** One review says the same each time, so that a person has to decide. */
function stubborn(question: ModelQuestion): FakeAnswer {
  return question.about.step.startsWith("Review: Write the opening")
    ? says("Done.", ["finish_step", { summary: "- The tram is missing" }])
    : diligent(question);
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
    await start(bench, {
      flow: "design-to-done",
      inputs: { topic: "A talk on bees", pace: "after every few tasks", every: "2" },
    });
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
      expect(other.models.asked.length).toBe(open.step.includes("f-review") ? 1 : 0);
      // On a phone, where nothing but the note is.
      expect(answerAsAlways(other, BOXES)).toBe(true);
      await settle(other);
      bench = other;
    }
    expect(asked).toEqual([
      "Question 1 of 2: For whom?",
      "Question 2 of 2: By when?",
      "Which approach? You can also describe your own. Recommended is (1): It fits.",
      "Is “design” right? If not: what is to change?",
      "Is “design” right? If not: what is to change?",
      "Do you approve plan.md?",
      "Do you approve plan.md?",
      "The check of “Review” does not hold. It found exactly the same at the attempt before. What now?",
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

test("every answer of every round reaches every later agent, once", async () => {
  const bench = benchFor({ files: { "Flows/Say.md": AGREED } });
  await start(bench, { flow: "say", inputs: {} });
  for (const words of ["Do not mention the divorce.", "Shorter."]) {
    answer(bench, 2, words);
    await settle(bench);
  }
  answer(bench, 1, "Thank you.");
  await settle(bench);
  const asked = "- “Is the letter right & ready?” ";
  const rounds = `${asked}No. Do not mention the divorce.\n${asked}No. Shorter.\n`;
  const told = (step: string): string => {
    const last = bench.models.asked.findLast(({ about }) => about.step.startsWith(step));
    return last === undefined ? "" : taskIn(last);
  };
  const first = bench.models.asked.find(({ about }) => about.step === "Review");
  expect(first === undefined ? "" : taskIn(first)).not.toContain("ready?");
  for (const [step, words] of [
    ["Draft — again", rounds],
    ["Review — again", rounds],
    ["Letter", `${rounds}${asked}Yes, go on. Thank you.\n`],
  ] as const) {
    expect(told(step)).toContain(words);
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

/** The task of the agent that was asked last. */
function toldLast(bench: Bench): string {
  const last = bench.models.asked.at(-1);
  return last === undefined ? "" : taskIn(last);
}

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
  expect(toldLast(bench)).toContain(`- “Is ‘agree’ right?” ${told}\n`);
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
  expect(toldLast(bench)).toContain("No it misses the tram");
});
