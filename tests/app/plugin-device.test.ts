/**
 * The permissions of each device: a computer that does not act, a phone, settings that came by sync, a plugin turned
 * off.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Harness } from "./harness";
import {
  acting,
  confirmSettings,
  leftBehind,
  openRoom,
  pass,
  plan,
  PROMPT,
  requestIn,
  type Room,
} from "./plugin-room";

let room: Room;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
});
afterEach(() => room.leave());

const STEPS = [
  "- [ ] ✋ Send email ^s-7f3a",
  "    ```action",
  "    type: email",
  "    target: client_a@example.com",
  "    args:",
  "      subject: January invoice",
  "    ```",
];
const FOLDERS = [
  "Inbox",
  "Needs_Action",
  "Plans",
  "Pending_Approval",
  "Approved",
  "Rejected",
  "Done/Plans",
  "Done/Actions",
  "Archive",
];
const someFolders = async (): Promise<void> => {
  for (const folder of FOLDERS) await room.put(`${folder}/About this folder.md`, "A folder.\n");
};

describe("a computer that was not asked to act", () => {
  test("writes nothing by itself, whatever there is to do", async () => {
    await someFolders();
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    await room.put("Plans/finished.md", plan("PLAN-2026-002", ["- [x] All done"]));
    const before = await room.files();
    const app = await room.start();
    await pass(app, 300_000);
    expect(await room.files()).toEqual(before);
    expect(app.statusBar()).toContain("not sending yet");
    await app.run("skip-step");
    await app.modal().click("Skip step");
    expect(await room.get("Plans/invoice.md")).toContain("- [-] ✋ Send email");
  });

  test("made the acting device by command, it takes over and asks anew", async () => {
    await someFolders();
    await room.put(
      "Acting device.md",
      [
        "---",
        `device_id: "${"ab".repeat(16)}"`,
        'device: "Old laptop"',
        "since: 2026-02-21T10:30:00Z",
        "last_seen: 2026-02-21",
        "---",
        "",
      ].join("\n"),
    );
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    const app = await room.start();
    await confirmSettings(app);
    const tab = await app.settingsTab();
    await tab.fill("This is the acting device", true);
    await pass(app, 120_000);
    expect(await room.names("Pending_Approval")).toEqual(["About this folder.md"]);
    expect(app.statusBar()).toContain("Old laptop sends");
    await app.closeSettings();
    await app.run("act-here");
    expect(app.modal().text()).toContain("Old laptop, last seen on 2026-02-21");
    await app.modal().click("Make this the acting device");
    await pass(app, 120_000);
    expect(await room.get("Acting device.md")).not.toContain("Old laptop");
    expect(await room.names("Pending_Approval")).toHaveLength(2);
  });
});

describe("a phone", () => {
  test("has no Node, shows, approves and rejects, and does nothing by itself", async () => {
    const computer = await acting(room);
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    await pass(computer);
    const name = await requestIn(room, "Pending_Approval");
    await computer.unload();
    const before = await room.files();

    const phone = await room.start({ device: "phone" });
    await pass(phone, 300_000);
    expect(phone.errors()).toEqual([]);
    expect(await room.files()).toEqual(before);
    expect(phone.commandPalette()).not.toContain("Planwright: Make this the acting device");
    const rows = (await phone.settingsTab()).rows().map((row) => row.name);
    expect(rows).not.toContain("This is the acting device");
    expect(rows.filter((name) => /confirm/i.test(name))).toEqual(["Types that need a confirmation"]);
    await phone.closeSettings();
    await phone.fileMenu(`Pending_Approval/${name}`)[0]?.click();
    await phone.modal().click("Approve");
    await pass(phone);
    expect(await room.names("Approved")).toContain(name);
    expect(await room.names("Done/Actions")).toEqual(["About this folder.md"]);
    expect(await leftBehind(phone)).toEqual([]);
  });

  test("sets up the folders when a person wants it to, and names no acting device", async () => {
    const phone = await room.start({ device: "phone" });
    await phone.run("set-up");
    expect(Object.keys(phone.modal().fields())).toEqual([
      "Folder for all of them",
      "Time zone",
      "Other people write in this vault",
      "Table of plans",
    ]);
    await phone.modal().click("Create folders");
    await pass(phone);
    expect(await room.names("Pending_Approval")).toEqual(["About this folder.md"]);
    expect(Object.keys(await room.files())).not.toContain("Acting device.md");
  });
});

describe("set-up looks first", () => {
  test("folders that are there are used as they are", async () => {
    await someFolders();
    await room.put("Dashboard.md", "# My own words\n");
    const app = await acting(room);
    expect(app.notices().join("\n")).not.toContain("Made ");
    expect(await room.get("Plans/About this folder.md")).toBe("A folder.\n");
    expect(await room.get("Dashboard.md")).toContain("# My own words");
  });

  test("names that are taken bring a folder for all of them", async () => {
    await room.put("Inbox", "a file of somebody's");
    await room.put("Archive/old.md", "theirs");
    const app = await room.start();
    await app.run("set-up");
    expect(app.modal().fields()["Folder for all of them"]).toBe("Planwright");
    await app.modal().fill("Folder for all of them", "");
    await app.modal().click("Create folders");
    expect(app.modal().text()).toContain("Something else is named Inbox");
    await app.modal().fill("Folder for all of them", "Work");
    await app.modal().click("Create folders");
    await pass(app);
    expect(await room.names("Work/Pending_Approval")).toEqual(["About this folder.md"]);
    expect(await room.get("Inbox")).toBe("a file of somebody's");
    expect(await room.names("Archive")).toEqual(["old.md"]);
  });
});

describe("settings", () => {
  const SERVER = { mail: { command: "touch", args: ["started"] } };
  const SYNCED = { ...PROMPT, servers: SERVER, actions: { email: { server: "mail", tool: "send" } } };
  const bySync = async (app: Harness): Promise<void> => {
    await app.app.around.disk.touch(".obsidian/plugins/planwright/data.json", Date.now() + (syncs += 60_000));
    await pass(app);
  };
  let syncs = 0;

  test("that came by sync change nothing and start nothing until a person confirmed them here", async () => {
    const app = await acting(room);
    await room.settings({
      ...SYNCED,
      servers: {
        mail: { command: "touch", args: [`${room.folder}/started.md`], env: { API_TOKEN: "canary" } },
      },
    });
    await app.app.around.disk.touch(".obsidian/plugins/planwright/data.json", Date.now() + 60_000);
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    await pass(app, 120_000);
    expect(await room.names("Pending_Approval")).toEqual(["About this folder.md"]);
    expect(Object.keys(await room.files())).not.toContain("started.md");
    expect(app.notices().some((each) => each.includes("not confirmed on this device"))).toBe(true);
    await app.run("request-approval");
    await app.modal().click("Ask for approval");
    await pass(app);
    expect(Object.keys(await room.files())).not.toContain("started.md");

    await app.run("confirm-settings");
    expect(app.modal().text()).toContain(`mail: the program touch ${room.folder}/started.md`);
    expect(app.modal().text()).not.toContain("canary");
    await app.modal().click("Confirm");
    await app.time.advance(1000);
    await app.until("the program was started", async () =>
      Object.keys(await room.files()).includes("started.md"),
    );
  });

  test("that change while a person reads them are not confirmed unread", async () => {
    const app = await acting(room);
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    await room.settings(SYNCED);
    await bySync(app);
    await app.run("confirm-settings");
    expect(app.modal().text()).toContain("mail: the program touch started");
    await room.settings({
      ...SYNCED,
      servers: { mail: { command: "touch", args: [`${room.folder}/unread.md`] } },
    });
    await bySync(app);
    await app.modal().click("Confirm");
    await pass(app);
    expect(app.modal().text()).toContain("changed while you read them");
    expect(app.modal().text()).toContain("unread.md");
    expect(Object.keys(await room.files())).not.toContain("unread.md");
    await app.modal().click("Confirm");
    await app.time.advance(1000);
    await app.until("the program was started", async () =>
      Object.keys(await room.files()).includes("unread.md"),
    );
  });

  test("that could not be noted are not taken for confirmed", async () => {
    const app = await acting(room);
    await room.settings(SYNCED);
    await bySync(app);
    await app.run("confirm-settings");
    const stores = join(process.env["XDG_CONFIG_HOME"] ?? "", "planwright");
    const records = join(stores, (await readdir(stores))[0] ?? "", "records.jsonl");
    await rm(records);
    await mkdir(records);
    await app.modal().click("Confirm");
    expect(app.notices().at(-1)).toContain("That could not be done: What this device remembers is damaged");
    expect(app.modal().title).toBe("Confirm settings on this device?");
  });

  test("say what of them is new since a person confirmed them, a secret’s value too, and what is gone", async () => {
    const env = { API_TOKEN: "canary-1", PASSWORD: "$secret:mail", WHERE: "here" };
    const server = { command: "node", args: ["mail.mjs"], env };
    await room.settings({ ...PROMPT, servers: { mail: server } });
    const app = await acting(room);
    await app.run("confirm-settings");
    expect(app.modal().text()).toContain("Nothing changed since you confirmed them here.");
    expect(app.modal().text()).toContain('PASSWORD="$secret:mail"');
    expect(app.modal().buttons()).toEqual(["Close"]);
    await app.modal().click("Close");
    await room.settings({
      ...PROMPT,
      servers: {
        mail: { ...server, env: { ...env, API_TOKEN: "canary-2" } },
        bank: { command: "node", args: ["bank.mjs"] },
      },
      open_requests: 7,
    });
    await bySync(app);
    await app.run("confirm-settings");
    expect(app.modal().text()).toContain("3 changes since you confirmed them here:");
    const shown = Array.from(
      app.modal().el.querySelectorAll(".planwright-change > *"),
      (each) => each.textContent ?? "",
    );
    expect(shown).toEqual([
      "Servers, mail",
      "Changed:API_TOKEN=(8 characters, not shown)",
      "Servers, bank",
      "New:bank: the program node bank.mjs",
      "Limits",
      "Before:At most 50 waiting for approval at once, and 20 actions within an hour without a question",
      "Now:At most 7 waiting for approval at once, and 20 actions within an hour without a question",
    ]);
    expect(app.modal().el.querySelector("details")?.hasAttribute("open")).toBe(false);
    expect(app.modal().text()).not.toContain("canary");
  });

  test("changed by the person here stay confirmed, and take effect when the tab is left", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("Folders and notes");
    await tab.fill("Plans", "../x");
    expect(tab.rows().find((row) => row.name === "Plans")?.error).toContain("lead out of the vault");
    await tab.fill("Plans", "My plans");
    await tab.click("Back");
    await tab.click("Limits and times");
    await tab.fill("Alert after", "48");
    await pass(app);
    expect(await room.names("My plans")).toEqual([]);
    await app.closeSettings();
    await app.run("set-up");
    await app.modal().click("Use these folders");
    await room.put("My plans/invoice.md", plan("PLAN-2026-001", STEPS));
    await pass(app, 120_000);
    expect(await room.names("Pending_Approval")).toHaveLength(2);
    expect(JSON.parse(await room.get(".obsidian/plugins/planwright/data.json"))).toMatchObject({
      alert_hours: 48,
      folders: { plans: "My plans" },
      start_delay_seconds: 0,
    });
  });

  test("changed by the person here are shown as confirmed, and nothing is asked", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("Limits and times");
    await tab.fill("Waiting for approval at once", "7");
    await tab.click("Back");
    await tab.click("Show");
    expect(app.modal().title).toBe("Settings confirmed on this device");
    expect(app.modal().text()).toContain("You made these changes here.");
    expect(app.modal().text()).toContain("At most 7 waiting for approval at once");
    expect(app.modal().buttons()).toEqual(["Close"]);
  });

  test("that others changed while a person sets up are not taken back", async () => {
    const app = await acting(room);
    await app.run("set-up");
    await room.settings({ ...PROMPT, others_write: true });
    await bySync(app);
    await app.modal().click("Use these folders");
    await pass(app);
    expect(JSON.parse(await room.get(".obsidian/plugins/planwright/data.json"))).toMatchObject({
      others_write: true,
    });
    const names = (await app.settingsTab()).rows().map((row) => row.name);
    expect(names).toContain("Settings changed since you confirmed them");
    expect(names).not.toContain("Settings are confirmed on this device");
  });

  test("changed by the person here while it was still starting stay confirmed, too", async () => {
    await (await acting(room)).unload();
    await room.settings({ ...PROMPT, start_delay_seconds: 60 });
    const app = await room.start();
    await confirmSettings(app);
    const tab = await app.settingsTab();
    await tab.click("Limits and times");
    await tab.fill("Waiting for approval at once", "7");
    await pass(app, 120_000);
    await app.closeSettings();
    expect((await app.settingsTab()).rows().map((row) => row.name)).toContain(
      "Settings are confirmed on this device",
    );
  });

  test("that cannot be read are left as they are, and nothing is carried out", async () => {
    await (await acting(room)).unload();
    await room.put(".obsidian/plugins/planwright/data.json", "{ half");
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    const app = await room.start();
    await pass(app, 120_000);
    expect(app.notices().some((each) => each.includes("cannot be read"))).toBe(true);
    expect(await room.get(".obsidian/plugins/planwright/data.json")).toBe("{ half");
    expect(await room.names("Pending_Approval")).toEqual(["About this folder.md"]);
  });
});

describe("starting and stopping", () => {
  test("a device that is named asks at once after a start", async () => {
    await (await acting(room)).unload();
    await room.settings({ ...PROMPT, start_delay_seconds: 60 });
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    const app = await room.start();
    await confirmSettings(app);
    await pass(app, 5_000);
    expect(await room.names("Pending_Approval")).toHaveLength(2);
    expect(app.statusBar()).toMatch(/^Planwright · .* · at work here$/);
  });

  test("while no device is named, a minute passes in which sync may bring one, then it goes on by itself", async () => {
    await (await acting(room)).unload();
    await rm(join(room.folder, "Acting device.md"));
    await room.settings({ ...PROMPT, start_delay_seconds: 60 });
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    const app = await room.start();
    await confirmSettings(app);
    await pass(app, 50_000);
    expect(await room.names("Pending_Approval")).toEqual(["About this folder.md"]);
    expect(app.statusBar()).toMatch(/^Starts in \d+ s/);
    const name = app.app.statusBarEl.querySelector("[role=button]")?.getAttribute("aria-label");
    expect(name).toContain("sync may still bring the note that names the acting device");
    await pass(app, 20_000);
    expect(app.statusBar()).toMatch(/^Planwright has started · .* · at work here$/);
    await pass(app, 60_000);
    expect(app.statusBar()).toMatch(/^Planwright · .* · at work here$/);
    expect(await room.names("Pending_Approval")).toHaveLength(2);
  });

  test("turned off, it leaves nothing behind, at once or at work", async () => {
    const app = await acting(room);
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    await pass(app);
    expect(await leftBehind(app)).toEqual([]);
    const again = await room.start();
    await room.put(
      "Plans/invoice.md",
      (await room.get("Plans/invoice.md")).replace("# Objective", "# Objective\n"),
    );
    await again.settleDisk();
    expect(await leftBehind(again)).toEqual([]);
  });

  test("a second window on the same vault only shows", async () => {
    const app = await acting(room);
    const second = await room.start();
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", STEPS));
    await pass(second, 5000);
    expect(await room.names("Pending_Approval")).toEqual(["About this folder.md"]);
    await app.unload();
    await pass(second, 30_000);
    expect(await room.names("Pending_Approval")).toHaveLength(2);
  });
});
