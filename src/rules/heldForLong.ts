/** Plans that a person set to Blocked, and that did not move for as long as the settings say. */
import type { PlanSummary } from "../note/index/summary";
import { isBlockedByPerson } from "../note/plan/standstill";
import { isPutOff } from "../note/plan/putOffUntil";
import { SECOND } from "../kit/dates";
import { compareText } from "../kit/order";
import { alertAge } from "./blocking";
import type { World } from "./world";

export interface HeldForLong {
  readonly summary: PlanSummary;
  /** The newest line of its log, or the last change of its note, whichever is later. Milliseconds since the epoch. */
  readonly since: number;
}

/** The one that waits longest first; those put off are left out. They are looked at closely (workingSet). */
export function heldForLong({
  plans,
  planIndex,
  now,
  settings,
}: Pick<World, "plans" | "planIndex" | "now" | "settings">): readonly HeldForLong[] {
  const until = now - alertAge(settings);
  return plans
    .flatMap(({ plan, step, hasDuplicateId, quietFrom }) => {
      const summary = planIndex.at(plan.path);
      if (summary === null || hasDuplicateId || !isBlockedByPerson(plan) || isPutOff(plan, step, now))
        return [];
      const since = Math.max(quietFrom - settings.quiet_seconds * SECOND, plan.log.newest ?? 0);
      return since > until ? [] : [{ summary, since }];
    })
    .sort((a, b) => a.since - b.since || compareText(a.summary.path, b.summary.path));
}
