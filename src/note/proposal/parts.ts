/**
 * A note of another format, taken apart: what stands under each heading, and under each label in bold, with the boxes
 * that it has itself. The title of the note is over everything, so it says nothing about any of them.
 */
import type { Heading } from "../../kit/markdown";
import { findItems } from "../plan/items";
import { BLOCK_ID, type Sections } from "../plan/parse";
import { isApart, isBareSteps, isNoSteps, isSteps, placeIn } from "./names";

export interface Part {
  readonly heading: Heading;
  /** The heading without its block id, which may be any word. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Lines with no heading and no label within. */
export interface Piece {
  /** Line of its label, or of its first line. */
  readonly from: number;
  readonly to: number;
  readonly label: string | null;
  /** Headings over it, the nearest first; without the title. */
  readonly over: readonly Part[];
  /** Indexes of lines: its outermost boxes. */
  readonly boxes: readonly number[];
  /** Some of them bear a number in a series: `- [ ] **Step 1** …`. */
  readonly numbered: boolean;
}

/** Each heading with what stands under it, deeper headings included. */
export function partsOf(headings: readonly Heading[], end: number): Part[] {
  return headings.map((heading, at) => {
    let next = at + 1;
    while (next < headings.length && (headings[next]?.level ?? 0) > heading.level) next += 1;
    return {
      heading,
      name: heading.text.replace(BLOCK_ID, "").trim(),
      from: heading.line + 1,
      to: headings[next]?.line ?? end,
    };
  });
}

/**
 * The first heading, where all others stand beneath it or it is of the first level. One that says no more than “Steps”
 * is no title.
 */
export function titleOf(parts: readonly Part[]): Part | null {
  const [first, ...others] = parts;
  if (first === undefined) return null;
  const isOver = others.every(({ heading }) => heading.level > first.heading.level);
  if (isBareSteps(first.name) && (others.length === 0 || !isOver)) return null;
  return first.heading.level === 1 || isOver ? first : null;
}

/** `**Tasks:**`, `**Step 1: Ask Ana**`, `Acceptance criteria:` on a line of its own. */
const LABEL =
  /^(?:\*\*|__)([^*_].{0,150}?)(?:\*\*|__)\s*[:：]?\s*$|^([\p{Lu}\p{Lo}][\p{L}\p{N} &/-]{1,40})[:：]\s*$/u;

export function labelIn(text: string): string | null {
  const match = LABEL.exec(text);
  return match === null ? null : (match[1] ?? match[2] ?? "").replace(/[:：]\s*$/, "").trim();
}

export function piecesOf(sections: Sections, parts: readonly Part[]): Piece[] {
  const { lines, kinds } = sections;
  const title = titleOf(parts);
  const starts: { readonly at: number; readonly label: string | null }[] = [{ at: 0, label: null }];
  const begins = new Set(parts.map(({ heading }) => heading.line));
  lines.forEach(({ text }, at) => {
    const label = kinds[at] === "prose" && text.length < 200 ? labelIn(text) : null;
    if (begins.has(at) || label !== null) starts.push({ at, label });
  });
  let open: Part[] = [];
  let next = 0;
  let isMail = false;
  return starts.map(({ at, label }, n): Piece => {
    for (let part = parts[next]; part !== undefined && part.heading.line <= at; part = parts[next]) {
      const { heading } = part;
      open = [part, ...open.filter((each) => each.heading.level < heading.level)];
      next += 1;
    }
    const to = starts[n + 1]?.at ?? lines.length;
    // A mail that stands there as it came goes on up to the next heading, whatever is in bold in it.
    if (begins.has(at)) isMail = false;
    const mail = isMail ? at : mailIn(sections, at, to);
    isMail = mail < to;
    const items = findItems(lines, kinds, at, mail, true).filter(({ boxed }) => boxed);
    // Steps that bear a number of their own stand under no label: it was over the lines before them.
    const isNumbered = (item: (typeof items)[number] | undefined): boolean =>
      placeIn(item?.text.replace(/^[*_]+/, "") ?? "") !== null;
    const own = isNumbered(items[0]) && label !== null && placeIn(label) === null ? null : label;
    return {
      from: at,
      to,
      label: own,
      over: open.filter((part) => part !== title),
      boxes: items.map(({ line }) => line),
      numbered: items.some(isNumbered),
    };
  });
}

const HEADER = /^(?:From|To|Cc|Subject|Sent|Date|Betreff|Von|An|Gesendet|Datum):\s/;
const FORWARDED =
  /^-{2,}\s*(?:Original|Forwarded|Weitergeleitet|Ursprüngliche)\b|^(?:On|Am) .{5,150}(?:wrote|schrieb.*):\s*$/i;

/** Index of the first line of a mail that stands there as it came; the end where none does. */
function mailIn({ lines, kinds }: Sections, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const text = kinds[at] === "prose" ? (lines[at]?.text ?? "") : "";
    if (
      FORWARDED.test(text) ||
      (HEADER.test(text) && [1, 2].some((n) => HEADER.test(lines[at + n]?.text ?? "")))
    )
      return at;
  }
  return to;
}

/** The nearest first. */
export function namesOver({ label, over }: Pick<Piece, "label" | "over">): readonly string[] {
  return [...(label === null ? [] : [label]), ...over.map(({ name }) => name)];
}

/** Whether what stands there may be steps at all, by what stands over it. */
export function maybeSteps(piece: Pick<Piece, "label" | "over">): boolean {
  const names = namesOver(piece);
  if (names.some(isApart)) return false;
  // The nearest name decides, up to a name that is plainly over steps.
  for (const [at, name] of names.entries()) {
    const within = names.slice(at + 1).some((each) => placeIn(each) !== null || isSteps(each));
    if (isNoSteps(name, !within)) return false;
    if (placeIn(name) !== null || isSteps(name)) return true;
  }
  return true;
}

export interface Found {
  /** Lines that are put in the place of others, by index. */
  readonly instead: ReadonlyMap<number, string>;
  /** Lines that come in before the line of an index. */
  readonly comesIn: readonly Insertion[];
  /** Indexes of the lines that are its steps then, and are in the note already. */
  readonly steps: readonly number[];
  /** The boxes are ours: the note has none for these steps. */
  readonly made: boolean;
  /** Names of the headings and labels over them. */
  readonly under: readonly string[];
  /** A sentence: what was taken for the steps. */
  readonly said: string;
}

interface Insertion {
  readonly at: number;
  readonly lines: readonly string[];
}

export const ROADMAP = "Roadmap";
export const NONE = "has no recognisable steps; write them as “- [ ] …” under a heading “Roadmap”";

export function insertHeading(at: number, level: number, name = ROADMAP): Insertion {
  return { at, lines: [`${"#".repeat(level)} ${name}`, ""] };
}

/** Links to it go by the block id that it bears, if it bears one. */
export function renamed({ heading: { level, text }, name }: Part): string {
  const id = text.slice(name.length).trim();
  return `${"#".repeat(level)} ${ROADMAP}${id === "" ? "" : ` ${id}`}`;
}
