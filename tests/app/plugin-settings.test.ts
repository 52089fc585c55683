/**
 * The settings as a person meets them: what each row says before anything is asked, what a test says, and every
 * setting within reach.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import { DEFAULT_SETTINGS } from "../../src/settings/settings";
import type { Face } from "./face";
import type { Harness } from "./harness";
import {
  acting,
  confirmSettings,
  openRoom,
  pass,
  PROMPT,
  setUpHere,
  waitFor,
  type Room,
} from "./plugin-room";

const SERVER = { command: process.execPath, args: [`${root}scripts/parts/mail-server.mjs`] };
/** A server that sends nothing. */
const any = {
  command: process.execPath,
  args: [`${root}node_modules/@modelcontextprotocol/server-everything/dist/index.js`],
};
const DATA = ".obsidian/plugins/planwright/data.json";
const PAGES = ["Agents", "Folders and notes", "Tasks coming in", "Servers", "Limits and times"];

let room: Room;
beforeEach(async () => {
  room = await openRoom();
});
afterEach(() => room.leave());

/** An element of the row of that name. */
function inRow(tab: Face, name: string, selector: string): HTMLElement | null {
  const row = Array.from(tab.el.querySelectorAll<HTMLElement>(".setting-item")).find(
    (each) => each.querySelector(".setting-item-name")?.textContent === name,
  );
  return row?.querySelector<HTMLElement>(selector) ?? null;
}
const chip = (tab: Face, name: string): string => inRow(tab, name, ".planwright-chip")?.textContent ?? "";
const said = (tab: Face, name: string): string => inRow(tab, name, ".planwright-outcome")?.textContent ?? "";
async function press(app: Harness, tab: Face, name: string): Promise<void> {
  const button = Array.from(
    inRow(tab, name, ".setting-item-control")?.querySelectorAll<HTMLElement>("button") ?? [],
  ).find((each) => each.textContent === "Test");
  if (button === undefined) throw new Error(`“${name}” has nothing to press.`);
  button.click();
  await app.idle();
}

describe("what can be sent", () => {
  beforeEach(() =>
    room.settings({
      ...PROMPT,
      servers: {
        mail: SERVER,
        crm: { command: "crm", env: { TOKEN: "$secret:crm" } },
        gone: { command: "planwright-no-such-program" },
      },
      actions: {
        email: { server: "mail", tool: "send_email" },
        payment: { server: "gone", tool: "pay" },
        crm_update: { server: "crm", tool: "update_contact" },
        letter: { server: "mail", tool: "send_letter" },
      },
    }),
  );

  test("each row says what is known; a test says the outcome in the row, the failure with its reason", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    expect(tab.rows().find(({ name }) => name === "Payments")?.desc).toBe(
      "payment → gone · pay · always confirmed",
    );
    expect(["Mail", "Payments", "crm_update"].map((name) => chip(tab, name))).toEqual([
      "not tested yet",
      "not tested yet",
      "secret “crm” is missing",
    ]);
    expect(said(tab, "crm_update")).toContain("Store it under that name (Settings, Keychain).");
    expect(tab.rows().map(({ name }) => name)).toContain("Everything else");

    await press(app, tab, "Payments");
    await waitFor(app, "the test ends", () => chip(tab, "Payments") === "not reached");
    expect(said(tab, "Payments")).toContain("planwright-no-such-program");
    await press(app, tab, "Mail");
    await waitFor(app, "the test ends", () => / functions?$/.test(chip(tab, "Mail")));
    expect(said(tab, "Mail")).toBe("It answers and has the function “send_email”.");
    expect(inRow(tab, "Mail", "[role=status]")).not.toBeNull();
    await app.time.advance(1000);
    expect(chip(tab, "letter")).toBe("no function “send_letter”");
    expect(said(tab, "letter")).toContain("send_email");
    expect(app.errors()).toEqual([]);
  });

  test("a secret that is stored is no longer missed, and a server that was changed is untested", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    app.app.secretStorage.setSecret("crm", "s3cret");
    await app.time.advance(1000);
    expect(chip(tab, "crm_update")).toBe("not tested yet");
    await press(app, tab, "Mail");
    await waitFor(app, "the test ends", () => / functions?$/.test(chip(tab, "Mail")));
    await tab.click("Servers");
    await tab.click("More about mail");
    await app.popovers()[0]?.click("Change…");
    await app.modal().fill("Environment or headers", "A=b");
    await app.modal().click("Save");
    expect(chip(tab, "Mail")).toBe("not tested yet");
  });

  test("nothing is started before the settings are confirmed here", async () => {
    const app = await room.start();
    const tab = await app.settingsTab();
    await press(app, tab, "Mail");
    expect(chip(tab, "Mail")).toBe("not reached");
    expect(said(tab, "Mail")).toContain("The settings are not confirmed on this device");
  });

  test("a phone tests nothing and warns of nothing", async () => {
    const phone = await room.start({ device: "phone" });
    const tab = await phone.settingsTab();
    expect(tab.buttons()).not.toContain("Test");
    expect(["Mail", "crm_update"].map((name) => chip(tab, name))).toEqual(["", ""]);
    expect(tab.el.querySelector(".planwright-warning")).toBeNull();
  });
});

