/** A model that is refused, busy or silent is told in the status and on the Dashboard, with what happens next. */
import { expect, test } from "vitest";
import { showStamp } from "../../src/kit/dates";
import type { FailureCode } from "../../src/kit/ports/model";
import { renderDashboard } from "../../src/overview/dashboard/render";
import { renderStatus } from "../../src/overview/report";
import type { World } from "../../src/rules/world";
import { inTerminal } from "../../src/settings/places";
import { createFakeModels } from "../fakes/models";
import { benchWith, type Bench } from "./desk";

const QUIET = "Nothing needs you now";
const USAGE = { in: 0, cached: 0, out: 0 };
const status = (world: World): string => renderStatus(world, showStamp, [], inTerminal(""));

function failing(code: FailureCode, minutes?: number): Bench {
  const bench: Bench = benchWith(
    createFakeModels(() => ({
      kind: "failed",
      code,
      why: "",
      usage: USAGE,
      ...(minutes === undefined ? {} : { until: bench.clock.now() + minutes * 60_000 }),
    })),
  );
  return bench;
}

async function settled(bench: Bench): Promise<World> {
  const engine = await bench.open();
  await engine.settle();
  return await engine.look();
}

test.each<readonly [FailureCode, string]>([
  ["bad-key", "The agent stopped (1)"],
  ["no-credit", "The agent stopped (1)"],
  [
    "busy",
    "waits: the model takes no more questions just now. Planwright asks again from 2026-03-02 09:05 UTC",
  ],
  ["not-reached", "waits: the model was not reached. Planwright asks again from 2026-03-02 09:05 UTC"],
])("with a model that fails with %s, the status says what happens next", async (code, says) => {
  // The minute in which it may be asked again has begun once it is told to have.
  const world = await settled(failing(code, 4.6));
  expect(status(world)).toContain(says);
  for (const face of [status(world), renderDashboard(world).join("\n")]) expect(face).not.toContain(QUIET);
});

test("once a busy model may be asked again, it is said that no answer came, until it is asked", async () => {
  const bench = failing("busy", 5);
  await settled(bench);
  await bench.clock.advance(60 * 60_000);
  const text = status(await (await bench.open()).look());
  expect(text).toContain(
    "PLAN-7, step 1 got no answer at 2026-03-02 09:00 UTC: the model takes no more questions just now. Planwright asks again when it runs on the acting device (“planwright settle --executor”).",
  );
  expect(text).not.toContain(QUIET);
});

test.each<readonly [minutes: number, isTold: boolean]>([
  [1, false],
  [10, true],
])(
  "a model that another run asked %i min ago is told once it is silent for long",
  async (minutes, isTold) => {
    const bench = benchWith(createFakeModels(() => "hang"));
    const stop = new AbortController();
    const running = (await bench.open(stop.signal)).settle();
    while (!bench.notes().includes('"asked"')) await new Promise((resolve) => setImmediate(resolve));
    await bench.clock.advance(minutes * 60_000);
    const text = status(await (await bench.open(undefined, "executor", bench.models, "run 1")).look());
    expect(text.includes("has heard nothing from its model since 2026-03-02 09:00 UTC")).toBe(isTold);
    expect(text.includes(QUIET)).toBe(!isTold);
    stop.abort();
    await running;
  },
);
