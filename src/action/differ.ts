/** How one action differs from another, field by field, as lines for a person: what is gone (−) and what is new (+). */
import { isList, type Json } from "../kit/json";
import { plain } from "../kit/text";
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
function fieldsOf({ type, target, attachments, args }: Action): ReadonlyMap<string, Json> {
  return new Map<string, Json>([
    ["type", type],
    ["target", target],
    ...(attachments.length === 0 ? [] : [["attachments", [...attachments]] as const]),
    ...Object.entries(args).map(([name, value]) => [nameOf(name), value] as const),
  ]);
}

/** An argument may be called like one of the fields above. */
function nameOf(argument: string): string {
  return ["type", "target", "attachments"].includes(argument) ? `args.${argument}` : argument;
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
  return plain(text, Infinity);
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
