/**
 * The words in which a plan repeats, as the Tasks plugin takes them: `every month on the 1st`, `every 2 weeks on
 * Monday`, `every day when done`. They are read by the library that the plugin uses; words that it would pass over are
 * refused, and so are rules that have no day.
 */
import { RRule, type Options } from "rrule";
import { addMonths, DAY, LAST_MOMENT, readStamp, writeDay } from "../../kit/dates";
import type { Plan } from "./plan";
import { hasDay, type RepeatRule } from "./repeatRule";

export interface Repeat {
  readonly rule: RepeatRule;
  /** The days are counted from the day on which the plan was finished. */
  readonly isWhenDone: boolean;
  /** The last day, as `2026-03-03`; null without one. */
  readonly until: string | null;
}

const WORDS = /^(every [a-z0-9, ]{1,80}?)(?: until (\d{4}-\d{2}-\d{2}))?( when done)?$/;
/** The longest interval. */
const MOST = 1000;
const FREQUENCIES: readonly unknown[] = [RRule.DAILY, RRule.WEEKLY, RRule.MONTHLY, RRule.YEARLY];
const HOW = "write it like repeat: every month on the 1st, every 2 weeks on Monday, or every day when done";

/** Whole words, where the library goes on behind the beginning of one: it takes “weekend” for a week. */
const KNOWN =
  /^(?:(?:every|on|in|the|and|or|first|second|third|last|one|two|three|may|june?|july?|\d+(?:st|nd|rd|th)?|(?:week)?days?|(?:week|month|year)s?|mo(?:n(?:days?)?)?|tu(?:e(?:s(?:days?)?)?)?|we(?:d(?:n(?:esdays?)?)?)?|th(?:u(?:r(?:sdays?)?)?)?|fr(?:i(?:days?)?)?|sa(?:t(?:urdays?)?)?|su(?:n(?:days?)?)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:, ?| |$))+$/;

/** Null where the words are not understood, to the last one, or name no day that ever comes. */
export function readRepeat(words: string): Repeat | null {
  const repeat = readWords(words);
  return repeat === null || isEmpty(repeat.rule) ? null : repeat;
}

/** Whether no day of a whole round of the calendar is in the rule. */
function isEmpty(rule: RepeatRule): boolean {
  const each = { ...rule, interval: 1 };
  for (let at = 0; at < ROUND; at += DAY) if (hasDay(each, 0, at)) return false;
  return true;
}

function readWords(words: string): Repeat | null {
  const [, said = "", until, done] = WORDS.exec(words.trim().toLowerCase().replace(/\s+/g, " ")) ?? [];
  const rule = KNOWN.test(said) ? ruleIn(said) : null;
  if (rule === null || (until !== undefined && readStamp(until) === null)) return null;
  const before = said.replace(/(?:,? )\S+$/, "");
  const isPassedOver = !/ days?$/.test(said) && JSON.stringify(ruleIn(before)) === JSON.stringify(rule);
  return isPassedOver ? null : { rule, isWhenDone: done !== undefined, until: until ?? null };
}

/** Without what is smaller than a day, a number of times (it is not kept anywhere), and an end in words. */
function ruleIn(said: string): RepeatRule | null {
  try {
    const options = RRule.parseText(said) as Partial<Options> | null;
    const { count, byhour, until, ...rule } = options ?? {};
    const { freq, interval = 1 } = rule;
    const isMeant =
      FREQUENCIES.includes(freq) && count === undefined && byhour === undefined && until === undefined;
    return isMeant && interval >= 1 && interval <= MOST ? (rule as RepeatRule) : null;
  } catch {
    return null;
  }
}

/** The fault of the property, for a person; null where there is none. */
export function sayNoRepeat({ repeat, flow }: Pick<Plan, "repeat" | "flow">): string | null {
  if (repeat === null) return null;
  if (flow !== null)
    return "“repeat” is ignored in a plan of a flow, which does not repeat; start the flow again when you want it";
  if (readRepeat(repeat) !== null) return null;
  const why = readWords(repeat) === null ? "which is unclear" : "which never comes";
  return `“repeat” says “${repeat.slice(0, 60)}”, ${why}, so the plan does not repeat; ${HOW}`;
}

/** The sign or the field by which the Tasks plugin repeats a line, and the words behind it. */
const ON_A_STEP = /(?:\u{1F501}\uFE0F?|[[(]repeat::)\s{0,4}(every [a-z0-9, ]{1,80})?/iu;

/** `Repeats every month on the 1st`, or why a sign on a step does not mean that; null where nothing is to be said. */
export function sayRepeat({ repeat, flow, steps }: Pick<Plan, "repeat" | "flow" | "steps">): string | null {
  const step = steps.find(({ text }) => ON_A_STEP.test(text));
  if (repeat !== null) {
    if (flow !== null || readRepeat(repeat) === null) return null;
    const beside = step === undefined ? "" : `; 🔁 on step ${String(step.n)} changes nothing`;
    return `Repeats ${repeat.trim().replace(/\s+/g, " ").toLowerCase()}${beside}`;
  }
  if (step === undefined || flow !== null) return null;
  const words = (ON_A_STEP.exec(step.text)?.[1] ?? "").trim().toLowerCase();
  const offered = readRepeat(words) === null ? "every week" : words;
  return `Does not repeat: 🔁 on step ${String(step.n)} is for the Tasks plugin. To repeat the plan, write repeat: ${offered} into its properties`;
}

export interface NextDay {
  readonly day: string;
  /** Days of the rule that are over already. */
  readonly passed: readonly string[];
}

const YEAR = 366 * DAY;
/** After this, days fall on the same weekdays and dates again. */
const ROUND = 28 * YEAR;
/** How far ahead a day is looked for, and how far behind the days are counted from. Years. */
const AHEAD = 30;
const BEHIND = 50;

/** The first day of the rule after `from` that is not before `today`; null where there is none. */
export function nextDay({ rule, until }: Repeat, from: string, today: string): NextDay | null {
  const passed: string[] = [];
  const coming: string[] = [];
  const take = (each: string): boolean => {
    if (each <= from) return true;
    if (until !== null && each > until) return false;
    (each < today ? passed : coming).push(each);
    return coming.length === 0;
  };
  const now = readStamp(today) ?? 0;
  const start = Math.max(readStamp(from) ?? now, now - BEHIND * YEAR);
  const end = Math.max(start, now) + AHEAD * YEAR;
  const step = monthsOf(rule);
  if (step === null) {
    for (let at = start; at <= Math.min(end, LAST_MOMENT); at += DAY)
      if (hasDay(rule, start, at) && !take(writeDay(at))) break;
  } else {
    let at = addMonths(start, step);
    for (let n = 2 * step; at <= LAST_MOMENT && take(writeDay(at)); n += step) at = addMonths(start, n);
  }
  const [day] = coming;
  return day === undefined ? null : { day, passed };
}

/** Of a rule that names months or years and no day in them, every how many months; null for any other rule. */
function monthsOf({ freq, interval = 1, ...named }: RepeatRule): number | null {
  if (Object.keys(named).length > 0) return null;
  return freq === RRule.MONTHLY ? interval : freq === RRule.YEARLY ? 12 * interval : null;
}
