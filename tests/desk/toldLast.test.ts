/** What a run found out, the next one still tells, although it asks no server. */
import { expect, test } from "vitest";
import { settle, type Stage } from "../story/stage";
import { change, MAIL, restart, stageOf, textOf } from "./asked";

const missionOf = (stage: Stage): string => textOf(stage, "Dashboard.md").split(/^## /m).find((part) => part.includes("**Status:**")) ?? "";

test("why a server could not take it, until it is asked again", async () => {
  const stage = await stageOf(MAIL);
  stage.outside.script({ server: "mail", down: "It is off." });
  await settle(stage, "executor");
  expect(missionOf(stage)).toContain("Blocked: Server cannot take it");
  restart(stage);
  await settle(stage, "clerk");
  expect(missionOf(stage)).toContain("Blocked: Server cannot take it, when it was asked last");
  expect(missionOf(stage)).toContain("It is off.");
  expect(missionOf(stage)).not.toContain("has not been asked yet");
});

test("and nothing of another step", async () => {
  const stage = await stageOf(MAIL.replace("- [ ] ✋ Send", "- [ ] ✋ Write\n    ```action\n    type: email\n    target: a@example.com\n    args:\n      subject: A\n      body: B\n    ```\n- [ ] ✋ Send"));
  stage.outside.script({ server: "mail", down: "It is off." });
  await settle(stage, "executor");
  restart(stage);
  await stage.clock.advance(60_000);
  change(stage, "Plans/Plan.md", "- [ ] ✋ Write", "- [x] ✋ Write");
  await stage.clock.advance(60_000);
  await settle(stage, "clerk");
  expect(missionOf(stage)).toContain("its server has not been asked yet");
});
