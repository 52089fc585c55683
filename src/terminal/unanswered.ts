/** The questions of a run to which a model gave no answer, and what a person can do. */
import { nextMinute, showIn } from "../kit/dates";
import { escapeLine } from "../kit/text";
import type { FailureCode } from "../kit/ports/model";
import type { Decision } from "../rules/moves";
import type { PlanView, World } from "../rules/world";
import { FAILURE_WORDS } from "../agent/stops";
import { failedLast } from "../overview/failedLast";

export interface Unanswered {
  readonly task_id: string;
  readonly code: FailureCode;
  /** In the words of whoever refused. */
  readonly why: string;
}

/** Null where the last question was answered, or where a person stopped it. */
export function unansweredOf(view: PlanView): Unanswered | null {
  const last = failedLast(view);
  return last !== null && last.code !== "stopped"
    ? { task_id: view.plan.taskId, code: last.code, why: last.why }
    : null;
}

/** Of the plans about which this run asked a model. */
export function unansweredIn(
  moves: readonly Decision[],
  { plans }: Pick<World, "plans">,
): readonly Unanswered[] {
  const asked = new Set(moves.flatMap(({ move }) => (move.kind === "ask-model" ? [move.path] : [])));
  return plans.filter(({ plan }) => asked.has(plan.path)).flatMap((view) => unansweredOf(view) ?? []);
}

export function tellUnanswered({ task_id: task, code, why }: Unanswered): string {
  return escapeLine(
    `No answer about ${task}: ${FAILURE_WORDS[code].title}${why === "" ? "." : `. ${why}`}`,
    600,
  );
}

/** How a plan goes on whose last question has no answer. `options`: those of the call; `zone`: that of the vault. */
export function tellGoingOn(view: PlanView, options: string, zone: string): readonly string[] {
  const { plan, agentMove } = view;
  const last = failedLast(view);
  if (last === null) return [];
  const again = `planwright think ${plan.taskId}${options}`;
  if (last.code === "stopped") return [`Stopped before the model had answered. To go on: ${again}`];
  return agentMove?.kind === "wait"
    ? [`It can be asked again from ${showIn(zone)(nextMinute(agentMove.until))} on. To do so then: ${again}`]
    : [];
}
