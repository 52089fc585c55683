/** The notice after an approval: when it goes out, and Undo, for as long as that can be taken back. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import type { Harness } from "./harness";
import { acting, leftBehind, openRoom, pass, plan, PROMPT, waitFor, type Room } from "./plugin-room";

const undo: (() => unknown)[] = [];
let sink: Sink;
let room: Room;
let app: Harness;
beforeEach(async () => {
  sink = await startSink();
  undo.push(() => sink.stop());
  room = await openRoom();
  undo.push(() => room.leave());
});
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** The app, with a request for a mail of each of these subjects. */
async function askedFor(subjects: readonly string[], settings: object = {}): Promise<void> {
  const email = {
    server: "mail",
    tool: "send_email",
    idempotency_argument: "message_id",
    error_means_nothing_happened: true,
  };
  await room.settings({
    ...PROMPT,
    grace_seconds: 600,
    servers: {
      mail: {
        command: process.execPath,
        args: [`${root}scripts/parts/mail-server.mjs`],
        env: { SMTP_PORT: String(sink.port) },
      },
    },
    actions: { email },
    ...settings,
  });
  app = await acting(room);
  for (const [at, subject] of subjects.entries())
    await room.put(
      `Plans/plan-${String(at)}.md`,
      plan(`PLAN-2026-00${String(at)}`, [
        "- [ ] ✋ Send it",
        "    ```action",
        "    type: email",
        "    target: ana@example.com",
        "    args:",
        `      subject: ${subject}`,
        `      body: Text of ${subject}.`,
        "    ```",
      ]),
    );
  await waitFor(
    app,
    "the requests",
    async () => (await mails("Pending_Approval")).length === subjects.length,
  );
}

const mails = async (folder: string): Promise<readonly string[]> =>
  (await room.names(folder)).filter((name) => name.includes("_email_"));
const view = (): HTMLElement => {
  const el = app.views("planwright-mission")[0]?.el;
  if (el === undefined) throw new Error("The mission view is not open.");
  return el;
};
const departure = (): string =>
  app.shownNotices().find((each) => /^(?:Approved: |\d+ approved)/.test(each)) ?? "";

function notice(label: string): HTMLElement {
  const all = Array.from(app.window.document.querySelectorAll<HTMLElement>(".notice button"));
  const button = all.find((each) => each.textContent === label);
  if (button === undefined) throw new Error(`No “${label}” in: ${app.shownNotices().join(" | ")}`);
  return button;
}

async function press(label: string): Promise<void> {
  notice(label).click();
  await app.idle();
}

async function move(name: string, from: string, to: string): Promise<void> {
  const file = app.app.vault.getAbstractFileByPath(`${from}/${name}`);
  if (file === null) throw new Error("The request is not known.");
  await app.app.fileManager.renameFile(file, `${to}/${name}`);
}

