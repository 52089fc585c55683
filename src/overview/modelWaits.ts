/** Plans that get no answer from their model just now, with what happens next: a busy model, a failed call, silence. */
import { nextMinute } from "../kit/dates";
import type { World, PlanView } from "../rules/world";
import { FAILURE_WORDS } from "../agent/stops";
import { stuckFrom } from "../agent/agentMove";
import { IN_APP, writeCommands, type Face } from "../settings/places";
import { runningOf } from "./activity";
import { failedLast } from "./failedLast";

export interface ModelWait {
  readonly view: PlanView;
  /** Sentences whose subject is the plan. May quote notes. */
  readonly words: string;
}

/** `show` writes a moment for the reader at hand. Plans with a block are among the needs, and left out here. */
export function modelWaits(
  world: World,
  show: (ms: number) => string,
  face: Face = IN_APP,
): readonly ModelWait[] {
  return world.plans.flatMap((view): ModelWait[] => {
    const { plan, block, hasDuplicateId } = view;
    if (plan.agent === null || plan.status !== "Active" || block !== null || hasDuplicateId) return [];
    const words = waitWords(view, world, show);
    return words === null ? [] : [{ view, words: writeCommands(words, face) }];
  });
}

function waitWords(view: PlanView, world: World, show: (ms: number) => string): string | null {
  const running = runningOf({ ...world, plans: [view] });
  const silent = running.find(
    ({ isProgram, doing, isStuck, last, since }) =>
      !isProgram && doing === null && (isStuck || (last === null && world.now >= stuckFrom({ last: since }))),
  );
  if (silent !== undefined)
    return `has heard nothing from its model since ${show(silent.last ?? silent.since)}; it goes on when the answer comes.`;
  if (running.length > 0) return null;
  const moves = [view, ...view.beside].flatMap(({ agentMove }) => agentMove ?? []);
  const wait = moves.find((each) => each.kind === "wait" && each.code === undefined);
  if (wait?.kind === "wait")
    return Number.isFinite(wait.until)
      ? `waits: ${wait.because}. Planwright asks again from ${show(nextMinute(wait.until))}, while it runs on the acting device{do:settle}.`
      : null;
  const failed = failedLast(view);
  return failed === null || failed.code === "stopped" || view.agentMove?.kind !== "ask-model"
    ? null
    : `got no answer at ${show(failed.at)}: ${FAILURE_WORDS[failed.code].title}. Planwright asks again when it runs on the acting device{do:settle}.`;
}
