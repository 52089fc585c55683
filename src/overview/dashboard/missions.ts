/** Current missions: each plan under way, with where it is, why it waits, and what comes next. */
import { isBlockedByPerson } from "../../note/plan/standstill";
import { dueOf, dueState } from "../../note/plan/due";
import { sayRepeat } from "../../note/plan/repeat";
import { finishedSteps } from "../../note/plan/plan";
import { moment } from "../../kit/dates";
import { firstOf } from "../../kit/sorted";
import { blockTitle, BLOCKS } from "../../note/plan/blocks";
import { count, counted } from "../../kit/numbers";
import { describePlan, stateWords } from "../describe";
import { requestRef, stepRef } from "../noteRef";
import { currentPlan, type PlanView, type World } from "../../rules/world";
import { nameOfPlan } from "../noteRef";
import { withoutLinks } from "../titles";
import { appLink, costOf, linkTo, safe } from "./measure";
import type { Titles } from "./planNames";
import type { Show } from "../report";

/** Missions told in full; more are counted. */
const SHOWN = 5;

export function missions(world: World, titles: Titles, show: Show, room: number): string[] {
  const first = currentPlan(world);
  const under = world.plans.filter(
    (view) => !view.hasDuplicateId && (view.plan.status === "Active" || view.plan.status === "Blocked"),
  );
  const ordered = [...under.filter((view) => view === first), ...under.filter((view) => view !== first)];
  const lines: string[] = [];
  let shown = 0;
  for (const view of ordered.slice(0, SHOWN)) {
    const block = ["", ...mission(view, titles, show, world)];
    if (shown > 0 && costOf(lines) + costOf(block) > room - RESERVE) break;
    lines.push(...block);
    shown += 1;
  }
  const untold = (status: "Active" | "Blocked"): number =>
    world.planIndex.of(status).total -
    ordered.slice(0, shown).filter(({ plan }) => plan.status === status).length;
  const [active, blocked] = [untold("Active"), untold("Blocked")];
  if (active + blocked > 0)
    lines.push(
      "",
      `And ${counted(active + blocked, "more plan")} under way: ${count(active)} active, ${count(blocked)} waiting. ${appLink({ do: "view" })}`,
    );
  if (ordered.length === 0) lines.push("", "No plan is under way.");
  return [...lines, ...drafts(world, titles)];
}

/** Bytes for what follows the missions: the count of the others, and the drafts. */
const RESERVE = 600;

function mission(view: PlanView, titles: Titles, show: Show, world: World): string[] {
  const { plan, step } = view;
  const { status, reason, wayOut } = describePlan(view, world);
  const since = moment(view.blockedSince);
  const next = plan.steps.find((each) => each.state === "open" && each.n > (step?.n ?? Infinity));
  const finished = finishedSteps(plan);
  return [
    `### ${titles.link(nameOfPlan(plan), undefined, 110)}`,
    "",
    `\`${bar(finished, plan.steps.length)}\` ${count(finished)} of ${counted(plan.steps.length, "step")}`,
    "",
    `- **Status:** ${status}${reason === null ? "" : ` — ${safe(reason, 140)}`}`,
    ...timeRows(view, world),
    ...(step === null
      ? []
      : [`- **Current step:** ${String(step.n)} of ${String(plan.steps.length)}, ${stepText(view)}`]),
    ...(since === null ? [] : [`- **Waiting since:** ${show(since)}`]),
    ...waitingFor(view),
    ...(wayOut === null ? [] : [`- **What you can do:** ${wayOut}`]),
    ...(next === undefined
      ? []
      : [`- **Next step:** ${String(next.n)}, ${safe(withoutLinks(next.text), 110)}`]),
  ];
}

/** With the day itself: the note is read later, too. */
function timeRows({ plan }: PlanView, world: World): string[] {
  const due = dueOf(plan, world.settings.time_zone);
  const state = due === null ? null : dueState(due, world);
  const repeat = sayRepeat(plan);
  return [
    ...(state === null
      ? []
      : [`- **Due:** ${state.isOverdue ? "overdue since " : state.isToday ? "today, " : ""}${state.shown}`]),
    ...(repeat === null ? [] : [`- **Again:** ${safe(repeat, 200)}`]),
  ];
}

/** Leads to the step where something can be led to it. */
function stepText(view: PlanView): string {
  const text = safe(withoutLinks(view.step?.text ?? ""), 110);
  if (view.step?.id == null) return text;
  const ref = stepRef(view);
  return `${text} (${linkTo(ref.target, "show", ref.block)})`;
}

function waitingFor({ plan, block: now, foundLast, request }: PlanView): string[] {
  const block = now ?? foundLast;
  if (block === null || isBlockedByPerson(plan)) return [];
  if (request === null || block.request !== request.id)
    return [`- **Waiting for:** ${WAITED_FOR[block.kind] ?? blockTitle(block.kind).toLowerCase()}`];
  const ref = requestRef(request);
  const words = stateWords(request).toLowerCase();
  return ref === null
    ? [`- **Waiting for:** you; ${words}`]
    : [`- **Waiting for:** ${linkTo(ref.target, ref.shown, ref.block)} (${words})`];
}

const WAITED_FOR: Partial<Record<keyof typeof BLOCKS, string>> = {
  action: "you, to say exactly what to send",
  unclear: "you, to correct the step",
  merging: "you, to say whether you want it",
  server: "the server",
  device: "the acting device",
  queue: "your answers",
};

const CELLS = 10;

/** Full only when everything is finished. */
export function bar(done: number, total: number): string {
  const filled = total === 0 ? 0 : Math.floor((done / total) * CELLS);
  return "█".repeat(filled) + "░".repeat(CELLS - filled);
}

function drafts({ planIndex }: World, titles: Titles): string[] {
  const { total, summaries } = planIndex.of("Draft");
  const [newest] = firstOf(1, summaries);
  if (newest === undefined) return [];
  const start = appLink({ do: "start", plan: newest.taskId });
  const rest = total === 1 ? "is a draft" : `and ${counted(total - 1, "more draft")} wait to be started`;
  const named = `${titles.link(newest)}${start === "" ? "" : ` (${start})`}`;
  return ["", `${named} ${rest}. To start ${total === 1 ? "it" : "one"}, set its status to Active.`];
}
