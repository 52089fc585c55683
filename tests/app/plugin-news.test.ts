/**
 * News of outcomes: told once, with the possible answers; if an answer is needed, the notice stays until there is
 * one.
 */
import { rename } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import type { Harness } from "./harness";
import { newProfile } from "./obsidian/surroundings";
import {
  confirmSettings,
  leftBehind,
  openRoom,
  pass,
  plan,
  PROMPT,
  requestIn,
  setUpHere,
  waitFor,
  type Room,
} from "./plugin-room";

const undo: (() => unknown)[] = [];
let sink: Sink;
let room: Room;
let app: Harness;
beforeEach(async () => {
  sink = await startSink();
  undo.push(() => sink.stop());
  room = await openRoom();
  undo.push(() => room.leave());
  const email = {
    server: "mail",
    tool: "send_email",
    idempotency_argument: "message_id",
    error_means_nothing_happened: true,
  };
  await room.settings({
    ...PROMPT,
    call_timeout_seconds: 30,
    servers: {
      mail: {
        command: process.execPath,
        args: [`${root}scripts/parts/mail-server.mjs`],
        env: { SMTP_PORT: String(sink.port) },
      },
    },
    actions: { email },
  });
  app = await room.start();
  await confirmSettings(app);
  await setUpHere(app);
  await pass(app);
  await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEP));
  await waitFor(app, "the request", () => some("Pending_Approval"));
});
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

const STEP = [
  "- [ ] ✋ Send the invoice",
  "    ```action",
  "    type: email",
  "    target: client_a@example.com",
  "    args:",
  "      subject: January invoice",
  "      body: Please find it.",
  "    ```",
];

const some = async (folder: string): Promise<boolean> =>
  (await room.names(folder)).some((name) => name.includes("_email_"));
const isShown = (words: string): boolean => app.shownNotices().some((each) => each.includes(words));

async function approveIt(): Promise<void> {
  await app.run("approve");
  await app.modal().click("Approve");
}

/** Presses a button in the notice that holds these words. */
async function press(words: string, label: string): Promise<void> {
  const notices = Array.from(app.window.document.querySelectorAll<HTMLElement>(".notice"));
  const notice = notices.find(({ textContent }) => textContent.includes(words));
  const buttons = Array.from(notice?.querySelectorAll("button") ?? []);
  const button = buttons.find(({ textContent }) => textContent === label);
  if (button === undefined)
    throw new Error(`No “${label}” in “${words}”. There is: ${app.shownNotices().join(" | ")}`);
  button.click();
  await app.idle();
}

describe("a request", () => {
  test("is told with its subject as soon as it waits, and its notice opens the review", async () => {
    expect(isShown("Approval needed: January invoice")).toBe(true);
    await press("Approval needed", "Review");
    expect(app.modal().text()).toContain("Please find it.");
    await app.modal().click("Approve");
    await waitFor(app, "the notice", () => isShown("Sent to client_a@example.com"));
    expect(await leftBehind(app)).toEqual([]);
  });

  test("told with others asks for those that still wait, once one of them was answered", async () => {
    for (const of of ["2", "3"])
      await room.put(
        `Plans/${of}.md`,
        plan(
          `PLAN-2026-00${of}`,
          STEP.map((line) => line.replace("January", `No. ${of}`)),
        ),
      );
    await waitFor(app, "the notice of all", () => isShown("3 things need your approval"));
    for (const name of await room.names("Pending_Approval"))
      if ((await room.get(`Pending_Approval/${name}`)).includes("January invoice"))
        await rename(`${room.folder}/Pending_Approval/${name}`, `${room.folder}/Rejected/${name}`);
    await waitFor(app, "the notice of the others", () => isShown("2 things need your approval"));
    await press("2 things", "Review");
    expect(app.modal().text()).toMatch(/No\. [23] invoice/);
  });
});

