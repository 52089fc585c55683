/**
 * Tells which lines of a note are prose. Code fences, comments (`%% … %%`, `<!-- … -->`) and frontmatter are not: a
 * checkbox or a heading inside them is a picture of one. Deliberately line by line and small; where Markdown would
 * decide by context, we decide towards caution.
 *
 * A fence ends where the list item or quote around it ends, closed or not. Otherwise one forgotten fence would hide
 * every step after it.
 */
import { indentEnd, indentOf, type Line } from "./lines";

export type LineKind = "frontmatter" | "prose" | "fence-open" | "fence" | "fence-close" | "comment";

export interface Heading {
  /** Index of the line. */
  readonly line: number;
  readonly level: number;
  readonly text: string;
}

/** The list items that are open at a line, outermost first. Grows and shrinks as lines pass. */
export interface Nesting {
  readonly items: { readonly column: number; readonly least: number }[];
  paragraph: boolean;
}

const MARKER = /^[ \t]*([-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
const STARTS_BLOCK = /^[ \t]*(?:#{1,6}(?:[ \t]|$)|>|`{3}|~{3}|<!--|(?:-{3,}|_{3,}|\*{3,}|=+)[ \t]*$)/;

export function startNesting(): Nesting {
  return { items: [], paragraph: false };
}

/**
 * Takes one more line into account and says of how many open items it is a part. An item it begins itself is open
 * afterwards, too. Text right after text goes on with its paragraph, however little it is indented.
 */
export function nest(open: Nesting, text: string): number {
  const first = firstSign(text);
  if (first === "") {
    open.paragraph = false;
    return open.items.length;
  }
  const indent = indentOf(text);
  const marker = "-*+0123456789".includes(first) ? MARKER.exec(text)?.[1] : undefined;
  const starts = marker === undefined && "#>`~<-_*=".includes(first) && STARTS_BLOCK.test(text);
  if (marker !== undefined || starts || !open.paragraph) {
    for (
      let top = open.items.at(-1);
      top !== undefined && indent < (marker === undefined ? top.least : top.column);
      top = open.items.at(-1)
    )
      open.items.pop();
  }
  const kept = open.items.length;
  const offset = indent - (open.items.at(-1)?.column ?? 0);
  if (marker !== undefined && offset < 4)
    open.items.push({ column: indent + marker.length + 1, least: indent + 2 });
  open.paragraph = !starts;
  return kept;
}

/** The first character that is not white space; empty when there is none. Most lines are told apart by it alone. */
function firstSign(text: string): string {
  return text.charAt(indentEnd(text));
}

interface Fence {
  readonly mark: string;
  readonly quotes: number;
  readonly indent: number;
  /** Text less indented than this, within the quote where there is one, is outside. */
  readonly least: number;
}

/** The list items that are open within a quote, which ends with its depth. */
interface Quote {
  readonly depth: number;
  readonly open: Nesting;
}

const OPEN = /^([ \t>]*)(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:(`{3,})[^`]*|(~{3,}).*)$/s;

/** One kind per line. `bodyFrom` is the index of the first line after the frontmatter. */
export function kindsOf(lines: readonly Line[], bodyFrom: number): LineKind[] {
  const open = startNesting();
  let quote: Quote | null = null;
  let fence: Fence | null = null;
  let comment: "%%" | "-->" | null = null;
  return lines.map(({ text }, at): LineKind => {
    if (at < bodyFrom) return "frontmatter";
    if (fence !== null) {
      const isIn = !isOutside(text, fence);
      if (isIn && !closes(text, fence)) return "fence";
      const isLast = !isIn && isBare(text, fence) && !closesLater(lines, at, fence);
      fence = null;
      if (isIn || isLast) return "fence-close";
    }
    if (comment !== null) {
      const end = text.indexOf(comment);
      if (end >= 0) comment = comment === "%%" ? opensComment(text.slice(end + 2)) : null;
      return "comment";
    }
    nest(open, text);
    quote = withinQuote(quote, text);
    fence = opensFence(text, open, quote);
    if (fence !== null) {
      open.paragraph = false;
      if (quote !== null) quote.open.paragraph = false;
      return "fence-open";
    }
    if (!text.includes("%%") && !text.includes("<!--")) return "prose";
    comment = opensComment(text);
    if (comment !== null) return /^\s*(?:%%|<!--)/.test(text) ? "comment" : "prose";
    return isWholeComment(text) ? "comment" : "prose";
  });
}

/** The quote that a line stands in, with the nesting within it after that line. Null outside of any. */
function withinQuote(quote: Quote | null, text: string): Quote | null {
  const depth = quotesOf(text);
  if (depth === 0) return null;
  const next = quote?.depth === depth ? quote : { depth, open: startNesting() };
  nest(next.open, unquote(text, depth));
  return next;
}

/** A line without so many marks of quotes, each with the one space that belongs to it. */
export function unquote(text: string, depth = quotesOf(text)): string {
  let rest = text;
  for (let quotes = 0; quotes < depth; quotes += 1) rest = rest.replace(/^[ \t]*>[ ]?/, "");
  return rest;
}

function opensFence(text: string, open: Nesting, quote: Quote | null): Fence | null {
  if (!text.includes("```") && !text.includes("~~~")) return null;
  const match = OPEN.exec(text);
  if (match === null) return null;
  const quotes = quote?.depth ?? 0;
  const within = quote === null ? text : unquote(text, quotes);
  const item = (quote?.open ?? open).items.at(-1);
  const indent = indentOf(within);
  // Where it stands right behind the sign of an item, or as far in as the text there, the text decides; people indent
  // by two everywhere.
  const least =
    item === undefined ? 0 : MARKER.test(within) || indent >= item.column ? item.column : item.least;
  if (item === undefined && indent >= 4) return null;
  return { mark: match[2] ?? match[3] ?? "```", quotes, indent, least };
}

function isOutside(text: string, fence: Fence): boolean {
  if (quotesOf(text) < fence.quotes) return true;
  const within = fence.quotes > 0 ? unquote(text, fence.quotes) : text;
  return fence.least > 0 && within.trim() !== "" && indentOf(within) < fence.least;
}

function closes(text: string, fence: Fence): boolean {
  return (
    isBare(text, fence) && (fence.quotes > 0 || indentOf(text) <= Math.max(fence.indent, fence.least) + 3)
  );
}

/** The mark of its end alone on the line, wherever it stands. */
function isBare(text: string, fence: Fence): boolean {
  const mark = text.replace(fence.quotes > 0 ? /^[ \t>]*/ : /^[ \t]*/, "").trimEnd();
  return mark.startsWith(fence.mark) && mark === fence.mark.charAt(0).repeat(mark.length);
}

/**
 * Behind a fence that its item has ended, the same mark alone may close it, too far out, or open another that would
 * hide the rest.
 */
function closesLater(lines: readonly Line[], from: number, fence: Fence): boolean {
  return lines.slice(from + 1).some(({ text }) => isBare(text, fence));
}

export function quotesOf(text: string): number {
  return (/^[ \t>]*/.exec(text)?.[0] ?? "").split(">").length - 1;
}

/** The mark that would end the comment this text leaves open, if it leaves one open. */
function opensComment(text: string): "%%" | "-->" | null {
  const bare = text.trimStart();
  if (bare.startsWith("<!--")) return bare.includes("-->") ? null : "-->";
  const outsideCode = text.includes("`") ? text.replace(/`[^`]*`/g, "") : text;
  return outsideCode.split("%%").length % 2 === 0 ? "%%" : null;
}

function isWholeComment(text: string): boolean {
  const bare = text.trim();
  if (bare.startsWith("<!--")) return true;
  return bare.length > 3 && bare.startsWith("%%") && bare.endsWith("%%");
}

const HASH = 35;

/** Headings of the kind that starts with `#`. */
export function headingsOf(lines: readonly Line[], kinds: readonly LineKind[]): Heading[] {
  const found: Heading[] = [];
  lines.forEach(({ text }, line) => {
    // White space may come first, and anything else begins most lines.
    if (text.charCodeAt(0) > HASH || kinds[line] !== "prose") return;
    const match =
      text.charCodeAt(indentEnd(text)) === HASH ? /^ {0,3}(#{1,6})(?:[ \t](.*))?$/s.exec(text) : null;
    if (match !== null)
      found.push({ line, level: (match[1] ?? "#").length, text: withoutClosing(match[2] ?? "") });
  });
  return found;
}

/** `## Roadmap ##` is headed “Roadmap”; the signs at the end count only after a space. */
function withoutClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === "#") end -= 1;
  return end === 0 || /\s/.test(trimmed[end - 1] ?? "") ? trimmed.slice(0, end).trim() : trimmed;
}

export interface SectionPlace {
  /** Indexes of lines: of its heading, and behind its end; without an end it goes to that of the note. */
  readonly from: number;
  readonly to: number | undefined;
  /** Headings with the same words; the first one counts. */
  readonly times: number;
}

/** From a heading to the next of its level or above; null for none. `wanted`: its words, `#` in front or not. */
export function findSection(headings: readonly Heading[], wanted: string): SectionPlace | null {
  const found = headings.filter((each) => bareHeading(each.text) === bareHeading(wanted));
  const [first] = found;
  if (first === undefined) return null;
  const next = headings.find(({ line, level }) => line > first.line && level <= first.level);
  return { from: first.line, to: next?.line, times: found.length };
}

function bareHeading(words: string): string {
  return words
    .normalize("NFC")
    .replace(/^[#\s]+|\s+$/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
}
