/** Counts the keys and clicks of frequent tasks, in Chromium. `npm run flows` prints the table. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownNpx } from "../app/npx";
import { countHands, FLOWS, FOUND_WITHIN, IS_WHOLE, keep, type FlowId } from "./flows";
import { inChromium, PROMPT, type Engine, type Scripted } from "./rig";

const mail = (n: number): string =>
  [
    "---",
    `task_id: PLAN-2026-m${String(n)}`,
    "status: Active",
    "blocked_reason: null",
    "---",
    "",
    "# Objective",
    `Remind ${String(n)}`,
    "",
    "## Roadmap",
    "- [ ] ✋ Write the reminder",
    "    ```action",
    "    type: email",
    `    target: person${String(n)}@example.com`,
    "    args:",
    "      account: default",
    `      subject: Reminder ${String(n)}`,
    `      body: Please send back book ${String(n * 7)}.`,
    "    ```",
    "",
    "## Reasoning Logs",
    "",
  ].join("\n");

async function put({ vault }: Engine, path: string, text: string): Promise<void> {
  await mkdir(join(vault, path, ".."), { recursive: true });
  await writeFile(join(vault, path), text);
}

/** The mission view, once this many requests wait, with the hands on its first card. */
async function waitingFor(engine: Engine, n: number): Promise<void> {
  await engine.until(
    `${String(n)} requests wait`,
    async () => (await engine.names("Pending_Approval")).length >= n,
  );
  await engine.person.run("planwright:open-mission");
  const cards = engine.person.page.locator(".planwright-card", { hasText: "Review" });
  await engine.until("the cards are there", async () => (await cards.count()) >= Math.min(n, 8));
  await cards.first().focus();
}

/** The text of the request on the screen was seen to its end. */
async function ready({ person }: Engine): Promise<void> {
  await person.page
    .locator(".modal-container")
    .getByRole("button", { name: /^Approve/, disabled: false })
    .waitFor();
}

/** Answers how many seconds it took. */
async function takes(id: FlowId, engine: Engine, run: () => Promise<void>): Promise<number> {
  const hands = await countHands(engine.person.page);
  const from = performance.now();
  await run();
  const all = await hands();
  const seconds = (performance.now() - from) / 1000;
  await keep(id, { hands: all, ...(IS_WHOLE ? { seconds: Math.round(seconds * 10) / 10 } : {}) });
  expect(all, FLOWS[id].what).toBeLessThanOrEqual(FLOWS[id].goal);
  return seconds;
}

/** Mails that have no text in common. */
const DIFFERENT = [
  "Glue for Monday",
  "How was your journey to Bergen in spring",
  "Four sheets came torn, what shall we do now",
  "Lunch",
  "The parish hall is free, I asked about tables there and they agreed",
  "Could Henrike bring her sewing frame",
  "Grey endpapers cost too much",
  "Happy birthday from all at Rope Lane",
  "No more vellum until summer",
  "My bicycle needs a new chain, do you know anybody",
  "Thanks",
];

/** The inbox, with the first row of these words chosen, at which a key is an answer. */
async function inboxAt({ person, until }: Engine, words: string): Promise<void> {
  await person.run("planwright:open-inbox");
  await person.page.locator(".planwright-inbox-row", { hasText: words }).first().click();
  await until("the row is chosen", () => isChosen(person, words));
  await takesKeys(person);
}

const isChosen = ({ page }: Engine["person"], words: string): Promise<boolean> =>
  page.locator(".planwright-inbox-row[aria-selected=true]", { hasText: words }).isVisible();

/** A pane that came by itself takes no answer for a second. */
const takesKeys = ({ page }: Engine["person"]): Promise<void> => page.waitForTimeout(1200);

