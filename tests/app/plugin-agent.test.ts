/**
 * Agents in the app: what is said before one is let to work, what is seen while it works, how it is stopped, and the
 * models it works with.
 */
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  called,
  delta,
  events,
  body,
  startModelServer,
  stream,
  used,
  type ModelServer,
  type Play,
} from "../fakes/modelServer";
import { root } from "../../scripts/bundle.mjs";
import type { Harness } from "./harness";
import { acting, leftBehind, openRoom, pass, plan, PROMPT, waitFor, type Room } from "./plugin-room";

const PATH = "Plans/Roof.md";
const DATA = ".obsidian/plugins/planwright/data.json";
const OPENAI = { provider: "openai-compatible", url: "https://api.openai.com/v1", model: "gpt-5" };
const SILENT: Play = () => undefined;
/** A server that lists its models without their sizes; one that is silent is given ten seconds. */
const LISTS = body(200, { data: [] });
const wants = (tool: string, input: object): Play =>
  stream(events(called(0, "a", tool, JSON.stringify(input)), delta({}, "tool_calls"), used(900, 40)));

let room: Room;
let server: ModelServer;
let plays: Play[];
beforeEach(async () => {
  room = await openRoom();
  plays = [];
  server = await startModelServer((response, request) => (plays.shift() ?? SILENT)(response, request));
});
afterEach(async () => {
  await room.leave();
  await server.leave();
});

const models = (): object => ({
  models: { main: { provider: "openai-compatible", url: server.url, model: "m" } },
  roles: { worker: "main" },
});

async function withModel(more: object = models()): Promise<Harness> {
  await room.settings({ ...PROMPT, ...more });
  const app = await acting(room);
  await room.put(PATH, plan("PLAN-7", ["- [ ] Compare the offers", "- [ ] ✋ Order the roof"]));
  await pass(app);
  return app;
}

test("it says what may be read, what leaves to whom, and the limits; Escape changes nothing", async () => {
  const app = await withModel({ ...models(), agent_folders: ["Money"], agent_never: ["Diary"] });
  const before = await room.get(PATH);
  await app.run("let-agent-work");
  const said = app.modal().text();
  expect(app.modal().title).toBe("Let the agent work on “Do PLAN-7.”?");
  expect(said).toContain("It does one open step without approval, and writes results into its own files.");
  expect(said).toContain("For one open step with ✋, it drafts what goes out, and you decide.");
  expect(said).toContain("It may read Money. It never reads Diary.");
  expect(said).toContain(`What it reads goes to “main”, the model m at ${server.url}.`);
  expect(said).toContain("Show the prompt");
  expect(said).toContain("Do this step now: Compare the offers");
  expect(said).toContain("Per step, it has 20 turns, 60000 tokens, and $1");
  expect(app.modal().buttons()).toEqual(["All steps", "One step at a time", "Not now"]);
  await app.modal().pressEscape();
  await pass(app);
  expect(await room.get(PATH)).toBe(before);
  expect(server.seen).toEqual([]);
});

test("a flow does not start with a note that agents may not read, and the form says why", async () => {
  const app = await withModel({ ...models(), agent_folders: ["Money"] });
  await app.open(PATH);
  const before = await room.names("Plans");
  await app.run("think-through");
  await app.modal().click("Start");
  expect(app.modal().text()).toContain(
    "The agents may not read “Plans/Roof”, which you gave them: the setting “Folders that agents may read”",
  );
  expect(await room.names("Plans")).toEqual(before);
  await app.modal().click("Clear");
  await app.modal().click("Start");
  expect(app.modals()).toEqual([]);
  expect(await room.names("Plans")).not.toEqual(before);
});

