/** Commands that change what this device remembers, and no note. */
import { byProgram } from "../../approval/device/ledger";
import { dayCeiling, raiseDay, spentToday } from "../../approval/device/spending";
import { FORGOTTEN, taughtAnswers } from "../../approval/device/taught";
import { DAY, showIn } from "../../kit/dates";
import { isElsewhere } from "../../rules/permission";
import type { World } from "../../rules/world";
import { sayUsd } from "../../agent/tell";
import type { Context } from "../perform/context";
import { no, yes, type Obeyed } from "../perform/replies";

export async function forgetAnswer(wanted: string, world: World, context: Context): Promise<Obeyed> {
  const found = taughtAnswers(world.device).filter(({ code }) => code === wanted);
  for (const { what } of found)
    await context.memory.add({ kind: "trusted", what, hash: FORGOTTEN, at: context.clock.now() });
  return found.length === 0
    ? no(`You taught this device no answer with the code “${wanted}”.`)
    : yes("Forgotten. You are asked about the next such answer again.");
}

export async function pause(world: World, { memory, by, clock }: Context): Promise<Obeyed> {
  if (world.device.paused !== null) return yes("It is paused already.");
  const why = by === null ? "" : byProgram(by);
  await memory.add({ kind: "paused", on: true, why, at: clock.now() });
  return yes("Paused. This device writes no requests and carries none out until you continue.");
}

/** Lets the agents of this device spend as much again today. No note can say so, only the device that they work on. */
export async function spendAgain(world: World, context: Context): Promise<Obeyed> {
  if (world.acting.kind === "named" && isElsewhere(world))
    return no(`Agents work on ${world.acting.name}; run this command there.`);
  const now = context.clock.now();
  const { day_usd } = context.settings.limits;
  try {
    await context.memory.count((before) => raiseDay(before, day_usd, now));
  } catch (error) {
    return no(error instanceof Error ? error.message : String(error));
  }
  const { spending } = context.memory.state();
  return yes(
    `Until ${showIn(context.settings.time_zone)(now + DAY)}, agents may spend ${sayUsd(dayCeiling(spending, day_usd, now))} in 24 hours. So far they have spent ${sayUsd(spentToday(spending, now).usd)}.`,
  );
}
