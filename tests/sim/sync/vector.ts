/** Version vectors as Syncthing keeps them: one counter per peer, in the order of the peers. */
export type Vector = readonly number[];

export type Order = "equal" | "older" | "newer" | "concurrent";

/** How `one` stands to `other`. */
export function compare(one: Vector, other: Vector): Order {
  if (one === other) return "equal";
  let less = false;
  let more = false;
  for (let at = 0; at < one.length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference < 0) less = true;
    if (difference > 0) more = true;
  }
  if (less && more) return "concurrent";
  if (less) return "older";
  return more ? "newer" : "equal";
}

/** The tie-break between concurrent versions: who is ahead at the first device where they differ. */
export function ahead(one: Vector, other: Vector): boolean {
  for (let at = 0; at < one.length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

export function merge(one: Vector, other: Vector): Vector {
  return one.map((count, at) => Math.max(count, other[at] ?? 0));
}

/**
 * A counter never falls behind the clock (whole seconds), so what a computer that was set back does next still counts
 * as new.
 */
export function bump(one: Vector, peer: number, seconds: number): Vector {
  return one.map((count, at) => (at === peer ? Math.max(count + 1, seconds) : count));
}
