/**
 * Undoes what a person did to a plan: the last of it that still stands, by the plan's log. The plan is as it was
 * before, as far as that can be; what went out stays, no approval comes back, and each undoing is a line of the log.
 */
import { isSaidDone } from "../../approval/byHand";
import { isRejected } from "../../approval/asking";
import type { RequestView } from "../../approval/view";
import { escapeLine } from "../../kit/text";
import type { Entry, Mark, Word } from "../../note/plan/logEntry";
import { nextStep, planTitle, STATUSES, type Plan, type Status, type Step } from "../../note/plan/plan";
import { isPutOff } from "../../note/plan/putOffUntil";
import { shownAs, stepName } from "../../note/plan/steps";
import { withoutLinks } from "../../overview/titles";
import { log, type PlanChange } from "../../rules/moves";
import type { Command, Undone } from "../../rules/command";
import type { PlanView, World } from "../../rules/world";
import { pathOf } from "../../settings/settings";
import { changePlan } from "../perform/change";
import type { Context } from "../perform/context";
import { findArchived, findPlan } from "../perform/find";
import { whyNoPlan } from "../perform/judge";
import { no, told, yes, type Obeyed } from "../perform/replies";
import { CHANGED_SINCE } from "./byPerson";
import { bringBack } from "./putOffPlan";
import { boxChanged, hasGoneOn, lastWord, reopening, restoring, UNDID } from "./reopening";
import { takeBackApproved, WAITS_AGAIN } from "./takeBackApproved";
import { undoPutAway } from "./undoPutAway";

type Undo = Extract<Command, { readonly kind: "undo" }>;

export async function undo(command: Undo, world: World, context: Context): Promise<Obeyed> {
  const found = findPlan(command.plan, world);
  if (typeof found === "string") {
    const away = findArchived(command.plan, world).sure;
    return away === null
      ? no(await whyNoPlan(command.plan, found, world, context))
      : await undoPutAway(away, command, world, context);
  }
  const { view, world: planDetail } = await context.planDetail(found.path);
  if (view === null) return no(`${found.path} just changed or moved; try again.`);
  const said = saidDone(view, command);
  const last = said === null ? lastOf(view, command, planDetail, context) : said;
  if (last === null) return no(NOTHING);
  const step = "step" in last ? last.step : null;
  if (command.shown !== undefined && command.shown !== shownAs(view.plan, step)) return no(CHANGED_SINCE);
  switch (last.of) {
    case "said-done":
      return await takeBackSaid(view, last.step, planDetail, context);
    case "later":
      return await bringBack(view, planDetail, context);
    case "reject":
      return await undoRejection(view, last.step, last.request, context);
    case "cancel":
      return await undoCancel(view, last.entry, planDetail, context);
    case "skip":
    case "done":
      return await reopen(view, last, planDetail, context);
  }
}

type Last =
  | { readonly of: "later" | "said-done"; readonly step: Step }
  | { readonly of: "reject"; readonly step: Step; readonly request: RequestView }
  | { readonly of: "cancel"; readonly entry: Entry | null }
  | { readonly of: "skip" | "done"; readonly step: Step; readonly entry: Entry };

/** A step that a person says they did by hand, before that is recorded. */
function saidDone({ request, step }: PlanView, { of, step: n }: Undo): Last | null {
  if (step === null || request?.state !== "candidate" || !isSaidDone(request)) return null;
  return (of ?? "done") === "done" && (n ?? step.n) === step.n ? { of: "said-done", step } : null;
}

async function takeBackSaid({ plan }: PlanView, step: Step, world: World, context: Context): Promise<Obeyed> {
  const held = await takeBackApproved(plan.key, world, context);
  return typeof held === "number" ? yes(sayOpen(step, held)) : held;
}

function sayOpen(step: Step, held: number): string {
  return `Open again: ${withoutLinks(stepName(step))}.${held === 0 ? "" : WAITS_AGAIN}`;
}

/** The last thing that a person did and that still stands, of a kind where one is named; null for none. */
function lastOf(
  view: PlanView,
  { of: kind, step: n }: Undo,
  { now }: Pick<World, "now">,
  context: Context,
): Last | null {
  const { plan, step, request } = view;
  const isWanted = (of: Undone, at: Step | null): boolean =>
    (kind ?? of) === of && (n === undefined || n === at?.n);
  const off = step === null || !isPutOff(plan, step, now) ? null : lastWord(plan, step, ["later"]);
  const rejected = step !== null && request !== null && isRejected(request) ? request : null;
  const since = Math.max(0, ...(rejected?.notes ?? []).map((note) => note.since));
  const entry = plan.log.last((_mark, each) => {
    const at = boxChanged(plan, each, context);
    return at !== null && isWanted(at.of, at.step);
  });
  const box = entry === null ? null : boxChanged(plan, entry, context);
  const changed = box === null || entry === null ? null : { ...box, entry };
  // A box of an earlier step that was changed after all else is what was done last.
  const isBoxLast = (entry?.at ?? 0) > Math.max(since, off?.at ?? 0);
  if (plan.status !== "Cancelled" && isBoxLast && changed !== null) return changed;
  // A rejection is no line of the log: its note tells when it was.
  const isOffLast = off !== null && (rejected === null || since < (off.at ?? 0));
  if (step !== null && isOffLast && isWanted("later", step)) return { of: "later", step };
  if (step !== null && rejected !== null && isWanted("reject", step))
    return { of: "reject", step, request: rejected };
  if (step !== null && off !== null && isWanted("later", step)) return { of: "later", step };
  // A person may open a cancelled plan again, whoever cancelled it.
  if (plan.status === "Cancelled")
    return isWanted("cancel", null)
      ? { of: "cancel", entry: plan.log.last(({ word }) => word === "cancelled") }
      : null;
  return changed;
}

