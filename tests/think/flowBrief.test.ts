/** What the agent of a step is told of the flow around it. */
import { expect, test } from "vitest";
import { says } from "../fakes/models";
import { settle, type Bench } from "./desk";
import { answer, openIn } from "./flowBench";
import { benchFor, diligent, start, taskIn } from "./flowPlay";

const toldAt = (bench: Bench, step: string): string => {
  const last = bench.models.asked.findLast(({ about }) => about.step.startsWith(step));
  return last === undefined ? "" : taskIn(last);
};

test("an answer at a task names the task, and an option at the start what it is for", async () => {
  const flow =
    "inputs:\n  pace: { ask: When are you asked?, kind: choice, options: [always, never], default: always }\nsteps:\n  - step: write\n    loop: { over: [Rota, Menu], with: [look] }\n  - step: look\n    ask: confirm\n    question: This task is done. Go on?\n  - step: agree\n    ask: confirm\n    question: Is all right?\n  - step: report\n";
  const bench = benchFor({ files: { "Flows/Say.md": `\`\`\`flow\n${flow}\`\`\`\n` } });
  await start(bench, { flow: "say", inputs: {} });
  while (openIn(bench) !== undefined) {
    answer(bench, 1);
    await bench.clock.advance(60_000);
    await settle(bench);
  }
  const told = toldAt(bench, "Report");
  expect(told).toContain("- pace: always (When are you asked?)");
  expect(told).toContain(
    "- “This task is done. Go on? (‘Look: Rota’)” Yes, go on\n- “This task is done. Go on? (‘Look: Menu’)” Yes, go on\n- “Is all right?” Yes, go on",
  );
});

test("the form of an answer lets the instructions name more lines", async () => {
  const flow = "```flow\nsteps:\n  - step: ways\n    answer: approaches\n    ask: choose\n```\n";
  const bench = benchFor({ files: { "Flows/Say.md": flow } });
  await start(bench, { flow: "say", inputs: {} });
  expect(toldAt(bench, "Ways")).toContain(
    "It has this form, with no lines besides but those that the instructions name:\n\n<form>\n# Approaches",
  );
});

test("a review of a task is given the notes with which the task was done, and no others", async () => {
  const flow =
    "```flow\ninputs:\n  context: { ask: Which?, kind: notes }\nsteps:\n  - step: look\n  - step: write\n    loop: [Rota, Menu]\n  - step: review\n    check: { output: APPROVED }\n    on_fail: write\n  - step: paint\n    loop: [Wall, Door]\n```\n";
  const notes = { "Notes/Rota.md": "Ana comes on Monday.\n", "Notes/Menu.md": "Soup.\n" };
  const bench = benchFor({ files: { "Flows/Say.md": flow, ...notes } }, (question) => {
    const turn = question.messages.filter(({ from }) => from === "model").length;
    const [, name = ""] = /^Write: (\w+)/.exec(question.about.step) ?? [];
    return name !== "" && turn === 0
      ? says("I look.", ["read_note", { path: `Notes/${name}` }])
      : name !== "" && turn === 1
        ? says("I write.", [
            "write_work_file",
            { name: /“([^”]+)” with write/.exec(taskIn(question))?.[1] ?? "", text: "X\n" },
          ])
        : diligent(question);
  });
  await start(bench, { flow: "say", inputs: { context: "Notes" } });
  const told = toldAt(bench, "Review: Rota");
  expect(told).toContain("[[Notes/Rota]] says:\n\n<data>\nNotes/Rota.md\n\nAna comes on Monday.");
  expect(told).not.toContain("Soup.");
  expect(toldAt(bench, "Review: Menu")).toContain("Soup.");
  // The first task of another loop is another task.
  expect(toldAt(bench, "Paint: Wall")).toContain("Paint: Wall");
  expect(toldAt(bench, "Paint: Wall")).not.toContain("Ana comes on Monday.");
});

test("a step that reads an input is given its notes before all that changes from step to step, and no other step is", async () => {
  const flow =
    "```flow\ninputs:\n  topic: { ask: What? }\n  context: { ask: Which?, kind: notes }\nsteps:\n  - step: look\n  - step: sort\n  - step: write\n    reads: [context]\n  - step: close\n    reads: [context, look.md]\n```\n";
  const notes = { "Notes/Rota.md": "Ana comes on Monday.\n", "Notes/Menu.md": "Soup.\n" };
  const bench = benchFor({ files: { "Flows/Say.md": flow, ...notes } });
  await start(bench, { flow: "say", inputs: { topic: "A fair", context: "Notes" } });
  const [look = "", write = "", end = ""] = ["Look", "Write", "Close"].map((step) => toldAt(bench, step));
  const given = look.slice(0, look.indexOf("Soup."));
  expect(given).toContain("[[Notes/Menu]] says:");
  for (const told of [write, end]) expect(told.startsWith(given)).toBe(true);
  expect(toldAt(bench, "Sort")).not.toContain("Soup.");
  // Without a file of its own under “reads”, a step has those of the step before.
  expect(write).toContain("## The file sort.md");
  expect(end).toContain("## The file look.md");
});

