/** How an approval can end. Every end is a receipt. */
export const OUTCOMES = [
  "ok",
  "by-hand",
  "not-sent",
  "tool-error",
  "unknown",
  "unclear",
  "resolved-happened",
  "resolved-not",
  "superseded",
  "withdrawn",
  "not-run",
  "expired",
  "missed",
] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** An entry of a plan’s log bears it, too. */
export const BY_HAND = "by-hand" satisfies Outcome;

export interface OutcomeRow {
  /** As the record's heading says it. */
  readonly title: string;
  /** The step is done. */
  readonly done: boolean;
  /** It has had an effect outside, or may have had one. */
  readonly reached: "yes" | "no" | "maybe";
  /** The call did not go well; what a person, or a newer request, ended is no failure. */
  readonly failed?: true;
  /** A new attempt is asked for by itself. */
  readonly retry?: true;
  /** It is not known whether it happened, and a person is asked. */
  readonly open?: true;
}

export const OUTCOME_ROWS = {
  ok: { title: "Carried out", done: true, reached: "yes" },
  "by-hand": { title: "Done by hand", done: true, reached: "yes" },
  "not-sent": { title: "Not sent", done: false, reached: "no", failed: true, retry: true },
  "tool-error": {
    title: "The server reported an error; check that it was not sent",
    done: false,
    reached: "maybe",
    failed: true,
    retry: true,
  },
  unknown: { title: "Maybe sent, please check", done: false, reached: "maybe", failed: true, open: true },
  unclear: {
    title: "Maybe sent: the server’s answer does not say",
    done: false,
    reached: "maybe",
    failed: true,
    open: true,
  },
  "resolved-happened": { title: "It happened, as somebody confirmed", done: true, reached: "yes" },
  "resolved-not": {
    title: "It did not happen, as somebody confirmed",
    done: false,
    reached: "no",
    retry: true,
  },
  superseded: { title: "Replaced by a newer request", done: false, reached: "no" },
  withdrawn: { title: "Withdrawn before anything was sent", done: false, reached: "no" },
  "not-run": { title: "Not run", done: false, reached: "no" },
  /** Nothing but its server was missing, for longer than an approval waits. */
  expired: { title: "Not run: its server did not answer in time", done: false, reached: "no", retry: true },
  missed: { title: "Not run: its time had passed", done: false, reached: "no", retry: true },
} as const satisfies Readonly<Record<Outcome, OutcomeRow>>;

/** The outcomes of calls that did not go well. */
export type Failure = {
  [Of in Outcome]: (typeof OUTCOME_ROWS)[Of] extends { readonly failed: true } ? Of : never;
}[Outcome];

/** Whether nobody knows that it happened or did not; so it is, too, before it is known how a call ended. */
export function isDoubtful(outcome: Outcome): boolean {
  return rowOf(outcome).open === true;
}

export function rowOf(outcome: Outcome): OutcomeRow {
  return OUTCOME_ROWS[outcome];
}
