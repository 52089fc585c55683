/**
 * The mission view: what it tells, the answers it takes by click and by key, and that nothing a person types there is
 * lost.
 */
import fs from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formFields } from "../../src/note/action/form";
import { drawFields } from "../../src/app/ui/requestForm";
import type { EngineClient } from "../../src/app/ui/engineClient";
import type { MissionView } from "../../src/app/ui/mission/view";
import type { Harness } from "./harness";
import { root } from "../../scripts/bundle.mjs";
import {
  acting,
  leftBehind,
  openRoom,
  pass,
  plan,
  PROMPT,
  requestIn,
  waitFor,
  type Room,
} from "./plugin-room";

const LETTER = [
  "- [ ] ✋ Write to Ana",
  "    ```action",
  "    type: letter",
  "    target: Ana",
  "    args:",
  "      subject: The roof is done",
  "      text: Hello Ana.",
  "    ```",
];
const QUESTION = [
  "## Questions",
  "- Which paper? (step 1 “Buy paper”) ^q-ab12-s-1",
  "    - [ ] (1) Grey",
  "    - [ ] (2) White",
  "    - Answer: ",
  "    - [ ] Skip this step",
  "    - [ ] Cancel this plan",
  "",
  "## Reasoning Logs",
];

let room: Room;
beforeEach(async () => (room = await openRoom()));
afterEach(async () => room.leave());

async function opened(files: Readonly<Record<string, string>> = {}): Promise<Harness> {
  await room.settings({ ...PROMPT, grace_seconds: 30 });
  const app = await acting(room);
  for (const [path, text] of Object.entries(files)) await room.put(path, text);
  await pass(app);
  await app.run("open-mission");
  return app;
}

const mission = (app: Harness): HTMLElement => {
  const [view] = app.views("planwright-mission");
  if (view === undefined) throw new Error("The mission view is not open.");
  return view.el;
};
const words = (app: Harness): string => app.views("planwright-mission")[0]?.text() ?? "";
const card = (app: Harness, title: string): HTMLElement => {
  const found = Array.from(mission(app).querySelectorAll<HTMLElement>(".planwright-card")).find((each) =>
    each.textContent?.includes(title),
  );
  if (found === undefined) throw new Error(`No card says “${title}”: ${words(app)}`);
  return found;
};
async function press(app: Harness, el: HTMLElement, key: string): Promise<void> {
  const { KeyboardEvent } = app.window as Window & typeof globalThis;
  el.focus();
  el.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await app.idle();
}

test("a vault without plans tells the way in, and the ribbon opens the view", async () => {
  const app = await opened();
  expect(words(app)).toContain("At work here");
  expect(words(app)).toContain("No plan yet.");
  expect(app.ribbon().map(({ title }) => title)).toContain("Planwright");
  expect(await leftBehind(app)).toEqual([]);
});

test("settings that came with a vault of plans are read at the end of set-up, or from the view", async () => {
  const mail = { command: process.execPath, args: ["-e", ""] };
  await room.settings({ ...PROMPT, servers: { mail } });
  await room.put("Plans/A.md", plan("PLAN-1", ["- [ ] Buy paper"]));
  for (const folder of ["Approved", "Pending_Approval"]) await room.put(`${folder}/A note.md`, "");
  const app = await room.start();
  await app.run("open-mission");
  await app.views("planwright-mission")[0]?.click("Set up");
  await app.modal().click("Use these folders");
  expect(app.modals()).toHaveLength(1);
  expect(app.modal().title).toBe("Confirm settings on this device?");
  await app.modal().click("Not now");
  await pass(app);
  expect(words(app)).toContain("The settings are not confirmed on this device yet.");
  await app.views("planwright-mission")[0]?.click("Read the settings…");
  // Drawn while the session is opened anew, as its timer does where that takes longer than a second.
  const view = app.app.workspace.getLeavesOfType("planwright-mission")[0]?.view as unknown as MissionView;
  const client = Reflect.get(view, "client") as EngineClient;
  const starting: string[] = [];
  let isOver = false;
  const confirmed = app
    .modal()
    .click("Confirm")
    .finally(() => (isOver = true));
  while (!isOver) {
    if (client.world() === null) {
      view.show();
      starting.push(words(app));
    }
    await new Promise(setImmediate);
  }
  await confirmed;
  await pass(app);
  expect(starting.length).toBeGreaterThan(0);
  expect(starting.filter((each) => each.includes("not confirmed on this device yet"))).toEqual([]);
  expect(words(app)).toContain("At work here");
  expect(words(app)).not.toContain("Read the settings");
});

