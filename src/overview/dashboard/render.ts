/**
 * The text of the Dashboard, as lines, from the world alone: no relative ages, so it changes when something happened
 * or a limit passed and at no other time. Bounded in bytes whatever the notes hold; untrusted text is neutralised in
 * `measure`.
 */
import { knowsZone, showIn } from "../../kit/dates";
import { pathOf } from "../../settings/settings";
import { alertsOf, type Alert } from "../alerts";
import type { Show } from "../report";
import { count } from "../../kit/numbers";
import type { World } from "../../rules/world";
import { activity } from "./activity";
import { listLater } from "./listLater";
import { appLink, costOf, linkTo, safe } from "./measure";
import { missions } from "./missions";
import { needs } from "./needs";
import { statistics } from "./statistics";
import { titlesOf, type Titles } from "./planNames";

/** Bytes of our region, markers included, with the longest line ends. */
export const LIMIT = 10 * 1024;
/** Bytes of the markers and headings. */
const FRAME = 520;
/** Bytes for each of the others at most, so that there is always room for the needs of a person. */
const ALERTS = 1000;
const MISSIONS = 3000;
const ACTIVITY = 2200;
/** The line that counts the other alerts. */
const REST = 90;

export function renderDashboard(world: World): readonly string[] {
  const titles = titlesOf(world);
  const show = showIn(world.settings.time_zone);
  if (isEmpty(world)) return [...welcome(world, titles, show), ""];
  const alerted = alerts(world, titles, show);
  const counts = statistics(world);
  const done = activity(world, titles, show, ACTIVITY);
  const open = missions(world, titles, show, MISSIONS);
  const put = listLater(world, titles);
  const others = [...alerted, ...counts, ...done, ...open, ...put, ...IN_A_TERMINAL];
  const waiting = needs(world, titles, show, LIMIT - FRAME - costOf(others));
  return [
    "",
    "## Needs you",
    ...waiting,
    "",
    ...put,
    "## Current plans",
    ...open,
    "",
    "## Alerts",
    ...alerted,
    "",
    "## Recent activity",
    ...done,
    "",
    "## Plan statistics",
    ...counts,
    "",
    ...IN_A_TERMINAL,
    ...clock(world),
  ];
}

function isEmpty({ planIndex, requests, problems, adoptable, intake }: World): boolean {
  const { plans, archived } = planIndex.totals;
  return [
    ...Object.values(plans),
    ...Object.values(archived),
    requests.length,
    problems.length,
    adoptable.length,
    intake.tasks.length,
  ].every((each) => each === 0);
}

/** For a vault that no app opens, since links open nothing there; at the end, since nobody needs it in the app. */
const IN_A_TERMINAL = ["In a terminal, “planwright status” shows the same, with commands.", ""];

/** Names the zone once for all moments; in UTC each of them says so itself. */
function clock({ settings: { time_zone: zone } }: World): string[] {
  if (zone === "") return [];
  return knowsZone(zone)
    ? [`Times are in ${safe(zone, 60)}.`, ""]
    : [`Times are UTC: the acting device does not know the time zone “${safe(zone, 60)}”.`, ""];
}

/** The kind of callout that Obsidian and other viewers draw alike. */
function alerts(world: World, titles: Titles, show: Show): string[] {
  const found = alertsOf(world, show);
  if (found.length === 0) return ["", "No alerts."];
  const lines = ["", "> [!WARNING]"];
  let shown = 0;
  for (const each of found) {
    const line = alertLine(each, titles);
    if (costOf([...lines, line]) > ALERTS - REST) break;
    lines.push(line);
    shown += 1;
  }
  const rest = found.length - shown;
  return rest === 0 ? lines : [...lines, `> - … ${count(rest)} more: ${appLink({ do: "view" })}`];
}

function alertLine({ note, plan, words, link, asks }: Alert, titles: Titles): string {
  const where =
    note === null
      ? ""
      : `${plan === undefined ? linkTo(note.target, note.shown, note.block) : titles.link(plan, note)} `;
  const waits = asks === undefined ? "" : ` ${linkTo(asks.target, "What waits for you", null)}`;
  return `> - ${where}${safe(words, 240)}${waits}${link === undefined ? "" : ` ${appLink({ do: link })}`}`;
}

function welcome(world: World, titles: Titles, show: Show): string[] {
  const folder = safe(pathOf(world.settings, "plans"), 100);
  const alerted = alertsOf(world, show).length === 0 ? [] : ["", "## Alerts", ...alerts(world, titles, show)];
  return [
    "",
    "## Welcome",
    "",
    `No plan yet. A plan is a note with a checklist. Use “New plan…”, or put a note like this into the folder ${folder}:`,
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
    "Set its status to Active to begin. This note then shows its progress, what it waits for, and what it did.",
    ...alerted,
  ];
}
