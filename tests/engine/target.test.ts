/** To whom a request says that it goes is to whom it is sent. */
import { expect, test } from "vitest";
import { settle } from "../story/stage";
import { MAIL, requestIn, stageOf, textOf } from "./asked";

test("where args name another receiver than the target, nothing is asked, and the plan says why", async () => {
  const stage = await stageOf(MAIL.replace("    args:\n", "    args:\n      to: mallory@example.net\n"));
  await settle(stage, "executor");
  expect(requestIn(stage)).toBe("");
  expect(textOf(stage, "Plans/Plan.md")).toContain(
    "“to” is under args and differs from the target. Remove one of them.",
  );
});
