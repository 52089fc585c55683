/**
 * Checks of a flow that fail for good, a block in the wrong form, and work that is mended: the person decides, and
 * their words arrive.
 */
import { expect, test } from "vitest";
import type { ModelQuestion } from "../../src/kit/ports/model";
import { says, type FakeAnswer } from "../fakes/models";
import { type Bench, settle, whyBlocked } from "./desk";
import { answer, openIn, planOf, roadmap, writes } from "./flowBench";
import { benchFor, diligent, fileIn, start, taskIn } from "./flowPlay";

const FLOW = `\`\`\`flow
steps:
  - step: draft
  - step: review
    check: { output: APPROVED }
    on_fail: draft
    max_retries: 1
  - step: print
\`\`\`
`;

function turnOf({ messages }: ModelQuestion): number {
  return messages.filter(({ from }) => from === "model").length;
}

/** Its review always says the same. */
function benchWhere(verdict: string, flow = FLOW): Bench {
  const models = (question: ModelQuestion): FakeAnswer =>
    question.about.step.startsWith("Review")
      ? says("Done.", ["finish_step", { summary: verdict }])
      : diligent(question);
  return benchFor({ files: { "Flows/Text.md": flow } }, models);
}

async function untilAsked(verdict: string): Promise<Bench> {
  const bench = benchWhere(verdict);
  await start(bench, { flow: "text", inputs: {} });
  expect(whyBlocked(planOf(bench))).toContain("The check of “Review” does not hold.");
  return bench;
}

function fileOf(bench: Bench, name: string): string | undefined {
  return Object.entries(bench.vault.files()).find(([path]) => path.endsWith(`/${name}`))?.[1];
}

test("the same findings twice are asked about, and the person’s words reach the agent that goes on", async () => {
  const bench = await untilAsked("- The van is missing");
  expect(roadmap(bench)).toEqual([
    "[x] Draft",
    "[x] Review",
    "[x] Draft — again: 1 finding",
    "[ ] Review — again",
    "[ ] Print",
  ]);
  expect(
    planOf(bench)
      .questions.at(-1)
      ?.lines.map((line) => line.trim()),
  ).toEqual([
    expect.stringContaining("It found exactly the same at the attempt before. What now?"),
    "- Found: “The van is missing”",
    "- [ ] (1) Do it once more",
    "- [ ] (2) Leave it as it is, and go on",
    "- [ ] (3) I have mended it by hand: review it again",
    "- Answer:",
    "- [ ] Skip this step",
    "- [ ] Cancel this plan",
  ]);
  const before = bench.models.asked.length;
  answer(bench, 1, "The van is red.");
  await settle(bench);
  const [next] = bench.models.asked.slice(before);
  expect(next?.about.step).toBe("Draft — again: 1 finding");
  expect(next === undefined ? "" : taskIn(next)).toMatch(
    /## What the person answered\n\nWhere a file says otherwise, this counts.\n\n- “The check of .*” Do it once more\. The van is red\.\n/,
  );
});

test("a review that the person passes over has not passed, and says so", async () => {
  const bench = await untilAsked("- The van is missing");
  answer(bench, 2);
  await settle(bench);
  expect(roadmap(bench).slice(3)).toEqual(["[-] Review — again", "[x] Print"]);
  expect(planOf(bench).status).toBe("Done");
  expect(bench.vault.text(planOf(bench).path)).toContain(
    "Human: Left step 4 “Review — again” as it is — Found, and let stand: The van is missing.",
  );
});

test("what the person mended by hand is reviewed again, and not done again", async () => {
  const bench = await untilAsked("- The van is missing");
  answer(bench, 3);
  await settle(bench);
  expect(roadmap(bench).slice(3)).toEqual([
    "[x] Review — again",
    "[ ] Review — again: 1 finding",
    "[ ] Print",
  ]);
});

test("a file that the person mended stays when the work is sent back, and they are told what to do", async () => {
  let verdict = "- The van is missing";
  const models = (question: ModelQuestion): FakeAnswer =>
    question.about.step.startsWith("Review")
      ? says("Done.", ["finish_step", { summary: verdict }])
      : diligent(question);
  const bench = benchFor({ files: { "Flows/Text.md": FLOW } }, models);
  await start(bench, { flow: "text", inputs: {} });
  const path = Object.keys(bench.vault.files()).find((each) => each.endsWith("/draft.md")) ?? "";
  bench.vault.put(path, "Mine, with the van.\n");
  answer(bench, 3);
  verdict = "- The tent is missing";
  await settle(bench);
  answer(bench, 1);
  const asked = bench.models.asked.length;
  await settle(bench);
  expect(whyBlocked(planOf(bench))).toContain(
    "The agent may not replace “draft.md”, which is not as an agent left it. Mend the file yourself and tick the step; or, for the agent to write it anew, rename the file",
  );
  expect(bench.models.asked.length).toBe(asked + 1);
  expect(fileOf(bench, "draft.md")).toBe("Mine, with the van.\n");
  bench.vault.rename(path, path.replace("draft.md", "My draft.md"));
  const note = bench.vault.text(planOf(bench).path) ?? "";
  const at = note.lastIndexOf("- [ ] Try again");
  bench.vault.put(planOf(bench).path, `${note.slice(0, at)}- [x] Try again${note.slice(at + 15)}`);
  verdict = "APPROVED";
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
  expect(fileOf(bench, "draft.md")).toContain("Words of draft.md.");
  expect(fileOf(bench, "My draft.md")).toBe("Mine, with the van.\n");
});

