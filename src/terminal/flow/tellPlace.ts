/** “flow show PLAN”: where a plan is in its flow, in as many columns as the terminal has. */
import { nameWithVersion } from "../../flow/flow";
import type { RunningFlow } from "../../flow/running";
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

export function tellPlace(running: RunningFlow, view: PlanView, world: World, columns = USUAL_WIDTH): string {
  const { plan, step } = view;
  const { status, reason, wayOut } = describePlan(view, world);
  const spent = spentOf(view, world);
  const place = [
    `Flow “${escapeLine(nameWithVersion(running.flow), 100)}”`,
    ...(step === null ? [] : [`step ${String(step.n)} of ${String(plan.steps.length)}`]),
    ...(spent === null ? [] : [saySoFar(spent)]),
  ];
  return `${[
    `${escapeLine(plan.taskId, 80)}: ${escapeLine(withoutLinks(planTitle(plan)), 200)}`,
    place.join(" · "),
    "",
    ...sketchLines(sketchSteps(running, view), Math.max(NARROWEST, columns)),
    "",
    `${status}.${reason === null ? "" : ` ${escapeLine(withoutLinks(reason), 600)}`}`,
    ...(wayOut === null ? [] : [`What you can do: ${wayOut}.`]),
  ].join("\n")}\n`;
}
