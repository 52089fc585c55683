/**
 * Frontmatter: where it stands, what it says, and how to change the value of one line of it without touching anything
 * else.
 *
 * The fences are checked here before any library sees the text: `---js` makes gray-matter run code, `----` makes it
 * close early. gray-matter gets a clean block with LF ends and, always, options (without them it answers a second parse
 * of the same broken text with `{}` from a cache). It never writes: its `stringify` drops comments and layout.
 */
import matter from "gray-matter";
import { scanFlat } from "./scanFlat";
import { hasTooManyLines, joinLines, lineEnd, splitLines, type Line } from "./lines";
import { findFix, short } from "./yamlRepair";
import { findValue, isOddWord, isOpen, outsideScalars, quoteText, readYaml } from "./yaml";

export interface Frontmatter {
  /** Empty when there is no block. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Index of the first line after the block; 0 without one. */
  readonly bodyFrom: number;
}

export type FrontmatterReading =
  | { readonly kind: "read"; readonly frontmatter: Frontmatter }
  /**
   * `line` counts from 1 in the note. `mend` is the one change that would put it right, where one is known; `why` then
   * says it in words.
   */
  | {
      readonly kind: "broken";
      readonly line: number;
      readonly why: string;
      readonly fix: Replacement | null;
    };

/** Other lines in the place of one. `line` counts from 1. */
export interface Replacement {
  readonly line: number;
  readonly becomes: readonly string[];
}

export const BYTE_ORDER_MARK = "\uFEFF";
/** Characters and lines between the fences. YAML takes half a second for a megabyte made to be slow. */
export const FRONTMATTER_LIMIT = { characters: 65_536, lines: 1000 } as const;

export function readFrontmatter(lines: readonly Line[]): FrontmatterReading {
  const start = lines[0]?.text ?? "";
  const first = (start.startsWith(BYTE_ORDER_MARK) ? start.slice(1) : start).trimEnd();
  if (/^---[^-\s]/.test(first))
    return broken(
      1,
      `the first line is “${short(first)}”; frontmatter starts with three hyphens alone on a line`,
    );
  if (first !== "---") return { kind: "read", frontmatter: { data: {}, bodyFrom: 0 } };
  const close = lines.findIndex(({ text }, at) => at > 0 && /^---[ \t]*$/.test(text));
  if (close < 0) return unclosed(lines);
  const block = lines.slice(1, close).map((line) => line.text);
  if (
    block.length > FRONTMATTER_LIMIT.lines ||
    block.reduce((sum, line) => sum + line.length + 1, 0) > FRONTMATTER_LIMIT.characters
  ) {
    return broken(1, "the frontmatter is longer than 1,000 lines or 64 KB; move some of it into the note");
  }
  const odd = block.findIndex((line) => line.startsWith("---"));
  if (odd >= 0)
    return broken(
      odd + 2,
      `“${short(block[odd] ?? "")}” begins with three hyphens, which end the frontmatter only when they stand alone`,
    );
  const flat = scanFlat(block);
  if (flat !== null) return { kind: "read", frontmatter: { data: flat, bodyFrom: close + 1 } };
  const parsed = readYaml(block.join("\n"));
  if (parsed.kind === "broken") {
    // The parser only sees a strange mapping and names the first line.
    const template = block.findIndex((line) => line.includes("{{"));
    const at = template >= 0 && parsed.why.includes("complex keys") ? template : parsed.line;
    return fixable(block, at, parsed.why, explain(parsed.why, block[at] ?? ""));
  }
  if (!isMapping(parsed.value))
    return fixable(block, 0, "", "the frontmatter is not a list of “key: value” lines");
  return { kind: "read", frontmatter: { data: readMatter(block, parsed.value ?? {}), bodyFrom: close + 1 } };
}

function broken(line: number, why: string, fix: Replacement | null = null): FrontmatterReading {
  return { kind: "broken", line, why, fix };
}

/** Nothing but comments, or keys with values. */
function isMapping(value: unknown): value is object | null {
  return typeof value === "object" && !Array.isArray(value);
}

function fixable(
  block: readonly string[],
  at: number,
  reason: string,
  otherwise: string,
): FrontmatterReading {
  const fix = findFix(block, at, reason, reach);
  return fix === null
    ? broken(at + 2, otherwise)
    : broken(fix.at + 2, fix.why, { line: fix.at + 2, becomes: fix.becomes });
}

