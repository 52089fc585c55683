/** A misspelt status is put right by one button, in the inbox and in Explain. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { openInbox } from "./inboxRoom";
import { acting, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
});
afterEach(() => room.leave());

const WRITTEN = plan("PLAN-1", ["- [ ] Ring the hall"], "actve");

test("in the inbox, with Undo", async () => {
  const app = await acting(room);
  await room.put("Plans/Party.md", WRITTEN);
  await pass(app);
  const inbox = await openInbox(app);
  expect(inbox.foot()).toContain("Set it to Active");
  await inbox.press("a");
  expect(await room.get("Plans/Party.md")).toBe(WRITTEN.replace("status: actve", "status: Active"));
  expect(inbox.bar()).toContain("Corrected");
  await pass(app, 3000);
  expect(inbox.titles()).toEqual(["Ring the hall"]);
  await inbox.press("z");
  expect(await room.get("Plans/Party.md")).toBe(WRITTEN);
});

test("in Explain", async () => {
  const app = await acting(room);
  await room.put("Plans/Party.md", WRITTEN);
  await pass(app);
  await app.open("Plans/Party.md");
  await app.run("explain-plan");
  await app.modal().click("Set it to Active");
  expect(await room.get("Plans/Party.md")).toContain("status: Active");
});

test("a word that is near none gets no such button", async () => {
  const app = await acting(room);
  await room.put("Plans/Party.md", WRITTEN.replace("actve", "whenever"));
  await pass(app);
  const inbox = await openInbox(app);
  expect(inbox.foot().join(" ")).not.toContain("Set it to");
});
