/** The manners of dialogs: where the focus is, what Enter does, and that nothing a person typed is thrown away. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Harness } from "./harness";
import { acting, leftBehind, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
  app = await acting(room);
});
afterEach(() => room.leave());

const active = (): HTMLElement => app.window.document.activeElement as HTMLElement;
const nameOf = (el: HTMLElement): string =>
  app.window.document.getElementById(el.getAttribute("aria-labelledby") ?? "")?.textContent ?? "";

async function press(key: string): Promise<void> {
  const { KeyboardEvent } = app.window as Window & typeof globalThis;
  active().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await app.idle();
}

async function type(text: string): Promise<void> {
  const field = active() as HTMLInputElement;
  field.value = text;
  const { Event } = app.window as Window & typeof globalThis;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await app.idle();
}

/** The form of a template with a few fields. */
async function thank(): Promise<void> {
  await app.run("new-from-template");
  await app.modal().choose("Thank-you mail");
}

describe("a form", () => {
  test("begins in its first field, and it and every field have names", async () => {
    await thank();
    const title = app.modal().el.getAttribute("aria-labelledby") ?? "";
    expect(app.modal().el.ownerDocument.getElementById(title)?.textContent).toBe(app.modal().title);
    expect(nameOf(active())).toBe("Name");
    await press("Enter");
    expect(nameOf(active())).toBe("Mail address");
    expect(app.modals()).toHaveLength(1);
  });

  test("asks once before it throws away what was typed, and not where nothing was", async () => {
    await thank();
    await app.modal().pressEscape();
    expect(app.modals()).toEqual([]);
    await thank();
    await type("Marit");
    await app.modal().pressEscape();
    expect(app.modal().title).toBe("Discard what you typed?");
    await app.modal().click("Keep writing");
    expect(app.modal().fields()["Name"]).toBe("Marit");
    await app.modal().click("Cancel");
    await app.modal().click("Discard");
    expect(app.modals()).toEqual([]);
    expect(await leftBehind(app)).toEqual([]);
  });

  test("is sent by Enter in its last line, and not asked about then", async () => {
    await room.put("Plans/a.md", plan("PLAN-1", ["- [ ] ✋ Post it"]));
    await pass(app);
    await app.run("request-approval");
    await app.modal().fill("Type", "other");
    const fields = app.modal().fields();
    expect(Object.keys(fields)).toEqual([
      "Type",
      "To whom or where",
      "Subject (optional)",
      "Text (optional)",
      "Send later (optional)",
    ]);
    await app.modal().fill("To whom or where", "the board");
    await app.modal().click("Ask for approval");
    expect(app.modals()).toEqual([]);
    await app.run("act-here");
    expect(active().classList.contains("modal-content")).toBe(true);
    await press("Enter");
    expect(app.modals()).toHaveLength(1);
  });
});

test("where there is nothing to choose, the notice says so and no list opens", async () => {
  await app.run("hold");
  expect(app.notices().at(-1)).toBe("Nothing is about to go out.");
  expect(app.modals()).toEqual([]);
});

test("the focus goes back to where it was", async () => {
  const field = app.window.document.body.createEl("input");
  field.focus();
  await app.run("confirm-settings");
  await app.modal().pressEscape();
  expect(active()).toBe(field);
  field.remove();
});

test("a plan is explained with a link to its step and a button for each way out, and no word of a terminal", async () => {
  await room.put("Plans/a.md", plan("PLAN-1", ["- [ ] ✋ Post it"]));
  await pass(app);
  await app.run("explain-plan");
  const { title } = app.modal();
  expect(title).toBe("Where “Do PLAN-1.” is, and why");
  expect(app.modal().text()).toContain("Planwright cannot ask for this action yet.");
  expect(app.modal().text()).not.toMatch(/in a terminal|rule “/);
  expect(app.modal().buttons()).toEqual(["Step 1 of 1: ✋ Post it", "Fill in…", "Done", "Close"]);
  await app.modal().click("Fill in…");
  expect(app.modal().title).toBe("Request approval");
  await app.modal().click("Cancel");
  await app.run("explain-plan");
  await app.modal().click("Step 1 of 1: ✋ Post it");
  expect(app.modals()).toEqual([]);
  expect(app.activeNote()).toBe("Plans/a.md");
});

const BARE = "---\ntask_id: PLAN-5\nstatus: Active\n---\n# Objective\nLet it be.\n";

test.each([
  [
    "a misspelt status",
    plan("PLAN-2", ["- [ ] a"], "Actve"),
    "status “Actve” is not known (Active?)",
    ["Set it to Active"],
  ],
  [
    "a misspelt id",
    plan("PLAN-3", ["- [ ] a"]).replace("task_id", "taskid"),
    "looks like a plan written another way (no task_id, only “taskid”)",
    ["Convert…"],
  ],
  [
    "properties that cannot be read",
    plan("PLAN-4", ["- [ ] a"]).replace("status:", "subject: Re: you\nstatus:"),
    "has properties that cannot be read; “Repair notes…” shows what would put them right.",
    ["Repair…"],
  ],
  ["no boxes", BARE, "is not a plan yet (no boxes): it has no recognisable steps", []],
  [
    "a person who holds it",
    plan("PLAN-6", ["- [ ] a"], "Blocked"),
    "Next: nothing until you continue it.",
    null,
  ],
])("Explain tells about a note with %s, before a plan that goes on", async (_what, text, says, buttons) => {
  await room.put("Plans/a.md", plan("PLAN-1", ["- [ ] a"]));
  await room.put("Plans/z.md", text);
  await pass(app);
  await app.run("explain-plan");
  const [first = ""] = app.modal().suggestions();
  expect(first).toMatch(/^(?:z|Do PLAN-6)/);
  await app.modal().choose(first);
  expect(app.modal().text()).toContain(says);
  if (buttons !== null) expect(app.modal().buttons()).toEqual([...buttons, "Open", "Close"]);
  // The open note is what is meant, in each command about a plan.
  for (const command of buttons === null ? ["explain-plan"] : ["explain-plan", "let-agent-work"]) {
    await app.modal().pressEscape();
    await app.open("Plans/z.md");
    await app.run(command);
    expect(app.modal().text()).toContain(says);
  }
});

test("a plan that Planwright stopped itself is not offered to start: no start would move it", async () => {
  await room.put("Plans/a.md", plan("PLAN-1", ["- [ ] ✋ Post it"]));
  await pass(app);
  expect(await room.get("Plans/a.md")).toContain("status: Blocked");
  await app.run("start-plan");
  expect(app.notices().at(-1)).toBe("There is no plan to start.");
  expect(app.modals()).toEqual([]);
});
