/** Moments and repetitions as programs write them, in words. Null for anything that the words would not say whole. */
import { readStamp, sayWithWeekday, WEEKDAYS } from "../../kit/dates";
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";

export interface MomentWords {
  /** `Sunday, 2026-03-01`. */
  readonly day: string;
  /** `10:00`, `10:00 (UTC+01:00)`, `10:00 (Europe/London)`; empty for the whole day. */
  readonly time: string;
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::00(?:\.0+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

export function momentWords(value: Json): MomentWords | null {
  if (isObject(value)) return fromObject(value);
  const [, day = "", time = "", offset = ""] = MOMENT.exec(typeof value === "string" ? value : "") ?? [];
  const at = readStamp(day);
  if (at === null || readStamp(`${day} ${time || "00:00"}`) === null) return null;
  const zone = offset === "" ? "" : ` (UTC${offset === "Z" ? "" : offset})`;
  return { day: sayWithWeekday(at), time: `${time}${zone}` };
}

/** `{ dateTime, timeZone }` or `{ date }`, as calendars have it. */
function fromObject(value: JsonObject): MomentWords | null {
  const { dateTime, date, timeZone, ...rest } = value;
  const moment = momentWords(dateTime ?? date ?? null);
  const isAll = Object.keys(rest).length === 0 && (dateTime === undefined || date === undefined);
  if (moment === null || !isAll || timeZone === undefined) return isAll ? moment : null;
  return typeof timeZone === "string" ? { ...moment, time: `${moment.time} (${timeZone})`.trim() } : null;
}

const UNITS: Readonly<Record<string, string>> = {
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
};

/** One rule of iCalendar: `RRULE:FREQ=WEEKLY;BYDAY=MO,FR;COUNT=10` is “every week on Monday and Friday, 10 times”. */
export function repeatWords(value: Json): string | null {
  const [rule = null, ...more] = isList(value) ? value : [value];
  if (typeof rule !== "string" || more.length > 0) return null;
  const parts = rule
    .replace(/^RRULE:/, "")
    .split(";")
    .map((each) => each.split("="));
  const {
    FREQ = "",
    INTERVAL = "1",
    COUNT,
    UNTIL,
    BYDAY,
    ...rest
  } = Object.fromEntries(parts) as Record<string, string>;
  const unit = UNITS[FREQ];
  const days = BYDAY?.split(",").map((each) =>
    WEEKDAYS.find((day) => day.slice(0, 2).toUpperCase() === each),
  );
  const until = UNTIL?.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  const isKnown =
    unit !== undefined &&
    Object.keys(rest).length === 0 &&
    parts.every((each) => each.length === 2) &&
    [INTERVAL, COUNT ?? "1"].every((each) => /^[1-9]\d{0,3}$/.test(each)) &&
    (days === undefined || (FREQ === "WEEKLY" && !days.includes(undefined))) &&
    new Set(parts.map(([name]) => name)).size === parts.length &&
    (until === undefined || readStamp(until) !== null);
  if (!isKnown) return null;
  return [
    INTERVAL === "1" ? `every ${unit}` : `every ${INTERVAL} ${unit}s`,
    days === undefined ? "" : ` on ${days.join(" and ")}`,
    COUNT === undefined ? "" : COUNT === "1" ? ", once" : `, ${COUNT} times`,
    until === undefined ? "" : `, until ${until}`,
  ].join("");
}
