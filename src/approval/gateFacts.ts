/**
 * The facts the gate asks about, put together for one request. Used on every look to say what hinders, and once more on
 * fresh bytes before acting.
 */
import { sayHold } from "./device/holdReason";
import { isDeferred, isMergedAway, ownBlock, stepFault } from "../note/plan/standstill";
import { saysOver } from "../note/index/summary";
import type { PlanIndex } from "../note/index/planIndex";
import { actionStatesOf } from "./device/ledger";
import { OUTCOME_ROWS } from "./device/outcome";
import { SECOND, showIn, showUntil } from "../kit/dates";
import { isOver, type Plan, type Step } from "../note/plan/plan";
import { speaksAgainst } from "../note/plan/questions";
import { isHashOf } from "../note/plan/steps";
import type { GateFacts } from "./gate";
import { readName } from "./request/name";
import { riskBehind } from "../settings/agentTools";
import { CONTROL_FOLDERS, pathOf } from "../settings/settings";
import { differsFromNow, whySettingsLack } from "./asSealed";
import { hasExpired, overBy } from "./expiry";
import { restsUntil } from "./rest";
import { tooMany } from "./rush";
import { saySendTime, sendMoment, sendTimeOf } from "./sendTime";
import { sayUnreached } from "./toolHash";
import type { Around } from "./around";
import type { RequestView } from "./view";

export interface Surroundings {
  readonly seen: Pick<
    Around,
    "settings" | "servers" | "now" | "role" | "device" | "withoutSettings" | "starting"
  >;
  readonly standing: readonly string[];
  readonly plan: Plan | null;
  readonly hasDuplicateId: boolean;
  readonly next: Step | null;
  /** The readable copies that sync made of plans. */
  readonly copies: readonly Plan[];
  readonly planIndex: Pick<PlanIndex, "putAway" | "unreadLike">;
  /** All requests known, for what was begun for the same step before. */
  readonly requests: readonly RequestView[];
  readonly attachments: GateFacts["attachments"];
  /** How many actions are approved and not confirmed, or were begun within the hour. */
  readonly rush: number;
  /** The flow wants something else sent than what it filled in, or nobody can tell. */
  readonly isNotAsFilled: boolean;
}

export function gateFacts(request: RequestView, around: Surroundings): GateFacts {
  const { seen, plan, next } = around;
  const note = request.notes.find((each) => each.folder === "approved");
  const sealed = note?.parsed.kind === "sealed" ? note.parsed : null;
  const identity = sealed?.identity ?? request.identity;
  const route = identity?.route ?? null;
  const type = sealed?.action.type ?? request.type;
  const server = route === null ? undefined : seen.servers.get(route.server);
  const differs = differsFromNow(request, seen, plan);
  const isOfOther = identity !== null && identity.executor !== seen.device.device?.id;
  // A device whose settings are not those that it confirmed carries out no request of its own until they are.
  const lacks = isOfOther || seen.withoutSettings ? null : whySettingsLack({ identity, type }, seen);
  const step = plan?.steps.find((each) => each.id === request.step);
  const sendAt = sendMoment(request);
  const restsTo = restsUntil(request, seen);
  const grace = seen.settings.grace_seconds * SECOND;
  return {
    state: request.state,
    stateReason: request.reason,
    standing: around.standing,
    inApproved: note !== undefined,
    sealed: sealed !== null,
    typesAgree: readName(request.name)?.type === type,
    foldersAgree:
      identity !== null &&
      new Set(identity.folders).size === CONTROL_FOLDERS.length &&
      (seen.withoutSettings ||
        isOfOther ||
        CONTROL_FOLDERS.every((each, at) => identity.folders[at] === pathOf(seen.settings, each))),
    newest: request.newest,
    plan:
      plan === null ? "absent" : around.hasDuplicateId ? "frozen" : isMergedAway(plan) ? "merged" : "found",
    unread: around.planIndex.unreadLike(request.plan, plan?.path ?? null),
    planMayRun:
      plan !== null &&
      (plan.status === "Active" || (plan.status === "Blocked" && ownBlock(plan)?.mark.step === request.step)),
    stepThere: step !== undefined,
    stepIsCurrent: next !== null && next.id === request.step,
    stepFault: step === undefined ? null : stepFault(step),
    stepAsSealed:
      step !== undefined && identity !== null && isHashOf(step, identity.stepHash) && !around.isNotAsFilled,
    stepDue: next === null || !isDeferred(next, seen),
    answerObjects: plan !== null && speaksAgainst(plan, request.step),
    copyObjects:
      around.copies.some((copy) => copy.key === request.plan && objects(copy, request.step)) ||
      around.planIndex.putAway(request.plan).some(saysOver),
    begunBefore: begunBefore(request, around),
    repeats: identity?.repeats ?? false,
    attachments: around.attachments,
    sendTime: sendTimeOf(request, seen.now),
    sendTimeWords: sendAt === null ? "" : saySendTime(sendAt, seen.settings.time_zone),
    restWords: restsTo === null ? null : showUntil(restsTo, showIn(seen.settings.time_zone)),
    restsTooLong: restsTo !== null && overBy(request, { settings: seen.settings, now: restsTo }) !== null,
    expired: hasExpired(request, seen),
    byHand: route === null,
    didIt: note?.remarks.didIt === true || request.actionState?.did === true,
    server:
      route === null || (server === undefined && differs === null && lacks === null)
        ? "unknown"
        : server?.kind === "down" || lacks !== null
          ? "down"
          : differs === null
            ? "as-sealed"
            : "changed",
    serverReason:
      lacks ?? (server?.kind === "down" ? sayUnreached(route?.server ?? "", server.why) : (differs ?? "")),
    // Saying “I did it” is the confirmation of what is done by hand.
    confirmation: route === null ? null : confirmation(request, type, around),
    confirmed: request.actionState?.confirmed ?? false,
    mayBeRefused: mayBeRefused(identity?.created ?? 0, seen),
    quiet: note !== undefined && seen.now >= note.since + grace,
  };
}

