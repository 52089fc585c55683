/**
 * Programs of servers when the plugin is switched off or the app is closed: they go, and a call that was cut is a
 * doubt.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import type { Harness } from "./harness";
import { acting, openRoom, pass, plan, PROMPT, waitFor, type Room } from "./plugin-room";

const node = createRequire(import.meta.url)("node:child_process") as { spawn: typeof spawn };
let started: ChildProcess[];
let room: Room;
let app: Harness;
let mail: string;
beforeEach(async () => {
  started = [];
  node.spawn = ((...args: Parameters<typeof spawn>) =>
    started[started.push(spawn(...args)) - 1]) as typeof spawn;
  room = await openRoom();
  mail = `${room.folder}/../mail`;
  mkdirSync(mail);
});
afterEach(async () => {
  node.spawn = spawn;
  await room.leave();
});

const told = (file: string): string =>
  existsSync(`${mail}/${file}`) ? readFileSync(`${mail}/${file}`, "utf8") : "";
const some = async (folder: string): Promise<boolean> =>
  (await room.names(folder)).some((name) => name.includes("_email_"));

/** An app whose server was asked for its tools. `STUBBORN`: it hears neither the end of its input nor SIGTERM. */
async function asked(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const server = {
    command: process.execPath,
    args: [`${root}tests/terminal/gated-server.mjs`],
    env: { ...env, MAIL: mail },
  };
  await room.settings({
    ...PROMPT,
    servers: { mail: server },
    actions: { email: { server: "mail", tool: "send_email", target_argument: "to" } },
  });
  app = await acting(room);
  const block = [
    "type: email",
    "target: ana@example.com",
    "args:",
    "  subject: Keys",
    "  body: In the hall.",
  ];
  await room.put(
    "Plans/keys.md",
    plan("PLAN-1", ["- [ ] ✋ Send it", ...["```action", ...block, "```"].map((line) => `    ${line}`)]),
  );
  await waitFor(app, "the request", () => some("Pending_Approval"));
  await pass(app);
  const servers = started.filter(({ spawnfile }) => spawnfile === process.execPath);
  expect(servers).toHaveLength(1);
  return servers[0] as ChildProcess;
}

async function sending(): Promise<void> {
  await app.run("approve");
  await app.modal().click("Approve");
  await waitFor(app, "the call", () => told("calls") !== "");
}

test("switching the plugin off ends a server that hears neither the end of its input nor SIGTERM", async () => {
  const server = await asked({ STUBBORN: "1" });
  const [, [, signal]] = await Promise.all([
    app.unload(),
    once(server, "exit") as Promise<[unknown, string]>,
  ]);
  expect(told("asked")).toBe("to leave\n");
  expect(signal).toBe("SIGKILL");
});

test("a window that closes leaves no server, and waits for no clock", async () => {
  const server = await asked({ STUBBORN: "1" });
  const gone = once(server, "exit");
  await app.quit();
  expect(await gone).toEqual([null, "SIGKILL"]);
});

test("a call that the closing window cuts off is a doubt, at once and at the next start", async () => {
  const server = await asked({ STUBBORN: "1" });
  await sending();
  const gone = once(server, "exit");
  await app.quit();
  expect(await gone).toEqual([null, "SIGKILL"]);
  await waitFor(app, "the doubt", () => app.notices().some((each) => each.includes("Maybe")));
  await app.unload();
  app = await room.start();
  await pass(app);
  await app.run("resolve");
  await waitFor(app, "the question", () => app.modals().length > 0);
  expect(app.modal().text()).toContain("· Maybe sent, please check");
  expect(told("calls")).toBe("ana@example.com\n");
});

test("a call goes on while the window only asks whether it may close", async () => {
  await asked({});
  await sending();
  const { Event } = app.window as Window & typeof globalThis;
  app.window.dispatchEvent(new Event("beforeunload"));
  writeFileSync(`${mail}/answer`, "");
  await waitFor(app, "the record", () => some("Done/Actions"));
  expect(told("calls")).toBe("ana@example.com\n");
});
