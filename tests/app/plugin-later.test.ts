/** What a person puts off: a day in their own words, and what stands under Scheduled until then. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { openInbox, type InboxRoom } from "./inboxRoom";
import type { Harness } from "./harness";
import { acting, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
let inbox: InboxRoom;
beforeEach(async () => {
  room = await openRoom();
  await room.settings({ ...PROMPT, time_zone: "Europe/Zurich" });
});
afterEach(() => room.leave());

async function asked(steps: readonly string[]): Promise<void> {
  app = await acting(room);
  await room.put("Plans/Party.md", plan("PLAN-1", steps));
  await pass(app);
  inbox = await openInbox(app);
}

test("Another day is written in words, and the day that was understood is told", async () => {
  await asked(["- [ ] Ring the hall"]);
  await inbox.press("l");
  await app.popovers()[0]?.click("Another day…");
  await app.modal().fill("Day", "mm/dd/yyyy");
  expect(app.modal().text()).toContain("No day can be read in that. Write “Friday”");
  await app.modal().click("Put off");
  expect(app.modals()).toHaveLength(1);
  await app.modal().fill("Day", "1 March 2020");
  expect(app.modal().text()).toContain("Sunday, 2020-03-01, 09:00 is over. Choose a later day.");
  await app.modal().fill("Day", "2099-12-03 14:30");
  expect(app.modal().text()).toContain("Thursday, 2099-12-03, 14:30");
  await app.modal().click("Put off");
  await pass(app);
  expect(app.modals()).toHaveLength(0);
  expect(await room.get("Plans/Party.md")).toMatch(/Put off step 1 .* until 2099-12-03 14:30 /);
});
