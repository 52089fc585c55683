/** Whether a call for an agent that is under way is still wanted. */
import { isHeldByHand } from "../../rules/agentRules";
import { hashStep } from "../../plan/steps";
import type { World } from "../../rules/world";
import { hasAgentWork, type Errand } from "../../work/want";

/** A tick, a change of the step, a pause, a cancelled plan, an agent switched off: any of them stops it. */
export function isWanted({ plan: key, step: hash }: Errand, world: World): boolean {
  const view = world.planOf.get(key);
  return (
    view?.step != null &&
    (view.plan.status === "Active" || isHeldByHand(view)) &&
    hasAgentWork(view, world.now) &&
    hashStep(view.step) === hash &&
    world.standing.length === 0
  );
}
