/** What a person is told without asking: once a day, which plan is resumed; once at all, an offer to set up. */
import { writeDay } from "../kit/dates";
import type { Door } from "../ui/door";
import { resumeWords } from "../ui/plans";
import { offerSetUp } from "../ui/setUp";
import { currentPlan, type World } from "../rules/world";
import type { Ground } from "./ground";

/** `keep` is given what takes the offer off the screen again. */
export function announce(
  world: World,
  { choices, notice }: Ground,
  door: Door,
  keep: (takeDown: () => void) => void,
): void {
  const view = currentPlan(world);
  const day = writeDay(world.now);
  if (view !== null && view.plan.status !== "Draft" && choices.announced() !== day) {
    choices.setAnnounced(day);
    notice.say(resumeWords(view));
  }
  if (choices.offered() || world.acting.kind !== "nobody") return;
  choices.setOffered();
  keep(offerSetUp(door));
}
