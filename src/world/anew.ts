/** What was changed since it was asked, and approved as it is: whether it can be asked anew, and why that failed. */
import { isGated, type Plan, type Step } from "../plan/plan";
import { isMergedAway, stepFault } from "../plan/standstill";
import { hashStep } from "../plan/steps";
import type { Seen } from "./seen";
import type { PlanView, RequestView } from "./world";

/** Whether its plan stands at its step, which is understood and needs approval, with something to ask for. */
export function mayBeAskedAnew(request: RequestView, { plan, step }: Pick<PlanView, "plan" | "step">): boolean {
  const note = request.notes.find(({ folder }) => folder === "approved");
  if (request.state !== "edited" || note === undefined || !request.newest || step === null || step.id !== request.step || !isGated(step) || stepFault(step) !== null || isMergedAway(plan)) return false;
  if (note.reading.kind === "edited") return note.reading.action !== null;
  return note.reading.kind !== "sealed" || hashStep(step) === note.reading.identity.stepHash || step.gate.kind === "action";
}

/** Why asking about this step, as it now reads, failed for what time does not cure; null when it did not. */
export function failureOf({ path }: Plan, step: Step | null, { failures }: Pick<Seen, "failures">): string | null {
  return step === null ? null : (failures.get(`${path}\n${hashStep(step)}`) ?? null);
}
