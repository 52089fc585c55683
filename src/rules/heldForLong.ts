/** Plans that a person set to Blocked, and that did not move for as long as the settings say. */
import { compareText } from "../kit/order";
import type { PlanSummary } from "../note/index/summary";
import { alertAge } from "./blocking";
import type { World } from "./world";

export interface HeldForLong {
  readonly summary: PlanSummary;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** The one that waits longest first. */
export function heldForLong({
  planIndex,
  now,
  settings,
}: Pick<World, "planIndex" | "now" | "settings">): readonly HeldForLong[] {
  const until = now - alertAge(settings);
  return [...planIndex.all()]
    .flatMap((summary) => {
      const { heldSince: since, path } = summary;
      return since === null || since > until || planIndex.hasDuplicateId(path) ? [] : [{ summary, since }];
    })
    .sort((a, b) => a.since - b.since || compareText(a.summary.path, b.summary.path));
}
