/** The `planwright` code block in a note: a plan, all that needs the person, or why neither. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Harness } from "./harness";
import { acting, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
beforeEach(async () => (room = await openRoom()));
afterEach(async () => room.leave());

async function home(): Promise<Harness> {
  await room.settings(PROMPT);
  const app = await acting(room);
  app.app.workspace.defaultMode = "preview";
  await room.put("Plans/A.md", plan("PLAN-20260101-anna", ["- [ ] ✋ Write to Ana"]));
  await room.put("Plans/Spring mail.md", plan("PLAN-20260101-mail", ["- [ ] ✋ Write to Bo"]));
  await room.put("Ideas.md", "Ideas\n");
  await pass(app);
  return app;
}

let shown = 0;
async function block(app: Harness, text: string): Promise<HTMLElement> {
  const path = `Home ${String((shown += 1))}.md`;
  await room.put(path, `\`\`\`planwright\n${text}\n\`\`\`\n`);
  await app.settleDisk();
  await app.open(path);
  const found = app.app.workspace.activeEditor?.containerEl.querySelector<HTMLElement>(
    ".markdown-reading-view .planwright-block",
  );
  if (!found) throw new Error("The block is not drawn.");
  return found;
}
const says = async (app: Harness, text: string): Promise<string> =>
  (await block(app, text)).textContent ?? "";

const OTHERWISE = "Write a plan’s link, title or id; an empty block shows what needs you.";

test("a block shows the plan it names, by link, file name or id, and without a name what needs the person", async () => {
  const app = await home();
  for (const text of [
    "[[Spring mail]]",
    "[[Plans/Spring mail#Roadmap|Spring]]",
    "Spring mail",
    "Plans/Spring mail.md",
    "PLAN-20260101-mail",
  ])
    expect(await says(app, text), text).toContain("Write to Bo");
  expect(await says(app, "")).toMatch(/^2 things need you/);
  expect(await says(app, " \n\n ")).toMatch(/^2 things need you/);
});

test("a fault in the text of a block is told with what can be written instead", async () => {
  const app = await home();
  expect(await says(app, "Sprnig mail")).toBe(
    `There is no plan “Sprnig mail”. Did you mean “Spring mail”? ${OTHERWISE}`,
  );
  expect(await says(app, "[[Sprnig mail]]")).toBe(
    `There is no plan “Sprnig mail”. Did you mean “Spring mail”? ${OTHERWISE}`,
  );
  expect(await says(app, "needs")).toBe(`There is no plan “needs”. ${OTHERWISE}`);
  expect(await says(app, "Ideas")).toBe(`“Ideas” is a note, but not a plan. ${OTHERWISE}`);
  expect(await says(app, "plan: [[Spring mail]]")).toBe("Write only “[[Spring mail]]”, without “plan:”.");
  expect(await says(app, "Spring mail\nA")).toBe(
    "A block shows one plan; this one has 2 lines. Write one block per plan.",
  );
});

test("a title that several plans have is told with a link to each", async () => {
  const app = await home();
  const one = (await room.get("Plans/A.md")).replace(/^Do .*$/m, "Twice, #2");
  await room.put("Plans/A.md", one);
  await room.put("Plans/C.md", one.replaceAll("anna", "carl"));
  await pass(app);
  expect(await says(app, "twice, #2")).toBe(
    "2 plans are called “twice, #2”. Write [[Plans/A]] or [[Plans/C]].",
  );
});

test("nothing in a block is active", async () => {
  const app = await home();
  const el = await block(
    app,
    '<img src="x" onerror="alert(1)"> [a](obsidian://planwright?do=review) \u202e[[b]]',
  );
  expect(el.querySelectorAll("a, img, button, input, script, iframe")).toHaveLength(0);
  expect(el.textContent).toMatch(/^There is no plan “/);
  expect(el.textContent).not.toContain("\u202e");
});
