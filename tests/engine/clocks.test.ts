/**
 * A computer whose clock was wrong for a while: what it noted then says nothing of how long it was away, or how long an
 * approval has lain there.
 */
import { describe, expect, test } from "vitest";
import { settle, work, type Stage } from "../story/stage";
import { MAIL, moveTo, requestIn, restart, stageOf } from "./asked";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A stage on which a request waits, and whose clock was wrong by so much for one run. */
async function afterWrongClock(ms: number): Promise<Stage> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  stage.clock.jump(ms);
  restart(stage);
  await settle(stage, "executor");
  stage.clock.jump(-ms);
  restart(stage);
  return stage;
}

describe("one run with a clock that was ahead", () => {
  test.each([
    [10, 5],
    [10, 8],
    [5, 4],
  ])("by %i days lets no approval of %i days away pass for one that was seen", async (ahead, away) => {
    const stage = await afterWrongClock(ahead * DAY);
    await stage.clock.advance((away - 1) * DAY);
    moveTo(stage, requestIn(stage), "Approved");
    await stage.clock.advance(DAY);
    await settle(stage, "executor");
    expect(stage.outside.calls).toHaveLength(0);
    expect(stage.world?.requests[0]?.objection).toMatchObject({ id: "confirmed" });
  });

  test("asks nothing about what is approved after it was put right and the program has run", async () => {
    const stage = await afterWrongClock(10 * DAY);
    await settle(stage, "executor");
    await stage.clock.advance(MINUTE);
    moveTo(stage, requestIn(stage), "Approved");
    await settle(stage, "executor");
    expect(stage.outside.calls).toHaveLength(1);
  });

  test("by some minutes asks nothing", async () => {
    const stage = await afterWrongClock(30 * MINUTE);
    moveTo(stage, requestIn(stage), "Approved");
    await settle(stage, "executor");
    expect(stage.outside.calls).toHaveLength(1);
  });
});

test.each([10 * MINUTE, 2 * DAY])(
  "a clock set back by %i ms after an approval was seen lets it be taken back for the grace time from then, and no longer",
  async (ms) => {
    const stage = await stageOf(MAIL, { grace_seconds: 60 });
    await settle(stage, "executor");
    stage.clock.jump(ms);
    await settle(stage, "executor");
    moveTo(stage, requestIn(stage), "Approved");
    await work(stage, "executor", (engine) => engine.look());
    const at = stage.clock.monotonic();
    stage.clock.jump(-ms);
    await settle(stage, "executor");
    expect(stage.outside.calls).toHaveLength(1);
    expect(stage.clock.monotonic() - at).toBeGreaterThanOrEqual(MINUTE);
    expect(stage.clock.monotonic() - at).toBeLessThan(5 * MINUTE);
  },
);
