/** The box of a step, or the status of a plan, set back to what it was before a person changed it. */
import type { Entry, Word } from "../../note/plan/logEntry";
import type { Marked } from "../../note/plan/log";
import type { Plan, Status, Step } from "../../note/plan/plan";
import { stepName } from "../../note/plan/steps";
import { SPEAKS_OF_BOX } from "../../rules/logEntries";
import { log, type PlanChange } from "../../rules/moves";
import type { Context } from "../perform/context";

export const UNDID = "Undone by a click or a command";

/**
 * The step whose box is as a person left it by this line of the log, or by their word that they did it by hand; null
 * where the line says nothing of the kind.
 */
export function boxChanged(
  plan: Plan,
  { actor, mark }: Entry,
  { memory }: Pick<Context, "memory">,
): { readonly of: "skip" | "done"; readonly step: Step } | null {
  if (mark?.step == null) return null;
  // With a hash of the step, the line tells of an answer that finished it.
  const isTheirs =
    mark.word === "carried-out"
      ? memory.state().actionState.get(mark.request ?? "")?.outcome === "by-hand"
      : actor === "Human" && mark.text === null && (mark.word === "skipped" || mark.word === "ticked");
  const step = plan.steps.find(({ id }) => id === mark.step);
  const state = mark.word === "skipped" ? "skipped" : "done";
  if (!isTheirs || step?.boxed !== true || step.state !== state) return null;
  return lastWord(plan, step, SPEAKS_OF_BOX)?.mark === mark
    ? { of: mark.word === "skipped" ? "skip" : "done", step }
    : null;
}

/** The last line about the step with one of these words. */
export function lastWord({ log: lines }: Plan, { id }: Step, words: readonly Word[]): Marked | null {
  return lines.last(({ word, step }) => step === id && words.includes(word));
}

/** Words by which a flow went on from a step: what it added to the plan stays, so the step stays, too. */
const WENT_ON: readonly Word[] = ["unfolded", "failed", "round", "kept", "filed"];

/** Whether something was built on the step since: by the flow, or by a later step, of one that was done by hand. */
export function hasGoneOn(plan: Plan, { mark: of }: Entry): boolean {
  const at = plan.steps.findIndex(({ id }) => id === of?.step);
  if (of?.word === "carried-out" && plan.steps.slice(at + 1).some(({ state }) => state !== "open"))
    return true;
  const last = plan.log.last((mark) => mark === of || WENT_ON.includes(mark.word));
  return plan.flow !== null && last?.mark !== of;
}

/** The changes by which the step is open again. A plan that was done by it is active again. */
export function reopening(plan: Plan, step: Step): readonly PlanChange[] {
  const opened = log({
    actor: "Human",
    action: `Opened ${stepName(step)} again`,
    rationale: UNDID,
    mark: { word: "reopened", step: step.id },
  });
  const mark: PlanChange[] = step.id === null ? [] : [{ kind: "mark", step: step.id, mark: " " }];
  return [...mark, opened, ...(plan.status === "Done" ? restoring("Active") : [])];
}

/** The changes by which the plan has this status again. */
export function restoring(status: Status): readonly PlanChange[] {
  const entry = log({
    actor: "Human",
    action: status === "Draft" ? "Made the plan a draft again" : "Opened the plan again",
    rationale: UNDID,
    // A draft waits for a person to start it, whatever the settings say of new plans.
    mark: { word: status === "Draft" ? "drafted" : "restored" },
  });
  return [{ kind: "status", value: status }, { kind: "reason", value: null }, entry];
}
