/** Rules about the money of a plan: its person hears of the limit before an agent is held by it. */
import { spentOnPlan, type Spending } from "../../approval/device/spending";
import { tighter, type Spent } from "../../kit/ports/spent";
import { nearPlanLimit } from "../../agent/budget";
import { isOfRun, type RunId, type WorkEntry } from "../../agent/entry";
import { runName, spentOn, spentOnAll, turnsOf, type Turn } from "../../agent/run";
import { sayUsd } from "../../agent/tell";
import { moveFor, log } from "../moves";
import type { Rule } from "../rule";
import type { PlanView, World } from "../world";

/**
 * The limit that a plan is near, and what it has spent; null while it is near none. US dollars. A call under way has
 * cost nothing yet: it would count as the most that it can cost.
 */
export function nearLimitOf(
  { plan, work }: Pick<PlanView, "plan" | "work">,
  { settings, device, jobs }: Pick<World, "settings" | "device" | "jobs">,
): { readonly limit: number; readonly usd: number } | null {
  const runs = jobs.flatMap(({ plan: of, run }) => (of === plan.key && run !== undefined ? [run] : []));
  const { usd } = tighter(countedBut(runs, plan.key, device.spending), notedBut(runs, work.trace.entries));
  const limit = nearPlanLimit(settings.limits, usd, device.spending.plans.get(plan.key)?.base ?? 0);
  return limit === null ? null : { limit, usd };
}

function countedBut(runs: readonly RunId[], key: string, spending: Spending): Spent {
  const names = runs.map(runName);
  const open = spending.open.filter(({ plan, run }) => plan !== key || !names.includes(run));
  return spentOnPlan({ ...spending, open }, key);
}

function notedBut(runs: readonly RunId[], entries: readonly WorkEntry[]): Spent {
  if (runs.length === 0) return spentOnAll(entries);
  const isUnderWay = ({ asked, ended }: Turn): boolean =>
    asked !== null && ended === null && runs.some((run) => isOfRun(asked, run));
  return spentOn(turnsOf({ entries, tool: null }).filter((turn) => !isUnderWay(turn)));
}

export const MONEY_RULES: readonly Rule<PlanView, Pick<World, "settings" | "device" | "jobs">>[] = [
  {
    id: "warn-of-money",
    when: "an agent is about to work on a plan that has spent four fifths of its money: the log says so, once for each limit",
    by: "actor",
    decide: (view, world) => {
      const { plan, agentMove } = view;
      if (agentMove?.kind !== "ask-model" || plan.status !== "Active") return null;
      const near = nearLimitOf(view, world);
      const note = String(Math.round((near?.limit ?? 0) * 100));
      if (near === null || plan.log.has(({ word, note: of }) => word === "near-limit" && of === note))
        return null;
      return {
        move: moveFor(view, [
          log({
            actor: "Agent",
            action: `Has spent ${sayUsd(near.usd)} of the ${sayUsd(near.limit)} for this plan`,
            rationale: "You are asked before it spends more",
            mark: { word: "near-limit", note },
          }),
        ]),
        because: "the plan is near the limit of its money",
      };
    },
  },
];
