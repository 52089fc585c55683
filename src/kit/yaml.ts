/**
 * YAML 1.2 (core schema) read strictly: no aliases, no tags beyond the core, no key twice, no surprises. Dates stay
 * text. Everything js-yaml can throw becomes a value with the line it happened on.
 */
import {
  COLLECTION_STYLE,
  EVENT_ID,
  FAILSAFE_SCHEMA,
  getScalarValue,
  load,
  nullCoreTag,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
  type Event,
} from "js-yaml";
import { isUnseen } from "./text";

export type Yaml =
  | { readonly kind: "value"; readonly value: unknown }
  /** `line` counts from 0 within the source. */
  | { readonly kind: "broken"; readonly line: number; readonly why: string };

/**
 * No scalar is a number or a yes here: every one is the text it is written as, and only nothing (empty, `null`, `~`,
 * without quotes) is null.
 */
const TEXTS = FAILSAFE_SCHEMA.withTags(nullCoreTag);

/** `scalars`: whether a scalar without quotes may be a number or true, or is the text that was written. */
export function readYaml(source: string, scalars: "typed" | "text" = "typed"): Yaml {
  // Nothing but comments is no document to the parser; to us it is an empty one.
  if (source.split("\n").every((line) => /^[ \t]*(?:#|$)/.test(line))) return { kind: "value", value: null };
  try {
    return {
      kind: "value",
      value: load(source, { maxAliases: 0, maxDepth: 40, ...(scalars === "text" ? { schema: TEXTS } : {}) }),
    };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { kind: "broken", line: 0, why: "it cannot be read" };
    return { kind: "broken", line: error.mark?.line ?? 0, why: error.reason };
  }
}

/** Words that some reader of YAML takes for something else than text. */
const NOT_TEXT = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

export function isOddWord(text: string): boolean {
  return NOT_TEXT.test(text);
}

/** Letters and signs of plain English are always seen, so most texts need no closer look. */
const BEYOND_ASCII = /[^ -~]/gu;

/**
 * Text in double quotes. Everything unseen is escaped, and so is what another plugin would run when it meets it in a
 * raw file (`<%`, `{{`). Reads back as the same text.
 */
export function quoteText(text: string): string {
  const escaped = JSON.stringify(text).replace(/<(?=%)|\{(?=\{)/g, escapeChar);
  return escaped.replace(BEYOND_ASCII, (char) => (isUnseen(char) ? escapeChar(char) : char));
}

/** Whether quoting would show the text as it stands. */
export function isOpen(text: string): boolean {
  return !/<%|\{\{/.test(text) && !(text.match(BEYOND_ASCII) ?? []).some(isUnseen);
}

function escapeChar(char: string): string {
  return [...Array(char.length).keys()]
    .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("");
}

/** A `#` that YAML takes for the beginning of a remark, so that the rest of its line is no part of any value. */
export interface Remark {
  /** Counts from 0 within the source. */
  readonly line: number;
  /** The text before the remark on its line, and the remark itself with its sign. */
  readonly before: string;
  readonly remark: string;
}

/** Of a source that can be read. */
export function remarksIn(source: string): readonly Remark[] {
  if (!source.includes("#")) return [];
  const scalars = parseEvents(source, { maxDepth: 40 }).flatMap((event) =>
    event.type === EVENT_ID.SCALAR ? [event] : [],
  );
  const found: Remark[] = [];
  let from = 0;
  let next = 0;
  for (const [line, text] of source.split("\n").entries()) {
    for (let at = text.indexOf("#"); at >= 0; at = text.indexOf("#", at + 1)) {
      // Scalars come in the order in which they are written, so each is passed once.
      while ((scalars[next]?.valueEnd ?? Infinity) <= from + at) next += 1;
      if (!isRemark(text, at) || (scalars[next]?.valueStart ?? Infinity) <= from + at) continue;
      found.push({ line, before: text.slice(0, at), remark: text.slice(at) });
      break;
    }
    from += text.length + 1;
  }
  return found;
}

/**
 * The first tag (`!`), anchor (`&x`), or sign of a block of text with no text beneath it: YAML reads them, and they are
 * no part of any value.
 */
export function markIn(source: string): { readonly line: number; readonly mark: string } | null {
  if (!/[!&|>]/.test(source)) return null;
  for (const event of parseEvents(source, { maxDepth: 40 })) {
    if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE)
      continue;
    if (event.tagStart >= 0)
      return { line: lineAt(source, event.tagStart), mark: source.slice(event.tagStart, event.tagEnd) };
    if (event.anchorStart >= 0)
      return {
        line: lineAt(source, event.anchorStart),
        mark: `&${source.slice(event.anchorStart, event.anchorEnd)}`,
      };
    if (
      event.type !== EVENT_ID.SCALAR ||
      event.style < SCALAR_STYLE.LITERAL_BLOCK ||
      getScalarValue(source, event).trim() !== ""
    )
      continue;
    const before = source.slice(0, event.valueStart).trimEnd();
    return { line: lineAt(source, before.length), mark: /\S+$/.exec(before.slice(-20))?.[0] ?? "" };
  }
  return null;
}

/** A text over several lines that YAML would join: without any sign, in quotes, or behind `>`. */
export interface Joined {
  readonly style: "plain" | "single" | "double" | "folded";
  /** Where the text begins and ends in the source, without its quotes. */
  readonly from: number;
  readonly to: number;
}

/** The first text whose line breaks YAML loses; null when there is none. `source` is valid YAML. */
export function joinedIn(source: string): Joined | null {
  if (!source.includes("\n")) return null;
  for (const event of parseEvents(source, { maxDepth: 40 })) {
    if (event.type !== EVENT_ID.SCALAR || event.style === SCALAR_STYLE.LITERAL_BLOCK || event.valueStart < 0)
      continue;
    const written = source.slice(event.valueStart, event.valueEnd);
    const style = STYLES.get(event.style) ?? "plain";
    const isJoined =
      style === "folded"
        ? breaksIn(written) > breaksIn(getScalarValue(source, event))
        : written.includes("\n");
    if (isJoined) return { style, from: event.valueStart, to: event.valueEnd };
  }
  return null;
}

const STYLES: ReadonlyMap<number, Joined["style"]> = new Map([
  [SCALAR_STYLE.SINGLE_QUOTED, "single"],
  [SCALAR_STYLE.DOUBLE_QUOTED, "double"],
  [SCALAR_STYLE.FOLDED_BLOCK, "folded"],
]);

function breaksIn(text: string): number {
  return text.trim().split("\n").length - 1;
}

function lineAt(source: string, at: number): number {
  return source.slice(0, at).split("\n").length - 1;
}

function isRemark(text: string, at: number): boolean {
  return at === 0 || /[ \t]/.test(text.charAt(at - 1));
}

/** The lines of a value that another one can take the place of. */
export interface ValuePlace {
  /** Indexes within the block. */
  readonly from: number;
  readonly to: number;
  /** The text of these lines before the value, and behind it. */
  readonly head: string;
  readonly tail: string;
  /** The quotation mark around the value; empty for none. */
  readonly style: string;
}

type Scalar = Extract<Event, { readonly type: typeof EVENT_ID.SCALAR }>;

const isScalar = (event: Event | undefined): event is Scalar => event?.type === EVENT_ID.SCALAR;
const isFolded = ({ style }: Scalar): boolean => style >= SCALAR_STYLE.LITERAL_BLOCK;
const quoteOf = ({ style }: Scalar): number => (style === SCALAR_STYLE.PLAIN ? 0 : 1);

/**
 * The text of one top-level key, or the only item of its list. Null for a value that is no text or bears a tag or an
 * anchor, and for a key in an odd form.
 */
export function findValue(source: string, key: string): ValuePlace | null {
  const events = parseEvents(source, { maxDepth: 40 });
  const root = events[1];
  if (root?.type !== EVENT_ID.MAPPING || root.style !== COLLECTION_STYLE.BLOCK) return null;
  let depth = 0;
  let isKey = true;
  for (const [at, event] of events.entries()) {
    if (at < 2) continue;
    if (event.type === EVENT_ID.POP) depth -= 1;
    if (depth === 0 && isKey && isScalar(event) && getScalarValue(source, event) === key)
      return placeBehind(source, event, events.slice(at + 1, at + 4));
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) depth += 1;
    // The end of a value that holds others comes back to this depth, too.
    else if (depth === 0) isKey = !isKey;
  }
  return null;
}

function placeBehind(
  source: string,
  key: Scalar,
  [first, second, third]: readonly Event[],
): ValuePlace | null {
  const begins = key.valueStart - quoteOf(key);
  const ends = key.valueEnd + quoteOf(key);
  const gap = /^[ \t]*:/.exec(source.slice(ends, ends + 100))?.[0];
  if (gap === undefined || (begins > 0 && source.charAt(begins - 1) !== "\n")) return null;
  const isList = first?.type === EVENT_ID.SEQUENCE && first.tagStart < 0 && first.anchorStart < 0;
  const value = isList ? second : first;
  if (!isScalar(value) || value.tagStart >= 0 || value.anchorStart >= 0) return null;
  if (isList && (third?.type !== EVENT_ID.POP || value.valueStart < 0 || isFolded(value))) return null;
  const colon = ends + gap.length;
  if (value.valueStart < 0) {
    const room = /^[ \t]*(?=\n|$)/.exec(source.slice(colon))?.[0].length ?? 0;
    return between(source, colon + room, colon + room, "");
  }
  if (isFolded(value)) return placeOfFolded(source, colon, value);
  const quote = quoteOf(value);
  const from = value.valueStart - quote;
  // A value that begins on the next line is brought back behind its key.
  const isApart = !isList && /^[ \t]*\n[ \t]*$/.test(source.slice(colon, from));
  return between(
    source,
    isApart ? colon : from,
    value.valueEnd + quote,
    quote === 0 ? "" : source.charAt(from),
  );
}

/** The sign before the text and its lines, up to the last one with words. A comment behind the sign stays. */
function placeOfFolded(source: string, colon: number, { valueStart, valueEnd }: Scalar): ValuePlace | null {
  const sign = /^\s*[|>][0-9+-]*/.exec(source.slice(colon, valueStart))?.[0];
  if (sign === undefined || sign.includes("\n")) return null;
  const from = colon + (/^\s*/.exec(sign)?.[0].length ?? 0);
  const place = between(source, from, colon + sign.length, "");
  const words = source.slice(valueStart, valueEnd).trimEnd();
  return words === "" ? place : { ...place, to: lineAt(source, valueStart + words.length) };
}

function between(source: string, from: number, to: number, style: string): ValuePlace {
  const end = source.indexOf("\n", to);
  return {
    from: lineAt(source, from),
    to: lineAt(source, to),
    head: source.slice(source.lastIndexOf("\n", from - 1) + 1, from),
    tail: source.slice(to, end < 0 ? source.length : end),
    style,
  };
}

/** Signs of the form alone: brackets, quotes, what begins an item or a folded text. */
const FORM = /[|>][0-9+-]*|[\s:,[\]{}"'?-]/g;

/** The text that is no part of any key or value, a line each: comments, tags, anchors. */
export function outsideScalars(source: string): readonly string[] {
  const chars = [...Array(source.length).keys()].map((at) => source.charAt(at));
  if (/\S/.test(source.replace(/^[ \t]*#.*$/gm, "")))
    for (const event of parseEvents(source, { maxDepth: 40 }))
      if (isScalar(event))
        for (let at = Math.max(0, event.valueStart); at < event.valueEnd; at += 1)
          if (chars[at] !== "\n") chars[at] = "\u0000";
  return chars
    .join("")
    .split("\n")
    .flatMap((line) => {
      const remark = /(?:^|[ \t])#.*$/s.exec(line)?.[0] ?? "";
      const rest = line
        .slice(0, line.length - remark.length)
        .replaceAll("\u0000", "")
        .replace(FORM, "");
      const beside = `${rest} ${remark.trim()}`.trim();
      return beside === "" ? [] : [beside];
    });
}
