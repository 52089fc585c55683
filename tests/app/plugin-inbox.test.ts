/** The inbox: what needs a person in one list, answered by keys, in place. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rename } from "node:fs/promises";
import { root } from "../../scripts/bundle.mjs";
import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import type { Harness } from "./harness";
import { acting, leftBehind, openRoom, pass, plan, PROMPT, waitFor, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
beforeEach(async () => {
  room = await openRoom();
});
afterEach(() => room.leave());

const mail = (to: string, subject: string, body: string): readonly string[] => [
  "- [ ] ✋ Write the mail",
  "    ```action",
  "    type: email",
  `    target: ${to}`,
  "    args:",
  `      subject: ${subject}`,
  `      body: ${body}`,
  "    ```",
];

async function asked(plans: Readonly<Record<string, readonly string[]>>): Promise<void> {
  app = await acting(room);
  for (const [name, steps] of Object.entries(plans)) {
    await room.put(`Plans/${name}.md`, plan(name, steps));
    await pass(app);
  }
  await app.run("open-inbox");
  await rest();
}

/** A pane that came by itself takes no answer for a second. */
const rest = (): Promise<void> => app.time.advance(1100);

async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  const { document, KeyboardEvent } = app.window as Window & typeof globalThis;
  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
  await app.idle();
}

const inbox = (): HTMLElement => {
  const el = app.views("planwright-inbox")[0]?.el;
  if (el === undefined) throw new Error("The inbox is not open.");
  return el;
};
const titles = (): readonly string[] =>
  Array.from(inbox().querySelectorAll(".planwright-inbox-title"), ({ textContent }) => textContent ?? "");
const chosen = (): string =>
  inbox().querySelector("[aria-selected=true] .planwright-inbox-title")?.textContent ?? "";
const read = (): string => inbox().querySelector(".planwright-review-text")?.textContent ?? "";
const foot = (): readonly string[] =>
  Array.from(inbox().querySelectorAll(".planwright-review-foot button"), (el) => el.textContent ?? "");
const click = async (label: string): Promise<void> => {
  const { MouseEvent } = app.window as Window & typeof globalThis;
  Array.from(inbox().querySelectorAll(".planwright-review-foot button"))
    .find(({ textContent }) => textContent === label)
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  await app.idle();
};
const requests = async (folder: string): Promise<number> =>
  (await room.names(folder)).filter((name) => name.includes("_email_")).length;