describe("adding what can be sent", () => {
  beforeEach(() => room.settings(PROMPT));
  const kept = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await room.get(DATA)) as Record<string, unknown>;
  const command = `"${SERVER.command}" "${SERVER.args[0] ?? ""}"`;
  async function addProgram(app: Harness, tab: Face, source: string): Promise<void> {
    await tab.click("Add what can be sent…");
    await app.modal().click("Another program on this computer");
    await app.modal().fill("Name", "post");
    await app.modal().fill("Program", source);
  }

  test("a program that sends mail is proposed for mail, with its function, and Enter goes on", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    await addProgram(app, tab, command);
    expect(app.modal().title).toBe("Something else: through which server?");
    const name = app.modal().el.querySelector<HTMLInputElement>("input[type=text]");
    const { KeyboardEvent } = app.window as Window & typeof globalThis;
    name?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    await waitFor(
      app,
      "the server answers",
      () => app.modal().title === "Something else: with which function?",
    );
    expect(app.modal().text()).toContain("“post” offers");
    expect(app.modal().fields()).toMatchObject({
      Type: "email",
      Function: "send_email",
      "Field for the target": "",
      "Field for the duplicate mark": "message_id",
    });
    expect(app.modal().text()).toContain("It takes: ");
    await app.modal().click("Save");
    expect(app.modals()).toEqual([]);
    expect(await kept()).toMatchObject({
      servers: { post: SERVER },
      actions: { email: { server: "post", tool: "send_email", idempotency_argument: "message_id" } },
    });
    expect(chip(tab, "Mail")).toMatch(/ functions?$/);
    await app.closeSettings();
    await pass(app);
    expect((await app.settingsTab()).rows().map((row) => row.name)).toContain(
      "Settings are confirmed on this device",
    );
    expect(app.errors()).toEqual([]);
  });

  test("going back and closing lose nothing that was typed", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    await addProgram(app, tab, "node mail.mjs");
    await app.modal().click("Back");
    await app.modal().click("Another program on this computer");
    expect(app.modal().fields()["Program"]).toBe("node mail.mjs");
    await app.modal().pressEscape();
    await tab.click("Add what can be sent…");
    await app.modal().click("Another program on this computer");
    expect(app.modal().fields()["Program"]).toBe("node mail.mjs");
    expect(await kept()).not.toHaveProperty("servers.mail");
  });

  test("a server that cannot be reached is told of, and can be saved untested", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    await addProgram(app, tab, "planwright-no-such-program");
    await app.modal().click("Go on");
    await waitFor(app, "the look ends", () => app.modal().text().includes("It could not be reached"));
    expect(app.modal().text()).toContain("planwright-no-such-program");
    await app.modal().click("Go on untested");
    await app.modal().fill("Type", "email");
    await app.modal().click("Save");
    expect(app.modal().text()).toContain("Name the function.");
    await app.modal().fill("Function", "send_email");
    await app.modal().click("Save");
    expect(tab.rows().find((row) => row.name === "Mail")?.desc).toBe("email → post · send_email");
    expect(chip(tab, "Mail")).toBe("not reached");
  });

  test("before the settings are confirmed here, the form has the way to confirm them, and keeps its fields", async () => {
    const app = await room.start();
    const tab = await app.settingsTab();
    await addProgram(app, tab, command);
    await app.modal().click("Go on");
    expect(app.modal().text()).toContain("This vault’s settings are not confirmed on this device");
    expect(app.modal().buttons()).toContain("Go on untested");
    await app.modal().click("Read and confirm them");
    expect(app.modal().title).toBe("Confirm settings on this device?");
    await app.modal().click("Confirm");
    expect(app.modal().text()).toContain("The settings are confirmed. Continue here.");
    expect(app.modal().fields()).toMatchObject({ Name: "post" });
    await app.modal().click("Go on");
    await waitFor(app, "the server answers", () => app.modal().title.endsWith("with which function?"));
    expect(app.errors()).toEqual([]);
  });

  test("an address is no program, and a form asks for what it has", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("Add what can be sent…");
    await app.modal().click("A server with a web address");
    await app.modal().fill("Name", "post");
    await app.modal().click("Go on");
    expect(app.modal().text()).toContain("Enter the server’s address.");
    await app.modal().fill("Address", "http://127.0.0.1:9/mcp");
    await app.modal().click("Back");
    await app.modal().click("Another program on this computer");
    expect(app.modal().fields()).toMatchObject({ Name: "post", Program: "" });
    await app.modal().click("Go on");
    expect(app.modal().text()).toContain("Enter the program that starts the server.");
  });

  test("a function without “to” is saved only with the field that says to whom or where", async () => {
    await room.settings({ ...PROMPT, actions: { note: { server: "any", tool: "echo" } }, servers: { any } });
    const app = await acting(room);
    const tab = await app.settingsTab();
    await press(app, tab, "note");
    await waitFor(app, "the test ends", () => chip(tab, "note") === "no field “to”");
    expect(said(tab, "note")).toContain("The function “echo” has no field “to”");
    await tab.click("More about note");
    await app.popovers()[0]?.click("Change…");
    await app.modal().click("Save");
    expect(app.modal().text()).toContain("Choose the field for whom or where.");
    await app.modal().fill("Field for the target", "message");
    await app.modal().click("Save");
    expect(chip(tab, "note")).toMatch(/^answers · \d+ functions$/);
    expect(said(tab, "note")).toBe("");
  });

  test("deleting a type names its function and its server", async () => {
    await room.settings({
      ...PROMPT,
      servers: { mail: SERVER },
      actions: { email: { server: "mail", tool: "send_email" } },
    });
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("More about Mail");
    await app.popovers()[0]?.click("Delete…");
    expect(app.modal().text()).toContain("goes out through “send_email” of “mail” any more");
  });

  test("a phone says at once that programs do not run there, and takes a web address", async () => {
    const phone = await room.start({ device: "phone" });
    const tab = await phone.settingsTab();
    await tab.click("Add what can be sent…");
    expect(phone.modal().text()).toContain("Programs cannot run on a phone");
    expect(phone.modal().buttons()).toEqual(["A server with a web address", "Cancel"]);
    await phone.modal().click("A server with a web address");
    await phone.modal().fill("Name", "bank");
    await phone.modal().fill("Address", "https://bank.example.com/mcp");
    await phone.modal().click("Go on");
    await phone.modal().fill("Type", "payment");
    await phone.modal().fill("Function", "pay");
    await phone.modal().click("Save");
    expect(await kept()).toMatchObject({
      servers: { bank: { url: "https://bank.example.com/mcp" } },
      actions: { payment: { server: "bank", tool: "pay" } },
    });
  });

  test("what a manual says to paste is taken apart, and its password goes to the keychain", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    const env = { SMTP_HOST: "localhost", SMTP_PASS: "canary-7" };
    await tab.click("Servers");
    await tab.click("Add a server");
    await app
      .modal()
      .fill("Program or address", JSON.stringify({ mcpServers: { post: { command: "post", env } } }));
    expect(app.modal().fields()).toMatchObject({ Name: "post", "Program or address": "post" });
    expect(app.modal().text()).toContain("SMTP_PASS looks like a password");
    await app.modal().click("Keep it in the keychain");
    expect(app.modal().text()).not.toContain("looks like a password");
    expect(app.app.secretStorage.listSecrets()).toEqual([]);
    await app.modal().click("Save");
    expect(await kept()).toMatchObject({
      servers: {
        post: { command: "post", env: { SMTP_HOST: "localhost", SMTP_PASS: "$secret:post-smtp-pass" } },
      },
    });
    expect(await room.get(DATA)).not.toContain("canary-7");
    expect(app.app.secretStorage.getSecret("post-smtp-pass")).toBe("canary-7");
  });

  test("a password that waits in a draft takes the place of none that was stored meanwhile", async () => {
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("Servers");
    await tab.click("Add a server");
    const post = { command: "post", env: { PASS: "canary-7" } };
    await app.modal().fill("Program or address", JSON.stringify({ mcpServers: { post } }));
    await app.modal().click("Keep it in the keychain");
    await app.modal().pressEscape();
    app.app.secretStorage.setSecret("post-pass", "of-another-plugin");
    await tab.click("Add a server");
    await app.modal().click("Save");
    expect(await kept()).toMatchObject({ servers: { post: { env: { PASS: "$secret:post-pass-2" } } } });
    expect(app.app.secretStorage.getSecret("post-pass")).toBe("of-another-plugin");
    expect(app.app.secretStorage.getSecret("post-pass-2")).toBe("canary-7");
  });

  test("deleting a server asks, and says what uses it", async () => {
    await room.settings({
      ...PROMPT,
      servers: { mail: SERVER },
      actions: { email: { server: "mail", tool: "send_email" } },
    });
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("Servers");
    await tab.click("More about mail");
    await app.popovers()[0]?.click("Delete…");
    expect(app.modal().title).toBe("Delete the server “mail”?");
    expect(app.modal().text()).toContain("It is used by the type email. This is deleted with it");
    await app.modal().click("Cancel");
    expect(await kept()).toMatchObject({ servers: { mail: {} } });
    await tab.click("More about mail");
    await app.popovers()[0]?.click("Delete…");
    await app.modal().click("Delete");
    expect(await kept()).toMatchObject({ servers: {}, actions: {} });
  });

  test("a type is changed with what its server is known to offer, once it was asked", async () => {
    await room.settings({
      ...PROMPT,
      servers: { mail: SERVER },
      actions: { email: { server: "mail", tool: "post_mail" } },
    });
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("More about Mail");
    await app.popovers()[0]?.click("Change…");
    expect(app.modal().text()).toContain("has not listed its functions");
    await app.modal().click("Show its functions");
    await waitFor(app, "the server answers", () => app.modal().text().includes("“mail” offers"));
    await app.modal().fill("Function", "send_email");
    await app.modal().click("Save");
    expect(await kept()).toMatchObject({ actions: { email: { tool: "send_email" } } });
  });
});

