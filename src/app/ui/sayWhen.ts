import { knowsZone, readStamp, sayDay, showIn } from "../../kit/dates";

/** The clock of a vault; without a zone, or with one that is not known here, it is that of this device. */
export interface Clock {
  now(): number;
  readonly settings: { now(): { readonly time_zone: string } };
}

export function zoneOf({ settings }: Pick<Clock, "settings">): string {
  const { time_zone: zone } = settings.now();
  return knowsZone(zone) ? zone : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The time of day today, otherwise the day, with its year where it is far away. */
export function sayWhen(at: number, clock: Clock): string {
  const show = showIn(zoneOf(clock));
  const now = clock.now();
  const [then, today] = [show(at), show(now)];
  const day = then.slice(0, 10);
  return day === today.slice(0, 10) ? then.slice(11, 16) : sayDay(readStamp(day) ?? at, now);
}
