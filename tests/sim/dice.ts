/** Chance that is the same for the same seed: what a run leaves open is thrown with these. */
export interface Dice {
  /** A whole number from 0 to `sides` - 1. */
  int(sides: number): number;
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32 over both halves of the seed, so that seeds beyond 32 bits differ too. */
export function createDice(seed: number): Dice {
  let state =
    (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(Math.floor(seed / 0x1_0000_0000) | 0, 0x85ebca6b)) | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (sides: number): number => Math.floor(next() * sides);
  return {
    int,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[int(items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
  };
}
