/** Whether a step of a flow is wanted, by an input or an earlier answer of the person. No code or model decides. */
import type { Plan, Step } from "../note/plan/plan";
import { stepName } from "../note/plan/steps";
import { asksForYes, type Flow, type FlowStep, type When } from "./flow";
import { readLineId } from "./lineId";
import { loopOf, stepNamed } from "./route";
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

/**
 * Why a plan stops before its next open line: the person skipped a question by which they agree to work, and a skipped
 * question is no yes. A sentence; null where nothing was skipped so. Only the last line of each question counts, and
 * none that the flow left out.
 */
export function whyNotAgreed(
  { flow, inputs }: Pick<RunningFlow, "flow" | "inputs">,
  plan: Pick<Plan, "steps" | "log" | "questions">,
): string | null {
  const { steps } = plan;
  const next = steps.findIndex(({ state }) => state === "open");
  const asked = new Map<
    string,
    { readonly step: Step; readonly of: FlowStep; readonly item: number | null }
  >();
  for (const step of steps.slice(0, next)) {
    const line = readLineId(step.id);
    const of = line?.isAsk === true ? stepNamed(flow, line.step) : null;
    if (line === null || of === null || !asksForYes(of)) continue;
    const key = `${line.step} ${String(line.item)}`;
    // The last line in the Roadmap is the last of the map.
    asked.delete(key);
    asked.set(key, { step, of, item: line.item });
  }
  const skipped = [...asked.values()].findLast(
    ({ step, of, item }) =>
      step.state === "skipped" &&
      !isLeftOut(step.id, plan) &&
      whyLeftOut(of, item, { inputs, plan }) === null,
  );
  return skipped === undefined
    ? null
    : `You skipped ${stepName(skipped.step)}, so nobody has agreed to it. To answer after all, write “[ ]” in the place of “[-]” in its line; to go on without agreeing, write “[x]”; or cancel the plan.`;
}

/** Whether the flow itself left the line out, as the log tells. */
function isLeftOut(id: string | null, { log }: Pick<Plan, "log">): boolean {
  const last = log.last(
    ({ word, step }) => step === id && (word === "skipped" || word === "ticked" || word === "reopened"),
  );
  return last?.actor === "Agent" && last.mark.word === "skipped";
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