async function reopen(
  { plan, hash }: PlanView,
  { step, entry }: { readonly step: Step; readonly entry: Entry },
  world: World,
  context: Context,
): Promise<Obeyed> {
  if (hasGoneOn(plan, entry)) return no(`The plan has gone on since, so ${stepName(step)} stays as it is.`);
  const held = await takeBackApproved(plan.key, world, context);
  if (typeof held !== "number") return held;
  return told(await changePlan(plan.path, hash, reopening(plan, step), context), sayOpen(step, held));
}

/**
 * The plan has the status it had. A request that lies among the approved goes back to wait: cancelling took the
 * approval away, and this gives none. One that was withdrawn is asked again.
 */
async function undoCancel(
  view: PlanView,
  entry: Entry | null,
  world: World,
  context: Context,
): Promise<Obeyed> {
  const { plan, hash } = view;
  const requests = world.requestsOf.get(plan.key) ?? [];
  const held = await takeBackApproved(plan.key, world, context);
  if (typeof held !== "number") return held;
  const status = statusBefore(plan, entry);
  const step = nextStep(plan);
  const again: PlanChange[] =
    step === null || status !== "Active" || !wasWithdrawn(plan, step, requests)
      ? []
      : [log({ ...askedAgain(step), rationale: UNDID })];
  const back = held === 0 ? "" : WAITS_AGAIN;
  return told(
    await changePlan(plan.path, hash, [...restoring(status), ...again], context),
    `${status === "Draft" ? "A draft again" : "Open again"}: “${escapeLine(withoutLinks(planTitle(plan)), 120)}”.${back}`,
  );
}

/** As the line about it says, or the lines before it; a draft where nothing tells. */
function statusBefore({ log: lines }: Plan, entry: Entry | null): Status {
  const named = STATUSES.find((status) => status.toLowerCase() === entry?.mark?.text);
  if (named !== undefined) return named;
  const before = lines.last(({ word }) => word !== "cancelled" && TELLS_STATUS.includes(word))?.mark.word;
  return before === undefined || before === "drafted" ? "Draft" : "Active";
}

const TELLS_STATUS: readonly Word[] = ["drafted", "started", "asked", "blocked", "unblocked", "restored"];

/** It was asked for the step, which is not done, and no request of it is there any more. */
function wasWithdrawn(plan: Plan, step: Step, requests: readonly RequestView[]): boolean {
  const last = lastWord(plan, step, ["asked", "carried-out"]);
  return (
    last?.mark.word === "asked" &&
    !requests.some(
      (each) =>
        each.step === step.id &&
        each.state !== "spent" &&
        each.state !== "missing" &&
        each.state !== "unseen",
    )
  );
}

function askedAgain(step: Step): {
  readonly actor: "Human";
  readonly action: string;
  readonly mark: Pick<Mark, "word" | "step">;
} {
  return {
    actor: "Human",
    action: `Asked for ${stepName(step)} again`,
    mark: { word: "ask-again", step: step.id },
  };
}

/**
 * A rejection that no device has acted on is taken back: its note waits again, as it was. After that it is asked anew,
 * in a request of its own.
 */
async function undoRejection(
  { plan, hash }: PlanView,
  step: Step,
  request: RequestView,
  context: Context,
): Promise<Obeyed> {
  const note = wasSeen(plan, request) ? undefined : intactNote(request);
  if (note !== undefined) {
    const to = `${pathOf(context.settings, "pending")}/${request.name}`;
    const moved = await context.vault.move(note.path, to);
    if (moved.kind === "refused") return no(`That could not be done: ${moved.why}`);
    if (moved.kind !== "moved") return no("The note was moved just now. Look again.");
    const entry = log({
      actor: "Human",
      action: `Took back the rejection of ${stepName(step)}`,
      rationale: UNDID,
      mark: { word: "brought-back", step: step.id, request: request.id },
    });
    await changePlan(plan.path, hash, [entry], context);
    return yes("Not rejected any more: the request waits for you again.");
  }
  return told(
    await changePlan(
      plan.path,
      hash,
      [log({ ...askedAgain(step), rationale: "You took back the rejection" })],
      context,
    ),
    "This waits for you again. It is a new request, since the first one was turned down.",
  );
}

/** Whether the log speaks of the rejection: the acting device writes there once it has seen it. */
function wasSeen({ log: lines }: Plan, { id, state }: RequestView): boolean {
  return (
    state !== "rejected" ||
    lines.has(
      ({ word, block, request }) =>
        request === id && ((word === "blocked" && block === "rejected") || word === "draft-again"),
    )
  );
}

/** The only note of the request, where it lies among the rejected under its own name and as it was asked. */
function intactNote({ notes, name }: RequestView): RequestView["notes"][number] | undefined {
  const [note, ...more] = notes;
  return more.length === 0 &&
    note?.folder === "rejected" &&
    note.path.endsWith(`/${name}`) &&
    (note.parsed.kind === "sealed" || (note.parsed.kind === "elsewhere" && note.parsed.intact))
    ? note
    : undefined;
}

const NOTHING = "There is nothing to undo in this plan.";
