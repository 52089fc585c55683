/** The days of a rule, beside those that the whole of rrule counts, which is not cut and comes into no bundle. */
import { createRequire } from "node:module";
import type { RRule as Whole } from "rrule";
import { expect, test } from "vitest";
import { DAY, writeDay } from "../../src/kit/dates";
import { readRepeat } from "../../src/note/plan/repeat";
import { hasDay } from "../../src/note/plan/repeatRule";

const { RRule } = createRequire(import.meta.url)("rrule/dist/es5/rrule.js") as { RRule: typeof Whole };
const YEARS = 5 * 366 * DAY;

const WORDS = [
  "every day",
  "every 3 days",
  "every weekday",
  "every week",
  "every 2 weeks",
  "every 3 weeks on Sunday",
  "every 2 weeks on Monday and Thursday",
  "every week on the second Monday",
  "every Monday on the 13th",
  "every month on the 31st",
  "every month on the last",
  "every month on the 2nd last, 15th",
  "every 2 months on the 30th",
  "every month on Tuesday",
  "every month on the 3rd last Friday",
  "every month on the 5th Sunday",
  "every month on weekdays",
  "every month in march",
  "every year in January, June",
  "every 3 years on the 4th",
  "every year on the 10th Monday",
  "every year on the last Wednesday",
  "every April and December on the 1st and 24th",
  "every June on the second Tuesday",
  "every February on the 29th",
  "every year on week 1",
  "every year on week 20 on Friday",
  "every 2 years on week 30",
  "every week on week 9",
];
const STARTS = ["2023-12-31", "2024-02-29", "2026-01-01"];

test.each(WORDS.flatMap((words) => STARTS.map((start) => [words, start] as const)))(
  "%s, from %s",
  (words, from) => {
    const rule = readRepeat(words)?.rule;
    if (rule === undefined) throw new Error("The words are not understood.");
    const start = Date.parse(from);
    const end = start + YEARS;
    const whole = new RRule({ ...RRule.parseText(words), dtstart: new Date(start), until: new Date(end) });
    const days: string[] = [];
    for (let at = start; at <= end; at += DAY) if (hasDay(rule, start, at)) days.push(writeDay(at));
    expect(days).toEqual(whole.all().map((each) => writeDay(each.getTime())));
  },
);
