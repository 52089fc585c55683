/**
 * The only ways we change a plan: one value we own in the frontmatter, one checkbox character, one block id, an
 * action beneath a step, new lines at the end of the logs or questions. Every edit works on the text as it is now,
 * finds its place by block id (never by line or number alone), and answers null when it no longer applies. Every
 * other byte stays: line ends, spacing, comments, order.
 */
import type { Action } from "../action/action";
import { isActionFence, parseAction } from "../action/parse";
import { renderAction, sameAction } from "../action/render";
import { readFrontmatter, setValue } from "../../kit/frontmatter";
import { indentOf, joinLines, lineEnd, splitLines, type Line } from "../../kit/lines";
import { never } from "../../kit/never";
import { inProperty } from "../../kit/text";
import { SHORT_VALUE } from "./blocks";
import { remarksIn } from "../../kit/yaml";
import { stateOf } from "./items";
import { parsePlan, sectionsOf, type PlanReading } from "./parse";
import type { Plan, Step } from "./plan";
import { closeQuestion, writeAnswer, type WantedAnswer } from "./questions";
import { hashStep, stepRanges, withMark } from "./steps";

export type PlanEdit =
  /**
   * `null` is the word null. Left out silently where the note has no such line, or one that cannot be written: we
   * change values, we do not add keys.
   */
  | { readonly kind: "value"; readonly key: "blocked_reason" | "updated"; readonly value: string | null }
  | { readonly kind: "status"; readonly value: Plan["status"] }
  | { readonly kind: "mark"; readonly step: string; readonly mark: "x" | "-" | " " }
  /** Gives the n-th step a block id, provided it has none and still reads as it did. */
  | { readonly kind: "step-id"; readonly n: number; readonly hash: string; readonly id: string }
  /**
   * Writes an action block beneath the n-th step, provided it still reads as it did; `instead` of the one it has,
   * else only where it has none.
   */
  | {
      readonly kind: "action";
      readonly n: number;
      readonly hash: string;
      readonly action: Action;
      readonly instead?: true;
    }
  | ({ readonly kind: "insert" } & Insertion)
  | { readonly kind: "log"; readonly line: string }
  | { readonly kind: "question"; readonly lines: readonly string[] }
  /** Says beneath the question with this id that it needs no answer any more, or needs one again. */
  | { readonly kind: "close"; readonly question: string; readonly closes: boolean }
  /** Answers the question with this id, provided its lines still read as they were shown. */
  | ({
      readonly kind: "answer";
      readonly question: string;
      readonly shown: readonly string[];
    } & WantedAnswer);

/** New open steps right before or right behind the step with this block id. */
export interface Insertion {
  readonly beside: string;
  readonly where: "before" | "behind";
  readonly steps: readonly NewStep[];
}

export interface NewStep {
  /** Its block id, without the caret. */
  readonly id: string;
  /** One line of Markdown, without box and block id. */
  readonly text: string;
  readonly action: Action | null;
}

/**
 * All edits or none. Null when one does not apply, or when the result would not read as the same plan with just these
 * changes.
 */
export function editPlan(path: string, text: string, edits: readonly PlanEdit[]): string | null {
  const before = parsePlan(path, text);
  if (before.kind !== "plan") return null;
  let now: string | null = text;
  for (const edit of edits) {
    // Reading is what takes the time: the first edit finds its step in what was read already.
    now = apply(path, now, edit, now === text ? before : null);
    if (now === null) return null;
  }
  const after = parsePlan(path, now);
  return after.kind === "plan" && isOnly(before.plan, after.plan, edits) ? now : null;
}

