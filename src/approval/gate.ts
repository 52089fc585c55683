/**
 * The gate in front of every outside effect, as rows: each a clause that must hold, on bytes read a moment ago, with
 * the reason a person reads when it does not. `wait` clauses only need time or a person; `refuse` clauses spend the
 * approval if they persist.
 */
import type { State } from "./request/states";
import { sayMissed, type SendTime } from "./sendTime";

export interface GateFacts {
  readonly state: State;
  readonly stateReason: string;
  /** Reasons why this device acts on nothing at the moment. */
  readonly standing: readonly string[];
  readonly inApproved: boolean;
  readonly sealed: boolean;
  readonly typesAgree: boolean;
  readonly foldersAgree: boolean;
  readonly newest: boolean;
  readonly plan: "found" | "absent" | "frozen" | "merged";
  /** Path of a note that cannot be read just now and may be a note of its plan; null when there is none. */
  readonly unread: string | null;
  readonly planMayRun: boolean;
  /** Some step of the plan bears its id. */
  readonly stepThere: boolean;
  readonly stepIsCurrent: boolean;
  /** Why nobody understands the step as it is written now, as a sentence; null where it is understood. */
  readonly stepFault: string | null;
  readonly stepAsSealed: boolean;
  readonly stepDue: boolean;
  /** A person chose under Questions that it is not to be carried out, or several answers. */
  readonly answerObjects: boolean;
  /**
   * A copy that sync made of the plan has it cancelled, or the step done or answered, or a note of it that was put away
   * is done.
   */
  readonly copyObjects: boolean;
  /** Another action of this step had, or may have had, an effect. */
  readonly begunBefore: "no" | "maybe" | "yes";
  readonly repeats: boolean;
  /** `busy`: one of them cannot be read just now. `unknown`: none goes along, or nobody looked yet. */
  readonly attachments: "as-sealed" | "changed" | "busy" | "unknown";
  readonly byHand: boolean;
  readonly didIt: boolean;
  readonly sendTime: SendTime;
  /** `Thursday, 2026-12-10 09:00`; empty where it goes out as soon as it is approved. */
  readonly sendTimeWords: string;
  /** When its server takes calls again, for a person (`15:20`); null where it was not asked to wait. */
  readonly restWords: string | null;
  /** The approval of the request, or its time, is over by then. */
  readonly restsTooLong: boolean;
  /** The server could not be reached for as long as an approval waits. */
  readonly expired: boolean;
  readonly server: "as-sealed" | "changed" | "down" | "unknown";
  readonly serverReason: string;
  /** Needs a confirmation on this device, and why; null when not. */
  readonly confirmation: string | null;
  readonly confirmed: boolean;
  /** The app has just started, and a refusal of it may still be on its way. */
  readonly mayBeRefused: boolean;
  readonly quiet: boolean;
}

export interface GateRow {
  readonly id: string;
  readonly kind: "wait" | "refuse";
  readonly holds: (facts: GateFacts) => boolean;
  readonly say: (facts: GateFacts) => string;
}

const says = (text: string) => (): string => text;

