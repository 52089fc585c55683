/**
 * An edit of a note as an agent proposes it: which lines go, and which come in their place. The agent’s words are made
 * harmless; the person’s stay to the byte, with its line ends, its byte order mark and its last line as it ends.
 */
import { diffLines, type DiffLine } from "./lineDiff";
import { hasTooManyLines, joinLines, lineEnd, splitLines, type Line } from "../../kit/lines";
import { counted } from "../../kit/numbers";
import { NOTE_LIMIT } from "../../kit/ports/vault";
import { harmIn } from "./harm";
import { reveal, sanitizeLines } from "../sanitize";

/** Whole lines: from an index of the text on, `out` is taken out and `in` put in. */
export interface Splice {
  readonly from: number;
  readonly out: string;
  readonly in: string;
}

export type Making =
  | { readonly kind: "made"; readonly splice: Splice; readonly after: string }
  /** A sentence for the model. */
  | { readonly kind: "no"; readonly why: string };

/** The text with the splice in it; null where it does not fit. */
export function withSplice(text: string, { from, out, in: added }: Splice): string | null {
  return text.startsWith(out, from) ? text.slice(0, from) + added + text.slice(from + out.length) : null;
}

/** The splice that takes this one back. */
export function inverse({ from, out, in: added }: Splice): Splice {
  return { from, out: added, in: out };
}

/** The lines that go and the lines that come. */
export function linesOf({ out, in: added }: Splice): readonly DiffLine[] {
  const texts = (of: string): readonly string[] => splitLines(of).map(({ text }) => text);
  return diffLines(texts(out), texts(added));
}

/** `text` is null where there is no such note. An empty `old` adds at the end. */
export function makeSplice(text: string | null, old: string, added: string): Making {
  if (added.trim() === "" && old === "") return no("There is nothing to put in: “new” is empty.");
  if (text === null)
    return old === ""
      ? finish("", { from: 0, lines: newLines(added, "\n", "\n"), old: [] })
      : no("There is no such note. Leave “old” empty to create it, or find it with search_notes.");
  const lines = splitLines(text);
  const end = lineEnd(lines);
  return old === "" ? append(text, lines, added, end) : replace(text, lines, old, added, end);
}

/** A line as it is to be. */
type Planned = Line &
  (
    | { readonly by: "kept" | "agent" }
    /** A part of it is a person’s. `tame`: with the rest made harmless by itself. */
    | { readonly by: "mixed"; readonly sanitize: string }
  );

interface Plan {
  readonly from: number;
  readonly old: readonly Line[];
  readonly lines: readonly Planned[];
}

function append(text: string, lines: readonly Line[], added: string, end: string): Making {
  const last = lines.at(-1);
  if (last === undefined || last.end !== "")
    return finish(text, { from: text.length, old: [], lines: newLines(added, end, end) });
  return finish(text, {
    from: text.length - last.text.length,
    old: [last],
    lines: [{ text: last.text, end, by: "kept" }, ...newLines(added, end, "")],
  });
}

function newLines(added: string, end: string, lastEnd: string): readonly Planned[] {
  const lines = splitLines(reveal(added));
  return lines.map(({ text }, at) => ({ text, end: at < lines.length - 1 ? end : lastEnd, by: "agent" }));
}

function replace(text: string, lines: readonly Line[], old: string, added: string, end: string): Making {
  const found = occurrences(text, old);
  const [first] = found;
  if (first === undefined)
    return no(
      "The note does not say “old”. Read it again, and give “old” word for word, as short as is clear.",
    );
  if (found.length > 1)
    return no(
      `“old” is in the note ${String(found.length)} times. Give more of the lines around the place that you mean.`,
    );
  // Whole lines: those in which it begins and ends, and all between.
  let from = 0;
  let begin = 0;
  while (from + lengthOf(lines[begin]) <= first.from && begin < lines.length - 1) {
    from += lengthOf(lines[begin]);
    begin += 1;
  }
  let to = begin;
  let until = from + lengthOf(lines[begin]);
  while (until < first.to) {
    to += 1;
    until += lengthOf(lines[to]);
  }
  const whole = lines.slice(begin, to + 1);
  const now = `${text.slice(from, first.from)}${withEnds(added, end)}${text.slice(first.to, until)}`;
  return finish(text, { from, old: whole, lines: planned(whole, splitLines(now), end) });
}

function lengthOf(line: Line | undefined): number {
  return line === undefined ? 0 : line.text.length + line.end.length;
}

function withEnds(text: string, end: string): string {
  return joinLines(splitLines(text).map((line) => ({ ...line, end: line.end === "" ? "" : end })));
}

