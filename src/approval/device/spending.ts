/**
 * The calls of models as this device has counted them: for each plan and each of its newest runs, and by the hour for
 * the whole vault. A call is in it before it goes out, with the most it can cost, and afterwards with its real cost.
 * Unlike the records of the ledger, which are only ever added, these sums are replaced, so that they stay small.
 */
import * as z from "zod";
import { DAY, HOUR } from "../../kit/dates";
import { atMost, NOTHING_SPENT, plus, type Bound, type Spent } from "../../kit/ports/spent";

/** A question about money that this device put into a plan: only an answer to it counts. */
export interface Asked {
  /** A code: what an answer allows. */
  readonly what: string;
  /** Id of the question, which nobody can know before it is there. */
  readonly question: string;
}

export interface PlanSpending {
  readonly sum: Spent;
  /** US dollars of the plan when a person last let it spend as much again. */
  readonly base: number;
  /** The question about money that this device asked since the plan’s model was last asked; null for none. */
  readonly asked: Asked | null;
  /** Milliseconds since the epoch: the last call. */
  readonly at: number;
  /** By the run’s id, the newest last. */
  readonly runs: ReadonlyMap<string, Spent>;
}

/** A call that went out, or was about to, and whose end was not noted yet. */
export interface OpenCall {
  readonly plan: string;
  readonly run: string;
  /** Milliseconds since the epoch; with plan and run, its name. */
  readonly at: number;
  readonly bound: Bound;
}

export interface Spending {
  /** By the plan’s key. */
  readonly plans: ReadonlyMap<string, PlanSpending>;
  /** By the hour since the epoch in which a call began. */
  readonly hours: ReadonlyMap<number, Spent>;
  readonly open: readonly OpenCall[];
  /** A person let the agent spend as much again: up to so many US dollars in a day. */
  readonly raised: { readonly at: number; readonly to: number } | null;
  /** Models whose tokens alone are counted because a person said so here: by what they are, not by name. */
  readonly alone: readonly string[];
}

export const NOTHING_COUNTED: Spending = {
  plans: new Map(),
  hours: new Map(),
  open: [],
  raised: null,
  alone: [],
};

/** Runs that are kept for a plan; of those before, the work notes tell. */
const MOST_RUNS = 20;
/** Plans that are kept although they are over. */
const MOST_OVER = 200;

export interface Begun extends OpenCall {
  readonly base: number;
  /** The model, where a person has said that its tokens alone are counted. */
  readonly alone: string | null;
}

/** `isOpen`: whether a plan, by its key, may still go on. */
export function beginCall(
  before: Spending,
  { base, alone, ...call }: Begun,
  isOpen: (plan: string) => boolean,
): Spending {
  // One call a run: another of it, and one that is older than any call may last, has ended without a word.
  const isLost = (each: OpenCall): boolean =>
    (each.plan === call.plan && each.run === call.run) || each.at < call.at - HOUR;
  const settled = before.open
    .filter(isLost)
    .reduce((sum, each) => counted(sum, each, atMost(each.bound)), before);
  const plan = settled.plans.get(call.plan) ?? NO_PLAN;
  const kept = {
    ...settled,
    plans: with_(settled.plans, call.plan, { ...plan, base, asked: null, at: call.at }),
    open: [...before.open.filter((each) => !isLost(each)), call],
    alone: alone === null || settled.alone.includes(alone) ? settled.alone : [...settled.alone, alone],
  };
  return forgetOld(kept, call.at, isOpen);
}

/** Notes what a person is about to be asked of a plan. */
export function noteAsked(before: Spending, key: string, asked: Asked, at: number): Spending {
  const plan = before.plans.get(key) ?? NO_PLAN;
  return { ...before, plans: with_(before.plans, key, { ...plan, asked, at: Math.max(plan.at, at) }) };
}

/** `spent`: what it did cost; nothing for a call that never went out. */
export function endCall(
  before: Spending,
  call: Pick<OpenCall, "plan" | "run" | "at">,
  spent: Spent,
): Spending {
  const open = before.open.filter(
    (each) => each.plan !== call.plan || each.run !== call.run || each.at !== call.at,
  );
  return counted({ ...before, open }, call, spent);
}

/** Lets the agent spend so many US dollars more than it has spent today. */
export function raiseDay(before: Spending, usd: number, now: number): Spending {
  return { ...before, raised: { at: now, to: spentToday(before, now).usd + usd } };
}

/** The cost of one run of a plan; a call that is still open counts as the most it can cost. */
export function spentOnRun({ plans, open }: Spending, plan: string, run: string): Spent {
  return open
    .filter((each) => each.plan === plan && each.run === run)
    .reduce((sum, { bound }) => plus(sum, atMost(bound)), plans.get(plan)?.runs.get(run) ?? NOTHING_SPENT);
}

export function spentOnPlan({ plans, open }: Spending, plan: string): Spent {
  return open
    .filter((each) => each.plan === plan)
    .reduce((sum, { bound }) => plus(sum, atMost(bound)), plans.get(plan)?.sum ?? NOTHING_SPENT);
}

