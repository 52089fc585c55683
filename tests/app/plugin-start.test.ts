/** The start page: a plan in a line, a plan from a template, and the plans with who is next. */
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

const page = (): HTMLElement => {
  const el = app.views("planwright-start")[0]?.el;
  if (el === undefined) throw new Error("The start page is not open.");
  return el;
};
const field = (): HTMLTextAreaElement => {
  const el = page().querySelector("textarea");
  if (el === null) throw new Error("There is no field.");
  return el;
};
const says = (): string => page().querySelector(".planwright-capture-says")?.textContent ?? "";
const made = async (): Promise<readonly string[]> =>
  (await room.names("Plans")).filter((name) => name.startsWith("PLAN-"));

async function press(el: Element, key: string, more: KeyboardEventInit = {}): Promise<void> {
  const { KeyboardEvent } = app.window as Window & typeof globalThis;
  el.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  await app.idle();
}

function write(text: string): void {
  const { Event } = app.window as Window & typeof globalThis;
  field().value = text;
  field().dispatchEvent(new Event("input", { bubbles: true }));
}

describe("a plan in a line", () => {
  test("is told before Enter, kept as a draft with its day, and started there", async () => {
    await app.run("new-plan");
    expect(app.window.document.activeElement).toBe(field());
    write("Thank Marit, 2031-01-31");
    expect(says()).toBe("Starts “Thank Marit”: due Friday, 31 Jan 2031, 1 step.");
    const main = page().querySelector(".planwright-answers > .mod-cta");
    expect(main?.textContent).toBe("Start");
    await press(field(), "Enter", { ctrlKey: true });
    const [name = ""] = await made();
    const text = await room.get(`Plans/${name}`);
    expect(text).toContain("due: 2031-01-31\nstatus: Draft\n");
    expect(text).toContain("# Objective\n\nThank Marit\n");
    expect(text).toContain("- [ ] Thank Marit\n");
    expect(says()).toBe("Made “Thank Marit”.");
    expect(field().value).toBe("");
    await app.views("planwright-start")[0]?.click("Start it");
    await pass(app);
    expect(await room.get(`Plans/${name}`)).toContain("status: Active");
    expect(page().textContent).toContain("31 Jan 2031You");
    expect(await leftBehind(app)).toEqual([]);
  });

  test("with further lines has steps, and boxes for those that ask first", async () => {
    await app.run("new-plan");
    write("A fair\nFind a hall\n✋ Send the invitations\nBake");
    expect(says()).toBe("Starts “A fair”: no due day, 3 steps, 1 of which asks you first.");
    const boxes = (): readonly HTMLInputElement[] =>
      Array.from(page().querySelectorAll(".planwright-marks input"));
    expect(boxes().map(({ checked }) => checked)).toEqual([false, true, false]);
    const toggle = (at: number): void => boxes()[at]?.click();
    toggle(1);
    toggle(2);
    expect(field().value).toBe("A fair\nFind a hall\nSend the invitations\n✋ Bake");
    await press(field(), "Enter", { shiftKey: true });
    expect(await made()).toEqual([]);
    await press(field(), "Enter");
    const [name = ""] = await made();
    const text = await room.get(`Plans/${name}`);
    expect(text).toContain("status: Active");
    expect(text.match(/^- \[ \] .*$/gm)).toEqual([
      "- [ ] Find a hall",
      "- [ ] Send the invitations",
      "- [ ] ✋ Bake",
    ]);
  });

  test("is not made of no words, nor twice by a key that is held down", async () => {
    await app.run("new-plan");
    await press(field(), "Enter");
    write("  ");
    await press(field(), "Enter");
    expect(says()).toBe("");
    write("Fold it");
    await press(field(), "Enter", { repeat: true });
    expect(await made()).toEqual([]);
  });
});