function reach(block: readonly string[]): number {
  const read = readYaml(block.join("\n"));
  return read.kind === "broken" ? read.line : isMapping(read.value) ? Infinity : -1;
}

/** The closing line stuck to the line before it is the usual reason. */
function unclosed(lines: readonly Line[]): FrontmatterReading {
  const why = "the frontmatter is never closed by a line of three hyphens";
  const at = lines.findIndex(
    ({ text }, index) => index > 0 && /[^\s-]---[ \t]*$/.test(text.slice(-200)) && !/^\s*[-|]/.test(text),
  );
  // A rule at the top of a note is no fence.
  if (at < 1 || !/^[A-Za-z_][\w-]*[ \t]*:/.test(lines[1]?.text ?? "")) return broken(1, why);
  const before = (lines[at]?.text ?? "").trimEnd().slice(0, -3).trimEnd();
  const told = `${why}; line ${String(at + 1)} ends with three hyphens that belong on a line of their own`;
  return broken(1, told, at <= FRONTMATTER_LIMIT.lines ? { line: at + 1, becomes: [before, "---"] } : null);
}

const refuse = (): never => {
  throw new Error("only YAML frontmatter is read");
};

/**
 * gray-matter looks for a comment from each blank line on, and takes U+2028 and U+2029 for ends of lines; emptied lines
 * without those keep that cheap. The value was read before.
 */
function readMatter(block: readonly string[], value: object): Readonly<Record<string, unknown>> {
  const engines = {
    yaml: { parse: (): object => value },
    json: { parse: refuse },
    javascript: { parse: refuse },
    coffee: { parse: refuse },
  };
  const source = block
    .map((line) => (line.trim() === "" ? "" : line.replace(/[\u2028\u2029]/g, ".")))
    .join("\n");
  const data: unknown = matter(`---\n${source}\n---\n`, { engines, language: "yaml" }).data;
  return Object.fromEntries(Object.entries(typeof data === "object" && data !== null ? data : {}));
}

/**
 * Words about a mistake that no change of one line puts right, or that only the person can decide; the parser's words
 * (`why`) for any other.
 */
function explain(why: string, whole: string): string {
  const line = whole.slice(0, 300).trimEnd();
  const [key = ""] = /^[^:]*/.exec(line) ?? [];
  if (why.includes("duplicated mapping key"))
    return `the key “${short(key)}” stands there twice; remove one of the two lines`;
  if (/^ *\t/.test(line)) return "the line starts with a tab; YAML wants spaces";
  return line.includes("{{")
    ? "the line holds a template placeholder ({{…}}), which is not YAML; fill it in"
    : why;
}

/** A value of our keys as text: scalars as they stand, everything else null. */
export function textOf(data: Readonly<Record<string, unknown>>, key: string): string | null {
  return scalarText(Object.hasOwn(data, key) ? data[key] : null);
}

/**
 * The same, where a list of one is read as what is in it: Obsidian makes a list of a property when its type is set to
 * one.
 */
export function singleText(data: Readonly<Record<string, unknown>>, key: string): string | null {
  return scalarText(Object.hasOwn(data, key) ? only(data[key]) : null);
}

