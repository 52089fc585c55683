/** Mail with an address and a password: the servers guessed, the login tried by the real program, the mail sent. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startImap, type ImapSink } from "../../scripts/parts/imap-sink.mjs";
import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import { MAIL_LIMIT_REACHED } from "../../src/settings/mailAccount";
import type { Harness } from "./harness";
import { ownNpx } from "./npx";
import { acting, openRoom, pass, plan, PROMPT, waitFor, type Room } from "./plugin-room";

const DATA = ".obsidian/plugins/planwright/data.json";
const undo: (() => unknown)[] = [];
let sink: Sink;
let imap: ImapSink;
let room: Room;
let app: Harness;
beforeEach(async () => {
  undo.push(await ownNpx());
  sink = await startSink();
  undo.push(() => sink.stop());
  imap = await startImap();
  undo.push(() => imap.stop());
  room = await openRoom();
  undo.push(() => room.leave());
  await room.settings(PROMPT);
  app = await acting(room);
});
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

async function typeAccount(password: string): Promise<void> {
  await (await app.settingsTab()).click("Add what can be sent…");
  await app.modal().click("Mail, from your own address");
  await app.modal().fill("Your mail address", "ana@example.com");
  await app.modal().fill("Password", password);
  await app.modal().fill("Server for sending (SMTP)", `127.0.0.1:${String(sink.port)}`);
  await app.modal().fill("Server for reading (IMAP)", `127.0.0.1:${String(imap.port)}`);
}

test("an account is tried, saved without its password, and sends what is approved, although no plan names it", async () => {
  await typeAccount("canary-9");
  await app.modal().click("Test and save");
  await waitFor(app, "the account is ready", () => app.modal().title === "Ready: can send email");
  expect(app.modal().text()).toContain("Each one waits for your approval.");
  expect(app.modal().buttons()).toEqual(["Close"]);
  await app.modal().click("Close");
  expect(sink.messages).toEqual([]);
  expect(await room.get(DATA)).not.toContain("canary-9");
  expect(app.app.secretStorage.getSecret("mail-password")).toBe("canary-9");
  await app.closeSettings();
  await pass(app);
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
  await waitFor(app, "the request", async () =>
    (await room.names("Pending_Approval")).some((name) => name.includes("_email_")),
  );
  expect(await SAVED()).toHaveProperty("actions.email.fixed_arguments", { account: "ana@example.com" });
  expect(await SAVED()).toHaveProperty("actions.email.nothing_happened_words", [MAIL_LIMIT_REACHED]);
  await app.run("approve");
  expect(app.modal().text()).toContain("“account” is “ana@example.com”: the settings fix it.");
  await app.modal().click("Approve");
  await waitFor(app, "the mail", () => sink.messages.length > 0);
  expect(sink.messages[0]).toMatchObject({
    recipients: ["client_a@example.com"],
    from: { address: "ana@example.com" },
  });
  expect(app.errors()).toEqual([]);
});

test("a password that is refused is told of, and the next one is tried", async () => {
  sink.behave("lock");
  await typeAccount("wrong");
  await app.modal().click("Test and save");
  await waitFor(app, "the login fails", () => app.modal().text().includes("did not let it in"));
  expect(app.modal().text()).toContain("Wrong password");
  expect(JSON.parse(await room.get(DATA))).not.toHaveProperty("servers.mail");
  sink.behave("accept");
  await app.modal().fill("Password", "right");
  await app.modal().click("Test and save");
  await waitFor(app, "the account is ready", () => app.modal().title === "Ready: can send email");
  expect(app.app.secretStorage.getSecret("mail-password")).toBe("right");
});

test("a server for reading that lets nobody in, or is not there, is told apart from the one for sending", async () => {
  imap.refuse(true);
  await typeAccount("canary-9");
  await app.modal().click("Test and save");
  const says = (words: string) => () => app.modal().text().includes(words);
  await waitFor(
    app,
    "the login fails",
    says("It can send, but the server for reading (IMAP) did not let it in"),
  );
  expect(JSON.parse(await room.get(DATA))).not.toHaveProperty("servers.mail");
  await app.modal().fill("Server for reading (IMAP)", "imap.nowhere.invalid");
  await app.modal().click("Test and save");
  await waitFor(app, "it is named", says("no server for reading (IMAP) “imap.nowhere.invalid”"));
  expect(app.modal().buttons()).toContain("Save anyway");
});

test("a mail server that is not there is named, and nobody is said to have refused", async () => {
  await typeAccount("canary-9");
  await app.modal().fill("Server for sending (SMTP)", "smtp.nowhere.invalid");
  await app.modal().click("Test and save");
  await waitFor(app, "what came of it", () => app.modal().text().includes("There is no mail server"));
  expect(app.modal().text()).toContain("“smtp.nowhere.invalid”, or this device is offline.");
  expect(app.modal().text()).not.toContain("did not let it in");
});

test("mail servers follow the address until one is typed, and the provider’s note on passwords shows", async () => {
  await (await app.settingsTab()).click("Add what can be sent…");
  await app.modal().click("Mail, from your own address");
  await app.modal().click("Test and save");
  expect(app.modal().text()).toContain("Enter the address, the password and both servers.");
  await app.modal().fill("Your mail address", "ana@gmail.com");
  expect(app.modal().fields()["Server for sending (SMTP)"]).toBe("smtp.gmail.com");
  expect(app.modal().text()).toContain("Google needs an app password");
  await app.modal().fill("Server for sending (SMTP)", "relay.example.com:587");
  await app.modal().fill("Your mail address", "ana@hotmail.com");
  expect(app.modal().fields()).toMatchObject({
    "Server for sending (SMTP)": "relay.example.com:587",
    "Server for reading (IMAP)": "outlook.office365.com",
  });
  expect(app.modal().text()).toContain("have refused passwords from programs");
});

const SAVED = async (): Promise<Saved> => JSON.parse(await room.get(DATA)) as Saved;
interface Saved {
  readonly servers?: Readonly<Record<string, { readonly env: Readonly<Record<string, string>> }>>;
  readonly actions?: object;
}

test("Cancel while the login is tried saves nothing, and leaves no password", async () => {
  sink.behave("stall");
  await typeAccount("canary-9");
  await app.modal().click("Test and save");
  await waitFor(app, "the login is tried", () => sink.logins() > 0);
  expect(app.modal().title).not.toContain("Ready");
  await app.modal().click("Cancel");
  expect(app.app.secretStorage.listSecrets()).toEqual([]);
  sink.letIn();
  await waitFor(app, "the program is done with the server", () => sink.connected() === 0);
  const isSaved = waitFor(
    app,
    "it is saved",
    async () => (await room.get(DATA)).includes("send_email"),
    1_000,
  );
  await expect(isSaved).rejects.toThrow();
  expect(await SAVED()).not.toHaveProperty("servers.mail");
  expect(await SAVED()).not.toHaveProperty("actions.email");
  expect(app.app.secretStorage.listSecrets()).toEqual([]);
});

test("the fields stay as they are while they are tested, and a password as it is typed", async () => {
  await typeAccount(" pass word ");
  await app.modal().click("Test and save");
  await expect(app.modal().fill("Server for sending (SMTP)", "never-tested.example")).rejects.toThrow(
    "disabled",
  );
  await waitFor(app, "the account is ready", () => app.modal().title.startsWith("Ready"));
  expect((await SAVED()).servers?.["mail"]?.env["MCP_EMAIL_SMTP_HOST"]).toBe("127.0.0.1");
  expect(app.app.secretStorage.getSecret("mail-password")).toBe(" pass word ");
});

test("after a refused login, what is in the fields is saved all the same, or nothing is kept", async () => {
  sink.behave("lock");
  await typeAccount("wrong");
  const fails = async (): Promise<void> => {
    await app.modal().click("Test and save");
    await waitFor(app, "the login fails", () => app.modal().buttons().includes("Save anyway"));
  };
  await fails();
  await app.modal().click("Cancel");
  expect(app.app.secretStorage.listSecrets()).toEqual([]);
  await typeAccount("wrong");
  await fails();
  await app.modal().fill("Server for sending (SMTP)", "");
  await app.modal().click("Save anyway");
  expect(app.modal().text()).toContain("Enter the address, the password and both servers.");
  await app.modal().fill("Server for sending (SMTP)", "smtp://smtp.example.com");
  await app.modal().click("Test and save");
  expect(app.modal().text()).toContain("Enter each server by name");
  await app.modal().fill("Server for sending (SMTP)", `127.0.0.1:${String(sink.port)}`);
  await fails();
  await app.modal().fill("Password", "right");
  await app.modal().fill("Server for sending (SMTP)", "smtp.example.com");
  await app.modal().click("Save anyway");
  expect(app.modals()).toEqual([]);
  expect((await SAVED()).servers?.["mail"]?.env).toMatchObject({
    MCP_EMAIL_SMTP_HOST: "smtp.example.com",
    MCP_EMAIL_PASSWORD: "$secret:mail-password",
  });
  expect(app.app.secretStorage.getSecret("mail-password")).toBe("right");
});

test("an account that was refused and saved all the same says so, until a test lets it in", async () => {
  sink.behave("lock");
  await typeAccount("wrong");
  await app.modal().click("Test and save");
  await waitFor(app, "the login fails", () => app.modal().buttons().includes("Save anyway"));
  await app.modal().click("Save anyway");
  const tab = await app.settingsTab();
  const row = (): string =>
    Array.from(tab.el.querySelectorAll(".setting-item")).find(
      (each) => each.querySelector(".setting-item-name")?.textContent === "Mail",
    )?.textContent ?? "";
  expect(row()).toContain("login failed");
  expect(row()).toContain("did not let it in");
  expect(row()).not.toContain("keychain");
  sink.behave("accept");
  tab.el.querySelector<HTMLElement>("[aria-label='Test Mail']")?.click();
  await waitFor(app, "the account is let in", () => row().includes("It answers and has the function"));
  expect(row()).not.toContain("login failed");
}, 60_000);

test("a password gets a name that nothing in the settings has", async () => {
  await app.unload();
  const work = { command: "post", env: { PASS: "$secret:mail-password" } };
  await room.settings({ ...PROMPT, servers: { work } });
  app = await acting(room);
  await typeAccount("canary-private");
  await app.modal().click("Test and save");
  await waitFor(app, "the account is ready", () => app.modal().title.startsWith("Ready"));
  expect((await SAVED()).servers?.["mail"]?.env["MCP_EMAIL_PASSWORD"]).toBe("$secret:mail-password-2");
  expect(app.app.secretStorage.listSecrets()).toEqual(["mail-password-2"]);
});

test("an email type that came by sync meanwhile stays", async () => {
  await typeAccount("canary-9");
  const boss = { url: "https://boss.example/mcp" };
  await room.settings({ ...PROMPT, servers: { boss }, actions: { email: { server: "boss", tool: "post" } } });
  await app.settleDisk();
  await app.modal().click("Test and save");
  await waitFor(app, "the test ends", () => app.modal().buttons().includes("Save anyway"));
  await app.modal().click("Save anyway");
  expect(app.modal().text()).toContain("This type already has a function");
  expect(await SAVED()).toMatchObject({ actions: { email: { server: "boss", tool: "post" } } });
  expect(await SAVED()).not.toHaveProperty("servers.mail");
});
