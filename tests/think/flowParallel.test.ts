/**
 * Agents that look at the same work, each by itself: each has its line and its file, and only a critical finding stops
 * the flow.
 */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { says, type FakeAnswer } from "../fakes/models";
import { type Bench, settle, whyBlocked } from "./desk";
import { answer, planOf, roadmap } from "./flowBench";
import { benchFor, diligent, start, taskIn } from "./flowPlay";

const FLOW = `\`\`\`flow
agents:
  eye: { role: reviewer, tools: [read_note, write_work_file] }
steps:
  - step: draft
  - step: looks
    phase: Reviews
    parallel: [{ skill: for-risks, agent: eye }, { skill: for-readers, agent: eye }]
    on_fail: draft
  - step: print
\`\`\`

## For risks

What can go wrong?
`;

async function benchWhere(verdict: string): Promise<Bench> {
  const models = (question: ModelQuestion): FakeAnswer => {
    const isSecond = question.messages.some(({ from }) => from === "model");
    return question.about.step === "Looks: for risks" && isSecond
      ? says("Done.", ["finish_step", { summary: verdict, evidence: [{ file: "for-risks.md" }] }])
      : diligent(question);
  };
  const bench = benchFor({ files: { "Flows/Text.md": FLOW } }, models);
  await start(bench, { flow: "text", inputs: {} });
  return bench;
}

test("each looks at the work without the words of the other, and what they find sends nothing back", async () => {
  const bench = await benchWhere("- A comma is missing");
  expect(roadmap(bench)).toEqual([
    "[x] Draft",
    "[x] Looks: for risks",
    "[x] Looks: for readers",
    "[x] Print",
  ]);
  expect(planOf(bench).status).toBe("Done");
  const names = Object.keys(bench.vault.files()).map((path) => path.split("/").at(-1));
  expect(names).toEqual(expect.arrayContaining(["for-risks.md", "for-readers.md"]));
  const told = bench.models.asked.filter(({ about }) => about.step.startsWith("Looks")).map(taskIn);
  expect(told[0]).toContain("What can go wrong?");
  expect(told.every((each) => each.includes("## The file draft.md"))).toBe(true);
  expect(told.some((each) => each.includes("## The file for-risks.md"))).toBe(false);
  const tools = bench.models.asked.find(({ about }) => about.step.startsWith("Looks"))?.tools ?? [];
  expect(tools.map(({ name }) => name).sort()).toEqual([
    "calculate",
    "edit_file",
    "finish_step",
    "give_back",
    "read_note",
    "write_work_file",
  ]);
});

test("one critical finding asks the person, who sends the work back", async () => {
  const bench = await benchWhere("- Critical: it names a customer");
  expect(roadmap(bench)).toEqual([
    "[x] Draft",
    "[ ] Looks: for risks",
    "[ ] Looks: for readers",
    "[ ] Print",
  ]);
  expect(whyBlocked(planOf(bench))).toContain("A finding is critical. What now?");
  answer(bench, 1);
  await settle(bench);
  expect(roadmap(bench).slice(0, 4)).toEqual([
    "[x] Draft",
    "[x] Looks: for risks",
    "[x] Draft — again: 1 finding",
    "[x] Looks: for risks — again",
  ]);
  expect(planOf(bench).status).toBe("Done");
});
