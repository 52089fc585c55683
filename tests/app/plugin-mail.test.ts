/** The shipped plugin, a real mail server over stdio, a real SMTP sink: what was approved goes out once, as it read. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import type { Harness } from "./harness";
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
let settings: Record<string, unknown>;
beforeEach(async () => {
  sink = await startSink();
  undo.push(() => sink.stop());
  room = await openRoom();
  undo.push(() => room.leave());
  const server = {
    command: process.execPath,
    args: [`${root}scripts/parts/mail-server.mjs`],
    env: { SMTP_PORT: String(sink.port) },
  };
  settings = {
    ...PROMPT,
    servers: { mail: server },
    actions: { email: { server: "mail", tool: "send_email", idempotency_argument: "message_id" } },
  };
  await room.settings(settings);
  app = await room.start();
  await confirmSettings(app);
  await setUpHere(app);
  await pass(app);
});
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

const some = async (folder: string): Promise<boolean> =>
  (await room.names(folder)).some((name) => name.includes("_email_"));

/** A request that waits, under these settings. */
async function askedWith(others: Readonly<Record<string, unknown>>): Promise<void> {
  await room.settings({ ...settings, ...others });
  await app.settleDisk();
  await pass(app, 1000);
  await confirmSettings(app);
  const block = [
    "- [ ] ✋ Send the invoice",
    "    ```action",
    "    type: email",
    "    target: client_a@example.com",
    "    args:",
    "      subject: January invoice",
    "      body: Please find it.",
    "    ```",
  ];
  await room.put("Plans/invoice.md", plan("PLAN-2026-001", block));
  await waitFor(app, "the request", () => some("Pending_Approval"));
}

test("an approved mail is sent once, its record kept and its step ticked", async () => {
  await room.put("People/Client A.md", "---\nemail: client_a@example.com\n---\n");
  await room.put("Plans/invoice.md", plan("PLAN-2026-001", ["- [ ] ✋ Send the invoice"]));
  await pass(app);
  await app.run("request-approval");
  await app.until("the form is there", () => "Subject" in app.modal().fields());
  await app.modal().fill("To whom or where", "Client A");
  await app.modal().click("Ask for approval");
  expect(app.modal().text()).toContain("“Subject” is missing");
  await app.modal().fill("Subject", " ");
  await app.modal().fill("Body", " ");
  await app.modal().click("Ask for approval");
  expect(app.modal().text()).toContain(
    "“To whom or where” must be a mail address such as ana@example.com, not “Client A”.",
  );
  await app.modal().fill("To whom or where", "bo@example.com, clie");
  const { Event } = app.window as Window & typeof globalThis;
  app.modal().el.querySelector(".planwright-lines input")?.dispatchEvent(new Event("focus"));
  await app.popovers()[0]?.click("Client A <client_a@example.com>");
  expect(app.modal().fields()["To whom or where"]).toBe("bo@example.com, Client A <client_a@example.com>");
  expect(app.popovers()).toEqual([]);
  await app.modal().fill("To whom or where", "client_a@example.com");
  await app.modal().click("Ask for approval");
  expect(app.modal().text()).toContain("“Body” is empty: write a subject or a text.");
  await app.modal().fill("Subject", "January invoice");
  await app.modal().fill("Body", "Please find it.");
  await app.modal().click("Ask for approval");
  await waitFor(app, "the request", () => some("Pending_Approval"));
  const name = await requestIn(room, "Pending_Approval");
  await app.run("approve");
  await app.modal().click("Approve");
  await waitFor(app, "the archive", async () => (await room.names("Done/Plans")).includes("invoice.md"));
  expect(sink.messages).toHaveLength(1);
  expect(sink.messages[0]).toMatchObject({
    recipients: ["client_a@example.com"],
    subject: "January invoice",
  });
  expect(await room.get("Done/Plans/invoice.md")).toContain("- [x] ✋ Send the invoice");
  expect(await room.get(`Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`)).toContain("outcome: ok");
  expect(app.errors()).toEqual([]);
  expect(await leftBehind(app)).toEqual([]);
});

test("a mail of which nobody knows whether it arrived is asked about, and the person's word settles it", async () => {
  sink.behave("hang");
  const step = [
    "- [ ] ✋ Send the invoice",
    "    ```action",
    "    type: email",
    "    target: client_a@example.com",
    "    args:",
    "      subject: January invoice",
    "      body: Please find it.",
    "    ```",
  ];
  await room.put("Plans/invoice.md", plan("PLAN-2026-001", step));
  await waitFor(app, "the request", () => some("Pending_Approval"));
  const name = await requestIn(room, "Pending_Approval");
  await app.run("approve");
  await app.modal().click("Approve");
  await waitFor(app, "the mail is on its way", () => sink.messages.length > 0);
  await app.time.advance(40_000);
  await waitFor(app, "the record", async () =>
    (await room.get(`Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`)).includes("It happened"),
  );
  await app.run("resolve");
  expect(app.modal().text()).toContain("client_a@example.com");
  expect(app.modal().text()).toContain("January invoice");
  await app.modal().pressEscape();
  await app.run("resolve");
  await app.modal().click("It was sent");
  await waitFor(app, "the archive", async () => (await room.names("Done/Plans")).includes("invoice.md"));
  expect(sink.messages).toHaveLength(1);
  expect(await room.get("Done/Plans/invoice.md")).toContain("- [x] ✋ Send the invoice");
});

test("before it goes out the status bar counts down, and Hold takes it back", async () => {
  await askedWith({ grace_seconds: 600 });
  const name = await requestIn(room, "Pending_Approval");
  await app.run("approve");
  await app.modal().click("Approve");
  await waitFor(app, "the countdown", () => /Sending to client_a@example.com in \d+ s/.test(app.statusBar()));
  app.app.statusBarEl.querySelector<HTMLElement>(".planwright-hold")?.click();
  await waitFor(app, "the note is back", async () => (await room.names("Pending_Approval")).includes(name));
  expect(await room.names("Approved")).not.toContain(name);
  expect(sink.messages).toHaveLength(0);
});

test("what needs a confirmation says by which tool of which server it goes out, and goes out when it is confirmed", async () => {
  await askedWith({ high_risk: ["email"] });
  await app.run("approve");
  await app.modal().click("Approve");
  await waitFor(app, "the approval", () => some("Approved"));
  await pass(app);
  expect(sink.messages).toHaveLength(0);
  await app.run("confirm");
  expect(app.modal().text()).toContain(
    "Planwright calls the function “send_email” of the server “mail”, once.",
  );
  await app.modal().click("Confirm");
  await waitFor(app, "the mail", () => sink.messages.length > 0);
  expect(sink.messages).toHaveLength(1);
});

test("a request from before the start waits for sync, and says until when", async () => {
  await askedWith({});
  await app.unload();
  await room.settings({ ...settings, start_delay_seconds: 60 });
  app = await room.start();
  await confirmSettings(app);
  await app.run("approve");
  await app.modal().click("Approve");
  await pass(app, 20_000);
  expect(app.statusBar()).toMatch(/Sending to client_a@example.com in \d+ s/);
  expect(sink.messages).toHaveLength(0);
  // A minute after the start, and the look after that.
  await pass(app, 75_000);
  await waitFor(app, "the mail", () => sink.messages.length > 0);
  expect(await leftBehind(app)).toEqual([]);
});

test("a request that was written and approved since the start need not wait", async () => {
  await askedWith({ start_delay_seconds: 600 });
  await app.run("approve");
  await app.modal().click("Approve");
  await pass(app, 5_000);
  await waitFor(app, "the mail", () => sink.messages.length > 0);
});
