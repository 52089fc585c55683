/** The order of the steps of a flow: the way from the first to the end, loops, and the way after a failed check. */
import { END, takenAlong, type Flow, type FlowStep } from "./flow";

export type Unit =
  | { readonly kind: "step"; readonly step: FlowStep }
  /** The first of the steps has the loop. The others are in it because they jump back into it, or by its `with`. */
  | { readonly kind: "loop"; readonly steps: readonly FlowStep[] };

export function stepNamed({ steps }: { readonly steps: readonly FlowStep[] }, name: string): FlowStep | null {
  return steps.find(({ step }) => step === name) ?? null;
}

/** The step behind this one when all goes well; null at the end. */
export function after({ steps }: Pick<Flow, "steps">, step: FlowStep): FlowStep | null {
  if (step.next === END) return null;
  if (step.next !== undefined) return steps.find((each) => each.step === step.next) ?? null;
  return steps[steps.indexOf(step) + 1] ?? null;
}

/** The steps that are done when every check holds. */
export function mainWay(flow: Pick<Flow, "steps">): readonly FlowStep[] {
  const way: FlowStep[] = [];
  for (let at = flow.steps[0] ?? null; at !== null && !way.includes(at); at = after(flow, at)) way.push(at);
  return way;
}

/** A loop reaches to the last step that jumps back into it, or that its `with` names. */
export function unitsOf(flow: Pick<Flow, "steps">): readonly Unit[] {
  const way = mainWay(flow);
  const units: Unit[] = [];
  for (let at = 0; at < way.length;) {
    const step = way[at];
    if (step === undefined) break;
    let to = at + 1;
    if (step.loop !== undefined)
      for (let next = to; next < way.length && way[next]?.loop === undefined; next += 1) {
        const each = way[next];
        const isBack = way.slice(at, to).some(({ step: name }) => name === each?.on_fail);
        if (isBack || takenAlong(step).includes(each?.step ?? "")) to = next + 1;
      }
    units.push(step.loop === undefined ? { kind: "step", step } : { kind: "loop", steps: way.slice(at, to) });
    at = to;
  }
  return units;
}

/** The loop that a step is part of; null for none. */
export function loopOf(
  flow: Pick<Flow, "steps">,
  name: string,
): Extract<Unit, { readonly kind: "loop" }> | null {
  return (
    unitsOf(flow).find(
      (unit): unit is Extract<Unit, { readonly kind: "loop" }> =>
        unit.kind === "loop" && unit.steps.some(({ step }) => step === name),
    ) ?? null
  );
}

/** Names of the steps that a step can jump to, out of the usual way. */
export function jumpsOf({ on_fail, on_answer }: FlowStep): readonly string[] {
  return [...(on_fail === undefined ? [] : [on_fail]), ...Object.values(on_answer ?? {})];
}

/** The steps that can send the work of a step back to it. */
export function reviewersOf({ steps }: Pick<Flow, "steps">, { step }: FlowStep): readonly FlowStep[] {
  return steps.filter((of) => jumpsOf(of).includes(step));
}

/** The steps that a jump leads through, in their order. */
export interface Way {
  readonly steps: readonly FlowStep[];
  /** The step of the main way that comes then; null where the way comes back to the step of the jump, or ends. */
  readonly joins: FlowStep | null;
  readonly ends: boolean;
}

/**
 * The way after a failed check, or after an answer that leads elsewhere: from the target of the jump to the check
 * itself, or to the last step before the main way goes on.
 */
export function wayBack(
  flow: Pick<Flow, "steps">,
  failed: FlowStep,
  to: string = failed.on_fail ?? failed.step,
): Way {
  const main = mainWay(flow);
  const own = main.indexOf(failed);
  const steps: FlowStep[] = [];
  for (let at = stepNamed(flow, to); at !== null && !steps.includes(at); at = after(flow, at)) {
    if (main.indexOf(at) > own && own >= 0) return { steps, joins: at, ends: false };
    steps.push(at);
    if (at === failed) return { steps, joins: null, ends: false };
  }
  return { steps, joins: null, ends: true };
}