describe("functions that agents may call", () => {
  const server = any;
  const allowed = async (): Promise<unknown> =>
    (JSON.parse(await room.get(DATA)) as Record<string, unknown>)["agent_tools"];

  test("one is chosen from the list of its server, and asks each time unless the person says otherwise", async () => {
    await room.settings({
      ...PROMPT,
      servers: { mail: SERVER, web: server },
      actions: { email: { server: "mail", tool: "send_email" } },
    });
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("Agents");
    await tab.click("Add a function");
    await app.modal().click("mail");
    await waitFor(app, "the server answers", () => app.modal().title === "Which function of mail?");
    // Its one tool carries out approved mails.
    expect(app.modal().text()).toContain("No function is left to choose.");
    await app.modal().click("Allow it");
    expect(app.modal().text()).toContain("Name the function.");
    await app.modal().click("Back");
    await app.modal().click("web");
    await waitFor(app, "the server answers", () => app.modal().title === "Which function of web?");
    await app.modal().fill("Function", "echo");
    await app.modal().click("Allow it");
    expect(app.modals()).toEqual([]);
    expect(await allowed()).toMatchObject([{ server: "web", tool: "echo", unasked: false }]);
    await tab.click("Agents");
    expect(tab.rows().find(({ name }) => name === "echo of web")?.desc).toBe("It asks you each time.");
    expect(app.errors()).toEqual([]);
  });

  test("without a server it says where to add one", async () => {
    await room.settings(PROMPT);
    const app = await acting(room);
    const tab = await app.settingsTab();
    await tab.click("Agents");
    await tab.click("Add a function");
    expect(app.modal().text()).toContain("No server yet. Add one under “Servers”");
  });
});

