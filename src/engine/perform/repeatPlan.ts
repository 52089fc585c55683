/**
 * Writes the next plan of a plan that repeats. Its name and its text come from the note of the one that is done, so
 * that two devices write the same, and cut off anywhere there is one plan or none.
 */
import { hashText } from "../../kit/hash";
import { planKey } from "../../kit/ids";
import { planFile } from "../../note/plan/compose";
import { parsePlan, type PlanReading } from "../../note/plan/parse";
import { planTitle, type Plan } from "../../note/plan/plan";
import { nextPlanOf } from "../../note/plan/template/template";
import type { Move } from "../../rules/moves";
import { sayPassed } from "../../rules/nextTimeRules";
import { pathOf } from "../../settings/settings";
import type { Context } from "./context";
import { DONE, type Performed } from "./performed";

export async function repeatPlan(
  { path, hash, next }: Extract<Move, { readonly kind: "repeat-plan" }>,
  context: Context,
): Promise<Performed> {
  const reading = await context.vault.read(path);
  const last =
    reading.kind === "text" && hashText(reading.text) === hash ? parsePlan(path, reading.text) : null;
  if (reading.kind !== "text" || last?.kind !== "plan") {
    context.index.mark(path);
    return { kind: "stale" };
  }
  const finished = last.plan.log.last(({ word }) => word === "finished")?.at;
  const details = sayPassed(next.passed);
  const text = nextPlanOf(
    reading.text,
    {
      ...next,
      entry: {
        actor: "Agent",
        action: "Made the plan",
        rationale: `It repeats: ${last.plan.repeat ?? ""}. The one before is ${last.plan.taskId}`,
        ...(details === "" ? {} : { details: `${details}.` }),
        mark: { word: "started" },
      },
    },
    finished ?? context.clock.now(),
  );
  const to = `${pathOf(context.settings, "plans")}/${planFile(next.id, planTitle(last.plan))}`;
  if (text === null || !isLike(last.plan, parsePlan(to, text)))
    return { kind: "stuck", why: "its next plan cannot be written as one" };
  const made = await context.vault.create(to, text);
  if (made.kind === "refused") return { kind: "stuck", why: made.why };
  if (made.kind === "created") return DONE;
  const other = await context.vault.read(to);
  const found = other.kind === "text" ? parsePlan(to, other.text) : null;
  context.index.mark(to);
  return found?.kind === "plan" && found.plan.key === planKey(next.id)
    ? DONE
    : { kind: "stuck", why: `a note that is not its next plan has that name: ${to}` };
}

/** A draft with the same steps, all of them open: one that is done would come back again and again. */
function isLike({ steps }: Plan, made: PlanReading): boolean {
  return (
    made.kind === "plan" &&
    made.plan.status === "Draft" &&
    made.plan.steps.length === steps.length &&
    made.plan.steps.every(({ state }) => state === "open")
  );
}
