/** Whether a step of a flow is wanted, by an input or an earlier answer of the person. No code or model decides. */
import type { When } from "../../flow/flow";
import { isSameAnswer, saidAtStep } from "../../flow/said";
import type { Plan } from "../../plan/plan";
import type { FlowPart } from "./part";

/** A sentence without its full stop; null where the step is wanted. */
export function whyLeftOut(part: FlowPart, plan: Pick<Plan, "questions">): string | null {
  for (const test of part.step.when ?? []) {
    const why = whyNot(test, part, plan);
    if (why !== null) return why;
  }
  return null;
}

function whyNot(test: When, { running, line }: FlowPart, plan: Pick<Plan, "questions">): string | null {
  if ("every" in test)
    return (line.item ?? test.every) % test.every === 0
      ? null
      : `it comes after every ${String(test.every)} tasks, and this is task ${String(line.item ?? 0)}`;
  const name = "input" in test ? test.input : test.answer;
  const said = "input" in test ? (running.inputs[test.input] ?? "") : saidAtStep(test.answer, plan);
  const wanted = "is" in test ? test.is : test.is_not;
  const isSame = isSameAnswer(said, wanted);
  if ("is" in test)
    return isSame
      ? null
      : `it is for “${name}: ${wanted}”, and the answer is ${said === "" ? "nothing" : `“${said}”`}`;
  return isSame ? `it is not for “${name}: ${wanted}”` : null;
}
