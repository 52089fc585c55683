/**
 * Finds the items of a Roadmap that are steps, or were meant to be: true list items with a box, outermost first; what
 * stands within one belongs to it. A list item without a box is no step, so boxes beneath it are. A line that only
 * looks like a step is found too, with its fault: a plan that passed it over would end without it.
 */
import { isActionFence } from "../action/parse";
import { HAND } from "./approvalMarker";
import { indentOf, type Line } from "../../kit/lines";
import { nest, startNesting, type LineKind } from "../../kit/markdown";
import { tableRows } from "./tableRows";

/** Groups: everything up to the mark, the mark, what follows the box. */
export const BOX = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}\[)(.)\](?:\s+(.*)|\s*)$/su;
/**
 * A box with a sign or space too many or too few, behind a sign that makes no list, or drawn; no link, no footnote, no
 * word. Spaces of all kinds, and what nobody sees, may stand around. Groups: the mark, what follows.
 */
const LIKE_A_BOX =
  /^(?:(?:[-*+•‣▪·–—→]{1,2}|\d{1,9}[.)]?|[a-z][.)])[\s\u200B\u2060]{0,4})?(?:\\?[[［]\s{0,4}(?:([xX]|[^\p{L}\p{N}\s()[\]［］])\s{0,4})?\\?[\]］](?![([:])|[☐□▢⬜◻🔲])\uFE0F?\s*(.*)$/su;
const UNSEEN_LEAD = /^[\s\u200B-\u200D\u2060\uFEFF]+/;
const QUOTED = /^[ \t]*>[ \t>]*/;
/** Signs of which every form of a box holds one: most lines hold none, and one look tells. */
const HAS_A_BOX = /[[［☐□▢⬜◻🔲]/u;
/** No letter and no digit but a tick: `[1]` cites, and `[a](b)` links. */
const ANY_BOX = /\[(?:[xX]|[^\p{L}\p{N}\]\n])?\](?!\()|[☐□▢⬜◻🔲]/gu;
/** A dot or a long dash, or the text at once behind a dash or number: no item for Markdown. */
const GLUED = /^[ \t]*(?:-(?=[^\s-])|\d{1,9}[.)](?=\S)|[–—•‣▪·])/u;
const MARKER = /^[ \t]*(?:[-*+•‣▪·–—]|\d{1,9}[.)])[ \t]*/;
/** Other raised hands and stop signs, and the words that come with the sign: probably meant as a gate. */
const LIKE_A_HAND =
  /[\u{1F590}\u{1F91A}\u{1F6D1}]|:raised_hand:|:hand:|&#(?:9995|x0*270b);|\((?:requires|needs) (?:human )?approval\)/iu;
/**
 * Neither a sign nor what any of the words above begins with (`:`, `&`, `(`): most steps hold nothing else, and one
 * look tells.
 */
const PLAIN = /^[\t\n\x20-\x25\x27\x29-\x39\x3b-\x7e]*$/;
/** A longer Roadmap is refused. One step more than this is found, so that its reader can tell. */
export const STEP_LIMIT = 1000;

export interface Item {
  /** Index. */
  readonly line: number;
  readonly mark: string;
  readonly text: string;
  /** Whether its line has a true box. */
  readonly boxed: boolean;
  /** Indexes of the lines that belong to it. */
  readonly beneath: number[];
  /** Why it is not understood, and the index of the line to look at; null where nothing is wrong about it. */
  mistake: { readonly line: number; readonly why: string } | null;
}

const BAD_BOX =
  "the box of this step is malformed; write a dash, a space, a box with one character or a space in it, and a space";
const NO_BOX =
  "this looks like a step that needs approval, but it has no box; add one if it is a step, or remove the sign or words";
const NO_BOX_ABOVE = "this action block is under an item without a box; add a box to it";
export const STRAY_BLOCK = "this action block is not indented under the step; indent it by four spaces";

const IN_QUOTE =
  "this looks like a step that needs approval, but it is in a quote or callout; move it out, into the Roadmap";
const IN_TABLE =
  "this row of a table looks like a step that needs approval; write it as an item with a box, like - [ ] ✋ …, or remove the sign or words";

/** The sign in the words of an item: ✋ (`hand`), anything that may be meant by it, or none. */
export function signOf(words: string): "hand" | "like a hand" | "none" {
  if (PLAIN.test(words)) return "none";
  if (HAND.test(words)) return "hand";
  return LIKE_A_HAND.test(words) ? "like a hand" : "none";
}

/**
 * Where items are looked for. `boxed`: those without anything like a box, and what is quoted, are nothing, whatever
 * they say.
 */
interface Span {
  readonly lines: readonly Line[];
  readonly kinds: readonly LineKind[];
  readonly to: number;
  readonly boxed: boolean;
  /** Lines that are rows of tables. */
  readonly rows: ReadonlySet<number>;
}

export function stateOf({ mark }: Pick<Item, "mark">): "open" | "done" | "skipped" {
  return mark === "x" || mark === "X" ? "done" : mark === "-" ? "skipped" : "open";
}

/** Between two line indexes. */
export function findItems(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
  boxed = false,
): Item[] {
  const span: Span = { lines, kinds, to, boxed, rows: tableRows(lines, kinds, from, to) };
  const items: Item[] = [];
  const open = startNesting();
  let step: { readonly item: Item; readonly depth: number; readonly least: number } | null = null;
  /** The last item that is none of ours. */
  let other = from;
  for (let at = from; at < to && items.length <= STEP_LIMIT; at += 1) {
    const text = lines[at]?.text ?? "";
    if (kinds[at] === "prose" || kinds[at] === "fence-open") {
      const kept = nest(open, text);
      const isBlock = kinds[at] === "fence-open" && isActionFence(text);
      if (step !== null && step.depth >= kept) {
        if (isBlock) step.item.mistake = { line: at, why: STRAY_BLOCK };
        step = null;
      } else if (isBlock && step === null && kept > 0 && !boxed) {
        step = {
          item: unboxed(other, " ", (lines[other]?.text ?? "").replace(MARKER, ""), {
            line: at,
            why: NO_BOX_ABOVE,
          }),
          depth: kept - 1,
          least: 0,
        };
        items.push(step.item);
      }
      const isItem = open.items.length > kept;
      const isCode = !isItem && indentOf(text) - (open.items.at(-1)?.column ?? 0) >= 4;
      // A line too little indented to belong to a step is none of it, although Markdown lets the text go on there.
      const mayBegin: boolean =
        kinds[at] === "prose" && !isCode && (step === null || indentOf(text) < step.least);
      const item: Item | null = mayBegin ? itemAt(span, at, isItem) : null;
      if (item !== null) {
        items.push(item);
        step = { item, depth: Math.min(step?.depth ?? kept, kept), least: indentOf(text) + 2 };
        continue;
      }
      if (isItem && step === null) other = at;
      if (kinds[at] === "fence-open") open.paragraph = false;
    }
    step?.item.beneath.push(at);
  }
  return items;
}

function itemAt(span: Span, at: number, isItem: boolean): Item | null {
  const text = span.lines[at]?.text ?? "";
  if (span.rows.has(at)) return rowAt(text, at, span.boxed);
  const match = isItem ? BOX.exec(text) : null;
  if (match !== null)
    return {
      line: at,
      mark: match[2] ?? " ",
      text: (match[3] ?? "").trimEnd(),
      boxed: true,
      beneath: [],
      mistake: null,
    };
  const mistyped = mistypedAt(span, at);
  if (mistyped !== null || span.boxed || !(isItem || GLUED.test(text))) return mistyped;
  const sign = signOf(text);
  // A group of steps whose title speaks of approval is none of them.
  if (sign === "none" || (sign === "like a hand" && hasBoxBeneath(span, at))) return null;
  return unboxed(at, " ", text.replace(MARKER, ""), { line: at, why: NO_BOX });
}

function mistypedAt({ lines, boxed }: Span, at: number): Item | null {
  const text = lines[at]?.text ?? "";
  if (!HAS_A_BOX.test(text)) return null;
  const isQuote = QUOTED.test(text);
  const bare = (isQuote ? text.replace(QUOTED, "") : text).replace(UNSEEN_LEAD, "");
  const match = LIKE_A_BOX.exec(bare);
  if (match === null) return null;
  // A line that shows several boxes explains them; what is quoted is a step only where it says that it asks.
  const explains = !BOX.test(bare) && (bare.match(ANY_BOX) ?? []).length > 1;
  if (explains || (isQuote && (boxed || signOf(bare) === "none"))) return null;
  return unboxed(at, match[1] ?? " ", match[2] ?? "", { line: at, why: isQuote ? IN_QUOTE : BAD_BOX });
}

/** Of several boxes one that is open counts. Outside the Roadmap a row without any is no step, whatever it says. */
function rowAt(text: string, at: number, boxed: boolean): Item | null {
  if (signOf(text) === "none") return null;
  const marks = [...text.matchAll(/\[(.)\](?!\()/gu)].map((match) => match[1] ?? "");
  const open = marks.find((mark) => stateOf({ mark }) === "open");
  const ticked = /[\u2611\u2705\u2714]/u.test(text) ? "x" : null;
  return boxed && marks.length === 0
    ? null
    : unboxed(at, open ?? marks[0] ?? ticked ?? " ", rowText(text), { line: at, why: IN_TABLE });
}

function unboxed(line: number, mark: string, text: string, mistake: Item["mistake"]): Item {
  return { line, mark, text: text.trimEnd(), boxed: false, beneath: [], mistake };
}

function hasBoxBeneath({ lines, kinds, to }: Span, at: number): boolean {
  const indent = indentOf(lines[at]?.text ?? "");
  for (let next = at + 1; next < to; next += 1) {
    const text = lines[next]?.text ?? "";
    if (text.trim() === "") continue;
    if (indentOf(text) <= indent) return false;
    if (kinds[next] === "prose" && BOX.test(text)) return true;
  }
  return false;
}

/** Whether a line has a box, however it is written. */
export function hasBox(text: string): boolean {
  return (
    HAS_A_BOX.test(text) &&
    (BOX.test(text) ||
      LIKE_A_BOX.test(text.replace(UNSEEN_LEAD, "")) ||
      (text.includes("|") && signOf(text) !== "none"))
  );
}

/** The words of a row of a table, without its lines and boxes. */
export function rowText(text: string): string {
  return text
    .replace(/^[ \t>]*\|?|\|[ \t]*$/g, "")
    .replace(/\[.\]/gu, " ")
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(", ");
}
