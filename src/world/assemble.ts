/** Makes the World out of what was seen: takes notes together, finds duplicates, orders plans, works out states and blocks. Pure. */
import { ownBlock, stepFault } from "../plan/standstill";
import { byTurn } from "../catalog/card";
import { SECOND } from "../kit/dates";
import { groupBy } from "../kit/group";
import { isOver, nextStep, type Plan } from "../plan/plan";
import { shownObjection } from "../request/gate";
import { receiptName } from "../request/name";
import { pathOf } from "../settings/settings";
import { failureOf } from "./anew";
import { blockOf } from "./blocking";
import { gateFacts } from "./admit";
import { groupAdoptable } from "./adoptable";
import { problemsOf } from "./problems";
import { findRequests, gatherRequests } from "./requests";
import type { Seen } from "./seen";
import { lastingOf, mayClaim, mayWrite, standingOf } from "./standing";
import { withoutPlans } from "./tasks";
import { stillWatched, watchKey } from "./watching";
import { openRequests, type PlanView, type RequestView, type World } from "./world";

/** `found`: the requests that were found in the same. */
export function assemble(seen: Seen, found: ReturnType<typeof findRequests>): World {
  const { catalog } = seen;
  const copies = catalog.copies();
  const standing = standingOf(seen);
  const requests = gatherRequests(seen, taking(seen), found);
  const open = openRequests(requests);
  const byPlan = groupBy(requests, (each) => each.plan);
  const homes = groupBy(seen.plans, (each) => each.plan.key);
  const explained = requests.map((request): RequestView => {
    const home = homes.get(request.plan)?.[0];
    if (request.state === "edited") return { ...request, reason: `${request.reason}${whyNotAnew(request, home?.plan, seen)}` };
    if (request.state !== "candidate") return request;
    const facts = gateFacts(request, { seen, standing, requests: byPlan.get(request.plan) ?? [], attachments: seen.attachments.get(request.id) ?? "unknown", copies, plan: home?.plan ?? null, frozen: home !== undefined && catalog.isFrozen(home.path), next: home === undefined ? null : nextStep(home.plan) });
    const found = shownObjection(facts);
    const objection = found === null ? null : { id: found.row.id, kind: found.row.kind, reason: found.reason };
    return { ...request, reason: objection?.reason ?? "About to run.", objection };
  });
  const requestsOf = groupBy(explained, (each) => each.plan);
  const views = seen.plans.map((each): PlanView => {
    const step = isOver(each.plan) ? null : nextStep(each.plan);
    const request = step?.id == null ? null : (requestsOf.get(each.plan.key)?.find((one) => one.step === step.id && one.newest) ?? null);
    const isFrozen = catalog.isFrozen(each.path);
    const block = blockOf({ plan: each.plan, step, request, seen, standing, openRequests: open });
    const own = ownBlock(each.plan);
    return {
      plan: each.plan, hash: each.hash, frozen: isFrozen, quietFrom: each.changed + seen.settings.quiet_seconds * SECOND, step, request,
      block: block === "pending" ? null : block, undecided: block === "pending", blockedSince: each.plan.status === "Blocked" ? (own?.entry.at ?? null) : null,
    };
  });
  const ordered = [...views].sort((a, b) => byTurn(a.plan, b.plan));
  const { now, role, settings, device, acting, folders, servers, dashboard, watched } = seen;
  return {
    now, role, settings, device, acting, standing, folders, catalog, copies, recent: seen.recent, plans: ordered, planOf: new Map(ordered.filter((view) => !view.frozen).map((view) => [view.plan.key, view])), requests: explained, requestsOf, duplicates: catalog.groups(), servers, dashboard, watched,
    intake: withoutPlans(seen),
    lasting: lastingOf(seen),
    mayClaim: mayClaim(seen),
    mayWrite: mayWrite(seen),
    backSince: seen.backSince,
    failures: seen.failures,
    watching: explained.flatMap((each) => watchKey(each) ?? stillWatched(each, seen) ?? []),
    problems: problemsOf(seen, explained),
    adoptable: groupAdoptable(seen, explained),
  };
}

/** What came of asking it anew as it now reads, as a further sentence; empty when nothing stood in the way. */
function whyNotAnew(request: RequestView, plan: Plan | undefined, seen: Seen): string {
  const step = plan === undefined ? null : nextStep(plan);
  if (plan === undefined || step === null || step.id !== request.step) return "";
  const why = stepFault(step) ?? failureOf(plan, step, seen);
  return why === null ? "" : ` As it now reads it cannot be asked anew: ${why}`;
}

/** Plans of which two have one id take no part. */
export function taking({ plans, catalog }: Omit<Seen, "receipts">): Plan[] {
  return plans.flatMap(({ plan }) => (catalog.isFrozen(plan.path) ? [] : [plan]));
}

export function receiptPath(world: Pick<World, "settings">, name: string): string {
  return `${pathOf(world.settings, "done_actions")}/${receiptName(name)}`;
}
