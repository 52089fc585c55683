/**
 * Whether a task that comes in needs a plan, by words that stand in it. A task is complex when one word of the complex
 * list stands in it, whatever else does: a plan too many is turned down in a moment, a step forgotten is not.
 * Properties, code, comments and addresses say nothing about it. Decides nothing and changes nothing.
 */
import { readFrontmatter } from "../../kit/frontmatter";
import { hasTooManyLines, indentOf, splitLines, type Line } from "../../kit/lines";
import { kindsOf, nest, startNesting } from "../../kit/markdown";
import { entryAt, lookupOf, wordsOf, type Lookup, type Word } from "./words";

export interface Judgement {
  readonly kind: "complex" | "simple";
  /**
   * The words found and where, without a full stop: `“send” and “invoice” in line 3`. Our words and those of the lists
   * only.
   */
  readonly why: string;
}

/** Judges a note by its name (without `.md`; empty for a selection) and its text. */
export type Judge = (name: string, text: string) => Judgement;

/** As many words as a reason names; what is beyond them is not looked for. */
const NAMED = 4;
/** Words of a note that are looked at: a book, which nobody means as one task. */
const MOST = 100_000;

/** The lists are looked through once, for every note that follows. */
export function createJudge(lists: {
  readonly complex: readonly string[];
  readonly simple: readonly string[];
}): Judge {
  const complex = lookupOf(lists.complex);
  const simple = lookupOf(lists.simple);
  return (name, text) => {
    const [needsPlan, needsNone] = [findings(complex), findings(simple)];
    let left = MOST;
    for (const { where, line } of [{ where: "its name", line: name.replace(/_/g, " ") }, ...prose(text)]) {
      const words = wordsOf(withoutAddresses(line), left);
      left -= words.length;
      needsPlan.take(where, words);
      needsNone.take(where, words);
      if (needsPlan.isFull() || left <= 0) break;
    }
    const found = needsPlan.why();
    if (found !== null) return { kind: "complex", why: found };
    if (hasTooManyLines(text))
      return { kind: "simple", why: "it has more than 50,000 lines and was not read" };
    return { kind: "simple", why: needsNone.why() ?? "it has no word of the lists" };
  };
}

interface Place {
  /** `line 3`, counted in the whole note. */
  readonly where: string;
  readonly line: string;
  /** Words of somebody else, or an example: a quotation, or code by its indentation. */
  readonly isShown: boolean;
}

const QUOTE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/;

export function prose(text: string): Place[] {
  if (hasTooManyLines(text)) return [];
  const lines = splitLines(text);
  const bodyFrom = bodyOf(lines);
  const kinds = kindsOf(lines, bodyFrom);
  const open = startNesting();
  let isQuote = false;
  return lines.flatMap((line, at) => {
    if (at < bodyFrom) return [];
    const wasText = open.paragraph;
    const isInItem = nest(open, line.text) > 0;
    const isBlank = line.text.trim() === "";
    if (kinds[at] !== "prose" || isBlank) {
      isQuote = false;
      return [];
    }
    // Text right behind a quotation goes on with it, unless it begins something else.
    isQuote =
      QUOTE.test(line.text) ||
      (isQuote && open.paragraph && !/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line.text));
    const isCode = !wasText && !isInItem && indentOf(line.text) >= 4;
    if (isCode) open.paragraph = false;
    return [{ where: `line ${String(at + 1)}`, line: withoutCode(line.text), isShown: isQuote || isCode }];
  });
}

/** Where the properties end, also those that cannot be read. */
function bodyOf(lines: readonly Line[]): number {
  const parsed = readFrontmatter(lines);
  if (parsed.kind === "read") return parsed.frontmatter.bodyFrom;
  return lines.findIndex(({ text }, at) => at > 0 && /^---[ \t]*$/.test(text)) + 1;
}

/** Words of one list, as they are met. */
interface Findings {
  take(where: string, words: readonly Word[]): void;
  /** As many as a reason names. */
  isFull(): boolean;
  /** Null where there are none. */
  why(): string | null;
}

function findings(lookup: Lookup): Findings {
  const found = new Map<string, string[]>();
  const named = new Set<string>();
  const isFull = (): boolean => named.size >= NAMED;
  return {
    isFull,
    take(where, words) {
      for (let at = 0; at < words.length && !isFull(); at += 1) {
        const entry = entryAt(words, at, lookup);
        if (entry === null || named.size === named.add(entry.as).size) continue;
        found.set(where, [...(found.get(where) ?? []), entry.as]);
      }
    },
    why: () =>
      found.size === 0 ? null : [...found].map(([where, words]) => `${listed(words)} in ${where}`).join(", "),
  };
}

function listed(words: readonly string[]): string {
  const quoted = words.map((each) => `“${each}”`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1) ?? ""}`;
}

function withoutCode(line: string): string {
  return line.includes("`") ? line.replace(/``.*?``|`[^`]*`/gs, " ") : line;
}

/** Characters that may stand in an address of the web once it has begun. */
const WEB = /[!-;=?-~]/;
const SCHEME = /[A-Za-z0-9+.-]/;
const MAILBOX = /[\p{L}\p{N}._%+-]/u;
/** Nothing. */
const NONE = /(?!)/;

/** Signs that make an address, each with the characters that belong to it before and after. */
const ADDRESSES: Readonly<Record<string, readonly [before: RegExp, after: RegExp]>> = {
  "://": [SCHEME, WEB],
  "@": [MAILBOX, MAILBOX],
  "www.": [NONE, WEB],
  "](": [NONE, /[^\s)]/],
};

/** Addresses of the web, of notes and of people name somebody or something; words in them are no words of the task. */
function withoutAddresses(line: string): string {
  const kept: string[] = [];
  let last = 0;
  for (const { index: at, 0: sign } of line.matchAll(/:\/\/|@|www\.|\]\(/gi)) {
    const [before, after] = ADDRESSES[sign.toLowerCase()] ?? [NONE, NONE];
    if (at < last) continue;
    let from = at;
    while (from > last && before.test(line[from - 1] ?? "")) from -= 1;
    // `@ana` is a person the task speaks of, not an address.
    if (from === at && before !== NONE) continue;
    // A link in round brackets ends with them.
    const closes = line[from - 1] === "(" ? ")" : "";
    let to = at + sign.length;
    while (to < line.length && line[to] !== closes && after.test(line[to] ?? "")) to += 1;
    kept.push(line.slice(last, from));
    last = to;
  }
  return last === 0 ? line : [...kept, line.slice(last)].join(" ");
}
