/**
 * One request as a person reads it before they answer: all that goes out, as a mail, a payment or the arguments of a
 * tool, and what is unusual about it. Text from notes is passed on as it is; the face neutralises it.
 */
import { whySettingsLack } from "../approval/asSealed";
import type { Action } from "../note/action/action";
import { kindBy, type Kind } from "../note/action/kinds";
import { canonicalAction } from "../note/action/render";
import { hashText } from "../kit/hash";
import { remember } from "../kit/remember";
import { isRejected } from "../approval/asking";
import { isByHand, isConfirmable } from "../approval/confirming";
import { areTooMany } from "../approval/rush";
import { rejectedAction } from "../approval/refusal";
import { obstacleWords } from "../approval/obstacle";
import type { RequestView } from "../approval/view";
import { liesApproved } from "../approval/durations";
import { writePlaces } from "../settings/places";
import { mappingOf, needsConfirmation, type Mapping } from "../settings/settings";
import { planTitle, type Plan, type Step } from "../note/plan/plan";
import { readContent } from "../approval/request/content";
import type { Identity } from "../approval/request/request";
import { linesOf, NOT_SEALED, sheetOf, takenBy, type Sheet, type Way } from "../approval/request/sheet";
import { readTold } from "../approval/request/render";
import type { World } from "../rules/world";
import { withSender } from "./senderOf";
import { SITUATIONS } from "./situations";
import { saySendTime, sendMoment } from "../approval/sendTime";
import { stateWords } from "./describe";
import { unusualReceivers, unusuallyLarge, type UnusualReceivers } from "./reviewHistory";

export interface Review {
  /** Null where it cannot be read. */
  readonly sheet: Sheet | null;
  readonly kind: Kind;
  readonly route: Way | null;
  readonly request: RequestView;
  readonly decision: Decision;
  /** Title of its plan; its name in the request where the plan is not there. */
  readonly title: string;
  /** Place of its step in the plan; null where the plan does not have it any more. */
  readonly place: { readonly n: number; readonly of: number } | null;
  /** The plan and the step in which a person can change it. */
  readonly plan: { readonly path: string; readonly step: string } | null;
  /** Sentences that a person has to read first. */
  readonly unusual: readonly string[];
  /** Receivers that are new to this device. */
  readonly receivers: Pick<UnusualReceivers, "fresh" | "areAllFresh">;
  /** Lines that differ from an earlier request, and from which one. */
  readonly since: { readonly words: string; readonly lines: readonly string[] } | null;
  /** Differences from the request that a person rejected are marked in the sheet, at their places. */
  readonly isMarked: boolean;
  /** Words that the tool gets as something else than text. Sentences. */
  readonly converted: readonly string[];
  /** Milliseconds since the epoch. */
  readonly asked: number;
  readonly attempt: number;
  /** This device wrote it, and it reads as it was written. */
  readonly unchanged: boolean;
  /** The note of it is another than the one that the world was seen with. */
  readonly isStale: boolean;
  readonly departs: Departure;
  /** Text of its note as shown; null where it was not read. */
  readonly note: string | null;
  readonly action: Action | null;
}

/**
 * `changed`: it does not read as it was asked, and a person looks at the difference. `none`: nothing can be answered
 * now.
 */
export type Decision = "approve" | "confirm" | "by-hand" | "resolve" | "hold" | "changed" | "none";

/** The move that follows an approval. */
export interface Departure {
  readonly by: "hand" | "here" | "elsewhere";
  /** The acting device; null where none is known. */
  readonly device: string | null;
  /** Seconds in which an approval can be taken back. */
  readonly seconds: number;
  /** It waits for a confirmation on the acting device. */
  readonly confirms: boolean;
  /** The time at which it goes out, in words, where that is yet to come; else null. */
  readonly at: string | null;
}

/**
 * `note` is the text of its note; `before` the action that the person was shown the last time, where they look again.
 */
