/** Whether the action of the next step is filled in by its flow now: for the first time, or anew. */
import { OUTCOME_ROWS } from "../../approval/device/outcome";
import type { RequestView } from "../../approval/view";
import { sameAction } from "../../note/action/render";
import { isFilledByFlow } from "../../note/plan/author";
import type { Plan, Step } from "../../note/plan/plan";
import type { PlanView } from "../world";

type At = Pick<PlanView, "plan" | "step" | "part">;

/** Nothing was carried out for the step, and nothing may have been. `requests`: of its plan. */
export function isUntouched(
  { log }: Pick<Plan, "log">,
  { id }: Pick<Step, "id">,
  requests: readonly RequestView[],
): boolean {
  return (
    !log.has(({ word, step }) => word === "carried-out" && step === id) &&
    requests.every(({ step, state, outcome, actionState }) => {
      if (step !== id) return true;
      if (outcome !== null) return OUTCOME_ROWS[outcome].reached === "no";
      return state !== "in-doubt" && actionState?.begun == null;
    })
  );
}

/**
 * The flow does not want sent any more what it filled in: a file or an answer has changed, or nobody can tell, because
 * one is gone, or the flow itself cannot go on. `but`: the request that is judged.
 */
export function isNotAsFilled(
  at: At | undefined,
  requests: readonly RequestView[],
  but: Pick<RequestView, "id" | "step">,
): boolean {
  const { plan, step = null, part = null } = at ?? {};
  if (plan === undefined || step === null || plan.flow === null || but.step !== step.id) return false;
  if (step.approval.kind !== "action" || !isFilledByFlow(plan, step)) return false;
  return part?.filling == null || isToFillAnew(at, requests, but);
}

/**
 * A file or an answer has changed since it was filled in, and the step still reads as it did then. `requests`: of the
 * plan; what they ask for is not what the flow wants sent any more. `but`: the one that is judged.
 */
export function isToFillAnew(
  at: At | undefined,
  requests: readonly RequestView[],
  but: Pick<RequestView, "id" | "step"> | null = null,
): boolean {
  const { plan, step = null, part = null } = at ?? {};
  if (plan === undefined || step?.approval.kind !== "action" || part?.filling == null) return false;
  if (but !== null && but.step !== step.id) return false;
  return (
    isFilledByFlow(plan, step) &&
    !sameAction(step.approval.action, part.filling.action) &&
    isUntouched(
      plan,
      step,
      requests.filter((each) => each.id !== but?.id),
    )
  );
}
