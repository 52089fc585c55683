/** What this device has counted, as the limits of agents ask for it (`Count` in work/budget.ts). */
import type { Spent } from "../ports/spent";
import { dayCeiling, fallsBelow, spentOnPlan, spentOnRun, spentToday, type Spending } from "./spending";

interface Counted {
  readonly run: Spent;
  readonly plan: Spent;
  readonly base: number;
  readonly answers: number;
  readonly today: number;
  readonly ceiling: number;
  readonly fallsBelow: (usd: number) => number;
  readonly isAlone: boolean;
  readonly trouble: string | null;
}

/** `dayUsd`: of the settings. Answers for a plan, by its key, one of its runs, and a model. */
export function countOf(
  { spending, spendingTrouble }: { readonly spending: Spending; readonly spendingTrouble: string | null },
  dayUsd: number,
  now: number,
): (plan: string, run: string, model: string) => Counted {
  const today = spentToday(spending, now).usd;
  const ceiling = dayCeiling(spending, dayUsd, now);
  return (plan, run, model) => {
    const { base = 0, answers = 0 } = spending.plans.get(plan) ?? {};
    return {
      run: spentOnRun(spending, plan, run),
      plan: spentOnPlan(spending, plan),
      base,
      answers,
      today,
      ceiling,
      fallsBelow: (usd) => fallsBelow(spending, usd, now),
      isAlone: spending.alone.includes(model),
      trouble: spendingTrouble,
    };
  };
}
