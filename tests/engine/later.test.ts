/** What a person puts off asks nobody before its day, stays answerable, and comes back by itself. */
import { describe, expect, test } from "vitest";
import { needsOf } from "../../src/overview/needs/needsOf";
import { alertsOf } from "../../src/overview/alerts";
import { cardsOf, countAsked } from "../../src/overview/mission/cards";
import { explainPlan } from "../../src/overview/explain";
import { scheduledOf } from "../../src/overview/scheduled";
import { currentPlan } from "../../src/rules/world";
import { settle, type Stage } from "../story/stage";
import { MAIL, moveTo, requestIn, restart, say, stageOf, textOf } from "./asked";

const PLAN = "Plans/Plan.md";
const CALL = MAIL.replace(/✋[^]*?```action[^]*?```/, "Call Ana");

const world = (stage: Stage) => {
  if (stage.world === null) throw new Error("Nothing was looked at.");
  return stage.world;
};
const asked = (stage: Stage): readonly string[] =>
  needsOf(world(stage), () => "")
    .filter(({ id }) => id !== "no-steps")
    .map(({ id, total }) => `${id} ${String(total)}`);
const days = async (stage: Stage, count: number): Promise<void> => {
  await stage.clock.advance(count * 86_400_000);
  await settle(stage, "executor");
};
const later = (until: string | null) => ({ kind: "later", plan: "PLAN-1", until }) as const;

async function waiting(text = MAIL, settings = {}): Promise<Stage> {
  const stage = await stageOf(text, settings);
  await settle(stage, "executor");
  return stage;
}

describe("a request that waits", () => {
  test("asks nobody until the day, then asks again; its note and its place stay as they were", async () => {
    const stage = await waiting();
    const path = requestIn(stage);
    const before = textOf(stage, path);
    expect(asked(stage)).toEqual(["waiting 1"]);
    expect(await say(stage, later("2026-03-04"))).toMatchObject({
      kind: "done",
      say: "Put off until 2026-03-04: step 1 “Send the invoice”.",
    });
    await settle(stage, "executor");
    expect(textOf(stage, PLAN)).toMatch(
      /Human: Put off step 1 “Send the invoice” until 2026-03-04 — By a click or a command\. \(later, step s-\w+, until 2026-03-04\)$/m,
    );
    expect(asked(stage)).toEqual([]);
    expect(countAsked(world(stage))).toBe(0);
    expect(cardsOf(world(stage)).later).toMatchObject([
      { id: "waiting", words: "Put off by you until 2026-03-04", answers: ["review", "open"] },
    ]);
    expect(textOf(stage, path)).toBe(before);
    expect(textOf(stage, "Dashboard.md")).toContain("Nothing needs you now.");
    expect(textOf(stage, "Dashboard.md")).toMatch(
      /## Later\n\n- Put off by you until 2026-03-04 · Invoice · \[\[Plans\/Plan/,
    );
    await days(stage, 2);
    expect(asked(stage)).toEqual([]);
    restart(stage);
    await days(stage, 1);
    expect(asked(stage)).toEqual(["waiting 1"]);
    expect(textOf(stage, "Dashboard.md")).not.toContain("## Later");
    expect(stage.outside.calls).toEqual([]);
  });

  test("is answered earlier as ever: approved, it goes out", async () => {
    const stage = await waiting();
    await say(stage, later("2026-04-01"));
    moveTo(stage, requestIn(stage), "Approved");
    await days(stage, 1);
    expect(stage.outside.calls).toHaveLength(1);
    expect(textOf(stage, PLAN)).toContain("- [x] ✋ Send the invoice");
    expect(asked(stage)).toEqual(["your-turn 1"]);
  });

  test("that is rejected meanwhile stays put off, and asks when the day comes", async () => {
    const stage = await waiting();
    await say(stage, later("2026-03-04"));
    moveTo(stage, requestIn(stage), "Rejected");
    await days(stage, 1);
    expect(asked(stage)).toEqual([]);
    await days(stage, 3);
    expect(asked(stage)).toEqual(["rejected 1"]);
  });

  test("is brought back by a person", async () => {
    const stage = await waiting();
    await say(stage, later("2026-03-04"));
    expect(await say(stage, later(null))).toMatchObject({
      kind: "done",
      say: expect.stringMatching(/^It asks you again/) as string,
    });
    await settle(stage, "executor");
    expect(asked(stage)).toEqual(["waiting 1"]);
    expect(textOf(stage, PLAN)).toMatch(/Human: Brought back step 1 .*\(brought-back, step s-\w+\)$/m);
    expect(await say(stage, later(null))).toMatchObject({
      kind: "done",
      say: "Nothing in the plan is put off.",
    });
  });

  test("asked for again asks at once", async () => {
    const stage = await waiting();
    await say(stage, later("2026-04-01"));
    await say(stage, { kind: "request", plan: "PLAN-1", step: null, action: null });
    await days(stage, 1);
    expect(asked(stage)).toEqual(["waiting 1"]);
  });

  test("is told until when by explain, as the moment it waits for", async () => {
    const stage = await waiting(MAIL, { time_zone: "Europe/Zurich" });
    await say(stage, later("2026-03-04T09:00"));
    await settle(stage, "executor");
    const [view] = world(stage).plans;
    const told = view === undefined ? "" : explainPlan(view, world(stage));
    expect(told).toContain("Status: Put off by you until 2026-03-04 09:00");
    expect(told).toContain("Next: it waits until 2026-03-04 08:00 UTC, because you put it off");
    expect(textOf(stage, PLAN)).toContain("until 2026-03-04T0800Z)");
    expect(scheduledOf(world(stage))).toEqual([
      {
        key: "later Plans/Plan.md",
        kind: "later",
        title: "Invoice",
        words: "Put off by you until 2026-03-04 09:00",
        plan: { path: PLAN, taskId: "PLAN-1", title: "Plan" },
        request: view?.request?.id,
        step: 1,
        block: view?.step?.id,
        until: Date.parse("2026-03-04T08:00:00Z"),
      },
    ]);
  });
});