describe("requests", () => {
  beforeEach(() => room.settings(PROMPT));

  test("J goes on, A approves what is read, and the next one follows", async () => {
    await asked({
      "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?"),
      "PLAN-2": mail("bo@example.org", "The piano", "Dear Bo, it is heavy."),
    });
    expect([...titles()].sort()).toEqual(["Lunch", "The piano"]);
    await press("ArrowUp");
    await press("ArrowUp");
    const [first = "", second = ""] = titles();
    expect(chosen()).toBe(first);
    await press("j");
    expect(chosen()).toBe(second);
    await press("k");
    await press("a");
    // Pressed twice, it is no answer to the next one, which nobody read.
    await press("a");
    await pass(app);
    expect(await requests("Approved")).toBe(1);
    expect(await requests("Pending_Approval")).toBe(1);
    // Approved mails that are done by hand ask for a word, too.
    expect([...titles()].sort()).toEqual(["Lunch", "The piano"]);
    expect(await leftBehind(app)).toEqual([]);
  });

  test("on a narrow screen an answer first shows what it is for", async () => {
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?") });
    const content = inbox().querySelector(".planwright-inbox") ?? inbox();
    Object.defineProperty(content, "clientWidth", { value: 420 });
    await press("a");
    expect(await requests("Approved")).toBe(0);
    expect(content.classList.contains("mod-reading")).toBe(true);
    await press("a");
    expect(await requests("Approved")).toBe(1);
  });

  test("words in the search find rows, and none says so", async () => {
    await asked({
      "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?"),
      "PLAN-2": mail("bo@example.org", "The piano", "Dear Bo, it is heavy."),
    });
    await press("/");
    const field = inbox().querySelector<HTMLInputElement>("input[type=search]");
    expect(app.window.document.activeElement).toBe(field);
    if (field === null) return;
    const search = (words: string): void => {
      field.value = words;
      field.dispatchEvent(new (app.window as Window & typeof globalThis).Event("input", { bubbles: true }));
    };
    search("piano");
    expect(titles()).toEqual(["The piano"]);
    // Letters in the field are words, and answer nothing.
    await press("a");
    expect(await requests("Approved")).toBe(0);
    search("violin");
    expect(titles()).toEqual([]);
    expect(inbox().textContent).toContain("Nothing here contains “violin”.");
  });

  test("Later puts it off until a morning, and Undo brings it back", async () => {
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?") });
    const putOff = async (): Promise<void> => {
      await press("l");
      await app.popovers()[0]?.click("Tomorrow at 9:00");
    };
    await putOff();
    expect(inbox().textContent).toContain("Put off");
    await press("z");
    await pass(app);
    await rest();
    expect(titles()).toEqual(["Lunch"]);
    await putOff();
    await pass(app);
    expect(titles()).toEqual([]);
    expect(await requests("Pending_Approval")).toBe(1);
    expect(await room.get("Plans/PLAN-1.md")).toMatch(/Human: Put off step 1 .* \(later, step s-/);
    await app.views("planwright-inbox")[0]?.click("Scheduled 1");
    await pass(app);
    await rest();
    expect(titles()).toEqual(["Lunch"]);
    await press("a");
    await pass(app);
    await app.views("planwright-inbox")[0]?.click("Needs you 1");
    await pass(app);
    expect(titles()).toEqual(["Lunch"]);
  });

  test("Later means the morning of the vault, whatever this device’s clock shows", async () => {
    await room.settings({ ...PROMPT, time_zone: "Asia/Tokyo" });
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?") });
    await press("l");
    await app.popovers()[0]?.click("Tomorrow at 9:00");
    expect(await room.get("Plans/PLAN-1.md")).toMatch(/Put off step 1 .* until \d{4}-\d\d-\d\d 09:00 /);
  });

  test("a step that is the person’s is done or skipped with one key, and Undo opens it again", async () => {
    await asked({ "PLAN-1": ["- [ ] Ring the parish hall", "- [ ] Measure the shelf"] });
    const steps = async (): Promise<readonly string[]> =>
      (await room.get("Plans/PLAN-1.md")).match(/- \[.\] (?:Ring|Measure)/g) ?? [];
    expect(titles()).toEqual(["Ring the parish hall"]);
    await press("d");
    expect(await steps()).toEqual(["- [x] Ring", "- [ ] Measure"]);
    await press("z");
    expect(await steps()).toEqual(["- [ ] Ring", "- [ ] Measure"]);
    await pass(app);
    await rest();
    await press("s");
    expect(await steps()).toEqual(["- [-] Ring", "- [ ] Measure"]);
    await press("z");
    await pass(app);
    expect(await steps()).toEqual(["- [ ] Ring", "- [ ] Measure"]);
  });

  test("a second Z right after the first undoes nothing that was done before", async () => {
    await asked({ "PLAN-1": ["- [ ] Ring the parish hall", "- [ ] Measure the shelf", "- [ ] Fold it"] });
    await press("d");
    await pass(app);
    await rest();
    await press("d");
    await Promise.all([press("z"), press("z")]);
    await pass(app);
    expect((await room.get("Plans/PLAN-1.md")).match(/- \[x\]/g)).toHaveLength(1);
  });

  test("Undo of Done opens that step, whatever was ticked in the note since", async () => {
    await asked({ "PLAN-1": ["- [ ] Ring the parish hall", "- [ ] Measure the shelf", "- [ ] Fold it"] });
    await press("d");
    const note = await room.get("Plans/PLAN-1.md");
    await room.put("Plans/PLAN-1.md", note.replace("- [ ] Measure", "- [x] Measure"));
    await pass(app, 4000);
    await press("z");
    await pass(app, 4000);
    const states = (await room.get("Plans/PLAN-1.md")).match(/- \[.\] (?:Ring|Measure|Fold)/g);
    expect(states).toEqual(["- [ ] Ring", "- [x] Measure", "- [ ] Fold"]);
  });

  test("two taps in one place, each told as a single click, are one answer", async () => {
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?") });
    await click("Approve");
    await app.time.advance(150);
    expect(foot()).toContain("Done");
    await click("Done");
    await pass(app);
    expect(await requests("Done/Actions")).toBe(0);
  });

  test("a click that was meant for what stood there before approves nothing else", async () => {
    await asked({
      "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?"),
      "PLAN-2": mail("bo@example.org", "The piano", "Dear Bo, it is heavy."),
    });
    const first = chosen();
    const who = first === "Lunch" ? "ana" : "bo";
    const name = (await room.names("Pending_Approval")).find((each) => each.includes(who)) ?? "";
    await rename(`${room.folder}/Pending_Approval/${name}`, `${room.folder}/Rejected/${name}`);
    await pass(app, 100);
    expect(chosen()).not.toBe(first);
    await click("Approve");
    expect(await requests("Approved")).toBe(0);
    await rest();
    await click("Approve");
    expect(await requests("Approved")).toBe(1);
  });

  test("letters that go on after a word was put right in a field answer nothing", async () => {
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?") });
    for (const key of ["Backspace", "Process", "Dead"]) {
      await press("/");
      await press(key);
      (app.window.document.activeElement as HTMLElement | null)?.blur();
      await press("a");
      expect(await requests("Approved"), key).toBe(0);
      await pass(app, 3000);
    }
  });

  test("Undo stands in a row of its own, beside both panes", async () => {
    await asked({ "PLAN-1": ["- [ ] Ring the parish hall", "- [ ] Measure the shelf"] });
    await press("Enter");
    await press("d");
    const bar = inbox().querySelector(".planwright-undo");
    expect(bar?.textContent).toContain("Done");
    expect(bar?.closest(".planwright-inbox-side, .planwright-inbox-reading")).toBeNull();
  });

  test("a second D right after the first answers nothing, whatever stands there by then", async () => {
    await asked({
      "PLAN-1": ["- [ ] Ring the parish hall", "- [ ] Measure the shelf"],
      "PLAN-2": ["- [ ] Fold it"],
    });
    await press("d");
    await press("j");
    await press("k");
    await press("d");
    await pass(app, 100);
    const open = [await room.get("Plans/PLAN-1.md"), await room.get("Plans/PLAN-2.md")].join("\n");
    expect(open.match(/- \[x\]/g)).toHaveLength(1);
    await rest();
    await press("d");
    await pass(app, 100);
    expect(
      Object.values(await room.files())
        .join("\n")
        .match(/- \[x\] (?:Ring|Measure|Fold)/g),
    ).toHaveLength(2);
  });

  test("the row beneath an answered one is chosen, also where the answered plan has a newer step", async () => {
    await asked({
      "PLAN-1": ["- [ ] Ring the parish hall", "- [ ] Measure the shelf"],
      "PLAN-2": ["- [ ] Fold it", "- [ ] Press it"],
      "PLAN-3": ["- [ ] Bake", "- [ ] Eat"],
    });
    const [, second = "", third = ""] = titles();
    await press("j");
    expect(chosen()).toBe(second);
    await press("d");
    await pass(app);
    expect(titles()).toHaveLength(3);
    expect(chosen()).toBe(third);
  });

  test("a step that is due on a later day is last, tells its day, and Later offers that day first", async () => {
    await asked({ "PLAN-1": ["- [ ] Fold it"] });
    const due = new Date(app.time.now() + 3 * 86_400_000);
    const text = plan("PLAN-2", ["- [ ] Thank Marit"]);
    await room.put(
      "Plans/PLAN-2.md",
      text.replace("status: Active", `status: Active\ndue: ${due.toISOString().slice(0, 10)}`),
    );
    await pass(app);
    expect(titles()).toEqual(["Fold it", "Thank Marit"]);
    expect(inbox().querySelectorAll(".planwright-inbox-state")[1]?.textContent).toMatch(
      /^Due [A-Z][a-z]{2}$/,
    );
    await press("j");
    await press("l");
    expect(app.popovers()[0]?.text()).toMatch(/^\d+ [A-Z][a-z]+ at 9:00, the due day/);
  });

  test("a rejected mail can still be read", async () => {
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?") });
    await press("r");
    await press("Enter", { ctrlKey: true });
    await pass(app);
    expect(read()).toContain("Dear Ana, shall we?");
  });

  test("a change that was just made here raises no alarm, and the changed mail takes its place", async () => {
    await asked({
      "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?"),
      "PLAN-2": ["- [ ] Fold it"],
    });
    while (chosen() !== "Lunch") await press("j");
    await press("e");
    await app.modal().fill("Subject (optional)", "Supper");
    await app.modal().click("Ask for approval");
    await app.idle();
    const states = Array.from(inbox().querySelectorAll(".planwright-inbox-state"), (el) => el.textContent);
    expect(states).not.toContain("Changed");
    expect(chosen()).not.toBe("Fold it");
    await pass(app);
    expect(chosen()).toBe("Supper");
  });

  test("what is done by hand is said with D, never with the key that approved it", async () => {
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?") });
    await press("a");
    await pass(app);
    await rest();
    await press("a");
    expect(await requests("Approved")).toBe(1);
    await press("d");
    await pass(app);
    await rest();
    await app.views("planwright-inbox")[0]?.click("Sent");
    await pass(app);
    expect(inbox().querySelector(".planwright-inbox-state")?.textContent).toBe("Done by hand");
    expect(read()).toContain("Done by hand");
    expect(inbox().querySelector(".planwright-undo")?.textContent).not.toMatch(/_email_|\.md/);
  });

  test("a rejection is undone, and the request waits again", async () => {
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?") });
    await press("r");
    await press("Enter", { ctrlKey: true });
    expect(await requests("Rejected")).toBe(1);
    await press("z");
    await pass(app);
    expect(await requests("Pending_Approval")).toBe(1);
    expect(titles()).toEqual(["Lunch"]);
  });

  test("after a rejection, what was changed is marked in the text, and the marks can be hidden", async () => {
    await asked({ "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we meet at noon?") });
    await press("r");
    await press("Enter", { ctrlKey: true });
    await pass(app);
    const text = await room.get("Plans/PLAN-1.md");
    await room.put("Plans/PLAN-1.md", text.replace("at noon", "at one"));
    await pass(app);
    await app.run("request-approval");
    await app.idle();
    if (app.modals().length > 0) await app.modal().click("Ask again");
    await pass(app);
    await rest();
    const marked = (tag: string): readonly string[] =>
      Array.from(inbox().querySelectorAll(`.planwright-mail ${tag}`), (el) => el.textContent ?? "");
    expect(marked("del")).toEqual(["noon"]);
    expect(marked("ins")).toEqual(["one"]);
    expect(read()).toContain("new words are underlined");
    expect(inbox().querySelector(".planwright-changes")).toBeNull();
    const hide = inbox().querySelector<HTMLElement>(".planwright-changed button");
    hide?.click();
    expect(hide?.getAttribute("aria-pressed")).toBe("true");
    expect(inbox().querySelector(".mod-unmarked")).not.toBeNull();
  });

  test("a reason that was begun is not lost by moving on", async () => {
    await asked({
      "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?"),
      "PLAN-2": mail("bo@example.org", "The piano", "Dear Bo, it is heavy."),
    });
    await press("r");
    const field = inbox().querySelector("textarea");
    if (field === null) throw new Error("There is no field for the reason.");
    field.value = "Not before May";
    field.focus();
    // A look that finds something else takes nothing from under a person who writes.
    await room.put(
      "Plans/PLAN-3.md",
      plan("PLAN-3", mail("ana@example.com", "Supper", "Dear Ana, or supper?")),
    );
    await pass(app);
    expect(field.isConnected).toBe(true);
    const before = chosen();
    field.blur();
    await press("j");
    expect(chosen()).toBe(before);
    expect(foot().join(" ")).toContain("Approve");
    await press("r");
    await press("Enter", { ctrlKey: true });
    await pass(app);
    expect(await requests("Rejected")).toBe(1);
  });
});