describe("on the acting device", () => {
  test("Approve tells at once what goes out and when, and Undo in that notice takes it back", async () => {
    await askedFor(["January invoice"]);
    await app.run("approve");
    await app.modal().click("Approve");
    expect(departure()).toMatch(
      /^Approved: January invoice\s*Goes out in (?:600|599) s · to ana@example\.com\s*Undo$/,
    );
    expect(app.notices().filter((each) => each.startsWith("Approved"))).toHaveLength(1);
    await app.time.advance(5000);
    expect(departure()).toMatch(/Goes out in 59[345] s/);
    await press("Undo");
    expect(app.notices().at(-1)).toBe("Taken back. Nothing is sent until you approve it again.");
    await pass(app);
    expect(departure()).toBe("");
    expect(await mails("Pending_Approval")).toHaveLength(1);
    expect(sink.messages).toHaveLength(0);
    expect(await leftBehind(app)).toEqual([]);
  });

  test("an approval that needs a confirmation, too, is told with Confirm, until it is given", async () => {
    await askedFor(["January invoice"], { high_risk: ["email"] });
    await app.run("approve");
    await app.modal().click("Approve");
    await pass(app);
    expect(departure()).toMatch(
      /^Approved: January invoice\s*It goes out once you also confirm it · to ana@example\.com\s*Confirm…\s*Undo$/,
    );
    expect(app.notices().filter((each) => each.startsWith("Approved"))).toHaveLength(1);
    await app.time.advance(20_000);
    expect(departure()).toContain("Confirm…");
    await app.run("open-mission");
    const card = app.views("planwright-mission")[0]?.el.querySelector<HTMLElement>(".planwright-card");
    expect(card?.textContent).toContain("Awaiting your confirmation");
    card?.querySelector<HTMLElement>("[data-part=confirm]")?.click();
    await app.idle();
    expect(departure()).toBe("");
    expect(app.modal().title).toBe("January invoice");
    await app.modal().click("Confirm");
    await pass(app);
    // The mission view tells the rest.
    expect(departure()).toBe("");
    expect(app.views("planwright-mission")[0]?.text()).toMatch(/Sending in \d+ s/);
    expect(await leftBehind(app)).toEqual([]);
  });

  test("several that need a confirmation are told as one, and a start of the app tells none", async () => {
    await askedFor(["January invoice", "February invoice"], { high_risk: ["email"] });
    await app.run("approve");
    await app.modal().click("Approve 2, then confirm once");
    await pass(app);
    expect(departure()).toMatch(/^2 approved\s*They go out once you also confirm them\s*Confirm…$/);
    await app.unload();
    app = await room.start();
    await pass(app);
    expect(departure()).toBe("");
  });

  test("its review says when it goes out, and counts", async () => {
    await askedFor(["January invoice"]);
    await app.run("approve");
    await app.modal().click("Approve");
    await pass(app);
    const [name = ""] = await mails("Approved");
    await app.protocol("planwright", { do: "hold", request: name.slice(-11, -3) });
    const hint = (): string => app.modal().el.querySelector(".planwright-review-hint")?.textContent ?? "";
    expect(app.modal().title).toBe("January invoice");
    expect(hint()).toMatch(/^Sending in \d+ s$/);
    const before = hint();
    await app.time.advance(3000);
    expect(hint()).not.toBe(before);
    await app.modal().pressEscape();
    expect(await leftBehind(app)).toEqual([]);
  });

  test("a notice that asks about a request ends where its review opens", async () => {
    await askedFor(["January invoice"]);
    const asks = (): boolean => app.shownNotices().some((each) => each.includes("Approval needed"));
    expect(asks()).toBe(true);
    await app.run("approve");
    expect(asks()).toBe(false);
  });

  test("a double click on Undo is answered once", async () => {
    await askedFor(["January invoice"]);
    await app.run("approve");
    await app.modal().click("Approve");
    await app.run("open-mission");
    const hold = view().querySelector<HTMLElement>(".planwright-undo button");
    hold?.click();
    // From the click on, nothing counts on.
    expect(view().querySelector(".planwright-undo")?.textContent).not.toContain("Sending in");
    hold?.click();
    await app.time.advance(1500);
    expect(view().querySelector(".planwright-undo")?.textContent).toBe("Taken backJanuary invoice");
  });

  test("after a second approval Undo keeps the focus, and names each mail where not all could be taken back", async () => {
    await askedFor(["January invoice", "A joke"]);
    await app.run("approve");
    await app.modal().click("One by one");
    await app.modal().click("Approve");
    const [first = ""] = await mails("Approved");
    const [second = ""] = await mails("Pending_Approval");
    await app.modal().pressEscape();
    notice("Undo").focus();
    await move(second, "Pending_Approval", "Approved");
    await pass(app, 3000);
    const hold = notice("Undo all");
    expect(app.window.document.activeElement).toBe(hold);
    await move(second, "Approved", "Rejected");
    hold.click();
    await app.idle();
    expect(app.notices().slice(-2)).toEqual([
      expect.stringMatching(/^(?:A joke|January invoice): .+ is not in Approved: It was moved/),
      expect.stringMatching(/^(?:A joke|January invoice): Taken back\. Nothing is sent/),
    ]);
    expect(await mails("Pending_Approval")).toEqual([first]);
  });

  test("nothing that is being sent can be held any more", async () => {
    await askedFor(["January invoice"], { grace_seconds: 3 });
    await app.run("approve");
    await app.modal().click("Approve");
    await app.run("open-mission");
    sink.behave("hang");
    await app.time.advance(3000);
    await waitFor(app, "the mail is on its way", () => sink.messages.length > 0);
    expect(app.statusBar()).toBe("Sending to ana@example.com…");
    expect(departure()).toBe("");
    expect(view().querySelector(".planwright-undo")?.textContent).toBe(
      "Sending nowApproved: January invoice · to ana@example.com",
    );
    expect(await room.get("Dashboard.md")).toContain("Being sent now");
    expect(await room.get("Dashboard.md")).not.toContain("do=hold");
    await app.open("Plans/plan-0.md");
    const banner = (): string => app.window.document.querySelector(".planwright-banner")?.textContent ?? "";
    expect(banner()).toContain("Being sent now");
    expect(banner()).not.toContain("Undo");
    expect(app.fileMenu("Plans/plan-0.md").map(({ title }) => title)).not.toContain("Undo");
    // Turned off in the middle of a call, the plugin waits for its end: up to the time that a server has to answer.
    await pass(app);
    expect(await leftBehind(app)).toEqual([]);
  });

  test("the notice goes when the mail goes out, and the outcome follows", async () => {
    await askedFor(["January invoice"], { grace_seconds: 3 });
    await app.run("approve");
    await app.modal().click("Approve");
    expect(departure()).toContain("Approved: January invoice");
    await app.time.advance(3000);
    await waitFor(app, "the outcome", () =>
      app.shownNotices().some((each) => each.startsWith("Sent to ana@")),
    );
    expect(departure()).toBe("");
    expect(sink.messages).toHaveLength(1);

    await app.run("hold");
    expect(app.notices().at(-1)).toBe(
      "Nothing is about to go out. “Send it” went out just now, to ana@example.com. It cannot be undone; its record has the whole text.",
    );
    const open = (): string => app.app.workspace.getActiveFile()?.path ?? "";
    await app.run("list-sent");
    const inbox = app.views("planwright-inbox")[0];
    await waitFor(app, "the text", () => inbox?.el.textContent.includes("Text of January invoice.") === true);
    expect(inbox?.el.querySelector("[role=tab][aria-selected=true]")?.textContent).toBe("Sent");
    await inbox?.click("Open its record");
    await waitFor(app, "the record", () => open().endsWith("_receipt.md"));
    expect(await room.get(open())).toContain("Text of January invoice.");
    await app.app.workspace.openLinkText("Dashboard", "");
    await app.run("open-mission");
    await waitFor(app, "the result", () => /Carried out: step 1/.test(view().textContent ?? ""));
    expect(view().textContent).toContain("To ana@example.com");
    Array.from(view().querySelectorAll<HTMLElement>(".planwright-open"))
      .find((each) => each.textContent.startsWith("Carried out"))
      ?.click();
    await waitFor(app, "the record", () => open().endsWith("_receipt.md"));
  });

  test("several approvals have one notice, while the review is still open, and its Undo takes back all", async () => {
    await askedFor(["January invoice", "A joke"]);
    await app.run("approve");
    await app.modal().click("One by one");
    await app.modal().click("Approve");
    expect(app.modals()).toHaveLength(1);
    expect(departure()).toContain("Approved: ");
    await app.time.advance(1000);
    await app.modal().click("Approve");
    expect(app.modals()).toEqual([]);
    expect(departure()).toMatch(/^2 approved\s*The first goes out in \d+ s\s*Undo all$/);
    expect(app.notices()).not.toContain("2 approved.");
    await press("Undo all");
    await pass(app);
    expect(await mails("Approved")).toEqual([]);
    expect(departure()).toBe("");
    expect(app.notices().filter((each) => each.startsWith("Taken back."))).toHaveLength(1);
  });

  test("a notice that is clicked away does not come back, and none follows that cannot hold", async () => {
    await askedFor(["January invoice"]);
    await app.run("approve");
    await app.modal().click("Approve");
    app.window.document.querySelector<HTMLElement>(".notice .planwright-notice")?.click();
    await pass(app);
    expect(departure()).toBe("");
    await app.run("hold");
    await pass(app);
    await app.run("approve");
    await app.modal().click("Approve");
    expect(departure()).toContain("Approved: January invoice");
  });

  test("what goes out one after the other is gathered in one notice", async () => {
    await askedFor(["One", "Two", "Three", "Four"], { grace_seconds: 3 });
    await app.run("approve");
    await app.modal().click("Approve 4");
    await waitFor(app, "the mails", () => sink.messages.length === 4);
    await pass(app, 1000);
    const sent = (): readonly string[] =>
      app.shownNotices().filter((each) => /^Sent to |^\d+ sent/.test(each));
    await waitFor(app, "the news", () => sent().some((each) => each.startsWith("4 sent")));
    expect(sent()).toHaveLength(1);
  });

  test("an approval by moving the note is told the same way", async () => {
    await askedFor(["January invoice"]);
    const [name = ""] = await mails("Pending_Approval");
    await move(name, "Pending_Approval", "Approved");
    await pass(app, 3000);
    expect(departure()).toContain("Approved: January invoice");
  });
});

