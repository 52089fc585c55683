/** References to a request, a step or a plan: the note, and the block in it. */
import type { RequestView } from "../approval/view";
import type { PlanSummary } from "../note/index/summary";
import { recordName } from "../approval/request/name";
import type { PlanView } from "../rules/world";
import { requestLabel } from "./describe";
import { planTitle, type Plan } from "../note/plan/plan";
import type { NoteRef, PlanName } from "./needs/need";

export function requestRef(request: RequestView): NoteRef | null {
  const shown = requestLabel(request);
  if (request.state === "in-doubt" && request.recordNote !== null)
    return { target: recordName(request.name), shown, block: null };
  return request.name === "" || request.state === "missing"
    ? null
    : { target: request.name, shown, block: null };
}

/** Leads to the step where it has a block id. */
export function stepRef({ plan, step }: Pick<PlanView, "plan" | "step">): NoteRef {
  return {
    target: plan.path,
    shown: step === null ? plan.taskId : `${plan.taskId}, step ${String(step.n)}`,
    block: step?.id ?? null,
    ...(step === null ? {} : { step: step.n }),
  };
}

export function nameOfPlan(plan: Plan): PlanName {
  return { path: plan.path, taskId: plan.taskId, title: planTitle(plan) };
}

export function summaryRef({ path, taskId, next }: PlanSummary): NoteRef {
  return {
    target: path,
    shown: next === null ? taskId : `${taskId}, step ${String(next.n)}`,
    block: next?.id ?? null,
    ...(next === null ? {} : { step: next.n }),
  };
}
