/** Whether a call for an agent that is under way is still wanted. */
import { isHeldByHand } from "../../rules/agentRules";
import { goesOnBeside, viewFor } from "../../rules/agents/beside";
import type { World } from "../../rules/world";
import { FORBIDDEN } from "../../work/flow/programs";
import { hasAgentWork, type Job } from "../../work/agentMove";

/**
 * A tick, a change of the step, a pause, a cancelled plan, an agent switched off, a program forbidden: any of them
 * stops it.
 */
export function isWanted(job: Job, world: World): boolean {
  const view = world.planOf.get(job.plan);
  const at = viewFor(view, job);
  return (
    view !== undefined &&
    at !== null &&
    (view.plan.status === "Active" || isHeldByHand(view) || goesOnBeside(view, at)) &&
    hasAgentWork(at, world.now) &&
    (job.permit === undefined || world.device.trusted.get(job.permit) !== FORBIDDEN) &&
    world.standing.length === 0
  );
}
