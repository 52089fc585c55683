/** A server that asked to be left alone: approved actions wait for it, and go on by themselves. Pure. */
import { HOUR, MINUTE, nextMinute } from "../kit/dates";
import type { Around } from "./around";
import type { Rest } from "./device/ledger";
import type { RequestView } from "./view";

/** Until when its server takes nothing, in milliseconds since the epoch; null where it may be called. */
export function restsUntil(
  { identity }: Pick<RequestView, "identity">,
  { device, now }: Pick<Around, "device" | "now">,
): number | null {
  const rest = device.resting.get(identity?.route?.server ?? "");
  // A clock that was set back makes no rest longer.
  return rest !== undefined && now >= rest.at && now < rest.until ? rest.until : null;
}

/**
 * The minute until which a server is left alone that asked for `rests` milliseconds at `now`. One that asks again soon
 * after a rest, with no call done meanwhile (`hasServed`), is left alone twice as long as the last time.
 */
export function restFor(rests: number, now: number, last: Rest | undefined, hasServed: boolean): number {
  const before = last === undefined || hasServed ? 0 : last.until - last.at;
  const isSoon = last !== undefined && now - last.until < Math.max(before, 10 * MINUTE);
  return nextMinute(now + Math.min(HOUR, Math.max(rests, isSoon ? 2 * before : 0)));
}