test("an agent of flows gets a role, and another one, and goes", async () => {
  const agents = async (): Promise<unknown> =>
    (JSON.parse(await room.get(DATA)) as Record<string, unknown>)["agents"];
  await room.settings(PROMPT);
  const app = await acting(room);
  const tab = await app.settingsTab();
  await tab.click("Agents");
  await tab.click("Add an agent");
  await app.modal().click("Save");
  expect(app.modal().text()).toContain("small letters, digits and single hyphens");
  await app.modal().fill("Name", "Claude Code");
  await app.modal().click("Save");
  expect(app.modal().text()).toContain("small letters, digits and single hyphens");
  await app.modal().fill("Name", "codex");
  await app.modal().fill("Role", "planner");
  await app.modal().click("Save");
  expect(app.modals()).toEqual([]);
  expect(await agents()).toEqual({ codex: { role: "planner", steps: [] } });
  await tab.click("Agents");
  await tab.click("More about codex");
  await app.popovers()[0]?.click("Let it work as: Reviewer");
  expect(await agents()).toEqual({ codex: { role: "reviewer", steps: [] } });
  await tab.click("Agents");
  await tab.click("More about codex");
  await app.popovers()[0]?.click("Remove");
  expect(await agents()).toEqual({});
  expect(app.errors()).toEqual([]);
});

