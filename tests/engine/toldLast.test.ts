/** The findings of a run are still told by the next one, although it asks no server. */
import { expect, test } from "vitest";
import { explainPlan } from "../../src/overview/explain";
import { needsOf } from "../../src/overview/needs/needsOf";
import { renderStatus } from "../../src/overview/report";
import { settle, work, type Stage } from "../story/stage";
import { change, MAIL, restart, stageOf, textOf } from "./asked";

const missionOf = (stage: Stage): string =>
  textOf(stage, "Dashboard.md")
    .split(/^## /m)
    .find((part) => part.includes("**Status:**")) ?? "";

test("why a server could not take it, until it is asked again", async () => {
  const stage = await stageOf(MAIL);
  stage.outside.script({ server: "mail", down: "It is off." });
  await settle(stage, "executor");
  expect(missionOf(stage)).toContain("The server cannot be used");
  restart(stage);
  await settle(stage, "clerk");
  expect(missionOf(stage)).toContain("The server cannot be used, when its server was last asked");
  expect(missionOf(stage)).toContain("It is off.");
  expect(missionOf(stage)).not.toContain("has not been asked yet");
});

test("and nothing of another step", async () => {
  const stage = await stageOf(
    MAIL.replace(
      "- [ ] ✋ Send",
      "- [ ] ✋ Write\n    ```action\n    type: email\n    target: a@example.com\n    args:\n      subject: A\n      body: B\n    ```\n- [ ] ✋ Send",
    ),
  );
  stage.outside.script({ server: "mail", down: "It is off." });
  await settle(stage, "executor");
  restart(stage);
  await stage.clock.advance(60_000);
  change(stage, "Plans/Plan.md", "- [ ] ✋ Write", "- [x] ✋ Write");
  await stage.clock.advance(60_000);
  await settle(stage, "clerk");
  expect(missionOf(stage)).toContain("its server has not been asked yet");
});

const failing: readonly (readonly [string, string, Parameters<typeof stageOf>[1], string])[] = [
  [
    "an argument that the tool does not take",
    MAIL.replace("      subject: Invoice\n", "      subject: [Invoice]\n"),
    {},
    "does not fit the function",
  ],
  [
    "a receiver that can be read two ways",
    MAIL.replace("client_a@example.com", "Ana, Ben client_a@example.com"),
    {},
    "not clear who gets it",
  ],
  [
    "an argument that is lacking",
    MAIL.replace("      subject: Invoice\n", ""),
    {},
    "does not fit the function",
  ],
];

test.each(failing)("why an action cannot be asked for: %s", async (_kind, text, settings, why) => {
  const stage = await stageOf(text, settings);
  await settle(stage, "executor");
  expect(textOf(stage, "Plans/Plan.md")).toMatch(/^status: Blocked$/m);
  expect(missionOf(stage)).toContain(why);
  restart(stage);
  const world = await work(stage, "clerk", (engine) => engine.look());
  const [view] = world.plans;
  if (view === undefined) throw new Error("The plan is gone.");
  for (const said of [renderStatus(world), explainPlan(view, world)]) {
    expect(said).toContain(why);
    expect(said).toContain("when its server was last asked");
    expect(said).not.toMatch(/has not been asked yet|Nothing needs you now/);
  }
  expect(needsOf(world, String).find(({ id }) => id === "action")).toMatchObject({ total: 1 });
});

test("nothing that a person has put right since: what was to be sent is written there now", async () => {
  const stage = await stageOf(MAIL.replace(/ {4}```action[^]*?```\n/, ""));
  await settle(stage, "executor");
  expect(missionOf(stage)).toContain("Nobody has said yet");
  restart(stage);
  change(
    stage,
    "Plans/Plan.md",
    /(Send the invoice.*\n)/,
    `$1${/ {4}```action[^]*?```\n/.exec(MAIL)?.[0] ?? ""}`,
  );
  const world = await work(stage, "clerk", (engine) => engine.look());
  expect(renderStatus(world)).not.toContain("Nobody has said yet");
});
