/** The counts of this device for a plan, one of its runs and a model, taken from everything that it has counted. */
import type { Spent } from "../../kit/ports/spent";
import {
  dayCeiling,
  fallsBelow,
  spentOnPlan,
  spentOnRun,
  spentToday,
  type Asked,
  type Spending,
} from "./spending";

/** The counts of this device, as the limits of agents ask for them. */
export interface Counted {
  readonly run: Spent;
  readonly plan: Spent;
  /** US dollars of the plan when a person last let it spend as much again. */
  readonly base: number;
  /** The question about money that this device asked in the plan, until an answer to it is used; null for none. */
  readonly asked: Asked | null;
  /** US dollars: spent in the last 24 hours, for all plans. */
  readonly today: number;
  /** US dollars that may be spent in 24 hours. */
  readonly ceiling: number;
  /** Milliseconds since the epoch: when the last 24 hours have cost less than so many US dollars. */
  readonly fallsBelow: (usd: number) => number;
  /** A person said here that only the tokens of this model are counted. */
  readonly isAlone: boolean;
  /** A sentence: why nothing of this can be told; null where it can. */
  readonly trouble: string | null;
}

/** Gives what is counted for a plan, by its key, one of its runs, and a model. */
export type Count = (plan: string, run: string, model: string) => Counted;

/** `dayUsd`: of the settings. */
export function countOf(
  { spending, spendingTrouble }: { readonly spending: Spending; readonly spendingTrouble: string | null },
  dayUsd: number,
  now: number,
): Count {
  const today = spentToday(spending, now).usd;
  const ceiling = dayCeiling(spending, dayUsd, now);
  return (plan, run, model) => {
    const { base = 0, asked = null } = spending.plans.get(plan) ?? {};
    return {
      run: spentOnRun(spending, plan, run),
      plan: spentOnPlan(spending, plan),
      base,
      asked,
      today,
      ceiling,
      fallsBelow: (usd) => fallsBelow(spending, usd, now),
      isAlone: spending.alone.includes(model),
      trouble: spendingTrouble,
    };
  };
}
