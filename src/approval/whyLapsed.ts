/**
 * Once contradicted, an approval needs a fresh confirmation, even after the contradiction is gone: somebody refused the
 * request or left it, or nobody could see what it says, while it was in the Approved folder or counted as approved. So
 * the removal of the obstacle, be it by a person who tidies up, never sends anything.
 */
import { isHeldFor, type BareHold, type HoldReason } from "./device/holdReason";
import { countsAsApproved, type ActionState } from "./device/ledger";
import { pathOf } from "../settings/settings";
import {
  isUnreadAmongApproved,
  liesApproved,
  mayLieUnread,
  SYNC_PATIENCE,
  TWO_FOLDERS,
  watchedFor,
} from "./durations";
import type { AroundRequests } from "./around";
import type { RequestView } from "./view";

interface Lapse {
  readonly why: { readonly code: BareHold };
  readonly when: (request: RequestView, actionState: ActionState, world: AroundRequests) => boolean;
}

const LAPSES: readonly Lapse[] = [
  // It may lie where a person took it, or be gone.
  {
    why: { code: "left-while-unreadable" },
    when: (request, actionState, world) =>
      countsAsApproved(actionState) && mayLieUnread(request, world) && !isApprovedHidden(world),
  },
  // Where it was found in two folders, the other note has lain there all along.
  {
    why: { code: "elsewhere-while-unreadable" },
    when: ({ notes }, actionState, world) =>
      countsAsApproved(actionState) &&
      isApprovedHidden(world) &&
      notes.some(({ folder }) => folder === "pending" || folder === "rejected") &&
      !isHeldFor(actionState.held, TWO_FOLDERS),
  },
  {
    why: { code: "rejected-while-approved" },
    when: (request) => request.state === "rejected" && liesApproved(request),
  },
  {
    why: { code: "foreign-record" },
    when: (request) =>
      request.state === "spent" && request.recordNote?.record?.id !== request.id && liesApproved(request),
  },
  {
    why: { code: "unreadable-for-long" },
    when: (request, actionState, world) =>
      countsAsApproved(actionState) &&
      isUnreadAmongApproved(request, world.requests) &&
      watchedFor(request, world.watched) >= SYNC_PATIENCE,
  },
];

/** The first that was not noted yet, or was noted before somebody confirmed it; null when there is none. */
export function whyLapsed(request: RequestView, world: AroundRequests): HoldReason | null {
  const { actionState } = request;
  if (actionState === null || actionState.begun !== null || actionState.outcome !== null) return null;
  return (
    LAPSES.find(
      ({ why, when }) =>
        (actionState.confirmed || !isHeldFor(actionState.held, why)) && when(request, actionState, world),
    )?.why ?? null
  );
}

function isApprovedHidden({ folders, settings }: AroundRequests): boolean {
  return [...folders.absent, ...folders.unreadable].includes(pathOf(settings, "approved"));
}
