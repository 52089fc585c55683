/**
 * The line in the status bar: paused, about to send (with Hold), sending, or about to start. Otherwise the step of the
 * plan, how much needs the person, and the device that acts.
 */
import { SECOND } from "../../kit/dates";
import { escapeLine } from "../../kit/text";
import { countAsked } from "../../overview/mission/cards";
import { goingOut } from "../../overview/mission/going";
import { sayHere, whoActs } from "../../overview/mission/mission";
import {
  decapital,
  runningOf,
  sayDuration,
  sayRepeats,
  sayRunning,
  saySoFar,
  type Running,
} from "../../overview/activity";
import { planTitle } from "../../note/plan/plan";
import { currentPlan, type World } from "../../rules/world";
import { requestTarget, requestTitle, withoutLinks } from "../../overview/titles";
import { isTakingBack } from "./takeBack";
import { WORDS } from "./words";

const { status: words } = WORDS;

export interface StatusLine {
  readonly text: string;
  /** Id of the request that “Hold” takes back; null when nothing is about to go out. */
  readonly hold: string | null;
  /** The call that “Stop” ends; null when no model is asked. */
  readonly thinking: Running | null;
  /** It counts seconds, so it is drawn anew each second. */
  readonly counts: boolean;
  /** The reason, for the tooltip; null for none. */
  readonly why: string | null;
}

/** Work under way on this device that the last look does not know. */
export interface GoingOn {
  /** Sentences on why nothing is done here at the moment. */
  readonly hindrances: readonly string[];
  /** Calls of models under way. */
  readonly jobs?: World["jobs"];
  /** The request that is being carried out, and since when. */
  readonly carrying?: { readonly request: string; readonly since: number } | null;
  /** While the time after the start passes: its end, in milliseconds since the epoch. Otherwise null. */
  readonly startsAt?: number | null;
  /** The moment it began to act after this start of the app; null where it has not, or that is a while ago. */
  readonly startedAt?: number | null;
}

export function statusLine(world: World | null, now: number, going: GoingOn): StatusLine {
  const { hindrances, jobs = [], carrying = null, startsAt = null, startedAt = null } = going;
  const still = { hold: null, thinking: null, counts: false, why: hindrances[0] ?? null };
  if (world === null) return { ...still, text: words.starting };
  if (carrying !== null && !hasNoServer(world, carrying.request))
    return { ...still, text: sayCarrying(world, now, carrying), counts: true };
  if (world.device.paused !== null) return { ...still, text: words.paused };
  const next = goingOut(world).find(({ at }) => at !== null);
  if (next !== undefined && isTakingBack(next.request)) return { ...still, text: WORDS.mission.takingBack };
  if (next?.at != null) {
    const seconds = Math.max(0, Math.ceil((next.at - now) / SECOND));
    return {
      ...still,
      text: words.sendingIn(receiver(world, next.request), seconds),
      hold: next.request,
      counts: seconds > 0,
    };
  }
  const [thinking] = runningOf(world, jobs, now);
  if (thinking !== undefined) return { ...still, text: sayThinking(thinking, now), thinking, counts: true };
  const needs = countAsked(world);
  const asks = needs === 0 ? [] : [words.needs(needs)];
  if (startsAt !== null && startsAt > now)
    return {
      ...still,
      why: world.standing[0] ?? null,
      text: [words.startsIn(Math.ceil((startsAt - now) / SECOND)), ...asks].join(" · "),
      counts: true,
    };
  const view = currentPlan(world);
  const step = view?.step == null ? [] : [words.step(view.step.n, view.plan.steps.length)];
  const isFresh = startedAt !== null && now - startedAt < FRESH && world.role === "executor";
  const parts = [isFresh ? words.started : words.name, ...step, ...asks, sayActs(world, hindrances)];
  return { ...still, text: parts.join(" · "), counts: isFresh };
}

/** Its record is written, and nothing is sent. */
function hasNoServer({ requests }: World, id: string): boolean {
  return requests.find((each) => each.id === id)?.identity?.route === null;
}

/** The line says “has started” for this long. */
const FRESH = 30 * SECOND;
/** The line tells how long a call takes from here on. */
const LONG = 10 * SECOND;

function sayCarrying(
  world: World,
  now: number,
  { request, since }: NonNullable<GoingOn["carrying"]>,
): string {
  const to = receiver(world, request);
  const ms = now - since;
  return ms < LONG ? words.sending(to) : words.stillSending(to, sayDuration(ms));
}

function receiver({ requests }: World, id: string): string {
  const request = requests.find((each) => each.id === id);
  return request === undefined ? "" : escapeLine(requestTarget(request) || requestTitle(request), 40);
}

function sayThinking(running: Running, now: number): string {
  const { view, doing, isProgram, since, last, isStuck, spent } = running;
  const { plan, step } = view;
  const where = words.where(escapeLine(withoutLinks(planTitle(plan)), 30), step?.n ?? null);
  if (isProgram || doing !== null)
    return words.runs(where, decapital(sayRepeats(running) ?? sayRunning(running, now)));
  return isStuck
    ? words.isStuck(where, sayDuration(now - (last ?? since)))
    : words.thinking(where, sayDuration(now - since), saySoFar(spent));
}

function sayActs(world: World, hindrances: readonly string[]): string {
  const who = whoActs(world, hindrances);
  if (who.kind === "here") return decapital(sayHere(world));
  return who.kind === "named" ? words.acts.named(escapeLine(who.name, 30)) : words.acts[who.kind];
}
