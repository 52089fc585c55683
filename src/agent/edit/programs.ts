/**
 * Parts of a note that are programs to something, whatever Markdown takes them for: templates, which run over a whole
 * file, code and properties and all, and properties that are a program. Of such a part an agent changes nothing but the
 * whole.
 */
import { diffLines } from "./lineDiff";
import { fenceIn } from "../sanitize";

/** The signs that open each kind of template, and those that close it. */
const TEMPLATES = [
  ["<%", "%>"],
  ["{{", "}}"],
  ["{%", "%}"],
] as const;

/** Some programs run properties whose first line names a language. */
const PROPERTIES = /^\uFEFF?---[ \t]*[^\s-]/;

export interface Line {
  readonly text: string;
}

/** A sentence for the model; null where every program of the note stays what it is, or goes whole. */
export function programFault(
  before: readonly Line[],
  after: readonly (Line & { readonly isNew: boolean })[],
): string | null {
  const is = programsOf(after);
  const into = after.findIndex(({ isNew }, at) => isNew && is.some((each) => each.has(at)));
  const closing = into < 0 ? closes(after) : null;
  if (into >= 0 || closing !== null)
    return `Line ${String((closing ?? into) + 1)} of the note would stand in a template or a program of the person, or end one. Leave that part as it is, and put your text where none is open.`;
  const was = programsOf(before);
  const stays = after.flatMap(({ isNew }, at) => (isNew ? [] : [at]));
  const lines = diffLines(
    before.map(({ text }) => text),
    stays.map((at) => after[at]?.text ?? ""),
  );
  const kept = lines.flatMap(({ sign, at }) => (sign === " " ? [at] : []));
  const isKept = new Set(kept);
  const others = stays.some((now, n) =>
    was.some((each, kind) => each.has(kept[n] ?? -1) !== (is[kind]?.has(now) ?? false)),
  );
  const isHalved = [...was, fencesOf(before)].some((each) => {
    const whole = new Map<number, boolean>();
    for (const [at, part] of each) {
      const stay = isKept.has(at);
      if (whole.has(part) && whole.get(part) !== stay) return true;
      whole.set(part, stay);
    }
    return false;
  });
  return others || isHalved
    ? "This place is in a template, or in a block that a plugin may run, or it would begin or end one elsewhere. Leave that part as it is, or take it out whole."
    : null;
}

/** Of each kind, the lines that stand in a program or open or close one, each with where that program begins. */
function programsOf(lines: readonly Line[]): readonly ReadonlyMap<number, number>[] {
  return [...TEMPLATES.map(([open, close]) => templatesOf(lines, open, close)), propertiesOf(lines)];
}

function templatesOf(lines: readonly Line[], open: string, close: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let from: number | null = null;
  for (const [at, { text }] of lines.entries()) {
    if (from !== null) found.set(at, from);
    for (let index = 0; ;) {
      const next = text.indexOf(from === null ? open : close, index);
      if (next < 0) break;
      // Two templates that share a line are one part.
      if (from === null) from = found.get(at) ?? at;
      else {
        found.set(at, from);
        from = null;
      }
      found.set(at, found.get(at) ?? from ?? at);
      index = next + open.length;
    }
  }
  return found;
}

function propertiesOf(lines: readonly Line[]): ReadonlyMap<number, number> {
  if (!PROPERTIES.test(lines[0]?.text ?? "")) return new Map();
  const close = lines.findIndex(({ text }, at) => at > 0 && text.startsWith("---"));
  return new Map(lines.slice(0, close < 0 ? lines.length : close + 1).map((_line, at) => [at, 0]));
}

/**
 * As something has it that knows nothing of lists and quotes: a block that a plugin may run, with its first and last
 * line.
 */
function fencesOf(lines: readonly Line[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let open: { readonly at: number; readonly mark: string; readonly runs: boolean } | null = null;
  for (const [at, { text }] of lines.entries()) {
    const fence = fenceIn(text);
    if (open?.runs === true) found.set(at, open.at);
    if (open === null) {
      if (fence !== null) {
        open = { at, mark: fence.mark, runs: !fence.isInert };
        if (open.runs) found.set(at, at);
      }
    } else if (fence?.mark.startsWith(open.mark) === true) open = null;
  }
  return found;
}

/** A sign that closes a template, in a new line behind one: what is in quotes in a program may not have closed it. */
function closes(after: readonly (Line & { readonly isNew: boolean })[]): number | null {
  for (const [open, close] of TEMPLATES) {
    const first = after.findIndex(({ text, isNew }) => !isNew && text.includes(open));
    const at = after.findIndex(
      ({ text, isNew }, n) => isNew && first >= 0 && n > first && text.includes(close),
    );
    if (at >= 0) return at;
  }
  return null;
}
