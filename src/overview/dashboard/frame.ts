/**
 * The part of Dashboard.md that is ours: what stands between two comment lines. Everything around them is the person's
 * and stays byte for byte. HTML comments, because Obsidian and every other viewer hide them.
 *
 * Decided towards caution: a marker counts only as a line of its own outside code blocks, comments and properties. A
 * marker line in any other form, one too many, or markers that only stand inside a code block or a comment: then
 * nothing is written and the person is told.
 */
import { BYTE_ORDER_MARK } from "../../kit/frontmatter";
import { hasTooManyLines, joinLines, lineEnd, splitLines, type Line } from "../../kit/lines";
import { kindsOf } from "../../kit/markdown";

export const BEGIN =
  "<!-- planwright:dashboard begin. Planwright writes this part; write above or below it. -->";
export const END = "<!-- planwright:dashboard end -->";

const IS_BEGIN = /^<!-- planwright:dashboard begin\b[^<>]*-->[ \t]*$/;
const IS_END = /^<!-- planwright:dashboard end\b[^<>]*-->[ \t]*$/;

/**
 * Also a marker with something before it or missing from it. Text of ours that merely speaks of one has its `<`
 * escaped.
 */
function isLikeMarker(text: string): boolean {
  return text.includes("<") && /<!--\s*planwright:dashboard\b/i.test(text.replace(/\\./g, ""));
}

type RegionReading =
  /** Line indexes of the two markers. */
  | { readonly kind: "found"; readonly begin: number; readonly end: number }
  | { readonly kind: "absent" }
  /** `why` is a sentence for a person; `code` says the same in the ledger. */
  | Damaged;

export interface Damaged {
  readonly kind: "damaged";
  readonly code: string;
  readonly why: string;
}

/** Splitting a megabyte of empty lines takes longer than a look may. */
const TOO_LONG: Damaged = {
  kind: "damaged",
  code: "too-long",
  why: "The note has more than 50,000 lines. Planwright leaves it alone until it is shorter.",
};

/** The text around our region; and the line ends of its lines and of its last one. */
export type Frame =
  | {
      readonly kind: "frame";
      readonly before: string;
      readonly after: string;
      readonly end: string;
      readonly last: string;
    }
  | Damaged;

let lastRead: { readonly text: string | null; readonly frame: Frame } | null = null;

/**
 * In a note without our region there is room for one at its end. `text` is null when there is no note. A look asks
 * about the same note several times.
 */
export function frameOf(text: string | null): Frame {
  if (lastRead === null || lastRead.text !== text) lastRead = { text, frame: readFrame(text) };
  return lastRead.frame;
}

function readFrame(text: string | null): Frame {
  const mark = text?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK : "";
  if (text !== null && hasTooManyLines(text)) return TOO_LONG;
  const lines = splitLines((text ?? "").slice(mark.length));
  const end = lineEnd(lines);
  const reading = readRegion(lines);
  switch (reading.kind) {
    case "damaged":
      return reading;
    case "found":
      return {
        kind: "frame",
        before: mark + joinLines(lines.slice(0, reading.begin)),
        after: joinLines(lines.slice(reading.end + 1)),
        end,
        last: lines[reading.end]?.end ?? end,
      };
    case "absent": {
      const last = lines.at(-1);
      const before =
        last === undefined
          ? []
          : [...lines.slice(0, -1), { text: last.text, end: last.end === "" ? end : last.end }];
      const gap = last === undefined || last.text.trim() === "" ? [] : [{ text: "", end }];
      return { kind: "frame", before: mark + joinLines([...before, ...gap]), after: "", end, last: end };
    }
  }
}

function readRegion(lines: readonly Line[]): RegionReading {
  const damaged = (code: string, why: string): RegionReading => ({
    kind: "damaged",
    code,
    why: `${why} Planwright leaves the note alone until you fix that; if it finds no marker lines, it adds its part at the end.`,
  });
  const bodyFrom = bodyStart(lines);
  if (bodyFrom === null)
    return damaged("open-properties", "The properties at the top do not end with a line of three hyphens.");
  // A marker is itself a comment; as a word it shows whether it stands inside something else.
  const bare = lines.map((line) => (isLikeMarker(line.text) ? { ...line, text: "marker" } : line));
  const kinds = kindsOf([...bare, { text: "end", end: "" }], bodyFrom);
  const like = lines.flatMap(({ text }, at) => (isLikeMarker(text) ? [{ at, text }] : []));
  const real = like.filter(({ at }) => kinds[at] === "prose");
  const odd = real.find(({ text }) => !IS_BEGIN.test(text) && !IS_END.test(text));
  if (odd !== undefined)
    return damaged(`marker:${String(odd.at + 1)}`, `The marker in line ${String(odd.at + 1)} is damaged.`);
  const begins = real.filter(({ text }) => IS_BEGIN.test(text));
  const ends = real.filter(({ text }) => IS_END.test(text));
  const [begin] = begins;
  const [end] = ends;
  if (begins.length > 1 || ends.length > 1)
    return damaged("marker-twice", "A marker line appears more than once; keep one beginning and one end.");
  if (begin !== undefined && end !== undefined)
    return begin.at < end.at
      ? { kind: "found", begin: begin.at, end: end.at }
      : damaged("end-first", "The end of Planwright’s part is before its beginning.");
  if (begin !== undefined || end !== undefined)
    return damaged(
      begin === undefined ? "no-beginning" : "no-end",
      `The marker line for the ${begin === undefined ? "beginning" : "end"} is missing.`,
    );
  if (like.length > 0)
    return damaged(
      "markers-inside",
      "The marker lines are inside a code block, a comment or the properties.",
    );
  return kinds.at(-1) === "prose"
    ? { kind: "absent" }
    : damaged("open-end", "The note ends inside a code block or a comment that is never closed.");
}

/** Index of the first line after the properties; null when they are begun and never closed. */
function bodyStart(lines: readonly Line[]): number | null {
  if (lines[0]?.text.trimEnd() !== "---") return 0;
  const close = lines.findIndex(({ text }, at) => at > 0 && /^---[ \t]*$/.test(text));
  return close < 0 ? null : close + 1;
}
