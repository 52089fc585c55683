/**
 * A model that is a program, in the settings: its fields, the exact command before it is saved, and its name in the
 * agents of flows.
 */
import { createRequire } from "node:module";
import type { spawn } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Face } from "./face";
import type { Harness } from "./harness";
import { acting, openRoom, PROMPT, type Room } from "./plugin-room";

const DATA = ".obsidian/plugins/planwright/data.json";
const HAND = { provider: "by-hand" };
const CODER = {
  provider: "program",
  program: { command: "claude", args: ["-p", "two\nlines", ""], events: "claude-stream", seconds: 60 },
};
const node = createRequire(import.meta.url)("node:child_process") as { spawn: typeof spawn };
const real = node.spawn;

let room: Room;
let started: string[];
beforeEach(async () => {
  started = [];
  node.spawn = ((...args: Parameters<typeof spawn>) => {
    started.push(args[0]);
    return real(...args);
  }) as typeof spawn;
  room = await openRoom();
});
afterEach(async () => {
  node.spawn = real;
  await room.leave();
});

interface Kept {
  readonly models: Readonly<Record<string, Record<string, unknown>>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly agents: Readonly<Record<string, Record<string, unknown>>>;
}
const kept = async (): Promise<Kept> => JSON.parse(await room.get(DATA)) as Kept;
const row = (tab: Face, name: string): string => tab.rows().find((each) => each.name === name)?.desc ?? "";

async function more(app: Harness, tab: Face, name: string, entry: string): Promise<void> {
  await tab.click(`More about ${name}`);
  await app.popovers()[0]?.click(entry);
}

test("a program is added with its options as typed, and its exact command is shown before it is saved", async () => {
  await room.settings(PROMPT);
  const app = await acting(room);
  const tab = await app.settingsTab();
  await tab.click("Add a model");
  await app.modal().click("A program on this computer");
  const dialog = app.modal();
  expect(dialog.text()).toContain("Such a program works on its own, with your rights, without approvals.");
  expect(dialog.fields()).toMatchObject({ "Output format": "lines", "Time limit": "1800" });
  expect(Object.keys(dialog.fields())).not.toContain("Does the steps of agents");
  await dialog.click("Go on");
  expect(dialog.text()).toContain("Name the program.");
  await dialog.fill("Program", " claude ");
  await dialog.fill("Options", "-p\n\n --say  a b \n-\n");
  await dialog.fill("Output format", "claude-stream");
  await dialog.fill("Time limit", "soon");
  await dialog.fill("Name", "coder");
  await dialog.click("Test");
  expect(dialog.text()).toContain("1 to 14400");
  await dialog.fill("Time limit", "60");
  await dialog.click("Test");
  expect(dialog.text()).toContain("It is not started for a test, because it could do something.");
  await dialog.click("Go on");
  expect(dialog.text()).toContain('claude -p " --say a b " -');
  expect(dialog.text()).toContain("without approvals");
  expect((await kept()).models).toEqual({});
  await dialog.click("Save");
  expect(app.modals()).toHaveLength(0);
  const { models, roles } = await kept();
  expect(models["coder"]).toMatchObject({
    provider: "program",
    program: { command: "claude", args: ["-p", " --say  a b ", "-"], events: "claude-stream", seconds: 60 },
  });
  expect(roles["worker"]).toBe("");
  expect(started).toEqual([]);
});

test("a test of a saved program says why it does not start it", async () => {
  await room.settings({ ...PROMPT, models: { coder: CODER } });
  const app = await acting(room);
  const tab = await app.settingsTab();
  await tab.click("Test");
  expect(tab.text()).toContain("It is not started for a test, because it could do something.");
  expect(tab.text()).not.toContain("does not work");
  expect(started).toEqual([]);
});

test("a renamed program keeps its agents, and options that nobody changed stay as they are", async () => {
  await room.settings({
    ...PROMPT,
    models: { me: HAND, coder: CODER },
    roles: { worker: "me" },
    agents: { claude: { role: "reviewer", model: "coder" }, codex: { model: "me" }, other: {} },
  });
  const app = await acting(room);
  const tab = await app.settingsTab();
  expect(row(tab, "coder")).toContain("does the steps of “claude” in flows");
  await more(app, tab, "coder", "Change…");
  await app.modal().fill("Name", "house");
  await app.modal().fill("Price in", "1");
  await app.modal().fill("Price out", "2");
  await app.modal().click("Go on");
  await app.modal().click("Save");
  const { models, agents, roles } = await kept();
  expect(models).not.toHaveProperty("coder");
  expect(models["house"]).toMatchObject({ ...CODER, price: { in: 1, out: 2 } });
  expect(roles["worker"]).toBe("me");
  expect(agents).toMatchObject({
    claude: { role: "reviewer", model: "house" },
    codex: { model: "me" },
    other: {},
  });
});

test("deleting a model says which agents of flows name it, and they then have the model of their role", async () => {
  await room.settings({
    ...PROMPT,
    models: { me: HAND, coder: CODER },
    roles: { worker: "me" },
    agents: { claude: { role: "reviewer", model: "coder" }, codex: { model: "me" } },
  });
  const app = await acting(room);
  const tab = await app.settingsTab();
  await more(app, tab, "coder", "Delete…");
  expect(app.modal().text()).toContain(
    "It does the steps of “claude” in flows. Without it, their roles’ models do those steps.",
  );
  expect(app.modal().text()).not.toContain("Nothing uses it");
  await app.modal().click("Delete");
  const { models, agents } = await kept();
  expect(Object.keys(models)).toEqual(["me"]);
  expect(agents).toEqual({
    claude: { role: "reviewer", steps: [] },
    codex: { role: "worker", model: "me", steps: [] },
  });
});

test("an agent of flows is given a model, and keeps it in another role", async () => {
  await room.settings({ ...PROMPT, models: { coder: CODER } });
  const app = await acting(room);
  const tab = await app.settingsTab();
  await tab.click("Agents");
  await tab.click("Add an agent");
  await app.modal().fill("Name", "claude");
  await app.modal().fill("Model", "coder");
  await app.modal().click("Save");
  expect((await kept()).agents).toMatchObject({ claude: { role: "worker", model: "coder" } });
  const again = await app.settingsTab();
  await again.click("Agents");
  expect(row(again, "claude")).toBe("Works as: Worker, with the model “coder”.");
  await more(app, again, "claude", "Let it work as: Reviewer");
  expect((await kept()).agents).toMatchObject({ claude: { role: "reviewer", model: "coder" } });
});

test("a phone says that programs run on a computer, and neither tests nor starts one", async () => {
  await room.settings(PROMPT);
  const app = await room.start({ device: "phone" });
  const tab = await app.settingsTab();
  await tab.click("Add a model");
  await app.modal().click("A program on a computer");
  expect(app.modal().text()).toContain("Programs run only on a computer.");
  expect(app.modal().buttons()).not.toContain("Test");
  await app.modal().fill("Program", "codex");
  await app.modal().click("Go on");
  await app.modal().click("Save");
  expect((await kept()).models["program"]).toMatchObject({ program: { command: "codex", args: [] } });
  expect(started).toEqual([]);
});
