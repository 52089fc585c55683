/** The line under “Needs you” when nothing needs a person. Pure. */
import { count } from "../kit/numbers";
import type { World } from "../rules/world";

/** Does not claim that all is well while nothing is carried out, or while drafts wait for a person to start them. */
export function quietWords({ lasting, planIndex }: Pick<World, "lasting" | "planIndex">): string {
  if (lasting.length > 0) return "Nothing is asked or carried out for now; the alerts say why.";
  const drafts = planIndex.totals.plans.Draft;
  if (drafts === 0) return "Nothing needs you now.";
  return drafts === 1
    ? "Nothing needs you now. One draft begins when you start it."
    : `Nothing needs you now. ${count(drafts)} drafts begin when you start them.`;
}
