/** Merges that a person agreed to: notes that go into others, and the steps that stand in two of them from then on. */
import { boxesOf, valueIn } from "./reading";
import type { Witness, Write } from "./witness";

/** A note that goes into another, as it was shown to the person who agreed; paths. */
export interface Agreed {
  readonly goes: string;
  readonly stays: string;
}

/** A step that is to go out from one of two plans at most. */
export interface SameStep {
  readonly words: string;
  /** Ids of the plan that goes, and of the one that stays. */
  readonly tasks: readonly [string, string];
}

/**
 * The steps that a write has put into the note that stays, or that stood there already, and are open in the note that
 * goes. Of two with the same words in one note nobody can tell by them which is which.
 */
export function sameSteps(
  { device, kind, path, before, after }: Write,
  { agreed }: Pick<Witness, "agreed">,
): SameStep[] {
  if (kind !== "change" || device.commanded !== "merge") return [];
  const there = new Set(boxesOf(after).map(({ words }) => words));
  return (agreed.get(device) ?? [])
    .filter(({ stays }) => stays === path)
    .flatMap(({ goes }) => {
      const text = device.disk.get(goes)?.text ?? "";
      const isClear = (words: string): boolean =>
        [text, before ?? ""].every((note) => boxesOf(note).filter((box) => box.words === words).length < 2);
      return boxesOf(text)
        .filter(({ mark, gated, words }) => gated && mark === " " && there.has(words) && isClear(words))
        .map(({ words }): SameStep => ({
          words,
          tasks: [valueIn(text, "task_id"), valueIn(after, "task_id")],
        }));
    });
}
