/**
 * Reads a note into a plan, or says why it is none: `adoptable` (a plan in another dialect), `problem` (unreadable,
 * never guessed at) or `other` (plainly something else).
 */
import { cut } from "../../kit/text";
import { readLog } from "./log";
import { readStamp } from "../../kit/dates";
import { canSet, readFrontmatter, singleText, writtenText } from "../../kit/frontmatter";
import { planKey } from "../../kit/ids";
import { hasTooManyLines, splitLines, type Line } from "../../kit/lines";
import { headingsOf, kindsOf, type Heading, type LineKind } from "../../kit/markdown";
import { areNearlyAlike, nearest } from "../../kit/nearest";
import type { Problem } from "../../kit/problem";
import { STATUSES, type Plan, type Status, type Step } from "./plan";
import { hiddenBy, type Hidden } from "./hidden";
import { readQuestions } from "./questions";
import { findOpenBoxes } from "./boxes";
import { hasBox, STEP_LIMIT } from "./items";
import { isLegalId, writtenIds } from "./id";
import { findDouble, findMisplaced, findSteps } from "./steps";

export type PlanReading =
  | { readonly kind: "plan"; readonly plan: Plan }
  /** `lacks` names what is missing, in the words the Dashboard groups by. */
  /** `line`: of what hides its boxes, counted from 1. */
  | { readonly kind: "adoptable"; readonly lacks: readonly string[]; readonly line?: number }
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "other" };

/** The sections we know, by what their headings say; any of them ends the one before, whatever its level. */
const SECTIONS: ReadonlyMap<string, Section> = new Map<string, Section>([
  ["objective", "objective"],
  ["objectives", "objective"],
  ["context", "context"],
  ["roadmap", "roadmap"],
  ["reasoning log", "logs"],
  ["reasoning logs", "logs"],
  ["questions", "questions"],
  ["for the agent", "for-agent"],
]);
type Section = "objective" | "context" | "roadmap" | "logs" | "questions" | "for-agent";

/** A block id that Planwright gave a step. */
const OWN_ID = /^s-[0-9a-f]{4,}$/;

const OURS: readonly Section[] = ["roadmap", "logs", "questions"];
const NONE: readonly Range[] = [];

export interface Range {
  /** Index of the line. */
  readonly heading: number;
  readonly from: number;
  readonly to: number;
}

export interface Sections {
  readonly lines: readonly Line[];
  readonly kinds: readonly LineKind[];
  readonly headings: readonly Heading[];
  /**
   * Line ranges after the heading, up to the next section. In the order of the note; more than one when a heading is
   * repeated.
   */
  find(section: Section): readonly Range[];
  /** All ranges of the Roadmap and of what we write, in the order of the note. */
  readonly ours: readonly Range[];
}

export function parsePlan(path: string, text: string): PlanReading {
  const problem = (fault: Fault): PlanReading => ({ kind: "problem", problem: { path, ...fault } });
  const isPlain = !TELLS.test(text);
  const damage = damageIn(text, isPlain);
  if (damage !== null) return problem(damage);
  const lines = splitLines(text);
  const parsed = readFrontmatter(lines);
  if (parsed.kind === "broken") {
    const message = `the frontmatter cannot be read: ${parsed.why}${orientation(writtenIds(text))}`;
    return problem({ kind: "broken-yaml", line: parsed.line, message });
  }
  const { data, bodyFrom } = parsed.frontmatter;
  const sections = sectionsOf(lines, bodyFrom, isPlain);
  const taskId = (writtenText(lines, parsed.frontmatter, "task_id") ?? "").trim();
  const status = readStatus(singleText(data, "status"));
  const steps = stepsOf(sections, taskId !== "" && status !== null && status !== "Done");
  const note: Note = { data, bodyFrom, sections, taskId, status, steps };
  const fault = faultIn(note);
  if (fault !== null) return problem(fault);
  // A cancelled one stops what was asked for, whatever is left of it.
  const isNone = steps.length === 0 && (status !== "Cancelled" || sections.find("roadmap").length === 0);
  if (taskId === "" || status === null || isNone)
    return classify(data, sections, taskId !== "", status !== null, steps.length > 0);
  return { kind: "plan", plan: readPlan(path, data, taskId, status, sections, steps) };
}

