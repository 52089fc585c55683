/**
 * Finds the part of a note in another format that holds its steps, and the changes that make it a Roadmap: a heading,
 * and boxes where there are none. All of a series are taken, or none: of several parts that could be meant, none is
 * picked.
 */
import { cut } from "../../kit/text";
import type { Sections } from "../plan/parse";
import { isCounted, isFirst, isPlainlySteps, isSteps, placeIn, saysDone } from "./names";
import {
  type Found,
  insertHeading,
  labelIn,
  maybeSteps,
  namesOver,
  NONE,
  type Part,
  partsOf,
  type Piece,
  piecesOf,
  renamed,
  ROADMAP,
  titleOf,
} from "./parts";
import { indentOf } from "../../kit/lines";
import { BOX } from "../plan/items";

/** Where headings of a note would go on within the Roadmap. */
const AFTER = "Further notes";

/** Why not, as the end of a sentence about the note, where nothing in it can be told to be the steps. */
export function findRoadmap(sections: Sections): Found | string {
  const parts = partsOf(sections.headings, sections.lines.length);
  const pieces = piecesOf(sections, parts);
  const boxed = pieces.filter((piece) => piece.boxes.length > 0 && maybeSteps(piece));
  const ours = sections.find("roadmap").at(0);
  if (ours !== undefined) {
    const within = pieces.filter(
      ({ from, to, boxes }) => boxes.length > 0 && from >= ours.heading && to <= ours.to,
    );
    const said = `The steps are what stands under “${parts.find(({ heading }) => heading.line === ours.heading)?.name ?? ROADMAP}”.`;
    if (within.length > 0)
      return {
        instead: new Map(),
        comesIn: [],
        steps: within.filter(maybeSteps).flatMap(({ boxes }) => boxes),
        made: false,
        under: [],
        said,
      };
    if (boxed.length > 0)
      return `has a heading “${ROADMAP}” without boxes, and boxes under ${names(boxed)}; put its steps under “${ROADMAP}”`;
    return boxedItems(ours.from, ours.to, sections, said);
  }
  if (boxed.length === 0) return findListed(sections, parts, pieces);
  const chosen = choose(boxed, parts);
  return typeof chosen === "string" ? chosen : take(chosen, sections, parts, pieces);
}

/** The pieces that are meant, or why nobody can tell. */
function choose(boxed: readonly Piece[], parts: readonly Part[]): readonly Piece[] | string {
  const scattered = `has boxes under several headings (${names(boxed)}); put those that are its steps under one heading “${ROADMAP}”`;
  const count = (pieces: readonly Piece[]): number =>
    pieces.reduce((sum, { boxes }) => sum + boxes.length, 0);
  const rest = (pieces: readonly Piece[]): readonly Piece[] =>
    boxed.filter((piece) => !pieces.includes(piece));
  const named = boxed.filter(isNamed);
  const [home = null, ...otherHomes] = new Set(named.map(homeOf));
  const stray = titled(parts).filter(
    (part) => !boxed.some((piece) => piece.over.includes(part) || part.name === piece.label),
  );
  const isPlain =
    home !== null &&
    otherHomes.length === 0 &&
    isPlainlySteps("name" in home ? home.name : (home.label ?? ""));
  // Headings are numbered as tasks are, and the boxes are elsewhere: either may be what is to be done.
  if (stray.length > 1 && !isPlain && !boxed.some((piece) => piece.numbered || isInSeries(piece)))
    return `has headings such as “${stray[0]?.name ?? ""}” for its steps, and boxes under ${names(boxed)}; put those that are its steps under one heading “${ROADMAP}”`;
  // One part is over steps by its name, and the others together hold no more than it does.
  if (
    home !== null &&
    otherHomes.length === 0 &&
    count(rest(named)) <= count(named) &&
    !rest(named).some(isInSeries)
  )
    return named;
  const series = boxed.filter(isInSeries);
  if (series.length > 0) return rest(series).length === 0 ? series : scattered;
  if (named.length > 0) return rest(named).length === 0 ? named : scattered;
  const isOne =
    boxed.length === 1 ||
    (new Set(boxed.map(({ over }) => over[0])).size === 1 && boxed.every(({ label }) => label === null));
  return isOne ? boxed : scattered;
}

