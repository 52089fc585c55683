/**
 * Finds the part of a note in another format that holds its steps, and the changes that make it a Roadmap: a heading,
 * and boxes where there are none. All of a series are taken, or none: of several parts that could be meant, none is
 * picked.
 */
import type { Sections } from "../plan/parse";
import { insertHeading, NONE, renamed, ROADMAP, type Found } from "./found";
import { boxedItems, findListed } from "./listed";
import { isCounted, isPlainlySteps, isSteps, placeIn } from "./names";
import { maybeSteps, namesOver, partsOf, piecesOf, titleOf, type Part, type Piece } from "./parts";

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
    (name) => `“${name.length > 60 ? `${name.slice(0, 59)}…` : name}”`,
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