describe("mails that are confirmed", () => {
  let sink: Sink;
  beforeEach(async () => {
    sink = await startSink();
  });
  afterEach(() => sink.stop());

  const confirmedMails = (more: object = {}): Promise<void> =>
    room.settings({
      ...PROMPT,
      // The clock runs ahead of the server, which is not to be late by it.
      start_timeout_seconds: 600,
      high_risk: ["email"],
      servers: {
        mail: {
          command: process.execPath,
          args: [`${root}scripts/parts/mail-server.mjs`],
          env: { SMTP_PORT: String(sink.port) },
        },
      },
      actions: { email: { server: "mail", tool: "send_email", idempotency_argument: "message_id" } },
      ...more,
    });

  test("are confirmed one by one by as many presses, a second apart, and never from a field", async () => {
    await confirmedMails();
    await asked({
      "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?"),
      "PLAN-2": mail("bo@example.org", "The piano", "Dear Bo, it is heavy."),
    });
    await waitFor(app, "the requests", async () => (await requests("Pending_Approval")) === 2);
    for (const title of ["Lunch", "The piano"]) {
      while (chosen() !== title) await press(titles().indexOf(chosen()) === 0 ? "j" : "k");
      await waitFor(app, "its answers", () => foot().some((each) => each.startsWith("Approve")));
      await rest();
      const before = await requests("Approved");
      await press("a");
      await waitFor(app, "the approval", async () => (await requests("Approved")) > before);
      await pass(app);
      await rest();
    }
    expect(await requests("Approved")).toBe(2);
    await press("/");
    await press("Enter", { ctrlKey: true });
    await pass(app);
    expect(sink.messages).toHaveLength(0);
    inbox().querySelector<HTMLElement>("input[type=search]")?.blur();
    await press("Enter", { ctrlKey: true });
    // A press that is held down or doubled counts once, also where the other one is chosen meanwhile.
    await press("j");
    await press("Enter", { ctrlKey: true });
    await press("k");
    await press("Enter", { ctrlKey: true });
    await pass(app);
    await waitFor(app, "the mail", () => sink.messages.length > 0);
    expect(sink.messages).toHaveLength(1);
    await rest();
    await press("Enter", { ctrlKey: true });
    await waitFor(app, "the other mail", () => sink.messages.length === 2);
  });

  test("lead to nothing of another kind that would go out by the same key", async () => {
    const to = { server: "mail", tool: "send_email", idempotency_argument: "message_id" };
    await confirmedMails({ high_risk: ["email", "newsletter"], actions: { email: to, newsletter: to } });
    const all = async (folder: string): Promise<number> =>
      (await room.names(folder)).filter((name) => /_(?:email|newsletter)_/.test(name)).length;
    const post = mail("bo@example.org", "The piano", "It is heavy.");
    await asked({
      "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?"),
      "PLAN-2": post.map((line) => line.replace("type: email", "type: newsletter")),
    });
    await waitFor(app, "the requests", async () => (await all("Pending_Approval")) === 2);
    for (const _ of [1, 2]) {
      const before = await all("Approved");
      while (!foot().some((each) => each.startsWith("Approve"))) await press("j");
      await rest();
      await press("a");
      await waitFor(app, "the approval", async () => (await all("Approved")) > before);
      await pass(app);
      await rest();
    }
    while (chosen() !== "Lunch") await press(titles().indexOf(chosen()) === 0 ? "j" : "k");
    await press("Enter", { ctrlKey: true });
    await waitFor(app, "the mail", () => sink.messages.length === 1);
    await pass(app);
    await rest();
    await press("Enter", { ctrlKey: true });
    await pass(app);
    expect(sink.messages).toHaveLength(1);
    expect(titles()).toHaveLength(1);
    await press("j");
    await press("Enter", { ctrlKey: true });
    await waitFor(app, "the post", () => sink.messages.length === 2);
  });

  test("what is about to go out stays to be seen, with its own Undo, beside the last answer", async () => {
    await confirmedMails({ grace_seconds: 10, high_risk: [] });
    await asked({
      "PLAN-1": mail("ana@example.com", "Lunch", "Dear Ana, shall we?"),
      "PLAN-2": ["- [ ] Ring the hall", "- [ ] Fold it"],
    });
    await waitFor(app, "the request", async () => (await requests("Pending_Approval")) === 1);
    await pass(app);
    while (chosen() !== "Lunch") await press(titles().indexOf(chosen()) === 0 ? "j" : "k");
    await press("a");
    await app.time.advance(1500);
    await press("d");
    const rows = (): readonly string[] =>
      Array.from(inbox().querySelectorAll(".planwright-undo-row"), (each) => each.textContent ?? "");
    expect(rows()).toEqual([expect.stringMatching(/Ring the hall/), expect.stringMatching(/Lunch.*Undo/)]);
    await press("z");
    expect(await room.get("Plans/PLAN-2.md")).toContain("- [ ] Ring the hall");
    await rest();
    expect(rows()).toEqual([expect.stringMatching(/^Taken back/), expect.stringMatching(/Lunch.*Undo/)]);
    await press("z");
    await pass(app, 12_000);
    expect(sink.messages).toEqual([]);
  });

  test("with the same text are one row, approved with A, and confirmed with one key", async () => {
    await confirmedMails();
    const names = ["Ana", "Bo", "Cleo"];
    await asked(
      Object.fromEntries(
        names.map((name, at) => [
          `PLAN-${String(at)}`,
          mail(
            `${name.toLowerCase()}@example.com`,
            "Open workshop",
            `Dear ${name}, the workshop is open again on Saturday 13 March.`,
          ),
        ]),
      ),
    );
    await waitFor(app, "the requests", async () => (await requests("Pending_Approval")) === 3);
    expect(titles()).toHaveLength(1);
    await rest();
    await press("a");
    await pass(app);
    expect(await requests("Approved")).toBe(3);
    expect(sink.messages).toHaveLength(0);
    expect(titles()).toHaveLength(1);
    expect(foot()).toContain("Confirm 3");
    // The key that approved does not confirm.
    await press("a");
    await pass(app);
    expect(sink.messages).toHaveLength(0);
    await press("Enter", { ctrlKey: true });
    await waitFor(app, "the mails", () => sink.messages.length === 3);
    await waitFor(app, "the end of them", () => titles().length === 0);
    expect(inbox().textContent).toContain("Nothing needs you");
    // The inbox told it all by itself.
    expect(app.shownNotices().filter((each) => /Approv|Sent|Confirm/.test(each))).toEqual([]);

    // What went out is found by a word of its text, shown as it went out, and asked for once more.
    await app.views("planwright-inbox")[0]?.click("Sent");
    await pass(app);
    expect(titles()).toEqual(["Open workshop", "Open workshop", "Open workshop"]);
    const field = inbox().querySelector<HTMLInputElement>("input[type=search]");
    if (field === null) throw new Error("There is no search.");
    field.value = "dear bo saturday";
    field.dispatchEvent(new (app.window as Window & typeof globalThis).Event("input", { bubbles: true }));
    expect(titles()).toHaveLength(1);
    field.blur();
    expect(read()).toContain("Dear Bo, the workshop is open again on Saturday 13 March.");
    await rest();
    await press("u");
    await waitFor(app, "what is asked once more", () => foot().join(" ").includes("Approve"));
    expect(chosen()).toBe("Open workshop");
    expect(await requests("Pending_Approval")).toBe(1);
    expect(sink.messages).toHaveLength(3);
  });
});

