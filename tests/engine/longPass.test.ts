/** A pass that takes long tells once a second how far it is, and one that does not tells nothing on its way. */
import { expect, test } from "vitest";
import type { World } from "../../src/rules/world";
import { work } from "../story/stage";
import { PAY, stageOf } from "./asked";

const WAITING = ["Plans/1.md", "Plans/2.md", "Plans/3.md", "Plans/4.md"];

/** The count of waiting requests, each time that a face was told on the way. `slow`: milliseconds for a new note. */
async function toldWhile(slow: number): Promise<readonly number[]> {
  const stage = await stageOf("", {}, (ground) => ({
    ...ground,
    vault: {
      ...ground.vault,
      async create(path, content) {
        if (path.startsWith("Pending_Approval/20")) await stage.clock.advance(slow);
        return await ground.vault.create(path, content);
      },
    },
  }));
  for (const path of WAITING)
    stage.ground.put(
      path,
      PAY.replace("PLAN-1", `PLAN-${path.slice(6, 7)}`).replace("950", path.slice(6, 7)),
    );
  const told: number[] = [];
  await work(stage, "executor", async (engine) => {
    engine.onProgress((world: World, hasActed) => {
      expect(hasActed).toBe(false);
      told.push(world.requests.filter(({ state }) => state === "waiting").length);
    });
    await engine.settle();
  });
  return told;
}

test.each([
  [2000, [1, 2, 3, 4]],
  [600, [2, 4]],
  [0, []],
])("where a note takes %i ms, %j requests are seen on the way", async (slow, told) => {
  expect(await toldWhile(slow)).toEqual(told);
});
