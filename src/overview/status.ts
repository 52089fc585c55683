/**
 * The output of `status --json`: the world as plain facts for another program. Keys are a promise; order is total, so
 * equal worlds print alike.
 */
import { compareStamps, compareText } from "../kit/order";
import type { PlanSummary } from "../note/index/summary";
import { isOverdue, type Priority } from "../note/plan/due";
import type { Block, BlockKind } from "../note/plan/blocks";
import type { State } from "../approval/request/states";
import { pathOf } from "../settings/settings";
import { moment, writeStamp } from "../kit/dates";
import { usdOf } from "../kit/ports/spent";
import { runningOf, spentOf } from "./activity";
import { fullReason } from "../approval/obstacle";
import type { NotePlace, RequestView } from "../approval/view";
import {
  currentPlan,
  type AdoptableGroup,
  type DuplicateGroup,
  type PlanView,
  type World,
} from "../rules/world";

export interface StatusReport {
  /** Task id of the plan that is resumed next. */
  readonly current: string | null;
  readonly plans: readonly PlanStatus[];
  readonly requests: readonly RequestStatus[];
  readonly problems: readonly {
    readonly path: string;
    readonly line: number | null;
    readonly kind: string;
    readonly message: string;
  }[];
  readonly adoptable: readonly Omit<AdoptableGroup, "of" | "paths" | "line">[];
  /** Tasks that seem to need a plan and have none. `why` names the words and where they stand. */
  /** `topic`: of one that asks to be thought through. */
  readonly tasks: readonly { readonly path: string; readonly why: string; readonly topic?: string }[];
  readonly duplicates: readonly { readonly key: string; readonly paths: readonly string[] }[];
  /** Calls of models that are under way, in this run or in another one of this device. */
  readonly running: readonly {
    readonly kind: "think";
    /** Task id. */
    readonly plan: string;
    readonly step: number | null;
    readonly since: string | null;
    /** The model’s last sign of life; null when another run asked it. */
    readonly last: string | null;
    /** Of a program that this run started: its last deeds, the newest last. */
    readonly deeds?: readonly { readonly at: string | null; readonly words: string }[];
    /** The deed that it does over and over; null for none. */
    readonly repeats?: string | null;
  }[];
}

export interface PlanStatus {
  readonly task_id: string;
  readonly path: string;
  /** First line of the objective, or the file's name. */
  readonly objective: string;
  readonly status: string;
  /** `highest` to `lowest`. */
  readonly priority: Priority;
  /** The day or the moment by which it is to be done, as its note has it; null without one, and once it is over. */
  readonly due: string | null;
  /** It should be done already, by the clock of the vault. */
  readonly overdue: boolean;
  /** How an agent works on it; null when none does. */
  readonly agent: "auto" | "step" | null;
  /**
   * By its agent so far, as the work notes have it; null when they do not tell. `usd` is null when a price is not
   * known.
   */
  readonly spent: { readonly turns: number; readonly tokens: number; readonly usd: number | null } | null;
  /** Ticked and skipped steps. */
  readonly done: number;
  readonly total: number;
  readonly next_step: { readonly n: number; readonly text: string; readonly gated: boolean } | null;
  /** `step` is the number of the step; `since` is an ISO stamp, null when the log does not say. */
  readonly blocked: {
    readonly kind: BlockKind;
    readonly step: number | null;
    readonly since: string | null;
    readonly reason: string | null;
  } | null;
}

export interface RequestStatus {
  /** Empty for a note that is no request of ours and claims none. */
  readonly action_id: string;
  /** Where the note is; where it would wait, when it is gone. */
  readonly path: string;
  readonly task_id: string;
  readonly action_type: string;
  readonly state: State;
  readonly since: string | null;
  readonly reason: string;
}