type Fault = Omit<Problem, "path">;

/** A note whose frontmatter can be read. */
interface Note {
  readonly data: Readonly<Record<string, unknown>>;
  readonly bodyFrom: number;
  readonly sections: Sections;
  readonly taskId: string;
  readonly status: Status | null;
  readonly steps: readonly Step[];
}

/** Why a note is not read at all. `isPlain`: it holds no sign that tells of damage. */
function damageIn(text: string, isPlain: boolean): Fault | null {
  if (hasTooManyLines(text))
    return {
      kind: "too-big",
      line: null,
      message: "this note has more than 50,000 lines; Planwright does not read notes that long",
    };
  if (isPlain) return null;
  const marker = splitLines(text).findIndex((line) => /^(<{7}|>{7})( |$)/.test(line.text));
  if (marker >= 0)
    return {
      kind: "conflict-markers",
      line: marker + 1,
      message:
        "this note has the marks of an unfinished merge (<<<<<<<); keep one version and remove the marks",
    };
  return text.includes(NO_TEXT)
    ? {
        kind: "not-text",
        line: null,
        message: "this file has characters that do not belong in text; it may be damaged",
      }
    : null;
}

/**
 * Items without any box are no Roadmap of ours, whatever they say, unless the plan is unfinished and we gave one of
 * them its id.
 */
function stepsOf(sections: Sections, isUnfinished: boolean): readonly Step[] {
  const { lines, kinds } = sections;
  const roadmaps = sections.find("roadmap");
  const listed = roadmaps.flatMap(({ from, to }) => findSteps(lines, kinds, from, to));
  const misplaced = (): Step[] =>
    outside(sections).flatMap(({ from, to }) => findMisplaced(lines, kinds, from, to));
  const isOurs =
    listed.some(({ line }) => hasBox(lines[line]?.text ?? "")) ||
    (isUnfinished &&
      roadmaps.length > 0 &&
      [...listed, ...misplaced()].some(({ id }) => OWN_ID.test(id ?? "")));
  return isOurs
    ? [...listed, ...misplaced().map((step, at) => ({ ...step, n: listed.length + at + 1 }))]
    : [];
}

/** The first thing that a person has to put right before the note can be a plan. */
function faultIn(note: Note): Fault | null {
  if (note.steps.length > STEP_LIMIT)
    return {
      kind: "too-big",
      line: null,
      message: "the Roadmap has more than 1,000 steps; split it into several plans",
    };
  const several = severalValues(note);
  if (several !== null) return several;
  if (!isLegalId(note.taskId))
    return { kind: "frontmatter", line: null, message: "“task_id” must be one short line of text" };
  if (note.taskId === "") return null;
  return note.status === null ? unknownStatus(note) : faultOfPlan(note, note.status);
}

function severalValues({ data, bodyFrom, sections, steps }: Note): Fault | null {
  const key = ["task_id", "status"].find((each) => isSeveral(data[each]));
  if (key === undefined || steps.length === 0 || isTemplate(sections)) return null;
  return {
    kind: "frontmatter",
    line: lineOf(sections, bodyFrom, (text) => text.startsWith(`${key}:`)),
    message: `“${key}” has a list of several values, or none; write the one you mean on its line, like ${key}: ${key === "status" ? "Active" : "PLAN-1"}`,
  };
}

function faultOfPlan({ sections, bodyFrom, steps }: Note, status: Status): Fault | null {
  const [, second] = sections.find("roadmap");
  if (second !== undefined)
    return {
      kind: "two-roadmaps",
      line: second.heading + 1,
      message: "this plan has two Roadmap sections; put the steps into one",
    };
  if (status !== "Done" && status !== "Cancelled" && !canSet(sections.lines, bodyFrom, "status"))
    return {
      kind: "status",
      line: null,
      message: `the status cannot be changed on its own line as written; write it as: status: ${status}`,
    };
  const double = findDouble(steps);
  return double === null
    ? null
    : {
        kind: "doubled-step",
        line: double.line + 1,
        message: `two steps end in ^${double.id ?? ""}, so a request or the log could mean either; remove it from the copied one`,
      };
}

