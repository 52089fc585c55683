/**
 * A check that a model answers with yes or no: counted within the limits, and put to the person where it is not clear.
 */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { createFakeModels, says } from "../fakes/models";
import { benchWith, PLAN, planText, type Bench, settle, whyBlocked } from "./desk";
import { answer, planOf, roadmap, writes } from "./flowBench";

const FLOW = (check: string): string =>
  `\`\`\`flow\nsteps:\n  - step: draft\n    check: { classifier: Is it short enough?${check} }\n    on_fail: draft\n\`\`\`\n`;

function benchFor(votes: readonly string[], check = "", settings: object = {}): Bench {
  let n = 0;
  const models = createFakeModels(({ messages, tools, about }: ModelQuestion) => {
    if (tools.length === 0) return says(votes[(n += 1) - 1] ?? votes.at(-1) ?? "");
    const turn = messages.filter(({ from }) => from === "model").length;
    return writes("draft.md", `Boxes. ${about.step}`, "It is there.")(turn);
  });
  return benchWith(models, { files: { [PLAN]: planText("off"), "Flows/Short.md": FLOW(check) }, settings });
}

async function start(bench: Bench): Promise<void> {
  const engine = await bench.open();
  await engine.obey({ kind: "start-flow", flow: "short", inputs: {} });
  await engine.settle();
  await engine.close();
}

const votesOf = (bench: Bench): number => bench.models.asked.filter(({ tools }) => tools.length === 0).length;

test("a yes with a reason holds, and the model is asked about the file alone", async () => {
  const bench = benchFor(["**Yes.** It has one sentence."]);
  await start(bench);
  expect(planOf(bench).status).toBe("Done");
  const asked = bench.models.asked.find(({ tools }) => tools.length === 0)?.messages[0];
  expect(asked?.from === "person" ? asked.text : "").toMatch(
    /Is it short enough\?[^]*draft\.md[^]*Boxes\. Draft/,
  );
  expect(bench.notes()).toContain("whether the check holds");
});

test("the majority of the answers decides", async () => {
  const bench = benchFor(["no, it rambles", "Yes", "No: too long", "yes", "no", "yes."], ", votes: 3");
  await start(bench);
  expect(votesOf(bench)).toBe(6);
  expect(roadmap(bench)).toEqual(["[x] Draft", "[x] Draft — again: 2 findings"]);
  expect(planOf(bench).status).toBe("Done");
});

test.each([
  ["neither yes nor no", ["Perhaps."], "", 1],
  ["a word that only begins like one", ["Nothing is wrong."], "", 1],
  ["as many for it as against it", ["yes", "no"], ", votes: 2", 2],
] as const)("%s is put to the person", async (_name, votes, check, count) => {
  const bench = benchFor(votes, check);
  await start(bench);
  expect(whyBlocked(planOf(bench))).toContain("Is it short enough? (The answer of the model is not clear.)");
  expect(votesOf(bench)).toBe(count);
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  expect(votesOf(bench)).toBe(count);
});

test("its calls count against the limits of the step", async () => {
  const bench = benchFor(["yes"], ", votes: 5", { limits: { turns: 4 } });
  await start(bench);
  expect(bench.models.asked).toHaveLength(4);
  expect(planOf(bench).status).toBe("Blocked");
});
