/**
 * Requests that were edited since they were asked, or whose step was, and that are approved as they are: whether they
 * can be asked anew, and why that failed.
 */
import { isGated, type Plan, type Step } from "../note/plan/plan";
import { isMergedAway, stepFault } from "../note/plan/standstill";
import { hashStep, isHashOf } from "../note/plan/steps";
import type { Around } from "./around";
import type { PlanStep, RequestView } from "./view";

/** Whether its plan stands at its step, and it can be asked anew. */
export function mayBeAskedAgain(request: RequestView, { plan, step }: PlanStep): boolean {
  const lies = request.notes.some(({ folder }) => folder === "approved");
  if (
    request.state !== "edited" ||
    !lies ||
    !request.newest ||
    step === null ||
    step.id !== request.step ||
    isMergedAway(plan)
  )
    return false;
  return whyNotAsked(request, step) === null;
}

/** Why it would not be asked anew for its step, where that is next; null when it would. */
export function whyNotAsked({ notes }: Pick<RequestView, "notes">, step: Step): string | null {
  const fault = stepFault(step);
  if (fault !== null) return fault;
  const parsed = (
    notes.find(({ folder }) => folder === "approved") ?? notes.find(({ folder }) => folder === "pending")
  )?.parsed;
  if (!isGated(step)) return "Its step no longer needs approval.";
  if (parsed?.kind === "edited")
    return parsed.action === null
      ? "Its action block cannot be read. Undo the change, or reject this request."
      : null;
  const isChanged = parsed?.kind === "sealed" && !isHashOf(step, parsed.identity.stepHash);
  return isChanged && step.approval.kind !== "action" ? "Its step no longer says what to send." : null;
}

/** Why asking about this step, as it now reads, failed for what time does not cure; null when it did not. */
export function failureOf(
  { path }: Plan,
  step: Step | null,
  { failures }: Pick<Around, "failures">,
): string | null {
  return step === null ? null : (failures.get(`${path}\n${hashStep(step)}`) ?? null);
}
