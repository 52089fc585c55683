/**
 * The next plan of a plan that repeats: when it is due, and by which id. The id comes from what the last plan says
 * alone: whoever makes the next one makes the same one, on whatever day and by whatever clock.
 */
import { dayIn, DAY, momentIn, readStamp } from "../kit/dates";
import { hashText } from "../kit/hash";
import { planKey, shortText } from "../kit/ids";
import { readDueDay } from "../note/plan/days";
import { readDay } from "../note/plan/due";
import { nextDay, readRepeat, type Repeat } from "../note/plan/repeat";
import type { Plan } from "../note/plan/plan";
import type { VaultClock } from "../note/plan/standstill";
import { toldOfStatus } from "./toldOfStatus";

export interface NextTime {
  readonly id: string;
  readonly series: string;
  /** The property `due` of the next plan, in the form of the last one. */
  readonly due: string;
  /** How many days later than the last one. */
  readonly days: number;
  /** Days of the rule that are over, as `2026-03-03`. */
  readonly passed: readonly string[];
}

/** Null for a plan that does not come back; a code where its words, or the flow it follows, say that it cannot. */
export function nextTime(plan: Plan, clock: VaultClock): NextTime | "unclear" | "flow" | "over" | null {
  if (plan.repeat === null) return null;
  if (plan.flow !== null) return "flow";
  const repeat = readRepeat(plan.repeat);
  if (repeat === null) return "unclear";
  const zone = clock.settings.time_zone;
  const today = dayIn(clock.now, zone);
  const done = doneDay(plan, zone) ?? today;
  const last = lastDay(plan, zone) ?? done;
  const next = nextDay(repeat, repeat.isWhenDone ? done : last, today);
  if (next === null) return "over";
  return {
    id: idOf(plan, repeat),
    series: seriesOf(plan),
    due: (readDay(plan.due) === null ? null : plan.due)?.replace(/\d{4}-\d{2}-\d{2}/, next.day) ?? next.day,
    days: Math.round(((readStamp(next.day) ?? 0) - (readStamp(last) ?? 0)) / DAY),
    passed: next.passed,
  };
}

function seriesOf({ series, taskId }: Plan): string {
  return series ?? taskId;
}

/** `PLAN-20260303-abcdef`: the first day of the rule after the plan, and letters of the series and the plan. */
function idOf(plan: Plan, repeat: Repeat): string {
  const done = doneDay(plan, UTC);
  const from = (repeat.isWhenDone ? done : null) ?? lastDay(plan, UTC) ?? done;
  const day = from === null ? null : (nextDay(repeat, from, from)?.day ?? from);
  // A plan that was finished before its day would have an id of the same day.
  const pairs = hashText(`${planKey(seriesOf(plan))}\n${planKey(plan.taskId)}`).match(/../g) ?? [];
  const letters = shortText(Uint8Array.from(pairs.slice(0, 6), (pair) => Number.parseInt(pair, 16)));
  return ["PLAN", ...(day === null ? [] : [day.replaceAll("-", "")]), letters].join("-");
}

/** The zone of ids, as the settings write it. */
const UTC = "";

/** The day on which it was finished, as its log tells; null where it does not. */
function doneDay({ log }: Plan, zone: string): string | null {
  const finished = log.last(({ word }) => word === "finished")?.at;
  return finished == null ? null : dayIn(finished, zone);
}

/** The day that the last plan was for: its due day, else the first that one of its steps names, else its first day. */
function lastDay(plan: Plan, zone: string): string | null {
  const first = (days: readonly (string | null)[]): string | undefined =>
    days.flatMap((day) => (day === null ? [] : [day])).sort()[0];
  const named =
    readDay(plan.due) ??
    first(plan.steps.map(({ text, beneath }) => readDueDay(`${text}\n${beneath}`))) ??
    first(plan.steps.map(({ notBefore }) => notBefore));
  if (named !== undefined) {
    const at = named.length > 10 ? momentIn(named, zone) : null;
    return at === null ? named.slice(0, 10) : dayIn(at, zone);
  }
  return plan.created === null ? null : dayIn(plan.created, zone);
}

/** The moment from which on a draft begins by itself: its first day, where it came back; null for none. */
export function startsFrom(
  plan: Plan,
  { settings }: { readonly settings: { readonly time_zone: string; readonly auto_start: boolean } },
): number | null {
  // A draft that was made of a task, or that a person opened again, waits for them.
  if (plan.status !== "Draft" || toldOfStatus(plan) === "drafted") return null;
  if (plan.series === null) return settings.auto_start ? -Infinity : null;
  if (!plan.startsItself && !settings.auto_start) return null;
  const days = [readDay(plan.due), ...plan.steps.map(({ notBefore }) => notBefore)];
  const moments = days.flatMap((day) =>
    day === null ? [] : (momentIn(day.slice(0, 10), settings.time_zone) ?? []),
  );
  return moments.length === 0 ? -Infinity : Math.min(...moments);
}
