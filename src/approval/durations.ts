/**
 * States that have to last, or to pass, before anything comes of them: sync takes a note away before it brings it, and
 * edits come in parts.
 */
import { countsAsApproved } from "./device/ledger";
import { isHeldFor, sayHold, type HoldReason } from "./device/holdReason";
import { MINUTE } from "../kit/dates";
import { isOpenState } from "./request/states";
import { CONTROL_FOLDERS, pathOf } from "../settings/settings";
import { underWayKey } from "./doubt";
import type { Around } from "./around";
import type { RequestView } from "./view";

/**
 * Sync programs deliver a move as a disappearance and an arrival; this long a strange state may last before a person is
 * asked.
 */
export const SYNC_PATIENCE = 10 * MINUTE;

/**
 * Why a confirmation is asked for that was given with both notes in view: an earlier one knew nothing of the second.
 */
export const TWO_FOLDERS: HoldReason = { code: "two-folders" };

/**
 * Further reasons that a person has to know before they say yes, beside the request's state; empty where there are
 * none.
 */
export function heldWords({ actionState }: Pick<RequestView, "actionState">): string {
  return (actionState?.held ?? [])
    .filter((why) => !isHeldFor([TWO_FOLDERS], why))
    .map(sayHold)
    .join(" ");
}

/** It lies among the approved since days in which nobody was here, and is neither held for that nor confirmed. */
export function isUnseenSinceDays(
  { state, actionState, notes }: Pick<RequestView, "state" | "actionState" | "notes">,
  { backSince }: Pick<Around, "backSince">,
): boolean {
  if (backSince === null || actionState === null || state === "spent" || state === "in-doubt") return false;
  return (
    actionState.seen === null &&
    actionState.held.length === 0 &&
    !actionState.confirmed &&
    notes.some(({ folder, came }) => folder === "approved" && came <= backSince)
  );
}

type Watched = Pick<
  RequestView,
  "id" | "state" | "underWay" | "objection" | "notes" | "recordNote" | "actionState"
>;

/** Asked anew at once while its plan stands at the step; at any other time nothing would ever come of it. */
export function isApprovedAndEdited({ state, notes }: Pick<RequestView, "state" | "notes">): boolean {
  return state === "edited" && liesApproved({ notes });
}

/**
 * Begun on this device, and what lies there for its record is not what this device wrote: cut off in the middle, or
 * damaged since.
 */
export function hasUnreadableRecord({
  recordNote,
  actionState,
}: Pick<RequestView, "recordNote" | "actionState">): boolean {
  return (
    recordNote !== null &&
    recordNote.record === null &&
    actionState !== null &&
    actionState.begun !== null &&
    actionState.outcome !== "not-run"
  );
}

/**
 * In none of the folders. One that was approved is missed although another attempt at the same was refused meanwhile,
 * or a record of somebody else lies under its name: whoever took it away may act on it, or has.
 */
export function isGone({
  id,
  state,
  notes,
  actionState,
  recordNote,
}: Pick<RequestView, "id" | "state" | "notes" | "actionState" | "recordNote">): boolean {
  const lost =
    state === "rejected" || (state === "spent" && recordNote !== null && recordNote.record?.id !== id);
  return (
    state === "missing" ||
    (lost && notes.length === 0 && actionState !== null && countsAsApproved(actionState))
  );
}

/** In none of the folders that can be read, and one of them cannot be read just now. */
export function mayLieUnread(
  { notes }: Pick<RequestView, "notes">,
  { folders, settings }: Pick<Around, "folders" | "settings">,
): boolean {
  return (
    notes.length === 0 && CONTROL_FOLDERS.some((each) => folders.unreadable.includes(pathOf(settings, each)))
  );
}

/** A note of it is where a person decides, or where it was approved. */
export function liesOpen({ notes }: Pick<RequestView, "notes">): boolean {
  return notes.some(({ folder }) => folder === "pending" || folder === "approved");
}

export function liesApproved({ notes }: Pick<RequestView, "notes">): boolean {
  return notes.some(({ folder }) => folder === "approved");
}

/**
 * Whether its note among the approved is half a note, or one whose seal does not verify: sync may be at work, or
 * somebody wrote in it.
 */
export function isUnreadAmongApproved(
  { id, state, notes }: Pick<RequestView, "id" | "state" | "notes">,
  requests: readonly RequestView[],
): boolean {
  if (isIncompleteAmongApproved({ state, notes })) return true;
  return (
    state === "missing" &&
    requests.some((each) => each.state === "foreign" && each.id === id && liesApproved(each))
  );
}

/** And nothing whole of it waits. */
function isIncompleteAmongApproved({ state, notes }: Pick<RequestView, "state" | "notes">): boolean {
  const open = notes.filter(({ folder }) => folder === "approved" || folder === "pending");
  return state === "waiting" && liesApproved({ notes }) && open.every(({ parsed }) => parsed.kind === "torn");
}

/** The name under which the engine counts how long this has lasted; null when nobody waits for it to last. */
export function watchKey(request: Watched): string | null {
  const { id, state, objection } = request;
  if (isGone(request)) return `missing:${id}`;
  if (request.underWay?.isSetBack === true) return underWayKey(id);
  if (state === "in-two-folders") return `${state}:${id}`;
  if (hasUnreadableRecord(request)) return `record:${id}`;
  if (isIncompleteAmongApproved(request)) return `torn:${id}`;
  return objection?.kind === "refuse" || isApprovedAndEdited(request) ? `refused:${id}` : null;
}

/**
 * The key of a refusal that was seen last while the server was known: a run that has not asked the server yet goes on
 * watching it. Null for none.
 */
export function stillWatched(
  { id, state, identity }: Pick<RequestView, "id" | "state" | "identity">,
  { servers, device }: Pick<Around, "servers" | "device">,
): string | null {
  const server = identity?.route?.server;
  const isUnknown = state === "candidate" && server !== undefined && !servers.has(server);
  return isUnknown && device.watched.has(`refused:${id}`) ? `refused:${id}` : null;
}

export function watchedFor(request: Watched, watched: ReadonlyMap<string, number>): number {
  return watched.get(watchKey(request) ?? "") ?? 0;
}

/** The name under which this device remembers that it paused for a request. */
export function takenAway(id: string): string {
  return `taken away ${id}`;
}

/** How many requests wait for an answer or for their turn; one that may be on its way to another folder does. */
export function openRequests({
  requests,
  watched,
}: {
  readonly requests: readonly RequestView[];
  readonly watched: ReadonlyMap<string, number>;
}): number {
  return requests.filter(
    (each) =>
      each.id !== "" &&
      (isOpenState(each.state) || (each.state === "missing" && watchedFor(each, watched) < SYNC_PATIENCE)),
  ).length;
}