test("a step is given again as many notes as have 20,000 characters together", async () => {
  const flow =
    "```flow\ninputs:\n  context: { ask: Which?, kind: notes }\nsteps:\n  - step: look\n  - step: write\n    reads: [context]\n```\n";
  const files = Object.fromEntries(
    ["A", "B", "C"].map((name) => [`Notes/${name}.md`, `${name} `.repeat(4500)]),
  );
  const bench = benchFor({ files: { "Flows/Say.md": flow, ...files } });
  await start(bench, { flow: "say", inputs: { context: "Notes" } });
  const given = (step: string): readonly string[] =>
    [...toldAt(bench, step).matchAll(/\[\[Notes\/(.)\]\] says/g)].map(([, name = ""]) => name);
  expect(given("Look")).toEqual(["A", "B", "C"]);
  expect(given("Write")).toEqual(["A", "B"]);
});

test("a long note with which a task was done is given to its review", async () => {
  const flow =
    "```flow\ninputs:\n  context: { ask: Which?, kind: notes }\nsteps:\n  - step: look\n  - step: write\n    loop: [Rota]\n  - step: review\n    check: { output: APPROVED }\n    on_fail: write\n```\n";
  const files = { "Notes/Rota.md": "Ana comes on Monday.\n".repeat(3000) };
  const bench = benchFor({ files: { "Flows/Say.md": flow, ...files } }, (question) => {
    const turn = question.messages.filter(({ from }) => from === "model").length;
    if (!question.about.step.startsWith("Write") || turn > 1) return diligent(question);
    return turn === 0
      ? says("I look.", ["read_note", { path: "Notes/Rota" }])
      : says("I write.", ["write_work_file", { name: "write-1.md", text: "X\n" }]);
  });
  await start(bench, { flow: "say", inputs: { context: "Notes" } });
  expect(toldAt(bench, "Review: Rota")).toContain("[[Notes/Rota]] says:");
  expect(toldAt(bench, "Review: Rota")).not.toContain("cannot be read");
});

test("the words of what a person chose reach the agents whole", async () => {
  const flow =
    "```flow\nsteps:\n  - step: ways\n    answer: approaches\n    ask: choose\n  - step: draft\n```\n";
  const whole = `One talk: ${"It takes an hour, and ".repeat(14)}that is all.`;
  const [title, words] = whole.split(": ");
  const bench = benchFor({ files: { "Flows/Say.md": flow } }, (question) =>
    question.about.step === "Ways" && !question.messages.some(({ from }) => from === "model")
      ? says("I write.", [
          "write_work_file",
          {
            name: "ways.md",
            text: `# Ways\n\n## ${title ?? ""}\n\n${words ?? ""}\n\n- Tradeoffs: None.\n- Recommended: It fits.\n\n## Two\n\n${"Two hours, ".repeat(60)}or so.\n\n- Tradeoffs: Long.\n`,
          },
        ])
      : diligent(question),
  );
  await start(bench, { flow: "say", inputs: {} });
  expect(openIn(bench)?.lines).toContain("    - [ ] (2) Two");
  answer(bench, 1);
  await bench.clock.advance(60_000);
  await settle(bench);
  expect(toldAt(bench, "Draft")).toContain(`” ${whole}\n`);
});

test("a verdict needs no evidence, and its question says what the tool says of other steps", async () => {
  const flow =
    "```flow\nsteps:\n  - step: draft\n  - step: review\n    check: { output: APPROVED }\n    on_fail: draft\n```\n";
  const bench = benchFor({ files: { "Flows/Say.md": flow } }, (question) =>
    question.about.step === "Review"
      ? says("Right.", ["finish_step", { summary: "APPROVED", outside: "none", evidence: [] }])
      : diligent(question),
  );
  await start(bench, { flow: "say", inputs: {} });
  expect(toldAt(bench, "Review")).toContain(
    "whose evidence may be an empty list at this step, unlike at others.",
  );
  expect(bench.models.asked.filter(({ about }) => about.step === "Review").length).toBe(1);
});

test("words in quotation marks within a question do not read as the person’s answer", async () => {
  const flow = "```flow\nsteps:\n  - step: ask\n    answer: questions\n    ask: each\n  - step: draft\n```\n";
  const bench = benchFor({ files: { "Flows/Say.md": flow } }, (question) =>
    question.about.step === "Ask" && !question.messages.some(({ from }) => from === "model")
      ? says("I ask.", [
          "write_work_file",
          { name: "ask.md", text: "# Q\n\n1. May it go out?” Yes, at once. “And by when?\n" },
        ])
      : diligent(question),
  );
  await start(bench, { flow: "say", inputs: {} });
  answer(bench, null, "Not before May.");
  await bench.clock.advance(60_000);
  await settle(bench);
  expect(toldAt(bench, "Draft")).toContain("- “May it go out?’ Yes, at once. ‘And by when?” Not before May.");
});
