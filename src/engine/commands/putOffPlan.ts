/**
 * Puts off what a plan asks of the person at its step, or has it ask again. It is a line of the log and nothing else:
 * no request is moved, and nothing may go out by it.
 */
import { momentIn, showIn, showUntil } from "../../kit/dates";
import { putOffUntil, writeUntil } from "../../note/plan/putOffUntil";
import { shownAs, stepName } from "../../note/plan/steps";
import { canPutOff } from "../../overview/putOffPlans";
import { withoutLinks } from "../../overview/titles";
import type { Command } from "../../rules/command";
import type { PlanChange } from "../../rules/moves";
import type { PlanView, World } from "../../rules/world";
import { changePlan } from "../perform/change";
import type { Context } from "../perform/context";
import { no, told, yes, type Obeyed } from "../perform/replies";
import { CHANGED_SINCE } from "./byPerson";
import { nameStep, noStep } from "./pickStep";

export async function putOff(
  view: PlanView,
  { until: day, shown }: Pick<Extract<Command, { readonly kind: "later" }>, "until" | "shown">,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const { plan, step } = view;
  if (step === null) return no(noStep(plan, null));
  if (shown !== undefined && shown !== shownAs(plan, step)) return no(CHANGED_SINCE);
  if (day === null) return await bringBack(view, world, context);
  const until = momentIn(day, world.settings.time_zone);
  if (until === null) return no("That is not a date. Write it like 2026-12-01, or 2026-12-01T09:00.");
  const words = showUntil(until, showIn(world.settings.time_zone));
  if (until <= world.now) return no(`${words} is in the past. Choose a later day.`);
  if (!canPutOff(view, world)) return no("Nothing in this plan can be put off now.");
  const [named, id] = nameStep(step, context);
  const entry: PlanChange = {
    kind: "log",
    entry: {
      actor: "Human",
      action: `Put off ${stepName(step)} until ${words}`,
      rationale: "By a click or a command",
      mark: { word: "later", step: id, until: writeUntil(until) },
    },
  };
  return told(
    await changePlan(plan.path, view.hash, [...named, entry], context),
    `Put off until ${words}: ${withoutLinks(stepName(step))}.`,
  );
}

export async function bringBack(
  { plan, step, hash }: PlanView,
  { now }: Pick<World, "now">,
  context: Context,
): Promise<Obeyed> {
  if (step === null || (putOffUntil(plan, step) ?? now) <= now) return yes("Nothing in the plan is put off.");
  const entry: PlanChange = {
    kind: "log",
    entry: {
      actor: "Human",
      action: `Brought back ${stepName(step)}`,
      rationale: "By a click or a command",
      mark: { word: "brought-back", step: step.id },
    },
  };
  return told(
    await changePlan(plan.path, hash, [entry], context),
    `It asks you again: ${withoutLinks(stepName(step))}.`,
  );
}