describe("this device", () => {
  test("says when it starts, counting, and then that it acts", async () => {
    await (await acting(room)).unload();
    await rm(join(room.folder, "Acting device.md"));
    await room.settings({ ...PROMPT, start_delay_seconds: 60 });
    const app = await room.start();
    await confirmSettings(app);
    const tab = await app.settingsTab();
    const first = /^Starts in (\d+) s\.$/.exec(said(tab, "This is the acting device"))?.[1];
    await app.time.advance(5000);
    expect(said(tab, "This is the acting device")).toBe(`Starts in ${String(Number(first) - 5)} s.`);
    await pass(app, 60_000);
    expect(said(tab, "This is the acting device")).toBe("It is running.");
  });

  test("says at once that it starts, also after settings were changed in the open tab", async () => {
    await room.settings({ ...PROMPT, start_delay_seconds: 5 });
    const app = await room.start();
    await confirmSettings(app);
    await setUpHere(app);
    const tab = await app.settingsTab();
    await tab.fill("This is the acting device", false);
    await tab.fill("Time to undo an approval", "7");
    await tab.fill("This is the acting device", true);
    await app.time.advance(1000);
    expect(tab.el.textContent).not.toContain("not confirmed");
    expect(tab.el.textContent).toContain("Settings are confirmed on this device");
  });

  test("says which settings others changed, and how many changes there are to look at", async () => {
    const app = await acting(room);
    await room.settings({ open_requests: 7, servers: { crm: { command: "crm" } } });
    await app.app.around.disk.touch(DATA, Date.now() + 60_000);
    await pass(app);
    const tab = await app.settingsTab();
    const row = tab.rows().find(({ name }) => name === "Settings changed since you confirmed them");
    expect(row?.desc).toBe(
      "A new server “crm” and other limits. Nothing is sent from here until you review them.",
    );
    await tab.click("Review 2 changes");
    await app.modal().click("Confirm");
    expect((await app.settingsTab()).rows().map(({ name }) => name)).toContain(
      "Settings are confirmed on this device",
    );
  });

  test("keys of the file that are not known are told, with what may be meant", async () => {
    await room.settings({
      ...PROMPT,
      servers: { web: { command: "web" } },
      agent_tools: [{ server: "web", tool: "search", unaskd: true }],
      grace_second: 5,
    });
    const tab = await (await room.start()).settingsTab();
    expect(tab.text()).toContain("“grace_second”, which is not known");
    expect(tab.text()).toContain("Did you mean “agent_tools.0.unasked”?");
  });
});

test("every setting can be reached from the tab", async () => {
  const app = await room.start();
  const tab = await app.settingsTab();
  const keys = new Set<string>();
  const collect = (items: readonly object[]): void => {
    for (const item of items) {
      const { control, items: inner } = item as { control?: { key: string }; items?: readonly object[] };
      if (control !== undefined) keys.add(control.key);
      collect(inner ?? []);
    }
  };
  collect(app.app.setting.activeTab?.settingItems ?? []);
  const flat = Object.entries(DEFAULT_SETTINGS).flatMap(([key, value]) =>
    ["folders", "limits", "roles", "checks"].includes(key)
      ? Object.keys(value as object).map((each) => `${key}.${each}`)
      : [key],
  );
  expect(flat.filter((key) => !keys.has(key))).toEqual([
    "servers",
    "actions",
    "models",
    "agent_tools",
    "agents",
  ]);
  for (const page of PAGES) {
    await tab.click(page);
    await tab.click("Back");
  }
});

test("deleting a model asks, and says what it does", async () => {
  await room.settings({
    ...PROMPT,
    models: { main: { provider: "ollama", model: "m" } },
    roles: { worker: "main" },
  });
  const app = await acting(room);
  const tab = await app.settingsTab();
  await tab.click("More about main");
  await app.popovers()[0]?.click("Delete…");
  expect(app.modal().text()).toContain("It does the steps of agents.");
  await app.modal().click("Delete");
  expect(JSON.parse(await room.get(DATA))).toMatchObject({ models: {}, roles: { worker: "" } });
});