test("a plan whose step is yours is done from the view, and the next step comes up", async () => {
  const app = await opened({ "Plans/A.md": plan("PLAN-1", ["- [ ] Buy paper", "- [ ] Fold it"]) });
  expect(words(app)).toContain("Your turn: this step is yours.");
  await app.views("planwright-mission")[0]?.click("Done");
  await pass(app);
  expect(await room.get("Plans/A.md")).toMatch(/- \[x\] Buy paper/);
  expect(words(app)).toContain("1 of 2 steps done");
});

test("a request is a card with its subject, reviewed with Enter; approved, it is yours to do by hand", async () => {
  const app = await opened({ "Plans/A.md": plan("PLAN-1", LETTER) });
  const name = await requestIn(room, "Pending_Approval");
  expect(card(app, "The roof is done").textContent).toContain("Do PLAN-1.");
  expect(app.ribbon().map(({ title }) => title)).toEqual([
    "Planwright: 1 need you",
    "Inbox: 1 needs you",
    "Open start page",
  ]);
  const badge = app.window.document.querySelector(".planwright-badge");
  expect(badge?.textContent).toBe("1");
  expect(badge?.parentElement?.getAttribute("aria-label")).toBe("Inbox: 1 needs you");
  await press(app, card(app, "The roof is done"), "Enter");
  await app.modal().click("Approve");
  await pass(app);
  expect(await room.names("Approved")).toContain(name);
  const title = card(app, "The roof is done");
  expect(title.textContent).toContain("Done");
  await press(app, title, "d");
  await pass(app);
  expect(app.modals()).toEqual([]);
  expect(await room.get("Done/Plans/A.md")).toContain("- [x] ✋ Write to Ana");
});

test("Enter on a question goes to its first box and ticks nothing, and a held key answers nothing", async () => {
  const text = plan("PLAN-1", ["- [ ] Buy paper ^s-1"]).replace("## Reasoning Logs", QUESTION.join("\n"));
  const app = await opened({ "Plans/A.md": text });
  const before = await room.get("Plans/A.md");
  const current = mission(app).querySelector<HTMLElement>(".planwright-plan");
  if (current === null) throw new Error("There is no current plan.");
  await press(app, current, "Enter");
  expect(app.window.document.activeElement?.textContent).toBe("Grey");
  const { KeyboardEvent } = app.window as Window & typeof globalThis;
  current.focus();
  current.dispatchEvent(new KeyboardEvent("keydown", { key: "d", repeat: true, bubbles: true }));
  await app.idle();
  expect(await room.get("Plans/A.md")).toBe(before);
});

test("a plan that a person blocked goes on by Continue, from its card, its line and its menu", async () => {
  const held = plan("PLAN-1", ["- [ ] Buy paper"]).replace("status: Active", "status: Blocked");
  const app = await opened({ "Plans/A.md": held, "Plans/B.md": plan("PLAN-2", ["- [ ] Fold it"]) });
  expect(card(app, "Do PLAN-1.").textContent).toContain("Waiting");
  expect(app.ribbon()[0]?.title).toBe("Planwright: 2 need you");
  expect(card(app, "Do PLAN-2.").textContent).toContain("Fold it");
  const menu = app.fileMenu("Plans/A.md").map(({ title }) => title);
  expect(menu).toContain("Planwright: Continue");
  expect(menu).not.toContain("Planwright: Start");
  await press(app, card(app, "Do PLAN-1."), "c");
  await pass(app);
  expect(await room.get("Plans/A.md")).toMatch(/^status: Active$/m);
  expect(await room.get("Plans/A.md")).toContain("Human: Continued the plan");
});

