/**
 * A program that was killed in the middle of a call: its server may still be sending, so nobody is asked or heard
 * before that is over.
 */
import { describe, expect, test } from "vitest";
import { showStamp } from "../../src/kit/dates";
import { renderStatus } from "../../src/overview/report";
import { inTerminal } from "../../src/settings/places";
import { settle, type Stage } from "../story/stage";
import { change, MAIL, moveTo, recordOf, requestIn, restart, say, stageOf } from "./asked";

const SECOND = 1000;
/** The longest time of a call, progress included, and some more. */
const LONGEST = 180 * SECOND;

/** It was killed while its server was at work, and is started again `later`. */
async function killed(later: number): Promise<{ readonly stage: Stage; readonly name: string }> {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Approved");
  await stage.clock.advance(60 * SECOND);
  const { port } = stage.outside;
  const call = port.call.bind(port);
  const called = new Promise<void>((resolve) => {
    const dying: typeof call = (order) => {
      void call(order);
      resolve();
      return new Promise(() => undefined);
    };
    Object.assign(port, { call: dying });
  });
  void settle(stage, "executor");
  await called;
  Object.assign(port, { call });
  restart(stage);
  await stage.clock.advance(later);
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
  return { stage, name: path.replace("Approved/", "") };
}

function statusOf({ world }: Stage): string {
  return world === null ? "" : renderStatus(world, showStamp, [], inTerminal(""));
}

describe("while the call of a killed program may still be running", () => {
  test("the record does not ask, and the status says until when to wait", async () => {
    const { stage } = await killed(SECOND);
    expect(recordOf(stage)).not.toContain("It happened");
    expect(statusOf(stage)).toMatch(/Maybe sent, perhaps still running \(1\): wait until then; .*resolve/);
    expect(statusOf(stage)).toMatch(/may still be running until \d\d:\d\d UTC/);
    expect(statusOf(stage)).not.toContain("please check");
    await stage.clock.advance(LONGEST);
    await settle(stage, "executor");
    expect(recordOf(stage)).toContain("- [ ] It happened\n");
    expect(statusOf(stage)).toContain("Maybe sent, please check (1)");
  });

  test("an answer by command is refused, and counts afterwards", async () => {
    const { stage, name } = await killed(SECOND);
    expect(await say(stage, { kind: "resolve", request: name, happened: false })).toEqual({
      kind: "refused",
      say: expect.stringMatching(/may run until \d\d:\d\d UTC, so nothing was noted/),
    });
    await settle(stage, "executor");
    expect(requestIn(stage)).toBe("");
    await stage.clock.advance(LONGEST);
    expect((await say(stage, { kind: "resolve", request: name, happened: false })).kind).toBe("done");
  });

  test("a tick waits, and nothing is offered again before it counts", async () => {
    const { stage } = await killed(SECOND);
    const path = Object.keys(stage.ground.files()).find((each) => each.endsWith("_receipt.md")) ?? "";
    change(stage, path, /$/, "\n## Please check\n\n- [ ] It happened\n- [x] It did not happen\n");
    await stage.clock.advance(5 * SECOND);
    await settle(stage, "executor");
    expect(recordOf(stage)).toMatch(/^outcome: unknown$/m);
    expect(requestIn(stage)).toBe("");
    await stage.clock.advance(LONGEST);
    await settle(stage, "executor");
    expect(recordOf(stage)).toMatch(/^outcome: resolved-not$/m);
  });

  test("a clock that is set back begins its time anew, and it ends", async () => {
    const { stage, name } = await killed(SECOND);
    const { clock } = stage;
    const now = clock.now.bind(clock);
    Object.assign(clock, { now: () => now() - 3_600_000 });
    restart(stage);
    await settle(stage, "executor");
    expect(await say(stage, { kind: "resolve", request: name, happened: false })).toMatchObject({
      kind: "refused",
    });
    await clock.advance(LONGEST);
    expect(await say(stage, { kind: "resolve", request: name, happened: false })).toMatchObject({
      kind: "done",
    });
  });
});
