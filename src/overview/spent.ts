/** The cost of agents, for the faces that show it. */
import { spentOnPlan, spentToday } from "../approval/device/spending";
import { tighter, usdOf, type Spent } from "../kit/ports/spent";
import type { PlanView, World } from "../rules/world";
import { spentOnAll } from "../agent/run";

/** The shown part of a cost. */
export interface ShownSpent {
  readonly turns: number;
  readonly tokens: number;
  /** US dollars; null where the price of some call is not known. */
  readonly usd: number | null;
}

/** Of one plan, in all; or, without a plan, of this device in the last 24 hours. */
export function shownSpent(
  world: Pick<World, "device" | "now">,
  view: Pick<PlanView, "plan" | "work"> | null,
): ShownSpent {
  const sum = view === null ? spentToday(world.device.spending, world.now) : spentOnView(world, view);
  return { turns: sum.turns, tokens: sum.tokens, usd: usdOf(sum) };
}

/** The tighter of the device’s count and the work notes. */
export function spentOnView(
  { device }: Pick<World, "device">,
  { plan, work }: Pick<PlanView, "plan" | "work">,
): Spent {
  return tighter(spentOnPlan(device.spending, plan.key), spentOnAll(work.trace.entries));
}
