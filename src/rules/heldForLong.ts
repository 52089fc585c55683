/** Plans that a person set to Blocked, and that did not move for as long as the settings say. */
import { isBlockedByPerson } from "../note/plan/standstill";
import { isPutOff } from "../note/plan/putOffUntil";
import { SECOND } from "../kit/dates";
import { alertAge } from "./blocking";
import type { PlanView, World } from "./world";

export interface HeldForLong {
  readonly view: PlanView;
  /** The newest line of its log, or the last change of its note, whichever is later. Milliseconds since the epoch. */
  readonly since: number;
}

/** The one that waits longest first. Among the plans that are looked at closely; those put off are left out. */
export function heldForLong(world: Pick<World, "plans" | "now" | "settings">): readonly HeldForLong[] {
  const { plans, now, settings } = world;
  return plans
    .filter(
      ({ plan, step, hasDuplicateId }) =>
        !hasDuplicateId && isBlockedByPerson(plan) && !isPutOff(plan, step, now),
    )
    .map((view) => ({
      view,
      since: Math.max(view.quietFrom - settings.quiet_seconds * SECOND, view.plan.log.newest ?? 0),
    }))
    .filter(({ since }) => now - since >= alertAge(settings))
    .sort((a, b) => a.since - b.since);
}
