/**
 * Which part of a note in another format holds its steps, and what has to change there so that it is a Roadmap: one heading, and boxes
 * where there are only numbers. Boxes under headings about approval or success are no steps.
 */
import { indentOf } from "../kit/lines";
import type { Heading } from "../kit/markdown";
import { BLOCK_ID, type Sections } from "../plan/parse";
import { BOX } from "../plan/items";

export interface Found {
  /** Lines that are put in the place of others, by index. */
  readonly instead: ReadonlyMap<number, string>;
  /** Where a heading of our own comes in, and of which level; null when none does. */
  readonly comesIn: { readonly at: number; readonly level: number } | null;
  /** A sentence: what was taken for the steps. */
  readonly said: string;
}

/** What a heading over steps is called. */
const STEPS = /\b(?:roadmap|steps?|tasks?|to-?dos?|actions?|plan|checklist|phases?|implementation|execution|workflow|procedure)\b/i;
/** What stands over boxes that are no steps. */
export const NO_STEPS = /approv|decision|reject|criteria|accept|definition of done|verif|success|complian|\bnotes?\b|\blogs?\b|\brisks?\b|result|histor/i;
const ITEM = /^(\s{0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+)(\S.*)$/s;
const TICKED = /^(?:✅|☑|✔)/u;

export interface Part {
  readonly heading: Heading;
  /** The heading without its block id, which may be any word. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const NONE = "has no steps that can be told from the rest; write them as “- [ ] …” under a heading “Roadmap”";
const SCATTERED = "has boxes under several headings; put those that are its steps under one heading “Roadmap”";

/** Why not, as the end of a sentence about the note, where nothing in it can be told to be the steps. */
export function findRoadmap(sections: Sections): Found | string {
  const { lines, kinds, headings } = sections;
  const parts = partsOf(headings, lines.length);
  const isNone = new Array<boolean>(lines.length).fill(false);
  for (const { name, from, to } of parts) if (NO_STEPS.test(name)) isNone.fill(true, from, to);
  const all = lines.flatMap(({ text }, at) => (kinds[at] === "prose" && BOX.test(text) ? [at] : []));
  const boxes = all.filter((at) => isNone[at] !== true);
  const inside = counting(boxes, lines.length);
  const others = counting(all.filter((at) => isNone[at] === true), lines.length);
  const ours = sections.find("roadmap").at(0);
  if (ours !== undefined) return boxesIn(ours.from, ours.to, sections, `The steps are what stands under “${parts.find(({ heading }) => heading.line === ours.heading)?.name ?? "Roadmap"}”.`);
  // The title of the note stays its title.
  const open = parts.filter(({ heading }, at) => !(at === 0 && heading.level === 1));
  if (boxes.length > 0) {
    const best = choose(open.filter((part) => others(part) === 0), inside);
    if (best === null) return { instead: new Map(), comesIn: before(boxes[0] ?? 0, headings), said: "The steps get a heading." };
    // Nothing says that the few are the steps and the many are not.
    if (boxes.length - inside(best) > inside(best)) return SCATTERED;
    return { instead: new Map([[best.heading.line, renamed(best.heading)]]), comesIn: null, said: `The steps are the boxes under “${best.name}”, which becomes the Roadmap.` };
  }
  const items = counting(lines.flatMap(({ text }, at) => (kinds[at] === "prose" && ITEM.test(text) ? [at] : [])), lines.length);
  const best = choose(open.filter(({ name }) => STEPS.test(name) && !NO_STEPS.test(name)), items);
  if (best === null) return NONE;
  const found = boxesIn(best.from, best.to, sections, `The steps are the items under “${best.name}”, which becomes the Roadmap; each gets a box.`);
  return typeof found === "string" ? found : { ...found, instead: new Map([...found.instead, [best.heading.line, renamed(best.heading)]]) };
}

/** Each heading with what stands under it, deeper headings included. */
export function partsOf(headings: readonly Heading[], end: number): Part[] {
  return headings.map((heading, at) => {
    let next = at + 1;
    while (next < headings.length && (headings[next]?.level ?? 0) > heading.level) next += 1;
    return { heading, name: heading.text.replace(BLOCK_ID, "").trim(), from: heading.line + 1, to: headings[next]?.line ?? end };
  });
}

/** Answers how many of these lines stand in a part, for the price of a look. */
function counting(at: readonly number[], end: number): (part: Part) => number {
  const upTo = new Array<number>(end + 1).fill(0);
  for (const line of at) upTo[line + 1] = 1;
  for (let line = 1; line <= end; line += 1) upTo[line] = (upTo[line] ?? 0) + (upTo[line - 1] ?? 0);
  return ({ from, to }) => (upTo[to] ?? 0) - (upTo[from] ?? 0);
}

/** The part with the most of it; one that is called so wins with half as many. Null when none has any. */
function choose(parts: readonly Part[], count: (part: Part) => number): Part | null {
  const most = parts.reduce<Part | null>((best, part) => (count(part) > (best === null ? 0 : count(best)) ? part : best), null);
  if (most === null || STEPS.test(most.name)) return most;
  const called = choose(parts.filter(({ name }) => STEPS.test(name)), count);
  return called !== null && count(called) * 2 >= count(most) ? called : most;
}

/** Links to it go by the block id that it bears, if it bears one. */
function renamed({ level, text }: Heading): string {
  const id = BLOCK_ID.exec(text)?.[0].trim();
  return `${"#".repeat(level)} Roadmap${id === undefined ? "" : ` ${id}`}`;
}

/** So deep that it ends at the heading after it. */
function before(at: number, headings: readonly Heading[]): { readonly at: number; readonly level: number } {
  return { at, level: Math.max(2, headings.find(({ line }) => line > at)?.level ?? 2) };
}

/** Items of lists without a box, up to the first deeper heading; what stands further in than the first belongs to it. Numbers go before dashes. */
function itemsIn(from: number, to: number, { lines, kinds, headings }: Sections): number[] {
  const end = headings.find(({ line }) => line >= from && line < to)?.line ?? to;
  const all = lines.flatMap(({ text }, at) => (at >= from && at < end && kinds[at] === "prose" && ITEM.test(text) && !BOX.test(text) ? [at] : []));
  const numbered = all.filter((at) => /^\s*\d/.test(lines[at]?.text ?? ""));
  const items = numbered.length > 0 ? numbered : all;
  const margin = indentOf(lines[items[0] ?? -1]?.text ?? "");
  return items.filter((at) => indentOf(lines[at]?.text ?? "") <= margin + 1);
}

/** Boxes for a section without any; nothing where it has some. */
function boxesIn(from: number, to: number, sections: Sections, said: string): Found | string {
  const { lines, kinds } = sections;
  if (lines.some(({ text }, at) => at >= from && at < to && kinds[at] === "prose" && BOX.test(text))) return { instead: new Map(), comesIn: null, said };
  const items = itemsIn(from, to, sections);
  const boxed = items.map((at): [number, string] => {
    const [, lead = "", rest = ""] = ITEM.exec(lines[at]?.text ?? "") ?? [];
    return [at, `${lead}[${TICKED.test(rest) ? "x" : " "}] ${rest}`];
  });
  return items.length === 0 ? NONE : { instead: new Map(boxed), comesIn: null, said };
}
