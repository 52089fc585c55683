/** A stop of everything, so that not even the Dashboard is drawn, is told by a notice, once each time. */
import { expect, test } from "vitest";
import { deviceOf, nextMinute, settle, work, type Stage } from "../story/stage";
import { LETTER, restart, say, stageOf, textOf } from "./asked";

const ACTING = "Acting device.md";

async function runFor(
  stage: Stage,
  minutes: number,
  amid: (minute: number) => void = () => undefined,
): Promise<void> {
  const stop = new AbortController();
  const running = work(stage, "executor", (engine) => engine.run(stop.signal));
  for (let minute = 0; minute < minutes; minute += 1) {
    amid(minute);
    await stage.clock.advance(60_000);
    // What it does in that minute takes more turns than a clock gives.
    await new Promise((resolve) => setImmediate(resolve));
  }
  stop.abort();
  await stage.clock.advance(60_000);
  await running;
}

test("that nobody can read which device acts; and again when it comes again", async () => {
  const stage = await stageOf(LETTER);
  await settle(stage, "executor");
  const acting = textOf(stage, ACTING);
  const broken = acting.replace(/^device: .*$/m, "device: Ana: her new Mac");
  const told =
    "The note that names the acting device cannot be read; correct it, or choose the acting device again.";
  stage.ground.put(ACTING, broken);
  await runFor(stage, 90, (minute) => {
    if (minute === 30) stage.ground.put(ACTING, acting);
    if (minute === 60) stage.ground.put(ACTING, broken);
  });
  expect(stage.notices.texts).toEqual([told, told]);
});

test("that another device wrote a request", async () => {
  const stage = await stageOf(LETTER);
  await settle(stage, "executor");
  const acting = textOf(stage, ACTING);
  const first = stage.device;
  stage.device = deviceOf(stage, "b");
  await settle(stage, "executor");
  await say(stage, { kind: "take-over" });
  await nextMinute(stage);
  await settle(stage, "executor");
  // Sync brings the older note back.
  stage.ground.put(ACTING, acting);
  stage.device = first;
  restart(stage);
  await runFor(stage, 60);
  expect(stage.notices.texts).toEqual([expect.stringMatching(/^Another device wrote a request on /)]);
});

test("that this device’s memory was made on another computer", async () => {
  const stage = await stageOf(LETTER);
  await settle(stage, "executor");
  stage.device.machine = "another computer";
  restart(stage);
  await runFor(stage, 60);
  expect(stage.notices.texts).toEqual([
    expect.stringMatching(/^This device’s memory was made on another computer or for another folder\./),
  ]);
});

test("and what a device may not do because another one acts is no stop", async () => {
  const stage = await stageOf(LETTER);
  await settle(stage, "executor");
  stage.device = deviceOf(stage, "b");
  await runFor(stage, 60);
  expect(stage.notices.texts).toEqual([]);
});
