/**
 * The plans that are not over, as the start page lists them: by priority and due day, each with who is next. Text from
 * notes is passed on as it is; the face that shows it neutralises it.
 */
import { isDoneByHand } from "../../approval/confirming";
import { isAboutToRun } from "../../approval/gate";
import { sendMoment } from "../../approval/sendTime";
import type { RequestView } from "../../approval/view";
import { DAY, dayIn, showIn, showUntil } from "../../kit/dates";
import { byUrgency, isForPerson, type PlanSummary } from "../../note/index/summary";
import { withoutHand } from "../../note/plan/approvalMarker";
import { byPriority, dueState, sayMoment } from "../../note/plan/due";
import { startsFrom } from "../../rules/nextTime";
import type { PlanView, World } from "../../rules/world";
import { hasAgentWork } from "../../agent/agentMove";
import { isAnswered, openQuestion } from "../mission/questions";
import { putOffOf } from "../putOffPlans";
import { requestTitle, viewsOf, withoutDay, withoutLinks } from "../titles";

export interface PlanRow {
  readonly path: string;
  readonly title: string;
  /** The question, the subject of the request, or the words of the next step; empty where that is the title. */
  readonly line: string;
  readonly isUrgent: boolean;
  readonly due: { readonly words: string; readonly isLate: boolean } | null;
  readonly next: Next;
  /** It begins, or goes on, once a person says so. */
  readonly answer: "start" | "resume" | null;
}

/** The person, the agent, the day or the other one that a plan waits for. */
export interface Next {
  readonly who: "you" | "agent" | "day" | "other" | "planwright" | "nobody";
  readonly words: string;
}

const OPEN = ["Active", "Blocked", "Draft"] as const;
const YOU: Next = { who: "you", words: "You" };
const PLANWRIGHT: Next = { who: "planwright", words: "Planwright" };

/** The number of plans that are not over. */
export function countPlans({ planIndex }: Pick<World, "planIndex">): number {
  return OPEN.reduce((sum, status) => sum + planIndex.totals.plans[status], 0);
}

/** The first ones; two notes with one id among them, of which a person decides which stays. */
export function planRows(world: World, most: number): readonly PlanRow[] {
  const views = viewsOf(world.plans);
  return [...world.planIndex.all()]
    .filter(({ status }) => OPEN.some((each) => each === status))
    .sort((a, b) => byUrgency(a, b, world.now))
    .slice(0, most)
    .map((summary) => rowOf(summary, views.get(summary.path) ?? null, world));
}

function rowOf(summary: PlanSummary, view: PlanView | null, world: World): PlanRow {
  const title = withoutLinks(summary.title);
  const next = nextOf(summary, view, world);
  const line = lineOf(summary, view, next);
  const due = sayWhenDue(summary, world);
  return {
    path: summary.path,
    title,
    line: line === title ? "" : line,
    isUrgent: byPriority(summary.priority, "medium") < 0,
    // A day that it waits for is said once.
    due: due !== null && next.words === sayOn(due.words) ? null : due,
    next,
    answer: summary.byPerson !== null ? "resume" : summary.status === "Draft" ? "start" : null,
  };
}

function lineOf({ next }: PlanSummary, view: PlanView | null, { who }: Next): string {
  const step = next === null ? "" : withoutDay(withoutLinks(withoutHand(next.text)));
  if (view === null || who !== "you") return step;
  const isAsked = view.request?.state === "waiting";
  return (isAsked ? requestTitle(view.request) : openQuestion(view)?.text) ?? step;
}

function sayWhenDue({ due }: PlanSummary, world: World): PlanRow["due"] {
  if (due === null) return null;
  const { isOverdue, isToday, shown } = dueState(due, world);
  const isTomorrow = shown.slice(0, 10) === dayIn(world.now + DAY, world.settings.time_zone);
  const clock = shown.slice(10).replace(" ", ", ");
  const day = isToday ? `Today${clock}` : isTomorrow ? `Tomorrow${clock}` : sayMoment(shown, world.now);
  return { words: isOverdue ? `Overdue, ${day.replace("Today", "today")}` : day, isLate: isOverdue };
}

function nextOf(summary: PlanSummary, view: PlanView | null, world: World): Next {
  const { status, byPerson, next, path } = summary;
  if (world.planIndex.hasDuplicateId(path)) return YOU;
  if (status === "Draft") return sayDraft(summary, view, world);
  // A reason may be long, and is a person’s own.
  if (byPerson !== null) return { who: "other", words: upper(withoutLinks(byPerson.reason ?? "on hold")) };
  if (view?.request != null && isDoneByHand(view.request)) return PLANWRIGHT;
  if (view !== null && isLeaving(view)) return { who: "planwright", words: "Sending" };
  const later = view === null ? null : putOffOf(view, world);
  if (later !== null) return { who: "day", words: `Later, ${sayDayOf(later, world)}` };
  const block = (view?.block ?? view?.foundLast ?? summary.block)?.kind;
  if (block === "scheduled") return { who: "day", words: sayScheduled(view?.request ?? null, world) };
  if (block === "device") return { who: "other", words: "Waiting for a computer" };
  if (block !== undefined) return view !== null && isAnswered(view) ? PLANWRIGHT : YOU;
  const from = next?.notBefore ?? null;
  if (from !== null && from > world.now) return { who: "day", words: sayOn(sayDayOf(from, world)) };
  if (view === null ? next?.isForAgent === true : hasAgentWork(view, world))
    return { who: "agent", words: "Agent" };
  if (isForPerson(summary)) return YOU;
  return next === null ? { who: "planwright", words: "Almost done" } : PLANWRIGHT;
}

function sayScheduled(request: RequestView | null, world: World): string {
  const at = request === null ? null : sendMoment(request);
  return at === null ? "Scheduled" : `Scheduled, ${sayDayOf(at, world)}`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sayOn(day: string): string {
  return `On ${day}`;
}

function sayDraft({ next }: PlanSummary, view: PlanView | null, world: World): Next {
  const from = view === null ? null : startsFrom(view.plan, world);
  return from !== null && from > world.now
    ? { who: "day", words: sayOn(sayDayOf(from, world)) }
    : {
        who: "nobody",
        words: (view?.plan.agent ?? null) !== null || next?.isForAgent === true ? "Draft · agent" : "Draft",
      };
}

function isLeaving({ request }: PlanView): boolean {
  if (request === null) return false;
  return (
    request.underWay?.isLive === true || (request.state === "candidate" && isAboutToRun(request.objection))
  );
}

function sayDayOf(at: number, { now, settings }: World): string {
  return sayMoment(showUntil(at, showIn(settings.time_zone)).replace(" UTC", ""), now);
}
