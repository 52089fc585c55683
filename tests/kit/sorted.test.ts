/** A list in buckets answers as one that is sorted at once, however much came and went. */
import { expect, test } from "vitest";
import { firstOf, Sorted } from "../../src/kit/sorted";

/** Numbers from 0 up to, not including, the given one. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const isOver =
  (limit: number) =>
  (value: number): boolean =>
    value > limit;

test.each([1, 2, 3])("of three thousand things that come and go by chance, and then all go (%j)", (seed) => {
  const roll = dice(seed);
  const list = new Sorted<number>((a, b) => a - b);
  const there = new Set<number>();
  const check = (): void => {
    const all = [...there].sort((a, b) => a - b);
    expect([...list]).toEqual(all);
    expect(list.size).toBe(all.length);
    expect(firstOf(5, list)).toEqual(all.slice(0, 5));
    for (let n = 0; n < 5; n += 1) {
      const [from, to] = [roll(7000) - 500, roll(7000) - 500];
      expect(list.before(isOver(from))).toBe(all.filter((each) => each <= from).length);
      expect([...list.between(isOver(from), isOver(to))]).toEqual(
        all.filter((each) => each > from && each <= to),
      );
    }
  };
  check();
  for (let turn = 0; turn < 6000; turn += 1) {
    const value = roll(6000);
    // Mostly they come, then mostly they go.
    if ((roll(3) === 0) === turn < 4000 || there.has(value)) {
      list.remove(value);
      there.delete(value);
    } else {
      list.add(value);
      there.add(value);
    }
    if (turn % 500 === 499) check();
  }
  for (const value of [...there]) {
    list.remove(value);
    there.delete(value);
  }
  check();
  list.add(7);
  there.add(7);
  check();
});
