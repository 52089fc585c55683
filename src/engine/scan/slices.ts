/** Long work in slices of a few milliseconds: an app draws, and a terminal takes its signals, between two of them. */
import type { ClockPort } from "../../kit/ports/clock";

/** Milliseconds. */
const SLICE = 4;
/** Items that are sorted in one go; about a millisecond. */
const RUN = 1024;

/** Small steps that are taken before one asks for the time. */
export const SOME = 256;

/** Awaited between two steps of long work: lets others have a turn when a slice is over, and answers nothing before. */
export type Pause = () => Promise<void> | undefined;

export function createPause(clock: Pick<ClockPort, "monotonic" | "turn">, slice = SLICE): Pause {
  let end = clock.monotonic() + slice;
  return () => {
    if (clock.monotonic() < end) return undefined;
    return clock.turn().then(() => void (end = clock.monotonic() + slice));
  };
}

/** A sorted copy, as `toSorted` gives it. */
export async function sortedInSlices<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pause: Pause,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pause: Pause,
): Promise<Item[]> {
  const merged: Item[] = [];
  let next = 0;
  for (const [at, item] of left.entries()) {
    for (let other = right[next]; other !== undefined && compare(other, item) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(item);
    if (at % RUN === 0) await pause();
  }
  return merged.concat(right.slice(next));
}