test("the person stops the flow at a check: the plan is cancelled, and what there is stays", async () => {
  const bench = await untilAsked("- The van is missing");
  const { path } = planOf(bench);
  const text = bench.vault.text(path) ?? "";
  const at = text.lastIndexOf("- [ ] Cancel this plan");
  bench.vault.put(path, `${text.slice(0, at)}- [x] Cancel this plan${text.slice(at + 22)}`);
  const asked = bench.models.asked.length;
  await settle(bench);
  expect(planOf(bench).status).toBe("Cancelled");
  expect(bench.vault.text(planOf(bench).path)).toContain(
    "**Status:** Cancelled, 3 steps done, 2 not done · ",
  );
  expect(bench.models.asked.length).toBe(asked);
  expect(fileOf(bench, "draft.md")).toContain("Words of draft.md.");
});

test("findings of a review that leads nowhere are put to the person, who accepts them with a word", async () => {
  const bench = benchWhere(
    "- The van is missing",
    FLOW.replace("    on_fail: draft\n    max_retries: 1\n", ""),
  );
  await start(bench, { flow: "text", inputs: {} });
  expect(roadmap(bench)).toEqual(["[x] Draft", "[ ] Review", "[ ] Print"]);
  const boxes = planOf(bench)
    .questions.at(-1)
    ?.lines.filter((line) => line.includes("- [ ] ("));
  expect(planOf(bench).questions.at(-1)?.lines[0]).toContain(
    "The check of “Review” does not hold. The flow leaves it to you what happens then. What now?",
  );
  expect(boxes?.map((line) => line.replace(/^.*\) /, ""))).toEqual([
    "I have mended it by hand: review it again",
    "Leave it as it is, and go on",
  ]);
  answer(bench, 2, "I ask for the van.");
  await settle(bench);
  expect(roadmap(bench)).toEqual(["[x] Draft", "[-] Review", "[x] Print"]);
  const last = bench.models.asked.at(-1);
  expect(last === undefined ? "" : taskIn(last)).toContain(
    "Leave it as it is, and go on. I ask for the van.",
  );
});

test("a no that leads nowhere asks what now, and a person can be asked once more", async () => {
  const bench = benchFor({
    files: { "Flows/Text.md": "```flow\nsteps:\n  - step: draft\n  - step: agree\n    ask: confirm\n```\n" },
  });
  await start(bench, { flow: "text", inputs: {} });
  answer(bench, 2, "Too long.");
  await settle(bench);
  const [first, ...lines] = planOf(bench).questions.at(-1)?.lines ?? [];
  expect(first).toContain(
    "You did not agree at “Agree”. The flow leaves it to you what happens then. What now?",
  );
  expect(lines.map((line) => line.trim())).toEqual(
    expect.arrayContaining(["- Found: “Too long.”", "- [ ] (1) Ask me once more"]),
  );
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).questions.at(-1)?.lines[0]).toContain("Is “agree” right?");
  answer(bench, 1);
  await settle(bench);
  expect(planOf(bench).status).toBe("Done");
});

test("a critical finding is asked about at once", async () => {
  const bench = await untilAsked("- **Critical:** it names a customer\n- A comma");
  expect(roadmap(bench)).toEqual(["[x] Draft", "[ ] Review", "[ ] Print"]);
  expect(whyBlocked(planOf(bench))).toContain("A finding is critical. What now?");
});

