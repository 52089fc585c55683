/** Notes as the app shows them: the marks of steps, actions as a review shows them, and signs folded away. */
import { EditorState } from "@codemirror/state";
import { editorInfoField, editorLivePreviewField } from "obsidian";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EngineClient } from "../../src/app/ui/engineClient";
import { decorate } from "../../src/app/ui/notes/livePreview";
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
  expect(marks(app)[0]).toBe("✋ Write to: Yours to do");
  await app.run("confirm");
  await app.modal().click("Done");
  await pass(app);
  expect(marks(app)[0]).toBe("✋ Write to: Done by hand");
  await click(app, all(app, ".planwright-mark")[0]);
  expect(app.activeNote()).toMatch(/^Done\/Actions\/.*_receipt\.md$/);
  expect(await leftBehind(app)).toEqual([]);
});

test("a step that a person skipped or ticked says so, and its mark explains the plan", async () => {
  const app = await reading(["- [-] ✋ Write to Cy", "- [x] ✋ Write to Di", "- [ ] Ring them"]);
  expect(marks(app)).toEqual(["✋ Write to Cy: Skipped", "✋ Write to Di: Done by hand"]);
  await click(app, all(app, ".planwright-mark")[0]);
  expect(app.modals()).toHaveLength(1);
});

test("the signs by which Planwright finds a line again are folded away where a plan is read, and stay in the note", async () => {
  const app = await reading(["- [ ] ✋ Write to Bo", "- [ ] Wait (asked, step s-1)"]);
  const note = await room.get("Plans/A.md");
  expect(note).toMatch(/\(blocked, step s-[\w-]+, /);
  const line = all(app, "li").find((each) => each.textContent?.includes("Blocked at step 1"));
  const [sign, ...others] = Array.from(line?.querySelectorAll(".planwright-log-mark") ?? []);
  expect(sign?.textContent).toMatch(/^ \(blocked, step s-[\w-]+, .*\)$/);
  expect(others).toEqual([]);
  expect(line?.textContent).toContain("Nobody has said yet exactly what to send.");
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
  const fold = all(app, ".planwright-action details")[0];
  fold?.setAttribute("open", "");
  await pass(app);
  expect(all(app, ".planwright-action details")[0]).toBe(fold);
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

/** Each mark by the line that it stands in, counted over all boxes of the note. */
const placed = (app: Harness): readonly string[] =>
  all(app, "li.task-list-item").flatMap((item, at) =>
    Array.from(item.querySelectorAll<HTMLElement>(".planwright-mark"))
      .filter((mark) => mark.closest("li") === item)
      .map((mark) => `${String(at + 1)}: ${mark.textContent ?? ""}`),
  );

const PAY = [
  "    ```action",
  "    type: letter",
  "    target: Ana",
  "    args:",
  "      text: Two",
  "    ```",
];

test.each([
  [
    "a step of the same words that needs none",
    ["- [x] Write to Ana", "- [ ] ✋ Write to Ana", ...PAY],
    ["2: Approval needed"],
  ],
  [
    "a done step of the same words, in a list of its own",
    ["- [x] ✋ Write to Ana", ...PAY, "", "### Later", "", "- [ ] ✋ Write to Ana", ...PAY],
    ["1: Done by hand", "2: Approval needed"],
  ],
  [
    "a box of the same words beneath another step",
    ["- [x] Sow", "    - [ ] Write to Ana", "- [ ] ✋ Write to Ana", ...PAY],
    ["3: Approval needed"],
  ],
])("a mark stands at its own step, besides %s", async (_what, steps, expected) => {
  const app = await reading(steps);
  expect(placed(app)).toEqual(expected);
});

test("a box of the same words outside the Roadmap has no mark", async () => {
  const app = await reading([
    "- [ ] ✋ Write to Ana",
    ...PAY,
    "",
    "## Notes of mine",
    "",
    "- [ ] Write to Ana",
  ]);
  expect(placed(app)).toEqual(["1: Approval needed"]);
});

test("an action is drawn no more where its note is no plan any more", async () => {
  const app = await reading(LETTER);
  expect(all(app, ".planwright-action")).toHaveLength(1);
  const note = await room.get("Plans/A.md");
  await room.put("Own/A.md", note);
  await app.app.fileManager.renameFile(app.app.vault.getFileByPath("Plans/A.md") as never, "Own/B.md");
  await pass(app);
  expect(all(app, ".planwright-action")).toEqual([]);
  expect(all(app, "pre > code")).toHaveLength(1);
});

test("while a note is edited, what stands in a block is in view, and so are words before a sign", () => {
  const step = "- [ ] ✋ Write to Ana ^s-1a2b";
  const log = "- [2026-02-21T10:30:00Z] Agent: Asked for it. (asked, step s-1a2b)";
  const words = [
    "    - [2026-02-21T10:30:00Z] Agent: Paid. (skipped)",
    "        Meet at ^s-ab12",
    "- [2026-02-21T10:30:00Z] Agent: Seen(skipped)",
    "- [2026-02-21T10:30:00Z] Agent: One (two) three(skipped)",
  ];
  const block = ["    ```action", "    type: letter", "    target: |-", ...words.slice(0, 2), "    ```"];
  const doc = plan("PLAN-1", [step, ...block]).replace("Logs\n", ["Logs", log, ...words.slice(2)].join("\n"));
  const state = EditorState.create({
    doc,
    extensions: [editorLivePreviewField.init(() => true), editorInfoField],
  });
  const world = { planIndex: { at: () => ({}) }, plans: [], recent: [] };
  const unseen: string[] = [];
  // A long line is drawn in two spans.
  const spans = [
    { from: 0, to: doc.indexOf("Ana") },
    { from: doc.indexOf("Ana"), to: doc.length },
  ];
  decorate(state, spans, { world: () => world } as unknown as EngineClient).between(
    0,
    doc.length,
    (from, to) => {
      unseen.push(doc.slice(from, to));
    },
  );
  expect(unseen).toEqual([" ^s-1a2b", " (asked, step s-1a2b)"]);
});