function only(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function scalarText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/**
 * The same, as it is written: `007` is no seven, and `2026.10` not `2026.1`. A number that says of itself what is
 * written is not read twice.
 */
export function writtenText(
  lines: readonly Line[],
  { data, bodyFrom }: Frontmatter,
  key: string,
): string | null {
  const read = singleText(data, key);
  if (read === null || typeof only(data[key]) === "string") return read;
  const texts = readYaml(
    lines
      .slice(1, Math.max(1, bodyFrom - 1))
      .map((line) => line.text)
      .join("\n"),
    "text",
  );
  return texts.kind === "value" && isMapping(texts.value)
    ? singleText(Object.fromEntries(Object.entries(texts.value ?? {})), key)
    : read;
}

/** A line of `key: value` that plainly ends there, or a key without a value. */
const ONE_LINE = /^(["']?)([A-Za-z_][\w-]*)\1[ \t]*:[ \t]*(?:["']?[\w. -]*["']?)(?:[ \t]+#.*)?$/s;

/** Whether `setValue` finds a value to replace. Cheap for most notes; says nothing about what comes out. */
export function canSet(lines: readonly Line[], bodyFrom: number, key: string): boolean {
  const at = lines.findIndex(
    ({ text }, n) => n < bodyFrom && text.includes(key) && ONE_LINE.exec(text)?.[2] === key,
  );
  const isPlain = at > 0 && /^[^\s-]|^---/.test(lines[at + 1]?.text ?? "");
  return isPlain || findValue(blockOf(lines, bodyFrom), key) !== null;
}

function blockOf(lines: readonly Line[], bodyFrom: number): string {
  return lines
    .slice(1, Math.max(1, bodyFrom - 1))
    .map(({ text }) => text)
    .join("\n");
}

/**
 * The text that a reader of the raw frontmatter sees besides keys and values, in its order: comments, mostly. The form
 * of the values, such as quotes and folds, is no text.
 */
export function besideValues(lines: readonly Line[], bodyFrom: number): readonly string[] {
  return outsideScalars(blockOf(lines, bodyFrom));
}

/**
 * Replaces the value of one top-level key, in whatever form and over however many lines it stands, keeping its quotes,
 * its comment and every other byte. The same text when the key has that value already. Null where the value is no text,
 * or when reading the result does not give the value back.
 */
export function setValue(text: string, key: string, value: string | null): string | null {
  if (hasTooManyLines(text)) return null;
  const lines = splitLines(text);
  const before = readFrontmatter(lines);
  if (before.kind === "broken" || !Object.hasOwn(before.frontmatter.data, key)) return null;
  const { data, bodyFrom } = before.frontmatter;
  if (only(data[key]) === value) return text;
  const place = findValue(blockOf(lines, bodyFrom), key);
  if (place === null) return null;
  const { from, to, head, tail, style } = place;
  const gap = /[ \t[]$/.test(head) ? "" : " ";
  const line = `${head}${gap}${writeScalar(value, style)}${tail}`;
  // The block begins behind the line of its fence.
  const changed = lines.flatMap((each, at) =>
    at <= from || at > to + 1 ? [each] : at === from + 1 ? [{ ...each, text: line }] : [],
  );
  const after = readFrontmatter(changed);
  if (after.kind === "broken" || after.frontmatter.bodyFrom !== bodyFrom - (to - from)) return null;
  const expected = { ...data, [key]: Array.isArray(data[key]) ? [value] : value };
  return JSON.stringify(after.frontmatter.data) === JSON.stringify(expected) ? joinLines(changed) : null;
}

/**
 * Adds one top-level key at the end of the frontmatter. Null when it is there already, or when there is no frontmatter
 * to add it to.
 */
export function addValue(text: string, key: string, value: string): string | null {
  if (hasTooManyLines(text)) return null;
  const lines = splitLines(text);
  const before = readFrontmatter(lines);
  if (before.kind === "broken" || before.frontmatter.bodyFrom === 0) return null;
  const { data, bodyFrom } = before.frontmatter;
  if (Object.hasOwn(data, key)) return null;
  const close = bodyFrom - 1;
  const added = { text: `${key}: ${writeScalar(value)}`, end: lineEnd(lines) };
  const changed = [...lines.slice(0, close), added, ...lines.slice(close)];
  const after = readFrontmatter(changed);
  if (after.kind === "broken" || after.frontmatter.bodyFrom !== bodyFrom + 1) return null;
  const expected = { ...data, [key]: value };
  return JSON.stringify(after.frontmatter.data) === JSON.stringify(expected) ? joinLines(changed) : null;
}

/**
 * A scalar as YAML on one line, in the quoting style asked for where that can hold it. Nothing unseen and no template
 * stays as it is.
 */
export function writeScalar(value: string | null, style = ""): string {
  if (value === null) return "null";
  if (style === "'" && !value.includes("'") && isOpen(value)) return `'${value}'`;
  if (style === '"') return quoteText(value);
  const plain =
    /^[A-Za-z][\w @./()-]*$/.test(value) &&
    value.trim() === value &&
    !isOddWord(value) &&
    readsAsItself(value);
  return plain ? value : quoteText(value);
}

function readsAsItself(value: string): boolean {
  const parsed = readYaml(value);
  return parsed.kind === "value" && parsed.value === value;
}
