/**
 * Finds the steps of a Roadmap. True list items with a box, outermost first: what stands within an item belongs to it. A list item
 * without a box is no step, so boxes beneath it are. Anything that looks like a gate and is not understood becomes `unclear`, which
 * never runs.
 */
import { ACTION_LIMIT } from "../action/action";
import { canonicalAction } from "../action/render";
import { isActionFence, parseAction } from "../action/parse";
import { readStamp } from "../kit/dates";
import { HAND } from "../kit/hand";
import { hashText } from "../kit/hash";
import { indentOf, outdent, type Line } from "../kit/lines";
import { nest, startNesting, type LineKind } from "../kit/markdown";
import type { Gate, Step } from "./plan";

/** Groups: everything up to the mark, the mark, what follows the box. */
export const BOX = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}\[)(.)\](?:\s+(.*)|\s*)$/su;
/** Other raised hands and stop signs, and the words that come with the sign: probably meant as a gate. */
const LIKE_A_HAND = /[\u{1F590}\u{1F91A}\u{1F6D1}]|:raised_hand:|:hand:|&#(?:9995|x0*270b);|\((?:requires|needs) (?:human )?approval\)/iu;
const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)$/;
const NOT_BEFORE = /⏳\uFE0F?\s*(\d{4}-\d{2}-\d{2})(?!\d)/u;
const LIKE_A_DATE = /⏳\uFE0F?\s*\d/u;
/** Neither a sign nor what any of the words above begins with (`:`, `&`, `(`): most steps hold nothing else, and one look tells. */
const PLAIN = /^[\t\n\x20-\x25\x27\x29-\x39\x3b-\x7e]*$/;
/** A longer Roadmap is refused. One step more than this is found, so that its reader can tell. */
export const STEP_LIMIT = 1000;

interface Raw {
  readonly line: number;
  readonly mark: string;
  readonly text: string;
  /** Indexes of the lines that belong to it. */
  readonly beneath: number[];
  /** Index of the line that opens an action block right after it, not indented enough to belong to it. */
  stray: number | null;
}

/** Characters of action blocks that may still be read in this plan. */
interface Budget {
  left: number;
}

/** The steps between two line indexes. */
export function findSteps(lines: readonly Line[], kinds: readonly LineKind[], from: number, to: number): Step[] {
  const budget: Budget = { left: 2 * ACTION_LIMIT };
  return findItems(lines, kinds, from, to).map((item, at) => readStep(item, at + 1, lines, kinds, budget));
}

/** Where each of the same steps begins, and the index after the last line with text that belongs to it. */
export function stepRanges(lines: readonly Line[], kinds: readonly LineKind[], from: number, to: number): { readonly from: number; readonly to: number }[] {
  return findItems(lines, kinds, from, to).map(({ line, beneath }) => {
    const last = beneath.findLast((at) => kinds[at] !== "comment" && (lines[at]?.text ?? "").trim() !== "");
    return { from: line, to: (last ?? line) + 1 };
  });
}

function findItems(lines: readonly Line[], kinds: readonly LineKind[], from: number, to: number): Raw[] {
  const items: Raw[] = [];
  const open = startNesting();
  let step: { readonly raw: Raw; readonly depth: number } | null = null;
  for (let at = from; at < to && items.length <= STEP_LIMIT; at += 1) {
    const text = lines[at]?.text ?? "";
    if (kinds[at] === "prose" || kinds[at] === "fence-open") {
      const kept = nest(open, text);
      if (step !== null && step.depth >= kept) {
        if (kinds[at] === "fence-open" && isActionFence(text)) step.raw.stray = at;
        step = null;
      }
      const match = step === null && kinds[at] === "prose" && open.items.length > kept ? BOX.exec(text) : null;
      if (match !== null) {
        const raw: Raw = { line: at, mark: match[2] ?? " ", text: (match[3] ?? "").trimEnd(), beneath: [], stray: null };
        items.push(raw);
        step = { raw, depth: kept };
        continue;
      }
      if (kinds[at] === "fence-open") open.paragraph = false;
    }
    step?.raw.beneath.push(at);
  }
  return items;
}

