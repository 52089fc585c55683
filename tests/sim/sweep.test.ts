/**
 * Every canonical story plays to its end; the shortest is cut at a fourth of the places where a cut leaves something
 * else behind. `npm run sweep` cuts all of them everywhere, and the runs that recover.
 */
import { describe, expect, test } from "vitest";
import { bundleSim } from "../../scripts/sim/bundle.mjs";

// As the command plays it: what is pure by law remembers its answers, without which this takes twice as long.
const { CANONICAL, cutScript, cutsOf, play, playUncut, refusalsOf, sweepable, sweepEvent, tellFailure } =
  (await import(
    /* @vite-ignore */ await bundleSim({ entry: "tests/sim/sweep.ts" })
  )) as typeof import("./sweep");

const MINUTES = 4 * 60_000;
const SHORTEST = [...CANONICAL].sort((a, b) => a.script.events.length - b.script.events.length).slice(0, 1);

describe.each(CANONICAL)("$name", (story) => {
  test("ends as it says when nothing is cut", async () => {
    expect(await playUncut(story)).toBeNull();
  });
});

describe.each(SHORTEST)("$name", (story) => {
  test("survives each fourth single cut", { timeout: MINUTES }, async () => {
    for (const at of sweepable(story.script)) {
      const { failures } = await sweepEvent(story.name, at, { every: false, stride: 0, reads: 1 }, 0, 4);
      const [first] = failures;
      expect(failures.length, first === undefined ? "" : await tellFailure(first)).toBe(0);
    }
  });
});

test("a kill at a call that only reads leaves what a kill that is swept leaves", async () => {
  const { script } = CANONICAL[0] ?? { script: { story: "", sync: null, devices: [], events: [], tick: 0 } };
  const at = script.events.length - 1;
  const { calls } = await play(script, { listCalls: at });
  const left = async (every: boolean): Promise<readonly string[]> => {
    const found = new Set<string>();
    for (const cut of cutsOf(script, at, calls, every).filter((each) => !each.cut.power)) {
      const whole = cutScript(script, [cut]);
      await play({ ...whole, tick: 0, events: whole.events.slice(0, at + 1) }, {}, ({ devices, outside }) => {
        found.add(
          JSON.stringify([
            devices.map(({ disk, lines }) => [[...disk.texts()].sort(), lines]),
            outside.effects.length,
          ]),
        );
        return Promise.resolve();
      });
    }
    return [...found].sort();
  };
  expect(await left(true)).toEqual(await left(false));
});

test("every call that changes something is refused, and of those that only read each so-manieth", () => {
  const calls = ["list a", "create b", "read c", "call d", "read e", "read f"];
  const refused = (at: number, reads: number): readonly string[] =>
    refusalsOf(at, calls, reads).map(({ what }) => what);
  expect(refused(0, 1)).toEqual(calls);
  expect(refused(0, 3)).toEqual(["create b", "read c", "call d", "read f"]);
  expect(refused(1, 3)).toEqual(["create b", "call d", "read e"]);
});
