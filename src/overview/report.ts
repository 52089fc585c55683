/**
 * The status as a person reads it in a terminal: a screenful, whatever the vault holds. Untrusted text goes through
 * `plain`.
 */
import type { PlanSummary } from "../note/index/summary";
import { dueOf, sayDue } from "../note/plan/due";
import { sayRepeat } from "../note/plan/repeat";
import { finishedSteps, isOver, planTitle } from "../note/plan/plan";
import { moment, showStamp } from "../kit/dates";
import { compareText } from "../kit/order";
import { folderOf } from "../kit/path";
import { firstOf } from "../kit/sorted";
import { unescapeMarkdown, escapeLine } from "../kit/text";
import { alertsOf } from "./alerts";
import { count, counted } from "../kit/numbers";
import { describePlan } from "./describe";
import { lower } from "./titles";
import { needsOf } from "./needs/needsOf";
import type { Need, NeedGroup } from "./needs/need";
import { SHOWN } from "./needs/needGroup";
import { IN_APP, writeCommands, type Face } from "../settings/places";
import { pathOf } from "../settings/settings";
import { quietWords } from "./quietWords";
import { scheduledOf, type Scheduled } from "./scheduled";
import { whySettingsLack } from "../approval/asSealed";
import { isOpenState } from "../approval/request/states";
import { openRequests } from "../approval/durations";
import { currentPlan, type World } from "../rules/world";

/** Plans told in a line each, besides the current one. */
const PLANS = 4;
/** Kinds of need told in full, and how many of each. */
const KINDS = 7;
const EACH = 2;
/** Of one kind, where each has another reason: none is hidden behind a number. */
const REASONS = 5;
/** Notes that cannot be read are found nowhere else, so they are told one by one for longer. */
const PROBLEMS = 12;
const WIDTH = 100;
const PATH = 120;

/** Writes a moment. */
export type Show = (ms: number) => string;

