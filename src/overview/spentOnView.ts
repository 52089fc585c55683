/** The cost of agents, for the faces that show it. */
import { spentOnPlan } from "../approval/device/spending";
import { tighter, type Spent } from "../kit/ports/spent";
import type { PlanView, World } from "../rules/world";
import { spentOnAll } from "../agent/run";

/** The tighter of the device’s count and the work notes. */
export function spentOnView(
  { device }: Pick<World, "device">,
  { plan, work }: Pick<PlanView, "plan" | "work">,
): Spent {
  return tighter(spentOnPlan(device.spending, plan.key), spentOnAll(work.trace.entries));
}