export function reviewOf(
  request: RequestView,
  note: string | null,
  world: World,
  before: Action | null = null,
): Review {
  const decision = decisionOf(request);
  const read = note === null ? null : readContent(note);
  const hash = note === null ? null : hashText(note);
  const isStale = hash !== null && request.notes.every((each) => each.hash !== hash);
  const view = world.plans.find(({ plan }) => plan.key === request.plan) ?? null;
  const step = view?.plan.steps.find(({ id }) => id === request.step) ?? null;
  // An approval stands for the note that was read; everything else for the request as the world has it.
  const noted = decision === "approve" ? (read?.action ?? null) : (request.action ?? read?.action ?? null);
  const { action, was } =
    decision === "changed"
      ? changedFrom(request, noted, step)
      : { action: noted, was: before ?? rejectedBefore(request, decision, world) };
  const identity = decision === "approve" ? (read?.seal?.identity ?? null) : request.identity;
  const told = note === null ? null : readTold(note);
  const route = identity?.route ?? null;
  const takes = takenBy(route, world.servers);
  const sealed = identity ?? NOT_SEALED;
  const sheet = action === null ? null : withSender(sheetOf(action, sealed, takes, was), world.settings);
  const lines = sheet === null ? [] : linesOf(sheet);
  const receivers = unusualReceivers(action, request, world);
  return {
    request,
    sheet,
    kind: sheet?.kind ?? kindBy(takes ?? []),
    decision,
    title: view === null ? request.task || request.name.replace(/\.md$/, "") : planTitle(view.plan),
    place: placeOf(view?.plan ?? null, step),
    plan: view === null ? null : { path: view.plan.path, step: request.step },
    unusual: [
      ...situation(request, decision, world),
      ...(decision === "approve" && sheet === null ? [UNREADABLE] : []),
      ...(decision === "changed" && sheet !== null && lines.every(({ was: old }) => old === null)
        ? [SAME_ACTION]
        : []),
      ...(decision === "resolve" || decision === "none" ? [] : (told?.warnings ?? [])),
      ...receivers.careful,
      ...unusuallyLarge(lines, request, world),
    ],
    receivers,
    since:
      told === null || told.changes.length === 0 || decision === "changed"
        ? null
        : { words: told.since, lines: told.changes },
    isMarked: before === null && decision === "approve" && lines.some(({ was: old }) => old !== null),
    converted: told?.converted ?? [],
    route,
    asked: request.created,
    attempt: request.attempt,
    unchanged:
      !isStale && request.state === "waiting" && request.notes.some(({ parsed }) => parsed.kind === "sealed"),
    isStale,
    departs: departure(request, identity, world),
    note,
    action,
  };
}

/** The action of the request that a person rejected before this one; null where none was, or it cannot be read. */
function rejectedBefore(request: RequestView, decision: Decision, { requests }: World): Action | null {
  if (decision !== "approve") return null;
  const { plan, step, id, created } = request;
  const [last] = requests
    // Those that a newer one replaced were answered by nobody.
    .filter((each) => each.plan === plan && each.step === step && each.outcome !== "superseded")
    .filter((each) => each.id !== id && each.created <= created)
    .sort((a, b) => b.created - a.created || b.attempt - a.attempt);
  return last === undefined || !isRejected(last) ? null : rejectedAction(last, requests).asked;
}

/** An action where it is written: as its request asks for it, and before it is asked for, as it would be. */
export function sheetOfStep(action: Action, request: RequestView | null, world: World): Sheet {
  const isAsked = request?.action != null && canonicalAction(request.action) === canonicalAction(action);
  const sealed = (isAsked ? request.identity : null) ?? {
    ...NOT_SEALED,
    route: wayOf(mappingOf(world.settings, action.type)),
  };
  return withSender(sheetOf(action, sealed, takenBy(sealed.route, world.servers)), world.settings);
}

export function sheetOfRequest(
  { action, identity }: RequestView,
  { servers, settings }: Pick<World, "servers" | "settings">,
): Sheet | null {
  return action === null ? null : sheetFor(action, identity, servers, settings);
}

