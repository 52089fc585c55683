/**
 * News between two looks: what was sent, failed or may have been sent, what is asked, which plans are finished. Codes
 * and data; the words are with the face that tells them. Text from notes and servers is passed on as it is.
 */
import { remember } from "../kit/remember";
import type { RequestView } from "../approval/view";
import { failureWords } from "../approval/device/failure";
import { actionStatesOf, type ActionState } from "../approval/device/ledger";
import { isDoubtful, type Outcome } from "../approval/device/outcome";
import type { Mark } from "../note/plan/logEntry";
import { planTitle, type Plan } from "../note/plan/plan";
import { recordName } from "../approval/request/name";
import type { World } from "../rules/world";
import type { NoteRef } from "./needs/need";
import { saysByHand } from "./sent";
import { requestTarget, requestTitle, withoutLinks } from "./titles";

/**
 * `used-up`: approved, and nothing came of it. `stopped`: begun, and stopped before anything went out. `asked-anew`:
 * the request was changed after it had been approved.
 */
export type NewsCode =
  "sent" | "failed" | "maybe-sent" | "used-up" | "stopped" | "asked" | "asked-anew" | "finished";

export interface News {
  readonly code: NewsCode;
  /** Action id of the request; key of a finished plan. */
  readonly id: string;
  /** When it came about. Milliseconds since the epoch. */
  readonly at: number;
  /** It came about on this device; sync has brought all other news. */
  readonly isOwn: boolean;
  /** Of the request, or of the plan. */
  readonly title: string;
  /** The receiver or the place, as written; empty where nobody says. */
  readonly target: string;
  /** The reason for a failure, or for no result: a sentence that may quote a server. Empty if unknown. */
  readonly detail: string;
  readonly note: NoteRef;
  /** Path of its plan; null where that is not known. */
  readonly plan: string | null;
  readonly planKey: string;
  /** Block id of its step; null of a finished plan. */
  readonly step: string | null;
}

/** A person has to do something about these. */
export const NEWS_THAT_STAYS: readonly NewsCode[] = ["failed", "maybe-sent", "used-up"];

type Past = Pick<World, "device" | "requests" | "recent">;

/** In the order in which they came about. `since`: a moment before which sync brings no news. */
export function newsBetween(before: Past, after: World, since: number): readonly News[] {
  // A log may name a request before sync brings its note.
  const known = new Set(before.requests.flatMap(({ id, notes }) => (notes.length === 0 ? [] : [id])));
  return inOrder([
    // A memory that could not be read before tells nothing new.
    ...(before.device.device === null ? [] : ended(before.device.actionState, after, before.requests)),
    ...asked(after).filter(({ id }) => !known.has(id)),
    ...logged(before.recent, after).filter(({ at }) => at > since),
  ]);
}

/** All that came about after that moment, as far as this device remembers it and logs tell. */
export function newsSince(world: World, since: number): readonly News[] {
  return inOrder([...ended(new Map(), world, []), ...logged([], world)].filter(({ at }) => at > since));
}

/** When the newest of all this came about; a clock that goes wrong elsewhere makes nothing newer than now. */
export function newestNews(world: World): number {
  return newsSince(world, 0).reduce((newest, { at }) => (at > world.now ? newest : Math.max(newest, at)), 0);
}

/**
 * Whether a person still has to do something about it, as far as can be told: nobody has answered it, and its plan is
 * at that step.
 */
export function isStanding({ code, id, planKey, step }: News, world: World): boolean {
  if (!NEWS_THAT_STAYS.includes(code)) return false;
  const summary = world.planIndex.home(planKey);
  if (summary !== null && (summary.next === null || summary.next.id !== step)) return false;
  const actionState = world.device.actionState.get(id);
  if (code === "maybe-sent")
    return actionState === undefined || actionState.outcome === null || isDoubtful(actionState.outcome);
  if (actionState !== undefined && actionState.outcome !== null && CODES[actionState.outcome] !== code)
    return false;
  return !actionStatesOf(world.device, planKey, step ?? "").some(
    (each) =>
      each.action !== id &&
      (each.asked ?? 0) > (actionState?.asked ?? 0) &&
      (each.seen !== null || each.begun !== null || each.outcome !== null),
  );
}

const CODES: Partial<Record<Outcome, NewsCode>> = {
  ok: "sent",
  "not-sent": "failed",
  "tool-error": "failed",
  unknown: "maybe-sent",
  unclear: "maybe-sent",
  "not-run": "used-up",
};

