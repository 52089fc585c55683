/** The rule by which a plan repeats, as calendars know it (RFC 5545), and its days. Weeks begin on Monday. */
import { RRule, type Frequency } from "rrule";
import { DAY } from "../../kit/dates";

/** Absent: the rule names none. */
export interface RepeatRule {
  readonly freq: Frequency;
  readonly interval?: number;
  readonly bymonth?: readonly number[];
  /** From the end of the month below 0: -1 is the last day. */
  readonly bymonthday?: readonly number[];
  readonly byweekno?: readonly number[];
  /** 0 is Monday. `n`: only the second, or below 0 the last, of the month or the year. */
  readonly byweekday?: readonly { readonly weekday: number; readonly n?: number }[];
}

/** Whether the rule, counted from the day `start`, has the day `at`; both are moments. */
export function hasDay(rule: RepeatRule, start: number, at: number): boolean {
  const { freq, interval = 1, bymonth, bymonthday, byweekday, byweekno } = rule;
  if ((countPeriods(freq, at) - countPeriods(freq, start)) % interval !== 0) return false;
  const isOpen = bymonthday === undefined && byweekday === undefined && byweekno === undefined;
  const day = new Date(at);
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  if (bymonth?.includes(month + 1) === false || byweekno?.includes(weekOf(at)) === false) return false;
  const left = Date.UTC(year, month + 1, 0) / DAY - Math.floor(at / DAY);
  const isByMonth = freq === RRule.YEARLY || freq === RRule.MONTHLY;
  const dates = bymonthday ?? (isOpen && isByMonth ? [new Date(start).getUTCDate()] : null);
  if (dates !== null && !dates.includes(date) && !dates.includes(-left - 1)) return false;

  const weekdays = byweekday ?? (isOpen && freq === RRule.WEEKLY ? [{ weekday: weekdayOf(start) }] : []);
  const isCounted = ({ n }: { readonly n?: number }): boolean => isByMonth && n !== undefined;
  const each = weekdays.filter((one) => !isCounted(one));
  const counted = weekdays.filter(isCounted);
  if (each.length > 0 && !each.some(({ weekday }) => weekday === weekdayOf(at))) return false;
  const isInYear = freq === RRule.YEARLY && bymonth === undefined;
  const before = isInYear ? Math.floor(at / DAY) - Date.UTC(year, 0) / DAY : date - 1;
  const behind = isInYear ? Date.UTC(year, 11, 31) / DAY - Math.floor(at / DAY) : left;
  const isNth = (n: number): boolean =>
    n > 0 ? Math.floor(before / 7) + 1 === n : Math.floor(behind / 7) + 1 === -n;
  return counted.length === 0 || counted.some(({ weekday, n = 0 }) => weekday === weekdayOf(at) && isNth(n));
}

/** Since the epoch: the years, months, weeks or days, as the rule repeats. */
function countPeriods(freq: Frequency, at: number): number {
  const day = new Date(at);
  if (freq === RRule.YEARLY) return day.getUTCFullYear();
  if (freq === RRule.MONTHLY) return 12 * day.getUTCFullYear() + day.getUTCMonth();
  const days = Math.floor(at / DAY);
  // The epoch was a Thursday.
  return freq === RRule.WEEKLY ? Math.floor((days + 3) / 7) : days;
}

function weekdayOf(at: number): number {
  return (new Date(at).getUTCDay() + 6) % 7;
}

/** The number of the week in its year (ISO 8601): a week is in the year that its Thursday is in. */
function weekOf(at: number): number {
  const thursday = at + (3 - weekdayOf(at)) * DAY;
  return Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0)) / (7 * DAY)) + 1;
}
