/** Files that bear the names of their tasks: none is lost, whatever names a model or a person chooses. */
import { expect, test } from "vitest";
import { says, type FakeAnswer } from "../fakes/models";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { readAnswer } from "../../src/flow/answers";
import { settle, type Bench } from "./desk";
import { answer, openIn, planOf, roadmap } from "./flowBench";
import { benchFor, fileIn, start, taskIn } from "./flowPlay";

const LOOP = `\`\`\`flow
steps:
  - step: plan
    answer: tasks
  - step: do
    loop: { over: plan.md }
  - step: report
\`\`\`
`;

function benchOf(flow: string, plan: string, seen: string[] = []): Bench {
  const ask = (question: ModelQuestion): FakeAnswer => {
    const { about, messages } = question;
    const turn = messages.filter(({ from }) => from === "model").length;
    const all = taskIn(question);
    const names = [
      ...(/Write (?:those.*?)?the work files? (.*?) with write_work_file/.exec(all)?.[1] ?? "").matchAll(
        /“([^”]+)”/g,
      ),
    ].map((m) => m[1] ?? "");
    seen.push(`${about.step} → ${names.join(", ")}`);
    if (turn === 0 && names.length > 0)
      return says(
        "I write.",
        ...names.map((name): [string, object] => [
          "write_work_file",
          { name, text: about.step.startsWith("Plan") ? plan : `Words of ${about.step}.\n` },
        ]),
      );
    return says("Done.", [
      "finish_step",
      { summary: all.includes("## Your verdict") ? "APPROVED" : "There." },
    ]);
  };
  return benchFor({ files: { "Flows/Say.md": flow } }, ask);
}
const work = (bench: Bench): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(bench.vault.files())
      .filter(([path]) => path.startsWith("Work/") && !/Work notes|Flow\.md/.test(path))
      .map(([path, text]) => [path.split("/").at(-1) ?? "", text]),
  );
const all = (bench: Bench): string => Object.values(work(bench)).join("\n");

async function later(bench: Bench): Promise<void> {
  await bench.clock.advance(60_000);
  await settle(bench);
}

test("two tasks with one file: the work of the first is not lost", async () => {
  const bench = benchOf(LOOP, "## A\n\n- Files: index.md\n\n## B\n\n- Files: index.md\n");
  await start(bench, { flow: "say", inputs: {} });
  console.log(roadmap(bench), work(bench));
  expect(all(bench)).toContain("Words of Do: A.");
  expect(all(bench)).toContain("Words of Do: B.");
});

test("two tasks with files of one name in two folders", async () => {
  const bench = benchOf(LOOP, "## A\n\n- Files: en/index.md\n\n## B\n\n- Files: de/index.md\n");
  await start(bench, { flow: "say", inputs: {} });
  expect(all(bench)).toContain("Words of Do: A.");
});

test("two tasks with files that differ in case: the second is done", async () => {
  const bench = benchOf(LOOP, "## A\n\n- Files: Rota.md\n\n## B\n\n- Files: rota.md\n");
  await start(bench, { flow: "say", inputs: {} });
  console.log(roadmap(bench), work(bench), openIn(bench)?.lines);
  expect(planOf(bench).status).toBe("Done");
});

const TWO = `\`\`\`flow
steps:
  - step: plan
    answer: tasks
  - step: write
    loop: { over: tasks-from-plan }
  - step: translate
    loop: { over: tasks-from-plan }
\`\`\`
`;
test("two loops over one list: the second does not write over the first", async () => {
  const seen: string[] = [];
  const bench = benchOf(TWO, "## A\n\n- Files: a.md\n\n## B\n\n- Files: b.md\n", seen);
  await start(bench, { flow: "say", inputs: {} });
  console.log(roadmap(bench), work(bench), seen);
  expect(all(bench)).toContain("Words of Write: A.");
  expect(all(bench)).toContain("Words of Translate: A.");
});

