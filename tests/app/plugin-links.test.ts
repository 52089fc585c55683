/** Links of the Dashboard, followed in the app: each opens something, none answers. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Harness } from "./harness";
import { acting, openRoom, pass, plan, PROMPT, requestIn, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
  app = await acting(room);
});
afterEach(() => room.leave());

const EMAIL = [
  "- [ ] ✋ Send email ^s-7f3a",
  "    ```action",
  "    type: email",
  "    target: client_a@example.com",
  "    args:",
  "      subject: January invoice",
  "      body: Please find it.",
  "    ```",
];

/** The link on the Dashboard with these words, as the app hands it to the plugin. */
async function follow(words: string): Promise<void> {
  const text = await room.get("Dashboard.md");
  const url = new RegExp(`\\[${words}\\]\\((obsidian://planwright\\?[^)]*)\\)`).exec(text)?.[1];
  if (url === undefined) throw new Error(`The Dashboard has no link “${words}”:\n${text}`);
  await app.protocol("planwright", Object.fromEntries(new URL(url).searchParams));
}

describe("a link of the Dashboard", () => {
  test("opens the review, approves nothing, and is told when it is old", async () => {
    await room.put("Plans/invoice.md", plan("PLAN-1", EMAIL));
    await pass(app);
    const name = await requestIn(room, "Pending_Approval");
    const before = await room.files();
    await follow("Review");
    expect(app.modal().title).toBe("January invoice");
    expect(app.modal().text()).toContain("Then you do it yourself");
    expect(await room.files()).toEqual(before);
    await app.modal().pressEscape();
    const old = await room.get("Dashboard.md");
    await app.protocol("planwright", { do: "review", request: "00000000" });
    await app.protocol("planwright", { do: "approve", request: name.slice(-11, -3) });
    expect(app.modals()).toEqual([]);
    expect(app.notices().slice(-2)).toEqual([
      "This link is out of date; use the Dashboard’s newer one.",
      "Planwright does not know this link.",
    ]);
    expect(await room.get("Dashboard.md")).toBe(old);
    expect(await requestIn(room, "Pending_Approval")).toBe(name);
  });

  test("asks before a draft is started, a step is ticked, and a pause ends", async () => {
    await room.put("Plans/call.md", plan("PLAN-2", ["- [ ] Call the hall"], "Draft"));
    await pass(app);
    await follow("Start");
    expect(app.modal().text()).toContain("Do PLAN-2.");
    expect(await room.get("Plans/call.md")).toContain("status: Draft");
    await app.modal().click("Start");
    await pass(app);
    expect(await room.get("Plans/call.md")).toContain("status: Active");
    await follow("Done");
    expect(app.modal().text()).toContain("Call the hall");
    await app.modal().click("Done");
    await pass(app);
    expect(await room.get("Done/Plans/call.md")).toContain("- [x] Call the hall");
    await app.run("pause");
    await pass(app);
    await follow("Continue");
    await app.modal().click("Continue");
    await pass(app);
    expect(await room.get("Dashboard.md")).not.toContain("Paused since");
    expect(app.errors()).toEqual([]);
  });

  test("names of plans and notes that are not there give a notice and open nothing", async () => {
    const said = app.notices().length;
    for (const parameters of [
      { do: "start", plan: "PLAN-9" },
      { do: "skip" },
      { do: "repair", note: "../../etc/passwd" },
      { do: "plan", note: "Inbox/none.md" },
      { do: "continue" },
    ])
      await app.protocol("planwright", parameters);
    expect(app.modals()).toEqual([]);
    expect(app.notices()).toHaveLength(said + 5);
    expect(app.errors()).toEqual([]);
  });
});
