import { readStamp, sayDay, showIn } from "../../kit/dates";

/**
 * A moment by the clock of the vault, or of this device where the vault has none: the clock today, otherwise the day,
 * with its year where it is far away.
 */
export function sayWhen(at: number, now: number, zone: string): string {
  const show = showIn(zone === "" ? new Intl.DateTimeFormat().resolvedOptions().timeZone : zone);
  const [then, today] = [show(at), show(now)];
  const day = then.slice(0, 10);
  return day === today.slice(0, 10) ? then.slice(11, 16) : sayDay(readStamp(day) ?? at, now);
}
