/** What the app shows within notes: the marks of steps, actions as a review shows them, and signs folded away. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Harness } from "./harness";
import { acting, leftBehind, openRoom, pass, plan, PROMPT, requestIn, type Room } from "./plugin-room";

const LETTER = [
  "- [ ] ✋ Write to [[Ana]], **today**",
  "    ```action",
  "    type: letter",
  "    target: Ana",
  "    args:",
  "      subject: The roof is done",
  "      text: Hello Ana.",
  "    ```",
  "- [ ] ✋ Write to Bo",
];

const SHEET = "ToAnaSubjectThe roof is doneHello Ana.End of the text · 1 line · no attachments";

let room: Room;
beforeEach(async () => (room = await openRoom()));
afterEach(async () => room.leave());

async function reading(steps: readonly string[], settings: object = {}): Promise<Harness> {
  await room.settings({ ...PROMPT, ...settings });
  const app = await acting(room);
  app.app.workspace.defaultMode = "preview";
  await room.put("Plans/A.md", plan("PLAN-1", steps));
  await pass(app);
  await app.open("Plans/A.md");
  return app;
}

const all = (app: Harness, which: string): readonly HTMLElement[] =>
  Array.from(
    app.app.workspace.activeEditor?.containerEl.querySelectorAll<HTMLElement>(
      `.markdown-reading-view ${which}`,
    ) ?? [],
  );
const marks = (app: Harness): readonly string[] =>
  all(app, ".planwright-mark").map(
    (each) =>
      `${each.closest("li")?.firstChild?.nextSibling?.textContent?.trim() ?? ""}: ${each.textContent ?? ""}`,
  );

async function click(app: Harness, el: HTMLElement | undefined): Promise<void> {
  el?.click();
  await app.idle();
}

test("a step that needs approval says how it stands, and its mark opens the review and then the record", async () => {
  const app = await reading(LETTER);
  expect(marks(app)).toEqual(["✋ Write to: Approval needed"]);
  const [mark] = all(app, ".planwright-mark");
  expect(mark?.getAttribute("aria-label")).toBe("Approval needed. The roof is done. Write to Ana, **today**");
  await click(app, mark);
  await app.modal().click("Approve");
  await pass(app);
  expect(marks(app)[0]).toBe("✋ Write to: Approved, to be done by hand");
  await app.run("confirm");
  await app.modal().click("I did it");
  await pass(app);
  expect(marks(app)[0]).toBe("✋ Write to: Done by hand");
  await click(app, all(app, ".planwright-mark")[0]);
  expect(app.activeNote()).toMatch(/^Done\/Actions\/.*_receipt\.md$/);
  expect(await leftBehind(app)).toEqual([]);
});

test("the signs by which Planwright finds a line again are folded away where a plan is read, and stay in the note", async () => {
  const app = await reading(["- [ ] ✋ Write to Bo", "- [ ] Wait (asked, step s-1)"]);
  const note = await room.get("Plans/A.md");
  expect(note).toMatch(/\(blocked, step s-[\w-]+, /);
  const line = all(app, "li").find((each) => each.textContent?.includes("Blocked at step 1"));
  const [sign, ...others] = Array.from(line?.querySelectorAll(".planwright-log-mark") ?? []);
  expect(sign?.textContent).toMatch(/^ \(blocked, step s-[\w-]+, .*\)$/);
  expect(others).toEqual([]);
  expect(line?.textContent).toContain("Nobody has said yet what exactly is to be sent.");
  expect(all(app, ".planwright-log-mark").every((each) => each.closest(".task-list-item") === null)).toBe(
    true,
  );
});

test("an action is read as the review shows it, and its block is folded beneath, unchanged", async () => {
  const app = await reading(LETTER);
  const [card, ...others] = all(app, ".planwright-action");
  expect(others).toEqual([]);
  expect(card?.querySelector(".planwright-sheet")?.textContent).toBe(SHEET);
  const block = card?.querySelector("details")?.textContent ?? "";
  expect(block).toMatch(/^As writtentype: letter\ntarget: Ana\nargs:\n {2}subject: The roof is done/);
  await app.open(`Pending_Approval/${await requestIn(room, "Pending_Approval")}`);
  expect(all(app, ".planwright-sheet").map(({ textContent }) => textContent)).toEqual([SHEET]);
  await leftBehind(app);
  expect(all(app, ".planwright-action")).toEqual([]);
  expect(all(app, "pre > code")).toHaveLength(1);
});

test("a block with a fault stays in view, with the fault, its line and the change that mends it", async () => {
  const app = await reading(LETTER.map((line) => line.replace("subject: The", "subject: Re: The")));
  expect(marks(app)).toEqual(["✋ Write to: Step not understood"]);
  expect(all(app, ".planwright-action")).toEqual([]);
  const fault = all(app, ".planwright-action-fault")[0];
  expect(fault?.textContent).toMatch(/^Line 18: .*Repair…$/);
  expect(fault?.nextElementSibling?.tagName).toBe("PRE");
});

test("an action block of another note is left as it is", async () => {
  const app = await reading(LETTER);
  await room.put("Own.md", ["```action", "type: email", "```", ""].join("\n"));
  await pass(app);
  await app.open("Own.md");
  expect(all(app, ".planwright-action")).toEqual([]);
  expect(all(app, "pre > code")).toHaveLength(1);
});