test("while it works the status bar says so, and Stop ends the question and the work", async () => {
  const app = await withModel();
  await app.run("let-agent-work");
  await app.modal().click("All steps");
  expect(await room.get(PATH)).toContain("agent: auto");
  await waitFor(app, "the model is asked", () => server.seen.length > 0);
  await waitFor(app, "the status bar tells", () => app.statusBar().includes("thinking…"));
  expect(app.statusBar()).toMatch(/^Do PLAN-7\., step 1: thinking… \d+ s · nothing spent so far ?Stop$/);
  await app.run("watch-agent");
  const panel = app.views("planwright-agent")[0];
  expect(panel?.text()).toMatch(
    /^Agent Agent at work Stop Do PLAN-7\. Step 1 of 2 · Compare the offers \$0\.00 of/,
  );
  expect(panel?.text()).toMatch(/Thinking for \d+ s Files Work notes \d\d:\d\d$/);
  await panel?.click("Stop");
  let isHungUp = false;
  void server.hungUp.then(() => (isHungUp = true));
  await waitFor(app, "the question is hung up", () => isHungUp);
  await waitFor(app, "it is quiet again", () => !app.statusBar().includes("Stop"));
  expect(await room.get(PATH)).toContain(`agent: "off"`);
  expect(app.notices().join("\n")).toMatch(
    /No agent works on “[^”]+” any more\..* you can let the agent work/,
  );
  await app.run("open-mission");
  const mission = app.views("planwright-mission")[0];
  await waitFor(
    app,
    "it is the person’s turn",
    () => mission?.text().includes("You stopped the agent") === true,
  );
  await mission?.click("Let the agent work on this plan…");
  expect(app.modal().title).toMatch(/^Let the agent work on “/);
  await app.modal().pressEscape();
  await pass(app, 10_000);
  expect(server.seen).toHaveLength(1);
  expect(panel?.text()).toMatch(/^Agent Stopped Do PLAN-7\./);
  expect(panel?.buttons()).not.toContain("Stop");
  expect(app.commandPalette()).not.toContain("Planwright: Stop the agent");
  expect(await leftBehind(app)).toEqual([]);
});

test("once its plan is deleted, the panel says so, and offers no Stop", async () => {
  const app = await withModel();
  await app.run("let-agent-work");
  await app.modal().click("All steps");
  await waitFor(app, "the model is asked", () => server.seen.length > 0);
  await app.run("watch-agent");
  const panel = app.views("planwright-agent")[0];
  expect(panel?.buttons()).toContain("Stop");
  await rm(`${room.folder}/${PATH}`);
  await waitFor(app, "it is told", () => panel?.text().includes("Its plan is gone") === true);
  expect(panel?.buttons()).not.toContain("Stop");
  expect(panel?.text()).not.toContain("Thinking");
});

test("without a model it says so, and leads to adding one; then it goes on", async () => {
  const app = await withModel({});
  await app.run("let-agent-work");
  expect(app.modal().text()).toContain("No language model is set up.");
  expect(app.modal().buttons()).toEqual(["Add a model…", "Answer in its place…", "Not now"]);
  const before = await room.get(PATH);
  await app.modal().click("Answer in its place…");
  expect(app.modal().text()).toContain("Copy the question to any chat");
  await app.modal().pressEscape();
  await pass(app, 10_000);
  expect(await room.get(PATH)).toBe(before);
  await app.run("let-agent-work");
  await app.modal().click("Add a model…");
  expect(app.modal().title).toBe("Add a model");
  await app.modal().click("Another address");
  await app.modal().fill("Address", server.url);
  await app.modal().fill("Key", "sk-new");
  plays.push(
    body(200, { data: [{ id: "m" }, { id: "text-embedding-m" }, { id: "n", context_length: 16_000 }] }),
  );
  await app.modal().click("Show its models");
  await waitFor(app, "the models are there", () => app.modal().buttons().includes("Test and save"));
  await app.modal().fill("Model", "n");
  expect(app.modal().fields()).toMatchObject({ Name: "main", "Context size": "16000" });
  plays.push(wants("say_other", {}), wants("say_ready", { word: "ready" }), LISTS);
  await app.modal().click("Test and save");
  await waitFor(app, "the test ends", () => app.modal().text().includes("called a tool, but not as"));
  expect(app.modal().buttons()).toContain("Save anyway");
  await app.modal().click("Test and save");
  await waitFor(app, "it is ready", () => app.modal().title === "Ready: an agent can work with it");
  expect(app.modal().text()).toContain("“main” works: it called a tool");
  expect(app.modal().text()).toContain("It does agents’ steps, and drafts plans");
  expect(await room.get(DATA)).not.toContain("sk-new");
  expect(app.app.secretStorage.getSecret("model-key")).toBe("sk-new");
  await app.modal().click("Close");
  await waitFor(
    app,
    "it goes on",
    () => app.modals().length > 0 && app.modal().title.startsWith("Let the agent"),
  );
  expect(app.modal().text()).toContain(`goes to “main”, the model n at ${server.url}.`);
  await app.modal().click("One step at a time");
  expect(await room.get(PATH)).toContain("agent: step");
  await waitFor(app, "the model is asked", () => server.seen.length > 1);
});

