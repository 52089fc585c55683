/** A flow on a desk in memory: its plan, its Roadmap, and a person who answers in the note. */
import { parsePlan } from "../../src/note/plan/parse";
import type { Plan, Question } from "../../src/note/plan/plan";
import { askedTogether } from "../../src/note/plan/questions";
import { says, type FakeAnswer } from "../fakes/models";
import type { Bench } from "./desk";

/** Writes the file and finishes, saying this; by how often the model has answered in this step. */
export function writes(name: string, text: string, summary: string): (turn: number) => FakeAnswer {
  return (turn) =>
    turn === 0
      ? says("I write it.", ["write_work_file", { name, text }])
      : says("Done.", ["finish_step", { summary, evidence: [{ file: name }] }]);
}

export function planOf(bench: Bench): Plan {
  const [path, text] = Object.entries(bench.vault.files()).find(([each]) =>
    /^(?:Done\/)?Plans\/PLAN-2026/.test(each),
  ) ?? ["", ""];
  const read = parsePlan(path, text);
  if (read.kind !== "plan") throw new Error(`${read.kind}: ${text}`);
  return read.plan;
}

export function roadmap(bench: Bench): readonly string[] {
  const marks = { open: " ", done: "x", skipped: "-" };
  return planOf(bench).steps.map(({ state, text }) => `[${marks[state]}] ${text}`);
}

/** The question that a person answers next: of those asked together, the first one without an answer. */
export function openIn(bench: Bench): Question | undefined {
  const plan = planOf(bench);
  const last = plan.questions.findLast(({ answer: given }) => given === null);
  return last === undefined
    ? undefined
    : askedTogether(plan, last.step).find(({ answer: given }) => given === null);
}

/** Ticks the box with this number at the question that is open, and writes words behind “Answer:”. */
export function answer(bench: Bench, box: number | null, words = ""): void {
  const { path } = planOf(bench);
  const open = openIn(bench);
  if (open === undefined) throw new Error(`no question is open:\n${bench.vault.text(path) ?? ""}`);
  const to = open.line + open.lines.length - 1;
  const lines = (bench.vault.text(path) ?? "").split("\n").map((line, at) => {
    if (at < open.line || at >= to) return line;
    if (box !== null && line.includes(`[ ] (${String(box)})`)) return line.replace("[ ]", "[x]");
    return line.trim() === "- Answer:" ? `    - Answer: ${words}` : line;
  });
  bench.vault.put(path, lines.join("\n"));
}
