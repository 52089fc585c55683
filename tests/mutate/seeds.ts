/** Runs of the simulator, always the same ones. */
import { test } from "vitest";
import { playSeeds } from "../sim/main";

const SEEDS = 150;

for (let seed = 1; seed <= SEEDS; seed += 1) {
  test(String(seed), async () => {
    const [failure] = (await playSeeds(seed, seed + 1)).failures;
    if (failure !== undefined) throw new Error(`${failure.id} ${failure.name}: ${failure.why}`);
  });
}
