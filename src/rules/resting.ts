/**
 * Requests at rest: each waits for a person, and no rule has a move for it or for its plan, whatever time it is. A card
 * holds the two as a look put them together, and the next one takes it over as long as all that it was made of is the
 * same. Whatever changed, was answered, falls due or is carried out is put together anew.
 */
import { countsAsApproved, type ActionState } from "../approval/device/ledger";
import { sendMoment } from "../approval/sendTime";
import type { RequestView } from "../approval/view";
import { isResultOf } from "../flow/result/resultNote";
import type { Settings } from "../settings/settings";
import type { Noted } from "./requests";
import type { Seen, SeenPlan } from "./snapshot";
import { hasNoMove } from "./workingSet";
import type { PlanView } from "./world";

export interface Card {
  readonly request: RequestView;
  readonly view: PlanView;
}

/** All that a card was made of, but for what is so for no request at rest. */
type MadeOf = readonly unknown[];

/** By what was found: the same as long as the note of the request is. */
const cards = new WeakMap<Noted, Card & { readonly of: MadeOf }>();

/** The cards that a look takes over, and those that it makes. */
export interface Resting {
  /** Cards that are as true as they were. */
  readonly taken: ReadonlyMap<string, Card>;
  /** Keeps cards of those that are put together anew and are at rest. Answers the keys of all plans at rest. */
  keep(requests: readonly RequestView[], views: readonly PlanView[]): ReadonlySet<string>;
}

/** `refused`: chains of which something lies among the rejected. */
export function restingOf(
  seen: Seen,
  found: readonly Noted[],
  homes: ReadonlyMap<string, readonly SeenPlan[]>,
  refused: ReadonlySet<string>,
): Resting {
  const { role, device, acting, folders, settings, withoutSettings } = seen;
  // The facts about the device and the folders on which the state of a waiting request depends.
  const around = JSON.stringify([
    role,
    withoutSettings,
    device.device?.id,
    device.trusted.get("settings"),
    acting,
    folders.unreadable,
  ]);
  const copied = new Set(seen.planIndex.copies().map(({ key }) => key));
  const alone = new Map<string, { readonly noted: Noted; readonly of: MadeOf }>();
  const taken = new Map<string, Card>();
  /** Null where there are several of one plan. */
  const only = new Map<string, Noted | null>();
  for (const noted of found) only.set(noted.core.plan, only.has(noted.core.plan) ? null : noted);
  for (const [key, noted] of only) {
    const [home, other] = homes.get(key) ?? [];
    if (noted === null || home === undefined || other !== undefined) continue;
    if (refused.has(noted.core.chain) || copied.has(key) || isOdd(noted, home, seen)) continue;
    const { plan, hash, changed } = home;
    const of = [device.actionState.get(noted.core.id), plan, hash, changed, settings, around];
    alone.set(key, { noted, of });
    const card = cards.get(noted);
    if (card?.of.every((each, at) => each === of[at]) === true) taken.set(key, card);
  }
  return {
    taken,
    keep(requests, views) {
      const resting = new Set(taken.keys());
      if (alone.size === taken.size) return resting;
      const requestOf = new Map(requests.map((each) => [each.plan, each]));
      for (const view of views) {
        const { key } = view.plan;
        const made = taken.has(key) ? undefined : alone.get(key);
        const request = requestOf.get(key);
        if (made === undefined || request === undefined || !isResting(request, view, settings)) continue;
        cards.set(made.noted, { request, view, of: made.of });
        resting.add(key);
      }
      return resting;
    },
  };
}

/** Whether something lies around it that is so for no request at rest. */
function isOdd({ core, notes }: Noted, home: SeenPlan, { planIndex, recordNotes, results }: Seen): boolean {
  return (
    notes.length !== 1 ||
    notes[0]?.folder !== "pending" ||
    (home.ticked ?? []).length > 0 ||
    recordNotes.has(core.name) ||
    planIndex.hasDuplicateId(home.path) ||
    planIndex.unreadLike(core.plan, home.path) !== null ||
    planIndex.putAway(core.plan).length > 0 ||
    results.some((note) => isResultOf(note, home.plan))
  );
}

/** It waits for a person, and nothing but a change of what it is made of gives a rule a move. */
function isResting(request: RequestView, view: PlanView, settings: Settings): boolean {
  const { actionState, state, notes } = request;
  const { plan, step } = view;
  return (
    state === "waiting" &&
    notes[0]?.parsed.kind === "sealed" &&
    actionState !== null &&
    isUnanswered(actionState) &&
    // One with a time of its own ends when that has passed.
    sendMoment(request) === null &&
    plan.agent === null &&
    plan.flow === null &&
    step?.notBefore === null &&
    plan.steps.find(({ id }) => id === request.step) === step &&
    view.block?.kind === "approval" &&
    hasNoMove({ ...view, quietFrom: -Infinity }, request, settings)
  );
}

function isUnanswered(of: ActionState): boolean {
  const { asked, unreached, held, begun, outcome } = of;
  const isOpen = begun === null && outcome === null && !countsAsApproved(of);
  return isOpen && asked !== null && unreached === null && held.length === 0;
}
