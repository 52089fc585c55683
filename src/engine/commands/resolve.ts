/** A person says whether a call happened whose end nobody knows, or which its server reported as failed. */
import { isAsCarriedOut } from "../../approval/isAsCarriedOut";
import { wasRefused } from "../../approval/asking";
import { underWayKey } from "../../approval/doubt";
import type { RequestView, UnderWay } from "../../approval/view";
import { actionStatesOf, type ActionState } from "../../approval/device/ledger";
import { TAUGHT, whyNotTaught } from "../../approval/device/taught";
import { MINUTE, nextMinute, SECOND, showTime } from "../../kit/dates";
import type { World } from "../../rules/world";
import { longestCall } from "../../settings/settings";
import type { Context } from "../perform/context";
import { no, told, yes, type Obeyed } from "../perform/replies";
import { resolveDoubt } from "../perform/writeRecord";

export async function resolve(
  found: RequestView,
  happened: boolean,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const request = answerable(found, world);
  if (request.outcome === "tool-error" && request.actionState !== null)
    return await resolveError(request, happened, world, context);
  if (request.state !== "in-doubt")
    return no(answered(request, happened) ?? `${request.name} is not in doubt: ${request.reason}`);
  if (request.actionState === null)
    return no("Another device began this action. Say there whether it happened.");
  if (request.underWay !== null) return await answeredEarly(request, request.underWay, context);
  const ticked = request.recordNote?.answer ?? null;
  if (ticked !== null && ticked !== (happened ? "happened" : "not-happened"))
    return no(
      `Its record has the other answer ticked. Remove that tick first: ${request.recordNote?.path ?? ""}.`,
    );
  const result = await resolveDoubt(request, happened, world, context);
  return told(
    result,
    happened
      ? "Noted: it happened."
      : `Noted: it did not happen. ${wasRefused(request) ? "You rejected the request, so Planwright asks again only when you say so." : "Planwright asks you again once the plan is at this step."}`,
  );
}

/**
 * It happened, and the person says that this answer of the tool always means so. Where it cannot be taught, nothing is
 * settled either.
 */
export async function teach(found: RequestView, world: World, context: Context): Promise<Obeyed> {
  const { name, actionState, outcome } = found;
  const answer = actionState?.answer;
  if (answer === undefined)
    return no(`Nothing was noted: ${name} has no unclear server answer on this device.`);
  const fault = whyNotTaught(answer);
  if (fault !== null)
    return no(
      `Nothing was noted: the answer to ${name} cannot always mean that it happened, because ${fault}. Say only that it happened this time.`,
    );
  const settled =
    outcome === "resolved-happened" ? yes("It happened.") : await resolve(found, true, world, context);
  if (settled.kind === "refused") return settled;
  await context.memory.add({ kind: "trusted", what: answer, hash: TAUGHT, at: context.clock.now() });
  return yes(
    `${settled.say} From now on, this answer means that on this device (“planwright resolve” lists and forgets what you taught).`,
  );
}

/** A person who answers too early is told when they can. Where the clock was set back, the time is counted from now. */
async function answeredEarly(
  { id }: RequestView,
  { until, isLive, isSetBack }: UnderWay,
  { memory, clock, settings }: Context,
): Promise<Obeyed> {
  const what = underWayKey(id);
  const at = showTime(nextMinute(until), settings.time_zone);
  if (isSetBack && !memory.state().watched.has(what))
    await memory.add({ kind: "watched", what, on: true, at: clock.now() });
  return no(
    isLive
      ? `It is being sent now, so nothing was noted. If the result is still unknown after ${at}, answer then.`
      : `Its call may run until ${at}, so nothing was noted. Answer after that.`,
  );
}

/** A person who names the plan, or a newer request of the step, means the last attempt that reached its server. */
function answerable(request: RequestView, { requestsOf }: World): RequestView {
  if (request.state === "in-doubt" || request.actionState?.begun != null) return request;
  const reached = (requestsOf.get(request.plan) ?? []).filter(
    (each) =>
      each.step === request.step &&
      each.created < request.created &&
      each.actionState?.begun != null &&
      each.outcome !== "not-sent",
  );
  const [last] = reached.sort((a, b) => (b.actionState?.begun ?? 0) - (a.actionState?.begun ?? 0));
  return last?.outcome === "tool-error" || last?.outcome === "resolved-not" ? last : request;
}

/**
 * A person has answered. The other answer changes nothing that was begun on the strength of the first; null where
 * nobody has.
 */
function answered({ name, outcome }: RequestView, happened: boolean): string | null {
  if (outcome !== "resolved-not" && outcome !== "resolved-happened") return null;
  const before = `A person already answered for ${name} that it ${outcome === "resolved-not" ? "did not happen" : "happened"}. That answer stays.`;
  if (happened === (outcome === "resolved-happened")) return before;
  return happened
    ? `${before} If it did happen, tick the step in the plan, or reject the new request and skip the step.`
    : `${before} If it did not happen, clear the step’s box in the plan; Planwright then asks again.`;
}

/**
 * The server reported an error, and the call happened all the same. The rules then tick its step and withdraw its newer
 * request; nothing is noted while a call for that may be under way.
 */
async function resolveError(
  request: RequestView,
  happened: boolean,
  world: World,
  context: Context,
): Promise<Obeyed> {
  if (!happened)
    return no(
      `${request.name} ended with an error, and Planwright asks again by itself. If it did not arrive, approve the new request.`,
    );
  const before = new Set(othersBegun(request, context).map(({ action }) => action));
  const underWay = othersBegun(request, context).find(
    (each) =>
      (each.limit ?? (each.begun ?? 0) + longestCall(world.settings) * SECOND + MINUTE) > context.clock.now(),
  );
  if (underWay !== undefined)
    return no(`${underWay.name}, another attempt at this step, is being sent. Answer once it ends.`);
  const step = world.planOf.get(request.plan)?.plan.steps.find(({ id }) => id === request.step);
  const isOther = step !== undefined && step.state === "open" && !isAsCarriedOut(step, request);
  const noted = told(
    await resolveDoubt(request, true, world, context),
    `Noted: it happened. ${isOther ? "The step now describes another action, so it stays open." : "Planwright ticks the step and withdraws its newer request."}`,
  );
  await context.memory.refresh();
  // Another run on this device may have had its last look before this was noted, and have begun a call since.
  const begun = othersBegun(request, context).find((each) => !before.has(each.action));
  return noted.kind === "refused" || begun === undefined
    ? noted
    : yes(
        `Noted: it happened. But ${begun.name}, another attempt at this step, began at the same moment: also check whether it arrived.`,
      );
}

function othersBegun({ id, plan, step }: RequestView, context: Context): readonly ActionState[] {
  return actionStatesOf(context.memory.state(), plan, step).filter(
    (each) => each.action !== id && each.begun !== null && each.outcome === null,
  );
}
