import { isForAgent } from "../agent/agentMove";
import { isGated } from "../note/plan/plan";
import { isDeferred } from "../note/plan/standstill";
import type { PlanView, World } from "../rules/world";

/** Whether the next step is an ordinary one that nobody but a person will do. */
export function isYourTurn(view: PlanView, world: Pick<World, "now" | "settings">): boolean {
  const { plan, step, hasDuplicateId } = view;
  return (
    plan.status === "Active" &&
    !hasDuplicateId &&
    step !== null &&
    !isGated(step) &&
    !isDeferred(step, world) &&
    !isForAgent(plan, step, world)
  );
}