describe("an outcome", () => {
  test("is told when it was sent, leads to the record, and is told once, whatever starts anew", async () => {
    await approveIt();
    await waitFor(app, "the notice", () => isShown("Sent to client_a@example.com"));
    expect(isShown("January invoice")).toBe(true);
    await waitFor(app, "the archive", async () => (await room.names("Done/Plans")).includes("invoice.md"));
    await waitFor(app, "the end", () => isShown("Finished: Do PLAN-2026-001."));
    const sent = (): number => app.notices().filter((each) => each.startsWith("Sent to")).length;
    await press("Sent to", "Open");
    expect(app.activeNote()).toMatch(/^Done\/Actions\/.*_receipt\.md$/);
    await pass(app, 120_000);
    expect(sent()).toBe(1);
    expect(app.errors()).toEqual([]);
    await app.unload();
    app = await room.start();
    await pass(app, 120_000);
    expect(app.notices().filter((each) => /Sent|While you were away|Finished/.test(each))).toEqual([]);
  });

  test("is told in the server's words when it was refused, until it is clicked, and asks again", async () => {
    sink.behave("refuse");
    await approveIt();
    await waitFor(app, "the notice", () => isShown("Failed, not sent: “"));
    expect(isShown("Mailbox unavailable")).toBe(true);
    await waitFor(app, "the next attempt", () => some("Pending_Approval"));
    await pass(app, 600_000);
    sink.behave("accept");
    await press("Failed, not sent", "Review");
    expect(isShown("Failed, not sent")).toBe(false);
    expect(app.modal().text()).toContain("Please find it.");
    await app.modal().click("Approve");
    await waitFor(app, "the mail", () => sink.messages.length === 1);
    await waitFor(app, "the archive", async () => (await room.names("Done/Plans")).includes("invoice.md"));
    expect(isShown("Failed")).toBe(false);
  });

  test("that nobody knows is asked about until it is answered, in the notice or elsewhere", async () => {
    sink.behave("hang");
    await approveIt();
    await waitFor(app, "the mail is on its way", () => sink.messages.length > 0);
    await app.time.advance(20_000);
    expect(app.statusBar()).toMatch(/^Still sending to client_a@example\.com for \d\d s/);
    await app.time.advance(20_000);
    await waitFor(app, "the notice", () => isShown("Maybe sent to client_a@example.com"));
    await pass(app, 600_000);
    expect(isShown("Maybe sent to client_a@example.com")).toBe(true);
    await app.run("open-mission");
    const card = app
      .views("planwright-mission")[0]
      ?.el.querySelector<HTMLElement>(".planwright-card.mod-alarm");
    const { document, KeyboardEvent } = app.window as Window & typeof globalThis;
    for (const key of ["Enter", "y", "n"]) {
      card?.focus();
      card?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      await app.idle();
      expect(document.activeElement?.textContent).toMatch(/^It (?:was|wasn’t) sent$/);
    }
    await pass(app);
    expect(isShown("Maybe sent to client_a@example.com")).toBe(true);
    await app.run("resolve");
    await app.modal().click("It was sent");
    await pass(app);
    expect(isShown("Maybe sent")).toBe(false);
    expect(app.errors()).toEqual([]);
  });

  test("that nobody knows is settled by the answer in its notice", async () => {
    sink.behave("hang");
    /** The status bar at the moment at which a notice comes. */
    const beside: string[] = [];
    const { MutationObserver, document } = app.window as Window & typeof globalThis;
    const watch = new MutationObserver((changes) => {
      const isMaybe = changes.some(({ addedNodes }) =>
        Array.from(addedNodes).some(({ textContent }) => textContent?.includes("Maybe sent")),
      );
      if (isMaybe) beside.push(app.statusBar());
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await approveIt();
    await waitFor(app, "the mail is on its way", () => sink.messages.length > 0);
    await app.time.advance(40_000);
    await waitFor(app, "the notice", () => isShown("Maybe sent to client_a@example.com"));
    watch.disconnect();
    expect(beside.length).toBeGreaterThan(0);
    for (const each of beside) expect(each).not.toMatch(/send(?:ing)? to |Undo/i);
    await press("Maybe sent", "It wasn’t sent");
    await waitFor(app, "the next attempt", () => some("Pending_Approval"));
    await app.run("approve");
    expect(app.modal().text()).toContain("Approving this sends it again.");
    await app.modal().click("Approve");
    await waitFor(app, "the second mail is on its way", () => sink.messages.length > 1);
    await app.time.advance(40_000);
    await waitFor(app, "the notice", () => isShown("Maybe sent to client_a@example.com"));
    await app.run("resolve");
    const warnings = Array.from(app.modal().el.querySelectorAll(".planwright-warning"));
    expect(warnings.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("no clear answer came"),
    ]);
    await app.modal().pressEscape();
    // Its detail says why, and not once more that it may have been sent.
    expect(isShown("Failed, maybe sent")).toBe(false);
    expect(isShown("January invoice · No answer came within 30 seconds.")).toBe(true);
    await press("Maybe sent", "It was sent");
    await waitFor(app, "the archive", async () => (await room.names("Done/Plans")).includes("invoice.md"));
    expect(sink.messages).toHaveLength(2);
  });

  test("of another device is told as one, when sync brings it or the app is opened again", async () => {
    const profile = newProfile();
    const phone = await room.start({ device: "phone", profile });
    await pass(phone);
    await phone.unload();
    await approveIt();
    await waitFor(app, "the archive", async () => (await room.names("Done/Plans")).includes("invoice.md"));
    await app.unload();
    const again = await room.start({ device: "phone", profile });
    await pass(again);
    expect(again.notices().filter((each) => each.startsWith("While you were away"))).toEqual([
      expect.stringMatching(/^While you were away: 1 sent, 1 plan finished/),
    ]);
  });

  test("of a request that a person holds or rejects is not told", async () => {
    const name = await requestIn(room, "Pending_Approval");
    await app.run("reject");
    await app.modal().click("Reject");
    await pass(app);
    expect(await room.names("Rejected")).toContain(name);
    expect(app.notices().filter((each) => /^(?:Sent|Failed|Stopped|Approved, but)/.test(each))).toEqual([]);
  });
});