/** A plan of a flow that asks, with the inbox open. */
async function askedByFlow(next = ""): Promise<void> {
  await room.settings(PROMPT);
  await room.put(
    "Flows/Move.md",
    "```flow\nsteps:\n  - step: way\n    ask: choose\n    question: Which way?\n    options: [Van, Bicycle]\n" +
      `${next}\`\`\`\n`,
  );
  await asked({});
  await app.run("start-flow");
  const flow =
    app
      .modal()
      .suggestions()
      .find((each) => each.startsWith("move")) ?? "";
  await app.modal().choose(flow);
  if (app.modals().length > 0) await app.modal().click("Start");
  await pass(app);
  await app.run("open-inbox");
  await rest();
}

async function expectAnswered(): Promise<void> {
  const [name = ""] = (await room.names("Done/Plans")).filter((each) => each.startsWith("PLAN-"));
  const text = await room.get(`Done/Plans/${name}`);
  expect(text).toContain("- [x] (2) Bicycle");
  expect(text).toContain("after ten");
}

test("in the mission view, too, words go with the answer; a redraw and the other view keep them", async () => {
  await askedByFlow();
  const field = (view: string): HTMLInputElement => {
    const found = app.views(view)[0]?.el.querySelector<HTMLInputElement>(".planwright-answer-words input");
    if (found == null) throw new Error(`There is no field in ${view}.`);
    return found;
  };
  const typed = field("planwright-inbox");
  typed.value = "after ten";
  typed.dispatchEvent(new (app.window as Window & typeof globalThis).Event("input", { bubbles: true }));
  await app.run("open-mission");
  expect(field("planwright-mission").value).toBe("after ten");
  const [name = ""] = (await room.names("Plans")).filter((each) => each.startsWith("PLAN-"));
  const text = await room.get(`Plans/${name}`);
  await room.put(`Plans/${name}`, text.replace("(1) Van", "(1) Tandem"));
  await pass(app);
  expect(field("planwright-mission").value).toBe("after ten");
  await app.views("planwright-mission")[0]?.click("Bicycle");
  await pass(app);
  await expectAnswered();
});

