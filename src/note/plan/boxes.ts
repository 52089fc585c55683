/**
 * Open boxes that are no steps. Obsidian draws a box wherever a list item has one: in quotes and callouts, beneath
 * another item, in any section. A plan whose steps are all over is not finished while one of them is open, because its
 * person sees work that is left.
 */
import { cut } from "../../kit/text";
import type { Line } from "../../kit/lines";
import { nest, quotesOf, startNesting, unquote, type LineKind } from "../../kit/markdown";
import { tableRows } from "./tableRows";
import { BOX, findItems, rowText, stateOf } from "./items";

export interface OpenBox {
  /** Index. */
  readonly line: number;
  readonly text: string;
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Signs other than these mark a note, a quote or an idea, and no work that is left. */
const OPEN = [" ", "/"];

/** In the order of the note. `roadmaps` and `others` are parts of it; `steps` are indexes of lines. */
export function findOpenBoxes(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  roadmaps: readonly Part[],
  others: readonly Part[],
  steps: readonly number[],
): OpenBox[] {
  const counted = new Set(steps);
  for (const item of roadmaps.flatMap(({ from, to }) => findItems(lines, kinds, from, to))) {
    counted.add(item.line);
    // A step that was skipped takes with it what stands beneath it.
    if (stateOf(item) === "skipped") for (const at of item.beneath) counted.add(at);
  }
  const found = [...roadmaps, ...others].flatMap(({ from, to }) => drawn(lines, kinds, from, to));
  const rows = roadmaps.flatMap(({ from, to }) =>
    [...tableRows(lines, kinds, from, to)].flatMap((line) => openRow(line, lines[line]?.text ?? "")),
  );
  return [...found, ...rows].filter(({ line }) => !counted.has(line)).sort((a, b) => a.line - b.line);
}

export const WAY_OUT_OF_OPEN_BOXES = "tick them, mark them [-], or set its status to Done";

/** `2 boxes are still open: “Call the venue” and “Print the list”`. Quotes the note. */
export function sayOpen(boxes: readonly OpenBox[]): string {
  const named = boxes
    .slice(0, boxes.length > NAMED ? NAMED - 1 : NAMED)
    .map(({ text }) => `“${cut(text, 60)}”`);
  const all = boxes.length > NAMED ? [...named, `${String(boxes.length - named.length)} more`] : named;
  const list = all.length === 1 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
  return boxes.length === 1
    ? `one box is still open: ${list}`
    : `${String(boxes.length)} boxes are still open: ${list}`;
}

/** More are only counted. */
const NAMED = 3;

/** A box without words is one that somebody has yet to fill in. */
function drawn(lines: readonly Line[], kinds: readonly LineKind[], from: number, to: number): OpenBox[] {
  const margin = startNesting();
  let quoted = { depth: 0, open: startNesting() };
  const found: OpenBox[] = [];
  for (let at = from; at < to; at += 1) {
    const text = lines[at]?.text ?? "";
    if (kinds[at] !== "prose" && kinds[at] !== "fence-open") continue;
    const depth = quotesOf(text);
    if (depth !== quoted.depth) quoted = { depth, open: startNesting() };
    if (depth > 0) nest(margin, text);
    const open = depth > 0 ? quoted.open : margin;
    const within = depth > 0 ? unquote(text, depth) : text;
    const kept = nest(open, within);
    const match = kinds[at] === "prose" && open.items.length > kept ? BOX.exec(within) : null;
    if (match !== null && OPEN.includes(match[2] ?? "") && (match[3] ?? "").trim() !== "")
      found.push({ line: at, text: (match[3] ?? "").trim() });
    if (kinds[at] === "fence-open") open.paragraph = false;
  }
  return found;
}

/** Obsidian draws no box in a table; its reader sees one all the same. */
function openRow(line: number, text: string): OpenBox[] {
  return /\[ \]/.test(text) ? [{ line, text: rowText(text) }] : [];
}
