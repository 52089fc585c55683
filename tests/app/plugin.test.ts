/** The plugin as it is shipped, from set-up to the archive, on a computer over a real folder. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Harness } from "./harness";
import { acting, confirmSettings, openRoom, pass, plan, PROMPT, requestIn, type Room } from "./plugin-room";

let room: Room;
beforeEach(async () => {
  room = await openRoom();
});
afterEach(() => room.leave());

const EMAIL = [
  "- [x] Identify client",
  "- [ ] ✋ Send email ^s-7f3a",
  "    ```action",
  "    type: email",
  "    target: client_a@example.com",
  "    args:",
  "      subject: January invoice",
  "      body: Please find it.",
  "    ```",
];

describe("set-up", () => {
  test("nothing is made by starting alone; an offer is made once", async () => {
    const app = await room.start();
    await pass(app, 120_000);
    expect(await room.files()).toEqual({});
    expect(app.notices().filter((each) => each.includes("not set up"))).toHaveLength(1);
    await app.unload();
    const again = await room.start();
    await pass(again);
    expect(again.notices().filter((each) => each.includes("not set up"))).toEqual([]);
  });

  test("makes the folders, names the acting device, and the first plan is blocked with a request", async () => {
    await room.settings(PROMPT);
    const app = await room.start();
    await confirmSettings(app);
    await app.run("set-up");
    expect(app.modal().title).toBe("Set up Planwright");
    await app.modal().click("Create folders");
    await pass(app);
    expect(app.errors()).toEqual([]);
    expect(app.modals()).toEqual([]);
    expect(await room.names("Pending_Approval")).toEqual(["About this folder.md"]);
    expect(await room.get("Acting device.md")).toContain("device_id:");
    expect(await room.get("Dashboard.md")).not.toBe("");
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", EMAIL));
    await pass(app);
    expect(await room.names("Pending_Approval")).toHaveLength(2);
    expect(await room.get("Plans/invoice.md")).toContain("status: Blocked");
  });
});

describe("from a gated step to the archive", () => {
  let app: Harness;
  beforeEach(async () => {
    await room.settings(PROMPT);
    app = await acting(room);
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", EMAIL));
    await pass(app);
  });

  test("approved in the dialog, done by hand, said so: the step is ticked and the plan archived", async () => {
    const name = await requestIn(room, "Pending_Approval");
    await app.run("approve");
    expect(app.modal().title).toBe("January invoice");
    expect(app.modal().text()).toContain("client_a@example.com");
    const [, said, properties] = Array.from(
      app.modal().el.querySelectorAll("details pre"),
      (each) => each.textContent ?? "",
    );
    expect(said?.startsWith("# For your approval: email to client_a@example.com\n")).toBe(true);
    expect(said).toContain("subject: January invoice");
    expect(`${properties ?? ""}\n\n${said ?? ""}\n`).toBe(await room.get(`Pending_Approval/${name}`));
    await app.modal().click("Approve");
    await pass(app);
    expect(await room.names("Approved")).toContain(name);
    expect(await room.get("Plans/invoice.md")).toContain("- [ ] ✋ Send email");
    await app.run("confirm");
    expect(app.modal().buttons()).toEqual(["Undo", "Copy text", "Open in mail app", "Done"]);
    expect(app.modal().el.querySelector("pre")?.textContent).toBe(
      "type: email\ntarget: client_a@example.com\nargs:\n  subject: January invoice\n  body: Please find it.",
    );
    await app.modal().click("Done");
    await pass(app);
    const done = await room.get("Done/Plans/invoice.md");
    expect(done).toContain("- [x] ✋ Send email");
    expect(done).toContain("status: Done");
    expect(await room.names("Done/Actions")).toEqual([
      name,
      name.replace(/\.md$/, "_receipt.md"),
      "About this folder.md",
    ]);
    expect(await room.get(`Done/Actions/${name.replace(/\.md$/, "_receipt.md")}`)).toContain("by-hand");
    expect(app.errors()).toEqual([]);
  });

  test("what goes out is not moved out of sight by empty lines, which no seal covers", async () => {
    const name = await requestIn(room, "Pending_Approval");
    const text = await room.get(`Pending_Approval/${name}`);
    await room.put(
      `Pending_Approval/${name}`,
      text.replace("\n  body:", `${"\n".repeat(3000)}\n  body:${" ".repeat(500)}`),
    );
    await pass(app);
    await app.run("approve");
    expect(app.modal().el.querySelector(".planwright-mail")?.textContent).toBe("Please find it.");
    const note = app.modal().el.querySelectorAll("details pre")[1];
    const lines = (note?.textContent ?? "").split("\n");
    expect(
      lines.findIndex((line) => line.includes("body:")) -
        lines.findIndex((line) => line.includes("subject:")),
    ).toBe(2);
    expect(lines).toContain("… 3000 empty lines …");
    expect(lines).toContain("  body: [501 spaces] Please find it.");
  });

  test("closing a dialog changes nothing", async () => {
    const before = await room.files();
    for (const command of [
      "approve",
      "reject",
      "skip-step",
      "cancel-plan",
      "new-from-template",
      "request-approval",
      "act-here",
      "confirm-settings",
      "set-up",
      "explain-plan",
      "repair-notes",
      "convert-plans",
      "merge-duplicates",
      "adopt-requests",
    ]) {
      await app.run(command);
      if (app.modals().length > 0) await app.modal().pressEscape();
      expect(app.modals()).toEqual([]);
    }
    const after = await room.files();
    expect(after).toEqual(before);
  });

  test("a request that changes while it is read is not approved", async () => {
    const name = await requestIn(room, "Pending_Approval");
    await app.run("approve");
    await room.put(
      `Pending_Approval/${name}`,
      (await room.get(`Pending_Approval/${name}`)).replace(/client_a@/g, "client_b@"),
    );
    await app.modal().click("Approve");
    await pass(app);
    expect(await room.names("Approved")).toEqual(["About this folder.md"]);
    expect(app.modal().text()).toContain("cannot be approved: It was changed after Planwright wrote it.");
    expect(app.modal().text()).toContain("· Changed since you were asked");
    expect(app.modal().el.querySelector("ins")?.textContent).toBe("client_b");
  });

  test("half a note is not approved, with what goes out still to come", async () => {
    const path = `Pending_Approval/${await requestIn(room, "Pending_Approval")}`;
    await room.put(path, (await room.get(path)).replace(/## What goes out[^]*/, ""));
    await app.fileMenu(path)[0]?.click();
    expect(app.modal().text()).not.toContain("January invoice");
    expect(app.modal().text()).toContain("What goes out cannot be read, so you cannot approve it here.");
    expect(app.modal().buttons()).not.toContain("Approve");
  });

  test("what speaks against a request stands in the dialog, and in the answer", async () => {
    await room.put(
      "Plans/invoice.md",
      (await room.get("Plans/invoice.md")).replace("status: Blocked", "status: Draft"),
    );
    await pass(app);
    await app.run("approve");
    expect(app.modal().text()).toContain(
      "It cannot go on yet: Its plan is not active. To continue, set its status to Active.",
    );
    await app.modal().click("Approve");
    expect(app.notices().at(-1)).toContain("Approved. It cannot go on yet: Its plan is not active");
  });

  test("rejected in the file menu with a note: nothing is sent, and the plan says why it stands", async () => {
    const name = await requestIn(room, "Pending_Approval");
    expect(app.fileMenu(`Pending_Approval/${name}`).map((item) => item.title)).toEqual([
      "Planwright: Review",
      "Planwright: Reject…",
    ]);
    await app.fileMenu(`Pending_Approval/${name}`)[1]?.click();
    await app.modal().fill("Why, or what to change", "The amount is wrong.");
    await app.modal().click("Reject");
    await pass(app);
    expect(await room.get(`Rejected/${name}`)).toContain("The amount is wrong.");
    expect(await room.get("Plans/invoice.md")).toContain("status: Blocked");
    expect(await room.get("Plans/invoice.md")).toContain("Request rejected");
  });

  test("a plan's menu offers what a person can do with it, in its file and in the editor", async () => {
    const offered = [
      "Explain",
      "Request approval…",
      "Skip…",
      "Cancel plan…",
      "Let the agent work on this plan…",
      "Save as template",
    ].map((each) => `Planwright: ${each}`);
    expect(app.fileMenu("Plans/invoice.md").map((item) => item.title)).toEqual(offered);
    await app.open("Plans/invoice.md");
    expect(app.editorMenu().map((item) => item.title)).toEqual(offered);
    await app.fileMenu("Plans/invoice.md")[2]?.click();
    await app.modal().click("Skip step");
    await pass(app);
    expect(await room.get("Done/Plans/invoice.md")).toContain("- [-] ✋ Send email");
    expect(app.fileMenu("Done/Plans/invoice.md")).toEqual([]);
  });

  test("a step is skipped and a plan cancelled by command", async () => {
    await app.run("skip-step");
    await app.modal().click("Skip step");
    await pass(app);
    expect(await room.get("Done/Plans/invoice.md")).toContain("- [-] ✋ Send email");
    await room.put("Plans/other.md", plan("PLAN-2026-002", ["- [ ] Wait"]));
    await pass(app);
    await app.run("cancel-plan");
    await app.modal().click("Cancel plan");
    await pass(app);
    expect(await room.get("Plans/other.md")).toContain("status: Cancelled");
  });

  test("properties that cannot be read are shown with what would put them right, and changed by a click", async () => {
    const broken = plan("PLAN-2026-003", ["- [ ] Wait"]).replace(
      /^status: .*$/m,
      "status: Blocked: since Monday",
    );
    await room.put("Plans/broken.md", broken);
    await pass(app, 15_000);
    await app.run("repair-notes");
    expect(app.modal().text()).toContain('+ status: "Blocked: since Monday"');
    await app.modal().click("Not now");
    expect(await room.get("Plans/broken.md")).toBe(broken);
    await app
      .fileMenu("Plans/broken.md")
      .find((item) => item.title === "Planwright: Repair…")
      ?.click();
    await app.modal().click("Change this note");
    expect(await room.get("Plans/broken.md")).toBe(
      broken.replace("status: Blocked: since Monday", 'status: "Blocked: since Monday"'),
    );
    expect(app.errors()).toEqual([]);
  });

  test("a plan written another way is shown with what would make it ours, and becomes a draft by a click", async () => {
    const other = "# Fence\n\n## Steps\n- [ ] Nail it\n- [ ] Send the bill (requires approval)\n";
    await room.put("Plans/Fence.md", other);
    await pass(app, 15_000);
    await app.run("convert-plans");
    expect(app.modal().text()).toContain("+ task_id: Fence");
    await app.modal().fill("✋ for steps that mention approval", true);
    await app.modal().click("Change this note");
    expect(app.modal().text()).toContain("+ - [ ] ✋ Send the bill (requires approval)");
    expect(await room.get("Plans/Fence.md")).toBe(other);
    await app.modal().click("Change this note");
    expect(await room.get("Plans/Fence.md")).toBe(
      `---\ntask_id: Fence\nstatus: Draft\nblocked_reason: null\n---\n\n${other.replace("## Steps", "## Roadmap").replace("Send", "✋ Send")}`,
    );
    expect(app.errors()).toEqual([]);
  });

  test("a note is shown as the plan it would make, and becomes one by a click; so do selected lines", async () => {
    await room.put(
      "Notes/Fence.md",
      "# Fence\n\n- [ ] Boards\n- [ ] Nails\n\n## Roof\n\n- [ ] Tiles\n- [ ] Ladder\n",
    );
    await pass(app, 15_000);
    await app.open("Notes/Fence.md");
    const plans = async (): Promise<readonly string[]> =>
      (await room.names("Plans")).filter((each) => each.startsWith("PLAN-"));
    const before = await plans();
    app.select("- [ ] Tiles\n- [ ] Ladder\n");
    await app.run("plan-selection");
    expect(app.modal().text()).toContain("# Objective Roof ## Context");
    expect(app.modal().text()).toContain("lines 8 to 9");
    await app.modal().click("Not now");
    expect(await plans()).toEqual(before);
    await app.run("plan-note");
    expect(app.modal().title).toBe("Make this plan?");
    expect(app.modal().text()).toContain("- [ ] Boards");
    await app.modal().click("Create draft");
    const made = (await plans()).filter((each) => !before.includes(each));
    expect(made).toHaveLength(1);
    expect(await room.get(`Plans/${made[0] ?? ""}`)).toContain("status: Draft");
    await app.run("plan-note");
    expect(app.modals()).toEqual([]);
    expect(app.notices().at(-1)).toContain("Notes/Fence.md has a plan already");
    expect(app.errors()).toEqual([]);
  });

  test("a task that seems to need a plan is named on the Dashboard, and planned from its menu", async () => {
    await room.put("Inbox/Bill.md", "Send the bill to the client.\n");
    await room.put("Inbox/Milk.md", "Buy milk.\n");
    await pass(app, 15_000);
    expect(await room.get("Dashboard.md")).toContain(
      "[[Inbox/Bill|Inbox/Bill.md]] · “send” and “client” in line 1",
    );
    expect(await room.get("Dashboard.md")).not.toContain("Milk");
    expect(app.fileMenu("Inbox/Milk.md")).toEqual([]);
    await app
      .fileMenu("Inbox/Bill.md")
      .find((item) => item.title === "Planwright: Plan…")
      ?.click();
    await app.modal().click("Create draft");
    await pass(app, 15_000);
    expect(await room.get("Dashboard.md")).not.toContain("Tasks that seem to need a plan");
    expect(await room.get("Inbox/Bill.md")).toBe("Send the bill to the client.\n");
    expect(app.fileMenu("Inbox/Bill.md")).toEqual([]);
    expect(app.errors()).toEqual([]);
  });

  test("two plans from one source are shown as one, and become one by a click", async () => {
    const from = (id: string, steps: readonly string[]): string =>
      plan(id, steps, "Draft").replace("priority: high", "source_link: Inbox/fence.md");
    const [first, second] = [
      from("PLAN-2026-004", ["- [x] Nail it", "- [ ] Paint it"]),
      from("PLAN-2026-005", ["- [ ] nail it", "- [ ] ✋ Send the bill"]),
    ];
    await room.put("Plans/first.md", first);
    await room.put("Plans/second.md", second);
    await pass(app, 15_000);
    await app
      .fileMenu("Plans/second.md")
      .find((item) => item.title === "Planwright: Merge…")
      ?.click();
    expect(app.modal().text()).toContain("After line");
    expect(app.modal().text()).toContain("+ - [ ] ✋ Send the bill");
    expect(app.modal().text()).toContain("Moves to Archive/second.md");
    await app.modal().click("Not now");
    expect([await room.get("Plans/first.md"), await room.get("Plans/second.md")]).toEqual([first, second]);
    await app.run("merge-duplicates");
    await app.modal().click("All of them");
    await app.modal().click("Change these 2 notes");
    expect(await room.get("Plans/first.md")).toContain("- [ ] Paint it\n- [ ] ✋ Send the bill\n");
    expect(await room.get("Archive/second.md")).toContain(second.trimEnd());
    expect(await room.names("Plans")).not.toContain("second.md");
    expect(app.errors()).toEqual([]);
  });

  test("a request of another program is shown as the plan that would ask anew, and becomes a draft by a click", async () => {
    const asked = "---\naction: send_email\nto: ana@example.com\n---\n\n## Body\nDear Ana.\n";
    await room.put("Pending_Approval/r.md", asked);
    await pass(app, 15_000);
    await app
      .fileMenu("Pending_Approval/r.md")
      .find((item) => item.title === "Planwright: Adopt…")
      ?.click();
    expect(app.modal().text()).toContain(" --- task_id: PLAN-");
    await app.modal().click("Adopt this request");
    expect(await room.get("Archive/r.md")).toBe(asked);
    expect(
      (await room.names("Plans")).some((name) =>
        /^PLAN-[0-9a-f]{8} Email to ana example\.com, Dear Ana\.md$/.test(name),
      ),
    ).toBe(true);
    expect(app.errors()).toEqual([]);
  });

  test("while paused nothing is asked; continuing asks", async () => {
    await app.run("pause");
    await pass(app);
    expect(app.statusBar()).toContain("Planwright is paused");
    expect(app.commandPalette()).toContain("Planwright: Continue");
    expect(app.commandPalette()).not.toContain("Planwright: Pause");
    await room.put(
      "Plans/other.md",
      plan(
        "PLAN-2026-002",
        EMAIL.map((line) => line.replace("s-7f3a", "s-aaaa")),
      ),
    );
    await pass(app, 120_000);
    expect(await room.names("Pending_Approval")).toHaveLength(2);
    await app.run("continue");
    await pass(app, 120_000);
    expect(await room.names("Pending_Approval")).toHaveLength(3);
  });

  test("the status bar tells where the plan stands, and the notice of the day comes once", async () => {
    expect(app.statusBar()).toContain("Planwright · step 2 of 2 · needs you: 1 · at work here");
    // Made in the course of the day, the plan is no news to the person.
    const resuming = ({ notices }: Harness): readonly string[] =>
      notices().filter((each) => each.startsWith("Resuming “"));
    expect(resuming(app)).toEqual([]);
    await app.unload();
    const next = await room.start({ now: Date.now() + 86_400_000 });
    await pass(next);
    expect(resuming(next)).toEqual(["Resuming “Do PLAN-2026-001.”"]);
    await next.unload();
    const again = await room.start({ now: Date.now() + 86_500_000 });
    await pass(again);
    expect(resuming(again)).toEqual([]);
    await again.run("resume-plan");
    expect(resuming(again)).toHaveLength(1);
    expect(again.openNotes()).toEqual(["Plans/invoice.md"]);
  });
});

