/**
 * Tells a person by a notice when everything stops, so that not even the Dashboard is drawn: once each time it begins.
 */
import type { NoticePort } from "../kit/ports/notice";
import { isElsewhere } from "../rules/permission";
import type { World } from "../rules/world";

/** `hindrances` are those of this device’s memory. */
export function createStops(
  notice: NoticePort,
): (world: World | null, hindrances: readonly string[]) => void {
  let told: readonly string[] = [];
  return (world, hindrances) => {
    const reasons = world === null || world.mayWrite ? [] : stopsHere(world, hindrances);
    for (const reason of reasons) if (!told.includes(reason)) notice.say(reason);
    told = reasons;
  };
}

/** A pause, that nobody acts yet, and that another device does are told elsewhere. */
function stopsHere(world: World, hindrances: readonly string[]): readonly string[] {
  if (isElsewhere(world)) return [];
  return [
    ...hindrances,
    ...(world.acting.kind === "nobody" || world.device.paused !== null ? [] : world.lasting),
  ];
}
