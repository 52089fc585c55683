/** Whether a step still says what was carried out for it. */
import { hashAction, sameAction } from "../note/action/render";
import type { Step } from "../note/plan/plan";
import { isHashOf } from "../note/plan/steps";
import type { RequestView } from "./view";

/**
 * True for the step as approved, and for one with other words and the same action. A step that is not understood as it
 * is written now (it was moved out of the Roadmap, say) counts as the same.
 */
export function isAsCarriedOut(
  step: Step,
  { text, action, actionState }: Pick<RequestView, "text" | "action" | "actionState">,
): boolean {
  if (isHashOf(step, text)) return true;
  if (step.approval.kind !== "action") return step.approval.kind === "unclear";
  return action === null
    ? hashAction(step.approval.action, []) === actionState?.actionHash
    : sameAction(step.approval.action, action);
}
