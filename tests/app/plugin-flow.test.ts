/**
 * Flows in the app: one is picked, asks its questions in a form, and becomes a plan; one with faults leads to its line.
 */
import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MarkdownView } from "./obsidian/view";
import type { Harness } from "./harness";
import { acting, leftBehind, openRoom, pass, PROMPT, type Room } from "./plugin-room";
import { pin } from "../../src/flow/pinned";
import { shortHash } from "../../src/kit/hash";
import { planKey } from "../../src/kit/ids";
import { readSettings, type Settings } from "../../src/settings/settings";
import { flowCopy } from "../../src/agent/place";

const MOVE = `How we move house.

\`\`\`flow
flow: move-house
about: Move without forgetting anything
inputs:
  list: { ask: Which note lists the rooms?, kind: note }
  how: { ask: How do you move?, kind: choice, options: [Van, Bicycle] }
  when: { ask: When?, default: in spring }
steps:
  - step: pack
    title: Pack the boxes
    phase: Packing
    ask: confirm
  - step: rooms
    loop: [Kitchen, Attic]
    phase: Each room
    ask: confirm
\`\`\`
`;
const FAULTY = `# A flow that was never tried

\`\`\`flow
flow: tidy-up
steps:
  - step: sort
  - stpe: throw-away
\`\`\`
`;
const BUILT_IN = "write-and-review · Write a text, and review it until it holds";
const MISSION = "planwright-mission";

let room: Room;
let app: Harness;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
  app = await acting(room);
  await room.put("Rooms.md", "- Kitchen\n- Attic\n");
});
afterEach(() => room.leave());

const planPath = async (): Promise<string> => {
  const name = (await room.names("Plans")).find((each) => each.startsWith("PLAN-"));
  return `Plans/${name ?? "no plan"}`;
};
const banner = (): string =>
  app.window.document.querySelector(".planwright-banner")?.textContent?.replace(/\s+/g, " ") ?? "";