/** A label or heading that is plainly over steps stands nearest to it, and no series does. */
function isNamed({ label, over }: Piece): boolean {
  return (label !== null && isSteps(label)) || over.some(({ name }) => isSteps(name));
}

/** The outermost part that is called steps; the piece itself where only its label is. */
function homeOf(piece: Piece): Part | Piece {
  return [...piece.over].reverse().find(({ name }) => isSteps(name)) ?? piece;
}

function isInSeries({ label, over }: Piece): boolean {
  return (
    (label !== null && placeIn(label) !== null) ||
    over.some(({ name }) => placeIn(name) !== null || isCounted(name))
  );
}

/** Headings of tasks and steps, which are not over the whole note. */
function titled(parts: readonly Part[]): readonly Part[] {
  const title = titleOf(parts);
  return parts.filter((part) => part !== title && placeIn(part.name) !== null);
}

function names(pieces: readonly Piece[]): string {
  const all = [...new Set(pieces.map(({ label, over }) => label ?? over[0]?.name ?? "its title"))].map(
    (name) => `“${cut(name, 60)}”`,
  );
  const shown = all.slice(0, 4);
  return all.length > shown.length
    ? `${shown.join(", ")} and ${String(all.length - shown.length)} more`
    : shown.join(shown.length === 2 ? " and " : ", ");
}

function take(
  chosen: readonly Piece[],
  sections: Sections,
  parts: readonly Part[],
  pieces: readonly Piece[],
): Found | string {
  const steps = chosen.flatMap(({ boxes }) => boxes);
  const under = chosen.flatMap(namesOver);
  const isIn = (piece: Piece, part: Part): boolean => piece.from >= part.heading.line && piece.to <= part.to;
  const home = parts.filter(
    (part) =>
      isSteps(part.name) && part !== titleOf(parts) && chosen.every((piece) => piece.over.includes(part)),
  );
  // Of several that are called so, the innermost that holds them all.
  const whole = home.findLast((part) =>
    pieces.every((piece) => piece.boxes.length === 0 || chosen.includes(piece) || !isIn(piece, part)),
  );
  if (whole !== undefined) {
    return {
      instead: new Map([[whole.heading.line, renamed(whole)]]),
      comesIn: [],
      steps,
      made: false,
      under,
      said: `The steps are the boxes under “${whole.name}”, which becomes the Roadmap.`,
    };
  }
  const [first] = chosen;
  const last = chosen.at(-1);
  if (first === undefined || last === undefined) return NONE;
  const isSaid = chosen.some((piece) => isNamed(piece) || isInSeries(piece));
  const told = `The steps are the boxes under ${names(chosen)}; a heading “${ROADMAP}” comes in above them.${isSaid ? "" : " Nothing there says that they are steps; see whether they are."}`;
  const nearest = first.over[0] ?? null;
  if (chosen.every(({ over }) => (over[0] ?? null) === nearest)) {
    const at = chosen.length > 1 || first.label !== null ? first.from : (first.boxes[0] ?? first.from);
    const begins = Math.max(at, nearest === null ? 0 : nearest.from);
    return {
      instead: new Map(),
      comesIn: [insertHeading(begins, levelIn(begins, nearest?.heading.level ?? 1, sections))],
      steps,
      made: false,
      under,
      said: told,
    };
  }
  return above(first, last, sections, { steps, told, under });
}

/** So deep that it ends at the heading after it, and deeper than the heading before it. */
function levelIn(at: number, over: number, { headings }: Sections): number {
  const next = headings.find(({ line }) => line >= at)?.level ?? 2;
  return Math.min(6, Math.max(2, over + (over > 1 ? 1 : 0), next));
}

/**
 * A heading over a series of headings, which stay as they are; where others follow that are none of them, a second one
 * ends it.
 */