test("a rejected request is changed in a form over its own words, and asked for again", async () => {
  const app = await opened({ "Plans/A.md": plan("PLAN-1", LETTER) });
  await press(app, card(app, "The roof is done"), "Enter");
  await app.modal().click("Reject…");
  await app.modal().fill("Why, or what to change", "Not yet.");
  await app.modal().click("Reject");
  await pass(app);
  const rejected = card(app, "Rejected");
  expect(rejected.textContent).toContain("Ask again");
  expect(rejected.textContent).toContain("your note: Not yet.");
  await press(app, rejected, "e");
  expect(app.modal().title).toBe("Change what goes out");
  expect(app.modal().fields()).toEqual({
    Type: "letter",
    "To whom or where": "Ana",
    "Subject (optional)": "The roof is done",
    "Text (optional)": "Hello Ana.",
    "Send later (optional)": "",
  });
  const before = await room.get("Plans/A.md");
  await app.modal().fill("Text (optional)", "Dear Ana.");
  await app.modal().click("Ask for approval");
  const after = await room.get("Plans/A.md");
  expect(after.slice(0, after.indexOf("## Reasoning Logs"))).toBe(
    before.slice(0, before.indexOf("## Reasoning Logs")).replace("Hello Ana.", "Dear Ana."),
  );
  await pass(app);
  const asked = await requestIn(room, "Pending_Approval");
  expect(await room.get(`Pending_Approval/${asked}`)).toContain("text: Dear Ana.");
});

test("an action that its tool would refuse is put right in a form, which says in a row what is missing there", async () => {
  const mail = { command: process.execPath, args: [`${root}scripts/parts/mail-server.mjs`] };
  await room.settings({
    ...PROMPT,
    servers: { mail },
    actions: { email: { server: "mail", tool: "send_email" } },
  });
  const app = await acting(room);
  const block = ["type: email", "args:", "  subject: Tables", "  body: Eight, please."];
  const steps = [
    "- [ ] ✋ Write to the hall",
    ...["```action", ...block, "```"].map((each) => `    ${each}`),
  ];
  await room.put("Plans/a.md", plan("PLAN-1", steps));
  await app.settleDisk();
  await app.time.advance(1000);
  await app.run("open-mission");
  const [view] = app.views("planwright-mission");
  await waitFor(app, "the tool is known", () => view?.text().includes("Fill in…") === true);
  await view?.click("Fill in…");
  await waitFor(app, "the fields are there", () => "Body" in app.modal().fields());
  expect(app.modal().title).toBe("Change what goes out");
  expect(app.modal().fields()).toMatchObject({ Type: "email", Subject: "Tables", Body: "Eight, please." });
  await app.modal().click("Ask for approval");
  const row = app.window.document.activeElement?.closest(".setting-item");
  expect(row?.querySelector(".setting-item-name")?.textContent).toBe("To whom or where");
  expect(row?.querySelector(".planwright-warning")?.textContent).toBe("“To whom or where” is missing.");
  await app.modal().fill("To whom or where", "hall@example.org");
  await app.modal().click("Ask for approval");
  const isAsked = async (): Promise<boolean> => (await room.names("Pending_Approval")).length > 1;
  await waitFor(app, "the request", isAsked);
  const asked = await requestIn(room, "Pending_Approval");
  expect(await room.get(`Pending_Approval/${asked}`)).toContain("target: hall@example.org");

  // Changed to one that cannot be asked for, it is told once, by what has to be put right.
  const note = await room.get("Plans/a.md");
  await room.put("Plans/a.md", note.replace(/\n *target: .*/, ""));
  await waitFor(app, "the misfit", () => view?.text().includes("Fill in…") === true);
  expect(view?.text()).not.toContain("Changed since you were asked");
});

test("the fields of a form say what the action has, and leave what nobody touches as it is", async () => {
  const app = await opened({});
  const properties = { html: { type: "boolean" }, memo: { type: "string" }, constructor: { type: "string" } };
  const start = { html: "true", memo: "One\nTwo", extra: ["x"] };
  const content = app.window.document.body.createDiv();
  const read = drawFields(content, formFields({ type: "object", properties }), start);
  expect(content.querySelector(".checkbox-container")?.classList.contains("is-enabled")).toBe(true);
  expect(content.querySelector("textarea")?.value).toBe("One\nTwo");
  expect(content.querySelector<HTMLInputElement>("input[type=text]")?.value).toBe("");
  expect(read()).toEqual({ kind: "args", args: start });
});

test("a question is answered in place by a click", async () => {
  const text = plan("PLAN-1", ["- [ ] Buy paper ^s-1"]).replace("## Reasoning Logs", QUESTION.join("\n"));
  const app = await opened({ "Plans/A.md": text });
  expect(words(app)).toContain("Which paper?");
  await app.views("planwright-mission")[0]?.click("White");
  expect(await room.get("Plans/A.md")).toContain("- [x] (2) White");
});

