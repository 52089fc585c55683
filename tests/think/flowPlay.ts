/**
 * Flows played from start to end by a model that does what each step asks for, and a person who always answers the
 * same.
 */
import type { ModelQuestion } from "../../src/kit/ports/model";
import { createFakeModels, says, type FakeAnswer } from "../fakes/models";
import { benchWith, PLAN, planText, type Bench, settle } from "./desk";
import { answer, openIn, planOf } from "./flowBench";

/**
 * A flow that keeps a result: one more round first, and then what the person says, in the plan or by moving the note.
 */
const VERDICT = `\`\`\`flow
inputs:
  topic: { ask: What is it about? }
result: { from: [view.md], decide: decide, approve: I like it, reject: I do not }
steps:
  - step: view
    agent: me
  - step: decide
    ask: choose
    question: What now?
    options: [I like it, Once more, I do not]
    on_answer: { Once more: more }
    next: end
  - step: more
    agent: me
    revises: view.md
    next: view
\`\`\`
`;
export const PLAY_VERDICT: Play = { flow: "verdict", inputs: { topic: "Lisbon" }, boxes: { "What now?": 2 } };
export const PLAY_MOVED: Play = { flow: "verdict", inputs: { topic: "Lisbon" }, moved: "Reasoning/Rejected" };

/** Two agents at the same time, of whom one sends the work back by a critical finding. */
const LOOKS = `\`\`\`flow
agents:
  eye: { role: reviewer, tools: [read_note, write_work_file] }
steps:
  - step: draft
  - step: seen
    parallel: [{ skill: risks, agent: eye }, { skill: readers, agent: eye }]
    on_fail: draft
\`\`\`
`;
export const PLAY_LOOKS: Play = { flow: "looks", inputs: {}, atOnce: 2 };

export interface Play {
  readonly flow: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Where a question has these words, this box is ticked the first time; else, and from then on, the first one. */
  readonly boxes?: Readonly<Record<string, number>>;
  /** So many models are asked at a time; one without it. Then they take their time. */
  readonly atOnce?: number;
  /** The folder to which the note with the result is moved instead of answering what becomes of it. */
  readonly moved?: string;
}

/**
 * A step of an agent, a question that sends it back, two tasks of which one is sent back by its review, a step that is
 * left out.
 */
export const TRIP = `\`\`\`flow
inputs:
  place: { ask: Where do you want to go? }
  kind: { ask: What is it?, default: walk }
steps:
  - step: ideas
    answer: tasks
  - step: choose
    ask: confirm
    question: Do you want to go by these ideas?
    on_fail: ideas
  - step: write
    phase: Each idea
    loop: { over: ideas.md }
  - step: review
    check: { output: APPROVED }
    on_fail: write
  - step: speech
    when: { input: kind, is: talk }
  - step: list
\`\`\`
`;
export const PLAY_TRIP: Play = {
  flow: "trip",
  inputs: { place: "Lisbon" },
  boxes: { "go by these ideas": 2 },
};

const FORMS: Readonly<Record<string, string>> = {
  Questions: "1. For whom?\n   - Friends\n   - Strangers\n2. By when?",
  Approaches:
    "## One talk\n\nAn hour.\n\n- Tradeoffs: Little time.\n- Tasks: 5\n- Recommended: It fits.\n\n## Two\n\nTwo hours.\n\n- Tradeoffs: More work.",
  Design: "## Parts\n\nThree parts.\n\n## Risks\n\nFew.",
  Tasks:
    "## Write the opening\n\nSay hello.\n\n- Files: opening.md\n\n## Write the end\n\nSay goodbye.\n\n- Files: end.md",
};

/** The task that the agent of this step is given. */
export function taskIn({ messages: [first] }: ModelQuestion): string {
  return first?.from === "person" ? first.text : "";
}

/** The file that the agent of this step is to write. */
export function fileIn(question: ModelQuestion): string {
  return /Write the work file “([^”]+)”/.exec(taskIn(question))?.[1] ?? "";
}

