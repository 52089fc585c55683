/** How a doubt is settled: by the run that began the action, or by a person. */
import type { ActionState } from "./device/ledger";
import { nextMinute, showTime } from "../kit/dates";
import type { RequestRecord } from "./request/record";
import { needsConfirmation, type Settings } from "../settings/settings";
import type { Around } from "./around";
import type { RequestView, UnderWay } from "./view";

/** In the record of a doubt that a person settled, where nothing was known of how its call ended. */
export const SAID_SO = "A person looked and said so.";

/**
 * Whether a tick in its record does; otherwise it takes a command. Its type is what the note, the record or this device
 * says, and all of them may differ.
 */
export function isSettledByTick(
  { type, recordNote, actionState }: Pick<RequestView, "type" | "recordNote" | "actionState">,
  settings: Settings,
): boolean {
  return !needsConfirmation([type, recordNote?.record?.type ?? type, actionState?.type ?? type], settings);
}

/**
 * Whether the outcome that this device remembers counts for a record that says `unknown`. A run speaks for its own
 * records only: another one, with a copy of the same store, may be in the middle of the call. A person speaks for all
 * of them.
 */
export function speaksFor(
  { nonce, outcome }: Pick<ActionState, "nonce" | "outcome">,
  record: Pick<RequestRecord, "nonce">,
): boolean {
  return record.nonce === nonce || outcome === "resolved-happened" || outcome === "resolved-not";
}

interface Looked extends Pick<Around, "now" | "watched"> {
  /**
   * The run, by its nonce, that carries something out just now, or holds the lock on this vault; null where none does.
   */
  readonly runAtWork: string | null;
}

type Begun = Pick<RequestView, "id" | "recordNote" | "actionState" | "outcome">;

/**
 * Whether the call that was begun may still be running, as far as anybody knows; null when it is over for certain, or
 * was never begun. Its program may have been killed, and the server that it started goes on sending all the same.
 */
export function underWay(of: Begun, seen: Looked): UnderWay | null {
  const record = of.recordNote?.record?.id === of.id ? of.recordNote.record : null;
  const isOpen =
    record === null
      ? of.actionState?.begun != null && of.outcome === null
      : record.outcome === "unknown" && record.ended === null && of.outcome === "unknown";
  // The run that began the action notes its end only when the call is over.
  if (
    !isOpen ||
    (of.actionState !== null &&
      of.actionState.outcome !== null &&
      (record === null || speaksFor(of.actionState, record)))
  )
    return null;
  const { begun, limit, nonce } = record ?? {
    begun: of.actionState?.begun ?? 0,
    limit: of.actionState?.limit ?? null,
    nonce: of.actionState?.nonce ?? "",
  };
  if (limit === null) return null;
  const isLive = seen.runAtWork !== null && seen.runAtWork === nonce;
  // A run in the middle of its call may have slept past the time limit; its call is still under way.
  if (seen.now >= begun)
    return seen.now < limit || isLive ? { until: limit, isLive, isSetBack: false } : null;
  // Begun at a time that is yet to come: the clock was set back, so its time is counted anew from when that was seen.
  const left = limit - begun - (seen.watched.get(underWayKey(of.id)) ?? 0);
  return left > 0 ? { until: seen.now + left, isLive, isSetBack: true } : null;
}

/**
 * The name under which the engine counts how long a call has been seen that may be under way, where its clock cannot
 * tell.
 */
export function underWayKey(id: string): string {
  return `under-way:${id}`;
}

/** Words for a person about a call that may be under way; two sentences at most. */
export function underWayWords({ until, isLive }: UnderWay, zone: string): string {
  const at = showTime(nextMinute(until), zone);
  return isLive
    ? `Its server has until ${at} to answer.`
    : `Its call may still be running until ${at}; then you can say whether it happened.`;
}