test("a question has its text beside it, and words go with the answer that is chosen", async () => {
  await askedByFlow();
  expect(titles()).toEqual(["Which way?"]);
  expect(foot()).toEqual(["Van", "Bicycle", "More", "Open", "Later", "Watch", "Send"]);
  const field = inbox().querySelector<HTMLInputElement>(".planwright-answer-words input");
  if (field === null) throw new Error("There is no field.");
  await press("m");
  expect(app.popovers()[0]?.text()).toContain("Skip this step");
  field.value = "after ten";
  await press("2");
  await pass(app);
  await expectAnswered();
  expect(read()).toBe("");
});

test("a key meant for one question does not answer the next one, which came into its place", async () => {
  await askedByFlow(
    "  - step: letters\n    ask: choose\n    question: Burn them?\n    options: [Burn, Keep]\n",
  );
  const [name = ""] = (await room.names("Plans")).filter((each) => each.startsWith("PLAN-"));
  const text = await room.get(`Plans/${name}`);
  await room.put(`Plans/${name}`, text.replace("- [ ] (1) Van", "- [x] (1) Van"));
  await waitFor(app, "the next question", () => titles()[0] === "Burn them?");
  await press("1");
  await pass(app, 100);
  expect(await room.get(`Plans/${name}`)).not.toContain("- [x] (1) Burn");
});

test("a question that was answered goes at once, before its plan goes on", async () => {
  await askedByFlow();
  await press("2");
  await app.time.advance(500);
  expect(titles()).toEqual([]);
});
