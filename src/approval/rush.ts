/** How many actions that go out are approved or were begun within the hour, and from how many on a person is asked. */
import { HOUR } from "../kit/dates";
import { remember } from "../kit/remember";
import type { AroundRequests } from "./around";
import type { HoldReason } from "./device/holdReason";
import { sendTimeOf } from "./sendTime";
import type { RequestView } from "./view";

/** The reason where an approved request is one of too many; `rush` counts them. */
export function tooMany(
  { state, identity, actionState }: RequestView,
  { settings }: Pick<AroundRequests, "settings">,
  rush: number,
): HoldReason | null {
  const most = settings.actions_per_hour;
  // Nothing goes out for what is done by hand.
  if (state !== "candidate" || identity?.route === null || actionState?.confirmed === true) return null;
  return rush > most ? { code: "too-many", most } : null;
}

/** Whether so many more approvals at once wait for a confirmation, whatever their type. */
export function areTooMany(more: number, world: AroundRequests): boolean {
  return rushOf(world) + more > world.settings.actions_per_hour;
}

type Counted = Pick<AroundRequests, "requests" | "device" | "now">;

/**
 * How many actions are approved and not confirmed, or were begun within the hour. Counted once: each of many approvals
 * asks.
 */
export const rushOf = remember((world: Counted): number => {
  const waiting = world.requests.filter(
    (each) =>
      each.state === "candidate" &&
      each.identity?.route !== null &&
      each.actionState?.confirmed !== true &&
      sendTimeOf(each, world.now) !== "to-come",
  ).length;
  const begun = [...world.device.actionState.values()].filter(
    ({ begun, outcome }) => begun !== null && begun > world.now - HOUR && outcome !== "by-hand",
  ).length;
  return waiting + begun;
});
