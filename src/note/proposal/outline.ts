/**
 * The outline of a plan for a note: its objective and its steps, taken from the note as words and nothing more.
 * Everything in the note becomes text in the plan: no heading, property, comment, link or action block of it lives on
 * there, and a step that was gated stays so.
 */
import { readFrontmatter } from "../../kit/frontmatter";
import { hasTooManyLines, splitLines, type Line } from "../../kit/lines";
import {
  headingsOf,
  kindsOf,
  nest,
  quotesOf,
  startNesting,
  unquote,
  type LineKind,
} from "../../kit/markdown";
import { escapeMarkdown, linkWords } from "../../kit/text";
import { findOpenBoxes } from "../plan/boxes";
import { isBoard } from "../plan/leaveAlone";
import { signOf } from "../plan/items";
import { findSteps } from "../plan/steps";
import type { Step } from "../plan/plan";

/** Lines of a note, counted from 1, both included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export interface Outline {
  /** As it stands in the note. */
  readonly title: string;
  /** A line of Markdown. */
  readonly objective: string;
  /** Lines of Markdown, without boxes. Never empty. */
  readonly steps: readonly string[];
  /** Sentences on what was taken for what. */
  readonly said: readonly string[];
}

/** Steps of a plan that can still be taken in at a glance; the rest stays in the note. */
const MOST = 50;
const STEP = 500;
const OBJECTIVE = 200;

/** For a note that says nothing about its steps. */
const SKELETON = [
  "Read the task again and say in the objective what the result has to be",
  "Write the steps it takes in the place of this one",
  "Look at the result and answer whoever asked for it",
];

/** `name` is the note's, without `.md`. Null for a text without anything to plan, or with more lines than we read. */
export function outlineOf(name: string, text: string, lines: Lines | null): Outline | null {
  if (hasTooManyLines(text)) return null;
  const all = splitLines(text);
  const kinds = kindsOf(all, bodyOf(all));
  const from = Math.max(0, (lines?.from ?? 1) - 1);
  const to = Math.min(all.length, lines?.to ?? all.length);
  const isEmpty = !all
    .slice(from, to)
    .some((line, at) => kinds[from + at] !== "frontmatter" && line.text.trim() !== "");
  if (isEmpty && lines !== null) return null;
  const found = stepsIn(all, from, to);
  const only = lines !== null && found.steps.length === 1 ? (found.steps[0] ?? null) : null;
  // The headings of a board are lanes.
  const named = isBoard(text) ? name : objectiveOf(name, all, kinds, from, to, only);
  const single = only !== null && named === only;
  const objective = linkWords(named, "pages");
  if (found.steps.length === 0 || single)
    return {
      title: objective,
      objective: escapeMarkdown(objective, OBJECTIVE),
      steps: SKELETON,
      said: [
        isEmpty
          ? "The note is empty, so these steps are a frame to fill in."
          : "No list of steps was found, so these are a frame to fill in.",
      ],
    };
  const rest = found.steps.length - MOST;
  const said = [
    `Its steps are the ${found.from} of the note; what is indented beneath them stays there.`,
    ...(found.done === 0
      ? []
      : [
          `${found.done === 1 ? "One that is ticked makes" : `${String(found.done)} that are ticked make`} no step.`,
        ]),
    ...(found.quoted === 0
      ? []
      : [
          `${found.quoted === 1 ? "One open box in a quote makes" : `${String(found.quoted)} open boxes in quotes make`} no step.`,
        ]),
    ...(rest > 0 ? [`${String(rest)} more stay in the note.`] : []),
  ];
  return {
    title: objective,
    objective: escapeMarkdown(objective, OBJECTIVE),
    steps: found.escaped.slice(0, MOST),
    said,
  };
}

function bodyOf(lines: readonly Line[]): number {
  const parsed = readFrontmatter(lines);
  if (parsed.kind === "read") return parsed.frontmatter.bodyFrom;
  return lines.findIndex(({ text }, at) => at > 0 && /^---[ \t]*$/.test(text)) + 1;
}

