/**
 * Makes the World out of what was seen: takes notes together, finds duplicates, orders plans, works out states and
 * blocks. Pure.
 */
import { countOf } from "../approval/device/counted";
import { ownBlock } from "../note/plan/standstill";
import { byTurn, turnOf } from "../note/index/summary";
import { SECOND } from "../kit/dates";
import { groupBy } from "../kit/groupBy";
import { isOver, nextStep, type Plan, type Step } from "../note/plan/plan";
import { rushOf } from "../approval/rush";
import { shownObjection, type GateFacts } from "../approval/gate";
import { recordName } from "../approval/request/name";
import { isOpenState } from "../approval/request/states";
import { pathOf } from "../settings/settings";
import { asPart, partOf } from "../agent/flow/part";
import { latestResult } from "../flow/result/result";
import { isResultOf } from "../flow/result/resultNote";
import { workFolder } from "../agent/place";
import { blockOf, foundLast } from "./blocking";
import { gateFacts } from "../approval/gateFacts";
import { groupAdoptable } from "./adoptable";
import { besideOf } from "./agents/beside";
import { isNotAsFilled } from "./agents/filling";
import { hasAction } from "../flow/fillIn";
import type { FlowState } from "../flow/running";
import { whyNotAgreed } from "../flow/when";
import { refusalOf, type Refusal } from "../approval/refusal";
import { obstacleOf } from "../approval/obstacle";
import { problemsOf } from "./problems";
import { serverToolsOf } from "./agents/listed";
import { findRequests, gatherRequests, refusals } from "./requests";
import { restingOf } from "./resting";
import type { Seen, SeenPlan } from "./snapshot";
import { notesOfOthers } from "./external";
import { lastingOf, mayClaim, mayWrite, standingOf } from "./permission";
import { withoutPlans } from "./tasks";
import { openRequests, stillWatched, watchKey } from "../approval/durations";
import type { RequestView } from "../approval/view";
import type { PlanView, World } from "./world";
import { isWantedAgain } from "../agent/redraft";
import { NO_NOTES, agentMoveOf } from "../agent/agentMove";

/** `found`: the requests that were found in the same. */
export function assemble(seen: Seen, found: ReturnType<typeof findRequests>): World {
  const { planIndex } = seen;
  const copies = planIndex.copies();
  const standing = standingOf(seen);
  const homes = groupBy(seen.plans, (each) => each.plan.key);
  const refused = refusals(seen, found);
  const resting = restingOf(seen, found, homes, refused);
  const requests = gatherRequests(seen, homes, found, { resting: resting.taken, refused });
  const others = notesOfOthers(seen);
  const open = openRequests({ requests, watched: seen.watched });
  const byPlan = groupBy(requests, (each) => each.plan);
  const flowed = new Map(
    seen.plans.flatMap((each) =>
      resting.taken.has(each.plan.key) ? [] : [[each.path, withFlow(each, seen)] as const],
    ),
  );
  const rush = rushOf({ requests, device: seen.device, now: seen.now });
  const explained = requests.map((request): RequestView => {
    if (resting.taken.get(request.plan)?.request === request) return request;
    // An approved request is always judged; of a torn note nothing is known.
    if (!isOpenState(request.state) || (request.identity === null && request.state !== "candidate"))
      return request;
    const home = homes.get(request.plan)?.[0];
    const ofPlan = byPlan.get(request.plan) ?? [];
    const facts = gateFacts(request, {
      seen,
      standing,
      requests: ofPlan,
      rush,
      attachments: seen.attachments.get(request.id) ?? "unknown",
      copies,
      planIndex,
      plan: home?.plan ?? null,
      isNotAsFilled: home !== undefined && isNotAsFilled(flowed.get(home.path), ofPlan, request),
      hasDuplicateId: home !== undefined && planIndex.hasDuplicateId(home.path),
      next: home === undefined ? null : nextStep(home.plan),
    });
    const judged = request.state === "candidate" ? objectedTo(request, facts) : request;
    return { ...judged, obstacle: obstacleOf(judged, facts, home?.plan, seen) };
  });
  const requestsOf = groupBy(explained, (each) => each.plan);
  const tools = serverToolsOf(seen.settings, seen.offers, seen.device);
  const worked = {
    tools,
    settings: seen.settings,
    now: seen.now,
    here: {
      unable: seen.programs,
      trusted: seen.device.trusted,
      told: seen.device.told,
      startedBy: seen.device.startedBy,
      otherRun: seen.otherRun,
      name: seen.device.device?.name ?? "",
    },
    count: countOf(seen.device, seen.settings.limits.day_usd, seen.now),
  };
  const views = seen.plans.map((each): PlanView => {
    const card = resting.taken.get(each.plan.key);
    if (card !== undefined) return card.view;
    const { plan, step, part, flow, results } = flowed.get(each.path) ?? withFlow(each, seen);
    const request =
      step?.id == null
        ? null
        : (requestsOf.get(each.plan.key)?.find((one) => one.step === step.id && one.newest) ?? null);
    const hasDuplicateId = planIndex.hasDuplicateId(each.path);
    const work = seen.work.get(each.path) ?? NO_NOTES;
    const jobs = seen.jobs.filter(({ plan: of }) => of === plan.key);
    const redraft = redraftOf(plan, step, refusalOf(step, request, explained));
    const agentMove = hasDuplicateId
      ? null
      : agentMoveOf(plan, step, work, jobs, { ...worked, redraft, part });
    const situation = {
      plan,
      step,
      request,
      agentMove,
      redraft,
      flow,
      part,
      seen,
      standing,
      openRequests: open,
    };
    const block = blockOf(situation);
    const own = ownBlock(plan);
    const view: PlanView = {
      plan,
      hash: each.hash,
      ticked: each.ticked ?? [],
      hasDuplicateId: hasDuplicateId,
      quietFrom: each.changed + seen.settings.quiet_seconds * SECOND,
      step,
      request,
      block: block === "pending" ? null : block,
      undecided: block === "pending",
      foundLast: hasDuplicateId ? null : foundLast(situation, block),
      blockedSince: plan.status === "Blocked" ? (own?.entry.at ?? null) : null,
      agentMove,
      work,
      redraft,
      flow,
      part,
      beside: [],
      results,
    };
    const beside = besideOf(view, seen.settings, (line, own) =>
      agentMoveOf(plan, line, work, jobs, { ...worked, redraft: null, part: own }),
    );
    return beside.length === 0 ? view : { ...view, beside };
  });
  planIndex.passTime(seen.now);
  const ordered = inTurn(views, seen);
  const { now, role, settings, device, acting, folders, servers, dashboard, watched } = seen;
  return {
    now,
    role,
    settings,
    device,
    acting,
    standing,
    folders,
    planIndex,
    copies,
    recent: seen.recent,
    plans: ordered,
    planOf: new Map(ordered.filter((view) => !view.hasDuplicateId).map((view) => [view.plan.key, view])),
    requests: [...explained, ...others],
    requestsOf,
    atRest: resting.keep(explained, views),
    duplicates: planIndex.groups(),
    servers,
    dashboard,
    watched,
    intake: withoutPlans(seen),
    lasting: lastingOf(seen),
    mayClaim: mayClaim(seen),
    mayWrite: mayWrite(seen),
    backSince: seen.backSince,
    starting: seen.starting,
    withoutSettings: seen.withoutSettings,
    failures: seen.failures,
    offers: seen.offers,
    serverTools: tools,
    results: seen.results,
    jobs: seen.jobs,
    programs: seen.programs,
    runAtWork: seen.runAtWork,
    watching: explained.flatMap((each) => watchKey(each) ?? stillWatched(each, seen) ?? []),
    problems: problemsOf(seen, explained),
    adoptable: groupAdoptable(seen, others),
  };
}