test("a model is changed and removed in the settings; its key is never in them", async () => {
  const app = await withModel();
  app.app.secretStorage.setSecret("my-key", "sk-123456789");
  const tab = await app.settingsTab();
  expect(tab.rows().find(({ name }) => name === "main")?.desc).toBe(
    `the model m at ${server.url} · does the steps of agents`,
  );
  await tab.click("More about main");
  await app.popovers()[0]?.click("Change…");
  await app.modal().fill("Name", "house");
  await app.modal().fill("Key", "my-key");
  await app.modal().fill("Price in", "0,5");
  await app.modal().click("Save");
  expect(app.modal().text()).toContain("Enter both prices");
  await app.modal().fill("Price out", "1.5");
  await app.modal().click("Save");
  const kept = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await room.get(DATA)) as Record<string, unknown>;
  expect(await kept()).toMatchObject({
    models: { house: { key: "$secret:my-key", price: { in: 0.5, out: 1.5 }, context: 32_000 } },
    roles: { worker: "house" },
  });
  expect(JSON.stringify(await kept())).not.toContain("sk-1");
  plays.push(wants("say_ready", { word: "ready" }), LISTS);
  expect(tab.text()).toContain("not tested yet");
  await tab.click("Test");
  await waitFor(app, "the test ends", () => tab.text().includes("“house” works"));
  expect(server.seen[0]?.headers.authorization).toBe("Bearer sk-123456789");
  await (await app.settingsTab()).fill("Does the steps of agents", "");
  expect(await kept()).toMatchObject({ roles: { worker: "" } });
});

test.each<readonly [string, string, Readonly<Record<string, string>>, string]>([
  ["no address", "", { Model: "m" }, "has to be an address"],
  ["no name at the provider", "http://127.0.0.1:9/v1", {}, "is missing"],
  [
    "a context size that is no number",
    "http://127.0.0.1:9/v1",
    { Model: "m", "Context size": "a lot" },
    "a number of tokens",
  ],
  ["too little room", "http://127.0.0.1:9/v1", { Model: "m", "Context size": "100" }, "8000"],
])("a model with %s is not saved, and it is said why", async (_what, address, fields, why) => {
  const app = await room.start({ device: "phone" });
  const tab = await app.settingsTab();
  await tab.click("Add a model");
  expect(app.modal().buttons()).not.toContain("Ollama on this computer");
  await app.modal().click("Another address");
  await app.modal().fill("Address", address);
  await app.modal().click("Go on");
  for (const [name, value] of Object.entries(fields)) await app.modal().fill(name, value);
  await app.modal().click("Save");
  expect(app.modals()).toHaveLength(1);
  expect(app.modal().text()).toContain(why);
});

test("what was typed of a new model is there again, but for another provider", async () => {
  const app = await acting(room);
  const tab = await app.settingsTab();
  await tab.click("Add a model");
  await app.modal().click("OpenAI");
  expect(app.modal().text()).toContain("platform.openai.com/api-keys");
  await app.modal().fill("Key", "sk-typed");
  await app.modal().pressEscape();
  await tab.click("Add a model");
  await app.modal().click("OpenAI");
  expect(app.modal().fields()["Key"]).toBe("sk-typed");
  await app.modal().click("Back");
  await app.modal().click("Anthropic");
  expect(app.modal().fields()["Key"]).toBe("");
  await app.modal().click("Back");
  await app.modal().click("Me, by copy and paste");
  await app.modal().click("Save");
  expect(tab.rows().find(({ name }) => name === "me")?.desc).toContain("you, by copy and paste");
});

test("a key goes to no model that another device added", async () => {
  const openai = { ...OPENAI, key: "$secret:model-key" };
  await room.settings({ ...PROMPT, models: { openai }, roles: { worker: "openai" } });
  const phone = await room.start({ device: "phone" });
  await (await phone.settingsTab()).click("Add a model");
  await phone.modal().click("Another address");
  await phone.modal().fill("Address", server.url);
  await phone.modal().fill("Key", "sk-other");
  await phone.modal().click("Go on");
  await phone.modal().fill("Model", "m");
  await phone.modal().click("Save");
  expect(JSON.parse(await room.get(DATA))).toMatchObject({
    models: { openai: { key: "$secret:model-key" }, main: { key: "$secret:model-key-2" } },
  });
  expect(phone.app.secretStorage.getSecret("model-key-2")).toBe("sk-other");
});

test("a key that is refused is told before the models are asked for, and a failed test stays with the model", async () => {
  const app = await acting(room);
  const tab = await app.settingsTab();
  await tab.click("Add a model");
  await app.modal().click("Another address");
  await app.modal().fill("Address", server.url);
  await app.modal().fill("Key", "sk-wrong");
  plays.push(body(401, {}));
  await app.modal().click("Show its models");
  await waitFor(app, "it is refused", () => app.modal().text().includes("does not accept this key"));
  await app.modal().click("Type a name");
  await app.modal().fill("Model", "m");
  plays.push(body(401, {}));
  await app.modal().click("Test and save");
  await waitFor(app, "it fails", () => app.modal().buttons().includes("Save anyway"));
  await app.modal().click("Save anyway");
  expect(tab.el.textContent).toContain("does not work");
});