describe("what a person fills in", () => {
  test("a new plan is made and started, and an action is asked for by the form", async () => {
    await room.settings(PROMPT);
    const app = await acting(room);
    await app.run("new-plan");
    const field = app.window.document.querySelector("textarea");
    if (field === null) throw new Error("There is no field for a plan.");
    field.value = "Invoice client A\n✋ Send the invoice\nFile it";
    field.dispatchEvent(new (app.window as Window & typeof globalThis).Event("input", { bubbles: true }));
    await app.views("planwright-start")[0]?.click("Start");
    await pass(app);
    const [path = ""] = (await room.names("Plans")).filter((each) => each.startsWith("PLAN-"));
    expect(await room.get(`Plans/${path}`)).toContain("- [ ] ✋ Send the invoice");
    await app.run("request-approval");
    await app.modal().click("Ask for approval");
    expect(app.modal().text()).toContain("Say to whom, or what.");
    await app.modal().fill("To whom or where", "client_a@example.com");
    await app.modal().fill("Subject (optional)", "January invoice");
    await app.modal().click("Ask for approval");
    await pass(app);
    expect(await room.get(`Pending_Approval/${await requestIn(room, "Pending_Approval")}`)).toContain(
      "subject: January invoice",
    );
    await app.run("explain-plan");
    expect(app.modal().text()).toContain("Approval needed");
  });
});

