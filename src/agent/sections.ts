/**
 * The outline of a note that is too long to be read at once: its length, its properties, its headings. And a part of
 * it, by a heading or by lines.
 */
import { readFrontmatter } from "../kit/frontmatter";
import { joinLines, splitLines } from "../kit/lines";
import { findSection, headingsOf, kindsOf, type Heading } from "../kit/markdown";
import { count, counted } from "../kit/numbers";
import { countWords, cut } from "../kit/text";

/** So many headings are told, and so many properties. */
const MOST = 150;
/** Characters of each that are told. */
const LONGEST = 100;

interface Parts {
  readonly lines: ReturnType<typeof splitLines>;
  readonly headings: readonly Heading[];
  /** Null where they cannot be read. */
  readonly properties: readonly string[] | null;
}

function partsOf(text: string): Parts {
  const lines = splitLines(text);
  const parsed = readFrontmatter(lines);
  const from = parsed.kind === "read" ? parsed.frontmatter.bodyFrom : 0;
  return {
    lines,
    headings: headingsOf(lines, kindsOf(lines, from)),
    properties: parsed.kind === "read" ? Object.keys(parsed.frontmatter.data) : null,
  };
}

/** As a model is told it. */
export function outlineOf(path: string, text: string): string {
  const { lines, headings, properties } = partsOf(text);
  return [
    `${path}: ${counted(countWords(text), "word")}, ${counted(lines.length, "line")}, ${counted(text.length, "character")}.`,
    properties === null
      ? "Its properties cannot be read."
      : properties.length === 0
        ? "It has no properties."
        : `Properties: ${some(properties, "property", "properties").join(", ")}`,
    ...(headings.length === 0
      ? ["It has no headings."]
      : [
          "Headings, behind the numbers of their lines:",
          ...some(
            headings.map(
              ({ line, level, text: words }) => `${String(line + 1)} ${"#".repeat(level)} ${words}`,
            ),
            "heading",
            "headings",
          ),
        ]),
  ].join("\n");
}

function some(all: readonly string[], one: string, many: string): readonly string[] {
  const rest = all.length - MOST;
  return [
    ...all.slice(0, MOST).map((each) => cut(each, LONGEST)),
    ...(rest > 0 ? [`and ${counted(rest, `more ${one}`, `more ${many}`)}`] : []),
  ];
}

export type Section =
  | { readonly kind: "text"; readonly text: string }
  /** A sentence for the model. */
  | { readonly kind: "no"; readonly why: string };

/** From the heading to the next of its level or above. `wanted`: its words, with or without the signs before them. */
export function sectionOf(text: string, wanted: string): Section {
  const { lines, headings } = partsOf(text);
  const found = findSection(headings, wanted);
  if (found === null) {
    const all = some(
      headings.map((each) => `“${each.text}”`),
      "heading",
      "headings",
    ).join(", ");
    return { kind: "no", why: `The note has no such heading.${all === "" ? "" : ` Its headings: ${all}.`}` };
  }
  const section = joinLines(lines.slice(found.from, found.to));
  return {
    kind: "text",
    text:
      found.times === 1
        ? section
        : `(The note has this heading ${count(found.times)} times. This is the first, in line ${String(found.from + 1)}.)\n\n${section}`,
  };
}

/**
 * The lines from the first to the last of `range`, counted from 1, as far as there is room for them; all of them
 * without it. What is left out is told, with the way to read on.
 */
export function rangeOf(text: string, range: string | undefined, room: number): Section {
  if (range === undefined && text.length <= room) return { kind: "text", text };
  const all = splitLines(text).map((line) => line.text);
  const [first = 1, wanted = all.length] = range?.split("-").map(Number) ?? [];
  if (first > all.length || wanted < first)
    return { kind: "no", why: `There are no lines “${range ?? ""}”: it has ${counted(all.length, "line")}.` };
  const last = Math.min(wanted, all.length);
  let left = room;
  const shown = all.slice(first - 1, last).filter(({ length }) => (left -= length + 1) >= 0);
  const end = first + shown.length - 1;
  if (end === last) return { kind: "text", text: shown.join("\n") };
  // A single line may be longer than that.
  return shown.length === 0
    ? {
        kind: "text",
        text: `${(all[first - 1] ?? "").slice(0, room)}\n… (the rest of line ${String(first)} was left out)`,
      }
    : {
        kind: "text",
        text: `${shown.join("\n")}\n… (this is up to line ${String(end)} of ${String(all.length)}; lines “${String(end + 1)}-${String(last)}” reads on)`,
      };
}
