/** Faults that the simulator once found stay found, and the first seeds are clean. `npm run sim` looks further. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bundleSim } from "../../scripts/sim/bundle.mjs";
import type { Script } from "./script";

// As the command plays it: what is pure by law remembers its answers, without which this takes twice as long.
const { comeToRest, draw, play, tellScript } = (await import(
  /* @vite-ignore */ await bundleSim({})
)) as typeof import("./main");

const KEPT = "tests/sim/kept";
const SEEDS = 20;

test.each(readdirSync(KEPT).sort())("%s does not happen again", async (file) => {
  const script = JSON.parse(readFileSync(`${KEPT}/${file}`, "utf8")) as Script;
  const { violations } = await play(script, {}, comeToRest);
  expect(violations, violations.length === 0 ? "" : await tellScript(script)).toEqual([]);
});

test("the first seeds keep every invariant", async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { violations } = await play(draw(seed), {}, comeToRest);
    expect(
      violations.map(({ invariant, why }) => `${invariant.id} ${invariant.name}: ${why}`),
      `seed ${String(seed)}`,
    ).toEqual([]);
  }
});

test.each([
  ["go by a flow", "flow"],
  ["have agents that work at the same time", "looks"],
])("the first seeds of plans that %s keep every invariant", async (_what, story) => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const { violations } = await play(draw(seed, { story }), {}, comeToRest);
    expect(
      violations.map(({ invariant, why }) => `${invariant.id} ${invariant.name}: ${why}`),
      `seed ${String(seed)}`,
    ).toEqual([]);
  }
});

test("one seed is one trace", async () => {
  for (const seed of [3, 11, 27]) {
    const once = await play(draw(seed), { diary: true }, comeToRest);
    const again = await play(draw(seed), { diary: true }, comeToRest);
    expect(again.diary).toEqual(once.diary);
  }
});
