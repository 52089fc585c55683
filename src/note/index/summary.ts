/**
 * A plan in a few words: all that lists, counts and the Dashboard need of one that stands still. Made from its note
 * alone, so that it is true as long as the note is as it was.
 */
import { sayOpen, WAY_OUT_OF_OPEN_BOXES } from "../plan/boxes";
import { contentOf } from "../intake/duplicates";
import { remember } from "../../kit/remember";
import { momentIn } from "../../kit/dates";
import { planKey } from "../../kit/ids";
import { compareText } from "../../kit/order";
import type { Problem } from "../../kit/problem";
import { posesAQuestion, type Block } from "../plan/blocks";
import {
  finishedSteps,
  isGated,
  isOver,
  nextStep,
  planTitle,
  type Plan,
  type Status,
  type Step,
} from "../plan/plan";
import { putOffUntil } from "../plan/putOffUntil";
import { ticked } from "../plan/questions";
import { byPriority, dueOf, isOverdue, priorityOf, sayNoDay, type Due, type Priority } from "../plan/due";
import { sayNoRepeat } from "../plan/repeat";
import { blockByItself, isMergedAway, ownBlock, personsReason } from "../plan/standstill";

export interface PlanSummary {
  readonly path: string;
  /** As written. */
  readonly taskId: string;
  readonly key: string;
  readonly status: Status;
  /** How an agent works on it; null where none does. */
  readonly agent: Plan["agent"];
  readonly source: string | null;
  readonly created: number | null;
  readonly priority: Priority;
  /** The moment by which it is to be done; null without one, and once it is over. */
  readonly due: Due | null;
  /** The objective's first line, or the file's name where there is none. */
  readonly title: string;
  readonly total: number;
  /** Ticked and skipped steps. */
  readonly finished: number;
  /** The step that is next; null when the plan is over or none is open. */
  readonly next: NextStep | null;
  /** Why it cannot go on, as far as the note alone tells. */
  readonly block: Block | null;
  /**
   * When the block that stands was written into the log; null when it is not ours, or there is none. Milliseconds since
   * the epoch.
   */
  readonly since: number | null;
  /** The same, or when it comes back to a person who put it off, whichever is later. */
  readonly stoodSince: number | null;
  /** It is blocked, and not by us: with what the note gives as the reason, or null. */
  readonly byPerson: { readonly reason: string | null } | null;
  /** The newest line of its log. Milliseconds since the epoch; null when no line has a time. */
  readonly newest: number | null;
  /**
   * Fingerprint that the plan shares with another of the same content (intake contentOf); null once it is over, or
   * where it unfolds from a flow.
   */
  readonly content: string | null;
  /** Its log says that it went into another plan. */
  readonly isMerged: boolean;
  /** Mistakes that a person has to put right in it. */
  readonly faults: readonly Problem[];
}

export interface NextStep {
  readonly n: number;
  readonly text: string;
  readonly id: string | null;
  readonly gated: boolean;
  /** An agent does it, not a person. */
  readonly isForAgent: boolean;
  /** It waits until then. Milliseconds since the epoch. */
  readonly notBefore: number | null;
}

/** `zone`: by whose clock the vault counts days. */
export function summaryOf(plan: Plan, zone: string): PlanSummary {
  const step = isOver(plan) ? null : nextStep(plan);
  const own = plan.status === "Blocked" ? ownBlock(plan) : null;
  const block = blockByItself(plan, step);
  const fault = firstFault(plan, step);
  const since = own?.entry.at ?? null;
  return {
    path: plan.path,
    taskId: copyText(plan.taskId),
    key: copyText(plan.key),
    status: plan.status,
    agent: plan.agent,
    source: plan.source === null ? null : copyText(plan.source),
    created: plan.created,
    priority: priorityOf(plan),
    due: dueOf(plan, zone),
    title: copyText(planTitle(plan)),
    total: plan.steps.length,
    finished: finishedSteps(plan),
    next: step === null ? null : nextOf(plan, step, zone),
    block:
      block === null
        ? null
        : { ...block, step: step?.id == null ? null : copyText(step.id), reason: copyText(block.reason) },
    since,
    // A plan that waits for a time of its own does not stand still.
    stoodSince:
      since === null || own?.mark.block === "scheduled"
        ? null
        : Math.max(since, putOffUntil(plan, step) ?? since),
    byPerson: plan.status === "Blocked" && own === null ? { reason: whyByPerson(plan) } : null,
    newest: plan.log.newest,
    // A flow makes the same steps each time: two of its plans stand for two things, each with work of its own.
    content: isOver(plan) || plan.flow !== null ? null : contentOf(plan),
    isMerged: isMergedAway(plan),
    faults: fault === null ? NONE : [fault],
  };
}

/** Of a note that states an id, and that is no plan as it stands: nothing else is known of it. */
export function bareSummary(path: string, taskId: string): PlanSummary {
  const id = copyText(taskId);
  return {
    path,
    taskId: id,
    key: copyText(planKey(id)),
    status: "Draft",
    agent: null,
    source: null,
    created: null,
    priority: "normal",
    due: null,
    title: "",
    total: 0,
    finished: 0,
    next: null,
    block: null,
    since: null,
    stoodSince: null,
    byPerson: null,
    newest: null,
    content: null,
    isMerged: false,
    faults: NONE,
  };
}

function whyByPerson(plan: Plan): string | null {
  const reason = personsReason(plan);
  return reason === null ? null : copyText(reason);
}

