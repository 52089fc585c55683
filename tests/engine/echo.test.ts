/** Our own writing that comes back is no news: one change is one pass, at the end of which the Dashboard shows it. */
import { expect, test } from "vitest";
import type { Engine } from "../../src/engine/engine";
import { settle, work, type Stage } from "../story/stage";
import { change, LETTER, stageOf, textOf } from "./asked";

const DASHBOARD = "Dashboard.md";
const MINUTE = 60_000;

/** Milliseconds from a change to the passes after it, up to the next listing. */
async function passesAfter(happen: (stage: Stage, engine: Engine) => void): Promise<readonly number[]> {
  const stage = await stageOf(LETTER, { quiet_seconds: 10 });
  await settle(stage, "executor");
  const stop = new AbortController();
  let from: number | null = null;
  const passes: number[] = [];
  await work(stage, "executor", (engine) => {
    engine.onWorld(({ now }) => {
      if (from === null) {
        from = now;
        happen(stage, engine);
      } else if (now - from < MINUTE) passes.push(now - from);
      else stop.abort();
    });
    return engine.run(stop.signal);
  });
  return passes;
}

test("the Dashboard, written to show a change, is not looked at again; the plan is, when nobody has typed for a while", async () => {
  expect(await passesAfter((stage) => change(stage, "Plans/Plan.md", "Log it", "Log it soon"))).toEqual([
    1000, 10_200,
  ]);
});

test("what a person wrote into our part of the Dashboard is drawn over in one pass", async () => {
  expect(
    await passesAfter((stage) => change(stage, DASHBOARD, "Waiting for you", "Everything is fine")),
  ).toEqual([1000]);
});

test("the Dashboard as it stands, written once more, is nothing to look at", async () => {
  expect(await passesAfter((stage) => stage.ground.put(DASHBOARD, textOf(stage, DASHBOARD)))).toEqual([]);
});

test("a change that a person’s look found first is worked on all the same", async () => {
  const look = (stage: Stage, engine: Engine): void => {
    change(stage, "Plans/Plan.md", "Log it", "Log it soon");
    void engine.look();
  };
  expect(await passesAfter(look)).toEqual([0, 1000, 10_000]);
});
