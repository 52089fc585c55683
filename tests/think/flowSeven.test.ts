/** The seven steps of a flow as they were first asked for, played to the end. */
import { expect, test } from "vitest";
import { SKILLS } from "../../src/flow/library/skills";
import { says } from "../fakes/models";
import { offerFlows } from "../../src/engine/commands/flow/offerFlows";
import { SEVEN } from "../flow/seven";
import { planOf, roadmap } from "./flowBench";
import { benchFor, fileIn, play, taskIn } from "./flowPlay";

test("the seven steps run as written, each with the built-in skill of its name", async () => {
  const bench = benchFor({ files: { "Flows/Seven.md": `\`\`\`flow\n${SEVEN}\n\`\`\`\n` } }, (question) => {
    const name = fileIn(question);
    const { step } = question.about;
    if (name !== "" && !question.messages.some(({ from }) => from === "model"))
      return says("I write it.", [
        "write_work_file",
        {
          name,
          text: step === "Writing plans" ? "## Tasks\n\n- [ ] Open\n- [ ] Close\n" : `Words of ${step}.\n`,
        },
      ]);
    const verdict = step === "Spec review: Open" ? "- The lid is missing" : "APPROVED";
    const summary = taskIn(question).includes("## Your verdict") ? verdict : "It is there.";
    return says("Done.", ["finish_step", { summary }]);
  });
  const offered = await offerFlows({ vault: bench.vault }, bench.settings);
  const warnings = offered.find(({ name }) => name === "seven")?.warnings ?? [];
  expect(warnings.filter(({ says: said }) => said.includes("has no instructions"))).toEqual([]);

  await play(bench, { flow: "seven", inputs: {} });

  expect(planOf(bench)).toMatchObject({ status: "Done", blockedReason: null });
  expect(roadmap(bench)).toEqual([
    "[x] Brainstorming",
    "[x] Writing plans",
    "[x] Implement, task by task",
    "[x] Implement: Open",
    "[x] Spec review: Open",
    "[x] Implement: Open — again: 1 finding",
    "[x] Spec review: Open — again",
    "[x] Code quality: Open",
    "[x] Implement: Close",
    "[x] Spec review: Close",
    "[x] Code quality: Close",
    "[x] Final review",
    "[x] Finishing",
  ]);
  const files = Object.keys(bench.vault.files());
  for (const name of ["brainstorming-design.md", "writing-plans-plan.md"])
    expect(
      files.some((path) => path.endsWith(`/${name}`)),
      name,
    ).toBe(true);
  for (const [name, step] of [
    ["brainstorming", "Brainstorming"],
    ["spec-review", "Spec review: Close"],
    ["finishing", "Finishing"],
  ] as const) {
    const told = bench.models.asked.find(({ about }) => about.step === step);
    expect(told === undefined ? "" : taskIn(told)).toContain(SKILLS.get(name)?.words);
  }
  const asked = planOf(bench).questions.map(({ lines }) => lines[0] ?? "");
  expect(asked.filter((line) => line.includes("Do your tests pass?"))).toHaveLength(3);
});
