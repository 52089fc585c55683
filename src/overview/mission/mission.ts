/**
 * The whole of the mission view as plain data, from the World alone: the acting device, requests that go out, needs,
 * the plan that is next, other plans, and results. Drawing it reads nothing. Text from notes is passed on as it is.
 */
import { isAboutToRun } from "../../approval/gate";
import type { PlanSummary } from "../../note/index/summary";
import { showIn } from "../../kit/dates";
import { firstOf } from "../../kit/sorted";
import type { RequestView } from "../../approval/view";
import { withoutHand } from "../../note/plan/approvalMarker";
import { posesAQuestion } from "../../note/plan/blocks";
import { dueOf, sayDue, sayMoment } from "../../note/plan/due";
import { sayRepeat } from "../../note/plan/repeat";
import { isGated, planTitle, type Plan, type Step } from "../../note/plan/plan";
import { isBlockedByPerson, isDeferred, type VaultClock } from "../../note/plan/standstill";
import { shownAs } from "../../note/plan/steps";
import { nearLimitOf } from "../../rules/agents/moneyRules";
import { currentPlan, type PlanView, type World } from "../../rules/world";
import { sayUsd } from "../../agent/tell";
import { alertsOf, type Alert } from "../alerts";
import { runningFor, sayRepeats, sayRunning, saySoFar, sayUsed, spentOf } from "../activity";
import type { AnswerCode } from "../answers";
import { situationOf, SITUATIONS, type NeedId } from "../situations";
import { CONFIRMED_HERE, describePlan, isConfirmedHere, stated } from "../describe";
import { isYourTurn } from "../isYourTurn";
import type { Need } from "../needs/need";
import { stepRef } from "../noteRef";
import { inboxOf, type InboxRow } from "../inbox/inboxOf";
import { answersAt } from "../flow/answersAt";
import { placeOf } from "../flow/placeOf";
import { lower, planState, withoutDay, withoutLinks } from "../titles";
import { cardsOf, countAsked } from "./cards";
import { openQuestion, type OpenQuestion } from "./questions";
import { resultsOf, type Result } from "./results";

export interface Mission {
  readonly state: MissionState;
  /** The first rows of the inbox, and how many more there are. */
  readonly needs: readonly InboxRow[];
  readonly moreNeeds: number;
  /** Things that ask the person; each of those that are alike counts. */
  readonly asked: number;
  readonly alerts: readonly Alert[];
  readonly current: CurrentPlan | null;
  readonly others: readonly OtherPlan[];
  /** How many other plans there are, those that are not listed among them. */
  readonly othersTotal: number;
  readonly results: readonly Result[];
}

export interface MissionState {
  readonly tone: "acts" | "waits" | "shows";
  readonly words: string;
  /** Why it does nothing just now; null where it acts, or another device does. */
  readonly reason: string | null;
  readonly isPaused: boolean;
  /** Plans that are not over. */
  readonly plans: number;
}

export interface ComingStep {
  readonly n: number;
  readonly text: string;
  readonly isGated: boolean;
  /** The day before which it waits, as people say it; null where it waits for none. */
  readonly from: string | null;
}

export interface CurrentPlan {
  readonly title: string;
  readonly path: string;
  readonly finished: number;
  /** The state of each step, in order. */
  readonly segments: readonly ("done" | "skipped" | "now" | "open")[];
  readonly step: ComingStep | null;
  /** Where the step is in its flow; null for a plan of no flow. */
  readonly place: string | null;
  /** `Overdue since 1 Feb`, `Repeats every month`. May quote the note. */
  readonly times: readonly string[];
  /** The next steps after it. */
  readonly next: readonly ComingStep[];
  /** `Active, your turn`. */
  readonly status: string;
  readonly reason: string | null;
  readonly wayOut: string | null;
  readonly isYours: boolean;
  readonly answers: readonly AnswerCode[];
  readonly need: Need;
  /** The plan's question about this step, where no card asks it. */
  readonly question: OpenQuestion | null;
  readonly agent: AgentAtWork | null;
  /** A person took the plan from its agent, which may have it again. */
  readonly isAgentStopped: boolean;
}

export interface AgentAtWork {
  /** `Thinking for 12 s`; null while no model is asked, and no program runs. */
  readonly now: string | null;
  readonly isStuck: boolean;
  /** The deed that a program does over and over, as a sentence; null for none. */
  readonly repeats: string | null;
  readonly spent: string | null;
}

export interface OtherPlan {
  readonly title: string;
  readonly path: string;
  readonly state: string;
  /** `start`, `resume`: it begins, or goes on, once a person says so. `archive`: it is over. */
  readonly answer: "start" | "resume" | "archive" | null;
}

export interface Looking {
  /** Calls of models that are under way here just now. */
  readonly jobs: World["jobs"];
  readonly now: number;
  /** Why this device does nothing by itself. Sentences. */
  readonly hindrances: readonly string[];
}

/** Other plans that are listed. */
const OTHERS = 12;
/** Rows of the inbox; the inbox has the rest. */
const NEEDS = 8;
const RESULTS = 8;
const NEXT_STEPS = 2;

