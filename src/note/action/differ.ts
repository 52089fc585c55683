/** How one action differs from another, field by field, as lines for a person: what is gone (−) and what is new (+). */
import { isList, type Json } from "../../kit/json";
import { escapeLine } from "../../kit/text";
import type { Action } from "./action";
import { sameAction } from "./render";

/** Lines that are told; the rest is counted. */
const MOST = 40;

/** Empty only for two actions that are the same. */
export function actionDifferences(before: Action, after: Action): readonly string[] {
  if (sameAction(before, after)) return [];
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const lines = [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    fieldDifferences(name, old.get(name), now.get(name)),
  );
  const more = lines.length - MOST;
  return [
    ...lines.slice(0, MOST),
    ...(more > 0 ? [`${String(more)} more lines differ; all of what goes out stands below.`] : []),
  ];
}

/** In the order in which they are shown. */
function fieldsOf({ type, target, sendAt, attachments, args }: Action): ReadonlyMap<string, Json> {
  return new Map<string, Json>([
    ["type", type],
    ["target", target],
    ...(sendAt === undefined ? [] : [["send_at", sendAt] as const]),
    ...(attachments.length === 0 ? [] : [["attachments", [...attachments]] as const]),
    ...Object.entries(args).map(([name, value]) => [nameOf(name), value] as const),
  ]);
}

/** An argument may be called like one of the fields above. */
function nameOf(argument: string): string {
  return ["type", "target", "send_at", "attachments"].includes(argument) ? `args.${argument}` : argument;
}

function fieldDifferences(
  name: string,
  before: Json | undefined,
  after: Json | undefined,
): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  if (old.join("\n") === now.join("\n") && (before === undefined) === (after === undefined)) return [];
  const [gone, added] = shortened(without(old, now), without(now, old));
  if (gone.length + added.length === 0) return [`${name}: the same lines in another order`];
  if (gone.length === added.length && gone.every((each, at) => look(each) === look(added[at] ?? "")))
    return [`${name}: only white space differs`];
  return [
    ...gone.map((each) => `− ${name}: ${each === "" ? "(empty)" : each}`),
    ...added.map((each) => `+ ${name}: ${each === "" ? "(empty)" : each}`),
  ];
}

/** As a line is shown. */
function look(text: string): string {
  return escapeLine(text, Infinity);
}

function linesOf(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  if (isList(value)) return value.map(spelled);
  return spelled(value).split("\n");
}

function spelled(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Characters before the first difference that are told. */
const LEAD = 40;

/** Of two long lines that begin alike, the part in which they differ. */
function shortened(
  gone: readonly string[],
  added: readonly string[],
): readonly [readonly string[], readonly string[]] {
  if (gone.length !== added.length) return [gone, added];
  const from = gone.map((line, at) => {
    const other = added[at] ?? "";
    let same = 0;
    while (same < line.length && line.charAt(same) === other.charAt(same)) same += 1;
    return same > 2 * LEAD ? same - LEAD : 0;
  });
  const cut = (line: string, at: number): string => {
    const begin = from[at] ?? 0;
    return begin === 0 ? line : `… ${line.slice(begin)}`;
  };
  return [gone.map(cut), added.map(cut)];
}

/** Each as often as it is in the one more often than in the other. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

export interface Stretch {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** Words, or lines, that are compared; more are told as one stretch that is gone and one that is new. */
const MOST_WORDS = 1500;

/** The stretches that are not new make `before`, those that are not gone make `after`, letter for letter. */
export function reworded(before: string, after: string): readonly Stretch[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail += 1;
  return joined([
    { kind: "same", text: old.slice(0, head).join("") },
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    { kind: "same", text: tail === 0 ? "" : old.slice(-tail).join("") },
  ]);
}

/** Joined, they are the text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** Words that are too many to compare are compared by line first. */
function middle(old: readonly string[], now: readonly string[]): readonly Stretch[] {
  if (old.length <= MOST_WORDS && now.length <= MOST_WORDS) return compared(old, now);
  return compared(linesIn(old), linesIn(now)).flatMap((each, at, all) => {
    const next = all[at + 1];
    if (each.kind === "new" && all[at - 1]?.kind === "gone") return [];
    if (each.kind !== "gone" || next?.kind !== "new") return [each];
    return compared(wordsOf(each.text), wordsOf(next.text));
  });
}

/** Joined, they are the text. */
function linesIn(all: readonly string[]): readonly string[] {
  return all.join("").match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** The longest common run stays; everything else is gone or new. */
function compared(old: readonly string[], now: readonly string[]): readonly Stretch[] {
  const found: Stretch[] = [];
  let [i, j] = [0, 0];
  for (const [to, from] of [...commonWords(old, now), [old.length, now.length] as const]) {
    found.push(
      { kind: "gone", text: old.slice(i, to).join("") },
      { kind: "new", text: now.slice(j, from).join("") },
      { kind: "same", text: old[to] ?? "" },
    );
    [i, j] = [to + 1, from + 1];
  }
  return found;
}

/**
 * Places, in the one and in the other, of the longest run of words that both have in this order; empty for texts that
 * are too long to compare.
 */
export function commonWords(
  one: readonly string[],
  other: readonly string[],
): readonly (readonly [number, number])[] {
  if (one.length > MOST_WORDS || other.length > MOST_WORDS) return [];
  const width = other.length + 1;
  const longest = new Uint16Array((one.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/**
 * Neighbours of a kind made one; of a change, what is gone comes before what is new. A lone space between two changes
 * belongs to both.
 */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const made: Stretch[] = [];
  let [gone, added] = ["", ""];
  const close = (): void => {
    if (gone !== "") made.push({ kind: "gone", text: gone });
    if (added !== "") made.push({ kind: "new", text: added });
    [gone, added] = ["", ""];
  };
  const told = stretches.filter(({ text }) => text !== "");
  told.forEach(({ kind, text }, at) => {
    if (kind === "gone") gone += text;
    else if (kind === "new") added += text;
    else if (/^[ \t]+$/.test(text) && gone + added !== "" && isChange(told[at + 1])) {
      gone += text;
      added += text;
    } else {
      close();
      const last = made.at(-1);
      if (last?.kind === "same") made[made.length - 1] = { kind: "same", text: last.text + text };
      else made.push({ kind: "same", text });
    }
  });
  close();
  return made;
}

function isChange(next: Stretch | undefined): boolean {
  return next !== undefined && next.kind !== "same";
}
