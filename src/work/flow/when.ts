/** Whether a step of a flow is wanted: a test of an input, or of what a person answered before. No code, and nothing a model says. */
import { readTick, isTicked } from "../../kit/checkbox";
import { readLineId } from "../../flow/lineId";
import type { When } from "../../flow/flow";
import type { Plan } from "../../plan/plan";
import type { FlowPart } from "./part";

/** A sentence without its full stop; null where the step is wanted. */
export function whyLeftOut({ step, running, line }: FlowPart, plan: Pick<Plan, "questions">): string | null {
  // What was begun is not left out behind anybody's back: only the first line of a step is.
  if (step.when === undefined || line.attempt > 1) return null;
  const said = saidBy(step.when, running.inputs, plan);
  const wanted = "is" in step.when ? step.when.is : step.when.is_not;
  const isSame = alike(said, wanted);
  const name = "input" in step.when ? step.when.input : step.when.answer;
  const words = said === "" ? "nothing" : `“${said}”`;
  if ("is" in step.when) return isSame ? null : `it is for “${name}: ${wanted}”, and the answer is ${words}`;
  return isSame ? `it is not for “${name}: ${wanted}”` : null;
}

function saidBy(when: When, inputs: Readonly<Record<string, string>>, plan: Pick<Plan, "questions">): string {
  return "input" in when ? (inputs[when.input] ?? "") : answerAt(when.answer, plan);
}

/** The words of the box that a person ticked at a step of the flow, or what they wrote; empty for nothing. The last answer counts. */
function answerAt(step: string, { questions }: Pick<Plan, "questions">): string {
  const asked = questions.findLast(({ step: of, answer }) => {
    const line = readLineId(of);
    return line?.step === step && answer !== null && answer !== "several";
  });
  if (asked === undefined) return "";
  const ticked = asked.lines
    .slice(1)
    .map((each) => readTick(each))
    .find((each) => each !== null && isTicked(each));
  const words = ticked?.label.replace(/^\(\d\)\s*/, "") ?? "";
  return words === "" ? asked.words : words;
}

function alike(a: string, b: string): boolean {
  const bare = (text: string): string => text.normalize("NFKC").trim().toLowerCase();
  return bare(a) === bare(b);
}
