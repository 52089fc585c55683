/**
 * Templates: notes from which the next plan, or the next result, begins. That of a plan is a plan note without an id, a
 * status and a log, with all its boxes open; its words are the person’s.
 */
import { DAY, readStamp, writeDay, writeStamp } from "../../../kit/dates";
import { readFrontmatter, singleText, writeScalar } from "../../../kit/frontmatter";
import { splitLines } from "../../../kit/lines";
import { writeDue } from "../compose";
import type { NewEntry } from "../logEntry";
import { moveDays } from "../days";
import { BOX } from "../items";
import { sectionsOf } from "../parse";
import { renderEntry } from "../renderLog";
import { findSteps, withMark } from "../steps";

/** Properties that the next plan of a series has of its own. */
const OF_ONE_TIME = [
  "task_id",
  "created_date",
  "status",
  "blocked_reason",
  "work_folder",
  "template",
  "due",
  "series",
];
/** Properties that belong to one plan alone. */
const OF_ONE_PLAN = [...OF_ONE_TIME, "source_link", "agent", "agent_model", "flow"];
/** Of a step, as Planwright gives it. */
const STEP_ID = /\s\^s-[0-9a-f]{4,}[ \t]*$/;
/** The day on which a task was ticked or given up, as the Tasks plugin notes it. */
const TICKED_ON =
  /[ \t]*(?:[\u2705\u274C]\uFE0F?[ \t]*\d{4}-\d{2}-\d{2}|[[(](?:completion|cancelled)::[^\])\n]{0,30}[\])])/gu;

export interface Template {
  readonly kind: "plan" | "result";
  /** The objective of a plan, the title of a result; empty for none. */
  readonly title: string;
}

/** Null for a note that is no template. */
export function readTemplate(text: string): Template | null {
  const lines = splitLines(text);
  const read = readFrontmatter(lines);
  if (read.kind === "broken") return null;
  const { data, bodyFrom } = read.frontmatter;
  if (singleText(data, "template") === "result")
    return { kind: "result", title: singleText(data, "title") ?? "" };
  const sections = sectionsOf(lines, bodyFrom);
  const hasSteps = sections
    .find("roadmap")
    .some(({ from, to }) => findSteps(lines, sections.kinds, from, to).length > 0);
  const [objective] = sections.find("objective");
  const said = objective === undefined ? [] : lines.slice(objective.from, objective.to);
  const title = said.find((each) => each.text.trim() !== "")?.text.trim() ?? "";
  return hasSteps ? { kind: "plan", title } : null;
}

/** Null where the properties cannot be read. */
export function templateOfPlan(text: string): string | null {
  const parts = partsOf(text, null);
  return parts === null
    ? null
    : ["---", "template: plan", ...parts.properties, "---", "", ...parts.body, ""].join("\n");
}

/** `text`: of the result. An agent that reasons by it reads the first line. */
export function templateOfResult(title: string, text: string): string | null {
  const lines = splitLines(text);
  const read = readFrontmatter(lines);
  if (read.kind === "broken") return null;
  const body = lines.slice(read.frontmatter.bodyFrom).map((each) => each.text);
  return [
    "---",
    "template: result",
    `title: ${writeScalar(title)}`,
    "---",
    "",
    "This is a template: use again how it is built, and not what it says.",
    "",
    ...withoutEmptyEnds(body),
    "",
  ].join("\n");
}

/** A draft from the template of a plan. `objective`: null for that of the template. Null where there is none. */
export function planOfTemplate(
  text: string,
  {
    id,
    objective,
    entry,
  }: { readonly id: string; readonly objective: string | null; readonly entry: NewEntry },
  now: number,
  by: string | null,
): string | null {
  const parts = partsOf(text, objective);
  if (parts === null) return null;
  const hasPriority = parts.properties.some((each) => each.startsWith("priority:"));
  const head = [
    `task_id: ${writeScalar(id)}`,
    "source_link: null",
    `created_date: ${writeStamp(now)}`,
    ...(hasPriority ? [] : ["priority: normal"]),
  ];
  return draftOf(head, parts, renderEntry(entry, now, by));
}

