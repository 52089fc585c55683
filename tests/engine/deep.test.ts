/** A request that a person moved into a subfolder of the folder they meant. */
import { expect, test } from "vitest";
import { nextMinute, settle } from "../story/stage";
import { change, MAIL, moveTo, requestIn, stageOf, textOf } from "./asked";

test("is told once, with where it lies", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  moveTo(stage, requestIn(stage), "Approved/sub");
  await nextMinute(stage);
  await settle(stage, "executor");
  const board = textOf(stage, "Dashboard.md");
  expect(board).toContain("In a subfolder, where Planwright does not look");
  expect(board).not.toContain("**The note to approve is gone**");
  expect(stage.outside.calls).toEqual([]);
});

test("refuses below Rejected, and what the person wrote is shown", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  const path = moveTo(stage, requestIn(stage), "Rejected/later");
  change(stage, path, /## Your note\n[^]*$/, "## Your note\n\nNot this month.\n");
  await nextMinute(stage);
  await settle(stage, "executor");
  expect(textOf(stage, "Dashboard.md")).toContain("your note: Not this month.");
});
