/**
 * The words that a tool was given, taken out of its answer: they say nothing of how it went. Where they stand as a
 * quotation, nobody takes them for the tool's own; within its sentences that is only a guess. Pure.
 */
import { isList, isObject, type Json } from "../json";

/** The mark that stands for words taken out. */
export const TAKEN_OUT = "…";

/** Texts that are looked for; more would make a long answer slow. */
const MOST = 60;

/** Every text within the arguments, and every line of it, the longest first. */
export function textsOf(args: Json): readonly string[] {
  const found = new Set<string>();
  const visit = (value: Json, levels: number): void => {
    if (typeof value === "string") {
      const whole = value.trim();
      if (whole !== "") found.add(whole);
      for (const line of whole.split("\n", MOST)) if (line.trim().length > 2) found.add(line.trim());
    } else if (typeof value === "number") found.add(String(value));
    else if (value !== null && typeof value === "object" && levels > 0)
      for (const each of isList(value) ? value : Object.values(value)) visit(each, levels - 1);
  };
  visit(args, 8);
  return [...found].sort((a, b) => b.length - a.length).slice(0, MOST);
}

/** Whether a text is long enough to be known again in the middle of another. */
function isLong(text: string): boolean {
  return text.length >= 16 || /\S\s+\S+\s+\S/u.test(text);
}

/** In a value every text that is one of ours, or holds a long one, is taken out; names of fields stay. */
export function valueWithoutEcho(value: Json, own: readonly string[], levels = 8): Json {
  if (typeof value === "string") {
    const text = value.trim();
    return own.includes(text) ? TAKEN_OUT : withoutEcho(value, own);
  }
  if (typeof value === "number") return own.includes(String(value)) ? TAKEN_OUT : value;
  if (levels === 0 || value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map((each) => valueWithoutEcho(each, own, levels - 1));
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, valueWithoutEcho(each, own, levels - 1)]),
      )
    : value;
}

/** Taken out where it is quoted, has its line to itself, or stands behind a label that ends with it. */
export function withoutEcho(text: string, own: readonly string[]): string {
  return own.reduce((left, words) => takeOut(left, words, isApart), text);
}

/** The text without echoes in the middle of a sentence: enough to pass over a word of warning, never over a failure. */
export function withoutLooseEcho(text: string, own: readonly string[]): string {
  return own.reduce(
    (left, words) =>
      isLong(words)
        ? left.split(words).join(TAKEN_OUT)
        : words.length > 2
          ? takeOut(left, words, isNamed)
          : left,
    text,
  );
}

/** Signs before and behind a place that are looked at. */
const AROUND = 80;

function takeOut(
  text: string,
  words: string,
  isEcho: (before: string, behind: string, isStart: boolean) => boolean,
): string {
  let left = "";
  let from = 0;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, from)) {
    const end = at + words.length;
    const echo = isEcho(text.slice(Math.max(0, at - AROUND), at), text.slice(end, end + AROUND), at < AROUND);
    left += text.slice(from, at) + (echo ? TAKEN_OUT : words);
    from = end;
  }
  return left + text.slice(from);
}

function isApart(before: string, behind: string, isStart: boolean): boolean {
  if (/["'“„«`]$/u.test(before) && /^["'”“»`]/u.test(behind)) return true;
  const line = before.lastIndexOf("\n");
  if ((line < 0 && !isStart) || !/^[ \t]*(?:\n|$)/u.test(behind)) return false;
  const label = before.slice(line + 1);
  if (/^[ \t>*_-]*$/u.test(label)) return true;
  return /^[ \t>*_#-]*\p{L}[\p{L} _-]{0,24}[*_]*:[*_]*[ \t]*$/u.test(label) && !SAYS_HOW.test(label);
}

/** A label that tells how it went: what stands behind it is the tool's, whatever words it has in common with ours. */
const SAYS_HOW =
  /(?:error|fail|status|result|outcome|reason|sent|send|success|ok|response|output|fehler|erreur|errore|erro)[^:]{0,12}:/iu;

function isNamed(before: string, behind: string, isStart: boolean): boolean {
  return (
    ((isStart && before === "") || NAMES.test(before)) && (behind === "" || /^[\s.,;:!)"'|]/u.test(behind))
  );
}

const NAMES =
  /(?:[:(>|#*]\s*|\b(?:issue|page|task|event|message|subject|title|titled|named|called|card|ticket|comment|note|document|item|project|reminder|to|file|path|channel)\s+)$/iu;
