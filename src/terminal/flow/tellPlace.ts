/** “flow show PLAN”: where a plan is in its flow, in as many columns as the terminal has. */
import { nameWithVersion, type Flow } from "../../flow/flow";
import { escapeLine } from "../../kit/text";
import { planTitle } from "../../note/plan/plan";
import type { PlanView, World } from "../../rules/world";
import { saySoFar, spentOf } from "../../overview/activity";
import { describePlan } from "../../overview/describe";
import { sketchLines, sketchSteps } from "../../overview/flow/sketch";
import { withoutLinks } from "../../overview/titles";

/** Characters of a line, where nobody knows the width of the terminal, and of the narrowest one. */
const USUAL_WIDTH = 80;
const NARROWEST = 30;

type Placed = Pick<PlanView, "plan" | "step" | "block">;

export function tellPlace(flow: Flow, view: PlanView, world: World, columns?: number): string {
  const { status, reason, wayOut } = describePlan(view, world);
  const spent = spentOf(view, world);
  return tell(flow, view, spent === null ? [] : [saySoFar(spent)], columns, [
    `${status}.${reason === null ? "" : ` ${escapeLine(withoutLinks(reason), 600)}`}`,
    ...(wayOut === null ? [] : [`What you can do: ${wayOut}.`]),
  ]);
}

/** Of a plan that is over. */
export function tellFinished(flow: Flow, plan: PlanView["plan"], columns?: number): string {
  return tell(flow, { plan, step: null, block: null }, [], columns, [`${plan.status}. It is over.`]);
}

function tell(
  flow: Flow,
  placed: Placed,
  spent: readonly string[],
  columns: number | undefined,
  ends: readonly string[],
): string {
  const { plan, step } = placed;
  const place = [
    `Flow “${escapeLine(nameWithVersion(flow), 100)}”`,
    ...(step === null ? [] : [`step ${String(step.n)} of ${String(plan.steps.length)}`]),
    ...spent,
  ];
  return `${[
    `${escapeLine(plan.taskId, 80)}: ${escapeLine(withoutLinks(planTitle(plan)), 200)}`,
    place.join(" · "),
    "",
    ...sketchLines(sketchSteps({ flow }, placed), Math.max(NARROWEST, columns ?? USUAL_WIDTH)),
    "",
    ...ends,
  ].join("\n")}\n`;
}
