/**
 * Finds an action block that ends too early: a fence within its text, as in a mail that shows a command, closes it. The
 * rest of the text would be lost silently, so lines after a block that may belong to it hold the step. And a block that
 * a formatter moved out of its step, to the margin.
 */
import { isActionFence, parseAction } from "../action/parse";
import { indentOf, outdent, type Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";

export interface Cut {
  /** Index of the first line that looks like a part of the block. */
  readonly line: number;
  readonly why: string;
  /** Where the whole block would end, and the mark of the fences it would need; null where that makes no action. */
  readonly whole: (Span & { readonly mark: string }) | null;
}

const MARK = /^[ \t]*(`{3,}|~{3,})/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const HEADING = /^#{1,6}(?:[ \t]|$)/;
/** The keys of a block, and the names that tools give to the words of a message. */
const KEY =
  /^[ \t]*(?:type|target|args|attachments|to|cc|bcc|from|subject|body|text|html|message|content|title|amount|currency)[ \t]*:(?:[ \t]|$)/;

/** A block by the indexes of the lines that open and close it. */
export interface Span {
  readonly open: number;
  readonly close: number;
}

/** Null when nothing after the block may belong to it. `until`: index of the line at which the next step begins. */
export function findCut(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  { open, close }: Span,
  until: number,
): Cut | null {
  const line = strayLine(lines, kinds, { open, close }, until);
  if (line === null) return null;
  const mark = markOf(lines[open]);
  const whole = wholeBlock(lines, { open, close }, until);
  const goesOn = lines.slice(close + 1, until).some(({ text }) => isBare(text, lines[open]));
  const cure = goesOn
    ? `open and close the block with ${whole?.mark ?? mark + mark.charAt(0)}`
    : `move the ${mark} that ends the block below it`;
  const why = `the action block ends in line ${String(close + 1)}, but this line looks like part of it; if so, ${cure}; if not, move it above the block`;
  return { line, why, whole };
}

function strayLine(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  { open, close }: Span,
  until: number,
): number | null {
  const indent = indentOf(lines[open]?.text ?? "");
  // Below a list item, and right after a line of text, words may be indented further than the block.
  let above: "item" | "text" | null = null;
  for (let at = close + 1; at < until; at += 1) {
    const text = lines[at]?.text ?? "";
    if (HEADING.test(text)) return null;
    if (text.trim() === "") above = above === "item" ? above : null;
    else if (kinds[at] === "fence-open" || isBare(text, lines[open])) {
      const end = exampleEnd(lines, kinds, at, until);
      if (end === null || isBare(text, lines[open])) return at;
      at = end;
    } else if (kinds[at] === "prose") {
      const isDeep = indentOf(text) > indent;
      if (KEY.test(text) || (isDeep && above === null)) return at;
      if (!isDeep) above = ITEM.test(text) ? "item" : "text";
    }
  }
  return null;
}

/** Index of the line that closes the fence opened at `open`; null when none does. */
function exampleEnd(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  open: number,
  until: number,
): number | null {
  let at = open + 1;
  while (at < until && kinds[at] === "fence") at += 1;
  return at < until && kinds[at] === "fence-close" && lines[at] !== undefined ? at : null;
}

/** The block up to the last mark that could end it; null when that is no action. */
function wholeBlock(lines: readonly Line[], { open, close }: Span, until: number): Cut["whole"] {
  const ends = [...lines.slice(close + 1, until).keys()]
    .map((at) => close + 1 + at)
    .filter((at) => isBare(lines[at]?.text ?? "", lines[open]));
  const last = ends.at(-1);
  if (last === undefined) return null;
  const indent = indentOf(lines[open]?.text ?? "");
  const inner = lines.slice(open + 1, last).map(({ text }) => outdent(text, indent));
  if (inner.some(isActionFence) || parseAction(inner.join("\n")).kind !== "action") return null;
  const sign = markOf(lines[open]).charAt(0);
  const longest = Math.max(
    ...inner.map((text) => {
      const mark = MARK.exec(text)?.[1] ?? "";
      return mark.startsWith(sign) ? mark.length : 0;
    }),
    markOf(lines[open]).length,
  );
  return { open, close: last, mark: sign.repeat(longest + 1) };
}

function markOf(line: Line | undefined): string {
  return /`{3,}|~{3,}/.exec(line?.text ?? "")?.[0] ?? "```";
}

/** Whether a line is a mark alone that could close the fence opened by `opener`. */
function isBare(text: string, opener: Line | undefined): boolean {
  const bare = text.trim();
  const mark = markOf(opener);
  return bare.startsWith(mark) && bare === mark.charAt(0).repeat(bare.length);
}

/** A block outside the step above it, to which it belongs. */
export interface StrayBlock {
  /** Indexes of the lines to indent. */
  readonly lines: readonly number[];
  /** Text to put before each of them. */
  readonly lead: string;
}

/** Null where it would make no action beneath the step. `step` and `open` are indexes of lines. */
export function findStrayBlock(lines: readonly Line[], step: number, open: number): StrayBlock | null {
  const textAt = (at: number): string => lines[at]?.text ?? "";
  const mark = /^[ \t]*(`{3,}|~{3,})/.exec(textAt(open))?.[1] ?? "";
  const [, before = "", sign = ""] = /^([ \t]*)([-*+]|\d{1,9}[.)])/.exec(textAt(step)) ?? [];
  if (mark === "" || sign === "") return null;
  const close = lines.findIndex(({ text }, at) => at > open && text.trim() === mark);
  if (close < 0) return null;
  const inner = [...lines.keys()].slice(open + 1, close + 1).filter((at) => textAt(at).trim() !== "");
  const columns = indentOf(before) + Math.max(4, sign.length + 1);
  // An editor may have moved the first line alone.
  const isAlone = inner.every((at) => indentOf(textAt(at)) >= columns);
  const body = lines
    .slice(open + 1, close)
    .map(({ text }) => outdent(text, isAlone ? columns : indentOf(textAt(open))));
  if (parseAction(body.join("\n")).kind !== "action") return null;
  const lead = before + " ".repeat(Math.max(4, sign.length + 1) - (isAlone ? indentOf(textAt(open)) : 0));
  return { lines: isAlone ? [open] : [open, ...inner], lead };
}
