/** Whether a step of a flow is wanted, by an input or an earlier answer of the person. No code or model decides. */
import type { Plan } from "../note/plan/plan";
import type { Flow, FlowStep, When } from "./flow";
import { loopOf } from "./route";
import type { RunningFlow } from "./running";
import { isSameAnswer, saidAtStep } from "./said";

type Answers = Pick<RunningFlow, "inputs"> & { readonly plan: Pick<Plan, "questions"> };

/** `item`: its task. A sentence without its full stop; null where the step is wanted. */
export function whyLeftOut(
  { when = [] }: Pick<FlowStep, "when">,
  item: number | null,
  answers: Answers,
): string | null {
  for (const test of when) {
    const why = whyNot(test, item, answers);
    if (why !== null) return why;
  }
  return null;
}

/** The same by all that nobody is asked about within its loop: it is known before the first task begins. */
export function whyNeverWanted(
  flow: Pick<Flow, "steps">,
  step: FlowStep,
  item: number | null,
  answers: Answers,
): string | null {
  const own = loopOf(flow, step.step);
  const isKnown = (test: When): boolean =>
    own === null || loopOf(flow, namedIn(test) ?? "")?.steps[0] !== own.steps[0];
  return whyLeftOut({ when: (step.when ?? []).filter(isKnown) }, item, answers);
}

function whyNot(test: When, item: number | null, { inputs, plan }: Answers): string | null {
  if ("every" in test) {
    const every = intervalOf(test.every, { inputs, plan });
    return (item ?? every) % every === 0
      ? null
      : `it comes after every ${String(every)} tasks, and this is task ${String(item ?? 0)}`;
  }
  const name = "input" in test ? test.input : test.answer;
  const said = "input" in test ? (inputs[test.input] ?? "") : saidAtStep(test.answer, plan);
  const wanted = "is" in test ? test.is : test.is_not;
  const isSame = isSameAnswer(said, wanted);
  if ("is" in test)
    return isSame
      ? null
      : `it is for “${name}: ${wanted}”, and the answer is ${said === "" ? "nothing" : `“${said}”`}`;
  return isSame ? `it is not for “${name}: ${wanted}”` : null;
}

/** The step whose answer a test needs; null for none. */
function namedIn(test: When): string | null {
  if ("answer" in test) return test.answer;
  return "every" in test && typeof test.every === "string" ? test.every : null;
}

/** Used where the person said no number. */
const USUAL = 3;

/** Tasks between two runs: the number itself, or the one that the person said in this input or at this step. */
function intervalOf(every: number | string, { inputs, plan }: Answers): number {
  if (typeof every === "number") return every;
  const said = Object.hasOwn(inputs, every) ? (inputs[every] ?? "") : saidAtStep(every, plan);
  return Number(/[1-9]\d{0,2}/.exec(said)?.[0] ?? USUAL);
}
