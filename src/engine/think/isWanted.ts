/** Whether a call for an agent that is under way is still wanted. */
import { isHeldByHand } from "../../rules/agentRules";
import { goesOnBeside, viewFor } from "../../rules/agents/beside";
import type { World } from "../../rules/world";
import { FORBIDDEN } from "../../work/flow/programs";
import { hasAgentWork, type Errand } from "../../work/want";

/**
 * A tick, a change of the step, a pause, a cancelled plan, an agent switched off, a program forbidden: any of them
 * stops it.
 */
export function isWanted(errand: Errand, world: World): boolean {
  const view = world.planOf.get(errand.plan);
  const at = viewFor(view, errand);
  return (
    view !== undefined &&
    at !== null &&
    (view.plan.status === "Active" || isHeldByHand(view) || goesOnBeside(view, at)) &&
    hasAgentWork(at, world.now) &&
    (errand.permit === undefined || world.device.trusted.get(errand.permit) !== FORBIDDEN) &&
    world.standing.length === 0
  );
}
