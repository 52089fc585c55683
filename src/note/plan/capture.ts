/**
 * A plan as a person writes it down: its first line says what it is for, each further line is a step. A day or a date
 * at the end of the first line, or in front of it, is the day by which it is due. What could mean something else stays
 * a part of the words.
 */
import { addMonths, DAY, readStamp, WEEKDAYS, writeDay } from "../../kit/dates";

export interface Captured {
  readonly objective: string;
  /** One line: it is its own only step. */
  readonly steps: readonly string[];
  /** `2026-03-03` or `2026-03-03 09:00`; null where no day can be read. */
  readonly due: string | null;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const MONTH = `(?:${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join("|")})`;
/** A weekday alone is often a part of a name (“Black Friday”), so it needs a word or a comma in front. */
const WEEKDAY = `(?:${WEEKDAYS.join("|")})`;
const DATE = `\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.? ${MONTH}\\.?(?: \\d{4})?|${MONTH} \\d{1,2}(?:, \\d{4})?`;
const SURE = `today|tomorrow|${DATE}`;
const CLOCK = "(?:,? (?:at )?(\\d{1,2}:\\d{2}))?";
const LEAD = "(?:on|by|due)";
const AT_END = new RegExp(
  `^(.*?\\S)(?:(?:,? ${LEAD} |, )(${WEEKDAY}|${SURE})|,? (${SURE}))${CLOCK}[.!]?$`,
  "iu",
);
const IN_FRONT = new RegExp(`^(?:${LEAD} )?(${WEEKDAY}|${SURE})${CLOCK}[,:] (.*\\S)$`, "iu");

const BINDS = /(?:^| )(?:before|after|since|until|till|from|of|to|between|and|not|than|for|in|the)$/iu;

const NUMBERS = "one two three four five six seven eight nine ten".split(" ");
const AHEAD = `in (?:an?|[1-9]\\d{0,2}|${NUMBERS.join("|")}) (?:day|week|month)s?`;
const ALONE = new RegExp(`^(?:${LEAD} )?(${WEEKDAY}|${SURE}|${AHEAD})${CLOCK}[.!]?$`, "iu");

/**
 * A day that is written alone, as in the first line of a plan, or ahead of today (“in two weeks”): `2026-03-03` or
 * `2026-03-03 09:00`; null where no day can be read. `today`: as `readCapture` takes it.
 */
export function readDay(text: string, today: string): string | null {
  const [, day, clock] = ALONE.exec(text.trim().replace(/\s+/gu, " ")) ?? [];
  return day === undefined ? null : dueOn(day, clock, today);
}

/** Null where nothing is written. `today`: `2026-02-21`, by the clock of the vault. */
export function readCapture(text: string, today: string): Captured | null {
  const [first = "", ...more] = text
    .split(/\r*\n|\r/)
    .map((line) => line.replace(/\s+/gu, " ").trim())
    .filter((line) => line !== "");
  if (first === "") return null;
  const found = AT_END.exec(first);
  // “before 12 March”, “the minutes of 3 May”: the day is a part of what is said.
  const end = found === null || (found[3] !== undefined && BINDS.test(found[1] ?? "")) ? null : found;
  const front = end === null ? IN_FRONT.exec(first) : null;
  const [words, day, clock] =
    end === null ? [front?.[3], front?.[1], front?.[2]] : [end[1], end[2] ?? end[3], end[4]];
  const due = day === undefined ? null : dueOn(day, clock, today);
  const objective = due === null || words === undefined ? first : words;
  return { objective, steps: more.length === 0 ? [objective] : more, due };
}

function dueOn(words: string, clock: string | undefined, today: string): string | null {
  const day = dayOf(words.toLowerCase(), readStamp(today) ?? 0);
  if (day === null || clock === undefined) return day;
  const at = `${day} ${clock.padStart(5, "0")}`;
  return readStamp(at) === null ? null : at;
}

/** A weekday is the next one after today; a date without a year is not over. */
function dayOf(words: string, today: number): string | null {
  if (words === "today" || words === "tomorrow") return writeDay(today + (words === "tomorrow" ? DAY : 0));
  const [, many = "", unit] = /^in (\w+) (day|week|month)/.exec(words) ?? [];
  if (unit !== undefined) {
    const n = Number(many) || NUMBERS.indexOf(many) + 1 || 1;
    return writeDay(unit === "month" ? addMonths(today, n) : today + n * (unit === "week" ? 7 : 1) * DAY);
  }
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === words);
  if (weekday >= 0) {
    const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
    return writeDay(today + (ahead === 0 ? 7 : ahead) * DAY);
  }
  if (/^\d{4}-/.test(words)) return readStamp(words) === null ? null : words;
  const month = MONTHS.findIndex((name) => words.includes(name.slice(0, 3))) + 1;
  const [date = "", year] = words.match(/\d+/g) ?? [];
  const two = (n: number | string): string => String(n).padStart(2, "0");
  const inYear = (of: number): string => `${String(of)}-${two(month)}-${two(date)}`;
  const thisYear = new Date(today).getUTCFullYear();
  const years = year === undefined ? [thisYear, thisYear + 1] : [Number(year)];
  const days = years.map(inYear).filter((day) => readStamp(day) !== null);
  return days.find((day) => year !== undefined || day >= writeDay(today)) ?? null;
}
