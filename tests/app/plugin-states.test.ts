/**
 * The review through the states of a request: with real servers, on the acting device and on a phone, while things
 * change beneath it.
 */
import { rename } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/bundle.mjs";
import type { Harness } from "./harness";
import { acting, openRoom, pass, plan, PROMPT, requestIn, waitFor, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
beforeEach(async () => {
  room = await openRoom();
});
afterEach(() => room.leave());

const tool = (name: string, properties: object): object => ({
  name,
  description: name,
  inputSchema: { type: "object", properties, required: Object.keys(properties) },
});
const text = { type: "string" };
const TOLD = JSON.stringify({
  tools: [
    tool("send", { to: text, subject: text, body: text }),
    tool("add_contact", { name: text, floor: { type: "integer" } }),
  ],
});
const server = (file: string, ...args: readonly string[]): object => ({
  command: process.execPath,
  args: [`${root}scripts/parts/${file}`, ...args],
});
const SERVERS = {
  servers: { told: server("told-server.mjs", "", TOLD), odd: server("odd-server.mjs") },
  actions: {
    email: { server: "told", tool: "send", target_argument: "to" },
    contact: { server: "told", tool: "add_contact" },
    ping: { server: "odd", tool: "die" },
  },
};

const step = (lines: readonly string[]): readonly string[] => [
  "- [ ] ✋ Do it",
  "    ```action",
  ...lines.map((line) => `    ${line}`),
  "    ```",
];
const mail = (to: string, subject: string, body: string, more: readonly string[] = []): readonly string[] =>
  step(["type: email", `target: ${to}`, "args:", `  subject: ${subject}`, `  body: ${body}`, ...more]);
const LUNCH = mail("ana@example.com", "Lunch", "Shall we have lunch?");
const OTHER = mail("bo@example.com", "Keys", "The parish hall is locked.");

const requests = async (folder: string): Promise<readonly string[]> =>
  (await room.names(folder)).filter((name) => name !== "About this folder.md");

async function asked(plans: readonly (readonly string[])[], settings: object = {}): Promise<void> {
  await room.settings({ ...PROMPT, ...settings });
  app = await acting(room);
  for (const [at, steps] of plans.entries()) {
    const name = `PLAN-${String(at + 1)}`;
    await room.put(`Plans/${name}.md`, plan(name, steps));
    await waitFor(app, "the request", async () => (await requests("Pending_Approval")).length > at);
    await pass(app);
  }
}

function press(key: string): void {
  const { document, KeyboardEvent } = app.window as Window & typeof globalThis;
  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

async function opened(command: string): Promise<void> {
  await app.run(command);
  await waitFor(app, "the review", () => app.modals().length > 0);
}

const facts = (): readonly string[] =>
  Array.from(app.modal().el.querySelectorAll(".planwright-facts li"), (each) => each.textContent ?? "");

test("a doubt tells where to look, and which answers there are", async () => {
  await asked([step(["type: ping"])], SERVERS);
  await opened("approve");
  expect(app.modal().title).toBe("Ping");
  await app.modal().click("Approve");
  await waitFor(app, "the doubt", () => app.notices().some((each) => each.includes("Maybe")));
  await opened("resolve");
  expect(app.modal().text()).toContain("· Maybe sent, please check");
  expect(app.modal().text()).toContain("Look where it should have arrived");
  expect(app.modal().text()).toContain("Through odd / die.");
  expect(app.modal().buttons()).toEqual(expect.arrayContaining(["Open", "It wasn’t sent", "It was sent"]));
  const record = (await requests("Done/Actions")).find((name) => name.endsWith("_receipt.md")) ?? "";
  expect(app.fileMenu(`Done/Actions/${record}`).map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Planwright: It was sent", "Planwright: It wasn’t sent"]),
  );
});

test("a confirmation says by what it goes out, and that it was approved", async () => {
  await asked([LUNCH], { ...SERVERS, high_risk: ["email"] });
  await opened("approve");
  await app.modal().click("Approve");
  await pass(app);
  await opened("confirm");
  expect(app.modal().text()).toContain("· Approved, awaiting confirmation");
  expect(app.modal().text()).toContain("Approved. For an email, an approval alone is not enough.");
  expect(app.modal().buttons()).toEqual(expect.arrayContaining(["Reject…", "Undo", "Confirm"]));
});

test("tools alike name the tool, and what it gets as something else than text", async () => {
  const contact = step(["type: contact", "args:", "  name: Ana, the best plumber in town", '  floor: "3"']);
  await asked([contact, contact], SERVERS);
  await opened("approve");
  expect(app.modal().title).toBe("2 requests that are alike");
  expect(app.modal().text()).toMatch(/floor.*number/);
  expect(facts()).toContain("told · add_contact, once each");
});

test("on a phone it says from which device it goes out, and when", async () => {
  await asked([LUNCH], { ...SERVERS, grace_seconds: 10 });
  await app.unload();
  app = await room.start({ device: "phone" });
  await pass(app);
  await opened("approve");
  expect(app.modal().el.querySelector(".planwright-review-hint")?.textContent).toMatch(
    /^Goes out once from .+, about 10 s after your approval reaches it$/,
  );
});

test("a key that follows an arrow at once answers nothing that is not on the screen", async () => {
  await asked([LUNCH, OTHER]);
  await opened("approve");
  press("ArrowRight");
  press("a");
  await app.idle();
  expect(await requests("Approved")).toEqual([]);
  expect(app.modal().text()).toContain("The parish hall is locked.");
});

test("a note that was changed a moment ago is not said to be unchanged", async () => {
  await asked([LUNCH, OTHER]);
  await opened("approve");
  for (const name of await requests("Pending_Approval")) {
    const path = `Pending_Approval/${name}`;
    await room.put(path, (await room.get(path)).replace("is locked", "is open"));
  }
  press("ArrowRight");
  await app.idle();
  expect(app.modal().text()).toContain("· Changed since you were asked");
  expect(facts()).not.toContain("unchanged since it was asked");
  expect(app.modal().buttons()).not.toContain("Approve");
});

test("a reason that was begun outlives the next request, a refusal and the dialog", async () => {
  const WHY = "Why, or what to change";
  await asked([LUNCH]);
  await opened("approve");
  await app.modal().click("Reject…");
  await app.modal().fill(WHY, "Too early");
  await app.modal().pressEscape();
  await app.modal().pressEscape();
  await opened("approve");
  await app.modal().click("Reject…");
  expect(app.modal().fields()).toEqual({ [WHY]: "Too early" });
  const name = await requestIn(room, "Pending_Approval");
  await rename(`${room.folder}/Pending_Approval/${name}`, `${room.folder}/${name}`);
  await app.modal().click("Reject");
  await rename(`${room.folder}/${name}`, `${room.folder}/Pending_Approval/${name}`);
  await app.modal().pressEscape();
  await pass(app);
  await opened("approve");
  await app.modal().click("Reject…");
  expect(app.modal().fields()).toEqual({ [WHY]: "Too early" });
});

test("nothing is said of attachments where an argument may be one", async () => {
  const more = ["  attachments:", "    - filename: plan.pdf", "      content: JVBERi0="];
  await asked([mail("ana@example.com", "Lunch", "See you.", more)]);
  await opened("approve");
  expect(app.modal().text()).toContain("plan.pdf");
  expect(app.modal().text()).not.toContain("no attachments");
});

test("the dialog goes away with the plugin", async () => {
  await asked([LUNCH]);
  await opened("approve");
  await app.unload();
  expect(app.modals()).toEqual([]);
});
