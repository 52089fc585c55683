/**
 * Words that YAML would leave out of a block without a word. A remark on a line of its own is allowed where nobody can
 * have meant it as text.
 */
import { markIn, quoteText, remarksIn, type Remark } from "../kit/yaml";
import type { ActionReading } from "./action";

type Fault = Extract<ActionReading, { kind: "bad" }>;

/** Null where everything in the block is said. `source` is valid YAML. */
export function leftOut(source: string): Fault | null {
  const mark = markIn(source);
  if (mark !== null)
    return {
      kind: "bad",
      line: mark.line,
      why: `“${mark.mark}” is a sign to YAML and would be left out; put the whole value in quotes if it is text, or take the sign away`,
    };
  return remarkFault(source);
}

function remarkFault(source: string): Fault | null {
  const remarks = remarksIn(source);
  if (remarks.length === 0) return null;
  const own = new Set(remarks.filter(({ before }) => before.trim() === "").map(({ line }) => line));
  const lines = source.split("\n");
  const indents = lines.map((text, at) => (text.trim() === "" || own.has(at) ? null : indentOf(text)));
  const above = nearestIndents(indents);
  const below = nearestIndents([...indents].reverse()).reverse();
  // By line: whether the next line with content is an entry. True where there is none.
  let follows: boolean | null = null;
  const isAboveEntry = [...lines]
    .reverse()
    .map((text, at) => {
      const before = follows;
      if (indents[lines.length - 1 - at] !== null) follows = isEntry(text);
      return before ?? true;
    })
    .reverse();
  const odd = remarks.find(
    (each) =>
      !own.has(each.line) ||
      !standsForItself(each, above[each.line] ?? null, below[each.line] ?? null) ||
      isAboveEntry[each.line] === false,
  );
  return odd === undefined ? null : { kind: "bad", line: odd.line, why: explain(odd) };
}

/** For each line, how far in the last line with content before it is; null where there is none. */
function nearestIndents(indents: readonly (number | null)[]): (number | null)[] {
  let last: number | null = null;
  return indents.map((indent) => {
    const before = last;
    last = indent ?? last;
    return before;
  });
}

/**
 * `# remark`, as far in as the line that follows it, or no further in than the line before it. `#tag`, or one that
 * hangs under a value, may be text.
 */
function standsForItself({ before, remark }: Remark, above: number | null, below: number | null): boolean {
  return /^#+(?:\s|$)/.test(remark) && (below === before.length || above === null || before.length <= above);
}

/** An item of a list, or a key with its colon. A remark above any other line may be the first line of a text. */
function isEntry(line: string): boolean {
  return /^\s*-(?:\s|$)/.test(line) || /:(?:\s|$)/.test(line);
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** A key or a dash, and behind it a value that needs quotes to hold the sign. */
const VALUE = /^(\s*(?:- +)*(?:[^\s"'#:-][^:#]*:)?[ \t]*)([^"'|>{[\s].*)?$/;

function explain({ before, remark }: Remark): string {
  const cut = `“${remark.trimEnd()}” would be left out: behind a space, # begins a remark`;
  if (before.trim() === "") return `${cut}; put it behind its key, in quotes, if it is text, or take it away`;
  const [, key = "", value = ""] = VALUE.exec(before) ?? [];
  const apart = "put it on a line of its own, above";
  if (key.trim() === "" || (value === "" && before.trimEnd() !== key.trimEnd()))
    return `${cut}; take it away, or ${apart}`;
  return `${cut}; if it is text, write “${key.trim()} ${quoteText(`${value}${remark.trimEnd()}`)}”, if not, ${apart}`;
}
