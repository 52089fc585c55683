/** Where a plan is in its flow: the phase, the step, and of a loop the task. */
import { readLineId } from "../../flow/lineId";
import type { Plan, Step } from "../../note/plan/plan";
import { withoutLinks } from "../titles";

/** `Doing · step 7 of 12 · task 2 of 5`; null for a plan of no flow, and behind its last step. */
export function placeOf(
  { flow, phase, steps }: Pick<Plan, "flow" | "phase" | "steps">,
  step: Step | null,
): string | null {
  if (flow === null || step === null) return null;
  const line = readLineId(step.id);
  const item = line?.item ?? null;
  const items = steps.flatMap(({ id }) => {
    const each = readLineId(id);
    return each?.step === line?.step && each?.item != null ? [each.item] : [];
  });
  return [
    ...(phase === null ? [] : [withoutLinks(phase)]),
    `step ${String(step.n)} of ${String(steps.length)}`,
    ...(item === null ? [] : [`task ${String(item)} of ${String(Math.max(...items))}`]),
  ].join(" · ");
}