describe("start flow", () => {
  test("asks what the flow asks, and tells what is wrong in the form, where nothing is lost", async () => {
    await room.put("Flows/Move.md", MOVE);
    await pass(app);
    await app.run("start-flow");
    const offered = app.modal().suggestions();
    expect(offered).toContain("move-house · Move without forgetting anything");
    expect(offered).toContain(BUILT_IN);
    await app.modal().choose("move-house · Move without forgetting anything");
    expect(app.modal().title).toBe("Start the flow “move-house”");
    expect(app.modal().fields()).toEqual({ "How do you move?": "", "When?": "in spring" });
    expect(
      app
        .modal()
        .rows()
        .map(({ desc }) => desc),
    ).toEqual(["Required.", "Required.", "If you leave it empty: in spring"]);
    await app.modal().fill("When?", "tomorrow");
    await app.modal().click("Start");
    expect(app.modal().text()).toContain("“list” is missing: Which note lists the rooms?");
    await app.modal().click("Choose note…");
    await app.modal().choose("Rooms");
    await app.modal().click("Start");
    expect(app.modal().text()).toContain("“how” is missing: How do you move?");
    expect(app.modal().text()).not.toContain("“list” is missing");
    expect(app.modal().text()).toContain("Which note lists the rooms? Rooms.md");
    expect(app.modal().fields()).toMatchObject({ "When?": "tomorrow" });
    expect(await room.names("Plans")).toEqual(["About this folder.md"]);
    await app.modal().fill("How do you move?", "Van");
    await app.modal().click("Start");
    expect(app.modals()).toEqual([]);
    const path = await planPath();
    expect(app.activeNote()).toBe(path);
    expect(await room.get(path)).toContain(
      "- list: [[Rooms|Rooms]]\n- how: Van (How do you move?)\n- when: tomorrow",
    );
    expect(app.notices().at(-1)).toMatch(/^Started “Move house: Rooms”\. First comes “Pack the boxes”\./);
    expect(await leftBehind(app)).toEqual([]);
  });

  test("“Think it through…” begins with the selection and the open note, and takes more notes", async () => {
    await room.put("Ideas.md", "Keep bees\nShould we move?\n");
    await pass(app);
    await app.open("Ideas.md");
    const { editor } = app.app.workspace.activeEditor as MarkdownView;
    editor.setSelection({ line: 1, ch: 0 }, { line: 1, ch: 15 });
    await app.run("think-through");
    expect(app.modal().title).toBe("Start the flow “deep-reasoning”");
    expect(app.modal().fields()).toMatchObject({ "What do you want to think through?": "Should we move?" });
    expect(app.modal().text()).toContain("Which notes say something about it? Ideas.md");
    await app.modal().click("Add note…");
    await app.modal().choose("Rooms");
    expect(app.modal().text()).toContain("Ideas.md · Rooms.md");
    await app.modal().click("Start");
    expect(await room.get(await planPath())).toContain(
      "- topic: Should we move?\n- context: [[Ideas|Ideas]], [[Rooms|Rooms]]\n- rounds: 3",
    );
  });

  test("“Think it through…” says why the flow cannot start, and “Start flow…” lists that too", async () => {
    const why = "Skills may have the preamble of “thinker”, which counts, and cannot be looked through.";
    await rm(join(room.folder, "Skills"), { recursive: true, force: true });
    await mkdir(join(room.folder, "elsewhere"));
    await symlink(join(room.folder, "elsewhere"), join(room.folder, "Skills"));
    await pass(app);
    await app.run("think-through");
    expect(app.modals()).toEqual([]);
    expect(app.notices().at(-1)).toContain("deep-reasoning · cannot start: ");
    expect(app.notices().at(-1)).toContain(why);
    await app.run("start-flow");
    expect(
      app
        .modal()
        .suggestions()
        .find((each) => each.startsWith("deep-reasoning")),
    ).toContain(why);
  });

  test("an approved result is listed, and becomes a plan of its steps", async () => {
    await room.put(
      "Reasoning/Approved/Move.md",
      '---\nstatus: approved\ntitle: Should we move?\niterations: 1\nplan: "[[PLAN-20260302-abcd]]"\n---\n\n- No step\n\n## Next steps\n\n1. Ring Berit\n',
    );
    await pass(app);
    await app.run("list-results");
    expect(app.activeNote()).toBe("Reasoning/Approved/Move.md");
    await app.run("plan-result");
    expect(app.modal().text()).toContain("Ring Berit");
    expect(app.modal().text()).not.toContain("No step");
    await app.modal().click("Create draft");
    await pass(app);
    expect(await room.get("Reasoning/Approved/Move.md")).toContain('carried_out_by: "[[PLAN-');
    await app.run("plan-result");
    expect(app.notices().at(-1)).toBe("Every approved result has a plan already.");
  });

  test("a plan is saved as a template, and the next one begins from it with its own objective", async () => {
    const plan =
      "---\ntask_id: PLAN-20260302-abcd\nstatus: Draft\n---\n\n# Objective\n\nInvoice to CLIENT\n\n## Roadmap\n\n- [ ] ✋ Send it\n";
    await room.put("Plans/PLAN-20260302-abcd.md", plan);
    await pass(app);
    await app.run("new-from-template");
    expect(app.modal().suggestions()).toContain("Monthly rent");
    await app.modal().pressEscape();
    await app.open("Plans/PLAN-20260302-abcd.md");
    await app.run("save-template");
    expect(app.activeNote()).toBe("Templates/Invoice to CLIENT.md");
    expect(app.notices().at(-1)).toContain("Saved as the template Templates/Invoice to CLIENT.md.");
    await app.run("new-from-template");
    await app.modal().choose("Invoice to CLIENT");
    expect(app.modal().title).toBe("New plan from “Invoice to CLIENT”");
    expect(app.modal().fields()).toEqual({ Objective: "Invoice to CLIENT" });
    await app.modal().fill("Objective", "Invoice to Berit");
    await app.modal().click("Create draft");
    expect(app.modals()).toEqual([]);
    expect(app.activeNote()).toMatch(/^Plans\/PLAN-\d{8}-\w{4} Invoice to Berit\.md$/);
    const made = await room.get(app.activeNote() ?? "");
    expect(made).toContain("status: Draft");
    expect(made).toContain("# Objective\n\nInvoice to Berit\n\n## Roadmap\n\n- [ ] ✋ Send it\n");
    expect(await room.get("Plans/PLAN-20260302-abcd.md")).toBe(plan);
    expect(await leftBehind(app)).toEqual([]);
  });

  test("the template of a result begins the next question with it as a note", async () => {
    await room.put(
      "Templates/Stay.md",
      '---\ntemplate: result\ntitle: "Stay?"\n---\n\nOne way, another way.\n',
    );
    await pass(app);
    await app.run("new-from-template");
    await app.modal().choose("Stay · to think something through");
    expect(app.modal().title).toBe("Start the flow “deep-reasoning”");
    expect(app.modal().text()).toContain("Templates/Stay.md");
  });

  test("opens the note of a flow with faults at the line of the first", async () => {
    await room.put("Flows/Tidy.md", FAULTY);
    await pass(app);
    await app.run("start-flow");
    const line = "tidy · cannot start: line 7: ";
    const offered =
      app
        .modal()
        .suggestions()
        .find((each) => each.startsWith(line)) ?? "";
    expect(offered).toContain("There is no key “stpe”. Did you mean “step”?");
    await app.modal().choose(offered);
    expect(app.modals()).toEqual([]);
    expect(app.activeNote()).toBe("Flows/Tidy.md");
    expect(app.notices().at(-1)).toContain(line);
    const view = app.app.workspace.activeEditor as MarkdownView;
    expect(view.getMode()).toBe("source");
    expect(view.editor.getLine(view.editor.getCursor().line)).toBe("  - stpe: throw-away");
  });

  test("closing its form asks first once something was typed", async () => {
    await app.run("start-flow");
    await app.modal().choose(BUILT_IN);
    expect(app.modal().title).toBe("Start the flow “write-and-review”");
    await app.modal().fill("What do you want to write?", "Our move");
    await app.modal().pressEscape();
    expect(app.modal().title).toBe("Discard what you typed?");
    await app.modal().click("Keep writing");
    await app.modal().click("Start");
    expect(await room.get(await planPath())).toContain("- topic: Our move\n- readers: anybody");
  });
});