function apply(path: string, text: string, edit: PlanEdit, known: PlanReading | null): string | null {
  switch (edit.kind) {
    case "status":
      return setValue(text, "status", edit.value);
    case "value":
      // A tick and its log line never wait for a property that is missing or cannot be written.
      return (
        setValue(text, edit.key, edit.value === null ? null : inProperty(edit.value, SHORT_VALUE)) ?? text
      );
    case "mark":
      return changeStep(
        path,
        text,
        known,
        (step) => step.id === edit.step,
        (line) => [{ ...line, text: withMark(line.text, edit.mark) }],
      );
    case "step-id":
      if (!/^[A-Za-z0-9-]+$/.test(edit.id)) return null;
      return changeStep(
        path,
        text,
        known,
        (step) => step.id === null && isAsItWas(step, edit),
        (line) => [{ ...line, text: `${line.text} ^${edit.id}` }],
      );
    case "action":
      if (edit.instead === true) return replaceAction(path, text, known, edit);
      return changeStep(
        path,
        text,
        known,
        (step) => step.approval.kind !== "action" && isAsItWas(step, edit),
        (line, end) => addBeneath(line, edit.action, end),
      );
    case "insert":
      return insert(path, text, known, edit);
    case "log":
      return append(text, "logs", "## Reasoning Logs", [edit.line]);
    case "question":
      return append(text, "questions", "## Questions", edit.lines);
    case "close": {
      const parsed = known ?? parsePlan(path, text);
      if (parsed.kind !== "plan") return null;
      const question = parsed.plan.questions.findLast(({ id }) => id === edit.question);
      if (question === undefined) return text;
      const lines = splitLines(text);
      return joinLines(closeQuestion(lines, question, edit.closes, lineEnd(lines)));
    }
    case "answer":
      return answer(path, text, known, edit);
    default:
      return never(edit);
  }
}

function answer(
  path: string,
  text: string,
  known: PlanReading | null,
  edit: Extract<PlanEdit, { readonly kind: "answer" }>,
): string | null {
  const parsed = known ?? parsePlan(path, text);
  if (parsed.kind !== "plan") return null;
  const [question, ...more] = parsed.plan.questions.filter(({ id }) => id === edit.question);
  if (question === undefined || more.length > 0) return null;
  const isAsShown =
    question.lines.length === edit.shown.length &&
    question.lines.every((line, at) => line === edit.shown[at]);
  const lines = isAsShown ? writeAnswer(splitLines(text), question, edit) : null;
  return lines === null ? null : joinLines(lines);
}

function isAsItWas(step: Step, edit: { readonly n: number; readonly hash: string }): boolean {
  return step.n === edit.n && hashStep(step) === edit.hash;
}

function changeStep(
  path: string,
  text: string,
  known: PlanReading | null,
  wanted: (step: Step) => boolean,
  change: (line: Line, end: string) => readonly Line[],
): string | null {
  const parsed = known ?? parsePlan(path, text);
  if (parsed.kind !== "plan") return null;
  const found = parsed.plan.steps.filter(wanted);
  const [step] = found;
  if (step === undefined || found.length > 1) return null;
  const lines = splitLines(text);
  return joinLines(lines.flatMap((line, at) => (at === step.line ? change(line, lineEnd(lines)) : [line])));
}

function addBeneath(line: Line, action: Action, end: string): Line[] {
  return insertAfter([line], 0, blockBeneath(line.text, action), end);
}

