/**
 * Reads the steps of a plan. Anything that looks like a step or a gate and is not understood becomes `unclear`, which
 * never runs.
 */
import { ACTION_LIMIT } from "../action/action";
import { canonicalAction } from "../action/render";
import { isActionFence, parseAction } from "../action/parse";
import { hashText } from "../../kit/hash";
import { indentOf, outdent, type Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";
import { remember } from "../../kit/remember";
import { cut, linkWords, unescapeMarkdown } from "../../kit/text";
import { BOX, findItems, signOf, stateOf, STRAY_BLOCK, type Item } from "./items";
import { findCut, findStrayBlock } from "./cut";
import { readWait } from "./days";
import type { StepApproval, Plan, Step } from "./plan";
import { readTool } from "./toolBlock";

const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)$/;

/** One of ours, with words that somebody wrote behind it. */
const OVERTAKEN = /\s\^(s-[0-9a-f]{4,})(?=\s)/;

/** Characters of action blocks that may still be read in this plan. */
interface Budget {
  left: number;
}

/** The note around a step, up to the index of the line at which the next one begins. */
interface Around {
  readonly lines: readonly Line[];
  readonly kinds: readonly LineKind[];
  readonly until: number;
}

/** The steps between two line indexes. */
export function findSteps(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
): Step[] {
  const budget: Budget = { left: 2 * ACTION_LIMIT };
  const items = findItems(lines, kinds, from, to);
  // A step that speaks of another names its id, and does not bear it.
  const borne = new Set(items.map(({ text }) => (text.includes("^") ? BLOCK_ID.exec(text)?.[1] : undefined)));
  return items.map((item, at) => {
    const step = readStep(item, at + 1, { lines, kinds, until: items[at + 1]?.line ?? to }, budget, borne);
    if (item.mistake === null) return step;
    const { line, why } = item.mistake;
    const isFixable = why === STRAY_BLOCK && findStrayBlock(lines, item.line, line) !== null;
    return {
      ...step,
      approval: { kind: "unclear", line: line + 1, why, ...(isFixable ? { fixable: true } : {}) },
    };
  });
}

const ELSEWHERE =
  "this looks like a step that needs approval, but it is outside the Roadmap; move it there, or remove the sign or words";

/**
 * Between two line indexes outside the Roadmap: boxes that look gated. They are steps that nobody understands, and have
 * no number yet.
 */
export function findMisplaced(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
): Step[] {
  const budget: Budget = { left: 2 * ACTION_LIMIT };
  const gated = findItems(lines, kinds, from, to, true)
    .map((item, at, all) => readStep(item, 0, { lines, kinds, until: all[at + 1]?.line ?? to }, budget))
    .filter(({ approval }) => approval.kind !== "none");
  return gated.map((step) => ({
    ...step,
    misplaced: true,
    approval: { kind: "unclear", line: step.line + 1, why: ELSEWHERE },
  }));
}

/** Where each of the same steps begins, and the index after the last line with text that belongs to it. */
export function stepRanges(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
): { readonly from: number; readonly to: number }[] {
  return findItems(lines, kinds, from, to).map(({ line, beneath }) => {
    const last = beneath.findLast((at) => kinds[at] !== "comment" && (lines[at]?.text ?? "").trim() !== "");
    return { from: line, to: (last ?? line) + 1 };
  });
}

/** `step 4 “Send email”`. */
export function stepName(step: Pick<Step, "n" | "text">): string {
  const text = unescapeMarkdown(linkWords(step.text))
    .replace(/\u270B(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}])?/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return `step ${String(step.n)} “${cut(text, 60)}”`;
}

/** The line of a step with another mark in its box; as it is where it has none. */
export function withMark(text: string, mark: string): string {
  const lead = BOX.exec(text)?.[1]?.length;
  if (lead === undefined) return text;
  const before = [...text.slice(lead)][0] ?? "";
  return text.slice(0, lead) + mark + text.slice(lead + before.length);
}

/** The line of a step with the sign ✋ behind its box. */
export function withHand(line: string): string {
  const lead = /^(.*?\[.\])[ \t]*/su.exec(line)?.[1] ?? "";
  return BOX.test(line) ? `${lead} ✋ ${line.slice(lead.length).trimStart()}` : line;
}

/** The first step that bears the block id of one before it; null when every id is there once. */
export function findDouble(steps: readonly Step[]): Step | null {
  const seen = new Set<string>();
  return steps.find(({ id }) => id !== null && seen.size === seen.add(id).size) ?? null;
}

