/** Questions of a model are answered where a person sees them, and the plan goes on with each answer. */
import { expect, test } from "vitest";
import { inChromium, type Scripted } from "./rig";

const NAME = "Labels for the shelves.md";
const PATH = `Plans/${NAME}`;
const PLAN = `---
task_id: PLAN-20261120-1abe
status: Active
agent: auto
blocked_reason: null
---

# Objective

Every shelf has a label.

## Roadmap

- [ ] Choose the paper of the labels
- [ ] Choose the ink of the labels

## Reasoning Logs
`;

const asks = (step: string, question: string, options: readonly string[]): Scripted => ({
  step: `Do this step now: ${step}`,
  turn: 1,
  calls: [{ tool: "ask_person", arguments: { question, options } }],
});

const finishes = (step: string, answer: string, file: string): Scripted => ({
  step: `The person answers: ${answer}`,
  turn: 2,
  calls: [
    { tool: "write_work_file", arguments: { name: file, text: `${step}: ${answer}\n` } },
    { tool: "finish_step", arguments: { summary: `${answer}.`, outside: "none", evidence: [{ file }] } },
  ],
});

inChromium((rig) => {
  test("one question is answered in the view, the next in the note, and the plan is done", async () => {
    const engine = await rig().engine({
      notes: { [PATH]: PLAN },
      script: [
        asks("Choose the paper", "Which paper?", ["Cream laid", "Grey"]),
        finishes("Paper", "Cream laid", "Paper.md"),
        asks("Choose the ink", "Which ink?", ["Black", "Brown"]),
        finishes("Ink", "Blue-black, as on the spines", "Ink.md"),
      ],
    });
    const { person, names, read, until, picture } = engine;
    const { page } = person;
    await person.run("planwright:open-mission");
    const asked = page.locator(".planwright-question");
    await asked.getByText("Which paper?").waitFor();
    await picture("question");
    await asked.getByRole("button", { name: "Cream laid" }).click();
    await asked.getByText("Which ink?").waitFor();
    expect(await read(PATH)).toContain("- [x] Choose the paper of the labels");
    await engine.rewrite(PATH, "Answer:", "Answer: Blue-black, as on the spines");
    await until("the plan is put away", async () => (await names("Done/Plans")).includes(NAME));
    expect(await read(`Done/Plans/${NAME}`)).toContain("- [x] Choose the ink of the labels");
    const [work = ""] = await names("Work");
    expect(await read(`Work/${work}/Paper.md`)).toContain("Paper: Cream laid\n");
    expect(await read(`Work/${work}/Ink.md`)).toContain("Ink: Blue-black, as on the spines\n");
    expect(await person.errors()).toEqual([]);
  });
});
