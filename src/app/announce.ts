/** Notices that come unasked: once a day the plan that is resumed, and once ever an offer to set up. */
import { writeDay } from "../kit/dates";
import type { EngineClient } from "./ui/engineClient";
import { resumeWords } from "./ui/plans";
import { offerSetUp } from "./ui/settings/setUp";
import { currentPlan, type World } from "../rules/world";
import type { Ground } from "./ground";

/** `keep` receives a function that removes the offer from the screen. */
export function announce(
  world: World,
  { choices, notice }: Ground,
  client: EngineClient,
  keep: (takeDown: () => void) => void,
): void {
  const view = currentPlan(world);
  const day = writeDay(world.now);
  if (choices.announced() !== day) {
    // A plan that a person makes later in the day is no news to them.
    choices.setAnnounced(day);
    // Where no device acts, nothing is resumed.
    if (view !== null && view.plan.status !== "Draft" && world.acting.kind !== "nobody")
      notice.say(resumeWords(view));
  }
  if (choices.offered() || world.acting.kind !== "nobody") return;
  choices.setOffered();
  keep(offerSetUp(client));
}