function above(
  first: Piece,
  last: Piece,
  sections: Sections,
  { steps, told, under }: Pick<Found, "steps" | "under"> & { readonly told: string },
): Found | string {
  const { headings } = sections;
  // A part that holds all of them may be of the first level; the heading comes in within it.
  const outer =
    [...first.over].reverse().find(({ name }) => placeIn(name) !== null || isCounted(name)) ??
    first.over.filter((part) => !last.over.includes(part)).at(-1) ??
    first.over.at(-1);
  const from = outer?.heading.line ?? first.from;
  const within = headings.filter(({ line }) => line >= from && line < last.to);
  const least = Math.min(...within.map(({ level }) => level));
  if (least < 2)
    return `has its steps under headings of the first level; put them under one heading “${ROADMAP}”, one level deeper`;
  // The last of the series may hold more than its boxes.
  const top = headings.findLast(({ line, level }) => line < last.to && level === least);
  const after = headings.find(
    ({ line, level }) => line >= last.to && line > (top?.line ?? 0) && level <= least,
  );
  const isKnown =
    after !== undefined &&
    (["objective", "context", "roadmap", "logs", "questions"] as const).some((name) =>
      sections.find(name).some((range) => range.heading === after.line),
    );
  const ends =
    after !== undefined && after.level >= least && !isKnown
      ? [insertHeading(after.line, least - 1, AFTER)]
      : [];
  return {
    instead: new Map(),
    comesIn: [insertHeading(from, least - 1), ...ends],
    steps,
    made: false,
    under,
    said: `${told}${ends.length > 0 ? ` What follows gets the heading “${AFTER}”.` : ""}`,
  };
}

