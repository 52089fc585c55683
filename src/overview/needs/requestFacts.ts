/** Facts about requests by which needs are told apart. */
import { wasAskedAgain } from "../../approval/asking";
import { isDeep } from "../../rules/problems";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";

/** A person has said since that an earlier attempt happened, and its step is not ticked yet. */
export function isOvertaken({ id, plan, step, created }: RequestView, { requestsOf }: World): boolean {
  return (requestsOf.get(plan) ?? []).some(
    (each) =>
      each.id !== id &&
      each.step === step &&
      each.created < created &&
      each.outcome === "resolved-happened" &&
      each.actionState?.applied === false,
  );
}

/** Whether a note of others asks for nothing any more: somebody refused it, or it tells of a folder. */
export function needsNobody({ id, notes, name }: RequestView): boolean {
  if (isDeep({ notes }) && notes.every(({ folder }) => folder === "rejected")) return true;
  return (
    id === "" &&
    (notes.every(({ folder }) => folder === "rejected") || /(?:^|[^a-z])readme(?:[^a-z]|$)/i.test(name))
  );
}

export function isIncomplete({ notes, id }: RequestView): boolean {
  return (
    notes.length > 0 &&
    notes.every(({ parsed }) => parsed.kind === "torn") &&
    (id === "" || notes.every(({ folder }) => folder !== "done"))
  );
}

export function isAway({ state, notes }: RequestView): boolean {
  return (
    state === "waiting" &&
    notes.length > 0 &&
    notes.every(({ parsed }) => parsed.kind === "torn") &&
    notes.some(({ parsed }) => parsed.kind === "torn" && parsed.away === true)
  );
}

export function isBesideAnothersRecord({ id, outcome, recordNote }: RequestView): boolean {
  return outcome === null && recordNote !== null && recordNote.record?.id !== id;
}

/**
 * Whether a plan stands at the step this was asked for and waits for it; not for what was asked before, or will be
 * asked anew.
 */
export function stopsItsPlan(request: RequestView, { plans }: World): boolean {
  return plans.some(
    (view) => !view.hasDuplicateId && view.request === request && view.block?.request === request.id,
  );
}

/** A note of this request is in a subfolder; the group for those tells of it. */
export function liesDeep({ id }: RequestView, { requests }: World): boolean {
  return requests.some((each) => each.id === id && isDeep(each));
}

/** A person has said since that it is to be asked anew: the acting device does that next. */
export function isAskedAnew(request: RequestView, { plans }: World): boolean {
  return plans.some(
    ({ plan, step, request: of }) => of === request && step !== null && wasAskedAgain(plan, step, request),
  );
}

/** The action of its step cannot be asked for as it is now: the plan tells that, and it comes first. */
export function isUnaskable(request: RequestView, { plans }: World): boolean {
  return plans.some(
    (view) => !view.hasDuplicateId && view.request === request && view.block?.kind === "action",
  );
}
