/** Many requests with the same text: approved, confirmed, taken back and done with one answer each. */
import { rename } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import type { Harness } from "./harness";
import { openInbox, type InboxRoom } from "./inboxRoom";
import { acting, openRoom, pass, plan, PROMPT, waitFor, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
let sink: Sink;
beforeEach(async () => {
  room = await openRoom();
  sink = await startSink();
});
afterEach(async () => {
  await room.leave();
  await sink.stop();
});

const NAMES = ["Ana", "Bo", "Cleo"];
const mail = (name: string, to = `${name.toLowerCase()}@example.com`): readonly string[] => [
  "- [ ] ✋ Write the mail",
  "    ```action",
  "    type: email",
  `    target: ${to}`,
  "    args:",
  "      subject: Open workshop",
  `      body: Dear ${name}, the workshop is open again on Saturday 13 March.`,
  "    ```",
];
const count = async (folder: string): Promise<number> =>
  (await room.names(folder)).filter((name) => name.includes("_email_")).length;

/** `sends`: through a server; else they are done by hand. */
async function asked(sends: boolean, settings: object = {}): Promise<InboxRoom> {
  const env = { SMTP_PORT: String(sink.port), SMTP_USER: "us", SMTP_PASSWORD: "secret" };
  const args = [`${root}scripts/parts/mail-server.mjs`];
  await room.settings({
    ...PROMPT,
    ...(sends
      ? {
          servers: { mail: { command: process.execPath, args, env } },
          actions: { email: { server: "mail", tool: "send_email", idempotency_argument: "message_id" } },
          high_risk: [],
        }
      : {}),
    ...settings,
  });
  app = await acting(room);
  for (const [at, name] of NAMES.entries())
    await room.put(`Plans/${name}.md`, plan(`PLAN-${String(at)}`, mail(name)));
  await pass(app);
  await waitFor(app, "the requests", async () => (await count("Pending_Approval")) === NAMES.length);
  return await openInbox(app);
}

test("more than may go out at once say before the approval that they are confirmed, and ask at once", async () => {
  const inbox = await asked(true, { actions_per_hour: 2, grace_seconds: 10 });
  expect(inbox.foot()).toContain("Approve 3, then confirm once");
  await inbox.press("a");
  expect(await count("Approved")).toBe(3);
  await app.time.advance(50);
  expect(inbox.foot()).toEqual(["Undo 3", "Reject…", "One by one", "Confirm 3"]);
  expect(inbox.bar()).not.toContain("Sending in");
  expect(inbox.bar()).toContain("3 in all");
  await pass(app);
  expect(sink.messages).toEqual([]);
  await inbox.press("Enter", { ctrlKey: true });
  expect(inbox.bar()).not.toContain("Answered");
  await waitFor(app, "what came of it", () => inbox.bar().includes("3 sent"));
  expect(sink.messages.length).toBe(3);
});

test("all that are about to go out are taken back at once, and how far it is is told as it is", async () => {
  const inbox = await asked(true, { grace_seconds: 600 });
  expect(inbox.foot()).toContain("Approve 3");
  const isBusy = (): boolean => inbox.el.querySelector(".planwright-review-foot.mod-busy") !== null;
  const answered = inbox.press("a");
  expect(isBusy()).toBe(true);
  await answered;
  expect(isBusy()).toBe(false);
  await app.time.advance(1100);
  expect(inbox.bar()).toContain("3 are going out");
  const said: string[] = [];
  const observer = new (app.window as Window & typeof globalThis).MutationObserver(() => {
    if (said.at(-1) !== inbox.bar()) said.push(inbox.bar());
  });
  observer.observe(inbox.el, { childList: true, subtree: true, characterData: true });
  await inbox.press("z");
  await waitFor(app, "all are back", async () => (await count("Pending_Approval")) === 3);
  await app.time.advance(1100);
  observer.disconnect();
  expect(inbox.bar()).toContain("Taken back");
  expect(said.join("\n")).toMatch(/Taken back: 1 of 3[^]*Taken back: 3 of 3/);
  expect(app.shownNotices()).toEqual([]);
});

test("mails that go out one by one are counted together as long as their row stands", async () => {
  const inbox = await asked(true, { grace_seconds: 0 });
  await inbox.click("One by one");
  for (const n of [1, 2, 3]) {
    await inbox.rest();
    await inbox.press("a");
    await waitFor(app, "the mail", () => sink.messages.length === n);
    await waitFor(app, "what came of it", () =>
      inbox.bar().includes(n === 1 ? "Sent to" : `${String(n)} sent`),
    );
    // The time of the first is over before the third goes out.
    await app.time.advance(6000);
  }
});

/** A person moves the notes of these requests themselves. */
async function approveByMove(...people: readonly string[]): Promise<void> {
  for (const name of await room.names("Pending_Approval"))
    if (people.some((each) => name.includes(each)))
      await rename(`${room.folder}/Pending_Approval/${name}`, `${room.folder}/Approved/${name}`);
}

async function takeBack(inbox: InboxRoom, left: number): Promise<void> {
  await waitFor(app, "the countdown", () => /Sending in [^]*Undo/.test(inbox.bar()));
  await inbox.press("z");
  await waitFor(app, "they are back", async () => (await count("Pending_Approval")) === left);
  await waitFor(app, "what came of it", () => inbox.bar().includes("Taken back"));
  await app.time.advance(1100);
}

test("one that went out and was put away counts when the others of its answer are taken back", async () => {
  const inbox = await asked(true, { grace_seconds: 20 });
  await inbox.press("a");
  await takeBack(inbox, 3);
  await approveByMove("ana");
  await pass(app);
  await waitFor(app, "the mail", async () => (await count("Done/Actions")) === 2);
  await pass(app);
  await approveByMove("bo", "cleo");
  await waitFor(app, "both", () => inbox.bar().includes("2 are going out"));
  await takeBack(inbox, 2);
  expect(inbox.bar()).toContain("Taken back: 2 of 3");
});

test("what went out by an earlier answer is not counted when a later one is taken back", async () => {
  const inbox = await asked(true, { grace_seconds: 10 });
  await inbox.press("a");
  await app.time.advance(10_000);
  await waitFor(app, "the mails", async () => (await count("Done/Actions")) === 6);
  await room.put("Plans/Dewi.md", plan("PLAN-10", mail("Dewi")));
  await waitFor(app, "the next", async () => (await count("Pending_Approval")) === 1);
  await approveByMove("dewi");
  await takeBack(inbox, 1);
  expect(inbox.bar()).not.toContain("1 of");
});

test("those that had gone out are told when the others are taken back", async () => {
  const inbox = await asked(true, { actions_per_hour: 2, grace_seconds: 10 });
  await inbox.press("a");
  await app.time.advance(50);
  sink.behave("stall");
  await pass(app);
  await inbox.press("Enter", { ctrlKey: true });
  await waitFor(app, "the first is on its way", () => sink.logins() === 1);
  await inbox.press("z");
  sink.behave("accept");
  sink.letIn();
  await waitFor(app, "the others are back", async () => (await count("Pending_Approval")) === 2);
  await app.time.advance(1100);
  expect(inbox.bar()).toContain("Taken back: 2 of 3");
  expect(inbox.bar()).toContain("1 had begun to go out");
  expect(sink.messages.length).toBe(1);
});

/** The words about new receivers, once Ana, Bo and Cleo have got a mail and Dewi, Emil and Finn are to get one. */
async function newReceivers(to: (name: string) => string): Promise<readonly string[] | null> {
  const inbox = await asked(true, { grace_seconds: 0 });
  await inbox.press("a");
  // Each with its record.
  await waitFor(app, "the mails", async () => (await count("Done/Actions")) === 6);
  for (const [at, name] of ["Dewi", "Emil", "Finn"].entries())
    await room.put(`Plans/${name}.md`, plan(`PLAN-1${String(at)}`, mail(name, to(name.toLowerCase()))));
  // No half a minute passes at once: the server would be late.
  await waitFor(app, "the next", async () => (await count("Pending_Approval")) === 3);
  await app.time.advance(1100);
  expect(inbox.foot()).toContain("Approve 3");
  return inbox.read().match(/never sent this type to (?:any of these \d|\w+@example.com)/g);
}

test("several to people who are all new say so once", async () => {
  expect(await newReceivers((name) => `${name}@example.com`)).toEqual([
    "never sent this type to any of these 3",
  ]);
});

test("several to one new person name that person once", async () => {
  expect(await newReceivers(() => "dewi@example.com")).toEqual(["never sent this type to dewi@example.com"]);
});

test("a new receiver beside one who is known is named, and nobody known is called new", async () => {
  const to = (name: string): string => `${name}@example.com${name === "emil" ? ", ana@example.com" : ""}`;
  expect(await newReceivers(to)).toEqual([
    "never sent this type to dewi@example.com",
    "never sent this type to emil@example.com",
    "never sent this type to finn@example.com",
  ]);
});

test("what is done by hand is one row with one Done, and one Undo opens all of them again", async () => {
  const inbox = await asked(false);
  await inbox.press("a");
  expect(inbox.bar()).toContain("Approved: now do it");
  expect(inbox.bar()).toContain("3 in all");
  await pass(app);
  expect(inbox.titles()).toEqual(["Open workshop"]);
  expect(inbox.foot()).toEqual(["Undo 3", "One by one", "All 3 done"]);
  await inbox.press("d");
  await pass(app);
  expect(inbox.titles()).toEqual([]);
  // Each with its record.
  expect(await count("Done/Actions")).toBe(6);
  await inbox.press("z");
  await pass(app);
  expect(inbox.bar()).toBe("");
  for (const name of NAMES) expect(await room.get(`Plans/${name}.md`)).toContain("- [ ] ✋ Write the mail");
});

test("what is done by hand asks for no confirmation, whatever its type, so none is promised", async () => {
  const inbox = await asked(false, { high_risk: ["email"] });
  expect(inbox.foot()).toContain("Approve 3");
  await inbox.press("a");
  expect(inbox.bar()).toContain("Approved: now do it");
});

test("Undo right behind the Done of several opens all of them again, before they are recorded", async () => {
  const inbox = await asked(false);
  await inbox.press("a");
  await pass(app);
  await inbox.press("d");
  await inbox.press("z");
  await pass(app);
  await pass(app);
  for (const name of NAMES) expect(await room.get(`Plans/${name}.md`)).toContain("- [ ] ✋ Write the mail");
  expect(await count("Approved")).toBe(0);
  expect(await count("Pending_Approval")).toBe(3);
});

test("each of them can still be answered alone", async () => {
  const inbox = await asked(false);
  await inbox.press("a");
  await pass(app);
  await inbox.click("One by one");
  await inbox.press("d");
  await pass(app);
  expect(await count("Done/Actions")).toBe(2);
  expect(inbox.foot()).toContain("All 2 done");
});
