/**
 * Picks the plans that have to be looked at closely, as whole notes: those about which a rule could have something to
 * do, and the few of which the Dashboard tells more than a card does. Of all others their cards are enough, as long as
 * their notes are as they were.
 */
import type { PlanSummary } from "../note/index/summary";
import { OpenPlanIndex, type PlanIndex } from "../note/index/planIndex";
import { EMPTY_LEDGER, type DeviceState, type ActionState } from "../approval/device/ledger";
import { firstOf, only } from "../kit/sorted";
import { isGated, isOver, nextStep, type Plan, type Step } from "../note/plan/plan";
import { blockByItself } from "../note/plan/standstill";
import type { Claim } from "../approval/request/record";
import type { RequestView } from "../approval/view";
import type { Settings } from "../settings/settings";
import { isToKeep } from "../flow/result/result";
import { alertAge } from "./blocking";
import { comesBack } from "./nextTimeRules";
import { PLAN_RULES, type Surroundings } from "./planRules";
import { kindsOf } from "./requestKinds";
import { isLive } from "./requests";
import type { SeenRequest } from "./snapshot";
import type { PlanView } from "./world";
import { isForAgent, NO_NOTES } from "../agent/agentMove";

/** Told in full on the Dashboard and in the terminal, at most. */
const TOLD = 6;
const STALE = 3;

/**
 * Whether no rule can have a move for this plan, judged by its note alone. Requests are not looked at here: the caller
 * adds plans with those. Quiet seconds only put a move off.
 */
export function isAtRest(plan: Plan, settings: Settings): boolean {
  const step = isOver(plan) ? null : nextStep(plan);
  const isUnderWay = plan.status === "Active" || plan.status === "Blocked";
  // Whether an action can be asked for depends on servers, other requests and who acts; whether a day has come, on the
  // clock.
  if (
    step !== null &&
    isUnderWay &&
    isGated(step) &&
    (step.approval.kind === "action" || step.notBefore !== null)
  )
    return false;
  if (step?.id != null && plan.log.has(({ word, step: of }) => word === "asked" && of === step.id))
    return false;
  // How a flow goes on depends on its copy and on work files.
  if (isUnderWay && plan.flow !== null) return false;
  // It was cancelled, say, and what is there of its result is still to be kept.
  if (plan.flow !== null && isToKeep(plan)) return false;
  // The wants of an agent depend on its work notes.
  if (isUnderWay && isForAgent(plan, step, { now: Infinity, settings })) return false;
  // Whether its next plan is there, other notes tell.
  if (comesBack(plan)) return false;
  const { view, around } = aloneInTheVault(plan, step, settings);
  for (const rule of PLAN_RULES) {
    const decision = rule.decide(view, around);
    // The first row that decides is the one that counts; waiting for ever is rest.
    if (decision !== null) return "until" in decision && decision.until === Infinity;
  }
  return true;
}

/** The same of a plan whose request waits for a person, judged by the two alone. */
export function hasNoMove(view: PlanView, request: RequestView, settings: Settings): boolean {
  const { around } = aloneInTheVault(view.plan, view.step, settings);
  const asked = { ...around, requestsOf: new Map([[request.plan, [request]]]) };
  return PLAN_RULES.every((rule) => rule.decide(view, asked) === null);
}

const NO_PLANS = new OpenPlanIndex();

/** The plan as the rules would see it, were there nothing else in the vault and no record on the device. */
function aloneInTheVault(
  plan: Plan,
  step: Step | null,
  settings: Settings,
): { readonly view: PlanView; readonly around: Surroundings } {
  return {
    view: {
      plan,
      hash: "",
      hasDuplicateId: false,
      quietFrom: -Infinity,
      step,
      request: null,
      block: blockByItself(plan, step),
      undecided: false,
      foundLast: null,
      blockedSince: null,
      agentMove: null,
      work: NO_NOTES,
      redraft: null,
      flow: null,
      part: null,
      beside: [],
      results: [],
    },
    around: {
      now: 0,
      role: "executor",
      settings,
      planIndex: NO_PLANS,
      starting: null,
      requestsOf: new Map(),
      jobs: [],
      offers: new Map(),
      // Only an agent spends anything, and those plans are never at rest.
      device: EMPTY_LEDGER,
    },
  };
}

export interface Wanting {
  readonly planIndex: PlanIndex;
  /** Paths of plans that are not at rest. */
  readonly restless: ReadonlySet<string>;
  readonly requests: readonly SeenRequest[];
  readonly claims: readonly Claim[];
  readonly device: DeviceState;
  readonly settings: Settings;
  readonly now: number;
  /** When somebody else last changed the note at a path. Milliseconds since the epoch. */
  readonly changedAt: (path: string) => number;
}

/** Paths. */
export function wantedClosely({
  planIndex,
  restless,
  requests,
  claims,
  device,
  settings,
  now,
  changedAt,
}: Wanting): Set<string> {
  planIndex.passTime(now);
  const wanted = new Set(restless);
  const want = (summaries: Iterable<PlanSummary>): void => {
    for (const { path } of summaries) wanted.add(path);
  };
  const asked = new Set<string>();
  for (const { parsed } of kindsOf(requests).identified)
    if ("identity" in parsed.reading) asked.add(parsed.reading.identity.plan);
  for (const actionState of device.actionState.values())
    if (mayBeLive(actionState, planIndex)) asked.add(actionState.plan);
  // A record speaks only of a step at which its plan stands.
  for (const { plan, step } of claims)
    for (const path of planIndex.bearers(plan)) if (planIndex.at(path)?.next?.id === step) wanted.add(path);
  for (const key of asked) for (const path of planIndex.bearers(key)) wanted.add(path);
  const active = planIndex.of("Active");
  want(firstOf(TOLD, active.summaries));
  want(firstOf(TOLD, planIndex.of("Blocked").summaries));
  want(firstOf(TOLD, planIndex.all()));
  want(firstOf(1, planIndex.of("Draft").summaries));
  const long = now - alertAge(settings);
  // Whether a person put one off that they hold for long, its note tells, and not its card.
  want(
    only(
      planIndex.heldByPerson().summaries,
      ({ path, newest }) => Math.max(changedAt(path), newest ?? 0) <= long,
    ),
  );
  want(firstOf(STALE, planIndex.blockedBetween(-Infinity, long).summaries));
  // One that is at rest and active can go on, so all that might be resumed before it are looked at already.
  for (const { path } of active.summaries) {
    if (!wanted.has(path)) {
      wanted.add(path);
      break;
    }
  }
  return wanted;
}

function mayBeLive(actionState: ActionState, planIndex: PlanIndex): boolean {
  return (
    isLive(actionState, undefined) ||
    planIndex.bearers(actionState.plan).some((path) => planIndex.at(path)?.next?.id === actionState.step)
  );
}