export function statusOf(world: World): StatusReport {
  const requests = [...world.requests].sort(
    (a, b) =>
      compareStamps(moment(a.created), moment(b.created)) ||
      compareText(a.name, b.name) ||
      compareText(a.id, b.id) ||
      compareText(requestPath(world, a), requestPath(world, b)),
  );
  const problems = [...world.problems].sort(
    (a, b) =>
      compareText(a.path, b.path) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compareText(a.kind, b.kind) ||
      compareText(a.message, b.message),
  );
  const duplicates = world.duplicates.map((group) => ({
    key: sharedKey(group, world),
    paths: [...group.paths].sort(compareText),
  }));
  return {
    current: currentPlan(world)?.plan.taskId ?? null,
    plans: plansOf(world),
    requests: requests.map((each) => requestStatus(world, each)),
    problems: problems.map(({ path, line, kind, message }) => ({ path, line, kind, message })),
    adoptable: [...world.adoptable]
      .sort((a, b) => b.count - a.count || compareText(a.kind, b.kind))
      .map(({ kind, count, example }) => ({ kind, count, example })),
    tasks: [...world.intake.tasks]
      .sort((a, b) => compareText(a.path, b.path))
      .map(({ path, why, topic }) => ({ path, why, ...(topic === null ? {} : { topic }) })),
    duplicates: duplicates.sort(
      (a, b) => compareText(a.key, b.key) || compareText(a.paths.join("\n"), b.paths.join("\n")),
    ),
    running: runningOf(world).map(({ view, since, last, heard }) => ({
      kind: "think",
      plan: view.plan.taskId,
      step: view.step?.n ?? null,
      since: stamp(since),
      last: stamp(last),
      ...(heard === null
        ? {}
        : { deeds: heard.deeds.map(({ at, words }) => ({ at: stamp(at), words })), repeats: heard.repeats }),
    })),
  };
}

/** Spelled as in the note whose path comes first, whichever was read first. */
export function sharedKey(
  { by, key, paths }: DuplicateGroup,
  { planIndex }: Pick<World, "planIndex">,
): string {
  const plan = planIndex.at([...paths].sort(compareText)[0] ?? "");
  return (by === "source" ? plan?.source : plan?.taskId) ?? key;
}

function plansOf(world: World): PlanStatus[] {
  const { planIndex, plans } = world;
  const looked = new Map(plans.map((view) => [view.plan.path, view]));
  return [...planIndex.all()].map((summary) =>
    planStatus(
      summary,
      blockShown(looked.get(summary.path)) ?? (looked.has(summary.path) ? null : summary.block),
      spentStatus(looked.get(summary.path), world),
      world.now,
    ),
  );
}

/** The block of a plan; where this run has not asked, the one that an earlier run found. */
function blockShown(view: PlanView | undefined): Block | null {
  return view?.block ?? view?.foundLast ?? null;
}

function spentStatus(view: PlanView | undefined, world: World): PlanStatus["spent"] {
  const spent = view === undefined ? null : spentOf(view, world);
  return spent === null ? null : { turns: spent.turns, tokens: spent.tokens, usd: usdOf(spent) };
}

function planStatus(
  summary: PlanSummary,
  block: Block | null,
  spent: PlanStatus["spent"],
  now: number,
): PlanStatus {
  const { taskId, path, title, status, priority, due, agent, finished, total, next } = summary;
  return {
    task_id: taskId,
    path,
    objective: title,
    status,
    priority,
    due: due?.text ?? null,
    overdue: isOverdue(summary, now),
    agent,
    spent,
    done: finished,
    total,
    next_step: next === null ? null : { n: next.n, text: next.text, gated: next.gated },
    blocked: blockedStatus(summary, block),
  };
}

/** A person's block comes first: as long as it stands, an approval would not set the plan going. */
function blockedStatus({ next, since, byPerson }: PlanSummary, block: Block | null): PlanStatus["blocked"] {
  const at = stamp(since);
  if (byPerson !== null) return { kind: "person", step: next?.n ?? null, since: at, reason: byPerson.reason };
  return block === null ? null : { kind: block.kind, step: block.n, since: at, reason: block.reason };
}

function requestStatus(world: World, request: RequestView): RequestStatus {
  const { id, task, type, state } = request;
  const arrived = decidingNote(request)?.since;
  return {
    action_id: id,
    path: requestPath(world, request),
    task_id: task,
    action_type: type,
    state,
    since: stamp(state === "waiting" && moment(request.created) !== null ? request.created : arrived),
    reason: fullReason(request),
  };
}

export function requestPath(world: Pick<World, "settings">, request: RequestView): string {
  return (
    decidingNote(request)?.path ??
    request.recordNote?.path ??
    request.renamed?.from ??
    `${pathOf(world.settings, "pending")}/${request.name}`
  );
}

const RANK = { approved: 0, pending: 1, rejected: 2, done: 3 } as const;

/**
 * The note that says what state it is in: the approved one, then the waiting one; for a refused one the note among the
 * rejected.
 */
function decidingNote({ notes, state }: RequestView): NotePlace | undefined {
  const rank = (note: NotePlace): number =>
    state === "rejected" && note.folder === "rejected" ? -1 : RANK[note.folder];
  return [...notes].sort((a, b) => rank(a) - rank(b) || compareText(a.path, b.path))[0];
}

function stamp(ms: number | null | undefined): string | null {
  const at = moment(ms);
  return at === null ? null : writeStamp(at);
}
