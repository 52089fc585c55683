/** Facts about rows of the inbox: where one is, what an answer to it is given to, and what became of it. */
import type { InboxRow } from "../../../overview/inbox/inboxOf";
import { isAskedAnew } from "../../../overview/needs/requestFacts";
import type { World } from "../../../rules/world";
import type { InboxPlace } from "./openInbox";

export function isAt({ of }: InboxRow, place: InboxPlace | null): boolean {
  if (place === null || of.kind === "sent") return false;
  if (of.kind === "going") return of.going.request === place.request;
  if (of.kind === "scheduled") return place.plan !== null && of.scheduled.plan.path === place.plan;
  if (place.request !== null) return of.kind === "requests" && of.requests.includes(place.request);
  return place.plan !== null && of.card.need.plan?.path === place.plan;
}

/** Whether an answer to one row is one to the other: to all the requests and to no more, or to the same question. */
export function isSame(row: InboxRow | null, other: InboxRow | null): boolean {
  return askedIn(row) === askedIn(other);
}

/** Stands for what an answer to a row is given to. */
function askedIn(row: InboxRow | null): string {
  const of = row?.of;
  const card = of?.kind === "card" || of?.kind === "requests" ? of.card : null;
  const ids = of?.kind === "requests" ? of.requests : [card?.question?.id, card?.need.shown];
  return JSON.stringify([row?.key, card?.id, ids]);
}

/** Whether its request was changed here just now: it comes back in a moment, as a new one. */
export function isAskedAgain({ of }: InboxRow, world: World | null): boolean {
  if (world === null || of.kind !== "requests") return false;
  return world.requests.some((each) => of.requests.includes(each.id) && isAskedAnew(each, world));
}

/** Whether a row that is chosen shows something else by now. */
export function isOther(now: InboxRow, before: InboxRow | null): boolean {
  return (
    before === null || now.title !== before.title || JSON.stringify(now.of) !== JSON.stringify(before.of)
  );
}

export function planOf({ of }: InboxRow): string | null {
  if (of.kind === "card" || of.kind === "requests")
    return of.card.need.plan?.path ?? of.card.need.paths[0] ?? null;
  if (of.kind === "scheduled") return of.scheduled.plan.path;
  return of.kind === "sent" ? of.sent.note : null;
}
