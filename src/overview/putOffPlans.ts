/** Needs that a person put off: whether one can be, and until when it asks nobody. */
import { isByHand } from "../approval/confirming";
import { showIn, showUntil } from "../kit/dates";
import { liesApproved } from "../approval/durations";
import type { RequestView } from "../approval/view";
import type { BlockKind } from "../note/plan/blocks";
import { isOver } from "../note/plan/plan";
import { putOffUntil } from "../note/plan/putOffUntil";
import { isBlockedByPerson } from "../note/plan/standstill";
import type { PlanView, World } from "../rules/world";
import { isYourTurn } from "./isYourTurn";
import { isIncomplete } from "./needs/requestFacts";

/** Blocks that ask a person something which can wait. Doubts, faults and confirmations cannot. */
const CAN_WAIT: readonly BlockKind[] = [
  "rejected",
  "spent",
  "action",
  "agent-asks",
  "agent-stopped",
  "agent-paused",
  "agent-by-hand",
  "flow",
];

/**
 * Milliseconds since the epoch: until when a person put off what the plan asks of them. Null where it asks them now, or
 * asks nothing that can be put off.
 */
export function putOffOf(view: PlanView, world: Pick<World, "now" | "settings">): number | null {
  const until = putOffUntil(view.plan, view.step);
  return until !== null && until > world.now && canPutOff(view, world) ? until : null;
}

/** Whether the plan asks a person something at its step that can wait. */
export function canPutOff(view: PlanView, world: Pick<World, "now" | "settings">): boolean {
  const { plan, block, foundLast, request, hasDuplicateId } = view;
  if (hasDuplicateId || isOver(plan) || plan.status === "Draft" || isBlockedByPerson(plan)) return false;
  if (request?.underWay != null) return false;
  const asked = request === null ? null : asksOpenly(request);
  if (asked !== null) return asked;
  const kind = (block ?? foundLast)?.kind;
  return kind === undefined ? isYourTurn(view, world) : CAN_WAIT.includes(kind);
}

/** Whether an open request asks something that can wait; null of one that is not open. */
function asksOpenly(request: RequestView): boolean | null {
  switch (request.state) {
    case "waiting":
      return !isIncomplete(request);
    case "edited":
      return !liesApproved(request);
    case "candidate":
      return isByHand(request);
    case "in-two-folders":
    case "in-doubt":
    case "missing":
    case "unseen":
      return false;
    default:
      return null;
  }
}

/** `Put off by you until 2026-12-01`, by the clock of the vault. */
export function sayPutOff(until: number, { settings }: Pick<World, "settings">): string {
  return `Put off by you until ${showUntil(until, showIn(settings.time_zone))}`;
}

/** The plans, by path, and the ids of the requests that a person put off; of the plans until when, in milliseconds. */
export interface PutOff {
  readonly plans: ReadonlyMap<string, number>;
  readonly requests: ReadonlySet<string>;
}

export function allPutOff(world: Pick<World, "now" | "plans" | "settings">): PutOff {
  const views = world.plans.flatMap((view) => {
    const until = putOffOf(view, world);
    return until === null ? [] : [{ view, until }];
  });
  return {
    plans: new Map(views.map(({ view, until }) => [view.plan.path, until])),
    requests: new Set(views.flatMap(({ view: { request } }) => (request === null ? [] : [request.id]))),
  };
}
