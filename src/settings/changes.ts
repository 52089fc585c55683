/** Changes to the settings since a person confirmed them here, in lines they can check. */
import { groupBy } from "../kit/groupBy";
import type { KeptLine, SettingsLine } from "./describe";

export interface ChangedLine {
  /** `changed`: it reads as before, and holds something else. `now` and `before` go together. */
  readonly how: "new" | "changed" | "now" | "before" | "gone";
  readonly text: string;
}

/** The changes of one server, one action, or one group of settings. */
export interface SettingsChange {
  readonly group: string;
  /** The server or action; null where the group itself is meant. */
  readonly of: string | null;
  readonly lines: readonly ChangedLine[];
}

export function changesSince(
  before: readonly KeptLine[],
  now: readonly SettingsLine[],
): readonly SettingsChange[] {
  const gone = groupBy(missingFrom(now, before), titleOf);
  const added = groupBy(missingFrom(before, now), titleOf);
  const titles = new Map([...now, ...before].map((line) => [titleOf(line), line]));
  return [...titles].flatMap(([title, { group, of }]) => {
    const was = gone.get(title) ?? [];
    const is = added.get(title) ?? [];
    const alike = new Set(is.map(({ kept }) => kept));
    const known = new Set(was.map(({ text }) => text));
    const lines: readonly ChangedLine[] = [
      // A line is changed, not new, if its remembered form was there before.
      ...is.map(({ text, kept }) => ({
        how: known.has(kept) ? ("changed" as const) : was.length === 0 ? ("new" as const) : ("now" as const),
        text,
      })),
      ...was
        .filter(({ text }) => !alike.has(text))
        .map(({ text }) => ({ how: is.length === 0 ? ("gone" as const) : ("before" as const), text })),
    ];
    return lines.length === 0 ? [] : [{ group, of, lines }];
  });
}

/** A line and the one it takes the place of are one change. */
export function countChanges(changes: readonly SettingsChange[]): number {
  return changes.reduce((sum, { lines }) => {
    const gone = lines.filter(({ how }) => how === "gone" || how === "before").length;
    return sum + Math.max(gone, lines.length - gone);
  }, 0);
}

function titleOf({ group, of }: Pick<KeptLine, "group" | "of">): string {
  return of === null ? group : `${group}, ${of}`;
}

function missingFrom<Line extends { readonly mark: string }>(
  others: readonly { readonly mark: string }[],
  lines: readonly Line[],
): readonly Line[] {
  const marks = new Set(others.map(({ mark }) => mark));
  return lines.filter(({ mark }) => !marks.has(mark));
}
