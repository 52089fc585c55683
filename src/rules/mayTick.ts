/**
 * Whether a person may say that they did a step. A step with ✋ is ticked by what was approved, but for one without an
 * action: nothing of it can have gone out.
 */
import type { PlanView } from "./world";

export function mayTick({ step, request }: Pick<PlanView, "step" | "request">): boolean {
  return step?.approval.kind === "none" || (step?.approval.kind === "hand" && request === null);
}