test("words that a person is typing stay while something else is news", async () => {
  const text = plan("PLAN-1", ["- [ ] Buy paper ^s-1"]).replace("## Reasoning Logs", QUESTION.join("\n"));
  const app = await opened({ "Plans/A.md": text });
  const field = mission(app).querySelector<HTMLInputElement>("input[type=text]");
  if (field === null) throw new Error("There is no field.");
  field.value = "Neither, the blue";
  await room.put("Plans/B.md", plan("PLAN-2", LETTER));
  await pass(app);
  expect(card(app, "The roof is done")).toBeDefined();
  expect(mission(app).contains(field)).toBe(true);
  field.form?.requestSubmit();
  await app.idle();
  expect(await room.get("Plans/A.md")).toContain("- Answer: Neither, the blue");
});

test("words that are begun stay where the plan itself is changed", async () => {
  const text = plan("PLAN-1", ["- [ ] Buy paper ^s-1"]).replace("## Reasoning Logs", QUESTION.join("\n"));
  const app = await opened({ "Plans/A.md": text });
  const field = (): HTMLInputElement => {
    const found = mission(app).querySelector<HTMLInputElement>("input[type=text]");
    if (found === null) throw new Error("There is no field.");
    return found;
  };
  field().value = "Neither";
  field().dispatchEvent(new (app.window as Window & typeof globalThis).Event("input", { bubbles: true }));
  await room.put("Plans/A.md", text.replace("Do PLAN-1.", "Do it all."));
  await pass(app);
  expect(words(app)).toContain("Do it all.");
  expect(field().value).toBe("Neither");
});

test("arrows go from card to card, and a letter gives its answer", async () => {
  const app = await opened({
    "Plans/A.md": plan("PLAN-1", ["- [ ] Buy paper", "- [ ] Fold it"]),
    "Plans/B.md": plan("PLAN-2", LETTER),
  });
  const el = mission(app);
  await press(app, el, "ArrowDown");
  expect(app.window.document.activeElement?.textContent).toContain("The roof is done");
  await press(app, card(app, "Buy paper"), "d");
  expect(await room.get("Plans/A.md")).toMatch(/- \[x\] Buy paper/);
});

test("Pause stops everything and says so, Continue goes on", async () => {
  const app = await opened();
  await app.views("planwright-mission")[0]?.click("Pause");
  await pass(app);
  expect(words(app)).toContain("Paused");
  await app.views("planwright-mission")[0]?.click("Continue");
  await pass(app);
  expect(words(app)).toContain("At work here");
});

