/** Long work lets others have a turn, and gives what it would give in one go. */
import { describe, expect, test } from "vitest";
import { createSimulatedClock } from "../fakes/clock";
import { createMemoryVault } from "../fakes/vault";
import { listFolder } from "../../src/engine/scan/listing";
import { createPause, sortedInSlices } from "../../src/engine/scan/slices";
import type { ClockPort } from "../../src/kit/ports/clock";

/** A clock on which each question for the time takes a millisecond. `turns` counts the turns that were given. */
function busyClock(): ClockPort & { readonly turns: () => number } {
  let [passed, turns] = [0, 0];
  return {
    ...createSimulatedClock(),
    monotonic: () => (passed += 1),
    turns: () => turns,
    turn: () => {
      turns += 1;
      return Promise.resolve();
    },
  };
}

const byKey = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0];
const SIZES = [0, 1, 2, 1023, 1024, 1025, 2048, 3000, 5121];
/** Pairs of a key that repeats and a place that does not, so that the order of equal keys shows. */
const SHAPES = {
  mixed: (n: number) => [(n * 7919) % 101, n] as const,
  sorted: (n: number) => [n, n] as const,
  backwards: (n: number) => [-n, n] as const,
  equal: (n: number) => [0, n] as const,
  "first half late": (n: number) => [n < 1500 ? 9000 + n : n, n] as const,
};

describe.each(Object.entries(SHAPES))("sorting in slices: %s", (_name, shape) => {
  test.each(SIZES)(
    "%d items come in the order of a stable sort, and the given list stays as it was",
    async (size) => {
      const items = Array.from({ length: size }, (_, n) => shape(n));
      const before = [...items];
      expect(await sortedInSlices(items, byKey, createPause(busyClock()))).toEqual([...items].sort(byKey));
      expect(items).toEqual(before);
    },
  );
});

describe("a pause", () => {
  test("gives a turn when its slice is over, and not before", async () => {
    const clock = busyClock();
    const pause = createPause(clock, 3);
    expect([pause(), pause()]).toEqual([undefined, undefined]);
    await pause();
    expect(clock.turns()).toBe(1);
    expect([pause(), pause()]).toEqual([undefined, undefined]);
    await pause();
    expect(clock.turns()).toBe(2);
  });
});

describe("a long folder", () => {
  test.each([
    ["one folder", 3000, ""],
    ["a subfolder", 3000, "/2026"],
  ])("%s is listed whole and in order, with turns for others", async (_name, count, within) => {
    const names = Array.from({ length: count }, (_, n) => `Plans${within}/${String((n * 7) % count)}.md`);
    const vault = createMemoryVault({
      clock: createSimulatedClock(),
      files: Object.fromEntries(names.map((name) => [name, "x"])),
      folders: ["Plans"],
    });
    const clock = busyClock();
    const listing = await listFolder({ vault, clock }, "Plans", 2);
    expect(listing.kind === "folder" && listing.notes.map(({ path }) => path)).toEqual([...names].sort());
    expect(clock.turns()).toBeGreaterThan(1);
  });
});
