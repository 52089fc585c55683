/**
 * A memory that cannot be opened for a moment is not a damaged one: nothing is done on it, and nobody is told to throw
 * it away.
 */
import { describe, expect, test } from "vitest";
import type { StoreContent } from "../../src/kit/ports/store";
import { settle, type Stage } from "../story/stage";
import { MAIL, moveTo, requestIn, restart, say, stageOf } from "./asked";

const BUSY: StoreContent = { kind: "busy", why: "Another program is using it." };
const DAMAGED: StoreContent = { kind: "damaged", why: "record 3 cannot be read" };

/** A stage on which a request was approved, and what its memory says instead of what it holds. */
async function approved(): Promise<{
  readonly stage: Stage;
  readonly memory: { says: StoreContent | null };
}> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const { store } = stage.device;
  const load = store.load.bind(store);
  const memory: { says: StoreContent | null } = { says: null };
  Object.assign(store, { load: async () => memory.says ?? (await load()) });
  moveTo(stage, requestIn(stage), "Approved");
  return { stage, memory };
}

async function pass(stage: Stage): Promise<void> {
  await stage.clock.advance(60_000);
  await settle(stage, "executor");
}

describe.each([
  ["in an open app", false],
  ["when the program begins", true],
])("a memory that is busy %s", (_when, isAgain) => {
  test("lets nothing go out and nothing be written, says so, and is in order again by itself", async () => {
    const { stage, memory } = await approved();
    memory.says = BUSY;
    if (isAgain) restart(stage);
    const [files, lines] = [stage.ground.files(), stage.device.store.snapshot()];
    for (let minutes = 0; minutes < 30; minutes += 1) await pass(stage);
    expect(stage.world?.standing[0]).toBe(
      "What this device remembers cannot be read just now. Another program is using it. Nothing is carried out until it can; leave what is in the store of a as it is.",
    );
    expect(stage.outside.calls).toEqual([]);
    expect(stage.ground.files()).toEqual(files);
    expect(stage.device.store.snapshot()).toEqual(lines);
    memory.says = null;
    await pass(stage);
    expect(stage.world?.standing).toEqual([]);
    expect(stage.outside.calls).toHaveLength(1);
  });

  test("is not replaced by a command that makes this the acting device", async () => {
    const { stage, memory } = await approved();
    memory.says = BUSY;
    if (isAgain) restart(stage);
    const lines = stage.device.store.snapshot();
    await expect(say(stage, { kind: "take-over" })).rejects.toThrow("cannot be read just now");
    expect(stage.device.store.snapshot()).toEqual(lines);
  });
});

test("a memory that is damaged says so as long as it is", async () => {
  const { stage, memory } = await approved();
  memory.says = DAMAGED;
  for (let minutes = 0; minutes < 3; minutes += 1) await pass(stage);
  expect(stage.world?.standing[0]).toContain(
    "What this device remembers is damaged (record 3 cannot be read).",
  );
  expect(stage.outside.calls).toEqual([]);
});