export interface NextPlan {
  readonly id: string;
  /** The id of the first plan of its series. */
  readonly series: string;
  /** The property `due`, as it is to be written. */
  readonly due: string;
  /** The days in its text move by so many. */
  readonly days: number;
  readonly entry: NewEntry;
}

/** The next plan of a series, from the note of the one that is done. Null where its properties cannot be read. */
export function nextPlanOf(
  text: string,
  { id, series, due, days, entry }: NextPlan,
  now: number,
): string | null {
  const parts = partsOf(text, null, OF_ONE_TIME, days);
  if (parts === null) return null;
  const head = [
    `task_id: ${writeScalar(id)}`,
    `series: ${writeScalar(series)}`,
    `created_date: ${writeStamp(now)}`,
    `due: ${writeDue(due)}`,
  ];
  return draftOf(head, parts, renderEntry(entry, now, null));
}

function draftOf(head: readonly string[], { properties, body }: Parts, line: string): string {
  const all = ["---", ...head, "status: Draft", "blocked_reason: null", ...properties, "---", "", ...body];
  return [...all, "", "## Reasoning Logs", "", line, ""].join("\n");
}

/** The time of an action, in its block. */
const SEND_AT = /^([ \t]*send_at:[ \t]*["']?)(\d{4}-\d{2}-\d{2})(?=[T ])/;

function movedDay(line: string, days: number): string {
  return line.replace(SEND_AT, (all, lead: string, day: string) => {
    const at = readStamp(day);
    return at === null ? all : `${lead}${writeDay(at + days * DAY)}`;
  });
}

interface Parts {
  readonly properties: readonly string[];
  readonly body: readonly string[];
}

/**
 * All but what belongs to one plan. `objective`: in the place of the one that is there. `left`: properties to leave
 * out; `days`: by so many the days in it move.
 */
function partsOf(
  text: string,
  objective: string | null,
  left: readonly string[] = OF_ONE_PLAN,
  days = 0,
): Parts | null {
  const lines = splitLines(text);
  const read = readFrontmatter(lines);
  if (read.kind === "broken") return null;
  const { bodyFrom } = read.frontmatter;
  const sections = sectionsOf(lines, bodyFrom);
  const gone = [...sections.find("logs"), ...sections.find("questions")];
  const [aim] = objective === null ? [] : sections.find("objective");
  const body = lines.flatMap((line, at): readonly string[] => {
    const isGone = gone.some(({ heading, to }) => at >= heading && at < to);
    if (at < bodyFrom || isGone) return [];
    if (aim !== undefined && at === aim.from) return ["", objective ?? "", ""];
    if (aim !== undefined && at > aim.from && at < aim.to) return [];
    if (SEND_AT.test(line.text) && sections.kinds[at] === "fence")
      // A template is for another day, which nobody knows.
      return left === OF_ONE_PLAN ? [] : [movedDay(line.text, days)];
    if (sections.kinds[at] !== "prose") return [line.text];
    const bare = line.text.replace(STEP_ID, "");
    const mark = BOX.exec(bare)?.[2] ?? " ";
    const open = mark === " " ? bare : withMark(bare.replace(TICKED_ON, ""), " ");
    return [days === 0 ? open : moveDays(open, days)];
  });
  const head = objective === null || aim !== undefined ? [] : ["# Objective", "", objective, ""];
  let isOurs = false;
  const properties = lines.slice(0, bodyFrom).flatMap(({ text: each }) => {
    const key = /^(["']?)([^\s:"'#][^:"']*)\1[ \t]*:/.exec(each)?.[2];
    if (key !== undefined) isOurs = left.includes(key.trim());
    return isOurs || /^(?:\uFEFF)?---[ \t]*$/.test(each) ? [] : [each];
  });
  return { properties, body: [...head, ...withoutEmptyEnds(body)] };
}

function withoutEmptyEnds(lines: readonly string[]): readonly string[] {
  const isText = (line: string): boolean => line.trim() !== "";
  const first = lines.findIndex(isText);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}
