/**
 * Something in a note that a person has to put right. Never an exception: a problem is data, listed in `status` and on
 * the Dashboard. `message` says what is wrong and what to do, in words; it may quote note text, so every sink
 * neutralises it.
 */
export interface Problem {
  readonly kind: ProblemKind;
  /** Relative to the vault. */
  readonly path: string;
  /** Counted from 1, as an editor shows it; null when the whole note is meant. */
  readonly line: number | null;
  readonly message: string;
  /** Code of the fault, where this device remembers that it told a person: the message may be reworded. */
  readonly code?: string;
  /** A status that is nearly one of ours: as it is written, and the one that is meant. */
  readonly misspelt?: { readonly from: string; readonly to: string };
}

/** Joins messages into the end of a sentence, with one full stop. Some messages are sentences and bring their own. */
export function endWith(messages: readonly string[]): string {
  return `${messages.map((each) => each.replace(/\.$/, "")).join("; ")}.`;
}

export type ProblemKind =
  | "broken-yaml"
  | "broken-block"
  | "frontmatter"
  | "conflict-markers"
  | "not-text"
  | "too-big"
  | "unreadable"
  | "conflict-copy"
  | "two-roadmaps"
  | "status"
  | "illegal-status"
  | "step-id"
  | "open-boxes"
  | "doubled-step"
  | "several-answers"
  | "half-merged"
  | "unfinished-put-away"
  | "dashboard"
  | "folder"
  | "foreign-request"
  | "deep-request"
  | "renamed-request"
  | "leftover"
  | "torn"
  | "device"
  | "hidden-name"
  | "unjudged";