/** A note that may be what a person meant does not want the step carried out. */
function objects(copy: Plan, step: string): boolean {
  return (
    isOver(copy) ||
    speaksAgainst(copy, step) ||
    copy.steps.some(({ id, state }) => id === step && state !== "open")
  );
}

/**
 * In the first minute, sync may still bring a refusal that was given elsewhere. A request that was written since then
 * cannot have been refused before, and its approval is of this minute, too. One from a time yet to come was written by
 * a clock that was wrong.
 */
function mayBeRefused(created: number, { starting, role, now }: Surroundings["seen"]): boolean {
  return starting !== null && role === "executor" && (created < starting.since || created > now);
}

/** Why an approval alone is not enough for this one; null when it is. */
function confirmation(request: RequestView, type: string, { seen, rush }: Surroundings): string | null {
  const { settings } = seen;
  const risk = riskBehind(type, settings);
  // An action that always needs one needs it no more because there are many.
  const noted = request.actionState?.held ?? [];
  // The next run notes it. It is known already, so that no seconds are counted that do not run.
  const isNew =
    request.actionState !== null && noted.length === 0 && sendTimeOf(request, seen.now) !== "to-come";
  const many = isNew ? tooMany(request, seen, rush) : null;
  const held = [...noted, ...(many === null ? [] : [many])].filter(
    ({ code }) => risk === null || code !== "too-many",
  );
  if (held.length > 0) return held.map(sayHold).join(" ");
  if (risk !== null) {
    const what = `For ${/^[aeiou]/i.test(risk) ? "an" : "a"} ${risk.replace(/_/g, " ")}, an approval alone is not enough`;
    return `Approved. ${what}${risk === type ? "" : ", and this uses the same function"}.`;
  }
  return settings.others_write
    ? "Approved. Other people write in this vault, so an approval alone is not enough."
    : null;
}

/**
 * Whether another action of this step has reached the outside. One that may have done so counts, unless this request
 * warns of it on top: that is an error the server reported, or a record that another device wrote. Of a doubt of this
 * device nobody is warned: it has to be settled.
 */
function begunBefore(request: RequestView, { requests, seen }: Surroundings): GateFacts["begunBefore"] {
  const warnsOf = request.identity?.warnsOf ?? [];
  const others = requests.filter(
    (each) =>
      each.id !== request.id &&
      each.plan === request.plan &&
      each.step === request.step &&
      request.step !== "",
  );
  const known = new Set(others.map(({ id }) => id));
  const latched = actionStatesOf(seen.device, request.plan, request.step).filter(
    (each) => each.action !== request.id && each.begun !== null && !known.has(each.action),
  );
  const earlier = [
    ...others
      .filter((each) => each.recordNote !== null || each.outcome !== null || each.actionState?.begun != null)
      .map((each) => ({ id: each.id, outcome: each.outcome, foreign: isOfAnother(each) })),
    ...latched.map((each) => ({ id: each.action, outcome: each.outcome, foreign: false })),
  ];
  const perhaps = earlier.some(({ id, outcome, foreign }) => {
    const reached = outcome === null ? "maybe" : OUTCOME_ROWS[outcome].reached;
    return reached === "maybe" && !((outcome === "tool-error" || foreign) && warnsOf.includes(id));
  });
  if (perhaps) return "maybe";
  return earlier.some(({ outcome }) => outcome !== null && OUTCOME_ROWS[outcome].done) ? "yes" : "no";
}

/** Recorded by a device whose records cannot be verified here, and never begun on this one. */
export function isOfAnother(request: Pick<RequestView, "recordNote" | "actionState">): boolean {
  return (
    request.recordNote !== null && request.recordNote.record === null && request.actionState?.begun == null
  );
}
