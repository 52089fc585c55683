/**
 * What the Dashboard says, as lines, from the world alone: no relative ages, so it changes when something happened or a limit passed and
 * at no other time. Bounded in bytes whatever the notes hold; untrusted text is neutralised in `measure`.
 */
import { showStamp } from "../../kit/dates";
import { pathOf } from "../../settings/settings";
import { alertsOf, type Alert } from "../alerts";
import { count } from "../../kit/numbers";
import type { World } from "../../rules/world";
import { activity } from "./activity";
import { costOf, linkTo, safe } from "./measure";
import { missions } from "./missions";
import { needs } from "./needsYou";
import { statistics } from "./statistics";

/** Bytes of our region, markers included, with the longest line ends. */
export const LIMIT = 10 * 1024;
/** What the markers and headings take. */
const FRAME = 400;
/** What each of the others may take, so that there is always room for what needs a person. */
const ALERTS = 1000;
const MISSIONS = 3000;
const ACTIVITY = 2200;

export function renderDashboard(world: World): readonly string[] {
  if (isEmpty(world)) return [...welcome(world), ""];
  const alerted = alerts(world);
  const counts = statistics(world);
  const done = activity(world, ACTIVITY);
  const open = missions(world, MISSIONS);
  const waiting = needs(world, LIMIT - FRAME - costOf([...alerted, ...counts, ...done, ...open]));
  return [
    "",
    "## Current missions",
    ...open,
    "",
    "## Needs you",
    ...waiting,
    "",
    "## Plan statistics",
    ...counts,
    "",
    "## Alerts",
    ...alerted,
    "",
    "## Recent activity",
    ...done,
    "",
  ];
}

function isEmpty({ catalog, requests, problems, adoptable, intake }: World): boolean {
  const { plans, archived } = catalog.totals;
  return [
    ...Object.values(plans),
    ...Object.values(archived),
    requests.length,
    problems.length,
    adoptable.length,
    intake.tasks.length,
  ].every((each) => each === 0);
}

/** The kind of callout that Obsidian and other viewers draw alike. */
function alerts(world: World): string[] {
  const found = alertsOf(world, showStamp);
  if (found.length === 0) return ["", "No alerts."];
  const lines = ["", "> [!WARNING]"];
  let shown = 0;
  for (const each of found) {
    const line = alertLine(each);
    if (costOf([...lines, line]) > ALERTS - 60) break;
    lines.push(line);
    shown += 1;
  }
  const rest = found.length - shown;
  return rest === 0 ? lines : [...lines, `> - … ${count(rest)} more`];
}

function alertLine({ note, words }: Alert): string {
  return `> - ${note === null ? "" : `${linkTo(note.target, note.shown, note.block)} `}${safe(words, 200)}`;
}

function welcome(world: World): string[] {
  const folder = safe(pathOf(world.settings, "plans"), 100);
  const alerted = alertsOf(world, showStamp).length === 0 ? [] : ["", "## Alerts", ...alerts(world)];
  return [
    "",
    "## Welcome",
    "",
    `There is no plan here yet. A plan is a note with a checklist; put your first one into the folder ${folder}:`,
    "",
    "```markdown",
    "---",
    "task_id: PLAN-1",
    "status: Draft",
    "---",
    "",
    "# Objective",
    "What you want to get done",
    "",
    "## Roadmap",
    "- [ ] The first thing to do",
    "- [ ] ✋ Something that needs your approval before it leaves the vault",
    "```",
    "",
    "Set its status to Active when it may begin. From then on this note shows how far it is, what it waits for, and what it did.",
    ...alerted,
  ];
}