function readStep(
  item: Item,
  n: number,
  around: Around,
  budget: Budget,
  borne: ReadonlySet<string | undefined> = new Set(),
): Step {
  const [id, place] = item.text.includes("^") ? blockId(item.text, borne) : [null, BLOCK_ID];
  const text = id === null ? item.text : item.text.replace(place, "").trimEnd();
  const approval = readApproval(item, text, around, budget);
  const { line, beneath } = item;
  const isGate = approval.kind !== "none";
  const { day, mistake } = readWait({ line, text, beneath }, isGate, around.lines, around.kinds);
  // A gated step whose day is not understood would run at once, although somebody wanted it to wait.
  const isHeld = mistake !== null && isGate && approval.kind !== "unclear";
  const held: StepApproval = isHeld
    ? { kind: "unclear", line: mistake.line + 1, why: mistake.why }
    : approval;
  return {
    n,
    line,
    state: stateOf(item),
    boxed: item.boxed,
    misplaced: false,
    text,
    beneath: proseBeneath(item, around),
    id,
    approval: held,
    tool: held.kind === "none" ? readTool(beneath, around.lines, around.kinds) : null,
    notBefore: isHeld ? null : day,
  };
}

/** Characters of what stands beneath a step. */
const MOST_BENEATH = 2000;

function proseBeneath({ beneath }: Item, { lines, kinds }: Around): string {
  if (beneath.length === 0) return "";
  return beneath
    .filter((at) => kinds[at] === "prose")
    .map((at) => lines[at]?.text ?? "")
    .filter((text) => text.trim() !== "")
    .join("\n")
    .slice(0, MOST_BENEATH);
}

/** As much of a hash as logs hold. Digits. */
const SHORT = 12;

/** With where it stands. */
function blockId(text: string, borne: ReadonlySet<string | undefined>): readonly [string | null, RegExp] {
  const last = BLOCK_ID.exec(text)?.[1];
  if (last !== undefined) return [last, BLOCK_ID];
  const overtaken = OVERTAKEN.exec(text)?.[1];
  return overtaken === undefined || borne.has(overtaken) ? [null, BLOCK_ID] : [overtaken, OVERTAKEN];
}

/**
 * Hash of step text and action or tool block. Changing either makes another hash. Worked out when it is asked for: of
 * most steps it never is.
 */
export const hashStep = remember((step: Step): string => {
  const action = step.approval.kind === "action" ? canonicalAction(step.approval.action) : "";
  const tool = step.tool?.kind === "call" ? `\n${step.tool.tool} ${step.tool.input}` : "";
  return hashText(`${step.text.normalize("NFC")}\n${action}${tool}`);
});

/** Whether this stands for the step as it is written now. `hash` may be the beginning of one. */
export function isHashOf(step: Step, hash: string): boolean {
  return hash.length >= SHORT && hashStep(step).startsWith(hash);
}

/**
 * Stands for the plan a person is asked about, and for what they are shown of a step of it; null where the whole of the
 * plan is meant, whatever it says by now.
 */
export function shownAs({ key }: Pick<Plan, "key">, step: Step | null): string {
  return step === null ? key : `${key} ${hashStep(step)}`;
}

function readApproval(item: Item, text: string, around: Around, budget: Budget): StepApproval {
  const { lines, kinds } = around;
  const opens = item.beneath.filter(
    (at) => kinds[at] === "fence-open" && isActionFence(lines[at]?.text ?? ""),
  );
  const [open] = opens;
  if (opens.length > 1)
    return {
      kind: "unclear",
      line: (opens[1] ?? 0) + 1,
      why: "there are two action blocks under this step; keep one",
    };
  if (open !== undefined) return readBlock(open, around, budget);
  const beneath = item.beneath.filter((at) => kinds[at] === "prose").map((at) => lines[at]?.text ?? "");
  const sign = signOf(beneath.length === 0 ? text : [text, ...beneath].join("\n"));
  if (sign !== "like a hand") return { kind: sign };
  return {
    kind: "unclear",
    line: item.line + 1,
    lacksSign: true,
    why: "this looks like a step that needs approval, but has no ✋; write ✋ if it does, or remove the other sign or words",
  };
}

function readBlock(open: number, { lines, kinds, until }: Around, budget: Budget): StepApproval {
  let end = open + 1;
  while (kinds[end] === "fence") end += 1;
  if (kinds[end] !== "fence-close")
    return { kind: "unclear", line: open + 1, why: "the action block is never closed" };
  const indent = indentOf(lines[open]?.text ?? "");
  const body = lines
    .slice(open + 1, end)
    .map((line) => outdent(line.text, indent))
    .join("\n");
  budget.left -= body.length;
  if (budget.left < 0)
    return {
      kind: "unclear",
      line: open + 1,
      why: "this plan’s action blocks exceed 200,000 characters together",
    };
  const parsed = parseAction(body);
  const cut = findCut(lines, kinds, { open, close: end }, until);
  if (parsed.kind === "action" && cut === null) return parsed;
  if (cut !== null)
    return {
      kind: "unclear",
      line: cut.line + 1,
      why: cut.why,
      ...(cut.whole === null ? {} : { fixable: true }),
    };
  if (parsed.kind === "action") return parsed;
  return {
    kind: "unclear",
    line: open + 2 + parsed.line,
    why: parsed.why,
    ...(parsed.fix === undefined ? {} : { fixable: true }),
  };
}
