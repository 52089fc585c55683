/**
 * The note with the result of a flow. Its folder says what became of it, and two of its properties follow the folder.
 * Its text is the person’s as soon as they change it: then nothing but properties of ours is written there again.
 */
import { writeStamp } from "../../kit/dates";
import { addValue, readFrontmatter, setValue, singleText, writeScalar } from "../../kit/frontmatter";
import { hashText } from "../../kit/hash";
import { joinLines, splitLines, type Line } from "../../kit/lines";
import { headingsOf, kindsOf } from "../../kit/markdown";
import { nameOf } from "../../kit/path";
import { capital, cut } from "../../kit/text";
import type { Plan } from "../../note/plan/plan";

/** By the folder in which the note is. */
export const RESULT_PLACES = ["draft", "approved", "rejected"] as const;
export type ResultPlace = (typeof RESULT_PLACES)[number];
/** Beneath the folder for results; a draft is in that folder itself. */
export const PLACE_FOLDERS: Readonly<Record<ResultPlace, string>> = {
  draft: "",
  approved: "/Approved",
  rejected: "/Rejected",
};
/** Beneath the same folder, for results that are put away; nothing is read there. */
export const RESULT_ARCHIVE = "/Archive";

export interface ResultNote {
  readonly path: string;
  readonly place: ResultPlace;
  /** The plan to which it links: the name of that note. */
  readonly plan: string;
  /** As written. */
  readonly status: string;
  readonly title: string;
  readonly hash: string;
  /** Beginning of the hash of its text beneath the properties. */
  readonly body: string;
  /** Lines of its text that list what to do, counted from 1; null where none are headed so. */
  readonly steps: { readonly from: number; readonly to: number } | null;
  /** The plan that was made of it, as the note says; empty for none. */
  readonly carriedOutBy: string;
  /** Milliseconds since the epoch. */
  readonly changed: number;
}

export interface ResultProperties {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly iterations: number;
  readonly model: string;
  readonly prompt: string;
  readonly context: readonly string[];
}

const LONGEST_TITLE = 60;
const CARRIED_OUT_BY = "carried_out_by";

/** Null for a note that no flow wrote. */
export function readResult(
  path: string,
  place: ResultPlace,
  text: string,
  changed: number,
): ResultNote | null {
  const lines = splitLines(text);
  const read = readFrontmatter(lines);
  if (read.kind === "broken") return null;
  const { data, bodyFrom } = read.frontmatter;
  const plan = /\[\[([^[\]|#]+)/.exec(singleText(data, "plan") ?? "")?.[1];
  if (plan === undefined || !Object.hasOwn(data, "iterations")) return null;
  return {
    path,
    place,
    plan: bare(plan),
    status: singleText(data, "status") ?? "",
    title: singleText(data, "title") ?? bare(path),
    hash: hashText(text),
    body: bodyHash(joinLines(lines.slice(bodyFrom))),
    steps: stepsIn(lines, bodyFrom),
    carriedOutBy: singleText(data, CARRIED_OUT_BY) ?? "",
    changed,
  };
}

/** The last section with such a heading and a list; without one, a plan is made of the whole note. */
function stepsIn(lines: readonly Line[], bodyFrom: number): ResultNote["steps"] {
  const kinds = kindsOf(lines, bodyFrom);
  const headings = headingsOf(lines, kinds);
  const sections = headings.flatMap(({ line, level, text }, at) => {
    const next = headings.slice(at + 1).find((each) => each.level <= level)?.line ?? lines.length;
    const hasList = lines
      .slice(line, next)
      .some((each, n) => kinds[line + n] === "prose" && /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]/.test(each.text));
    return /\b(?:to do|steps?|tasks?|next)\b/i.test(text) && hasList ? [{ from: line + 1, to: next }] : [];
  });
  return sections.at(-1) ?? null;
}

/** The note with a link to the plan that was made of it; null where it has one, or has no properties. */
export function withPlan(text: string, plan: string): string | null {
  return addValue(text, CARRIED_OUT_BY, `[[${bare(plan)}]]`);
}

/** A person may rename the plan, and the app then changes the link. */
export function isResultOf({ plan }: ResultNote, { path, taskId }: Pick<Plan, "path" | "taskId">): boolean {
  return plan === bare(path) || plan === taskId || plan.startsWith(`${taskId} `);
}

export function nameHash(path: string): string {
  return hashText(bare(path)).slice(0, 12);
}

export function bodyHash(body: string): string {
  return hashText(body.replace(/\r+\n/g, "\n").trim()).slice(0, 12);
}

export function titleFrom(prompt: string): string {
  return capital(cut(prompt.replace(/\s+/g, " ").trim(), LONGEST_TITLE));
}

export function composeResult(
  { title, created, iterations, model, prompt, context }: ResultProperties,
  plan: Pick<Plan, "path">,
  body: string,
): string {
  return [
    "---",
    "status: draft",
    `title: ${writeScalar(title)}`,
    `created: ${writeScalar(writeStamp(created))}`,
    "approved: null",
    `iterations: ${String(iterations)}`,
    `model: ${writeScalar(model)}`,
    `initial_prompt: ${writeScalar(prompt)}`,
    ...(context.length === 0
      ? ["context_files: []"]
      : ["context_files:", ...context.map((each) => `  - ${writeScalar(each)}`)]),
    `plan: ${writeScalar(`[[${bare(plan.path)}]]`)}`,
    "---",
    "",
    `${body.trim()}\n`,
  ].join("\n");
}

/** The note with the properties that its folder asks for; null where they cannot be written. `now`: milliseconds. */
export function withPlace(text: string, place: ResultPlace, now: number): string | null {
  const read = readFrontmatter(splitLines(text));
  if (read.kind === "broken") return null;
  const told = setValue(text, "status", place);
  // A person who took the property out wants none.
  return told === null || !Object.hasOwn(read.frontmatter.data, "approved")
    ? told
    : setValue(told, "approved", place === "approved" ? writeStamp(now) : null);
}

/** Whether its status is a word of ours, and another than its folder says. */
export function isMisplaced({ status, place }: ResultNote): boolean {
  const word = status.trim().toLowerCase();
  return RESULT_PLACES.some((each) => each === word) && word !== place;
}

/** The note with a new text beneath its properties, provided that it still has the text of this hash. */
export function withBody(text: string, was: string, body: string, iterations: number): string | null {
  const lines = splitLines(text);
  const read = readFrontmatter(lines);
  if (read.kind === "broken") return null;
  const { bodyFrom } = read.frontmatter;
  if (bodyHash(joinLines(lines.slice(bodyFrom))) !== was) return null;
  const own = lines
    .slice(0, bodyFrom)
    .map((each) =>
      /^iterations: \d+$/.test(each.text) ? { ...each, text: `iterations: ${String(iterations)}` } : each,
    );
  return `${joinLines(own)}\n${body.trim()}\n`;
}

function bare(path: string): string {
  return nameOf(path).replace(/\.md$/i, "");
}