const ITEM = /^(\s{0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+)(\S.*)$/s;
const TICKED = /^(?:✅|☑|✔)/u;

function findListed(sections: Sections, parts: readonly Part[], pieces: readonly Piece[]): Found | string {
  const title = titleOf(parts);
  const overOf = (part: Part): readonly Part[] =>
    parts
      .filter(
        (other) =>
          other !== title && other !== part && other.from <= part.heading.line && other.to >= part.to,
      )
      .reverse();
  const called = parts.filter(
    (part) =>
      part !== title && isSteps(part.name) && maybeSteps({ label: null, over: [part, ...overOf(part)] }),
  );
  const isWithin = (part: Pick<Part, "heading" | "to">, other: Part): boolean =>
    other !== part && other.from <= part.heading.line && other.to >= part.to;
  const titled = numberedHeadings(sections, parts, title);
  const holds = (part: Part): boolean =>
    itemsIn(part, sections, parts).length > 0 ||
    titled.some(({ line }) => line >= part.from && line < part.to) ||
    hasSeries(part, parts);
  const holding = called.filter(
    (part) => holds(part) && !called.some((other) => isWithin(part, other) && holds(other)),
  );
  const first = holding.filter(({ name }) => isFirst(name));
  const [best, ...others] = holding.length > 1 && first.length > 0 ? first : holding;
  if (best !== undefined && others.length > 0)
    return `has lists under several headings that could be its steps (${[best, ...others]
      .slice(0, 4)
      .map(({ name }) => `“${name}”`)
      .join(", ")}); name one of them “Roadmap”`;
  if (best === undefined)
    return titled.length > 0 ? listOf(titled, parts) : (fromLabels(sections, pieces) ?? NONE);
  const items = itemsIn(best, sections, parts);
  if (items.length === 0) {
    const beneath = titled.filter(({ line }) => line >= best.from && line < best.to);
    return beneath.length > 0 ? listOf(beneath, parts) : NONE;
  }
  const found = boxesFor(
    items,
    sections,
    [best.name, ...overOf(best).map(({ name }) => name)],
    `The steps are the items under “${best.name}”, which becomes the Roadmap; each gets a box.`,
  );
  return typeof found === "string"
    ? found
    : { ...found, instead: new Map([...found.instead, [best.heading.line, renamed(best)]]) };
}

/** Headings beneath it are numbered as steps are, whether they can be read as one series or not. */
function hasSeries({ from, to }: Part, parts: readonly Part[]): boolean {
  return parts.some((part) => part.heading.line >= from && part.to <= to && placeIn(part.name) !== null);
}

/**
 * Items of lists without a box, up to the first deeper heading; in a part of phases alone, those of each. Numbers go
 * before dashes.
 */
function itemsIn(
  { from, to }: Pick<Part, "from" | "to">,
  sections: Sections,
  parts: readonly Part[],
): number[] {
  const { headings } = sections;
  const end = headings.find(({ line }) => line >= from && line < to)?.line ?? to;
  const own = itemsOf(from, end, sections);
  if (own.length > 0) return own;
  const phases = parts.filter((part) => part.heading.line >= from && part.to <= to);
  // A heading that says “Step 2” is the step itself, and what is listed beneath it only tells of it.
  const isPhased = phases.length > 0 && phases.every(({ name }) => isPhase(name));
  const items = isPhased ? phases.map((phase) => itemsOf(phase.from, phase.to, sections)) : [];
  return items.some((each) => each.length === 0) ? [] : items.flat();
}

function isPhase(name: string): boolean {
  const place = placeIn(name);
  return place === null ? isCounted(name) : place.word !== "step" && place.word !== "task";
}

/** The items between two lines, by index. An item that is further in than the first belongs to it. */
function itemsOf(from: number, to: number, { lines, kinds }: Sections): number[] {
  const all = lines.flatMap(({ text }, at) =>
    at >= from && at < to && kinds[at] === "prose" && ITEM.test(text) && !BOX.test(text) ? [at] : [],
  );
  const numbered = all.filter((at) => /^\s*\d/.test(lines[at]?.text ?? ""));
  const items = numbered.length > 0 ? numbered : all;
  const margin = indentOf(lines[items[0] ?? -1]?.text ?? "");
  return items.filter((at) => indentOf(lines[at]?.text ?? "") <= margin + 1);
}

/** Boxes for the items of a section without any. */
function boxedItems(from: number, to: number, sections: Sections, said: string): Found | string {
  return boxesFor(itemsIn({ from, to }, sections, []), sections, [], said);
}

function boxesFor(
  items: readonly number[],
  { lines }: Sections,
  under: readonly string[],
  said: string,
): Found | string {
  const boxed = items.map((at): [number, string] => {
    const [, lead = "", rest = ""] = ITEM.exec(lines[at]?.text ?? "") ?? [];
    return [at, `${lead}[${TICKED.test(rest) ? "x" : " "}] ${rest}`];
  });
  return items.length === 0
    ? NONE
    : { instead: new Map(boxed), comesIn: [], steps: items, made: true, under, said };
}

interface Titled {
  readonly line: number;
  readonly level: number;
  readonly text: string;
}

/**
 * Headings that are numbered on from one to the next, as tasks are: of the deepest level at which they are, so that the
 * steps are as small as the note has them. None where two series stand side by side.
 */
function numberedHeadings(
  { headings }: Sections,
  parts: readonly Part[],
  title: Part | null,
): readonly Titled[] {
  const levels = [...new Set(headings.map(({ level }) => level))].sort((a, b) => b - a);
  for (const level of levels) {
    const found = parts.filter(
      (part) =>
        part !== title &&
        part.heading.level === level &&
        placeIn(part.name) !== null &&
        maybeSteps({
          label: null,
          over: [
            part,
            ...parts
              .filter(
                (other) =>
                  other !== title &&
                  other.heading.level < level &&
                  other.from <= part.heading.line &&
                  other.to >= part.to,
              )
              .reverse(),
          ],
        }),
    );
    if (found.length > 0 && isSeries(found.map(({ name }) => name)))
      return found.map(({ heading: { line }, name }) => ({ line, level, text: name }));
  }
  return [];
}

/** One word throughout, and every number after the one before. */
function isSeries(names: readonly string[]): boolean {
  const places = names.map(placeIn);
  const numbers = places.map((place) =>
    (place?.number ?? "")
      .split(".")
      .map((each) => (/^\d+$/.test(each) ? Number(each) : each.length === 1 ? each.charCodeAt(0) : 0)),
  );
  const isAfter = (a: readonly number[], b: readonly number[]): boolean => {
    for (let at = 0; at < Math.max(a.length, b.length); at += 1)
      if ((a[at] ?? 0) !== (b[at] ?? 0)) return (b[at] ?? 0) > (a[at] ?? 0);
    return false;
  };
  return (
    new Set(places.map((place) => place?.word)).size === 1 &&
    numbers.every((each, at) => at === 0 || isAfter(numbers[at - 1] ?? [], each))
  );
}

/** A list of them comes in before the first, of the same level, so that it ends there. */
function listOf(titled: readonly Titled[], parts: readonly Part[]): Found {
  const [first] = titled;
  const outer = parts.find(
    (part) =>
      first !== undefined &&
      part.heading.line < first.line &&
      part.to > first.line &&
      placeIn(part.name) !== null,
  );
  const at = outer?.heading.line ?? first?.line ?? 0;
  const level = Math.max(2, outer?.heading.level ?? first?.level ?? 2);
  const under = parts.filter(({ from, to }) => from <= at && to > at).map(({ name }) => name);
  return insertion(
    at,
    level,
    titled,
    under,
    `The steps are the headings “${titled[0]?.text ?? ""}” and so on; a Roadmap that lists them comes in above, and no heading is changed.`,
  );
}

function insertion(
  at: number,
  level: number,
  steps: readonly Pick<Titled, "text">[],
  under: readonly string[],
  said: string,
): Found {
  const { lines } = insertHeading(at, level);
  return {
    instead: new Map(),
    comesIn: [
      {
        at,
        lines: [
          ...lines,
          ...steps.map(({ text }) => `- [${saysDone(text) ? "x" : " "}] ${asStep(text)}`),
          "",
        ],
      },
    ],
    steps: [],
    made: true,
    under,
    said,
  };
}

/** A heading may hold what would end or gate a step: a block id, a box, a comment. */
function asStep(text: string): string {
  return text
    .replace(/%%/g, "\\%\\%")
    .replace(/<(?=!--)/g, "\\<")
    .replace(/\s\^(?=[A-Za-z0-9-]+$)/, " \\^")
    .trim();
}

const BOLD =
  /^(?:\*\*|__)((?:task|step|phase|stage|milestone)\s*#?\s*\d+[^*_]{0,150}?)(?:\*\*|__)\s*:?\s*(.{0,300})$/iu;

/** `**Step 1**`, `**Task 1:** what is to be done`: lines of their own. */
function fromLabels({ lines, kinds, headings }: Sections, pieces: readonly Piece[]): Found | null {
  const found = pieces.flatMap(({ from, to, over }) => {
    if (!maybeSteps({ label: null, over })) return [];
    return lines.slice(from, to).flatMap(({ text }, n) => {
      const match = kinds[from + n] === "prose" ? BOLD.exec(text) : null;
      if (match === null) return [];
      const named = (match[1] ?? "").replace(/:\s*$/, "").trim();
      const rest = (match[2] ?? "").trim();
      return [
        {
          line: from + n,
          name: named,
          text: rest === "" || labelIn(text) !== null ? named : `${named}: ${rest}`,
        },
      ];
    });
  });
  const [first] = found;
  if (first === undefined || !isSeries(found.map(({ name }) => name))) return null;
  const above = headings.findLast(({ line }) => line < first.line);
  const next = headings.find(({ line }) => line > first.line);
  const isOwn = above !== undefined && above.level > 1;
  const at = isOwn ? above.line : first.line;
  return insertion(
    at,
    Math.max(2, isOwn ? above.level : (next?.level ?? 2)),
    found,
    isOwn ? [above.text] : [],
    `The steps are the lines in bold “${first.name}” and so on; a Roadmap that lists them comes in above, and no line is changed.`,
  );
}