describe("a plan from a template", () => {
  test("of every month takes two clicks, once its blanks are filled in", async () => {
    await app.run("open-start");
    page().querySelector<HTMLElement>(".planwright-template")?.click();
    await app.idle();
    expect(app.modal().title).toBe("Monthly rent");
    expect(app.modal().el.querySelector(".planwright-sheet")).toBeNull();
    const marked = (): readonly string[] =>
      Array.from(app.modal().el.querySelectorAll(".planwright-warning"), (el) => el.textContent ?? "");
    await app.modal().click("Start");
    expect(marked()).toEqual(["Fill this in.", "Fill this in.", "Fill this in."]);
    await app.modal().fill("Pay to", "Osei and Daughters Ltd");
    await app.modal().fill("Amount", "-640");
    await app.modal().fill("Currency", "GBP");
    await app.modal().click("Start");
    expect(marked()).toEqual(["Write a number above 0, such as 640.00."]);
    await app.modal().fill("Amount", "640.00");
    expect(app.modal().el.querySelector(".planwright-fill-preview")?.textContent).toMatch(
      /^Starts “Pay the rent”: due .*640\.00 GBP/,
    );
    expect(app.modal().text()).not.toContain("all shown");
    await app.modal().click("Start");
    expect(app.modals()).toEqual([]);
    const [name = ""] = await made();
    const text = await room.get(`Plans/${name}`);
    expect(text).toContain("repeat: every month on the 1st");
    expect(text).toContain("target: Osei and Daughters Ltd");
    await pass(app);
    expect(says()).toBe("Made “Pay the rent”.");
    expect(page().textContent).toMatch(/Pay the rentKeep|Pay the rent.*On 1 /);
    expect(await leftBehind(app)).toEqual([]);
  });
});

test("a mail of a template is read before it is started, and goes to a whole address", async () => {
  await app.run("open-start");
  Array.from(page().querySelectorAll<HTMLElement>(".planwright-template"))
    .find((el) => el.textContent?.startsWith("Thank-you mail"))
    ?.click();
  await app.idle();
  await app.modal().fill("Name", "Marit");
  await app.modal().fill("Mail address", "marit at example");
  await app.modal().fill("For what", "for the recipe");
  expect(app.modal().text()).toContain("Thank you very much for the recipe!");
  await app.modal().click("Start");
  expect(app.modal().text()).toContain("Write a whole mail address, such as marit@example.com.");
  expect(await made()).toEqual([]);
  await app.modal().fill("Mail address", "marit@example.com");
  await app.modal().click("Start");
  const [name = ""] = await made();
  expect(await room.get(`Plans/${name}`)).toContain("target: marit@example.com");
});

describe("the plans", () => {
  test("none yet offers the sample, and 20 are shown before all", async () => {
    await app.run("open-start");
    expect(page().textContent).toContain("Make the sample plan");
    for (let n = 1; n <= 25; n += 1)
      await room.put(`Plans/${String(n)}.md`, plan(`PLAN-${String(n)}`, ["- [ ] Fold it"]));
    await pass(app);
    await app.time.advance(1000);
    const rows = (): number => page().querySelectorAll(".planwright-start-row").length;
    const sample = Array.from(page().querySelectorAll("button")).find(
      (el) => el.textContent === "Make the sample plan",
    );
    expect(sample?.isShown()).toBe(false);
    expect(rows()).toBe(20);
    await app.views("planwright-start")[0]?.click("Show all 25");
    await app.time.advance(1000);
    expect(rows()).toBe(25);
    expect(await leftBehind(app)).toEqual([]);
  });

  test("are gone through by J and K, and N is the field", async () => {
    await room.put("Plans/a.md", plan("PLAN-1", ["- [ ] Fold it"]));
    await pass(app);
    await app.run("open-start");
    const { document } = app.window;
    const active = (): string => document.activeElement?.textContent ?? "";
    // The first words that a person types are a plan.
    expect(document.activeElement).toBe(field());
    field().blur();
    await press(document.body, "j");
    expect(active()).toContain("Monthly rent");
    for (let n = 0; n < 8; n += 1) await press(document.body, "j");
    expect(active()).toBe("Do PLAN-1.");
    await press(document.body, "k");
    expect(active()).toContain("Application");
    await press(document.body, "n");
    expect(document.activeElement).toBe(field());
    await press(document.body, "Escape");
    expect(active()).toContain("Monthly rent");
  });
});