function nextOf({ agent }: Plan, step: Step, zone: string): NextStep {
  const { n, text, id, notBefore, boxed } = step;
  return {
    n,
    text: copyText(text),
    id: id === null ? null : copyText(id),
    gated: isGated(step),
    isForAgent: agent !== null && boxed && !isGated(step),
    notBefore: notBefore === null ? null : momentIn(notBefore, zone),
  };
}

/**
 * A part of a note’s text would keep the whole of it in memory. A part of something put together is a part of a new and
 * short text.
 */
function copyText(text: string): string {
  return `${text} `.slice(0, -1);
}

/** A person has to say what exactly is to be sent. */
export function needsWords({ block, byPerson }: PlanSummary): boolean {
  return block?.kind === "action" && byPerson === null;
}

/** The next step is an ordinary one that a person does, whatever day it waits for. */
export function isForPerson({ status, next }: Pick<PlanSummary, "status" | "next">): boolean {
  return status === "Active" && next !== null && !next.gated && !next.isForAgent;
}

/** A person set it to Blocked, and nobody but a person lets it go on. */
export function isHeldByPerson({ status, byPerson }: Pick<PlanSummary, "status" | "byPerson">): boolean {
  return status === "Blocked" && byPerson !== null;
}

const NONE: readonly Problem[] = [];

/** The first mistake that a person has to put right, the gravest first; null for none. */
function firstFault(plan: Plan, step: Step | null): Problem | null {
  const { path, status, steps } = plan;
  if (!isOver(plan) && isMergedAway(plan))
    return {
      kind: "half-merged",
      path,
      line: null,
      message:
        "is on hold: its log says that it was merged into another plan; run “Merge duplicates…” again, and if it is still here, look in that plan for its steps",
    };
  const open = steps.filter((each) => each.state === "open").length;
  if (status === "Done" && open > 0)
    return {
      kind: "illegal-status",
      path,
      line: null,
      message: `the status says Done, but ${String(open)} ${open === 1 ? "step is" : "steps are"} open; set it to Active, or tick the steps`,
    };
  const boxes = step === null && status === "Active" ? plan.findOpenBoxes() : [];
  if (boxes.length > 0)
    return {
      kind: "open-boxes",
      path,
      line: (boxes[0]?.line ?? 0) + 1,
      message: `every step is over, but ${sayOpen(boxes)}; ${WAY_OUT_OF_OPEN_BOXES}`,
    };
  if (plan.agentWord !== null && !isOver(plan))
    return {
      kind: "frontmatter",
      path,
      line: null,
      message: `“agent” says “${plan.agentWord.slice(0, 40)}”, so no agent works on this plan; write auto, step or off`,
    };
  if (step?.approval.kind === "unclear")
    return {
      kind: step.approval.fixable === true ? "broken-block" : "step-id",
      path,
      line: step.approval.line,
      message: step.approval.why,
    };
  const unread = isOver(plan) ? null : (sayNoDay(plan) ?? sayNoRepeat(plan));
  if (unread !== null) return { kind: "frontmatter", path, line: null, message: unread };
  // Only while the plan stands at this question: otherwise its ticks no longer matter.
  const own = plan.status === "Blocked" ? ownBlock(plan)?.mark : undefined;
  const question =
    own === undefined || !posesAQuestion(own.block)
      ? undefined
      : ticked(plan).find((each) => each.answer === "several" && each.step === own.step);
  return question === undefined
    ? null
    : {
        kind: "several-answers",
        path,
        line: question.line,
        message: "several answers are ticked under this question, so none counts; leave one ticked",
      };
}

/** Nothing goes on where finished plans lie: a person moved it there, or opened it again there. */
export function putAwayFaults({ path, status }: Pick<PlanSummary, "path" | "status">): readonly Problem[] {
  if (status !== "Active" && status !== "Blocked") return NONE;
  return [
    {
      kind: "unfinished-put-away",
      path,
      line: null,
      message: `is among the finished plans, although its status is ${status}; move it back to the Plans folder, or set its status to Done or Cancelled`,
    },
  ];
}

/** One that was put away, and says that nothing of the plan is to go on. */
export function saysOver({ status, isMerged }: Pick<PlanSummary, "status" | "isMerged">): boolean {
  return status === "Done" || (status === "Cancelled" && !isMerged);
}

const TURN = { Active: 0, Blocked: 1, Draft: 2, Done: 3, Cancelled: 4 } as const satisfies Record<
  Status,
  number
>;

/** The facts that decide the turn of a plan. */
export type Turn = Pick<PlanSummary, "status" | "due" | "priority" | "created" | "key" | "path">;

export const turnOf = remember((plan: Plan, zone: string): Turn => {
  const { status, created, key, path } = plan;
  return { status, created, key, path, due: dueOf(plan, zone), priority: priorityOf(plan) };
});

/**
 * Active before Blocked before Draft; then what is overdue, what is more urgent, what is due sooner, the newest, and
 * the id: a total order, so that two devices agree. `now`: what was due before is overdue.
 */
export function byTurn(a: Turn, b: Turn, now: number): number {
  return TURN[a.status] - TURN[b.status] || byUrgency(a, b, now);
}

/** Urgency decides alone, whatever the status of the two is. */
export function byUrgency(a: Turn, b: Turn, now: number): number {
  const turn = Number(isOverdue(b, now)) - Number(isOverdue(a, now)) || byPriority(a.priority, b.priority);
  if (turn !== 0) return turn;
  const due = (a.due?.at ?? Infinity) - (b.due?.at ?? Infinity);
  if (due !== 0 && !Number.isNaN(due)) return due;
  const created = (b.created ?? -Infinity) - (a.created ?? -Infinity);
  if (created !== 0 && !Number.isNaN(created)) return created;
  return compareText(a.key, b.key) || compareText(a.path, b.path);
}
