/** Undo in the inbox: what Z takes back, and what it says where it takes nothing back. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { openInbox, type InboxRoom } from "./inboxRoom";
import type { Harness } from "./harness";
import { acting, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
let inbox: InboxRoom;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
});
afterEach(() => room.leave());

const MAIL = [
  "- [ ] ✋ Write the mail",
  "    ```action",
  "    type: email",
  "    target: ana@example.com",
  "    args:",
  "      subject: Lunch",
  "      body: Dear Ana",
  "    ```",
];

async function asked(steps: readonly string[]): Promise<void> {
  app = await acting(room);
  await room.put("Plans/Party.md", plan("PLAN-1", steps));
  await pass(app);
  inbox = await openInbox(app);
}

const steps = async (): Promise<readonly string[]> =>
  (await room.get("Plans/Party.md")).match(/^- \[.\]/gm) ?? [];

/** Approves the mail, and says that it was sent by hand. */
async function doneByHand(): Promise<void> {
  await inbox.press("a");
  await pass(app);
  await inbox.rest();
  await inbox.press("d");
  await pass(app, 2000);
}

test("Done by hand is taken back with Z: the step is open, and asks for a new approval", async () => {
  await asked([...MAIL, "- [ ] Fold it"]);
  await doneByHand();
  expect(await steps()).toEqual(["- [x]", "- [ ]"]);
  expect(inbox.bar()).toBe("DoneLunchUndo");
  await inbox.press("z");
  await pass(app);
  expect(await steps()).toEqual(["- [ ]", "- [ ]"]);
  expect((await room.names("Pending_Approval")).filter((name) => name.includes("_email_"))).toHaveLength(1);
  expect((await room.names("Approved")).filter((name) => name.includes("_email_"))).toHaveLength(0);
  expect(inbox.titles()).toEqual(["Lunch"]);
  expect(app.shownNotices()).toEqual([]);
});

test("Done by hand stays where the next step is done, and the bar says why", async () => {
  await asked([...MAIL, "- [ ] Fold it", "- [ ] Press it"]);
  await doneByHand();
  const note = await room.get("Plans/Party.md");
  await room.put("Plans/Party.md", note.replace("- [ ] Fold", "- [x] Fold"));
  await pass(app, 3000);
  await inbox.press("z");
  await pass(app, 3000);
  expect(await steps()).toEqual(["- [x]", "- [x]", "- [ ]"]);
  expect(inbox.bar()).toMatch(/^Not taken backThe plan has gone on since/);
});

test("the last step done by hand finishes its plan, and Z brings both back", async () => {
  await asked(MAIL);
  await doneByHand();
  expect(await room.names("Done/Plans")).toContain("Party.md");
  await inbox.press("z");
  await pass(app);
  expect(await steps()).toEqual(["- [ ]"]);
  expect(inbox.titles()).toEqual(["Lunch"]);
});

test("Z takes a tick back after the bar is gone, says what it did, and then that there is nothing", async () => {
  await asked(["- [ ] Ring them", "- [ ] Fold it"]);
  await inbox.press("z");
  expect(inbox.bar()).toBe("There is nothing to take back");
  await inbox.press("d");
  await pass(app);
  expect(inbox.bar()).toBe("");
  await inbox.press("z");
  expect(await steps()).toEqual(["- [ ]", "- [ ]"]);
  expect(inbox.bar()).toMatch(/^Taken backOpen again: step 1/);
  await inbox.rest();
  await inbox.press("z");
  expect(inbox.bar()).toBe("There is nothing to take back");
});

test("Z right behind an answer waits for it, and takes just that back", async () => {
  await asked(["- [ ] Ring them", "- [ ] Fold it"]);
  await Promise.all([inbox.press("d"), inbox.press("z")]);
  await pass(app, 3000);
  expect(await steps()).toEqual(["- [ ]", "- [ ]"]);
  expect(await room.get("Plans/Party.md")).toContain("(reopened");
  // Right after another Z, too, where a new answer was given between the two.
  await inbox.press("d");
  await inbox.press("z");
  await pass(app, 3000);
  expect(await steps()).toEqual(["- [ ]", "- [ ]"]);
});

test("what would be a notice is told in the bar while the inbox is on the screen", async () => {
  await asked(["- [ ] Ring them", "- [ ] Fold it"]);
  await inbox.press("d");
  await app.run("pause");
  await app.idle();
  expect(app.shownNotices()).toEqual([]);
  expect(inbox.bar()).toMatch(/^DoneRing themUndo.*paused/i);
  // A dialog would hide the bar.
  await inbox.press("?");
  await app.run("continue");
  expect(app.shownNotices()).not.toEqual([]);
});