/** `step 4 “Send email”`. */
export function stepName(step: Pick<Step, "n" | "text">): string {
  const text = step.text.replace(/\u270B(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}])?/gu, "").replace(/\s+/g, " ").trim();
  return `step ${String(step.n)} “${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;
}

/** The line of a step with another mark in its box. */
export function withMark(text: string, mark: string): string {
  const lead = BOX.exec(text)?.[1]?.length ?? 0;
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

function readStep(item: Raw, n: number, lines: readonly Line[], kinds: readonly LineKind[], budget: Budget): Step {
  const id = item.text.includes("^") ? (BLOCK_ID.exec(item.text)?.[1] ?? null) : null;
  const text = id === null ? item.text : item.text.replace(BLOCK_ID, "").trimEnd();
  const day = text.includes("⏳") ? (NOT_BEFORE.exec(text)?.[1] ?? null) : null;
  const notBefore = day !== null && readStamp(day) !== null ? day : null;
  const gate = checkDate(readGate(item, text, lines, kinds, budget), item, text, notBefore);
  const state = item.mark === "x" || item.mark === "X" ? "done" : item.mark === "-" ? "skipped" : "open";
  return { n, line: item.line, state, text, id, gate, notBefore };
}

/** Worked out when it is asked for: of most steps it never is. */
const hashes = new WeakMap<Step, string>();

/** Hash of step text and action block. Changing either makes another hash. */
export function hashStep(step: Step): string {
  const known = hashes.get(step);
  if (known !== undefined) return known;
  const block = step.gate.kind === "action" ? canonicalAction(step.gate.action) : "";
  const hash = hashText(`${step.text.normalize("NFC")}\n${block}`);
  hashes.set(step, hash);
  return hash;
}

/** A gated step with a day that is none would run at once, although somebody wanted it to wait. */
function checkDate(gate: Gate, item: Raw, text: string, notBefore: string | null): Gate {
  if (gate.kind === "none" || notBefore !== null || !LIKE_A_DATE.test(text)) return gate;
  return { kind: "unclear", line: item.line + 1, why: "the date after ⏳ is not a day of the calendar; write it like ⏳ 2026-03-03" };
}

function readGate(item: Raw, text: string, lines: readonly Line[], kinds: readonly LineKind[], budget: Budget): Gate {
  const opens = item.beneath.filter((at) => kinds[at] === "fence-open" && isActionFence(lines[at]?.text ?? ""));
  const [open] = opens;
  if (item.stray !== null) return { kind: "unclear", line: item.stray + 1, why: "this action block is not indented beneath the step; indent it by four spaces" };
  if (opens.length > 1) return { kind: "unclear", line: (opens[1] ?? 0) + 1, why: "there are two action blocks beneath this step; a step has one" };
  if (open !== undefined) return readBlock(open, lines, kinds, budget);
  const words = [text, ...item.beneath.filter((at) => kinds[at] === "prose").map((at) => lines[at]?.text ?? "")].join("\n");
  if (PLAIN.test(words)) return { kind: "none" };
  if (HAND.test(words)) return { kind: "hand" };
  if (LIKE_A_HAND.test(words)) {
    return { kind: "unclear", line: item.line + 1, why: "this looks like a step that needs approval, but it does not bear the sign ✋; write ✋ if it does, take the other sign or words away if not" };
  }
  return { kind: "none" };
}

function readBlock(open: number, lines: readonly Line[], kinds: readonly LineKind[], budget: Budget): Gate {
  let end = open + 1;
  while (kinds[end] === "fence") end += 1;
  if (kinds[end] !== "fence-close") return { kind: "unclear", line: open + 1, why: "the action block is never closed" };
  const indent = indentOf(lines[open]?.text ?? "");
  const body = lines.slice(open + 1, end).map((line) => outdent(line.text, indent)).join("\n");
  budget.left -= body.length;
  if (budget.left < 0) return { kind: "unclear", line: open + 1, why: "the action blocks of this plan are longer than 200,000 characters together" };
  const reading = parseAction(body);
  if (reading.kind === "action") return reading;
  return { kind: "unclear", line: open + 2 + reading.line, why: reading.why };
}
