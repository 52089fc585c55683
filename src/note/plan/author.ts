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

function isAsNoted({ log }: Pick<Plan, "log">, step: Step, words: readonly Word[]): boolean {
  if (step.id === null) return false;
  // A later line about other words takes nothing back.
  return log.has(
    ({ word, step: of, text }) =>
      of === step.id && words.includes(word) && text !== null && isHashOf(step, text),
  );
}
