/** While an action is being sent, nothing says any more that it can be taken back. */
import { expect, test } from "vitest";
import { nextMinute, settle } from "../story/stage";
import { MAIL, moveTo, requestIn, stageOf, textOf } from "./asked";

test("the Dashboard tells of a call as long as it lasts, and offers no Hold", async () => {
  const stage = await stageOf(MAIL);
  await settle(stage, "executor");
  moveTo(stage, requestIn(stage), "Approved");
  await nextMinute(stage);
  const { port } = stage.outside;
  const call = port.call.bind(port);
  let shown = "";
  Object.assign(port, {
    call: async (made: Parameters<typeof call>[0]) => {
      const answer = await call(made);
      for (let turn = 0; turn < 500 && !shown.includes("Being sent now"); turn += 1) {
        await Promise.resolve();
        shown = textOf(stage, "Dashboard.md");
      }
      return answer;
    },
  });
  await settle(stage, "executor");
  expect(stage.outside.calls).toHaveLength(1);
  expect(shown).toContain("Being sent now");
  expect(shown).not.toMatch(/take it back|do=hold/);
  expect(textOf(stage, "Dashboard.md")).not.toContain("Being sent now");
});