describe("on a device that does not act", () => {
  /** Approved on a phone, which shows no more than the acting device has written. */
  async function approvedOnPhone(settings: object = {}): Promise<void> {
    await askedFor(["January invoice"], settings);
    await app.unload();
    app = await room.start({ device: "phone" });
    await pass(app);
    await app.run("approve");
    await app.modal().click("Approve");
  }

  test("the notice says which device sends, and Undo says what it takes back", async () => {
    await approvedOnPhone();
    expect(departure()).toMatch(
      /^Approved: January invoice\s*Goes out once from .+, about 600 s after your approval reaches it · to ana@example\.com\s*Undo$/,
    );
    expect(app.notices().filter((each) => each.startsWith("Approved"))).toHaveLength(1);
    await press("Undo");
    expect(app.notices().at(-1)).toMatch(/^Taken back here\. If .+ has not begun it, nothing is sent\.$/);
    await pass(app);
    expect(departure()).toBe("");
    expect(await mails("Pending_Approval")).toHaveLength(1);
  });

  test("the mission view says from where and when it goes out, and asks nothing more", async () => {
    await approvedOnPhone();
    await app.run("open-mission");
    const el = app.views("planwright-mission")[0]?.el;
    expect(el?.querySelector(".planwright-undo")?.textContent).toMatch(
      /^Goes out once from the device “.+”, about 600 s after your approval reaches it.*January invoice.*Undo$/,
    );
    expect(el?.querySelector(".planwright-card")).toBeNull();
    expect(app.statusBar()).not.toContain("needs you");
  });

  test("of a plan that is cancelled meanwhile, it says what is in the way", async () => {
    await approvedOnPhone();
    const path = "Plans/plan-0.md";
    await room.put(path, (await room.get(path)).replace(/^status: .*$/m, "status: Cancelled"));
    await pass(app, 2000);
    expect(departure()).toMatch(/Its plan is not active/);
    expect(departure()).not.toContain("Goes out");
  });

  test("what needs a confirmation there does not go out by itself", async () => {
    await approvedOnPhone({ high_risk: ["email"] });
    expect(departure()).toMatch(
      /^Approved: January invoice\s*Then it waits for your confirmation on .+Undo$/,
    );
  });

  test("what is done by hand does not go out", async () => {
    await approvedOnPhone({ actions: {} });
    expect(departure()).toMatch(/^Approved: January invoice\s*Do it by hand, then tick .+Undo$/);
  });
});
