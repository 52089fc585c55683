/**
 * Whether an edit of a note could make anything act that did not before. Each new line was made harmless by itself;
 * what it becomes within the lines of a person is looked at here: a line of which a part is theirs, a block that it
 * stands in, and lines that read otherwise with it.
 */
import { readFrontmatter } from "../../kit/frontmatter";
import { diffLines } from "./lineDiff";
import type { Line } from "../../kit/lines";
import { kindsOf, type LineKind } from "../../kit/markdown";
import { escapeMarkdown } from "../../kit/text";
import { fenceIn, sanitizeLines } from "../sanitize";
import { programFault } from "./programs";

export interface After extends Line {
  /** The agent wrote it, or a part of it. */
  readonly isNew: boolean;
}

/** HTML in which blank lines end nothing, and Markdown is none. */
const RAW = /<(?:pre|script|style|textarea|xmp|iframe|svg|math|template|object|noscript)\b/i;
/**
 * The beginnings that a line may leave open for the next one: a tag, a link, the address of a link; and those that make
 * HTML of all lines up to a blank one.
 */
const OPEN = /<[A-Za-z/!?][^>]*$|^[\s>*+\-\d.)]*<[A-Za-z/!?]|!\[[^\]]*$|\]\([^)]*$|\]:\s*$/;

/** A sentence for the model; null where nothing speaks against it. */
export function harmIn(before: readonly Line[], after: readonly After[]): string | null {
  const was = readingOf(before);
  const is = readingOf(after);
  if (was.isReadable && !is.isReadable) return "The properties of the note could not be read any more.";
  return (
    ownFault(after, is) ??
    fenceFault(after, is.kinds) ??
    blockFault(after) ??
    programFault(before, after) ??
    restFault(before, was, after, is)
  );
}

interface Reading {
  readonly isReadable: boolean;
  readonly kinds: readonly LineKind[];
  /** Each line as it would be if nobody vouched for it, but for the dollar signs. */
  readonly sanitize: readonly string[];
}

function readingOf(lines: readonly Line[]): Reading {
  const front = readFrontmatter(lines);
  return {
    isReadable: front.kind === "read",
    kinds: kindsOf(lines, front.kind === "read" ? front.frontmatter.bodyFrom : 0),
    sanitize: sanitizeLines(lines, "keep").map(({ text }) => text),
  };
}

function ownFault(after: readonly After[], { sanitize }: Reading): string | null {
  const at = after.findIndex(({ isNew, text }, n) => isNew && sanitize[n]?.trimEnd() !== text.trimEnd());
  return at < 0
    ? null
    : `Line ${String(at + 1)} would read “${escapeMarkdown(after[at]?.text ?? "", 200)}”, and has an embed, HTML, a template or a query in it. Leave such lines as they are, and put your text on lines of its own.`;
}

/** In a block that a plugin runs, harmless text may be a program. */
function fenceFault(after: readonly After[], kinds: readonly LineKind[]): string | null {
  const fault = "This place is in a code block that a plugin may run. Leave that block as it is.";
  // As Obsidian has it, and as something has it that knows nothing of lists and quotes.
  let ours: number | null = null;
  let plain: { readonly at: number; readonly mark: string } | null = null;
  for (const [at, { text, isNew }] of after.entries()) {
    if (kinds[at] === "fence-open") ours = at;
    const found = fenceIn(text);
    const isIn = plain;
    if (found !== null && isIn === null) plain = { at, mark: found.mark };
    else if (isIn !== null && found?.mark.startsWith(isIn.mark) === true) plain = null;
    const isInOurs = kinds[at] === "fence" || kinds[at] === "fence-close";
    if (
      isNew &&
      [isInOurs ? ours : null, isIn?.at ?? null].some((open) => open !== null && mayRun(after[open]))
    )
      return fault;
  }
  return null;
}

function mayRun(open: After | undefined): boolean {
  return open?.isNew === false && fenceIn(open.text)?.isInert === false;
}

function blockFault(after: readonly After[]): string | null {
  const raw = after.findIndex(({ isNew, text }) => !isNew && RAW.test(text));
  // Of the lines since the last blank one.
  let open: number | null = null;
  for (const [at, { isNew, text }] of after.entries()) {
    if (text.trim() === "") open = null;
    if (isNew && raw >= 0 && raw < at && text.includes("<"))
      return `Line ${String(raw + 1)} of the note begins HTML, in which nothing can be made harmless. Put in text without “<”.`;
    if (isNew && open !== null)
      return `Line ${String(open + 1)} of the note begins HTML or a link that may go on into your text. Put your text behind a blank line.`;
    if (!isNew && open === null && OPEN.test(text)) open = at;
  }
  return null;
}

/**
 * The fault where a person's words would read otherwise than before: none of them may become code, and no code may
 * become text. Null for none.
 */
function restFault(
  before: readonly Line[],
  was: Reading,
  after: readonly After[],
  is: Reading,
): string | null {
  const stays = after.flatMap(({ isNew }, at) => (isNew ? [] : [at]));
  const kept = diffLines(
    before.map(({ text }) => text),
    stays.map((at) => after[at]?.text ?? ""),
  ).flatMap(({ sign, at }) => (sign === " " ? [at] : []));
  const isSame = stays.every((now, n) => {
    const old = kept[n] ?? -1;
    return was.kinds[old] === is.kinds[now] && was.sanitize[old] === is.sanitize[now];
  });
  return isSame
    ? null
    : "With your text, other lines of the note would read otherwise: a code block, a comment or the properties would begin or end elsewhere. Close what you open, and change less.";
}