function unknownStatus({ data, bodyFrom, sections, steps }: Note): Fault | null {
  const written = (singleText(data, "status") ?? "").trim();
  if (steps.length === 0 || written === "" || isDialect(written) || isTemplate(sections)) return null;
  const near = nearest(written, STATUSES);
  return {
    kind: "status",
    line: lineOf(sections, bodyFrom, (text) => /^(["']?)status\1[ \t]*:/.test(text)),
    message: `status “${cut(written, 40)}” is not known${near === null ? "" : ` (${near}?)`}; use ${STATUSES.slice(0, -1).join(", ")} or ${STATUSES.at(-1) ?? ""}`,
    ...(near === null ? {} : { misspelt: { from: written, to: near } }),
  };
}

/** The first line of the frontmatter for which this holds, counted from 1. */
function lineOf({ lines }: Sections, bodyFrom: number, isIt: (text: string) => boolean): number | null {
  const at = lines.findIndex(({ text }, index) => index < bodyFrom && isIt(text));
  return at < 0 ? null : at + 1;
}

/** A list that is not of one value, or lines with keys of their own. */
function isSeveral(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !(Array.isArray(value) && value.length === 1 && (typeof value[0] !== "object" || value[0] === null))
  );
}

/** The parts of a note that are neither Roadmap nor written by us. */
function gaps(sections: Sections): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (const { heading, to } of sections.ours) {
    found.push({ from, to: heading });
    from = to;
  }
  return [...found, { from, to: sections.lines.length }];
}

/** Those with a box in them. */
function outside(sections: Sections): { readonly from: number; readonly to: number }[] {
  const { lines, kinds } = sections;
  return gaps(sections).filter(({ from, to }) => {
    for (let at = from; at < to; at += 1)
      if (kinds[at] === "prose" && hasBox(lines[at]?.text ?? "")) return true;
    return false;
  });
}

/** For a person to know the note by. */
function orientation([id = ""]: readonly string[]): string {
  return id === "" ? "" : ` (it seems to be ${cut(id, 60)})`;
}

function readPlan(
  path: string,
  data: Readonly<Record<string, unknown>>,
  taskId: string,
  status: Status,
  sections: Sections,
  steps: Plan["steps"],
): Plan {
  const stated = (key: string): string | null => {
    const value = singleText(data, key)?.trim() ?? "";
    return value === "" || value === "null" ? null : value;
  };
  const word = (stated("agent") ?? "").toLowerCase();
  // No getter in here: each literal with one is of a shape of its own, which keeps the note in memory for long.
  return {
    path,
    taskId,
    key: planKey(taskId),
    status,
    blockedReason: stated("blocked_reason"),
    statusWords: /:\s*(\S.*)$/s.exec(stated("status") ?? "")?.[1] ?? null,
    source: stated("source_link"),
    priority: stated("priority"),
    due: stated("due"),
    repeat: stated("repeat"),
    series: stated("series"),
    startsItself: stated("auto_start")?.toLowerCase() === "true",
    agent: word === "auto" || word === "step" ? word : null,
    agentWord: word === "" || AGENT_WORDS.has(word) ? null : (stated("agent") ?? ""),
    agentModel: stated("agent_model"),
    flow: stated("flow"),
    workFolder: stated("work_folder"),
    phase: stated("flow") === null ? null : phaseOf(sections, steps),
    created: readStamp(singleText(data, "created_date") ?? ""),
    objective: paragraph(sections, "objective", 1),
    context: paragraph(sections, "context", Infinity),
    forAgent: paragraph(sections, "for-agent", Infinity),
    steps,
    findOpenBoxes: () =>
      findOpenBoxes(
        sections.lines,
        sections.kinds,
        sections.find("roadmap"),
        gaps(sections),
        steps.map(({ line }) => line),
      ),
    log: readLog(proseIn(sections, "logs")),
    questions: sections
      .find("questions")
      .flatMap(({ from, to }) => readQuestions(sections.lines, sections.kinds, from, to)),
  };
}

function phaseOf(sections: Sections, steps: Plan["steps"]): string | null {
  const [roadmap] = sections.find("roadmap");
  const next = steps.find(({ state, misplaced }) => state === "open" && !misplaced);
  if (roadmap === undefined || next === undefined) return null;
  return sections.headings.findLast(({ line }) => line > roadmap.heading && line < next.line)?.text ?? null;
}

/** As the property may say; `true` and its like say too little, and are told of. */
const AGENT_WORDS = new Set(["auto", "step", "off", "false", "no"]);

function proseIn(sections: Sections, section: Section): string[] {
  const found: string[] = [];
  for (const { from, to } of sections.find(section)) {
    for (let at = from; at < to; at += 1)
      if (sections.kinds[at] === "prose") found.push(sections.lines[at]?.text ?? "");
  }
  return found;
}

const STATUS_BY_WORD = new Map<string, Status>(STATUSES.map((status) => [status.toLowerCase(), status]));

/**
 * A status in any case, with or without the `: Awaiting …` tail that a quoted value may carry; null for any other word.
 */
export function readStatus(text: string | null): Status | null {
  const exact = STATUSES.find((each) => each === text);
  if (exact !== undefined) return exact;
  const word = (text ?? "").split(":")[0]?.trim().toLowerCase() ?? "";
  const known = STATUS_BY_WORD.get(word) ?? null;
  return known !== "Blocked" && (text ?? "").includes(":") ? null : known;
}

/**
 * First words of statuses that other plan formats use: whoever wrote them means another format, not one of our words.
 */
const DIALECT = new Set(
  `approved archived awaiting backlog closed complete completed created deferred doing executed
executing failed finished hold in inprogress new not on ongoing open paused pending planned planning
processed processing queued ready rejected review running scheduled started to todo under waiting
wip`.split(/\s/),
);

/** `in_progress`, `In Progress`, `✅ completed`. Case, signs in front and what follows the first word do not count. */
function isDialect(status: string): boolean {
  return DIALECT.has(/\p{L}+/u.exec(status.toLowerCase())?.[0] ?? "");
}

function isTemplate({ lines, kinds }: Sections): boolean {
  return lines.some((line, at) => kinds[at] === "frontmatter" && line.text.includes("{{"));
}

const NO_TEXT = "\u0000";
/**
 * Signs of a merge and of damage, and those that hide lines: without any of them, a body is prose from one end to the
 * other. One pattern: each sign alone would be looked for from one end of the note to the other.
 */
const TELLS = new RegExp(["<".repeat(7), ">".repeat(7), NO_TEXT, "```", "~~~", "%%", "<!--"].join("|"));

/** `isPlain`: nothing in the body can hide a line. */
export function sectionsOf(lines: readonly Line[], bodyFrom: number, isPlain = false): Sections {
  const kinds = isPlain
    ? lines.map((_line, at): LineKind => (at < bodyFrom ? "frontmatter" : "prose"))
    : kindsOf(lines, bodyFrom);
  const headings = headingsOf(lines, kinds);
  const names = headings.map(sectionOf);
  const found = new Map<Section, Range[]>();
  const ours: Range[] = [];
  for (const [at, name] of names.entries()) {
    if (name === null) continue;
    const { line, level } = headings[at] ?? { line: 0, level: 0 };
    let next = at + 1;
    while (next < headings.length && (headings[next]?.level ?? 0) > level && names[next] === null) next += 1;
    const ranges = found.get(name) ?? [];
    found.set(name, ranges);
    const range = { heading: line, from: line + 1, to: headings[next]?.line ?? lines.length };
    ranges.push(range);
    if (OURS.includes(name)) ours.push(range);
  }
  return { lines, kinds, headings, find: (section) => found.get(section) ?? NONE, ours };
}

/**
 * The name at the end of a heading by which links find it. One sign of white space: a run of them would be tried anew
 * from each.
 */
export const BLOCK_ID = /\s\^[A-Za-z0-9-]+$/;

function sectionOf(heading: Heading): Section | null {
  const title = heading.text.toLowerCase();
  return (
    SECTIONS.get(title) ?? SECTIONS.get(title.replace(BLOCK_ID, "").replace(/[*_:]/g, "").trim()) ?? null
  );
}

/** The first lines of a section as one text; `most` paragraphs. */
function paragraph(sections: Sections, section: Section, most: number): string {
  const [range] = sections.find(section);
  if (range === undefined) return "";
  let text = "";
  let count = 1;
  let isApart = false;
  for (let at = range.from; at < range.to && count <= most; at += 1) {
    if (sections.kinds[at] === "comment") continue;
    const line = (sections.lines[at]?.text ?? "").trim();
    if (line !== "" && text !== "" && isApart) count += 1;
    if (line !== "" && count <= most) text += text === "" ? line : `${isApart ? "\n\n" : "\n"}${line}`;
    isApart = line === "";
  }
  return text.replace(/\n-{3,}$/, "");
}

/** `### Task 1: …`, `**Step 1: …**`: steps that bear no box. */
const NUMBERED_STEP =
  /^(?:#{1,6}[ \t]+[^\p{L}\p{N}]{0,4}|\*\*)(?:task|step|phase|milestone|stage)\s*#?\s*\d/iu;

/**
 * Something with steps that is not ours yet is adoptable, and so is whatever else is written there; a template is
 * something else.
 */
function classify(
  data: Readonly<Record<string, unknown>>,
  sections: Sections,
  hasId: boolean,
  hasStatus: boolean,
  hasSteps: boolean,
): PlanReading {
  const { lines, kinds } = sections;
  const prose = lines.filter((_line, at) => kinds[at] === "prose");
  if (Object.hasOwn(data, "kanban-plugin")) return { kind: "other" };
  if (isTemplate(sections) || (!(hasId && hasStatus) && prose.every(({ text }) => text.trim() === "")))
    return { kind: "other" };
  const hidden = hiddenBy(lines, kinds);
  const boxes = prose.some(({ text }) => /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[.\]/u.test(text));
  const listed = prose.some(({ text }) => /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+\S/.test(text));
  const titled = sections.headings.some((heading) =>
    /(?:^|[^\p{L}])(?:plan|roadmap|steps|tasks|actions|action items|to-?dos?|checklist)(?!\p{L})/iu.test(
      heading.text,
    ),
  );
  const headed = prose.some(({ text }) => NUMBERED_STEP.test(text));
  const form = hasSteps
    ? []
    : hidden !== null
      ? [HIDDEN[hidden.by]]
      : boxes
        ? ["boxes outside a Roadmap section"]
        : headed
          ? ["steps written as headings"]
          : listed && titled
            ? ["no boxes"]
            : null;
  if (form === null && !hasId) return { kind: "adoptable", lacks: [NO_STEPS] };
  const lacks = [
    ...(hasId ? [] : [sayAbsent("task_id", data)]),
    ...(hasStatus
      ? []
      : [Object.hasOwn(data, "status") ? "a status that is not one of ours" : sayAbsent("status", data)]),
    ...(form ?? ["no boxes"]),
  ];
  return hidden === null ? { kind: "adoptable", lacks } : { kind: "adoptable", lacks, line: hidden.line + 1 };
}

/** A property that is missing, with the one that may have been meant for it. */
function sayAbsent(key: string, data: Readonly<Record<string, unknown>>): string {
  const near = Object.hasOwn(data, key)
    ? undefined
    : Object.keys(data).find((each) => areNearlyAlike(key, each));
  return near === undefined ? `no ${key}` : `no ${key}, only “${near}”`;
}

const HIDDEN: Readonly<Record<Hidden["by"], string>> = {
  "code block": "boxes behind a code block that is not closed",
  comment: "boxes behind a comment that is not closed",
};
/** The lack of a note that only tells something. */
export const NO_STEPS = "no steps";
