/** A new plan as the text of its note, and the name of the note. The caller makes texts of others harmless first. */
import { writeStamp } from "../../kit/dates";
import { writeScalar } from "../../kit/frontmatter";
import { hashText } from "../../kit/hash";
import { planKey } from "../../kit/ids";
import { SEGMENT_LIMIT } from "../../kit/path";
import { isUnseen } from "../../kit/text";
import type { NewEntry } from "./logEntry";
import { renderEntry } from "./renderLog";
import type { Status } from "./plan";

export interface NewPlanNote {
  readonly id: string;
  /** A line of Markdown. */
  readonly objective: string;
  /** Lines of Markdown; empty for none. */
  readonly context: string;
  /** Lines of Markdown, without their boxes; what lies beneath a step follows it, indented. */
  readonly steps: readonly (string | PhaseLine)[];
  /** The flow that the Roadmap unfolds from; an agent does its steps. */
  readonly flow?: { readonly name: string; readonly workFolder: string };
  /** Lines above everything else. */
  readonly top?: readonly string[];
  /** The properties of the same names. */
  readonly due?: string | undefined;
  readonly repeat?: string | undefined;
  /** As it is to be read again, letter by letter. */
  readonly source: string | null;
  readonly status: Extract<Status, "Draft" | "Active">;
  /** The first line of its log, and those behind it. */
  readonly entry: NewEntry;
  readonly more?: readonly NewEntry[];
}

/** A heading in the Roadmap. */
export interface PhaseLine {
  readonly phase: string;
}

/** `now` is the moment it bears; milliseconds since the epoch. `by`: as of `renderEntry`. */
export function composePlan(
  {
    id,
    objective,
    context,
    steps,
    source,
    status,
    entry,
    more = [],
    flow,
    top = [],
    due,
    repeat,
  }: NewPlanNote,
  now: number,
  by: string | null = null,
): string {
  return [
    "---",
    `task_id: ${writeScalar(id)}`,
    `source_link: ${writeScalar(source)}`,
    `created_date: ${writeStamp(now)}`,
    "priority: normal",
    ...(due === undefined ? [] : [`due: ${writeDue(due)}`]),
    ...(repeat === undefined ? [] : [`repeat: ${writeScalar(repeat)}`]),
    `status: ${status}`,
    "blocked_reason: null",
    ...(flow === undefined
      ? []
      : ["agent: auto", `flow: ${writeScalar(flow.name)}`, `work_folder: ${writeScalar(flow.workFolder)}`]),
    "---",
    "",
    ...(top.length === 0 ? [] : [...top, ""]),
    "# Objective",
    "",
    objective,
    "",
    "## Context",
    "",
    ...(context === "" ? [] : [context, ""]),
    "## Roadmap",
    "",
    ...steps.flatMap((step, at) =>
      typeof step === "string" ? [`- [ ] ${step}`] : [...(at === 0 ? [] : [""]), `### ${step.phase}`, ""],
    ),
    "",
    "## Reasoning Logs",
    "",
    ...[entry, ...more].map((each) => renderEntry(each, now, by)),
    "",
  ].join("\n");
}

/** A day or a moment needs no quotes: the app then shows it as one. */
export function writeDue(due: string): string {
  return /^[\d :T-]{10,19}$/.test(due) ? due : writeScalar(due);
}

/** Bytes of the ` (2)` that a name gets where it is taken in the archive. */
const NUMBER = 4;
/** Signs of a title that a file name keeps. */
const LONGEST = 60;
/** A shorter one would not tell what it is about. */
const LEAST = 20;

/**
 * `PLAN-20260221-k7f3 January invoice.md`, legal everywhere; a title that is too long is cut between words, and within
 * one only where it is too long itself.
 */
export function planFile(id: string, title: string): string {
  const words = titleForFile(title, LONGEST, bytesOf(`${id} .md`));
  return `${id}${words === "" ? "" : ` ${words}`}.md`;
}

/** Signs of a title that the name of a work folder keeps: the app folds a longer property over two lines. */
const LONGEST_FOLDER = 50;

/** `Papers for our open day 9a511a8d`: the mark is that of the plan, so that no two plans share a folder. */
export function workFolderName(id: string, title: string): string {
  const mark = workFolderMark(planKey(id));
  // A name that begins with a dot is hidden.
  const words = titleForFile(title, LONGEST_FOLDER, bytesOf(` ${mark}`)).replace(/^[ .,-]+/, "");
  return words === "" ? mark : `${words} ${mark}`;
}

export function workFolderMark(key: string): string {
  return hashText(key).slice(0, 8);
}

/** Legal in a name everywhere, with room for `beside` more bytes. */
function titleForFile(title: string, longest: number, beside: number): string {
  const seen = [...title.normalize("NFC")].map((sign) => (isUnseen(sign) ? " " : sign)).join("");
  const words = seen
    // Within a word, an apostrophe is a letter: “Aunt Berit’s”.
    .replace(/(\p{L})['’](?=\p{L})/gu, "$1’")
    .replace(/[^\p{L}\p{N}\p{M} ,.’-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const signs = words.match(/\P{M}\p{M}*/gu) ?? [];
  let left = SEGMENT_LIMIT - beside - NUMBER;
  let name = "";
  let at = 0;
  // A letter and the marks upon it belong together.
  for (const sign of signs.slice(0, longest)) {
    left -= bytesOf(sign);
    if (left < 0) break;
    name += sign;
    at += 1;
  }
  const isWithin = at < signs.length && signs[at] !== " ";
  const end = isWithin ? name.lastIndexOf(" ") : -1;
  const whole = end < LEAST ? name : name.slice(0, end);
  return whole.normalize("NFC").replace(/[ .,-]+$/, "");
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