const sheetFor = remember(
  (
    action: Action,
    identity: RequestView["identity"],
    servers: World["servers"],
    settings: World["settings"],
  ): Sheet => {
    const sealed = identity ?? NOT_SEALED;
    return withSender(sheetOf(action, sealed, takenBy(sealed.route, servers)), settings);
  },
);

function wayOf(mapping: Mapping | null): Way | null {
  return (
    mapping && {
      server: mapping.server,
      tool: mapping.tool,
      targetArgument: mapping.target_argument,
      idempotencyArgument: mapping.idempotency_argument,
      attachmentsArgument: mapping.attachments_argument,
      fixedArguments: mapping.fixed_arguments,
    }
  );
}

const UNREADABLE =
  "What goes out cannot be read, so you cannot approve it here. The note may still be syncing; wait for the rest.";

const SAME_ACTION =
  "What goes out is unchanged; something else in its note changed, or its server’s settings did.";

export function decisionOf(request: RequestView): Decision {
  const { state, underWay } = request;
  if (state === "waiting") return "approve";
  if (state === "candidate" && isByHand(request)) return "by-hand";
  if (isConfirmable(request)) return "confirm";
  if (state === "in-doubt") return underWay === null ? "resolve" : "none";
  if (state === "candidate") return "hold";
  return state === "edited" ? "changed" : "none";
}

/** The note of it that counts: where a person decides, then where it was approved. */
export function noteOf({ notes }: Pick<RequestView, "notes">): string | null {
  const order = ["pending", "approved", "rejected", "done"];
  return [...notes].sort((a, b) => order.indexOf(a.folder) - order.indexOf(b.folder))[0]?.path ?? null;
}

function placeOf(plan: Plan | null, step: Step | null): Review["place"] {
  return plan === null || step === null ? null : { n: step.n, of: plan.steps.length };
}

/** The action that would be asked for now of a changed request, and the one that was asked for. */
function changedFrom(
  { notes }: RequestView,
  noted: Action | null,
  step: Step | null,
): { readonly action: Action | null; readonly was: Action | null } {
  const planned = step?.approval.kind === "action" ? step.approval.action : null;
  const isInNote = notes.some(({ parsed }) => parsed.kind === "edited");
  if (isInNote || planned === null) return { action: noted, was: isInNote ? planned : null };
  return { action: planned, was: noted };
}

/** In a dialog that offers just this, and no Approve. */
const WAY_OUT_OF_EDITED = "undo the change, or ask again with the text in the plan";

/** Why it stands as it does. */
function situation(request: RequestView, decision: Decision, world: World): readonly string[] {
  const obstacle = obstacleWords(request);
  const wayOut =
    obstacle !== ""
      ? SITUATIONS.stuck.wayOut
      : liesApproved(request)
        ? SITUATIONS.anew.wayOut
        : WAY_OUT_OF_EDITED;
  switch (decision) {
    case "approve":
    case "hold":
      return [obstacle, whySettingsLack(request, world) ?? ""].filter((each) => each !== "");
    case "changed":
      return [
        `${request.reason}${obstacle === "" ? "" : ` ${obstacle}`} What to do: ${writePlaces(wayOut, world.settings)}.`,
      ];
    case "none":
      return [
        `${stateWords(request)}. ${request.reason}${request.state === "in-doubt" && request.underWay?.isLive === false ? ` What to do: ${writePlaces(SITUATIONS["maybe-sending"].wayOut, world.settings)}.` : ""}`,
      ];
    default:
      return [];
  }
}

function departure(request: RequestView, identity: Identity | null, world: World): Departure {
  const { acting, role, settings } = world;
  const at = sendMoment(request);
  const byHand = identity !== null && identity.route === null;
  return {
    by: byHand ? "hand" : role === "executor" ? "here" : "elsewhere",
    device: acting.kind === "named" ? acting.name : null,
    seconds: settings.grace_seconds,
    confirms:
      !byHand &&
      (needsConfirmation([request.type], settings) || (request.state === "waiting" && areTooMany(1, world))),
    at: at === null || at <= world.now ? null : saySendTime(at, settings.time_zone),
  };
}
