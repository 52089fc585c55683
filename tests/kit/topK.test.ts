/** Things come and go; whoever asks for the first of them gets them in order, and all of them when they want all. */
import { describe, expect, test } from "vitest";
import { Firsts } from "../../src/kit/firsts";
import { firstOf, Sorted } from "../../src/kit/sorted";

const byNumber = (a: number, b: number): number => a - b;

describe.each([
  ["the list of the first few", Firsts],
  ["the list that is always in order", Sorted],
] as const)("%s", (_what, List) => {
  test.each([1, 2, 3])("has what came and did not go (%j)", (seed) => {
    let state = seed;
    const roll = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const list = new List<number>(byNumber);
    const there = new Set<number>();
    for (let turn = 0; turn < 6000; turn += 1) {
      // It grows to thousands, and shrinks to nothing, from the front or anywhere.
      const isGrowing = Math.floor(turn / 1500) % 2 === 0;
      const value = roll(100_000);
      if (roll(10) < (isGrowing ? 8 : 2)) {
        if (!there.has(value)) {
          there.add(value);
          list.add(value);
        }
      } else {
        const all = [...there].sort(byNumber);
        const gone = all[roll(2) === 0 ? 0 : roll(Math.max(1, all.length))];
        if (gone !== undefined) {
          there.delete(gone);
          list.remove(gone);
        }
      }
      if (turn % 97 !== 0) continue;
      const all = [...there].sort(byNumber);
      expect(list.size).toBe(all.length);
      const most = roll(30);
      expect(firstOf(most, list)).toEqual(all.slice(0, most));
      if (turn % 970 === 0) expect([...list]).toEqual(all);
    }
  });
});

test("of a list in order, the part between two places is found, and what comes before one is counted", () => {
  const list = new Sorted<number>(byNumber);
  for (let n = 0; n < 5000; n += 1) list.add((n * 7919) % 5000);
  const above =
    (least: number) =>
    (value: number): boolean =>
      value > least;
  for (const [from, to] of [
    [-1, 4999],
    [17, 18],
    [1200, 3700],
    [4999, 4999],
    [3000, 100],
  ] as const) {
    expect(list.before(above(from))).toBe(from + 1);
    expect([...list.between(above(from), above(to))]).toEqual(
      Array.from({ length: Math.max(0, to - from) }, (_, at) => from + 1 + at),
    );
  }
});
