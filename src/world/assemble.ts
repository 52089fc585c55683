/** Makes the World out of what was seen: takes notes together, finds duplicates, orders plans, works out states and blocks. Pure. */
import { contentOf, groupPlans } from "../intake/duplicates";
import { SECOND } from "../kit/dates";
import { groupBy } from "../kit/group";
import { isOver, nextStep, type Plan } from "../plan/plan";
import { shownObjection } from "../request/gate";
import { receiptName } from "../request/name";
import { pathOf } from "../settings/settings";
import { blockOf, ownBlock } from "./blocking";
import { gateFacts } from "./admit";
import { groupAdoptable } from "./adoptable";
import { problemsOf } from "./problems";
import { gatherRequests, namesOf } from "./requests";
import type { Seen, SeenPlan } from "./seen";
import { lastingOf, mayClaim, mayWrite, standingOf } from "./standing";
import { stillWatched, watchKey } from "./watching";
import { openRequests, type PlanView, type RequestView, type World } from "./world";

type Parsed = SeenPlan & { readonly plan: Plan };

export function assemble(seen: Seen): World {
  const parsed = seen.plans.flatMap((each): Parsed[] => (each.reading.kind === "plan" ? [{ ...each, plan: each.reading.plan }] : []));
  const duplicates = groupPlans(parsed.map((each) => each.plan), contentOf);
  const frozen = new Set(duplicates.filter((group) => group.by === "id").flatMap((group) => group.paths));
  const copies = seen.plans.flatMap(({ copy }) => copy ?? []);
  const standing = standingOf(seen);
  const plans = parsed.map((each) => each.plan);
  const requests = gatherRequests(seen, plans.filter((plan) => !frozen.has(plan.path)));
  const open = openRequests(requests);
  const byPlan = groupBy(requests, (each) => each.plan);
  const homes = groupBy(parsed, (each) => each.plan.key);
  const explained = requests.map((request): RequestView => {
    if (request.state !== "candidate") return request;
    const home = homes.get(request.plan)?.[0];
    const facts = gateFacts(request, { seen, standing, requests: byPlan.get(request.plan) ?? [], attachments: seen.attachments.get(request.id) ?? "unknown", copies, plan: home?.plan ?? null, frozen: home !== undefined && frozen.has(home.path), next: home === undefined ? null : nextStep(home.plan) });
    const found = shownObjection(facts);
    const objection = found === null ? null : { id: found.row.id, kind: found.row.kind, reason: found.reason };
    return { ...request, reason: objection?.reason ?? "About to run.", objection };
  });
  const requestsOf = groupBy(explained, (each) => each.plan);
  const views = parsed.map((each): PlanView => {
    const step = isOver(each.plan) ? null : nextStep(each.plan);
    const request = step?.id == null ? null : (requestsOf.get(each.plan.key)?.find((one) => one.step === step.id && one.newest) ?? null);
    const isFrozen = frozen.has(each.path);
    const block = blockOf({ plan: each.plan, step, request, seen, standing, openRequests: open });
    const own = ownBlock(each.plan);
    return {
      plan: each.plan, hash: each.hash, frozen: isFrozen, quietFrom: each.changed + seen.settings.quiet_seconds * SECOND, step, request,
      block: block === "pending" ? null : block, undecided: block === "pending", blockedSince: each.plan.status === "Blocked" ? (own?.entry.at ?? null) : null,
    };
  });
  const ordered = [...views].sort(byTurn);
  const { now, role, settings, device, acting, folders, servers, dashboard, watched } = seen;
  return {
    now, role, settings, device, acting, standing, folders, copies, plans: ordered, planOf: new Map(ordered.filter((view) => !view.frozen).map((view) => [view.plan.key, view])), requests: explained, requestsOf, duplicates, servers, dashboard, watched,
    archived: seen.archived.flatMap((each) => (each.reading.kind === "plan" ? [each.reading.plan] : [])),
    lasting: lastingOf(seen),
    mayClaim: mayClaim(seen),
    mayWrite: mayWrite(seen),
    backSince: seen.backSince,
    watching: explained.flatMap((each) => watchKey(each) ?? stillWatched(each, seen) ?? []),
    problems: problemsOf(seen, ordered, explained),
    adoptable: groupAdoptable(seen, explained),
  };
}

const TURN = { Active: 0, Blocked: 1, Draft: 2, Done: 3, Cancelled: 4 } as const;

/** Active before Blocked before Draft, then the newest, then the id: a total order, so that two devices agree. */
function byTurn(a: PlanView, b: PlanView): number {
  const turn = TURN[a.plan.status] - TURN[b.plan.status];
  if (turn !== 0) return turn;
  const created = (b.plan.created ?? -Infinity) - (a.plan.created ?? -Infinity);
  if (created !== 0 && !Number.isNaN(created)) return created;
  if (a.plan.key !== b.plan.key) return a.plan.key < b.plan.key ? -1 : 1;
  return a.plan.path < b.plan.path ? -1 : 1;
}

/** Names of requests whose records have to be looked for; the rest of a long history is never read. */
export function wantedReceipts(seen: Omit<Seen, "receipts">): ReadonlySet<string> {
  return namesOf(seen, seen.plans.flatMap((each) => (each.reading.kind === "plan" ? [each.reading.plan] : [])));
}

export function receiptPath(world: Pick<World, "settings">, name: string): string {
  return `${pathOf(world.settings, "done_actions")}/${receiptName(name)}`;
}