test("a key that is tried is in the keychain only once it is saved, in place of no other", async () => {
  const app = await acting(room);
  const tab = await app.settingsTab();
  const look = async (): Promise<void> => {
    await tab.click("Add a model");
    await app.modal().click("Another address");
    await app.modal().fill("Address", server.url);
    await app.modal().fill("Key", "sk-typed");
    await app.modal().click("Show its models");
    await waitFor(app, "it is asked", () => server.seen.length > 0);
  };
  await look();
  await app.modal().click("Cancel");
  expect(app.app.secretStorage.listSecrets()).toEqual([]);
  app.app.secretStorage.setSecret("model-key", "of-another-plugin");
  plays.push(body(404, {}), body(404, {}));
  await look();
  await waitFor(app, "it has no list", () => app.modal().buttons().includes("Test and save"));
  expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer sk-typed");
  await app.modal().fill("Model", "wrong-name");
  await app.modal().click("Test and save");
  await waitFor(app, "it fails", () => app.modal().buttons().includes("Save anyway"));
  expect(app.app.secretStorage.listSecrets()).toEqual(["model-key"]);
  await app.modal().fill("Model", "right-name");
  await app.modal().click("Save anyway");
  expect(JSON.parse(await room.get(DATA))).toMatchObject({
    models: { main: { model: "right-name", key: "$secret:model-key-2" } },
  });
  expect(app.app.secretStorage.getSecret("model-key")).toBe("of-another-plugin");
  expect(app.app.secretStorage.getSecret("model-key-2")).toBe("sk-typed");
});

test("a model that came by sync is asked nothing before the settings are confirmed here", async () => {
  await room.settings({ ...PROMPT, ...models() });
  const app = await room.start();
  const tab = await app.settingsTab();
  await tab.click("Test");
  expect(tab.text()).toContain("The settings are not confirmed on this device");
  await tab.click("More about main");
  await app.popovers()[0]?.click("Change…");
  await app.modal().click("Test");
  expect(app.modal().text()).toContain("so it asks no server and no model yet");
  expect(server.connections()).toBe(0);
});

test("what a program does while it works is seen in the view, and Stop ends it", async () => {
  const args = [`${root}scripts/parts/agent-program.mjs`, "hang"];
  const program = { command: process.execPath, args, events: "claude-stream" };
  await room.settings({
    ...PROMPT,
    models: { coder: { provider: "program", program, price: { in: 1, out: 1 } } },
    agents: { coder: { model: "coder" } },
  });
  const app = await acting(room);
  await room.put("Flows/Build.md", "```flow\nsteps:\n  - step: build\n    agent: coder\n```\n");
  await pass(app);
  await app.run("open-mission");
  const view = (): HTMLElement | undefined => app.views("planwright-mission")[0]?.el;
  const agent = (): string => app.views("planwright-agent")[0]?.text() ?? "";
  await app.run("watch-agent");
  expect(agent()).toBe("Agent No agent at work “Let the agent work on this plan…” starts one.");
  await app.run("start-flow");
  await app.modal().choose("build · Build");
  expect(app.modal().text()).toContain(
    `The agent “coder” is the program ${[process.execPath, ...args].join(" ")}. It works on its own, with your rights`,
  );
  await app.modal().click("Start");
  await waitFor(app, "its first deed", () => agent().includes("Running npm test -- --token •••"));
  const stop = view()?.querySelector<HTMLElement>("[data-part=stop]");
  await waitFor(app, "its second deed", () => agent().includes("Reading plan.md"));
  expect(agent()).toMatch(/Running npm test -- --token ••• \d.* The program “coder” has worked for /);
  expect(view()?.textContent).toContain("The program “coder” has worked for ");
  expect(view()?.querySelector("[data-part=stop]")).toBe(stop);
  expect(app.statusBar()).toMatch(/step 1: the program “coder” has worked for \d/);
  await app.views("planwright-mission")[0]?.click("Stop");
  await waitFor(app, "it is gone", () => !agent().includes("The program “coder” has worked"));
  for (const text of Object.values(await room.files())) expect(text).not.toContain("npm test");
  expect(await leftBehind(app)).toEqual([]);
});
