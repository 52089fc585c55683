/**
 * Whether a request has to be written for a step, and why. By itself once per step and text; after that only when a
 * person asks.
 */
import type { Word } from "../note/plan/logEntry";
import { rowOf } from "./device/outcome";
import type { Plan, Step } from "../note/plan/plan";
import { isHashOf } from "../note/plan/steps";
import type { AskReason, RequestView } from "./view";

/** Null when nothing has to be asked now. `request` is the newest for this step. */
export function askReason(plan: Plan, step: Step, request: RequestView | null): AskReason | null {
  if (request === null) return "first";
  if (request.state === "in-doubt") return null;
  // Written down nowhere yet: until the log names it, the log cannot say that it was asked for once more.
  if (request.state === "waiting" && request.actionState?.asked != null && isUnlogged(plan, request))
    return null;
  const ended = request.outcome === null ? null : rowOf(request.outcome);
  const done = ended?.done === true;
  if (wasAskedAgain(plan, step, request)) return done ? "repeat" : "again";
  if (done) return null;
  if (request.newest && ended?.retry === true && !wasRefused(request)) return "attempt";
  return !isHashOf(step, request.text) && !wasAsked(plan, step) ? "first" : null;
}

/** It was denied, and nothing is known to have gone out by it. */
export function isRejected(request: RequestView): boolean {
  if (request.state === "rejected") return true;
  const { outcome } = request;
  return request.state === "spent" && outcome !== null && !rowOf(outcome).done && wasRefused(request);
}

/** Turned down by a person, whatever came of it before: no attempt is made to change their mind. */
export function wasRefused(request: RequestView): boolean {
  return request.notes.some(({ folder }) => folder === "rejected");
}

function wasAsked(plan: Plan, step: Step): boolean {
  return plan.log.has(
    (mark) =>
      mark.word === "asked" && mark.step === step.id && mark.text !== null && isHashOf(step, mark.text),
  );
}

/** A person asked again, or took the tick away, after this request had been written into the log. */
export function wasAskedAgain(plan: Plan, step: Step, request: RequestView): boolean {
  const last = (words: readonly Word[], wanted: (request: string | null) => boolean): number =>
    plan.log.entries.findLastIndex(
      ({ mark }) =>
        mark !== null && words.includes(mark.word) && mark.step === step.id && wanted(mark.request),
    );
  const again = last(["ask-again", "reopened"], () => true);
  return again >= 0 && again > last(["asked", "carried-out"], (id) => id === request.id);
}

/** A request of ours that its plan's log does not mention yet: a crash came between the two. */
export function isUnlogged(plan: Plan, request: RequestView): boolean {
  return !plan.log.has(({ word, request: of }) => word === "asked" && of === request.id);
}
