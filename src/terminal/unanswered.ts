/** The questions of a run to which a model gave no answer, and what a person can do. */
import { showTime } from "../kit/dates";
import { plain } from "../kit/text";
import type { FailureCode } from "../ports/model";
import type { Decision } from "../rules/moves";
import type { PlanView, World } from "../rules/world";
import { FAILURE_WORDS } from "../work/failures";

export interface Unanswered {
  readonly task_id: string;
  readonly code: FailureCode;
  /** In the words of whoever refused. */
  readonly why: string;
}

/** Null where the last question was answered, or where a person stopped it. */
export function unansweredOf({ plan, work }: PlanView): Unanswered | null {
  const last = work.trace.entries.at(-1);
  return last?.kind === "failed" && last.code !== "stopped"
    ? { task_id: plan.taskId, code: last.code, why: last.why }
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
  return plain(`No answer about ${task}: ${FAILURE_WORDS[code].title}${why === "" ? "." : `. ${why}`}`, 600);
}

/** How a plan goes on whose last question has no answer. `options` are those of the call at hand. */
export function tellGoingOn({ plan, work, want }: PlanView, options: string): readonly string[] {
  const last = work.trace.entries.at(-1);
  if (last?.kind !== "failed") return [];
  const again = `planwright think ${plan.taskId}${options}`;
  if (last.code === "stopped") return [`Stopped before the model had answered. To go on: ${again}`];
  return want?.kind === "wait"
    ? [`It can be asked again from ${showTime(want.until)} on. To do so then: ${again}`]
    : [];
}