/** The cost of the last 24 hours. An hour counts whole, and so does one that lies ahead: the clock was set back. */
export function spentToday({ hours, open }: Spending, now: number): Spent {
  const closed = [...hours].filter(([hour]) => endOf(hour) > now).map(([, sum]) => sum);
  const under = open.filter(({ at }) => at + DAY > now).map(({ bound }) => atMost(bound));
  return [...closed, ...under].reduce(plus, NOTHING_SPENT);
}

/** US dollars that may be spent in a day. */
export function dayCeiling({ raised }: Spending, dayUsd: number, now: number): number {
  return raised !== null && raised.at + DAY > now ? Math.max(dayUsd, raised.to) : dayUsd;
}

/**
 * Milliseconds since the epoch: when so little of the last day counts that it costs less than so much; the next hour
 * where nothing helps.
 */
export function fallsBelow(spending: Spending, usd: number, now: number): number {
  const moments = [
    ...[...spending.hours.keys()].map(endOf),
    ...spending.open.map(({ at }) => at + DAY),
  ].filter((each) => each > now);
  const found = moments.sort((a, b) => a - b).find((each) => spentToday(spending, each).usd < usd);
  return found ?? now + HOUR;
}

const NO_PLAN: PlanSpending = { sum: NOTHING_SPENT, base: 0, asked: null, at: 0, runs: new Map() };

/** When an hour is out of the last 24. */
function endOf(hour: number): number {
  return (hour + 1) * HOUR + DAY;
}

function counted(
  before: Spending,
  { plan: key, run, at }: Pick<OpenCall, "plan" | "run" | "at">,
  spent: Spent,
): Spending {
  const plan = before.plans.get(key) ?? NO_PLAN;
  const hour = Math.floor(at / HOUR);
  const runs = new Map(plan.runs);
  const ran = plus(runs.get(run) ?? NOTHING_SPENT, spent);
  runs.delete(run);
  runs.set(run, ran);
  return {
    ...before,
    plans: with_(before.plans, key, {
      ...plan,
      sum: plus(plan.sum, spent),
      at: Math.max(plan.at, at),
      runs: new Map([...runs].slice(-MOST_RUNS)),
    }),
    hours: with_(before.hours, hour, plus(before.hours.get(hour) ?? NOTHING_SPENT, spent)),
  };
}

/** Drops sums that are too old to matter. A cost that a wrong clock put ahead of now counts from now on. */
function forgetOld(spending: Spending, now: number, isOpen: (plan: string) => boolean): Spending {
  const over = [...spending.plans]
    .filter(([key]) => !isOpen(key) && !spending.open.some(({ plan }) => plan === key))
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(MOST_OVER);
  const plans = new Map(spending.plans);
  for (const [key] of over) plans.delete(key);
  const hours = new Map<number, Spent>();
  for (const [hour, sum] of spending.hours) {
    const at = Math.min(hour, Math.floor(now / HOUR));
    if (endOf(at) > now) hours.set(at, plus(hours.get(at) ?? NOTHING_SPENT, sum));
  }
  const { raised } = spending;
  return {
    ...spending,
    plans,
    hours,
    raised: raised === null || raised.at + DAY <= now ? null : { ...raised, at: Math.min(raised.at, now) },
  };
}

function with_<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  return new Map(map).set(key, value);
}

const amount = z.number().min(0);
const sum = z.object({
  turns: amount,
  tokens: amount,
  usd: amount,
  isPartly: z.boolean(),
  isAtMost: z.boolean(),
});
const kept = z.object({
  plans: z.array(
    z.object({
      key: z.string(),
      sum,
      base: amount,
      asked: z.object({ what: z.string(), question: z.string() }).nullable(),
      at: z.number(),
      runs: z.array(z.tuple([z.string(), sum])),
    }),
  ),
  hours: z.array(z.tuple([z.int(), sum])),
  open: z.array(
    z.object({
      plan: z.string(),
      run: z.string(),
      at: z.number(),
      bound: z.object({ tokens: amount, usd: amount.nullable() }),
    }),
  ),
  raised: z.object({ at: z.number(), to: amount }).nullable(),
  alone: z.array(z.string()),
});

/** As the store keeps it. */
export function writeSpending({ plans, hours, open, raised, alone }: Spending): z.input<typeof kept> {
  return {
    plans: [...plans].map(([key, { runs, ...plan }]) => ({ key, ...plan, runs: [...runs] })),
    hours: [...hours],
    open: [...open],
    raised,
    alone: [...alone],
  };
}

/** Null where it is not what was written. */
export function readSpending(value: unknown): Spending | null {
  const parsed = kept.safeParse(value);
  if (!parsed.success) return null;
  const { plans, hours, open, raised, alone } = parsed.data;
  return {
    plans: new Map(plans.map(({ key, runs, ...plan }) => [key, { ...plan, runs: new Map(runs) }])),
    hours: new Map(hours),
    open,
    raised,
    alone,
  };
}
