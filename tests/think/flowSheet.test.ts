/** Several questions of a flow that are asked together, while the person edits the plan or the file with them. */
import { expect, test } from "vitest";
import { says } from "../fakes/models";
import { settle, type Bench } from "./desk";
import { planOf, roadmap } from "./flowBench";
import { benchFor, fileIn, start, taskIn } from "./flowPlay";

const FLOW =
  "```flow\nsteps:\n  - step: ask-me\n    answer: questions\n    ask: each\n  - step: report\n```\n";
const TWO = "1. For whom?\n   - Friends\n   - Strangers\n2. By when?\n   - May\n   - June\n";

async function asked(): Promise<Bench> {
  const bench = benchFor({ files: { "Flows/Say.md": FLOW } }, (question) => {
    const name = fileIn(question);
    return question.messages.some(({ from }) => from === "model")
      ? says("Done.", ["finish_step", { summary: "There." }])
      : says("I write.", ["write_work_file", { name, text: name === "report.md" ? "Report.\n" : TWO }]);
  });
  await start(bench, { flow: "say", inputs: {} });
  return bench;
}

async function edit(bench: Bench, find: string | RegExp, by: string): Promise<void> {
  const { path } = planOf(bench);
  const text = bench.vault.text(path) ?? "";
  expect(text).toMatch(find);
  bench.vault.put(path, text.replace(find, by));
  await bench.clock.advance(60_000);
  await settle(bench);
}

async function rewrite(bench: Bench, text: string): Promise<void> {
  const path = Object.keys(bench.vault.files()).find((each) => each.endsWith("/ask-me.md")) ?? "";
  bench.vault.put(path, text);
  await bench.clock.advance(60_000);
  await settle(bench);
}

const open = (bench: Bench): readonly string[] =>
  planOf(bench)
    .questions.filter(({ answer, isClosed }) => answer === null && !isClosed)
    .map(({ lines }) => /: (.*) \(step/.exec(lines[0] ?? "")?.[1] ?? "");

test("the last question, if it is deleted, is asked again with its boxes that end something", async () => {
  const bench = await asked();
  await edit(bench, /- Question 2 of 2:[\s\S]*?Cancel this plan\n/, "");
  expect(open(bench)).toEqual(["For whom?", "By when?"]);
  await edit(bench, "[ ] Skip this step", "[x] Skip this step");
  expect(roadmap(bench)).toContain("[-] Your answer: Ask me");
});

test.each([
  ["put before them", `1. Where?\n${TWO.replace("2.", "3.").replace("1.", "2.")}`, ["By when?", "Where?"]],
  ["put behind them", `${TWO}3. Where?\n`, ["By when?", "Where?"]],
  ["taken away", "1. By when?\n   - May\n   - June\n", ["By when?"]],
])("an answer stays with its question when another one is %s", async (_how, text, left) => {
  const bench = await asked();
  await edit(bench, "[ ] (1) Friends", "[x] (1) Friends");
  await rewrite(bench, text);
  expect([...open(bench)].sort()).toEqual(left);
  await edit(bench, "[ ] (2) June", "[x] (2) June");
  if (left.includes("Where?")) await edit(bench, /(Where\?.*\n {4}- Answer: )/, "$1Lisbon");
  const [last] = bench.models.asked.slice(-1);
  const told = last === undefined ? "" : taskIn(last);
  expect(told).toContain("“By when?” June\n");
  expect(told).toContain("“For whom?” Friends\n");
  expect(told.includes("“Where?” Lisbon")).toBe(left.includes("Where?"));
  expect(planOf(bench).status).toBe("Done");
});

test("answers that are given at once are one entry of the log, and later ones another", async () => {
  const bench = await asked();
  const { path } = planOf(bench);
  const text = bench.vault.text(path) ?? "";
  bench.vault.put(
    path,
    text.replace("[ ] (1) Friends", "[x] (1) Friends").replace("[ ] (2) June", "[x] (2) June"),
  );
  await bench.clock.advance(60_000);
  await settle(bench);
  const answers = planOf(bench).log.entries.filter(({ mark }) => mark?.word === "answered");
  expect(answers.map(({ text: told }) => told.replace(/ — .*/, ""))).toEqual([
    "Answered 2 questions about step 2 “Your answer: Ask me”",
  ]);
  expect(planOf(bench).status).toBe("Done");
  const other = await asked();
  await edit(other, "[ ] (1) Friends", "[x] (1) Friends");
  await edit(other, "[ ] (2) June", "[x] (2) June");
  expect(planOf(other).log.entries.filter(({ mark }) => mark?.word === "answered").length).toBe(2);
  expect(planOf(other).status).toBe("Done");
});
