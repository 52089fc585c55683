/**
 * Steps that bear no box: items of a list under a heading that is over steps, or headings and lines in bold that are
 * the steps themselves. Items get boxes; for headings a list of them comes in, and no heading is changed.
 */
import { indentOf } from "../kit/lines";
import { BOX } from "../plan/items";
import type { Sections } from "../plan/parse";
import { insertHeading, NONE, renamed, type Found } from "./found";
import { isCounted, isFirst, isSteps, placeIn, saysDone } from "./names";
import { labelIn, maybeSteps, titleOf, type Part, type Piece } from "./parts";

const ITEM = /^(\s{0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+)(\S.*)$/s;
const TICKED = /^(?:✅|☑|✔)/u;

export function findListed(
  sections: Sections,
  parts: readonly Part[],
  pieces: readonly Piece[],
): Found | string {
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
export function boxedItems(from: number, to: number, sections: Sections, said: string): Found | string {
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
