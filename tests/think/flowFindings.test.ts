/** The findings of a review, as they reach the agent that mends the work. */
import { expect, test } from "vitest";
import { says } from "../fakes/models";
import { settle, type Bench } from "./desk";
import { planOf } from "./flowBench";
import { benchFor, diligent, fileIn, start, taskIn } from "./flowPlay";

const FLOW = (title: string): string =>
  `\`\`\`flow\nsteps:\n  - step: letter\n  - step: review\n    title: ${JSON.stringify(title)}\n    check: { output: APPROVED }\n    on_fail: letter\n\`\`\`\n`;

/** One verdict after another; the letter is given back at the first attempt to mend it. */
function benchOf(verdicts: readonly string[], title = "Review", givesBack = false): Bench {
  let n = 0;
  return benchFor({ files: { "Flows/Say.md": FLOW(title) } }, (question) => {
    if (taskIn(question).includes("## Your verdict"))
      return says("Done.", ["finish_step", { summary: verdicts[n++] ?? "APPROVED" }]);
    if (givesBack && n === 1) return says("No.", ["give_back", { why: "It is yours." }]);
    return question.messages.some(({ from }) => from === "model")
      ? says("Done.", ["finish_step", { summary: "There." }])
      : says("I write.", ["write_work_file", { name: fileIn(question), text: `Words ${String(n)}\n` }]);
  });
}

const told = (bench: Bench): readonly string[] =>
  bench.models.asked
    .map((each) => /## What was found, and is to be mended\n\n([\s\S]*?)\n\n##/.exec(taskIn(each))?.[1] ?? "")
    .filter((each) => each !== "");

test.each([
  ["a sign between findings", "Review", "- Write 3 · 4, not 3x4\n- No date"],
  [
    "a title that reads like the log",
    "What “it” did not hold — here” did not hold — x",
    "- The tram is missing",
  ],
  ["full stops", "Review", "- The tram is missing.\n- No date is named."],
])("findings reach the agent word for word: %s", async (_what, title, verdict) => {
  const bench = benchOf([verdict], title);
  await start(bench, { flow: "say", inputs: {} });
  expect(told(bench)[0]).toBe(`<data>\n${verdict}\n</data>`);
});

test("findings that the person mended, and whose line they ticked, are not told again", async () => {
  const bench = benchOf(["- Fault 1", "- Fault 2"], "Review", true);
  await start(bench, { flow: "say", inputs: {} });
  const { path } = planOf(bench);
  bench.vault.put(
    path,
    (bench.vault.text(path) ?? "").replace("- [ ] Letter — again", "- [x] Letter — again"),
  );
  await bench.clock.advance(60_000);
  await settle(bench);
  expect(
    planOf(bench)
      .log.entries.map(({ text }) => text)
      .join("\n"),
  ).toContain("Ticked step 3");
  expect(told(bench).at(-1)).toBe("<data>\n- Fault 2\n</data>");
});

test("the step behind a review with “**APPROVED**” is told that nothing is open", async () => {
  const flow = `${FLOW("Review").slice(0, -4)}  - step: report\n\`\`\`\n`;
  const bench = benchFor({ files: { "Flows/Say.md": flow } }, (question) =>
    taskIn(question).includes("## Your verdict")
      ? says("Done.", ["finish_step", { summary: "**APPROVED**" }])
      : diligent(question),
  );
  await start(bench, { flow: "say", inputs: {} });
  const report = bench.models.asked.findLast(({ about }) => about.step.startsWith("Report"));
  const text = report === undefined ? "" : taskIn(report);
  expect(text).toContain("## What the reviews found\n\nNothing of it is open.");
  expect(text).not.toContain("## What was done before");
});
