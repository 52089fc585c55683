/**
 * What speaks against an approval also when it has passed: somebody refused it, left it, or nobody could see what it says, while it lay
 * among the approved or counted as approved. From then on it needs a confirmation, so that what takes the obstacle away, be it a person who
 * tidies up, never sends anything.
 */
import { countsAsApproved, type Latch } from "../device/ledger";
import { pathOf } from "../settings/settings";
import { isUnreadAmongApproved, liesApproved, mayLieUnread, SYNC_PATIENCE, TWO_FOLDERS, watchedFor } from "./durations";
import type { AroundRequests } from "./around";
import type { RequestView } from "./view";

interface Lapse {
  readonly why: string;
  readonly when: (request: RequestView, latch: Latch, world: AroundRequests) => boolean;
}

const NEEDS = "so it needs a confirmation on the acting device.";

const LAPSES: readonly Lapse[] = [
  // It may lie where a person took it, or be gone.
  { why: `It was taken out of the folder for approved requests while another folder could not be read, ${NEEDS}`, when: (request, latch, world) => countsAsApproved(latch) && mayLieUnread(request, world) && !isApprovedHidden(world) },
  // Where it was found in two folders, the other note has lain there all along.
  { why: `It was seen elsewhere while the folder for approved requests could not be read, ${NEEDS}`, when: ({ notes }, latch, world) => countsAsApproved(latch) && isApprovedHidden(world) && notes.some(({ folder }) => folder === "pending" || folder === "rejected") && !latch.held.includes(TWO_FOLDERS) },
  { why: `It lay among the approved when it, or another attempt at it, was rejected, ${NEEDS}`, when: (request) => request.state === "rejected" && liesApproved(request) },
  { why: `It lay among the approved beside a record that this device did not write, ${NEEDS}`, when: (request) => request.state === "spent" && request.receipt?.record?.id !== request.id && liesApproved(request) },
  { why: `It could not be read for long while it lay among the approved, ${NEEDS}`, when: (request, latch, world) => countsAsApproved(latch) && isUnreadAmongApproved(request, world.requests) && watchedFor(request, world.watched) >= SYNC_PATIENCE },
];

/** The first that was not noted yet, or was noted before somebody confirmed it; null when there is none. */
export function whyLapsed(request: RequestView, world: AroundRequests): string | null {
  const { latch } = request;
  if (latch === null || latch.begun !== null || latch.outcome !== null) return null;
  return LAPSES.find(({ why, when }) => (latch.confirmed || !latch.held.includes(why)) && when(request, latch, world))?.why ?? null;
}

function isApprovedHidden({ folders, settings }: AroundRequests): boolean {
  return [...folders.absent, ...folders.unreadable].includes(pathOf(settings, "approved"));
}