describe("what comes from notes", () => {
  test("is shown as text, with what an eye cannot see spelled out", async () => {
    await room.settings(PROMPT);
    const app = await acting(room);
    const odd = EMAIL.map((line) =>
      line
        .replace("client_a@example.com", "cli\u0435nt@example.com")
        .replace("January invoice", "<img src=x onerror=alert(1)> [[secret]] pay\u202eer"),
    );
    await room.put("Plans/invoice.md", plan("PLAN-2026-001", odd));
    await pass(app);
    await app.run("approve");
    const { el } = app.modal();
    expect(el.querySelectorAll("img, a, .internal-link")).toHaveLength(0);
    expect(app.modal().text()).toContain("<img src=x onerror=alert(1)>");
    expect(app.modal().text()).toMatch(/pay(\[U\+202E\]|\\u202[eE])er/);
    expect(app.modal().text()).toContain("unusual characters");
    expect(app.modal().text()).toContain("Cyrillic");
  });
});

describe("high-risk types", () => {
  test("a payment by hand is over only when the person says that they made it", async () => {
    await room.settings(PROMPT);
    const app = await acting(room);
    await room.put(
      "Plans/invoice.md",
      plan(
        "PLAN-2026-001",
        EMAIL.map((line) => line.replace("type: email", "type: payment")),
      ),
    );
    await pass(app);
    await app.run("approve");
    await app.modal().click("Approve");
    await pass(app);
    expect(await room.get("Plans/invoice.md")).toContain("- [ ] ✋ Send email");
    await app.run("confirm");
    expect(app.modal().buttons()).toEqual(["Undo", "Copy text", "Open in mail app", "Done"]);
    await app.modal().click("Done");
    await pass(app);
    expect(await room.get("Done/Plans/invoice.md")).toContain("- [x] ✋ Send email");
  });
});
