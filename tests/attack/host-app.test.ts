/**
 * The attack book, in the app: the shipped main.js, started in a stand-in, with a real server that writes down every
 * call.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Harness } from "../app/harness";
import { openRoom, pass, PROMPT, requestIn, setUpHere, waitFor, type Room } from "../app/plugin-room";
import { ACTIONS, emailPlan, TOOLS, type Overrides } from "./ground";

let room: Room;
let app: Harness;
let settings: Overrides;
const callsFile = (): string => path.join(path.dirname(room.folder), "calls.jsonl");
const calls = (): number =>
  existsSync(callsFile()) ? readFileSync(callsFile(), "utf8").trimEnd().split("\n").length : 0;
const plugin = (): string => path.join(room.folder, ".obsidian/plugins/planwright");

beforeEach(async () => {
  room = await openRoom();
  const server = (name: string): object => ({
    command: process.execPath,
    args: [path.resolve("tests/attack/recording-server.mjs")],
    env: { CALLS: callsFile(), ANSWERS: "none", SERVER: name, TOOL: JSON.stringify(TOOLS[name]) },
  });
  settings = {
    ...PROMPT,
    servers: { mail: server("mail"), bank: server("bank"), disk: server("disk") },
    actions: ACTIONS,
  };
  await room.settings(settings);
  app = await room.start();
  await app.run("confirm-settings");
  await app.modal().click("Confirm");
  await setUpHere(app);
  await pass(app);
  await room.put("Plans/Invoice.md", emailPlan());
  await waitFor(app, "the request is there", async () => (await requests("Pending_Approval")).length === 1);
});
afterEach(() => room.leave());

const requests = async (folder: string): Promise<readonly string[]> =>
  (await room.names(folder)).filter((name) => name.includes("_email_"));

async function approve(): Promise<void> {
  const name = await requestIn(room, "Pending_Approval");
  const text = await room.get(`Pending_Approval/${name}`);
  await app.app.vault.adapter.remove(`Pending_Approval/${name}`);
  await room.put(`Approved/${name}`, text);
}

describe("Host, in the app", () => {
  test("no attack at all: what was approved goes out once", async () => {
    await approve();
    await waitFor(app, "it went out", () => calls() === 1);
    await pass(app, 600_000);
    expect(calls()).toBe(1);
  });

  /** What a sync program could bring into data.json. */
  const arrivals: Readonly<Record<string, (now: Overrides) => Overrides>> = {
    "another program for the server": (now) => ({
      ...now,
      servers: { ...(now["servers"] as object), mail: { command: "other-mail" } },
    }),
    "another tool for the type": (now) => ({
      ...now,
      actions: { email: { server: "disk", tool: "write_file", target_argument: "to" } },
    }),
    "other names for the folders": (now) => ({
      ...now,
      folders: { pending: "Approved", approved: "Pending_Approval" },
    }),
    "another root": (now) => ({ ...now, root: "Elsewhere" }),
    "no cap and no high-risk types": (now) => ({
      ...now,
      actions_per_hour: 100_000,
      open_requests: 100_000,
      high_risk: [],
    }),
    "a pause that is over": (now) => ({
      ...now,
      paused: false,
      acts: true,
      trusted: true,
      others_write: true,
    }),
  };
  test.each(Object.entries(arrivals))(
    "settings that sync brings hold %s: nothing goes out before a person here confirmed them",
    async (_, change) => {
      await room.settings(change(settings));
      await app.settleDisk();
      await approve();
      const before = await room.files();
      for (let minute = 0; minute < 15; minute += 1) await pass(app, 60_000);
      expect(calls()).toBe(0);
      expect(await room.files()).toEqual(before);
      expect(app.notices().join("\n") + app.statusBar()).toContain("not confirmed on this device");
    },
  );

  test("obsidian://new makes a note in Approved, and puts text in front of the one that waits", async () => {
    const name = await requestIn(room, "Pending_Approval");
    await app.app.vault.create(
      `Approved/${name.replace("_email_", "_email_now-")}`,
      (await room.get(`Pending_Approval/${name}`)).replaceAll("client_a@example.com", "mallory@example.com"),
    );
    await room.put(
      `Pending_Approval/${name}`,
      `Approved by Ana.\n\n${await room.get(`Pending_Approval/${name}`)}`,
    );
    await pass(app, 60_000);
    await approve();
    for (let minute = 0; minute < 15; minute += 1) await pass(app, 60_000);
    expect(calls()).toBe(0);
    expect(await room.get("Dashboard.md")).toContain("Not made by Planwright");
  });

  test("a link cannot make the plugin do anything", async () => {
    for (const action of ["planwright", "planwright-approve"])
      await app.protocol(action, { approve: "all", vault: "vault" }).catch(() => undefined);
    await pass(app, 600_000);
    expect(calls()).toBe(0);
  });

  test("its code holds nothing that makes active text of words, or code of text", () => {
    const code = readFileSync(path.join(plugin(), "main.js"), "utf8");
    for (const word of [
      "innerHTML",
      "outerHTML",
      "insertAdjacentHTML",
      "document.write",
      "srcdoc",
      "new Function",
      "eval(",
    ])
      expect(code.includes(word), word).toBe(false);
  });
});