/** Where a text stands, whichever ends its lines have. */
function occurrences(
  text: string,
  wanted: string,
): readonly { readonly from: number; readonly to: number }[] {
  const parts = splitLines(wanted).flatMap(({ text: each, end }) => [
    each.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"),
    end === "" ? "" : "(?:\\r+\\n?|\\n)",
  ]);
  const form = new RegExp(parts.join(""), "g");
  const found: { readonly from: number; readonly to: number }[] = [];
  for (let match = form.exec(text); match !== null; match = form.exec(text)) {
    // The second half of a line end begins nothing.
    const isHalf = /^[\r\n]/.test(match[0]) && text[match.index - 1] === "\r";
    if (!isHalf) found.push({ from: match.index, to: match.index + match[0].length });
    // One that begins within the one before is another.
    form.lastIndex = match.index + 1;
  }
  return found;
}

/**
 * Lines that are in both stay the person’s, and so does what a new line has in common with the old one at its beginning
 * and its end.
 */
function planned(old: readonly Line[], now: readonly Line[], end: string): readonly Planned[] {
  const texts = (of: readonly Line[]): readonly string[] => of.map(({ text }) => text);
  const found: Planned[] = [];
  let goes: string[] = [];
  let comes: string[] = [];
  const close = (): void => {
    if (comes.length > 0) found.push(...changed(goes.join("\n"), comes.join("\n"), end));
    goes = [];
    comes = [];
  };
  for (const { sign, text, at } of diffLines(texts(old), texts(now))) {
    if (sign === "-") goes.push(text);
    else if (sign === "+") comes.push(text);
    else {
      close();
      found.push({ text, end: old[at]?.end ?? end, by: "kept" });
    }
  }
  close();
  const last = found.length - 1;
  return found.map((line, at) => ({
    ...line,
    end: at === last ? (old.at(-1)?.end ?? "") : line.end === "" ? end : line.end,
  }));
}

function changed(old: string, now: string, end: string): readonly Planned[] {
  let from = 0;
  while (from < old.length && from < now.length && old[from] === now[from]) from += 1;
  // Half a character is none.
  if (/[\ud800-\udbff]/.test(now.charAt(from - 1))) from -= 1;
  let back = 0;
  while (
    back < old.length - from &&
    back < now.length - from &&
    old[old.length - 1 - back] === now[now.length - 1 - back]
  )
    back += 1;
  if (/[\udc00-\udfff]/.test(now.charAt(now.length - back))) back -= 1;
  const put = reveal(now.slice(from, now.length - back));
  const around = (each: string): readonly string[] =>
    `${now.slice(0, from)}${each}${now.slice(now.length - back)}`.split("\n");
  const sanitize = around(sanitized(put));
  return around(put).map((text, at) =>
    from + back === 0
      ? { text, end, by: "agent" }
      : { text, end, by: "mixed", sanitize: sanitize[at] ?? text },
  );
}

/** Never as the first line of a note, where three hyphens would begin its properties. */
function sanitized(text: string): string {
  return joinLines(sanitizeLines(splitLines(`\n${text}`))).slice(1);
}

function finish(text: string, { from, old, lines }: Plan): Making {
  const out = joinLines(old);
  const [head, tail] = [splitLines(text.slice(0, from)), splitLines(text.slice(from + out.length))];
  const whole = [...head, ...lines, ...tail];
  // The lines around decide whether a line is harmless: in code, much is that is not elsewhere.
  const seen = sanitizeLines(whole);
  const safe = lines.map((line, at): Planned => {
    const sanitize = seen[head.length + at]?.text ?? line.text;
    if (line.by === "kept" || sanitize === line.text) return line;
    return { ...line, text: line.by === "mixed" ? line.sanitize : sanitize };
  });
  const splice = { from, out, in: joinLines(safe) };
  const after = withSplice(text, splice);
  if (after === null || after === text) return no("This changes nothing: the note reads so already.");
  if (new TextEncoder().encode(after).length > NOTE_LIMIT || hasTooManyLines(after))
    return no(`The note would be too long: ${counted(after.length, "character")}.`);
  const harm = harmIn(
    [...head, ...old, ...tail],
    [
      ...head.map((line) => ({ ...line, isNew: false })),
      ...safe.map((line) => ({ ...line, isNew: line.by !== "kept" })),
      ...tail.map((line) => ({ ...line, isNew: false })),
    ],
  );
  return harm === null ? { kind: "made", splice, after } : no(harm);
}

function no(why: string): Making {
  return { kind: "no", why };
}
