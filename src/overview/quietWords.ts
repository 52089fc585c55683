/** The line under “Needs you” when nothing needs a person. Pure. */
import { count } from "../kit/numbers";
import type { World } from "../rules/world";
import { hasWaitingAgents } from "./alerts";

/** Does not claim that all is well while nothing is carried out, an agent gets no answer, or drafts wait to start. */
export function quietWords(world: World): string {
  const { lasting, planIndex } = world;
  if (lasting.length > 0) return "Nothing is asked or sent for now; the alerts say why.";
  if (hasWaitingAgents(world)) return "An agent is waiting for an answer; the alerts say what happens next.";
  const drafts = planIndex.totals.plans.Draft;
  if (drafts === 0) return "Nothing needs you now.";
  return drafts === 1
    ? "Nothing needs you now. One draft waits for you to start it."
    : `Nothing needs you now. ${count(drafts)} drafts wait for you to start them.`;
}