export const GATE = [
  { id: "standing", kind: "wait", holds: (f) => f.standing.length === 0, say: (f) => f.standing[0] ?? "" },
  { id: "candidate", kind: "wait", holds: (f) => f.state === "candidate", say: (f) => f.stateReason },
  {
    id: "in-approved",
    kind: "wait",
    holds: (f) => f.inApproved,
    say: says("The note is not in the Approved folder."),
  },
  {
    id: "sealed",
    kind: "refuse",
    holds: (f) => f.sealed,
    say: says("Its note is not as this device wrote it."),
  },
  {
    id: "types-agree",
    kind: "refuse",
    holds: (f) => f.typesAgree,
    say: says("Its name gives one type, its action block another."),
  },
  {
    id: "folders-agree",
    kind: "refuse",
    holds: (f) => f.foldersAgree,
    say: says("The settings now name other folders than when Planwright wrote it."),
  },
  { id: "newest", kind: "refuse", holds: (f) => f.newest, say: says("Its step has a newer request.") },
  // Before the next two: the unread note may decide them once it can be read.
  {
    id: "plan-read",
    kind: "wait",
    holds: (f) => f.unread === null,
    say: (f) =>
      `${f.unread ?? ""} cannot be read, and may be its plan or a copy of it. Repair that note as the Dashboard says, or move it out of the plan folders.`,
  },
  {
    id: "plan-there",
    kind: "refuse",
    holds: (f) => f.plan !== "absent",
    say: says(
      "Its plan is not in the Plans folder, or cannot be read. Put the plan back, or reject this request.",
    ),
  },
  {
    id: "plan-unique",
    kind: "wait",
    holds: (f) => f.plan !== "frozen",
    say: says("Two notes have the id of its plan. Keep one, and move the other out of the plan folders."),
  },
  {
    id: "plan-stays",
    kind: "wait",
    holds: (f) => f.plan !== "merged",
    say: says("Its plan’s log says that the plan was merged into another. Decide which of the two to keep."),
  },
  {
    id: "step-current",
    kind: "refuse",
    holds: (f) => f.stepIsCurrent,
    say: (f) =>
      f.stepThere
        ? "Its step is not the next open step of the plan."
        : "Its plan no longer has its step. Put the step back with its id, or reject this request.",
  },
  { id: "step-clear", kind: "refuse", holds: (f) => f.stepFault === null, say: (f) => f.stepFault ?? "" },
  // After the step: a plan that we blocked at another step is under way.
  {
    id: "plan-runs",
    kind: "refuse",
    holds: (f) => f.planMayRun,
    say: says("Its plan is not active. To continue, set its status to Active."),
  },
  // Before anything waits: the answer is taken while the person could still take the approval back.
  {
    id: "answers",
    kind: "wait",
    holds: (f) => !f.answerObjects,
    say: says(
      "In its plan, under Questions, “skip this step”, “cancel this plan” or several answers are ticked. If it should go out, remove those ticks.",
    ),
  },
  {
    id: "step-sealed",
    kind: "refuse",
    holds: (f) => f.stepAsSealed,
    say: says("The step or its action was changed in the plan, or is about to be filled in again."),
  },
  { id: "step-due", kind: "wait", holds: (f) => f.stepDue, say: says("The step waits for its date.") },
  {
    id: "copies-agree",
    kind: "wait",
    holds: (f) => !f.copyObjects,
    say: says(
      "Another note of its plan (a sync copy, or an archived one) disagrees: there, the plan is cancelled or done, or the step is done or must not run. Keep the right note, and move the other out of the plan folders.",
    ),
  },
  {
    id: "not-before",
    kind: "refuse",
    holds: (f) => f.begunBefore === "no" || (f.begunBefore === "yes" && f.repeats),
    say: says("This step was carried out, or begun, before."),
  },
  {
    id: "attachments",
    kind: "refuse",
    holds: (f) => f.attachments !== "changed",
    say: says("An attached file is not the one you approved."),
  },
  {
    id: "attachments-read",
    kind: "wait",
    holds: (f) => f.attachments !== "busy",
    say: says("An attached file cannot be read now. Nothing goes out until it can."),
  },
  {
    id: "confirmed",
    kind: "wait",
    holds: (f) => f.confirmation === null || f.confirmed,
    say: (f) => f.confirmation ?? "",
  },
  {
    id: "by-hand",
    kind: "wait",
    holds: (f) => !f.byHand || f.didIt,
    say: says("Do it by hand, then tick “I did it” in its note."),
  },
  {
    id: "not-too-late",
    kind: "refuse",
    holds: (f) => f.byHand || f.sendTime !== "missed",
    say: (f) => sayMissed(f.sendTimeWords),
  },
  // Before its server: whether that answers counts when it is to go out.
  {
    id: "not-too-early",
    kind: "wait",
    holds: (f) => f.byHand || f.sendTime !== "to-come",
    say: (f) => `Goes out on ${f.sendTimeWords}.`,
  },
  {
    id: "in-time",
    kind: "refuse",
    holds: (f) => !f.expired,
    say: says("Its server could not be reached for so long that you are asked again."),
  },
  {
    id: "server-sealed",
    kind: "refuse",
    holds: (f) => f.byHand || f.server !== "changed",
    say: (f) => f.serverReason,
  },
  // After those that the end of its rest mends nothing of; before the question whether it answers, which it is spared.
  {
    id: "server-rests",
    kind: "wait",
    holds: (f) => f.restWords === null,
    say: (f) =>
      f.restsTooLong
        ? `Its server takes no more until ${f.restWords ?? ""}. That is too late for it, so you are asked again.`
        : `Goes out at ${f.restWords ?? ""}; its server takes no more for now.`,
  },
  {
    id: "server-up",
    kind: "wait",
    holds: (f) => f.byHand || f.server !== "down",
    say: (f) => f.serverReason,
  },
  {
    id: "sync-is-in",
    kind: "wait",
    holds: (f) => !f.mayBeRefused || f.byHand,
    say: says("The app just started. It waits a moment for sync, in case this was rejected elsewhere."),
  },
  // Last, so that what will still hinder it when the moment is over is said at once, and not only then.
  {
    id: "quiet",
    kind: "wait",
    holds: (f) => f.quiet || f.byHand,
    say: says("Waiting a moment, so that you can undo it."),
  },
] as const satisfies readonly GateRow[];