export function missionOf(world: World, looking: Looking): Mission {
  const current = currentPlan(world);
  const open = world.plans.filter((view) => view !== current && isOpen(view.plan));
  const { plans } = world.planIndex.totals;
  const unfinished = plans.Active + plans.Blocked + plans.Draft;
  const over = world.planIndex.leftOver();
  const rows = inboxOf(world, "needs");
  const needs = rows.slice(0, NEEDS);
  return {
    state: { ...tellState(world, looking.hindrances), plans: unfinished },
    needs,
    moreNeeds: rows.length - needs.length,
    asked: countAsked(world),
    // The state says why nothing is done, and has the button by which it goes on.
    alerts: alertsOf(world, showIn(world.settings.time_zone)).filter(
      ({ words, link }) => link !== "continue" && !world.standing.includes(words),
    ),
    current: current === null ? null : tellCurrent(current, world, looking, needs),
    others: [
      ...open.slice(0, OTHERS).map((view) => otherPlan(view, world)),
      ...firstOf(Math.max(0, OTHERS - open.length), over.summaries).map(leftOver),
    ],
    othersTotal: unfinished - (current === null ? 0 : 1) + over.total,
    results: resultsOf(world, RESULTS),
  };
}

function isOpen({ status }: Plan): boolean {
  return status === "Active" || status === "Blocked" || status === "Draft";
}

/** The device that acts, as it is seen here: this one, another one, or none. */
export function whoActs(
  { role, acting, standing, starting, mayClaim }: World,
  hindrances: readonly string[],
): World["acting"] | { readonly kind: "here" | "notNow" | "notYet" } {
  // No device is named as the acting one until this one has named itself, in a moment.
  if (mayClaim || (starting !== null && acting.kind === "nobody")) return { kind: "notYet" };
  if (role === "executor") return { kind: standing.length === 0 ? "here" : "notNow" };
  return hindrances.length > 0 ? { kind: "notYet" } : acting;
}

/** The words for this device while it acts: without a server for any action, it sends nothing. */
export function sayHere({ settings }: Pick<World, "settings">): string {
  return Object.keys(settings.actions).length === 0 ? "At work here" : "Sends from here";
}

export function tellState(world: World, hindrances: readonly string[]): Omit<MissionState, "plans"> {
  const { paused } = world.device;
  const isPaused = paused !== null;
  if (paused !== null)
    return { tone: "waits", words: "Paused", reason: paused.why === "" ? null : paused.why, isPaused };
  const who = whoActs(world, hindrances);
  const waits = (words: string, reason: string | null): Omit<MissionState, "plans"> => ({
    tone: "waits",
    words,
    reason,
    isPaused,
  });
  switch (who.kind) {
    case "here":
      return { tone: "acts", words: sayHere(world), reason: null, isPaused };
    case "notNow":
      return waits("Not sending now", world.standing[0] ?? null);
    case "notYet":
      return waits("Not sending yet", world.mayClaim ? null : (hindrances[0] ?? world.standing[0] ?? null));
    case "named":
      return {
        tone: "shows",
        words: `The device “${who.name}” sends`,
        reason: `It sends what you approve here. Last seen ${who.seen}.`,
        isPaused,
      };
    case "unreadable":
      return waits("Cannot tell which device sends", null);
    case "nobody":
      return world.folders.absent.length > 0
        ? waits("Not set up", null)
        : waits("Not sending yet", "Nothing is asked or sent until there is an acting device.");
  }
}

/** With its row above it, which says why it waits and has the answers. */
function tellCurrent(view: PlanView, world: World, looking: Looking, rows: readonly InboxRow[]): CurrentPlan {
  const told = tellPlan(view, world, looking);
  const isAbove = rows.some(
    ({ of }) =>
      ("card" in of && of.card.need.plan?.path === view.plan.path) ||
      (of.kind === "requests" && of.requests.includes(view.request?.id ?? "")),
  );
  return isAbove ? { ...told, reason: null, wayOut: null, answers: ["open"] } : told;
}

function isCarded({ plan, request }: PlanView, world: World): boolean {
  return cardsOf(world).asking.some(
    ({ id, need }) =>
      (situationOf(id).isOwn !== true && need.plan?.path === plan.path) ||
      (need.request !== null && need.request === request?.id),
  );
}

