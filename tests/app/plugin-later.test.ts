/** A need that a person puts off: its day in their own words, and its row under Scheduled until then. */
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

test("the day that was told is the one that is taken, also where midnight comes between", async () => {
  const before = 23 - new Date().getUTCHours();
  const hours = before > 14 ? before - 24 : before;
  // A zone in which the last hour of the day runs.
  await room.settings({ ...PROMPT, time_zone: `Etc/GMT${hours > 0 ? "-" : "+"}${String(Math.abs(hours))}` });
  await asked(["- [ ] Ring the hall"]);
  await inbox.press("l");
  await app.popovers()[0]?.click("Another day…");
  await app.modal().fill("Day", "in 3 days");
  const [day = ""] = /\d{4}-\d\d-\d\d/.exec(app.modal().text()) ?? [];
  await app.time.advance(3_600_000);
  await app.modal().click("Put off");
  await pass(app);
  expect(await room.get("Plans/Party.md")).toContain(`until ${day} 09:00 `);
});

/** Puts off what is chosen until tomorrow, and goes to Scheduled. */
async function putOff(): Promise<void> {
  await inbox.press("l");
  await app.popovers()[0]?.click("Tomorrow at 9:00");
  await pass(app);
  await app.views("planwright-inbox")[0]?.click("Scheduled 1");
  await inbox.rest();
}

const state = (): string => inbox.el.querySelector(".planwright-inbox-state")?.textContent ?? "";

test("a mail that was put off says until when, can be read whole, and is brought back", async () => {
  await asked([
    "- [ ] ✋ Write the mail",
    "    ```action",
    "    type: email",
    "    target: ana@example.com",
    "    args:",
    "      subject: Lunch",
    "      body: Dear Ana, shall we?",
    "    ```",
  ]);
  await putOff();
  expect(state()).toMatch(/^Until \d{4}-\d\d-\d\d 09:00$/);
  expect(inbox.read()).toContain("Put off by you until");
  expect(inbox.read()).toContain("Dear Ana, shall we?");
  expect(inbox.foot()).toEqual(["Bring it back now", "Open plan"]);
  await inbox.click("Bring it back now");
  await pass(app);
  await app.views("planwright-inbox")[0]?.click("Needs you 1");
  expect(inbox.titles()).toEqual(["Lunch"]);
});

test("a step that was put off shows its lines", async () => {
  await asked(["- [ ] Choose the hall", "    - the barn", "    - the school"]);
  await putOff();
  expect(inbox.titles()).toEqual(["Choose the hall"]);
  expect(inbox.read()).toContain("the barnthe school");
});

test("a question of a flow that was put off is shown with what can be answered", async () => {
  await room.put(
    "Flows/Move.md",
    "```flow\nsteps:\n  - step: way\n    ask: choose\n    question: Which way?\n    options: [Van, Bicycle]\n```\n",
  );
  app = await acting(room);
  await app.run("start-flow");
  await app.modal().choose(
    app
      .modal()
      .suggestions()
      .find((each) => each.startsWith("move")) ?? "",
  );
  if (app.modals().length > 0) await app.modal().click("Start");
  await pass(app);
  inbox = await openInbox(app);
  await putOff();
  expect(inbox.titles()).toEqual(["Which way?"]);
  expect(inbox.read()).toContain("VanBicycle");
});