/** In the order in which they are resumed. */
function inTurn(views: readonly PlanView[], { now, settings }: Pick<Seen, "now" | "settings">): PlanView[] {
  return views
    .map((view) => ({ view, turn: turnOf(view.plan, settings.time_zone) }))
    .sort((a, b) => byTurn(a.turn, b.turn, now))
    .map(({ view }) => view);
}

/**
 * The plan as its flow has it worked on: what a person is asked first is part of the step, and so is that the flow
 * fills in its action.
 */
function withFlow(
  { path, plan }: Pick<SeenPlan, "path" | "plan">,
  { flows, results: all, settings }: Pick<Seen, "flows" | "results" | "settings">,
): Pick<PlanView, "plan" | "step" | "part" | "flow" | "results"> {
  const given = flows.get(path) ?? null;
  const results = all.filter((note) => isResultOf(note, plan));
  const next = isOver(plan) ? null : nextStep(plan);
  const unagreed = given?.kind !== "runs" || next === null ? null : whyNotAgreed(given, plan);
  const flow: FlowState | null = unagreed === null ? given : { kind: "stuck", why: unagreed };
  if (flow?.kind !== "runs") return { plan, step: next, part: null, flow, results };
  const part =
    next === null
      ? null
      : partOf(flow, plan, next, {
          workFolder: workFolder(settings, plan),
          result: latestResult({ plan, results })?.path ?? null,
        });
  const steps = plan.steps.map((each): Step => {
    const asked = each === next ? asPart(each, part) : each;
    return hasAction(flow.flow, each.id) ? { ...asked, isFilledByFlow: true } : asked;
  });
  if (steps.every((each, at) => each === plan.steps[at])) return { plan, step: next, part, flow, results };
  const at = next === null ? -1 : plan.steps.indexOf(next);
  return { plan: { ...plan, steps }, step: steps[at] ?? null, part, flow, results };
}

function redraftOf(
  plan: PlanView["plan"],
  step: PlanView["step"],
  refusal: Refusal | null,
): PlanView["redraft"] {
  return plan.agent === null || step === null || step.isFilledByFlow === true || refusal === null
    ? null
    : { ...refusal, isWanted: isWantedAgain(plan, step, refusal.request) };
}

/** An approved one, with what the gate has against it. */
function objectedTo(request: RequestView, facts: GateFacts): RequestView {
  const found = shownObjection(facts);
  const objection = found === null ? null : { id: found.row.id, kind: found.row.kind, reason: found.reason };
  const next = request.identity?.route === null ? "Its step is about to be ticked." : "About to run.";
  return { ...request, reason: objection?.reason ?? next, objection };
}

/** Plans of which two have one id take no part. */
export function taking({ plans, planIndex }: Omit<Seen, "recordNotes">): Plan[] {
  return plans.flatMap(({ plan }) => (planIndex.hasDuplicateId(plan.path) ? [] : [plan]));
}

export function recordPath(world: Pick<World, "settings">, name: string): string {
  return `${pathOf(world.settings, "done_actions")}/${recordName(name)}`;
}