export function tellPlan(view: PlanView, world: World, looking: Looking): CurrentPlan {
  const { plan, step } = view;
  const clock: VaultClock = { now: looking.now, settings: world.settings };
  const told = describePlan(view, world);
  // A device that is about to act says more than that none does yet.
  const isSoon =
    world.acting.kind === "nobody" &&
    (world.mayClaim || world.starting !== null || looking.hindrances.length > 0);
  const { status, reason, wayOut } =
    isSoon && view.block?.kind === "device"
      ? { ...told, reason: "This device does not send yet.", wayOut: null }
      : told;
  const isYours = isYourTurn(view, world);
  const isOnCard = isCarded(view, world);
  const isAsked = view.block === null || posesAQuestion(view.block.kind);
  const question = isOnCard || !isAsked ? null : openQuestion(view);
  // The question beneath tells the same.
  const isToldBeneath = reason !== null && question?.text.includes(withoutLinks(reason)) === true;
  return {
    title: withoutLinks(planTitle(plan)),
    path: plan.path,
    finished: plan.steps.filter(({ state }) => state !== "open").length,
    segments: plan.steps.map((each) => (each.state !== "open" ? each.state : each === step ? "now" : "open")),
    step: step === null ? null : comingStep(step, clock),
    place: placeOf(plan, step),
    times: [sayDue(dueOf(plan, world.settings.time_zone), clock), sayRepeat(plan)].filter(
      (each) => each !== null,
    ),
    next: nextSteps(plan.steps, step, clock),
    status: told.kind === "confirmation" && isConfirmedHere(world) ? stated(plan, CONFIRMED_HERE) : status,
    reason: reason === null || isToldBeneath ? null : reason,
    wayOut: wayOut === null ? null : wayOut,
    isYours,
    answers: isOnCard ? ["open"] : answersOf(view, isYours, world),
    need: {
      note: stepRef(view),
      what: null,
      plan: { path: plan.path, taskId: plan.taskId, title: planTitle(plan) },
      words: "",
      paths: [plan.path],
      request: view.block?.request ?? null,
      since: view.blockedSince,
      shown: shownAs(plan, step),
      answers: [],
    },
    question,
    agent: plan.agent === null ? null : agentAtWork(view, world, looking),
    isAgentStopped: plan.agent === null && plan.log.last(({ word }) => word === "agent")?.mark.text === "off",
  };
}

/** Without ✋, for which the faces have an icon. */
function stepText({ text }: Step): string {
  return withoutLinks(withoutHand(text));
}

function nextSteps(steps: readonly Step[], current: Step | null, clock: VaultClock): CurrentPlan["next"] {
  return steps
    .filter((step) => step.state === "open" && step !== current)
    .slice(0, NEXT_STEPS)
    .map((step) => comingStep(step, clock));
}

/** A day that is yet to come is said once, as people say it, in place of the sign and the day in the note. */
function comingStep(step: Step, clock: VaultClock): ComingStep {
  const from = step.notBefore !== null && isDeferred(step, clock) ? step.notBefore : null;
  const text = stepText(step);
  return {
    n: step.n,
    text: from === null ? text : withoutDay(text),
    isGated: isGated(step),
    from: from === null ? null : sayMoment(from, clock.now),
  };
}

function answersOf(view: PlanView, isYours: boolean, world: World): readonly AnswerCode[] {
  const { plan, block } = view;
  if (plan.status === "Draft") return ["start", "open"];
  if (isBlockedByPerson(plan)) return SITUATIONS.person.answers;
  if (isYours) return ["done", "skip", "open"];
  const kind = block?.kind;
  return kind !== undefined && isNeed(kind) ? answersAt(kind, view, world) : ["open"];
}

function isNeed(kind: string): kind is NeedId {
  return Object.hasOwn(SITUATIONS, kind);
}

function agentAtWork(view: PlanView, world: World, { jobs, now }: Looking): AgentAtWork {
  const [running] = runningFor(view, world, jobs, now);
  const spent = running?.spent ?? spentOf(view, world);
  const repeats = running === undefined ? null : sayRepeats(running);
  const used = running === undefined ? "" : sayUsed(running);
  return {
    now: running === undefined ? null : sayRunning(running, now),
    isStuck: running?.isStuck === true,
    repeats: repeats === null ? null : `${repeats}.`,
    spent: spent === null ? null : `${saySoFar(spent)}${used}${sayNear(view, world)}`,
  };
}

function sayNear(view: PlanView, world: World): string {
  const near = nearLimitOf(view, world);
  return near === null ? "" : `, near the limit of ${sayUsd(near.limit)} for this plan`;
}

function leftOver({ title, path, status }: PlanSummary): OtherPlan {
  return { title: withoutLinks(title), path, state: status.toLowerCase(), answer: "archive" };
}

/** A plan whose request is approved is not told to wait for that. */
function wayOf(request: RequestView | null | undefined): string | null {
  if (request?.underWay?.isLive === true) return "being sent";
  const objection = request?.objection ?? null;
  const isNext = isAboutToRun(objection) || objection?.id === "standing";
  return request?.state === "candidate" && isNext ? "approved" : null;
}

function otherPlan(view: PlanView, world: World): OtherPlan {
  const { plan } = view;
  const summary = world.planIndex.at(plan.path);
  const due = sayDue(summary?.due ?? null, world);
  const state = wayOf(view.request) ?? (summary === null ? plan.status : planState(summary, view));
  return {
    title: withoutLinks(planTitle(plan)),
    path: plan.path,
    state: due === null ? state : `${state} · ${lower(due)}`,
    answer: plan.status === "Draft" ? "start" : isBlockedByPerson(plan) ? "resume" : null,
  };
}