/** `show` writes a moment for the reader at hand; `said` is what they were told before. */
export function renderStatus(
  world: World,
  show: Show = showStamp,
  said: readonly string[] = [],
  face: Face = IN_APP,
): string {
  const parts = [
    summary(world, face),
    current(world, show, face),
    others(world),
    leftAlone(world),
    needs(world, show, face),
    later(world),
    alerts(world, show, face),
    hindrances(world, said),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** Hindrances of this run alone; for the person at this terminal, not for the Dashboard. */
function hindrances(world: World, said: readonly string[]): string[] {
  const lacks = world.requests
    .filter(({ state }) => isOpenState(state))
    .map((each) => whySettingsLack(each, world));
  const own = [
    ...world.standing.filter((each) => !world.lasting.includes(each) && !said.includes(each)),
    ...new Set(lacks.filter((each) => each !== null)),
  ];
  return own.length === 0 ? [] : ["This device:", ...own.map((each) => `  ${escapeLine(each, 400)}`)];
}

function summary(world: World, face: Face): string[] {
  const { plans, archived } = world.planIndex.totals;
  const isAny = (counts: typeof plans): boolean => Object.values(counts).some((each) => each > 0);
  const putAway = isAny(archived);
  if (!isAny(plans) && !putAway) return [firstPlan(world, face)];
  const over = (status: "Done" | "Cancelled"): number => plans[status] + archived[status];
  const cancelled = over("Cancelled");
  const where = !putAway ? "" : ` Finished plans are in ${pathOf(world.settings, "done_plans")}.`;
  return [
    `Plans: ${count(plans.Active)} active, ${count(plans.Blocked)} waiting, ${counted(plans.Draft, "draft")}, ${count(over("Done"))} done${cancelled === 0 ? "" : `, ${count(cancelled)} cancelled`}. ${counted(openRequests(world), "open approval")}.${where}`,
  ];
}

function firstPlan({ folders, settings, withoutSettings }: World, face: Face): string {
  const plans = pathOf(settings, "plans");
  if (withoutSettings) return `No plan found in the folder ${plans}; the settings file may name another.`;
  const make = "a note with a task_id, a status and a Roadmap";
  return folders.absent.includes(plans)
    ? `No plan yet, and no folder ${plans}. Run ${writeCommands("{do:init}", face)} to make the folders; then put ${make} into it.`
    : `No plan yet. Put ${make} into the folder ${plans}.`;
}

function current(world: World, show: Show, face: Face): string[] {
  const view = currentPlan(world);
  if (view === null) return [];
  const { plan, step } = view;
  const { status, reason, wayOut } = describePlan(view, world, face);
  const since = moment(view.blockedSince);
  const due = sayDue(dueOf(plan, world.settings.time_zone), world);
  return [
    `${escapeLine(plan.taskId, 40)}: ${escapeLine(planTitle(plan), WIDTH)}`,
    `  ${bar(finishedSteps(plan), plan.steps.length)} ${count(finishedSteps(plan))} of ${counted(plan.steps.length, "step")}   ${escapeLine(plan.path, WIDTH)}`,
    ...(step === null ? [] : [`  Step ${String(step.n)}: ${escapeLine(unescapeMarkdown(step.text), WIDTH)}`]),
    `  ${status}${since === null ? "" : `, since ${show(since)}`}${reason === null ? "" : `. ${escapeLine(reason, 400)}`}`,
    ...[due, sayRepeat(plan)].flatMap((each) => (each === null ? [] : [`  ${escapeLine(each, 300)}`])),
    ...(wayOut === null ? [] : [`  What you can do: ${wayOut}.`]),
  ];
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? 0 : Math.floor((done / total) * 10);
  return `[${"#".repeat(filled)}${"-".repeat(10 - filled)}]`;
}

function others(world: World): string[] {
  const { planIndex } = world;
  const first = currentPlan(world)?.plan.path;
  const { Active, Blocked, Draft } = planIndex.totals.plans;
  const total = Active + Blocked + Draft - (first === undefined ? 0 : 1);
  const shown = firstOf(PLANS + 1, planIndex.all())
    .filter((summary) => summary.path !== first && !isOver(summary))
    .slice(0, PLANS);
  const line = (summary: PlanSummary): string => {
    const view = world.plans.find(({ plan }) => plan.path === summary.path);
    const status = view === undefined ? summary.status : describePlan(view, world).status;
    const due = sayDue(summary.due, world);
    const where = view?.hasDuplicateId === true ? `  ${shortPath(summary.path)}` : "";
    return `  ${escapeLine(summary.taskId, 40)}  ${String(summary.finished)}/${String(summary.total)}  ${status}${due === null ? "" : `, ${lower(due)}`}  ${escapeLine(summary.title, 60)}${where}`;
  };
  const rest = total - shown.length;
  return total === 0
    ? []
    : ["Other plans:", ...shown.map(line), ...(rest > 0 ? [`  and ${count(rest)} more`] : [])];
}

/** Not in silence, either: a folder may have been left alone long ago, or by somebody else. */
function leftAlone({ planIndex }: World): string[] {
  const alone = planIndex.leftAlone();
  if (alone.size === 0) return [];
  const folders = [
    ...new Set([...alone].filter(([path, by]) => path !== by).map(([, by]) => folderOf(by))),
  ].sort(compareText);
  const shown = folders.slice(0, 3).map(shortPath);
  const where =
    folders.length === 0
      ? ""
      : `, those in ${shown.join(" and ")}${folders.length > shown.length ? ` and ${count(folders.length - shown.length)} more` : ""} among them`;
  return [`Left alone, as their properties say: ${counted(alone.size, "note")} in the plan folders${where}.`];
}

function needs(world: World, show: Show, face: Face): string[] {
  const groups = needsOf(world, show, PROBLEMS, SHOWN, face);
  if (groups.length === 0) return [quietWords(world)];
  const told = groups.slice(0, KINDS).flatMap((group) => tell(group));
  const rest = groups.slice(KINDS);
  const more =
    rest.length === 0 ? [] : [`  ${rest.map(({ title, total }) => `${title} (${count(total)})`).join(", ")}`];
  return ["Needs you:", ...told, ...more];
}

/** Scheduled things told one by one. */
const LATER = 4;

function later(world: World): string[] {
  const all = scheduledOf(world);
  const rest = all.length - LATER;
  const line = ({ words, title, plan }: Scheduled): string =>
    `  ${words}  ${escapeLine(title, 60)}  ${escapeLine(plan.taskId, 40)}`;
  return all.length === 0
    ? []
    : ["Later:", ...all.slice(0, LATER).map(line), ...(rest > 0 ? [`  and ${count(rest)} more`] : [])];
}

function tell({ id, title, total, wayOut, needs: found }: NeedGroup): string[] {
  const reasons = found.filter(({ isAlike }) => isAlike === false).length;
  const shown = found.slice(0, id === "problems" ? PROBLEMS : Math.max(EACH, Math.min(REASONS, reasons)));
  const rest =
    id === "problems" || id === "adoptable" || id === "no-steps"
      ? found.length - shown.length
      : total - shown.length;
  return [
    `  ${title} (${count(total)}): ${wayOut}.`,
    ...shown.flatMap(tellNeed),
    ...(rest > 0 ? [`    and ${count(rest)} more`] : []),
  ];
}

/** The thing, and beneath it its path and the id by which commands find it. */
function tellNeed({ note, what, plan, words, paths, request }: Need): string[] {
  const isPath = note !== null && paths.includes(note.shown);
  const shown =
    note === null
      ? [escapeLine(what ?? "", 60)]
      : [isPath ? shortPath(note.shown) : escapeLine(note.shown, 60)];
  const of =
    plan === null
      ? []
      : [note?.target === plan.path ? escapeLine(plan.title, 60) : escapeLine(plan.taskId, 40)];
  const [first, second] = isPath ? [] : paths.map(shortPath);
  const id = request === null ? undefined : `id ${escapeLine(request.slice(0, 8), 40)}`;
  const beneath = [[first, id].filter((each) => each !== undefined).join("  "), second ?? ""].filter(
    (each) => each !== "",
  );
  return [
    [...shown, ...of, escapeLine(words, 300)].filter((each) => each !== "").join("  "),
    ...beneath.map((each) => `  ${each}`),
  ].map((each) => `    ${each}`);
}

/**
 * Whole as long as it fits a line: a person copies it. Longer ones lose their middle; how a name ends tells it from
 * others.
 */
function shortPath(path: string): string {
  const chars = [...escapeLine(path, 4000)];
  return chars.length <= PATH
    ? chars.join("")
    : `${chars.slice(0, PATH / 2 - 1).join("")}…${chars.slice(-PATH / 2).join("")}`;
}

function alerts(world: World, show: Show, face: Face): string[] {
  const found = alertsOf(world, show, face);
  const told = found
    .slice(0, 6)
    .map(
      ({ note, words, asks }) =>
        `  ${note === null ? "" : `${escapeLine(note.shown, 60)} `}${escapeLine(words, 400)}${asks === undefined ? "" : ` It waits for ${escapeLine(asks.target, 200)}`}`,
    );
  const rest = found.length - told.length;
  return found.length === 0 ? [] : ["Alerts:", ...told, ...(rest > 0 ? [`  and ${count(rest)} more`] : [])];
}
