/**
 * The time before which an approved action does not go out (`send_at`), as it was sealed. It goes out within the hour
 * that follows; where nothing could send it by then, the person is asked again, for what was meant for Thursday may be
 * wrong on Monday.
 */
import type { Action } from "../note/action/action";
import { HOUR, momentIn, readStamp, sayWithWeekday, showIn } from "../kit/dates";
import type { Identity } from "./request/request";

/** `none`: as soon as it is approved. `reached`: within the hour. */
export type SendTime = "none" | "to-come" | "reached" | "missed";

/** The part of a request that tells its time. */
interface Timed {
  readonly identity: Pick<Identity, "sends"> | null;
}

/** Milliseconds since the epoch; null for what goes out as soon as it is approved. */
export function sendMoment({ identity }: Timed): number | null {
  return identity?.sends ?? null;
}

/**
 * The time of an action that is asked about now, by the clock of the vault: past or to come; null for none. Only one to
 * come is sealed: of another, the person reads that it goes out as soon as they approve it.
 */
export function momentOf({ sendAt }: Pick<Action, "sendAt">, zone: string): number | null {
  return sendAt === undefined ? null : momentIn(sendAt, zone);
}

export function sendTimeOf(request: Timed, now: number): SendTime {
  const at = sendMoment(request);
  if (at === null) return "none";
  if (now < at) return "to-come";
  return now < at + HOUR ? "reached" : "missed";
}

export function sayMissed(time: string): string {
  return `It was to go out on ${time}, but nothing could send it within the hour. You are asked again.`;
}

/** `Thursday, 2026-12-10 09:00`, by the clock of the vault, and with `UTC` behind it where that has none. */
export function saySendTime(at: number, zone: string): string {
  const shown = showIn(zone)(at);
  const [day = "", ...time] = shown.split(" ");
  return [sayWithWeekday(readStamp(day) ?? at), ...time].join(" ");
}
