/**
 * Dates as people write them into notes. Stamps without a zone are taken as UTC (and shown as written); a date alone
 * is its midnight, UTC.
 */
import { parseISO } from "date-fns/parseISO";
import { rememberEach } from "./remember";

const STAMP =
  /^(\d{4}-\d{2}-\d{2})(?:(?:T|[ ,] ?)(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;

/** The amount by which two digits, added up by their character codes, are too large. */
const ZEROS = 11 * "0".charCodeAt(0);

/** The form we write ourselves, of which a log holds thousands. */
const OWN = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Milliseconds since the epoch, or null for anything that is not an ISO-like date or stamp of a real day. */
export function readStamp(text: string): number | null {
  if (OWN.test(text)) {
    const two = (from: number): number => text.charCodeAt(from) * 10 + text.charCodeAt(from + 1) - ZEROS;
    const date = two(8);
    const at = Date.UTC(two(0) * 100 + two(2), two(5) - 1, date, two(11), two(14), two(17));
    // A day that the month does not have is one of the next.
    return date <= 28 || new Date(at).getUTCDate() === date ? at : null;
  }
  const match = STAMP.exec(text.trim());
  if (match === null) return null;
  const day = match[1] ?? "";
  const time = (match[2] ?? "00:00:00")
    .replace(",", ".")
    .replace(/(\.\d{3})\d+$/, "$1")
    .replace(/^\d:/, "0$&");
  const zone = /^[+-]/.test(match[3] ?? "") ? (match[3] ?? "") : "Z";
  const value = parseISO(`${day}T${time}${zone}`).getTime();
  return Number.isNaN(value) ? null : value;
}

/** `2026-02-21T10:30:00Z`: the form we write into logs and frontmatter. */
export function writeStamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -5)}Z`;
}

/** `2026-02-21T1040Z`: the same moment in a file name, legal on every system. */
export function writeFileStamp(ms: number): string {
  return writeStamp(ms).slice(0, 16).replace(":", "") + "Z";
}

/** The moment that such a stamp names, or a day alone; null for anything else. */
export function readFileStamp(text: string): number | null {
  return readStamp(text.replace(/T(\d{2})(\d{2})Z$/, "T$1:$2Z"));
}

/** `2026-02-21 10:40 UTC`: for a person. */
export function showStamp(ms: number): string {
  return `${writeStamp(ms).slice(0, 16).replace("T", " ")} UTC`;
}

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `Saturday, 2026-02-21`. */
export function sayWithWeekday(ms: number): string {
  return `${WEEKDAYS[new Date(ms).getUTCDay()] ?? ""}, ${writeDay(ms)}`;
}

/** `2026-02-21`. */
export function writeDay(ms: number): string {
  return writeStamp(ms).slice(0, 10);
}

/** `15 Feb`, with its year where it is nearly a year or more away: a day as people say it. */
export function sayDay(ms: number, now: number): string {
  const day = new Date(ms);
  const words = `${String(day.getUTCDate())} ${MONTHS[day.getUTCMonth()] ?? ""}`;
  return Math.abs(ms - now) < 300 * DAY ? words : `${words} ${String(day.getUTCFullYear())}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A later moment cannot be written as a date, and nobody means one. */
export const LAST_MOMENT = Date.UTC(9999, 11, 31);

/** A moment that can be shown; null for what is unknown, or a number from a note that is no moment at all. */
export function moment(ms: number | null | undefined): number | null {
  return ms != null && ms > 0 && ms <= LAST_MOMENT ? ms : null;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The same day of a later or earlier month; a month on from the 31st is the last day of a shorter month. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day);
  const month = date.getUTCMonth() + months;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last));
}

/*
 * Moments by the clock of a time zone that a vault names, so that all its devices write the same. Only numbers come
 * from the platform; where it does not know the zone, moments are told in UTC, and say so.
 */

/** As the time zone database spells its names: `Europe/Zurich`, `America/Argentina/Ushuaia`, `Etc/GMT+3`. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]{0,30}(?:\/[A-Za-z0-9_+-]{1,30}){0,3}$/;

export function isZoneName(name: string): boolean {
  return NAME.test(name);
}

/** Whether this platform knows the zone, too. */
export function knowsZone(name: string): boolean {
  return isZoneName(name) && formatOf(name) !== null;
}

/** The time zone of a device, to be proposed for its vault; empty where it has none with a name that settings hold. */
export function zoneToPropose(timeZone: string): string {
  return timeZone !== "UTC" && knowsZone(timeZone) ? timeZone : "";
}

/** `2026-02-21 11:40` in that zone, which is named elsewhere; `2026-02-21 10:40 UTC` where there is none. */
export function showIn(zone: string): (ms: number) => string {
  const format = isZoneName(zone) ? formatOf(zone) : null;
  if (format === null) return showStamp;
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
    return `${of("year")}-${of("month")}-${of("day")} ${of("hour")}:${of("minute")}`;
  };
}

/** `11:40`, or `10:40 UTC` without a zone. */
export function showTime(ms: number, zone: string): string {
  return showIn(zone)(ms).slice(11);
}

/** The first full minute that is not before the moment: what ends then is over by what is told without seconds. */
export function nextMinute(ms: number): number {
  return Math.ceil(ms / MINUTE) * MINUTE;
}

/** `2026-02-21 11:40 (Europe/Zurich)`: where a moment stands alone. */
export function showWithZone(ms: number, zone: string): string {
  return knowsZone(zone) ? `${showIn(zone)(ms)} (${zone})` : showStamp(ms);
}

/** `2026-02-21`: the day on which a moment falls in that zone. */
export function dayIn(ms: number, zone: string): string {
  return showIn(zone)(ms).slice(0, 10);
}

const NAMES_ZONE = /(?:[+-]\d{2}:?\d{2}|Z|UTC|GMT)$/i;

/**
 * The moment of a day, or of a day with a time of day, by the clock of that zone; null where it is none. A text that
 * names its own zone keeps it. Of an hour that the clock shows twice it is the first, and one that it leaves out comes
 * as much later.
 */
export function momentIn(text: string, zone: string): number | null {
  const shown = readStamp(text);
  if (shown === null || !knowsZone(zone) || (text.length > 10 && NAMES_ZONE.test(text.trim()))) return shown;
  const clock = (ms: number): number => readStamp(showIn(zone)(ms)) ?? ms;
  const moments = [shown - DAY, shown + DAY].map((near) => shown - (clock(near) - near + (near % MINUTE)));
  return moments.find((at) => clock(at) === shown - (shown % MINUTE)) ?? moments[0] ?? shown;
}

/** `2026-02-21` for the midnight that a day begins with, else as `show` writes the moment. */
export function showUntil(ms: number, show: (ms: number) => string): string {
  return show(ms).replace(/ 00:00(?: UTC)?$/, "");
}

/** Made once each: making one takes longer than using it a hundred times. */
const formatOf = rememberEach((timeZone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat("en-GB", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  } catch {
    return null;
  }
});
