/** The calls of a run that failed, or may have: said before anything else that it did. */
import { actionWords } from "../note/action/action";
import { failureWords, isFailure } from "../approval/device/failure";
import { isDoubtful, OUTCOME_ROWS, type Outcome } from "../approval/device/outcome";
import { escapeLine } from "../kit/text";
import type { Decision } from "../rules/moves";
import { sayUnreached } from "../approval/toolHash";
import type { World } from "../rules/world";

/**
 * The exit code where a call failed, or nobody can tell whether it did; or a server that a step needs was not reached,
 * or a model gave no answer.
 */
export const CALL_FAILED = 3;

export interface Failure {
  readonly action_id: string;
  readonly name: string;
  readonly task_id: string;
  readonly outcome: Outcome;
  /** The server’s words, marked as its own, or why nothing is known. */
  readonly detail: string;
}

export interface Unreached {
  readonly server: string;
  readonly why: string;
}

/** The servers that this run did not reach, while a step or an approved request needs them. */
export function unreachedOf(
  moves: readonly Decision[],
  { servers, requests, role }: Pick<World, "servers" | "requests" | "role">,
): readonly Unreached[] {
  const asked = moves.flatMap(({ move }) => (move.kind === "check-server" ? [move.server] : []));
  const missed = requests.flatMap(({ state, objection, identity }) =>
    role === "executor" && state === "candidate" && objection?.id === "server-up"
      ? [identity?.route?.server ?? ""]
      : [],
  );
  return [...new Set([...asked, ...missed])].flatMap((server) => {
    const view = servers.get(server);
    return view?.kind === "down" ? [{ server, why: view.why }] : [];
  });
}

export function tellUnreached(unreached: readonly Unreached[]): string[] {
  return unreached.map(({ server, why }) => escapeLine(sayUnreached(server, why), 600));
}

/** In the order in which they were called. */
export function failuresOf(
  moves: readonly Decision[],
  { device }: Pick<World, "device">,
): readonly Failure[] {
  const acted = new Set(moves.flatMap(({ move }) => (move.kind === "act" ? [move.request] : [])));
  return [...acted].flatMap((id) => {
    const actionState = device.actionState.get(id);
    return actionState?.begun == null || !isFailure(actionState.outcome)
      ? []
      : [
          {
            action_id: id,
            name: actionState.name,
            task_id: actionState.task,
            outcome: actionState.outcome,
            detail: actionState.detail,
          },
        ];
  });
}

/**
 * Two lines each: the failure, and beneath it of what, with what to do now. `options` are those of the call at hand.
 */
export function tellFailures(
  failures: readonly Failure[],
  { device }: Pick<World, "device">,
  options: string,
): string[] {
  return failures.flatMap(({ action_id: id, task_id: task, outcome, detail }) => {
    const { type = "", target = "" } = device.actionState.get(id) ?? {};
    const what = escapeLine(`${actionWords({ type, target })}, of ${task}`, 200);
    const resolve = `planwright resolve ${id.slice(0, 8)} happened${options}`;
    const next = {
      unknown: `Look where it should have arrived, then say: ${resolve} (or not-happened).`,
      "tool-error": `Look where it should have arrived. If it did, say: ${resolve}. If not, approve it when you are asked again.`,
    };
    const wayOn =
      outcome === "tool-error"
        ? next[outcome]
        : isDoubtful(outcome)
          ? next.unknown
          : "You are asked again; approve it then.";
    return [
      escapeLine(failureWords(outcome, detail) ?? OUTCOME_ROWS[outcome].title, 1000),
      `  ${what}. ${wayOn}`,
    ];
  });
}