const REVIEWED = `\`\`\`flow
steps:
  - step: plan
    answer: tasks
  - step: do
    loop: { over: plan.md, with: [look] }
  - step: look
    ask: confirm
    question: Is it right?
  - step: report
\`\`\`
`;
test("the words of a line are changed, as the docs allow: the later steps still get its file", async () => {
  const seen: string[] = [];
  const bench = benchOf(REVIEWED, "## Write the rota\n\n- Files: rota.md\n", seen);
  await start(bench, { flow: "say", inputs: {} });
  const { path } = planOf(bench);
  const text = bench.vault.text(path) ?? "";
  const after = text.replace("Do: Write the rota", "Do: Write the new rota");
  expect(after).not.toBe(text);
  bench.vault.put(path, after);
  answer(bench, 1);
  await later(bench);
  const last = bench.models.asked.at(-1);
  console.log(roadmap(bench), seen, last === undefined ? "" : taskIn(last).slice(-900));
  expect(last === undefined ? "" : taskIn(last)).toContain("Words of Do: Write the rota.");
});

test("the person edits the title of a task that is done in the list: the later steps still get its file", async () => {
  const seen: string[] = [];
  const bench = benchOf(REVIEWED, "## Write the rota\n\n- Files: rota.md\n", seen);
  await start(bench, { flow: "say", inputs: {} });
  const list = Object.keys(bench.vault.files()).find((each) => each.endsWith("/plan.md")) ?? "";
  bench.vault.put(list, "## Make the rota\n\n- Files: rota.md\n");
  answer(bench, 1);
  await later(bench);
  const last = bench.models.asked.at(-1);
  expect(last === undefined ? "" : taskIn(last)).toContain("Words of Do: Write the rota.");
});

test("a name with “and” in it", () => {
  const read = readAnswer("tasks", "## A\n\n- Files: [[Salt and pepper.md]]\n");
  expect(read.kind === "read" ? read.value[0]?.files : []).toEqual(["Salt and pepper.md"]);
});
test("files as a list beneath", () => {
  const read = readAnswer(
    "tasks",
    "## A\n\nDo it.\n\n- Files:\n  - a.md\n  - b.md\n- Done when: it is there\n",
  );
  expect(read.kind === "read" ? read.value[0] : null).toEqual({
    title: "A",
    do: "Do it.",
    files: ["a.md", "b.md"],
    check: "it is there",
  });
});
test("a field in code is no field", () => {
  const read = readAnswer("tasks", "## A\n\nWrite this:\n\n```yaml\nfiles: x.md\n```\n\n- Files: a.md\n");
  expect(read.kind === "read" ? read.value[0]?.do : null).toContain("files: x.md");
});
test.each(["constructor.md", "__proto__.md", "toString.txt"])("prototype name %s", async (name) => {
  const bench = benchOf(LOOP, `## A\n\n- Files: ${name}\n`);
  await start(bench, { flow: "say", inputs: {} });
  expect(planOf(bench).status).toBe("Done");
});
void fileIn;

test("an agent reads its file back as it wrote it, and the person’s note as it is", async () => {
  const prices = "Rent: $40, and $8 for <b>cleaning</b>.\n";
  const told: string[] = [];
  const bench = benchFor(
    {
      files: {
        "Flows/Say.md": "```flow\nsteps:\n  - step: letter\n  - step: report\n    reads: [letter.md]\n```\n",
        "Inbox/Own.md": "It costs \\$5.\n",
      },
    },
    (question) => {
      const turn = question.messages.filter(({ from }) => from === "model").length;
      const isLetter = question.about.step.startsWith("Letter");
      if (turn > 0) told.push(JSON.stringify(question.messages.at(-1)));
      if (!isLetter) told.push(taskIn(question));
      if (turn === 0 && isLetter)
        return says("I write.", ["write_work_file", { name: fileIn(question), text: prices }]);
      const folder = Object.keys(bench.vault.files()).find((path) => path.endsWith("letter.md")) ?? "";
      return turn === 1 && isLetter
        ? says("I read.", ["read_note", { path: folder }], ["read_note", { path: "Inbox/Own.md" }])
        : isLetter
          ? says("Done.", ["finish_step", { summary: "There." }])
          : says("No.", ["give_back", { why: "Enough." }]);
    },
  );
  await start(bench, { flow: "say", inputs: {} });
  expect(work(bench)["letter.md"]).toContain("\\$40");
  const reads = told.filter((each) => each.includes("Rent"));
  expect(reads).toHaveLength(2);
  for (const each of reads) expect(each).toContain("Rent: $40, and $8 for <b>cleaning</b>.");
  expect(reads[0]).toContain("It costs \\\\$5.");
});