test("the note of a flow says that it can be started, or which line keeps it from that", async () => {
  await room.put("Flows/Move.md", MOVE);
  await pass(app);
  await app.open("Flows/Move.md");
  expect(banner()).toBe("Move without forgetting anythingStart this flow");
  await app.retype(MOVE.replace("ask: confirm", "ask: conform"));
  await pass(app);
  expect(banner()).toMatch(/^1 fault: line 14: .*Go to line 14$/);
  await app.retype(MOVE);
  await pass(app);
  expect(banner()).toBe("Move without forgetting anythingStart this flow");
  expect(app.fileMenu("Rooms.md").map(({ title }) => title)).not.toContain("Planwright: Start flow…");
  await app
    .fileMenu("Flows/Move.md")
    .find(({ title }) => title === "Planwright: Start flow…")
    ?.click();
  expect(app.modal().title).toBe("Start the flow “move-house”");
  await app.modal().pressEscape();
  app.window.document.querySelector<HTMLElement>(".planwright-banner button")?.click();
  await app.idle();
  expect(app.modal().title).toBe("Start the flow “move-house”");
});

test("a skill is ejected, opened, and its note says what uses it or what is wrong with it", async () => {
  await room.put("Flows/Build.md", "```flow\nsteps:\n  - step: implement\n```\n");
  await pass(app);
  await app.run("eject-skill");
  const line = "implement · Do one task, and show that it is done · built in";
  expect(app.modal().suggestions()).toContain(line);
  await app.modal().choose(line);
  expect(app.notices().at(-1)).toBe(
    "Copied the skill “implement” to Skills/implement.md. It counts before the built-in one.",
  );
  expect(app.activeNote()).toBe("Skills/implement.md");
  await pass(app);
  expect(banner()).toBe("This is the skill “implement”. Flows that use it: build.");
  await app.retype(`${await room.get("Skills/implement.md")}\nRead $ARGUMENTS.\n`);
  await pass(app);
  expect(banner()).toMatch(/Careful, line \d+: Planwright fills in no “\$ARGUMENTS”.*Go to line \d+$/);
  await app.retype("x".repeat(40_001));
  await pass(app);
  expect(banner()).toContain("It cannot be used. It has more than 40,000 characters");
  await app.open("Flows/Build.md");
  await pass(app);
  const all = [...app.window.document.querySelectorAll(".planwright-banner")];
  expect(all.map(({ textContent }) => textContent).join("\n")).toContain(
    "1 fault: line 3: Skills/implement.md cannot be used.",
  );
  await app.run("eject-skill");
  expect(
    app
      .modal()
      .suggestions()
      .some((each) => each.startsWith("implement")),
  ).toBe(false);
  await app.modal().pressEscape();
});