/** The new block begins where the old one did, as far in, and keeps the remarks of a person. */
function replaceAction(
  path: string,
  text: string,
  known: PlanReading | null,
  edit: Extract<PlanEdit, { readonly kind: "action" }>,
): string | null {
  const parsed = known ?? parsePlan(path, text);
  if (parsed.kind !== "plan") return null;
  const [step, ...more] = parsed.plan.steps.filter(
    (each) => each.approval.kind === "action" && isAsItWas(each, edit),
  );
  if (step === undefined || more.length > 0) return null;
  const lines = splitLines(text);
  const front = readFrontmatter(lines);
  if (front.kind === "broken") return null;
  const { kinds } = sectionsOf(lines, front.frontmatter.bodyFrom);
  const open = lines.findIndex(
    (line, at) => at > step.line && kinds[at] === "fence-open" && isActionFence(line.text),
  );
  const close = kinds.findIndex((kind, at) => at > open && kind !== "fence");
  const first = lines[open];
  const last = lines[close];
  if (first === undefined || last === undefined || kinds[close] !== "fence-close") return null;
  // A block may begin an item of its own.
  const [lead, indent = ""] = /^([ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/.exec(first.text) ?? [""];
  const [opens = "", ...rest] = renderAction(edit.action).split("\n");
  const block = [opens, ...remarksFor(edit.action, step, rest.slice(0, -1)), ...rest];
  const beneath = indent + " ".repeat(lead.length - indent.length);
  const fresh = block.map((each, at) => ({
    text: each === "" ? "" : (at === 0 ? lead : beneath) + each,
    end: at === block.length - 1 ? last.end : lineEnd(lines),
  }));
  return joinLines([...lines.slice(0, open), ...fresh, ...lines.slice(close + 1)]);
}

/** Remarks of the old block that may stand above the new one; none where they would change it. */
function remarksFor(action: Action, { approval }: Step, source: readonly string[]): readonly string[] {
  const old = approval.kind === "action" ? (approval.action.block?.source ?? "") : "";
  const remarks = remarksIn(old).flatMap(({ before, remark }) => (before.trim() === "" ? [remark] : []));
  const parsed = remarks.length === 0 ? null : parseAction([...remarks, ...source].join("\n"));
  return parsed?.kind === "action" && sameAction(parsed.action, action) ? remarks : [];
}

/** Four columns further in than the step, or as far as a long number makes its text begin. */
function blockBeneath(line: string, action: Action): string[] {
  const { lead, marker } = listSign(line);
  const indent = lead + " ".repeat(Math.max(4, marker.length + 1));
  return renderAction(action)
    .split("\n")
    .map((each) => (each === "" ? "" : indent + each));
}

function listSign(line: string): { readonly lead: string; readonly marker: string } {
  const [lead = ""] = /^[ \t]*/.exec(line) ?? [];
  return { lead, marker: /^(?:[-*+]|\d{1,9}[.)])/.exec(line.slice(lead.length))?.[0] ?? "-" };
}

/** As far in as the step beside, and with the same sign of a list. */
function insert(
  path: string,
  text: string,
  known: PlanReading | null,
  { beside, where, steps }: Insertion,
): string | null {
  const parsed = known ?? parsePlan(path, text);
  if (parsed.kind !== "plan" || steps.some((each) => /[\r\n]/.test(each.text))) return null;
  const found = parsed.plan.steps.filter(({ id, misplaced }) => id === beside && !misplaced);
  const [step] = found;
  if (step === undefined || found.length > 1) return null;
  const lines = splitLines(text);
  const front = readFrontmatter(lines);
  if (front.kind === "broken") return null;
  const sections = sectionsOf(lines, front.frontmatter.bodyFrom);
  const range = sections
    .find("roadmap")
    .flatMap(({ from, to }) => stepRanges(lines, sections.kinds, from, to))
    .find(({ from }) => from === step.line);
  if (range === undefined) return null;
  const { lead, marker } = listSign(lines[step.line]?.text ?? "");
  const added = steps.flatMap((each) => {
    const line = `${lead}${marker} [ ] ${each.text} ^${each.id}`;
    return [line, ...(each.action === null ? [] : blockBeneath(line, each.action))];
  });
  return joinLines(
    insertAfter(lines, (where === "before" ? range.from : range.to) - 1, added, lineEnd(lines)),
  );
}

/** Puts lines after the last line with text of a section, or starts the section at the end of the note. */
function append(
  text: string,
  section: "logs" | "questions",
  heading: string,
  added: readonly string[],
): string | null {
  if (added.some((each) => /[\r\n]/.test(each))) return null;
  const lines = splitLines(text);
  const parsed = readFrontmatter(lines);
  if (parsed.kind === "broken") return null;
  const range = sectionsOf(lines, parsed.frontmatter.bodyFrom).find(section).at(-1);
  const end = lineEnd(lines);
  if (range === undefined) {
    const gap = lines.at(-1)?.text.trim() === "" ? [] : [""];
    return joinLines(insertAfter(lines, lines.length - 1, [...gap, heading, ...added], end));
  }
  let last = range.to - 1;
  while (last > range.heading && isGap(lines[last]?.text ?? "")) last -= 1;
  return joinLines(insertAfter(lines, last, added, end));
}

/** Blank, or a rule drawn between sections. */
function isGap(text: string): boolean {
  return text.trim() === "" || (indentOf(text) < 4 && /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/.test(text));
}

function insertAfter(lines: readonly Line[], at: number, added: readonly string[], end: string): Line[] {
  const before = lines.slice(0, at + 1);
  const after = lines.slice(at + 1);
  const last = before.at(-1);
  // A lone CR before the LF of a blank line would make one end of both.
  const isBlankNext = after[0]?.text === "" && after[0].end === "\n";
  const own = isBlankNext && end === "\r" ? (last?.end ?? end) : end;
  const fresh = added.map((text) => ({ text, end: own }));
  if (last !== undefined && last.end === "") {
    before[before.length - 1] = { text: last.text, end };
    const tail = fresh.at(-1);
    if (tail !== undefined) fresh[fresh.length - 1] = { text: tail.text, end: "" };
  }
  return [...before, ...fresh, ...after];
}

/**
 * Whether nothing a reader knows about the plan differs but what the edits say. A line that landed in a fence or
 * comment shows here.
 */
function isOnly(before: Plan, after: Plan, edits: readonly PlanEdit[]): boolean {
  const count = (kind: PlanEdit["kind"]): number => edits.filter((edit) => edit.kind === kind).length;
  const status = edits.findLast((edit) => edit.kind === "status")?.value ?? before.status;
  return (
    after.key === before.key &&
    after.status === status &&
    after.log.moreThan(before.log) === count("log") &&
    after.questions.length === before.questions.length + count("question") &&
    isAnswered(before, after, edits) &&
    isExpectedList(before.steps, after.steps, edits)
  );
}

/** An answer changes its own question, and no other one. */
function isAnswered(before: Plan, after: Plan, edits: readonly PlanEdit[]): boolean {
  const answered = edits.flatMap((edit) => (edit.kind === "answer" ? [edit.question] : []));
  return (
    answered.length === 0 ||
    before.questions.every(({ id, lines }, at) => {
      const now = after.questions[at];
      const isSame = now?.lines.length === lines.length && now.lines.every((line, n) => line === lines[n]);
      return now?.id === id && (answered.includes(id) ? now.answer !== null : isSame);
    })
  );
}

/** Every step of before as the edits leave it, and the new ones where they belong. */
function isExpectedList(
  before: readonly Step[],
  after: readonly Step[],
  edits: readonly PlanEdit[],
): boolean {
  const insertions = edits.flatMap((edit) => (edit.kind === "insert" ? [edit] : []));
  const beside = (id: string | null, where: Insertion["where"]): readonly NewStep[] =>
    insertions.flatMap((each) =>
      id !== null && each.beside === id && each.where === where ? each.steps : [],
    );
  let at = 0;
  const takesNew = (expected: readonly NewStep[]): boolean =>
    expected.every((each) => isNew(each, after[at++]));
  const isSame = before.every(
    (step) =>
      takesNew(beside(step.id, "before")) &&
      isExpected(step, after[at++], edits) &&
      takesNew(beside(step.id, "behind")),
  );
  return isSame && at === after.length;
}

function isNew({ id, text, action }: NewStep, now: Step | undefined): boolean {
  return (
    now?.id === id &&
    now.text === text &&
    now.state === "open" &&
    now.boxed &&
    (action === null
      ? now.approval.kind === "none" || now.approval.kind === "hand"
      : now.approval.kind === "action" && sameAction(now.approval.action, action))
  );
}

function isExpected(step: Step, now: Step | undefined, edits: readonly PlanEdit[]): boolean {
  if (now === undefined) return false;
  const named = edits.findLast((edit) => edit.kind === "step-id" && edit.n === step.n);
  const id = named?.kind === "step-id" ? named.id : step.id;
  const marked = edits.findLast((edit) => edit.kind === "mark" && edit.step === id);
  const state = marked?.kind === "mark" ? stateOf(marked) : step.state;
  const given = edits.find((edit) => edit.kind === "action" && edit.n === step.n);
  const action =
    given?.kind === "action" ? given.action : step.approval.kind === "action" ? step.approval.action : null;
  const gate =
    action === null
      ? now.approval.kind === step.approval.kind
      : now.approval.kind === "action" && sameAction(now.approval.action, action);
  return now.text === step.text && now.id === id && now.state === state && gate;
}