interface Found {
  /** As they stand in the note. */
  readonly steps: readonly string[];
  readonly escaped: readonly string[];
  readonly done: number;
  readonly from: "boxes" | "list items";
  /** Open boxes in quotes, which make none. */
  readonly quoted: number;
}

/**
 * Open boxes; where there is none at all, the items of lists. A callout is a person's own; what is quoted otherwise are
 * the words of somebody else.
 */
function stepsIn(note: readonly Line[], from: number, to: number): Found {
  const lines = withoutCallouts(note);
  const kinds = kindsOf(lines, bodyOf(note));
  const boxes = findSteps(lines, kinds, from, to);
  const source = boxes.length > 0 ? boxes : findSteps(boxed(lines, kinds, from, to), kinds, from, to);
  const open = source.filter(({ state, text }) => state === "open" && text.trim() !== "");
  return {
    steps: open.map(({ text }) => text),
    escaped: open.map(asText),
    done: source.filter(({ state }) => state !== "open").length,
    from: boxes.length > 0 ? "boxes" : "list items",
    quoted: findOpenBoxes(
      lines,
      kinds,
      [],
      [{ from, to }],
      source.map(({ line }) => line),
    ).filter(({ line }) => quotesOf(lines[line]?.text ?? "") > 0).length,
  };
}

/** The same lines, those of callouts without the marks of a quote. */
function withoutCallouts(lines: readonly Line[]): readonly Line[] {
  let isCallout = false;
  return lines.map((line) => {
    const isQuote = quotesOf(line.text) > 0;
    isCallout = isQuote && (isCallout || /^[ \t]*>[ \t]*\[![^\]]+\]/.test(line.text));
    return isCallout ? { ...line, text: unquote(line.text) } : line;
  });
}

/** The same lines, with a box before the text of each outermost list item. */
function boxed(lines: readonly Line[], kinds: readonly LineKind[], from: number, to: number): Line[] {
  const open = startNesting();
  return lines.map((line, at) => {
    if (at < from || at >= to || kinds[at] !== "prose") return line;
    const begins = nest(open, line.text) === 0 && open.items.length === 1;
    const match = begins ? /^([ \t]*(?:[-*+]|\d{1,9}[.)]))[ \t]+(?=\S)/.exec(line.text) : null;
    return match === null
      ? line
      : { ...line, text: `${match[1] ?? ""} [ ] ${line.text.slice(match[0].length)}` };
  });
}

/**
 * The words of a step. One that looked like a gate still does, although its action block and its signs are but words
 * now.
 */
function asText({ text, approval, boxed, notBefore }: Step): string {
  const words = escapeMarkdown(linkWords(text, "pages"), STEP);
  // A day that stood beneath the step, or in a form that is but words now.
  const step =
    notBefore === null || readAlone(words)?.notBefore === notBefore ? words : `${words} ⏳ ${notBefore}`;
  const isGated = readAlone(step)?.approval.kind !== "none";
  // Of a box that is none for Markdown, the words decide.
  const asks = boxed ? approval.kind !== "none" : signOf(text) !== "none";
  return !asks || isGated ? step : `✋ ${step}`;
}

function readAlone(words: string): Step | undefined {
  const line = splitLines(`- [ ] ${words}`);
  return findSteps(line, kindsOf(line, 0), 0, 1)[0];
}

/**
 * Its first heading, or its first line that is no list item; of a selection the one item that it is, or the heading
 * above it.
 */
function objectiveOf(
  name: string,
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
  only: string | null,
): string {
  const headings = headingsOf(lines, kinds).filter(({ text }) => text !== "");
  const within = headings.find(({ line }) => line >= from && line < to);
  if (within !== undefined) return within.text;
  const prose = lines
    .slice(from, to)
    .map(({ text }, at) => (kinds[from + at] === "prose" ? text.trim() : ""));
  const first =
    prose
      .find((text) => text !== "" && !/^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(text))
      ?.replace(/^>[\s>]*(?:\[![^\]]*\][+-]?[ \t]*)?/, "")
      .trim() ?? "";
  if (first !== "") return first;
  return only ?? headings.findLast(({ line }) => line < from)?.text ?? name;
}
