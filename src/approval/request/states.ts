/**
 * The meaning of the folders, by action id, from a fresh scan. The rows are tried in order and the last one always
 * applies, so every combination of folders, note condition and receipt has exactly one state.
 */
import type { RequestReading } from "./request";

export const STATES = [
  "waiting",
  "candidate",
  "in-two-folders",
  "rejected",
  "replaced",
  "spent",
  "in-doubt",
  "foreign",
  "edited",
  "unseen",
  "missing",
] as const;
export type State = (typeof STATES)[number];

/** A person may still decide, or has decided and nothing is known to have come of it. */
const OPEN: readonly State[] = ["waiting", "candidate", "in-two-folders", "edited"];

export function isOpenState(state: State): boolean {
  return OPEN.includes(state);
}

export interface Placement {
  /** A note under the request's own name lies there. */
  readonly pending: boolean;
  readonly approved: boolean;
  /** A note that names this action, or another attempt of its chain, lies in Rejected, under whatever name. */
  readonly rejected: boolean;
  /** `unverified`: a file lies at the record's path that this device did not write. */
  readonly recordNote: "none" | "unknown" | "known" | "unverified";
  /** The memory of this device: nothing, begun without an end, or ended. */
  readonly actionState: "none" | "begun" | "ended";
  readonly condition: RequestReading["kind"];
  /** A folder in which its note or its record may lie cannot be read, and neither was found elsewhere. */
  readonly hidden: boolean;
  /** A newer request for the same step is there. */
  readonly newer: boolean;
  /** The step's text or action, the tool or the server is not what was sealed. */
  readonly differs: boolean;
  /** Confirmed here while it lay in two folders. */
  readonly confirmed: boolean;
  /** This device can tell its own seals; others only show. */
  readonly verifies: boolean;
}

export interface StateRow {
  readonly state: State;
  readonly when: (at: Placement) => boolean;
  readonly reason: string;
}

export const STATE_ROWS: readonly StateRow[] = [
  {
    state: "in-doubt",
    when: (at) => at.recordNote === "unknown",
    reason: "It was begun, and nobody knows whether it happened.",
  },
  {
    state: "in-doubt",
    when: (at) => at.recordNote !== "known" && at.actionState === "begun",
    reason: "This device began it, but its record does not say how it ended.",
  },
  {
    state: "spent",
    when: (at) => at.recordNote === "known" || at.actionState === "ended",
    reason: "This approval has been used.",
  },
  {
    state: "spent",
    when: (at) => at.recordNote === "unverified",
    reason: "This device did not write its record, so it is not carried out.",
  },
  { state: "rejected", when: (at) => at.rejected, reason: "It was moved to the Rejected folder." },
  { state: "unseen", when: (at) => at.hidden, reason: "Planwright cannot read a folder it may be in." },
  {
    state: "missing",
    when: (at) => !at.pending && !at.approved,
    reason: "Its note is in none of the approval folders.",
  },
  {
    state: "foreign",
    when: (at) => at.condition === "foreign" || (at.verifies && at.condition === "elsewhere"),
    reason: "Planwright on this device did not write it.",
  },
  { state: "replaced", when: (at) => at.newer, reason: "Its step has a newer request." },
  {
    state: "in-two-folders",
    when: (at) => at.pending && at.approved && !at.confirmed,
    reason: "The note is in two folders.",
  },
  { state: "waiting", when: (at) => at.condition === "torn", reason: "Its note has not fully arrived yet." },
  {
    state: "edited",
    when: (at) => at.condition === "edited" || at.differs,
    reason: "It was changed after Planwright wrote it.",
  },
  { state: "candidate", when: (at) => at.approved, reason: "Approved." },
  { state: "waiting", when: () => true, reason: "It waits for your decision." },
];

export function stateOf(at: Placement): StateRow {
  return STATE_ROWS.find((row) => row.when(at)) ?? LAST;
}

const LAST: StateRow = { state: "waiting", when: () => true, reason: "It waits for your decision." };