/** The news of an action that this device began. One without an end is news once nobody can be in the middle of it. */
function codeOf({ outcome, begun }: ActionState, request: RequestView | undefined): NewsCode | null {
  if (outcome === null)
    return begun !== null && request?.state === "in-doubt" && request.underWay === null ? "maybe-sent" : null;
  // A request that a person held before it began is no news to them.
  if (outcome === "withdrawn") return begun === null ? null : "stopped";
  return CODES[outcome] ?? null;
}

function ended(
  before: ReadonlyMap<string, ActionState>,
  after: World,
  requests: readonly RequestView[],
): readonly News[] {
  const find = (among: readonly RequestView[], id: string): RequestView | undefined =>
    among.find((each) => each.id === id);
  return [...after.device.actionState.values()].flatMap((now): News[] => {
    const then = before.get(now.action);
    if (then?.outcome === now.outcome && (now.outcome !== null || now.begun === null)) return [];
    const present = find(after.requests, now.action);
    const code = codeOf(now, present);
    if (code === null || (then !== undefined && code === codeOf(then, find(requests, now.action)))) return [];
    // The look before knows the words of a request that is over and put away; this one does not.
    const told = present?.action == null ? (find(requests, now.action) ?? present) : present;
    const { type, name } = now;
    const of = { type, name, stepText: told?.stepText ?? "", action: told?.action ?? null, actionState: now };
    return [
      {
        code,
        id: now.action,
        at: now.ended ?? now.begun ?? 0,
        isOwn: true,
        title: requestTitle(of),
        target: requestTarget(of),
        // That it may have been sent is said by the code.
        detail: (code === "maybe-sent" ? null : failureWords(now.outcome, now.detail)) ?? now.detail,
        note: { target: recordName(now.name), shown: "", block: null },
        plan: after.planIndex.home(now.plan)?.path ?? null,
        planKey: now.plan,
        step: now.step,
      },
    ];
  });
}

function asked(world: World): readonly News[] {
  return world.requests.flatMap((request): News[] => {
    const { id, state, notes, identity } = request;
    const isWhole = notes.some(({ folder, parsed }) => folder === "pending" && parsed.kind !== "torn");
    if (id === "" || state !== "waiting" || !isWhole) return [];
    return [
      {
        code: identity?.cause == null ? "asked" : "asked-anew",
        id,
        at: request.created,
        isOwn: request.actionState !== null,
        title: requestTitle(request),
        target: requestTarget(request),
        detail: "",
        note: { target: request.name, shown: "", block: null },
        plan: world.planIndex.home(request.plan)?.path ?? null,
        planKey: request.plan,
        step: request.step,
      },
    ];
  });
}

/** News from the notes of plans: finished plans, and acts of other devices. */
function logged(before: readonly Plan[], after: World): readonly News[] {
  const then = new Set(before);
  const keys = new Set(before.flatMap((plan) => marked(plan).map((each) => keyOf(plan, each))));
  const isActing = after.role === "executor";
  return after.recent
    .filter((plan) => !then.has(plan))
    .flatMap((plan) =>
      marked(plan).flatMap((each): News[] => {
        const { code, at, mark } = each;
        const isOwn = code === "finished" ? isActing : after.device.actionState.has(mark.request ?? "");
        // The memory of this device tells its own acts.
        if (keys.has(keyOf(plan, each)) || (isOwn && code !== "finished")) return [];
        return [
          {
            code,
            id: mark.request ?? plan.key,
            at,
            isOwn,
            title: withoutLinks(planTitle(plan)),
            target: "",
            detail: "",
            note: { target: plan.path, shown: "", block: code === "finished" ? null : mark.step },
            plan: plan.path,
            planKey: plan.key,
            step: code === "finished" ? null : mark.step,
          },
        ];
      }),
    );
}

interface Marked {
  readonly code: NewsCode;
  readonly at: number;
  readonly mark: Mark;
}

/** Read once for each reading of the note. */
const marked = remember((plan: Plan): readonly Marked[] =>
  plan.log.entries.flatMap((entry): Marked[] => {
    const { mark, at } = entry;
    const code = mark === null || saysByHand(entry) ? null : codeOfMark(mark);
    return mark === null || code === null || at === null ? [] : [{ code, at, mark }];
  }),
);

function codeOfMark({ word, block, request }: Mark): NewsCode | null {
  if (word === "finished") return "finished";
  if (request === null) return null;
  if (word === "carried-out") return "sent";
  if (word !== "blocked") return null;
  return block === "doubt" ? "maybe-sent" : block === "spent" ? "used-up" : null;
}

function keyOf({ key }: Plan, { code, at, mark }: Marked): string {
  return `${key} ${code} ${mark.request ?? String(at)}`;
}

function inOrder(news: readonly News[]): readonly News[] {
  return [...news].sort((a, b) => a.at - b.at);
}