inChromium((rig) => {
  test("a newcomer gets from install to the first approved action with the mouse", async () => {
    // The times are those of the plugin as it is installed.
    const engine = await rig().engine({
      isFresh: true,
      acting: false,
      ...(IS_WHOLE ? {} : { settings: PROMPT }),
    });
    const { person, names, until, read } = engine;
    const inNotice = (label: string) => person.page.locator(".notice").getByRole("button", { name: label });
    const inDialog = (label: string) =>
      person.page.locator(".modal-container").last().getByRole("button", { name: label });
    await takes("first-action", engine, async () => {
      await inNotice("Set up").click();
      await inDialog("Create folders").click();
      await person.page.getByRole("button", { name: "Make the sample plan" }).click();
      // Settings that came with the vault are confirmed first; those of a fresh install are the person’s own.
      await inNotice("Confirm…").or(inNotice("Review")).waitFor({ timeout: 120_000 });
      if (await inNotice("Confirm…").isVisible()) {
        await inNotice("Confirm…").click();
        await inDialog("Confirm").click();
      }
      await inNotice("Review").click({ timeout: 120_000 });
      await ready(engine);
      await inDialog("Approve").click();
      await inNotice("Done").click({ timeout: 120_000 });
      await until("the plan is done", async () => (await names("Done/Plans")).length === 1);
    });
    await until("the record is there", async () => (await names("Done/Actions")).length > 0);
    const [record = ""] = await names("Done/Actions");
    expect(await read(`Done/Actions/${record}`)).toContain("Today I tried Planwright.");
    await inNotice("Open the record").waitFor();
    await engine.picture("first action");
    expect(await person.errors()).toEqual([]);
  }, 300_000);

  test("approve one of several, and ten, by keys alone", async () => {
    const engine = await rig().engine({ settings: { grace_seconds: 600, open_requests: 50 } });
    const { person, names, until } = engine;
    for (let n = 1; n <= 10; n += 1) await put(engine, `Plans/Reminder ${String(n)}.md`, mail(n));
    await waitingFor(engine, 11);
    await takes("approve-ten", engine, async () => {
      await takes("approve-one", engine, async () => {
        await person.press("Enter");
        await ready(engine);
        await person.press("a");
        await until("one is approved", async () => (await names("Approved")).length === 1);
      });
      for (let n = 2; n <= 10; n += 1) {
        await person.page
          .locator(".modal-container")
          .getByText(`1 of ${String(12 - n)}`)
          .first()
          .waitFor();
        await ready(engine);
        // A second press within a second is the first one.
        await takesKeys(person);
        await person.press("a");
        await until(`${String(n)} are approved`, async () => (await names("Approved")).length === n);
      }
    });
    expect(await person.errors()).toEqual([]);
  }, 240_000);

  test("thirty alike are one review with a table of all that differs", async () => {
    const engine = await rig().engine({ settings: { grace_seconds: 600, open_requests: 50 } });
    const { person, names, until } = engine;
    for (let n = 1; n <= 30; n += 1) await put(engine, `Plans/Reminder ${String(n)}.md`, mail(n));
    await person.run("planwright:open-mission");
    await until("all wait", async () => (await names("Pending_Approval")).length === 31);
    const all = person.page.getByRole("button", { name: "Review all" });
    await until(
      "the view shows them",
      async () => Number(await person.page.locator(".planwright-count").first().innerText()) >= 31,
    );
    await takes("approve-alike", engine, async () => {
      await all.click();
      // The invoice of the sample comes first, as the oldest.
      await ready(engine);
      await person.press("ArrowRight");
      await person.page.locator(".planwright-alike tbody tr").nth(29).waitFor({ state: "attached" });
      await person.press("End");
      await person.page.getByRole("button", { name: /^Approve 30/, disabled: false }).click();
      for (const n of [5, 10, 15, 20, 25])
        await until(`${String(n)} are approved`, async () => (await names("Approved")).length >= n);
      await until("all thirty are approved", async () => (await names("Approved")).length === 30);
    });
    await engine.picture("thirty alike");
    expect(await person.errors()).toEqual([]);
  }, 480_000);

  test("the view says why a plan stands still, has the way out, and starts a draft", async () => {
    const engine = await rig().engine();
    const { person, until, read } = engine;
    await put(engine, "Plans/Reminder.md", mail(1).replace("      account: default\n", ""));
    await person.run("planwright:open-mission");
    const card = person.page.locator(".planwright-card", { hasText: "Write the reminder" });
    await card.waitFor();
    await takes("why-stuck", engine, async () => {
      const why = card.getByText("`account` is missing");
      const box = (await why.isVisible()) ? await why.boundingBox() : null;
      const height = person.page.viewportSize()?.height ?? 0;
      // Where the view does not say it, the person has to ask.
      if (box === null || box.y < 0 || box.y + box.height > height) {
        await person.command("Explain plan");
        await person.press("Enter");
      }
      await person.says("`account` is missing");
    });
    await takes("way-out", engine, async () => {
      await card.getByRole("button", { name: "Fill in…" }).click();
      await person.page.locator(".modal-container").waitFor();
    });
    await person.press("Escape");
    const row = person.page.locator(".planwright-row", { hasText: "Pay the December rent" });
    await takes("start", engine, async () => {
      await row.getByRole("button", { name: "Start" }).click();
      await until(
        "it is started",
        async () => !(await read("Plans/Rent for December.md")).includes("status: Draft"),
      );
    });
    expect(await person.errors()).toEqual([]);
  });

  test("a monthly plan comes from a template on the start page", async () => {
    const engine = await rig().engine();
    const { person, names, until, read } = engine;
    await person.run("planwright:open-start");
    const dialog = person.page.locator(".planwright-dialog");
    await takes("monthly-plan", engine, async () => {
      await person.page.getByRole("button", { name: "Monthly rent" }).click();
      await dialog.getByLabel("Pay to").fill("Osei and Daughters Ltd");
      await dialog.getByLabel("Amount").fill("640.00");
      await dialog.getByLabel("Currency").fill("GBP");
      await dialog.getByRole("button", { name: "Start", exact: true }).click();
      await until("it is made", async () =>
        (await names("Plans")).some((name) => name.includes("Pay the rent")),
      );
    });
    const [name = ""] = (await names("Plans")).filter((each) => each.includes("Pay the rent"));
    expect(await read(`Plans/${name}`)).toContain("repeat: every month on the 1st");
    await engine.picture("monthly plan");
    expect(await person.errors()).toEqual([]);
  });

  test("in the inbox, ten are approved by keys alone, and a rejection is undone", async () => {
    const engine = await rig().engine({ settings: { grace_seconds: 600, open_requests: 50 } });
    const { person, names, until } = engine;
    const { page } = person;
    for (const [at, words] of DIFFERENT.entries()) {
      const text = mail(at + 1).replace(
        /subject: .*\n *body: .*/,
        `subject: ${words}\n      body: ${words}.`,
      );
      await put(engine, `Plans/Letter ${String(at + 1)}.md`, text);
    }
    const emails = async (folder: string): Promise<number> =>
      (await names(folder)).filter((name) => name.includes("_email_")).length;
    await until("all wait", async () => (await emails("Pending_Approval")) === 12);
    await inboxAt(engine, "No more vellum until summer");
    await takes("inbox-ten", engine, async () => {
      for (let n = 1; n <= 10; n += 1) {
        await page
          .locator(".planwright-review-foot")
          .getByRole("button", { name: /^Approve/ })
          .waitFor();
        await person.press("a");
        await until(`${String(n)} are approved`, async () => (await emails("Approved")) === n);
        // The next one follows, and takes a key after a second.
        await page.locator(".planwright-inbox-turns", { hasText: `of ${String(14 - n)}` }).waitFor();
        await takesKeys(person);
      }
    });
    const before = await emails("Pending_Approval");
    await person.press("r");
    await page.locator(".planwright-review-foot textarea").waitFor();
    await person.press("Control+Enter");
    await until("it is rejected", async () => (await emails("Rejected")) === 1);
    await takes("undo-reject", engine, async () => {
      await takesKeys(person);
      await person.press("z");
      await until("it is asked again", async () => (await emails("Pending_Approval")) === before);
    });
    // The last answer alone was undone, and no approval with it.
    expect(await emails("Approved")).toBe(10);
    expect(await person.errors()).toEqual([]);
  }, 240_000);

  test("in the inbox, thirty alike are approved and confirmed", async () => {
    const engine = await rig().engine({ settings: { grace_seconds: 600, open_requests: 50 } });
    const { person, names, until } = engine;
    for (let n = 1; n <= 30; n += 1) await put(engine, `Plans/Reminder ${String(n)}.md`, mail(n));
    await until("all wait", async () => (await names("Pending_Approval")).length === 31);
    // A press of A shows a screen more.
    await person.page.setViewportSize({ width: 1280, height: 1000 });
    await inboxAt(engine, "30 mails");
    await takes("inbox-alike", engine, async () => {
      // The first A goes to the end of the table, the second one approves.
      await person.press("a");
      await person.page.getByRole("button", { name: /^Approve 30/, disabled: false }).waitFor();
      await person.press("a");
      await until("all thirty are approved", async () => (await names("Approved")).length === 30);
      await person.page.getByRole("button", { name: /confirm 30/i }).waitFor();
      await takesKeys(person);
      // More than twenty at once are confirmed: again, the first press goes to the end.
      await person.press("Control+Enter");
      await person.page.getByRole("button", { name: /^Confirm 30/, disabled: false }).waitFor();
      await takesKeys(person);
      await person.press("Control+Enter");
      await person.page.getByRole("button", { name: /^Confirm 30/ }).waitFor({ state: "detached" });
    });
    await engine.picture("thirty confirmed");
    expect(await person.errors()).toEqual([]);
  }, 480_000);

  test("in the inbox, a question is answered by its number", async () => {
    const asks: Scripted = {
      step: "Do this step now: Choose the paper",
      turn: 1,
      calls: [
        { tool: "ask_person", arguments: { question: "Which paper?", options: ["Cream laid", "Grey"] } },
      ],
    };
    const path = "Plans/Labels.md";
    const text = mail(1)
      .replace("status: Active", "status: Active\nagent: auto")
      .replace(/- \[ \][\s\S]*```\n/, "- [ ] Choose the paper of the labels\n");
    const engine = await rig().engine({ notes: { [path]: text }, script: [asks] });
    const { person, read, until } = engine;
    await until("it is asked", async () => (await read(path)).includes("Which paper?"));
    await inboxAt(engine, "Which paper?");
    await takes("inbox-question", engine, async () => {
      await person.press("1");
      await until("it is answered", async () => (await read(path)).includes("[x] (1) Cream laid"));
    });
    expect(await person.errors()).toEqual([]);
  });

  test("a mail that was sent is found by a word of its text", async () => {
    const engine = await rig().engine();
    const { person, names, until } = engine;
    const { page } = person;
    await put(
      engine,
      "Plans/Reminder 1.md",
      mail(1).replace("Please send back", "About the marbled endpapers, send back"),
    );
    await until("it waits", async () => (await names("Pending_Approval")).length >= 2);
    await inboxAt(engine, "Reminder 1");
    await person.press("a");
    await until("it is sent", async () => (await names("Done/Actions")).length === 1);
    await page.getByRole("tab", { name: "Needs you" }).click();
    const seconds = await takes("find-sent", engine, async () => {
      await page.getByRole("tab", { name: "Sent" }).click();
      await person.press("/");
      await page.locator(".planwright-inbox-search").fill("marbled");
      await page.locator(".planwright-inbox-row", { hasText: "Reminder 1" }).waitFor();
      await page.locator(".planwright-inbox-reading", { hasText: "marbled endpapers" }).waitFor();
    });
    expect(seconds).toBeLessThanOrEqual(FOUND_WITHIN);
    expect(await person.errors()).toEqual([]);
  });

  test("a mail account is set up and tested", async () => {
    const putBack = await ownNpx();
    try {
      const engine = await rig().engine({ settings: { servers: {}, actions: {} } });
      const { person, outside, until } = engine;
      await person.settings();
      const dialog = person.page.locator(".planwright-dialog");
      const button = (name: string) => dialog.getByRole("button", { name });
      await takes("add-mail", engine, async () => {
        await person.click("Add what can be sent…");
        await button("Mail, from your own address").click();
        await dialog.getByLabel("Your mail address").fill("tove@example.com");
        await dialog.getByLabel("Password").click();
        await dialog.getByLabel("Password").fill("an app password");
        // A person at a provider that is known finds these filled in.
        await dialog.getByLabel("Server for sending").fill(`127.0.0.1:${String(outside.sink.port)}`);
        await dialog.getByLabel("Server for reading").fill(`127.0.0.1:${String(outside.imap.port)}`);
        await button("Test and save").click();
        await dialog.getByText("Ready: can send email").waitFor();
        await button("Close").click();
      });
      await engine.picture("mail account");
      await until("the row is there", () => person.page.getByText("email → mail · send_email").isVisible());
      expect(await person.errors()).toEqual([]);
    } finally {
      await putBack();
    }
  });
});