test("a block in the wrong form goes back to the agent with its form, and to the person once its turns are used", async () => {
  const bad = (question: ModelQuestion): FakeAnswer =>
    turnOf(question) % 2 === 0
      ? says("I write it.", [
          "write_work_file",
          { name: "ask.md", text: `# ${String(turnOf(question))}\n\nquestions: none\n` },
        ])
      : says("Done.", [
          "finish_step",
          { summary: `There, ${String(turnOf(question))}.`, evidence: [{ file: "ask.md" }] },
        ]);
  const flow = "```flow\nsteps:\n  - step: ask\n    answer: questions\n    ask: each\n```\n";
  const bench = benchFor({ files: { "Flows/Ask.md": flow } }, bad);
  await start(bench, { flow: "ask", inputs: {} });
  // Another text each time is progress.
  expect(bench.models.asked.length).toBe(20);
  const told = JSON.stringify(bench.models.asked[2]?.messages.at(-1));
  expect(told).toContain("There is no list of questions, each as an item at the margin.");
  expect(told).toContain("The form is:\\n\\n<form>\\n# Questions\\n\\n1. Who is it for?");
  expect(whyBlocked(planOf(bench))).toContain("has used its turns");
  expect(fileOf(bench, "ask.md")).toContain("questions: none");
});

test("work that a review sent back is mended: writing it anew is refused once", async () => {
  const lines = (of: string): string =>
    Array.from({ length: 12 }, (_each, n) => `${of} ${String(n)}`).join("\n");
  const models = (question: ModelQuestion): FakeAnswer => {
    const name = fileIn(question);
    if (name === "draft.md")
      return writes(
        name,
        question.about.step.includes("again") ? lines("New") : lines("Old"),
        "There.",
      )(turnOf(question));
    const verdict = question.about.step.includes("again") ? "APPROVED" : "- A comma";
    return question.about.step.startsWith("Review")
      ? says("Done.", ["finish_step", { summary: verdict }])
      : diligent(question);
  };
  const bench = benchFor({ files: { "Flows/Text.md": FLOW } }, models);
  await start(bench, { flow: "text", inputs: {} });
  expect(fileOf(bench, "draft.md")).toContain("Old 3");
  const again = bench.models.asked.filter(({ about }) => about.step.startsWith("Draft — again"));
  expect(taskIn(again[0]!)).toContain("leave the rest of it word for word");
  expect(JSON.stringify(again[1]?.messages.at(-1))).toContain(
    "0 of 12 lines would stay. Mend what was found",
  );
});

test("a section that the person agreed to stays word for word", async () => {
  const block = (parts: string, risks: string): string => `## Parts\n\n${parts}\n\n## Risks\n\n${risks}\n`;
  const models = (question: ModelQuestion): FakeAnswer => {
    const isAgain = question.about.step.includes("again");
    const turn = turnOf(question);
    if (!isAgain || turn > 1)
      return writes("design.md", block("Three.", "Few."), "There.")(turn === 0 ? 0 : 1);
    return turn === 0
      ? says("I write it.", ["write_work_file", { name: "design.md", text: block("Four.", "None.") }])
      : says("I mend it.", ["write_work_file", { name: "design.md", text: block("Three.", "None.") }]);
  };
  const flow =
    "```flow\nsteps:\n  - step: design\n    answer: sections\n    ask: each\n    on_fail: design\n```\n";
  const bench = benchFor({ files: { "Flows/Make.md": flow } }, models);
  await start(bench, { flow: "make", inputs: {} });
  answer(bench, 3, "There are none.");
  await settle(bench);
  const again = bench.models.asked.filter(({ about }) => about.step.startsWith("Design — again"));
  expect(JSON.stringify(again[1]?.messages.at(-1))).toContain("The person agreed to the section “Parts”.");
  expect(fileOf(bench, "design.md")).toContain("Three.\n\n## Risks\n\nNone.");
  expect(openIn(bench)?.lines.filter((line) => line.includes("[ ] ("))).toEqual([
    "    - [ ] (1) Yes, all of it",
    "    - [ ] (2) Change “Risks”",
  ]);
});

test("a question that a person adds to the file is asked last, and none is asked again", async () => {
  const flow = "```flow\nsteps:\n  - step: ask\n    answer: questions\n    ask: each\n  - step: write\n```\n";
  const bench = benchFor({ files: { "Flows/Ask.md": flow } });
  await start(bench, { flow: "ask", inputs: {} });
  answer(bench, 1);
  await settle(bench);
  const [path = "", text = ""] =
    Object.entries(bench.vault.files()).find(([each]) => each.endsWith("/ask.md")) ?? [];
  bench.vault.put(path, `${text}3. Where?\n`);
  await settle(bench);
  for (const words of ["In May.", "At home."]) {
    answer(bench, null, words);
    await settle(bench);
  }
  expect(
    planOf(bench).questions.map(({ lines }) => (lines[0] ?? "").replace(/^- | \(step .*$/g, "")),
  ).toEqual(["Question 1 of 2: For whom?", "Question 2 of 2: By when?", "Question 3 of 3: Where?"]);
  expect(planOf(bench).status).toBe("Done");
});
