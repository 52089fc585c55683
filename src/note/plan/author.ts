/** Tells whether an agent wrote a step, as far as the log tells. A step is a person's once they change a word of it. */
import type { Word } from "./logEntry";
import type { Plan, Step } from "./plan";
import { isHashOf } from "./steps";

/** An agent put it into the plan. */
export function isAddedByAgent(plan: Pick<Plan, "log">, step: Step): boolean {
  return isAsNoted(plan, step, ["added"]);
}

/** An agent wrote it, or what is to be sent beneath it. */
export function isWrittenByAgent(plan: Pick<Plan, "log">, step: Step): boolean {
  return isAsNoted(plan, step, ["added", "filled-in"]);
}

/** Notes of the log about actions that a flow filled in: with text that an agent wrote, or with none. */
export const FILLED_BY_FLOW = { withAgent: "flow", alone: "flow-alone" } as const;

/** A flow filled in its action, and nobody has changed a word of the step since. */
export function isFilledByFlow(plan: Pick<Plan, "log">, step: Step): boolean {
  const last = plan.log.last(({ word, step: of }) => word === "filled-in" && of === step.id)?.mark;
  return (
    last?.text != null &&
    Object.values(FILLED_BY_FLOW).some((each) => each === last.note) &&
    isHashOf(step, last.text)
  );
}

function isAsNoted({ log }: Pick<Plan, "log">, step: Step, words: readonly Word[]): boolean {
  if (step.id === null) return false;
  // A later line about other words takes nothing back.
  return log.has(
    ({ word, step: of, text, note }) =>
      of === step.id &&
      words.includes(word) &&
      note !== FILLED_BY_FLOW.alone &&
      text !== null &&
      isHashOf(step, text),
  );
}
