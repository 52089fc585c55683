/**
 * Lets the agents of this device spend as much again today. Only the device that they work on can say so, and no note.
 */
import { dayCeiling, raiseDay, spentToday } from "../../device/spending";
import { DAY, showStamp } from "../../kit/dates";
import { isElsewhere } from "../../rules/permission";
import type { World } from "../../rules/world";
import { sayUsd } from "../../work/tell";
import type { Context } from "../perform/context";
import { no, yes, type Obeyed } from "../perform/replies";

export async function spendAgain(world: World, context: Context): Promise<Obeyed> {
  if (world.acting.kind === "named" && isElsewhere(world))
    return no(`Agents work on ${world.acting.name}; give this command there.`);
  const now = context.clock.now();
  const { day_usd } = context.settings.limits;
  try {
    await context.memory.count((before) => raiseDay(before, day_usd, now));
  } catch (error) {
    return no(error instanceof Error ? error.message : String(error));
  }
  const { spending } = context.memory.state();
  return yes(
    `Until ${showStamp(now + DAY)}, agents may spend ${sayUsd(dayCeiling(spending, day_usd, now))} in 24 hours. So far they have spent ${sayUsd(spentToday(spending, now).usd)}.`,
  );
}
