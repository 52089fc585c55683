/**
 * The time before which an approved action does not go out (`send_at`). It goes out within the hour that follows; where
 * nothing could send it by then, the person is asked again, for what was meant for Thursday may be wrong on Monday.
 */
import { HOUR, momentIn, sayWithWeekday, showIn, readStamp } from "../kit/dates";
import type { Settings } from "../settings/settings";
import type { RequestView } from "./view";

/** `none`: as soon as it is approved. `reached`: within the hour, or asked about when it had passed already. */
export type SendTime = "none" | "to-come" | "reached" | "missed";

interface Clock {
  readonly now: number;
  readonly settings: Pick<Settings, "time_zone">;
}

/** Milliseconds since the epoch, by the clock of the vault; null for what goes out as soon as it is approved. */
export function sendMoment({ action }: Pick<RequestView, "action">, zone: string): number | null {
  return action?.sendAt === undefined ? null : momentIn(action.sendAt, zone);
}

export function sendTimeOf(
  request: Pick<RequestView, "action" | "created">,
  { now, settings }: Clock,
): SendTime {
  const at = sendMoment(request, settings.time_zone);
  if (at === null) return "none";
  if (now < at) return "to-come";
  return now >= at + HOUR && request.created < at ? "missed" : "reached";
}

export function sayMissed(time: string): string {
  return `It was to go out on ${time}, and nothing could send it within the hour. You are asked again.`;
}

/** `Thursday, 2026-12-10 09:00`, by the clock of the vault. */
export function saySendTime(at: number, zone: string): string {
  const shown = showIn(zone)(at);
  const [day = "", ...time] = shown.split(" ");
  return [sayWithWeekday(readStamp(day) ?? at), ...time].join(" ");
}