test("the mission view says the phase, the step, and which task of how many", async () => {
  await room.put("Flows/Move.md", MOVE.replace(/\n {2}(list|how): .*/g, ""));
  await pass(app);
  await app.run("start-flow");
  await app.modal().choose("move-house · Move without forgetting anything");
  await app.modal().click("Start");
  await pass(app);
  await app.run("open-mission");
  const view = (): string => app.views(MISSION)[0]?.text() ?? "";
  expect(view()).toContain("Packing · step 1 of 2");
  const path = await planPath();
  await room.put(path, (await room.get(path)).replace("- [ ] Pack", "- [x] Pack"));
  await pass(app);
  expect(view()).toContain("Each room · step 3 of 4 · task 1 of 2");
  await app.run("show-flow");
  expect(app.modal().title).toBe("The flow of “Move house: in spring”");
  expect(app.modal().text()).toContain("Each room · step 3 of 4 · task 1 of 2");
  expect(app.modal().text()).toContain("Pack the boxes");
  await app.modal().click("Close");
  expect(app.fileMenu(path).map(({ title }) => title)).toContain("Planwright: Show flow");
});

test("a program that checks a step is shown with its folder, and allowed here and for this device alone", async () => {
  await app.run("allow-programs");
  expect(app.modal().text()).toContain("No running flow wants a program.");
  await app.modal().click("Close");
  await room.put(
    "Flows/Build.md",
    "```flow\nflow: build\nsteps:\n  - step: build\n    check: { command: \"node 'pro ve.mjs' \\u202Eme\" }\n```\n",
  );
  await pass(app);
  await app.run("start-flow");
  await app.modal().choose("build · Build");
  await app.modal().click("Start");
  await pass(app);
  await app.run("allow-programs");
  const shown = app.modal().text();
  expect(shown).toContain('node "pro ve.mjs" "[U+202E]me"');
  expect(shown).toContain(`In the folder ${room.folder}`);
  expect(shown).toContain("Checks “Build” of “Build”");
  expect(shown).toContain("Careful, unusual characters");
  await app.modal().click("Allow on this device");
  expect(app.modal().text()).toContain("Do not allow");
  expect(app.notices().at(-1)).toContain("This device may run node");
  await app.modal().click("Close");
  await app.run("allow-programs");
  await app.modal().click("Do not allow");
  expect(app.modal().text()).toContain("Allow on this device");
  expect(app.errors()).toEqual([]);
});

const AGENT = "```flow\nsteps:\n  - step: build\n    agent: codex\n```\n";

/** A plan that unfolds from a flow, as sync brings it: this device has started nothing. */
async function putFromElsewhere(): Promise<string> {
  const taskId = "PLAN-20260302-abcd";
  const copy = pin(AGENT, "build", {});
  const { settings } = readSettings({}) as { readonly settings: Settings };
  await room.put(flowCopy(settings, { taskId, key: planKey(taskId), workFolder: null }), copy);
  await room.put(
    `Plans/${taskId}.md`,
    `---\ntask_id: ${taskId}\nstatus: Active\nagent: auto\nflow: build\nblocked_reason: null\n---\n\n# Objective\n\nBuild\n\n## Roadmap\n\n- [ ] Build ^f-build\n\n## Reasoning Logs\n\n- [2026-03-02T09:00:00Z] Agent: Kept a copy of the flow — As asked. (flow, text ${shortHash(copy)})\n`,
  );
  return `Plans/${taskId}.md`;
}

test("a card leads to where the program of a flow from elsewhere is allowed, and opens nothing else", async () => {
  await room.leave();
  room = await openRoom();
  await room.settings({
    ...PROMPT,
    models: {
      coder: {
        provider: "program",
        program: { command: "no-such-program", args: ["go", "on"] },
        price: { in: 0, out: 0 },
      },
    },
    agents: { codex: { model: "coder" } },
  });
  app = await acting(room);
  const path = await putFromElsewhere();
  await pass(app);
  expect(await room.get(path)).toContain("until you allow it there: “Allow programs of flows…”");
  await app.run("open-mission");
  const view = app.views(MISSION)[0];
  expect(view?.text()).toContain("until you allow it there: “Allow programs of flows…”");
  await view?.click("Allow…");
  const shown = app.modal().text();
  expect(shown).toContain("no-such-program go on");
  expect(shown).toContain("In the folder that is made anew for each run, outside the vault");
  expect(shown).toContain("Does “Build” of “Build”. From the flow in Work/plan-20260302-abcd-");
  expect(shown).toContain("This program works on its own, without approvals.");
  expect(app.modal().title).toBe("Programs of flows");
  await app.modal().click("Allow on this device");
  // A program that is not there has no bytes to allow.
  expect(app.notices().at(-1)).toContain("Nothing was changed. There is no program “no-such-program”");
  await app.modal().click("Close");
  expect(await room.get(path)).toContain("until you allow it there");
  expect(app.errors()).toEqual([]);
});