/**
 * Writes the file in the form that it is to have; a review has its verdict alone. One review finds something: that of
 * the first task, the first time.
 */
export function diligent(question: ModelQuestion): FakeAnswer {
  const task = taskIn(question);
  const name = fileIn(question);
  const form = /<form>\n# (\w+)\n/.exec(task)?.[1] ?? "";
  if (name !== "" && !question.messages.some(({ from }) => from === "model"))
    return says("I write it.", [
      "write_work_file",
      { name, text: `# ${question.about.step}\n\n${FORMS[form] ?? `Words of ${name}.`}\n` },
    ]);
  const verdict =
    question.about.step === "Review: Write the opening"
      ? "- The tram is missing"
      : question.about.step === "Seen: readers"
        ? "- Critical: nobody understands it"
        : "APPROVED";
  return says("Done.", [
    "finish_step",
    { summary: task.includes("## Your verdict") ? verdict : `${name} is there.` },
  ]);
}

/** The bench that a play needs. */
export function benchOf({ atOnce = 1 }: Play, name?: string): Bench {
  const slowly = async (question: ModelQuestion): Promise<FakeAnswer> => {
    for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve();
    return diligent(question);
  };
  return benchFor(
    {
      ...(name === undefined ? {} : { name }),
      settings: { limits: { plan_usd: 100, day_usd: 100, at_once: atOnce } },
      files: { "Mail.md": "Where is my order?\n", "Notes/May.md": "It rained.\n" },
    },
    atOnce === 1 ? diligent : slowly,
  );
}

export function benchFor(
  more: Parameters<typeof benchWith>[1] = {},
  ask: Parameters<typeof createFakeModels>[0] = diligent,
): Bench {
  return benchWith(createFakeModels(ask), {
    settings: { limits: { plan_usd: 100, day_usd: 100 } },
    ...more,
    files: {
      [PLAN]: planText("off"),
      "Flows/Trip.md": TRIP,
      "Flows/Verdict.md": VERDICT,
      "Flows/Looks.md": LOOKS,
      ...more.files,
    },
  });
}

/**
 * Starts the flow where there is no plan of it yet, and goes on until nothing is left to do, or so many answers were
 * given.
 */
export async function play(
  bench: Bench,
  { flow, inputs, boxes = {}, moved }: Play,
  answers = Infinity,
): Promise<void> {
  const isThere = Object.keys(bench.vault.files()).some((path) => /^(?:Done\/)?Plans\/PLAN-2026/.test(path));
  if (isThere) await settle(bench);
  else await start(bench, { flow, inputs });
  // Each time the program is started anew, as on another day.
  for (let n = 0; n < Math.min(60, answers) && answerAsAlways(bench, boxes, moved); n += 1)
    await settle(bench);
}

export async function start(bench: Bench, { flow, inputs }: Play): Promise<void> {
  const engine = await bench.open();
  const { kind, say } = await engine.obey({ kind: "start-flow", flow, inputs });
  if (kind === "refused") throw new Error(say);
  await engine.settle();
  await engine.close();
}

/** Whether there was anything to answer. */
export function answerAsAlways(bench: Bench, boxes: Play["boxes"] = {}, moved?: string): boolean {
  const { questions } = planOf(bench);
  const open = openIn(bench);
  if (open === undefined) return false;
  const note = Object.keys(bench.vault.files()).find((path) => /^Reasoning\/[^/]+$/.test(path));
  if (moved !== undefined && note !== undefined) {
    bench.vault.mkdir(moved);
    bench.vault.rename(note, note.replace("Reasoning", moved));
    return true;
  }
  if (!open.lines.some((line) => line.includes("(1)"))) {
    answer(bench, null, "In May.");
    return true;
  }
  const [words, box] = Object.entries(boxes).find(([each]) => open.lines[0]?.includes(each)) ?? ["", 1];
  const isFirst = !questions.some(({ answer: given, lines }) => given !== null && lines[0]?.includes(words));
  answer(bench, isFirst ? box : 1, isFirst && box !== 1 ? "By tram." : "");
  return true;
}
