/**
 * An action that a person rejected, and that the agent of its plan may draft anew: what is known of it, and whether it
 * is to be drafted.
 */
import type { Action } from "../note/action/action";
import type { Word } from "../note/plan/logEntry";
import type { Plan, Step } from "../note/plan/plan";
import { AGAIN } from "./run";

export interface Redraft {
  /** Id of the rejected request. */
  readonly request: string;
  /** The action that the request asked for. */
  readonly action: Action;
  /** The action as somebody changed it in the request itself; null where it is as it was asked. */
  readonly changed: Action | null;
  /** The person’s words under “Your note”; empty for none. */
  readonly note: string;
  /** Milliseconds since the epoch: when somebody last changed the rejected note. */
  readonly noteChanged: number;
  /** The agent is to draft it anew. */
  readonly isWanted: boolean;
}

/** The last word by which the step begins again, since this request was asked for; null where there is none. */
function saidSince(
  { log }: Pick<Plan, "log">,
  step: Pick<Step, "id">,
  request: string,
): { readonly word: Word; readonly request: string | null } | null {
  const asked = log.entries.findLastIndex(({ mark }) => mark?.word === "asked" && mark.request === request);
  const last = log.entries
    .slice(asked + 1)
    .findLast(({ mark }) => mark !== null && mark.step === step.id && AGAIN.includes(mark.word));
  return last?.mark ?? null;
}

/**
 * The person chose it under Questions, or the engine began it by itself. A choice about one request counts for no
 * other.
 */
export function isWantedAgain(plan: Pick<Plan, "log">, step: Pick<Step, "id">, request: string): boolean {
  const said = saidSince(plan, step, request);
  return said?.word === "draft-again" && said.request === request;
}

/** Whether the next move is still open: no answer of the person, and no draft begun by the agent itself. */
export function isUndecided(plan: Pick<Plan, "log">, step: Pick<Step, "id">, request: string): boolean {
  return (
    saidSince(plan, step, request) === null &&
    !plan.log.has((mark) => mark.word === "draft-again" && mark.request === request)
  );
}
