/** What a person should not overlook: plans that have stood still for long, and why this device does nothing at the moment. */
import { CONTROL_FOLDERS, pathOf } from "../settings/settings";
import { alertAge } from "./blocking";
import { compareStamps, compareText, count, describePlan, moment, WAY_OUT_OF_ABSENT } from "./describe";
import { stepRef, type NoteRef } from "./needs";
import type { PlanView, World } from "./world";

export interface Alert {
  readonly note: NoteRef | null;
  /** May quote notes. */
  readonly words: string;
}

/** Plans told one by one; more are counted. */
const SHOWN = 3;

export function alertsOf(world: World, show: (ms: number) => string): Alert[] {
  return [...world.lasting.map((words): Alert => ({ note: null, words })), ...paused(world), ...folderAlerts(world), ...stale(world, show)];
}

/** A line of its own: the reason for a pause may be long, and what comes after it cut off. */
function paused({ device }: World): Alert[] {
  return device.paused === null ? [] : [{ note: null, words: "To go on after the pause: “Continue” (in a terminal: planwright continue)." }];
}

/** The folders that stop everything are told of among the reasons for standing still; these only make the picture incomplete. */
function folderAlerts({ folders, settings }: World): Alert[] {
  const control = CONTROL_FOLDERS.map((each) => pathOf(settings, each));
  const needed = [pathOf(settings, "plans"), pathOf(settings, "done_plans")];
  const sorted = (paths: readonly string[]): string[] => [...new Set(paths)].sort(compareText);
  const gone = sorted(folders.absent.filter((each) => needed.includes(each)));
  const lacking = folders.absent.some((each) => control.includes(each) || needed.includes(each));
  const unreadable = sorted(folders.unreadable.filter((each) => !control.includes(each))).join(", ");
  return [
    ...(gone.length === 0 ? [] : [{ note: null, words: gone.length === 1 ? `Not there: the folder ${gone.join("")}. Plans that were in it are not shown.` : `Not there: the folders ${gone.join(", ")}. Plans that were in them are not shown.` }]),
    ...(unreadable === "" ? [] : [{ note: null, words: `Cannot be read: the folder ${unreadable}. What is in it is not shown.` }]),
    ...(lacking ? [{ note: null, words: `What to do about folders that are not there: ${WAY_OUT_OF_ABSENT}.` }] : []),
  ];
}

function stale(world: World, show: (ms: number) => string): Alert[] {
  const age = alertAge(world.settings);
  const since = (view: PlanView): number | null => moment(view.blockedSince);
  const old = world.plans.filter((view) => !view.frozen && view.plan.status === "Blocked" && world.now - (since(view) ?? Infinity) >= age);
  const sorted = [...old].sort((a, b) => compareStamps(since(a), since(b)) || compareText(a.plan.path, b.plan.path));
  const hours = count(world.settings.alert_hours);
  const shown = sorted.slice(0, SHOWN).map((view): Alert => {
    const { status } = describePlan(view, world);
    return { note: stepRef(view), words: `has stood still for more than ${hours} ${hours === "1" ? "hour" : "hours"}, since ${show(since(view) ?? 0)}. ${status}.` };
  });
  const rest = sorted.length - shown.length;
  return rest === 0 ? shown : [...shown, { note: null, words: `${count(rest)} more ${rest === 1 ? "plan has" : "plans have"} stood still for as long.` }];
}
