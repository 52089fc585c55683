/**
 * Which lines of a note are prose. Code fences, comments (`%% … %%`, `<!-- … -->`) and frontmatter are not: a checkbox or a heading
 * inside them is a picture of one. Deliberately line by line and small; what Markdown would decide by context we decide towards caution.
 *
 * A fence ends where the list item or quote around it ends, closed or not. Otherwise one forgotten fence would hide every step after it.
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
 * Takes one more line into account and says of how many open items it is a part. An item it begins itself is open afterwards, too.
 * Text right after text goes on with its paragraph, however little it is indented.
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
    for (let top = open.items.at(-1); top !== undefined && indent < (marker === undefined ? top.least : top.column); top = open.items.at(-1)) open.items.pop();
  }
  const kept = open.items.length;
  const offset = indent - (open.items.at(-1)?.column ?? 0);
  if (marker !== undefined && offset < 4) open.items.push({ column: indent + marker.length + 1, least: indent + 2 });
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
  /** Less indented text is outside. */
  readonly least: number;
}

const OPEN = /^([ \t>]*)(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:(`{3,})[^`]*|(~{3,}).*)$/s;

/** One kind per line. `bodyFrom` is the index of the first line after the frontmatter. */
export function kindsOf(lines: readonly Line[], bodyFrom: number): LineKind[] {
  const open = startNesting();
  let fence: Fence | null = null;
  let comment: "%%" | "-->" | null = null;
  return lines.map(({ text }, at): LineKind => {
    if (at < bodyFrom) return "frontmatter";
    if (fence !== null && !isOutside(text, fence)) {
      if (!closes(text, fence)) return "fence";
      fence = null;
      return "fence-close";
    }
    fence = null;
    if (comment !== null) {
      const end = text.indexOf(comment);
      if (end >= 0) comment = comment === "%%" ? opensComment(text.slice(end + 2)) : null;
      return "comment";
    }
    nest(open, text);
    fence = opensFence(text, open);
    if (fence !== null) {
      open.paragraph = false;
      return "fence-open";
    }
    if (!text.includes("%%") && !text.includes("<!--")) return "prose";
    comment = opensComment(text);
    if (comment !== null) return /^\s*(?:%%|<!--)/.test(text) ? "comment" : "prose";
    return isWholeComment(text) ? "comment" : "prose";
  });
}

function opensFence(text: string, open: Nesting): Fence | null {
  if (!text.includes("```") && !text.includes("~~~")) return null;
  const match = OPEN.exec(text);
  if (match === null) return null;
  const quotes = quotesOf(text);
  const indent = indentOf(text);
  const least = quotes > 0 ? 0 : (open.items.at(-1)?.least ?? 0);
  if (open.items.length === 0 && quotes === 0 && indent >= 4) return null;
  return { mark: match[2] ?? match[3] ?? "```", quotes, indent, least };
}

function isOutside(text: string, fence: Fence): boolean {
  if (fence.quotes > 0) return quotesOf(text) < fence.quotes;
  return fence.least > 0 && text.trim() !== "" && indentOf(text) < fence.least;
}

function closes(text: string, fence: Fence): boolean {
  const mark = text.replace(/^[ \t>]*/, "").trimEnd();
  if (!mark.startsWith(fence.mark) || mark !== fence.mark.charAt(0).repeat(mark.length)) return false;
  return fence.quotes > 0 || indentOf(text) <= Math.max(fence.indent, fence.least) + 3;
}

function quotesOf(text: string): number {
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
    if (kinds[line] !== "prose") return;
    const match = text.charCodeAt(indentEnd(text)) === HASH ? /^ {0,3}(#{1,6})(?:[ \t](.*))?$/s.exec(text) : null;
    if (match !== null) found.push({ line, level: (match[1] ?? "#").length, text: withoutClosing(match[2] ?? "") });
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
