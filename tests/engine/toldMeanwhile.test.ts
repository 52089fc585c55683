/** A pass that takes long shows what it did so far, once a second. */
import { expect, test } from "vitest";
import { work } from "../story/stage";
import { LETTER, stageOf } from "./asked";

const PLANS = 5;

test.each([
  [2000, [1, 2, 3, 4, 5]],
  [0, [5]],
])("where each request takes %d ms to write, the faces show so many of them", async (ms, shown) => {
  let pass = (): void => undefined;
  const stage = await stageOf(LETTER, {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      create: async (path, text) => {
        const made = await ground.vault.create(path, text);
        if (path.startsWith("Pending_Approval/20")) pass();
        return made;
      },
    },
  }));
  for (let n = 2; n <= PLANS; n += 1)
    stage.ground.put(`Plans/Plan ${String(n)}.md`, LETTER.replace("PLAN-1", `PLAN-${String(n)}`));
  pass = () => void stage.clock.advance(ms);
  const seen = new Set<number>();
  await work(stage, "executor", (engine) => {
    engine.onWorld(({ requests }) => void (requests.length > 0 && seen.add(requests.length)));
    return engine.settle();
  });
  expect([...seen]).toEqual(shown);
});