test("the alert after 24 hours, and its notice, wait for a day after it comes back", async () => {
  const stage = await waiting();
  await say(stage, later("2026-03-10"));
  const isStale = (): boolean =>
    alertsOf(world(stage), () => "").some(({ words }) => words.includes("stood still"));
  await days(stage, 5);
  expect([isStale(), stage.notices.texts.some((each) => each.includes("has stood still"))]).toEqual([
    false,
    false,
  ]);
  await days(stage, 4);
  expect(isStale()).toBe(false);
  await days(stage, 1);
  expect([isStale(), stage.notices.texts.some((each) => each.includes("has stood still"))]).toEqual([
    true,
    true,
  ]);
});

test("a step that is a person’s own is put off, and gives way to other plans", async () => {
  const stage = await waiting(CALL);
  stage.ground.put("Plans/Other.md", CALL.replace("PLAN-1", "PLAN-2").replace("Call Ana", "Call Bob"));
  await days(stage, 1);
  expect(asked(stage)).toEqual(["your-turn 2"]);
  await say(stage, { ...later("2026-03-08"), plan: "PLAN-2" });
  await settle(stage, "executor");
  expect(asked(stage)).toEqual(["your-turn 1"]);
  expect(currentPlan(world(stage))?.plan.taskId).toBe("PLAN-1");
  expect(cardsOf(world(stage)).later).toMatchObject([{ id: "your-turn", answers: ["done", "skip", "open"] }]);
  expect(await say(stage, { kind: "done", plan: "PLAN-2", step: null })).toMatchObject({ kind: "done" });
  await settle(stage, "executor");
  expect(scheduledOf(world(stage))).toEqual([]);
});

test("a step without words for its action is put off", async () => {
  const stage = await waiting(CALL.replace("Call Ana", "✋ Write to Ana"));
  expect(asked(stage)).toEqual(["action 1"]);
  await say(stage, later("2026-03-08"));
  await settle(stage, "executor");
  expect(asked(stage)).toEqual([]);
  await days(stage, 10);
  expect(asked(stage)).toEqual(["action 1"]);
});

test("steps that wait for a day are listed with what was put off, the first day first", async () => {
  const stage = await waiting(CALL.replace("Call Ana", "Call Ana ⏳ 2026-03-20"));
  stage.ground.put("Plans/B.md", MAIL.replace("PLAN-1", "PLAN-2"));
  stage.ground.put(
    "Plans/C.md",
    CALL.replace("PLAN-1", "PLAN-3").replace("Call Ana", "✋ Call ⏳ 2026-03-05"),
  );
  await settle(stage, "executor");
  await say(stage, { ...later("2026-03-10"), plan: "PLAN-2" });
  await settle(stage, "executor");
  expect(scheduledOf(world(stage)).map(({ kind, title, words }) => [kind, title, words])).toEqual([
    ["waits-for-a-day", "Call", "Waits until 2026-03-05"],
    ["later", "Invoice", "Put off by you until 2026-03-10"],
    ["waits-for-a-day", "Call Ana", "Waits until 2026-03-20"],
  ]);
  expect(scheduledOf(world(stage), 1)).toHaveLength(1);
});

describe("nothing is noted", () => {
  test.each([
    ["a day that is over", later("2026-02-01"), "2026-02-01 is in the past. Choose a later day."],
    ["no day", later("soon"), /^That is not a date/],
    ["another plan on the screen", { ...later("2026-04-01"), shown: "x" }, /changed since it was shown/],
  ])("for %s", async (_what, command, says) => {
    const stage = await waiting();
    const before = textOf(stage, PLAN);
    expect(await say(stage, command)).toMatchObject({
      kind: "refused",
      say: expect.stringMatching(says) as string,
    });
    expect(textOf(stage, PLAN)).toBe(before);
  });

  test("of a doubt, or of what is approved: these cannot wait", async () => {
    const stage = await waiting();
    stage.outside.script({ server: "mail", answer: "unknown" });
    moveTo(stage, requestIn(stage), "Approved");
    expect(await say(stage, later("2026-04-01"))).toMatchObject({
      kind: "refused",
      say: expect.stringMatching(/can be put off now/) as string,
    });
    await days(stage, 1);
    expect(asked(stage)).toEqual(["in-doubt 1"]);
    expect(await say(stage, later("2026-04-01"))).toMatchObject({ kind: "refused" });
  });

  test("and a line that another program wrote puts nothing off", async () => {
    const stage = await waiting();
    const step = world(stage).plans[0]?.step?.id ?? "";
    stage.ground.put(
      PLAN,
      `${textOf(stage, PLAN)}- [2026-03-01T09:30:00Z] Program x: Put off — So. (later, step ${step}, until 2026-04-01)\n`,
    );
    await days(stage, 1);
    expect(asked(stage)).toEqual(["waiting 1"]);
  });
});