/** Counts what is asked of the vault from now on: by the app's own ways, and by Node's, which a computer prefers. */
function countReads(app: Harness): () => number {
  const { disk } = app.app.around;
  const asked = [
    ...(["read", "stat", "list"] as const).map((name) => vi.spyOn(disk, name)),
    ...(["openSync", "lstatSync", "statSync", "readdirSync", "readFileSync", "open", "readdir"] as const).map(
      (name) => vi.spyOn(fs, name),
    ),
    ...(["open", "readFile", "readdir", "stat", "lstat"] as const).map((name) => vi.spyOn(fs.promises, name)),
  ];
  return () => asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

test.each(["desktop", "phone"] as const)("on a %s, opening and drawing it reads nothing", async (device) => {
  const names = Array.from({ length: 40 }, (_, n) => String(n));
  for (const n of names) await room.put(`Plans/${n}.md`, plan(`PLAN-${n}`, ["- [ ] ✋ Post the notice"]));
  await room.settings(PROMPT);
  const app = await room.start({ device });
  await pass(app);
  try {
    const reads = countReads(app);
    await app.run("open-mission");
    expect(words(app)).toContain("40 plans");
    await press(app, card(app, "Do PLAN-1."), "ArrowDown");
    expect(reads()).toBe(0);
    await room.put("Plans/0.md", plan("PLAN-0", ["- [ ] Fold it"]));
    await pass(app);
    expect(reads()).toBeGreaterThan(0);
  } finally {
    vi.restoreAllMocks();
  }
});

test("a cancelled plan is archived from its row, after a question, and the note stays as it is", async () => {
  const app = await opened({
    "Plans/A.md": plan("PLAN-1", ["- [ ] Buy paper"]),
    "Plans/B.md": plan("PLAN-2", ["- [ ] Fold it"], "Cancelled"),
  });
  const row = Array.from(mission(app).querySelectorAll<HTMLElement>(".planwright-row")).find((each) =>
    each.textContent?.includes("Do PLAN-2."),
  );
  expect(row?.textContent).toBe("Do PLAN-2.cancelledArchive…");
  const before = await room.get("Plans/B.md");
  row?.querySelector<HTMLElement>("[data-part=archive]")?.click();
  await app.idle();
  expect(app.modal().title).toBe("Archive “Do PLAN-2.”?");
  await app.modal().click("Not now");
  expect(await room.get("Plans/B.md")).toBe(before);
  expect(app.fileMenu("Plans/A.md").map(({ title }) => title)).not.toContain("Planwright: Archive…");
  await app
    .fileMenu("Plans/B.md")
    .find(({ title }) => title === "Planwright: Archive…")
    ?.click();
  await app.modal().click("Archive plan");
  expect(app.notices().at(-1)).toBe("Archived: the plan is in Done/Plans.");
  const after = await room.get("Done/Plans/B.md");
  expect(after).toMatch(
    /\n- \[.*\] Human: Moved the plan to the finished ones — .* \(archived, text \w{12}\)\n/,
  );
  expect(after.replace(/- \[.*\(archived, .*\n/, "").trim()).toBe(before.trim());
  await pass(app);
  expect(words(app)).not.toContain("Do PLAN-2.");
  await app.run("archive-plan");
  expect(words(app)).toContain("There is no finished or cancelled plan to archive.");
  expect(app.errors()).toEqual([]);
});

test("a plan whose name is taken among the finished plans is archived under another, which is told", async () => {
  const app = await opened({
    "Plans/A.md": plan("PLAN-1", ["- [ ] Buy paper"], "Cancelled"),
    "Done/Plans/A.md": plan("PLAN-2", ["- [x] Fold it"], "Done"),
  });
  await app.run("archive-plan");
  await app.modal().click("Archive plan");
  expect(app.notices().at(-1)).toBe("Archived as “A (2)”: the plan is in Done/Plans.");
  expect(await room.names("Done/Plans")).toContain("A (2).md");
});

test("a plan is not archived while a request of it waits", async () => {
  const app = await opened({ "Plans/A.md": plan("PLAN-1", LETTER) });
  await requestIn(room, "Pending_Approval");
  await room.put("Plans/A.md", (await room.get("Plans/A.md")).replace(/^status: .*$/m, "status: Cancelled"));
  await app.settleDisk();
  await app.run("archive-plan");
  await app.modal().click("Archive plan");
  expect(app.notices().at(-1)).toMatch(
    /^The plan stays where it is: its request .* is open until Planwright withdraws it, because the plan is cancelled/,
  );
  expect(await room.names("Plans")).toContain("A.md");
});

test("needs are the rows of the inbox: alike ones in one card, corrections, reasons and order", async () => {
  const app = await opened({
    "Plans/A.md": plan("PLAN-1", LETTER),
    "Plans/B.md": plan("PLAN-2", LETTER),
    "Plans/Party.md": plan("PLAN-3", ["- [ ] Ring the hall"], "actve"),
    "Plans/Broken.md": plan("PLAN-4", ["- [ ] Fold it"], "whenever"),
  });
  await waitFor(app, "the requests", async () => (await room.names("Pending_Approval")).length > 1);
  await pass(app);
  const titles = (el: HTMLElement): readonly string[] =>
    Array.from(el.querySelectorAll(".planwright-inbox-title"), ({ textContent }) => textContent ?? "");
  const seen = titles(mission(app));
  expect(seen.filter((each) => each === "The roof is done")).toHaveLength(1);
  expect(seen).toContain("Broken");
  expect(card(app, "Broken").textContent).toContain("whenever");
  await press(app, card(app, "The roof is done"), "Enter");
  expect(app.modal().title).toBe("2 requests that are alike");
  await app.modal().pressEscape();
  await app.views("planwright-mission")[0]?.click("Set it to Active");
  expect(await room.get("Plans/Party.md")).toContain("status: Active");
  await pass(app, 3000);
  const now = titles(mission(app));
  await app.views("planwright-mission")[0]?.click("Open inbox");
  await app.idle();
  const [inbox] = app.views("planwright-inbox");
  expect(inbox === undefined ? [] : titles(inbox.el)).toEqual(now);
});
