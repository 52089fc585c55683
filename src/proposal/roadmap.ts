/**
 * Which part of a note in another format holds its steps, and what has to change there so that it is a Roadmap: one heading, and boxes
 * where there are only numbers. Boxes under headings about approval or success are no steps.
 */
import { indentOf } from "../kit/lines";
import type { Heading } from "../kit/markdown";
import type { Sections } from "../plan/parse";
import { BOX } from "../plan/steps";

export interface Found {
  /** Lines that are put in the place of others, by index. */
  readonly instead: ReadonlyMap<number, string>;
  /** Where a heading of our own comes in; null when none does. */
  readonly headingBefore: number | null;
  /** Sentences: what was taken for the steps and why, and what was left. */
  readonly said: readonly string[];
}

/** What a heading over steps is called. */
const STEPS = /\b(?:roadmap|steps?|tasks?|to-?dos?|actions?|plan|checklist|phases?|implementation|execution|workflow|procedure)\b/i;
/** What stands over boxes that are no steps. */
const NO_STEPS = /approv|decision|reject|criteria|accept|definition of done|verif|success|complian|\bnotes?\b|\blogs?\b|\brisks?\b|result|histor/i;
const ITEM = /^(\s{0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+)(\S.*)$/s;
const TICKED = /^(?:✅|☑|✔)/u;

interface Part {
  readonly heading: Heading;
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
  for (const { heading, from, to } of parts) if (NO_STEPS.test(heading.text)) isNone.fill(true, from, to);
  const all = lines.flatMap(({ text }, at) => (kinds[at] === "prose" && BOX.test(text) ? [at] : []));
  const boxes = all.filter((at) => isNone[at] !== true);
  const inside = counting(boxes, lines.length);
  const others = counting(all.filter((at) => isNone[at] === true), lines.length);
  const left = all.length === boxes.length ? [] : [`Left alone: ${counted(all.length - boxes.length, "box")} under headings that are not about steps.`];
  const ours = sections.find("roadmap").at(0);
  if (ours !== undefined) return boxesIn(ours.from, ours.to, sections, [`Steps: what stands under “${headings.find(({ line }) => line === ours.heading)?.text ?? "Roadmap"}”.`, ...left]);
  // The title of the note stays its title.
  const open = parts.filter(({ heading }, at) => !(at === 0 && heading.level === 1));
  if (boxes.length > 0) {
    const best = choose(open.filter((part) => others(part) === 0), inside);
    if (best === null) return { instead: new Map(), headingBefore: boxes[0] ?? 0, said: [`Steps: ${counted(boxes.length, "box")}, which get a heading.`, ...left] };
    const elsewhere = boxes.length - inside(best);
    // Nothing says that the few are the steps and the many are not.
    if (elsewhere > inside(best)) return SCATTERED;
    return { instead: new Map([[best.heading.line, renamed(best.heading)]]), headingBefore: null, said: [`Steps: ${counted(inside(best), "box")} under “${best.heading.text}”, which becomes the Roadmap.`, ...(elsewhere === 0 ? [] : [`Left alone: ${counted(elsewhere, "box")} elsewhere in the note.`]), ...left] };
  }
  const items = counting(lines.flatMap(({ text }, at) => (kinds[at] === "prose" && ITEM.test(text) ? [at] : [])), lines.length);
  const best = choose(open.filter(({ heading }) => STEPS.test(heading.text) && !NO_STEPS.test(heading.text)), items);
  if (best === null) return NONE;
  const found = boxesIn(best.from, best.to, sections, [`Steps: ${counted(itemsIn(best.from, best.to, sections).length, "item")} under “${best.heading.text}”, which becomes the Roadmap; each gets a box.`, ...left]);
  return typeof found === "string" ? found : { ...found, instead: new Map([...found.instead, [best.heading.line, renamed(best.heading)]]) };
}

/** Each heading with what stands under it, deeper headings included. */
function partsOf(headings: readonly Heading[], end: number): Part[] {
  return headings.map((heading, at) => {
    let next = at + 1;
    while (next < headings.length && (headings[next]?.level ?? 0) > heading.level) next += 1;
    return { heading, from: heading.line + 1, to: headings[next]?.line ?? end };
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
  if (most === null || STEPS.test(most.heading.text)) return most;
  const called = choose(parts.filter(({ heading }) => STEPS.test(heading.text)), count);
  return called !== null && count(called) * 2 >= count(most) ? called : most;
}

function renamed({ level }: Heading): string {
  return `${"#".repeat(level)} Roadmap`;
}

function counted(count: number, what: "box" | "item"): string {
  return count === 1 ? `one ${what}` : `${String(count)} ${what === "box" ? "boxes" : "items"}`;
}

/** Items of lists without a box; what stands further in than the first belongs to it. */
function itemsIn(from: number, to: number, { lines, kinds }: Sections): number[] {
  const items = lines.flatMap(({ text }, at) => (at >= from && at < to && kinds[at] === "prose" && ITEM.test(text) && !BOX.test(text) ? [at] : []));
  const margin = indentOf(lines[items[0] ?? -1]?.text ?? "");
  return items.filter((at) => indentOf(lines[at]?.text ?? "") <= margin + 1);
}

/** Boxes for a section without any; nothing where it has some. */
function boxesIn(from: number, to: number, sections: Sections, said: readonly string[]): Found | string {
  const { lines, kinds } = sections;
  if (lines.some(({ text }, at) => at >= from && at < to && kinds[at] === "prose" && BOX.test(text))) return { instead: new Map(), headingBefore: null, said };
  const items = itemsIn(from, to, sections);
  const boxed = items.map((at): [number, string] => {
    const [, lead = "", rest = ""] = ITEM.exec(lines[at]?.text ?? "") ?? [];
    return [at, `${lead}[${TICKED.test(rest) ? "x" : " "}] ${rest}`];
  });
  return items.length === 0 ? NONE : { instead: new Map(boxed), headingBefore: null, said };
}
