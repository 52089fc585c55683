/** Rules about the money of a plan: its person hears of the limit before an agent is held by it. */
import { spentOnPlan } from "../../device/spending";
import { tighter } from "../../ports/spent";
import { nearPlanLimit } from "../../work/budget";
import { spentOnAll } from "../../work/run";
import { sayUsd } from "../../work/tell";
import type { Rule } from "../rule";
import type { PlanView, World } from "../world";

/** The limit that a plan is near, and what it has spent; null while it is near none. US dollars. */
export function nearLimitOf(
  { plan, work }: Pick<PlanView, "plan" | "work">,
  { settings, device }: Pick<World, "settings" | "device">,
): { readonly limit: number; readonly usd: number } | null {
  const { usd } = tighter(spentOnPlan(device.spending, plan.key), spentOnAll(work.trace.entries));
  const limit = nearPlanLimit(settings.limits, usd, device.spending.plans.get(plan.key)?.base ?? 0);
  return limit === null ? null : { limit, usd };
}

export const MONEY_RULES: readonly Rule<PlanView, Pick<World, "settings" | "device">>[] = [
  {
    id: "warn-of-money",
    when: "an agent is about to work on a plan that has spent four fifths of its money: the log says so, once for each limit",
    by: "actor",
    decide: (view, world) => {
      const { plan, want, hash } = view;
      if (want?.kind !== "ask-model" || plan.status !== "Active") return null;
      const near = nearLimitOf(view, world);
      const note = String(Math.round((near?.limit ?? 0) * 100));
      if (near === null || plan.journal.has(({ word, note: of }) => word === "near-limit" && of === note))
        return null;
      return {
        move: {
          kind: "edit-plan",
          path: plan.path,
          hash,
          changes: [
            {
              kind: "log",
              entry: {
                actor: "Agent",
                action: `Has spent ${sayUsd(near.usd)} of the ${sayUsd(near.limit)} for this plan`,
                rationale: "You are asked before it spends more than that",
                mark: { word: "near-limit", note },
              },
            },
          ],
        },
        because: "the plan is near the limit of its money",
      };
    },
  },
];
