/**
 * Agents that look at the same work at the same time: each of their lines as the plan is seen from it, once it is its
 * turn or before.
 */
import { groupAt, linesBeside } from "../../flow/parallel";
import { ownBlock } from "../../note/plan/standstill";
import { hashStep, stepName } from "../../note/plan/steps";
import type { NewEntry } from "../../note/plan/logEntry";
import type { Step } from "../../note/plan/plan";
import { asPart, partOf, type FlowPart } from "../../agent/flow/part";
import { workFolder } from "../../agent/place";
import type { AgentMove } from "../../agent/next";
import { runOf } from "../../agent/run";
import { isFor, type Job } from "../../agent/agentMove";
import type { PlanChange } from "../moves";
import type { PlanView, World } from "../world";

/** The plan as it is seen from each line behind the next one at which an agent can work already. */
export function besideOf(
  view: PlanView,
  settings: World["settings"],
  agentMoveAt: (step: Step, part: FlowPart) => AgentMove | null,
): readonly PlanView[] {
  const { plan, flow, hasDuplicateId } = view;
  if (hasDuplicateId || flow?.kind !== "runs" || plan.agent === null) return [];
  return linesBeside(flow.flow, plan).flatMap((line): PlanView[] => {
    const guidance = flow.besides.get(line.id ?? "");
    if (guidance === undefined) return [];
    // Such a line has no question of the flow, which alone would link to a result.
    const around = { workFolder: workFolder(settings, plan), result: null };
    const part = partOf({ ...flow, guidance }, plan, line, around);
    const step = asPart(line, part);
    return part === null
      ? []
      : [{ ...view, step, part, request: null, redraft: null, agentMove: agentMoveAt(step, part) }];
  });
}

/** A line of a plan as a move names it: by the hash of its step and, where it is not the next one, by its block id. */
export interface LineAt {
  readonly step: string;
  readonly beside?: string;
}

/** The plan as it is seen from this line; null where the line is not there, or is not due, or reads otherwise. */
export function viewAt(view: PlanView | null | undefined, { step: hash, beside }: LineAt): PlanView | null {
  const found = beside === undefined ? view : view?.beside.find(({ step }) => step?.id === beside);
  return found?.step != null && hashStep(found.step) === hash ? found : null;
}

/** The same for a call under way. */
export function viewFor(view: PlanView | null | undefined, job: Job): PlanView | null {
  if (view == null) return null;
  return [view, ...view.beside].find(({ plan, step }) => step !== null && isFor(job, plan, step)) ?? null;
}

/** A question to the person at one line does not stop the calls for others; they begin nothing new meanwhile. */
export function goesOnBeside(view: PlanView, at: PlanView): boolean {
  return at !== view && view.plan.status === "Blocked" && ownBlock(view.plan) !== null;
}

/**
 * Entries by which agents begin anew, because the work that they have looked at changes: it is sent back, or another
 * step comes before their lines now. `isSentBack`: those that are due begin anew, too.
 */
export function looksAgain({ plan, step, flow, work }: PlanView, isSentBack: boolean): readonly PlanChange[] {
  if (flow?.kind !== "runs") return [];
  const due = isSentBack ? [] : linesBeside(flow.flow, plan).map(({ id }) => id);
  return plan.steps
    .filter(
      (each) =>
        each.state === "open" &&
        each.id !== step?.id &&
        !due.includes(each.id) &&
        groupAt(flow.flow, each.id) !== null &&
        (runOf(plan, each, work.trace.entries)?.entries.length ?? 0) > 0,
    )
    .map((each) => ({ kind: "log", entry: againEntry(each) }));
}

function againEntry(step: Step): NewEntry {
  return {
    actor: "Agent",
    action: `Takes back what was done for ${stepName(step)}`,
    rationale: "The work that its agent looked at is to change first; it looks again then",
    mark: { word: "reopened", step: step.id },
  };
}
