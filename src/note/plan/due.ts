/**
 * The due day and the priority of a plan: as its properties say, and as the signs of the Tasks plugin say on its next
 * step. Both decide which plan is taken up first; neither holds anything.
 */
import { DAY, dayIn, momentIn, readStamp, sayDay, showIn, WEEKDAYS, writeDay } from "../../kit/dates";
import { readDueDay } from "./days";
import { BOX } from "./items";
import { isOver, nextStep, type Plan, type Step } from "./plan";
import type { VaultClock } from "./standstill";

/** The most urgent first. */
export const PRIORITIES = ["highest", "high", "medium", "normal", "low", "lowest"] as const;
export type Priority = (typeof PRIORITIES)[number];

const SIGNS: readonly (readonly [sign: RegExp, priority: Priority])[] = [
  [/\u{1F53A}|\[priority::\s*highest\s*\]/iu, "highest"],
  [/\u23EB|\[priority::\s*high\s*\]/iu, "high"],
  [/\u{1F53C}|\[priority::\s*medium\s*\]/iu, "medium"],
  [/\u{1F53D}|\[priority::\s*low\s*\]/iu, "low"],
  [/\u23EC|\[priority::\s*lowest\s*\]/iu, "lowest"],
];

/** Parts that each sign above holds: most steps hold none of them, and one look tells. */
const MAYBE = /[^\x20-\x7e]|::/;

/** A plan without a word for it is as its next step says. */
export function priorityOf(plan: Pick<Plan, "priority" | "steps">): Priority {
  const word = (plan.priority ?? "").toLowerCase();
  const stated = PRIORITIES.find((each) => each === word) ?? "normal";
  const text = stated === "normal" ? (nextStep(plan)?.text ?? "") : "";
  return MAYBE.test(text) ? (SIGNS.find(([sign]) => sign.test(text))?.[1] ?? stated) : stated;
}

export function byPriority(a: Priority, b: Priority): number {
  return PRIORITIES.indexOf(a) - PRIORITIES.indexOf(b);
}

export interface Due {
  /** `2026-03-03` or `2026-03-03 09:00`. */
  readonly text: string;
  /** The moment from which on it is overdue: for a day, its end. Milliseconds since the epoch. */
  readonly at: number;
}

/** The sooner of its own day and that of its next step; null without any, and once it is over. */
export function dueOf(plan: Pick<Plan, "due" | "status" | "steps">, zone: string): Due | null {
  if (isOver(plan)) return null;
  const step = nextStep(plan);
  const [own, next] = [readDay(plan.due), step === null ? null : readDueDay(wordsOf(step))].map((text) =>
    text == null ? null : dueAt(text, zone),
  );
  if (own == null || next == null) return own ?? next ?? null;
  return next.at < own.at ? next : own;
}

/** The words of a step and those beneath it, without the boxes there: they have days of their own. */
function wordsOf({ text, beneath }: Pick<Step, "text" | "beneath">): string {
  return beneath === "" ? text : [text, ...beneath.split("\n").filter((line) => !BOX.test(line))].join("\n");
}

function dueAt(text: string, zone: string): Due | null {
  const at = momentIn(text, zone);
  if (at === null) return null;
  return text.length > 10
    ? { text, at }
    : { text, at: momentIn(writeDay((readStamp(text) ?? 0) + DAY), zone) ?? at + DAY };
}

/** The day in a property, as the signs on a step have it: also one that is a link, or as the app writes a moment. */
export function readDay(written: string | null): string | null {
  return written === null ? null : readDueDay(`due:: ${written}`);
}

/** The fault of the property, for a person; null where there is none. */
export function sayNoDay({ due }: Pick<Plan, "due">): string | null {
  return due === null || readDay(due) !== null
    ? null
    : `“due” says “${due.slice(0, 40)}”, which is not a real day, so it is ignored; write it like due: 2026-03-03, or 2026-03-03 09:00`;
}

export function isOverdue({ due }: { readonly due: Due | null }, now: number): boolean {
  return due !== null && due.at <= now;
}

export interface DueState {
  readonly isOverdue: boolean;
  readonly isToday: boolean;
  /** `2026-03-03` or `2026-03-03 09:00`, by the clock of the vault. */
  readonly shown: string;
}

export function dueState({ text, at }: Due, { now, settings }: VaultClock): DueState {
  const zone = settings.time_zone;
  const shown = text.length > 10 ? showIn(zone)(at).slice(0, 16) : text;
  return { isOverdue: at <= now, isToday: shown.slice(0, 10) === dayIn(now, zone), shown };
}

/** `Overdue since 1 Feb`, `Due today, 09:00`, `Due 3 Mar`; null where nothing is due. */
export function sayDue(due: Due | null, clock: VaultClock): string | null {
  if (due === null) return null;
  const { isOverdue: isLate, isToday, shown } = dueState(due, clock);
  const said = isToday ? `today${shown.slice(10).replace(" ", ", ")}` : sayMoment(shown, clock.now);
  return isLate ? `Overdue since ${said}` : `Due ${said}`;
}

/** `Due Fri` within a week, else `Due 3 Mar`. `shown`: `2026-03-03`, or with a clock. */
export function sayDueSoon(shown: string, { now, settings }: VaultClock): string {
  const day = readStamp(shown.slice(0, 10)) ?? now;
  const today = readStamp(dayIn(now, settings.time_zone)) ?? now;
  return `Due ${day - today < 7 * DAY ? (WEEKDAYS[new Date(day).getUTCDay()] ?? "").slice(0, 3) : sayDay(day, now)}`;
}

/** `3 Mar`, or `3 Mar, 09:00`: a day or a moment as a note has it. */
export function sayMoment(text: string, now: number): string {
  const day = sayDay(readStamp(text.slice(0, 10)) ?? now, now);
  return text.length > 10 ? `${day}, ${text.slice(11, 16)}` : day;
}
