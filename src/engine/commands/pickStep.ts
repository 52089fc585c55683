/** The step that a command means, and the block id by which the log refers to it. */
import { stepId } from "../../kit/ids";
import type { Plan, Step } from "../../note/plan/plan";
import { hashStep } from "../../note/plan/steps";
import type { RandomPort } from "../../kit/ports/random";
import type { PlanChange } from "../../rules/moves";
import type { PlanView } from "../../rules/world";

/** `view.step` is null for a plan that is over, too. */
export function noStep({ status, steps }: Plan, n: number | null): string {
  if (n !== null) return `The plan has no step ${String(n)}; it has ${String(steps.length)}.`;
  return steps.some(({ state }) => state === "open")
    ? `The plan is ${status.toLowerCase()}. To run it again, set its status to Draft first.`
    : "The plan has no open step.";
}

/** The step that a running plan is at. A sentence where that is another, or there is none. */
export function currentStep({ plan, step: next }: PlanView, n: number | null): Step | string {
  const step = n === null ? next : (plan.steps[n - 1] ?? null);
  if (step === null) return noStep(plan, n);
  if (step.state !== "open") return `Step ${String(step.n)} is ${step.state} already.`;
  if (plan.status !== "Active" && plan.status !== "Blocked")
    return `The plan is ${plan.status.toLowerCase()}; a person starts it first.`;
  if (step.n !== next?.n) return `Step ${String(next?.n ?? 0)} comes first; plans go on one step at a time.`;
  return step.approval.kind === "unclear"
    ? `Step ${String(step.n)}, line ${String(step.approval.line)}: ${step.approval.why}.`
    : step;
}

/** The block id of the step, and the change that gives it one where it bears none. */
export function nameStep(
  step: Step,
  { random }: { readonly random: RandomPort },
): readonly [readonly PlanChange[], string] {
  if (step.id !== null) return [[], step.id];
  const id = stepId(random.bytes(2));
  return [[{ kind: "step-id", n: step.n, hash: hashStep(step), id }], id];
}
