/**
 * The lifecycle as a table. The README's diagram is drawn from it, and the rules may make no transition that is not in
 * it.
 */
import type { Status } from "./plan";

export interface Transition {
  readonly from: Status | "any";
  readonly to: Status;
  /** The one who may bring it about: the engine, a person, or either. */
  readonly by: "engine" | "person" | "either";
  readonly when: string;
}

export const LIFECYCLE: readonly Transition[] = [
  {
    from: "Draft",
    to: "Active",
    by: "either",
    when: "a person starts it, or the settings start new plans by themselves",
  },
  {
    from: "Active",
    to: "Blocked",
    by: "either",
    when: "the next step cannot go on without a person, a server or the acting device",
  },
  {
    from: "Blocked",
    to: "Active",
    by: "either",
    when: "the reason is gone and the block was ours; a block a person set is the person’s to lift",
  },
  {
    from: "Active",
    to: "Done",
    by: "either",
    when: "every step is ticked or skipped and no other box is open; the plan moves to the archive with its full log",
  },
  { from: "any", to: "Cancelled", by: "person", when: "a person cancels it" },
  {
    from: "Cancelled",
    to: "Active",
    by: "person",
    when: "a person undoes that; what was a draft, done or on hold before is so again",
  },
];

/** Whether the engine may make this transition by itself. */
export function mayTurn(from: Status, to: Status): boolean {
  return LIFECYCLE.some((row) => row.by !== "person" && row.from === from && row.to === to);
}
