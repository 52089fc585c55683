/**
 * Pairs the steps of two plans that are the same step: by their block id where both notes are one plan, and by their
 * words, without case and ✋.
 */
import { sameAction } from "../action/render";
import { stepKey } from "../plan/approvalMarker";
import type { Plan, Step } from "../plan/plan";

export interface Pair {
  readonly ours: Step;
  readonly theirs: Step;
}

export interface Pairs {
  readonly same: readonly Pair[];
  /** Theirs that are not among ours, in their order. */
  readonly fresh: readonly Step[];
}

/**
 * Steps that read alike are paired in their order, the first with the first. So what was taken over once, at the end of
 * the Roadmap, is found again, and nothing is taken over twice.
 */
export function pairSteps(ours: Plan, theirs: Plan): Pairs {
  const left = new Set(ours.steps);
  const found = new Map<Step, Step>();
  const pair = (step: Step, isIt: (other: Step) => boolean): void => {
    const other = [...left].find(isIt);
    if (other === undefined) return;
    left.delete(other);
    found.set(step, other);
  };
  if (ours.key === theirs.key)
    for (const step of theirs.steps) if (step.id !== null) pair(step, ({ id }) => id === step.id);
  const byWords = new Map<string, Step[]>();
  for (const step of left)
    byWords.set(stepKey(step.text), [...(byWords.get(stepKey(step.text)) ?? []), step]);
  for (const step of theirs.steps) {
    const other = found.has(step) ? undefined : byWords.get(stepKey(step.text))?.shift();
    if (other !== undefined) found.set(step, other);
  }
  const same = theirs.steps.flatMap((step): Pair[] => {
    const other = found.get(step);
    return other === undefined ? [] : [{ ours: other, theirs: step }];
  });
  return { same, fresh: theirs.steps.filter((step) => !found.has(step)) };
}

/** Whether both say what is to be sent, and not the same. */
export function actsOtherwise({ ours, theirs }: Pair): boolean {
  return (
    ours.gate.kind === "action" &&
    theirs.gate.kind === "action" &&
    !sameAction(ours.gate.action, theirs.gate.action)
  );
}
