/** The questions of a flow in the mission view: whoever presses Escape at one has answered nothing and lost nothing. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Harness } from "./harness";
import { acting, leftBehind, openRoom, pass, PROMPT, type Room } from "./plugin-room";

/** One of each kind. What an agent would write, the person puts there, and ticks. */
const FLOW = `\`\`\`flow
steps:
  - step: way
    ask: choose
    question: Which way?
    options: [Van, Bicycle]
  - step: why
    ask: text
    question: Why that way?
  - step: sure
    ask: confirm
    question: Are you sure?
  - step: list
    answer: questions
    ask: each
  - step: letter
    agent: me
    ask: edit
    question: Change letter.md until it says what you want.
\`\`\`
`;
const LIST = "1. Who carries the piano?\n   - Ana\n   - Ben\n2. When?\n   - In May\n   - In June\n";
/** What is answered at last, by what the question says. */
const ANSWERS = [
  ["Which way?", "Van"],
  ["Why that way?", null],
  ["Are you sure?", "No"],
  ["What now?", "Leave it as it is, and go on"],
  ["Question 1 of 2: Who carries the piano?", "Ana"],
  ["Question 2 of 2: When?", "In May"],
  ["Change letter.md", "It is right as it is"],
] as const;

let room: Room;
let app: Harness;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
  app = await acting(room);
});
afterEach(() => room.leave());

const asked = (): HTMLElement => {
  const found = app
    .views("planwright-mission")[0]
    ?.el.querySelector<HTMLElement>(".planwright-question")
    ?.closest<HTMLElement>(".planwright-card");
  if (found == null)
    throw new Error(`No question is shown: ${app.views("planwright-mission")[0]?.text() ?? ""}`);
  return found;
};

async function pressEscape(el: HTMLElement): Promise<void> {
  const { KeyboardEvent } = app.window as Window & typeof globalThis;
  el.focus();
  expect(app.window.document.activeElement).toBe(el);
  for (const type of ["keydown", "keyup"])
    el.dispatchEvent(new KeyboardEvent(type, { key: "Escape", bubbles: true, cancelable: true }));
  await pass(app);
}

test("Escape at a question of each kind answers nothing, loses nothing, and the question can be answered", async () => {
  await room.put("Flows/Move.md", FLOW);
  await pass(app);
  await app.run("start-flow");
  await app.modal().choose(
    app
      .modal()
      .suggestions()
      .find((each) => each.startsWith("move")) ?? "",
  );
  if (app.modals().length > 0) await app.modal().click("Start");
  await pass(app);
  await app.run("open-mission");
  const name = (await room.names("Plans")).find((each) => each.startsWith("PLAN-")) ?? "";
  const path = `Plans/${name}`;
  const work = `Work/${(await room.names("Work"))[0] ?? ""}`;
  for (const [question, label] of ANSWERS) {
    const text = await room.get(path);
    expect(asked().textContent).toContain(question);
    // The card, and the plan beneath it, tell the question once.
    const shown = app.views("planwright-mission")[0]?.text() ?? "";
    expect(shown.split(question)).toHaveLength(2);
    if (question === "Change letter.md")
      expect(asked().querySelector(".planwright-read")?.textContent).toBe("Read “letter”");
    const field = asked().querySelector<HTMLInputElement>("input[type=text]");
    if (field === null) throw new Error("There is no field.");
    field.value = "Half a word";
    field.dispatchEvent(new (app.window as Window & typeof globalThis).Event("input", { bubbles: true }));
    await pressEscape(field);
    const button = asked().querySelector<HTMLElement>("button");
    if (button === null) throw new Error("There is no button.");
    await pressEscape(button);
    expect(await room.get(path)).toBe(text);
    expect(app.modals()).toEqual([]);
    expect(asked().textContent).toContain(question);
    expect(asked().querySelector<HTMLInputElement>("input[type=text]")?.value).toBe("Half a word");
    if (label === null) asked().querySelector("form")?.requestSubmit();
    else
      Array.from(asked().querySelectorAll("button"))
        .find(({ textContent }) => textContent === label)
        ?.click();
    await app.idle();
    await pass(app);
    // A plan that is done is put away.
    expect(await room.get(path).catch(() => "")).not.toBe(text);
    // The next line is an agent’s, which the person does in its place.
    if (question === "What now?") await didIt(path, `${work}/list.md`, LIST);
    if (question.includes("When?")) await didIt(path, `${work}/letter.md`, "Dear Ben.\n");
  }
  expect(await room.get(`Done/${path}`)).toContain("status: Done");
  expect(await leftBehind(app)).toEqual([]);
});

async function didIt(path: string, file: string, text: string): Promise<void> {
  await room.put(file, text);
  const note = await room.get(path);
  await room.put(path, note.replace("- [ ]", "- [x]"));
  await pass(app);
}
