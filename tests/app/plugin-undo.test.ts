/** Undo in the inbox: what Z takes back, and what it says where it takes nothing back. */
import { rename } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import { openInbox, type InboxRoom } from "./inboxRoom";
import type { Harness } from "./harness";
import { acting, openRoom, pass, plan, PROMPT, waitFor, type Room } from "./plugin-room";

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
  expect(inbox.read()).toContain("that you did it by hand, and then the step was opened again.");
  expect(app.shownNotices()).toEqual([]);
  await inbox.click("Sent");
  expect(inbox.titles()).toEqual([]);
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

test("words in the bar stay beside later words and answers, and go by themselves", async () => {
  await asked(["- [ ] Ring them", "- [ ] Fold it"]);
  await app.run("pause");
  await app.run("continue");
  await inbox.press("d");
  expect(inbox.bar()).toMatch(/^DoneRing themUndoPaused.*Going on/);
  await app.time.advance(11_000);
  expect(inbox.bar()).toBe("");
  await inbox.press("z");
  await inbox.rest();
  await inbox.press("z");
  expect(inbox.bar()).toContain("There is nothing to take back");
  await app.time.advance(11_000);
  expect(inbox.bar()).toBe("");
});

test("Z behind an answer that was refused takes no earlier one back", async () => {
  await asked(["- [ ] Ring them", "- [ ] Fold it", "- [ ] Press it"]);
  await inbox.press("d");
  await pass(app);
  await room.put("Plans/Party.md", (await room.get("Plans/Party.md")).replace("Fold it", "Fold them"));
  await Promise.all([inbox.press("d"), inbox.press("z")]);
  await pass(app, 3000);
  expect(await steps()).toEqual(["- [x]", "- [ ]", "- [ ]"]);
});

const emails = async (folder: string): Promise<readonly string[]> =>
  (await room.names(folder)).filter((name) => name.includes("_email_"));

describe("with a server that sends mails", () => {
  let sink: Sink;
  beforeEach(async () => {
    sink = await startSink();
  });
  afterEach(() => sink.stop());

  const sending = (more: object): Promise<void> =>
    room.settings({
      ...PROMPT,
      start_timeout_seconds: 600,
      servers: {
        mail: {
          command: process.execPath,
          args: [`${root}scripts/parts/mail-server.mjs`],
          env: { SMTP_PORT: String(sink.port) },
        },
      },
      actions: { email: { server: "mail", tool: "send_email", idempotency_argument: "message_id" } },
      ...more,
    });

  test("where one of several approvals cannot be taken back, Z takes the others back", async () => {
    await sending({ high_risk: ["email"] });
    app = await acting(room);
    for (const name of ["ana", "bo", "cleo"])
      await room.put(
        `Plans/${name}.md`,
        plan(
          `PLAN-${name}`,
          MAIL.map((line) =>
            line
              .replace("ana@", `${name}@`)
              .replace("Dear Ana", `Dear ${name}, the workshop is open again on Saturday 13 March.`),
          ),
        ),
      );
    await waitFor(app, "the requests", async () => (await emails("Pending_Approval")).length === 3);
    inbox = await openInbox(app);
    await inbox.press("a");
    await waitFor(app, "the approvals", async () => (await emails("Approved")).length === 3);
    await pass(app, 2000);
    const [first = ""] = await emails("Approved");
    await rename(`${room.folder}/Approved/${first}`, `${room.folder}/Rejected/${first}`);
    await inbox.press("z");
    await pass(app, 2000);
    expect(await emails("Approved")).toEqual([]);
    expect(inbox.bar()).toMatch(/^Taken back: 2 of 3/);
  });

  test("Z holds what the bar shows as about to go out, and takes back no answer that it does not show", async () => {
    await sending({ grace_seconds: 600 });
    await asked(["- [ ] Ring them", "- [ ] Fold it"]);
    await inbox.press("d");
    await app.time.advance(11_000);
    await room.put("Plans/Mail.md", plan("PLAN-2", MAIL));
    await waitFor(app, "the request", async () => (await emails("Pending_Approval")).length === 1);
    const [name = ""] = await emails("Pending_Approval");
    await rename(`${room.folder}/Pending_Approval/${name}`, `${room.folder}/Approved/${name}`);
    await waitFor(app, "the countdown", () => inbox.bar().includes("Sending in"));
    await inbox.press("z");
    await pass(app, 2000);
    expect(await emails("Approved")).toEqual([]);
    expect(await steps()).toEqual(["- [x]", "- [ ]"]);
  });
});