export type Clause = (typeof GATE)[number]["id"];

/** Clauses about the plan: they are as true before the approval as afterwards, and on any device. */
export const OF_ITS_PLAN: readonly Clause[] = [
  "plan-read",
  "plan-there",
  "plan-unique",
  "plan-stays",
  "plan-runs",
  "step-current",
  "step-clear",
  "answers",
  "copies-agree",
];

/** The first objection of its plan, approved or not; null for none. */
export function planObjection(
  facts: GateFacts,
): (Pick<GateRow, "kind"> & { readonly reason: string }) | null {
  const row = GATE.find((each) => OF_ITS_PLAN.includes(each.id) && !each.holds(facts));
  return row === undefined ? null : { kind: row.kind, reason: row.say(facts) };
}

/**
 * Clauses that are as true on any device, and that a person can do something about: they are told even where this run,
 * or this device, carries nothing out.
 */
const TOLD_ANYWHERE = ["confirmed", "by-hand", "not-too-early"];

/** Clauses that time alone satisfies, at a moment that is known and told. */
const OF_A_TIME: readonly string[] = ["not-too-early", "server-rests"] satisfies readonly Clause[];

/** Whether an approved request goes out by itself at a time that is known. */
export function isScheduled(objection: { readonly id: string } | null): boolean {
  return objection !== null && OF_A_TIME.includes(objection.id);
}

/** Clauses that a moment satisfies: nobody has to do anything for them. */
const OF_A_MOMENT: readonly string[] = ["sync-is-in", "quiet"] satisfies readonly Clause[];

/** Whether an approved request goes out by itself in a moment; `objection` is what the gate has against it. */
export function isAboutToRun(objection: { readonly id: string } | null): boolean {
  return objection === null || OF_A_MOMENT.includes(objection.id);
}

/** The objection a person reads. */
export function shownObjection(facts: GateFacts): ReturnType<typeof firstObjection> {
  const first = firstObjection(facts);
  if (first?.row.id !== "standing") return first;
  const next = firstObjection({ ...facts, standing: [] });
  return next !== null && TOLD_ANYWHERE.includes(next.row.id) ? next : first;
}

/**
 * The first clause that does not hold; null when the action may be carried out (or nothing but the server is still to
 * be asked).
 */
export function firstObjection(facts: GateFacts): { readonly row: GateRow; readonly reason: string } | null {
  const row = GATE.find((each) => !each.holds(facts));
  return row === undefined ? null : { row, reason: row.say(facts) };
}
