/** The review: what a person reads of a request before they answer, and how they answer with the keyboard. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RequestView } from "../../src/approval/view";
import type { EngineClient } from "../../src/app/ui/engineClient";
import { openReview } from "../../src/app/ui/review/open";
import type { Harness } from "./harness";
import { acting, openRoom, pass, plan, PROMPT, type Room } from "./plugin-room";

let room: Room;
let app: Harness;
beforeEach(async () => {
  room = await openRoom();
  await room.settings(PROMPT);
});
afterEach(() => room.leave());

function step(action: readonly string[]): readonly string[] {
  return ["- [ ] ✋ Do it", "    ```action", ...action.map((line) => `    ${line}`), "    ```"];
}

function mail(
  to: string,
  subject: string,
  body: readonly string[],
  more: readonly string[] = [],
): readonly string[] {
  return step([
    "type: email",
    `target: ${to}`,
    "args:",
    `  subject: ${subject}`,
    ...more,
    "  body: |-",
    ...body.map((line) => `    ${line}`),
  ]);
}

const LUNCH = mail("ana@example.com", "Lunch", ["Dear Ana,", "", "shall we have lunch?"]);
const PAYMENT = step([
  "type: payment",
  "target: GB29 NWBK 6016 1331 9268 19",
  "args:",
  '  amount: "640.00"',
  "  currency: GBP",
  "  payee: Osei and Daughters Ltd",
  "  reference: 3 Rope Lane",
]);
const reminder = (name: string, n: number): readonly string[] =>
  mail(`${name.toLowerCase()}@example.com`, `Invoice ${String(n)} is due`, [
    `Dear ${name},`,
    "",
    `invoice ${String(n)} was due on 20 November. Please pay it soon.`,
  ]);

async function asked(plans: Readonly<Record<string, readonly string[]>>): Promise<void> {
  app = await acting(room);
  for (const [name, steps] of Object.entries(plans)) {
    await room.put(`Plans/${name}.md`, plan(name, steps));
    await pass(app);
  }
}

const requests = async (folder: string): Promise<readonly string[]> =>
  (await room.names(folder)).filter((name) => name !== "About this folder.md");

async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  const { document, KeyboardEvent } = app.window as Window & typeof globalThis;
  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
  await app.idle();
}

const rows = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(app.modal().el.querySelectorAll("dt"), (name) => [
      name.textContent ?? "",
      name.nextElementSibling?.textContent ?? "",
    ]),
  );

test("while a session is opened anew, a request that is shown is not said to be nothing", () => {
  const said: string[] = [];
  const client = { world: () => null, say: (text: string) => said.push(text) } as unknown as EngineClient;
  openReview(client, [{ id: "e2b7" } as RequestView]);
  expect(said).toEqual(["Planwright is still starting; try again in a moment."]);
});

describe("a request is shown", () => {
  test("as a mail, with every further argument", async () => {
    await asked({
      "PLAN-1": mail(
        "ana@example.com",
        "Lunch",
        ["Dear Ana,", "", "shall we?"],
        ["  cc: bo@example.org", "  account: default", "  priority: high"],
      ),
    });
    await app.run("approve");
    expect(app.modal().title).toBe("Lunch");
    expect(rows()).toEqual({
      To: "ana@example.com",
      Cc: "bo@example.org",
      From: "an account of yours (“default” in the plan)",
      priority: "high",
    });
    expect(app.modal().el.querySelector(".planwright-mail")?.textContent).toBe("Dear Ana,\n\nshall we?");
    expect(app.modal().text()).toContain("Do PLAN-1. · step 1 of 1");
    expect(app.modal().text()).toContain("End of the text · 3 lines · no attachments");
    expect(app.modal().text()).toContain("unchanged since it was asked");
    expect(app.modal().el.ownerDocument.activeElement).toBe(
      app.modal().el.querySelector(".planwright-review-text"),
    );
  });

  test("as a payment: amount and payee first, the rest beneath", async () => {
    await asked({ "PLAN-1": PAYMENT });
    await app.run("approve");
    expect(app.modal().title).toBe("Payment");
    expect(app.modal().el.querySelector(".planwright-amount")?.textContent).toBe(
      "640.00 GBPto Osei and Daughters Ltd",
    );
    expect(rows()).toEqual({ To: "GB29 NWBK 6016 1331 9268 19", reference: "3 Rope Lane" });
  });

  test("as its arguments, all of them, where it is neither", async () => {
    const odd = step([
      "type: other",
      "args:",
      "  contact: Library",
      "  tags:",
      "    - library",
      "    - invoice",
      "  metadata:",
      "    source: a letter",
      "  notify:",
    ]);
    await asked({ "PLAN-1": odd });
    await app.run("approve");
    expect(rows()).toEqual({
      contact: "Library",
      tags: "library · invoice 2 items",
      metadata: '{\n  "source": "a letter"\n}',
      notify: "(empty)",
    });
    expect(app.modal().text()).toContain("4 values, all shown");
  });
});

describe("with the keyboard", () => {
  test("a letter of words that a person types answers nothing", async () => {
    await asked({ "PLAN-1": LUNCH });
    await app.run("approve");
    for (const letter of ["t", "h", "a", "t"]) await press(letter);
    expect(await requests("Approved")).toEqual([]);
    expect(app.modals()).toHaveLength(1);
  });

  test("A approves and goes on to the next, and Enter does nothing", async () => {
    await asked({ "PLAN-1": LUNCH, "PLAN-2": PAYMENT });
    await app.run("approve");
    await press("Enter");
    expect(await requests("Approved")).toEqual([]);
    expect(app.modal().text()).toContain("1 of 2");
    await press("a");
    expect(await requests("Approved")).toHaveLength(1);
    expect(app.modal().title).toBe("Payment");
    await press("a", { repeat: true });
    await press("a");
    expect(await requests("Approved")).toHaveLength(1);
    await app.time.advance(1000);
    await press("a");
    expect(app.modals()).toEqual([]);
    expect(await requests("Approved")).toHaveLength(2);
    expect(app.notices().at(-1)).toBe("2 approved.");
    expect(app.errors()).toEqual([]);
  });

  test("arrows move without answering, and R opens the field for the reason", async () => {
    await asked({ "PLAN-1": LUNCH, "PLAN-2": PAYMENT });
    await app.run("approve");
    await press("ArrowRight");
    expect(app.modal().title).toBe("Payment");
    await press("k");
    expect(app.modal().title).toBe("Lunch");
    await press("r");
    await app.modal().fill("Why, or what to change", "Ask Bo instead.");
    app.modal().el.querySelector("textarea")?.focus();
    await press("a");
    expect(await requests("Approved")).toEqual([]);
    await press("Enter", { ctrlKey: true });
    const [name = ""] = await requests("Rejected");
    expect(await room.get(`Rejected/${name}`)).toContain("Ask Bo instead.");
    expect(app.modal().title).toBe("Payment");
    await app.modal().pressEscape();
    expect(app.notices().at(-1)).toBe("Rejected. Nothing is sent.");
  });

  test("Escape does not throw away a reason that was begun", async () => {
    await asked({ "PLAN-1": LUNCH });
    await app.run("approve");
    await press("r");
    await app.modal().fill("Why, or what to change", "Too ear");
    await app.modal().pressEscape();
    expect(app.modal().buttons()).toContain("Approve");
    await app.modal().click("Reject…");
    expect(app.modal().fields()).toEqual({ "Why, or what to change": "Too ear" });
    await app.time.advance(1000);
    await app.modal().click("Back");
    await app.modal().pressEscape();
    expect(app.modals()).toEqual([]);
    expect(await requests("Rejected")).toEqual([]);
  });

  test("nothing is approved before the end of the text was in view", async () => {
    await asked({ "PLAN-1": LUNCH });
    const { Event, HTMLElement } = app.window as Window & typeof globalThis;
    const { prototype } = HTMLElement;
    const before = prototype.getBoundingClientRect;
    let bottom = 2000;
    prototype.getBoundingClientRect = function (this: HTMLElement) {
      return {
        ...before.call(this),
        bottom: this.classList.contains("planwright-end") ? bottom : 500,
      } as DOMRect;
    };
    try {
      await app.run("approve");
      expect(app.modal().buttons()).toContain("Scroll to the end to approve");
      await press("a");
      expect(await requests("Approved")).toEqual([]);
      bottom = 400;
      app.modal().el.querySelector(".planwright-review-text")?.dispatchEvent(new Event("scroll"));
      await press("a");
      expect(await requests("Approved")).toHaveLength(1);
    } finally {
      prototype.getBoundingClientRect = before;
    }
  });

  test("the arrow keys go where the buttons are, in writing from right to left too", async () => {
    await asked({ "PLAN-1": LUNCH, "PLAN-2": PAYMENT });
    app.app.document.documentElement.style.direction = "rtl";
    await app.run("approve");
    const next = app.modal().el.querySelector("[aria-label='Next']");
    expect(next?.getAttribute("aria-keyshortcuts")).toBe("ArrowLeft J");
    await press("ArrowLeft");
    expect(app.modal().title).toBe("Payment");
    await press("ArrowRight");
    expect(app.modal().title).toBe("Lunch");
    await press("j");
    expect(app.modal().title).toBe("Payment");
  });

  test("the outcome of an answer is told although the dialog was closed meanwhile", async () => {
    await asked({ "PLAN-1": LUNCH, "PLAN-2": PAYMENT });
    await app.run("approve");
    const answer = press("a");
    await app.modal().pressEscape();
    await answer;
    expect(app.modals()).toEqual([]);
    expect(await requests("Approved")).toHaveLength(1);
    expect(app.notices().filter((each) => each.startsWith("Approved"))).toHaveLength(1);
  });

  test("a refusal is told although the dialog was closed meanwhile", async () => {
    await asked({ "PLAN-1": LUNCH, "PLAN-2": PAYMENT });
    await app.run("approve");
    const [name = ""] = await requests("Pending_Approval");
    await room.put(
      `Pending_Approval/${name}`,
      (await room.get(`Pending_Approval/${name}`)).replace("lunch?", "supper?"),
    );
    const answer = press("a");
    await app.modal().pressEscape();
    await answer;
    expect(app.modals()).toEqual([]);
    expect(await requests("Approved")).toEqual([]);
    expect(app.notices()).toContainEqual(expect.stringContaining("cannot be approved"));
  });

  test("the second click of a double click answers nothing", async () => {
    await asked({ "PLAN-1": LUNCH, "PLAN-2": PAYMENT });
    await app.run("approve");
    const button = Array.from(app.modal().el.querySelectorAll("button")).find(
      (each) => each.textContent === "Approve",
    );
    const { MouseEvent } = app.window as Window & typeof globalThis;
    button?.dispatchEvent(new MouseEvent("click", { detail: 2 }));
    await app.idle();
    expect(await requests("Approved")).toEqual([]);
  });
});

describe("requests with the same text", () => {
  const PLANS = { "PLAN-1": reminder("Ana", 1), "PLAN-2": reminder("Bo", 2), "PLAN-3": reminder("Carla", 3) };

  test("are shown as one text and a table, and approved with one answer", async () => {
    await asked({ ...PLANS, "PLAN-4": PAYMENT });
    await app.run("approve");
    expect(app.modal().title).toBe("3 mails that are alike");
    const table = Array.from(app.modal().el.querySelectorAll("tbody tr"), (row) =>
      Array.from(row.querySelectorAll("td"), (cell) => cell.textContent ?? ""),
    );
    expect(table).toEqual([
      ["", "ana@example.com", "1", "Ana"],
      ["", "bo@example.com", "2", "Bo"],
      ["", "carla@example.com", "3", "Carla"],
    ]);
    const [, second] = Array.from(app.modal().el.querySelectorAll<HTMLInputElement>("tbody input"));
    second?.click();
    expect(app.modal().buttons()).toContain("Approve 2");
    await app.modal().click("Approve 2");
    expect(await requests("Approved")).toHaveLength(2);
    expect(app.modal().title).toBe("Invoice 2 is due");
    expect(rows()["To"]).toBe("bo@example.com");
    await app.time.advance(1000);
    await press("a");
    expect(app.modal().title).toBe("Payment");
    await app.modal().pressEscape();
    expect(app.notices().at(-1)).toBe("3 approved.");
    expect(app.errors()).toEqual([]);
  });

  test("those that were not ticked are shown next, and nothing is said to be refused", async () => {
    await asked(PLANS);
    await app.run("approve");
    app.modal().el.querySelector<HTMLInputElement>("tbody input")?.click();
    await app.modal().click("Approve 2");
    expect(app.modal().title).toBe("Invoice 1 is due");
    expect(rows()["To"]).toBe("ana@example.com");
    expect(app.modal().el.querySelector(".planwright-said")).toBeNull();
  });

  test("in every letter: each is told by its plan, with what is to be known of it alone", async () => {
    await asked({ "PLAN-1": LUNCH, "PLAN-2": LUNCH });
    const [first = ""] = await requests("Pending_Approval");
    await app
      .fileMenu(`Pending_Approval/${first}`)
      .find(({ title }) => title.includes("Review"))
      ?.click();
    await press("a");
    await app.modal().pressEscape();
    await pass(app);
    await app.run("confirm");
    await app.modal().click("Done");
    await pass(app);
    await room.put("Plans/PLAN-3.md", plan("PLAN-3", LUNCH));
    await pass(app);
    await app.run("approve");
    expect(app.modal().title).toBe("2 mails that are alike");
    const cells = Array.from(app.modal().el.querySelectorAll("tbody tr"), (row) => row.textContent ?? "");
    expect(cells).toEqual([
      expect.stringMatching(/^Do PLAN-[12]\.$/),
      "Do PLAN-3.",
      expect.stringContaining("Exactly the same was carried out"),
    ]);
    expect(app.modal().text()).toContain("unchanged since it was asked");
  });

  test("one that changed while they were read is not approved, and is shown", async () => {
    await asked(PLANS);
    await app.run("approve");
    const [, name = ""] = await requests("Pending_Approval");
    await room.put(
      `Pending_Approval/${name}`,
      (await room.get(`Pending_Approval/${name}`)).replace("Please pay it soon.", "Please pay me twice."),
    );
    await app.modal().click("Approve 3");
    expect(await requests("Approved")).toHaveLength(1);
    expect(app.modal().text()).toContain("cannot be approved");
    expect(app.modal().text()).toContain("· Changed since you were asked");
  });

  test("one by one goes through them, and one reason rejects all that are ticked", async () => {
    await asked(PLANS);
    await app.run("approve");
    await app.modal().click("One by one");
    expect(app.modal().title).toBe("Invoice 1 is due");
    expect(app.modal().text()).toContain("1 of 3");
    await app.modal().pressEscape();
    await app.run("approve");
    await app.time.advance(1000);
    await app.modal().click("Reject…");
    await app.modal().fill("Why, or what to change", "Too early.");
    await app.time.advance(1000);
    await app.modal().click("Reject 3");
    expect(await requests("Rejected")).toHaveLength(3);
    expect(app.notices().at(-1)).toBe("3 rejected.");
  });
});

describe("a request that was changed after it was asked", () => {
  test("shows word by word what differs from the plan", async () => {
    await asked({ "PLAN-1": LUNCH });
    const [name = ""] = await requests("Pending_Approval");
    await room.put(
      `Pending_Approval/${name}`,
      (await room.get(`Pending_Approval/${name}`)).replace("shall we have lunch?", "shall we have supper?"),
    );
    await pass(app);
    await app
      .fileMenu(`Pending_Approval/${name}`)
      .find(({ title }) => title.includes("Reject"))
      ?.click();
    expect(app.modal().text()).toContain("· Changed since you were asked");
    expect(app.modal().el.querySelector("del")?.textContent).toBe("lunch");
    expect(app.modal().el.querySelector("ins")?.textContent).toBe("supper");
    await app.modal().pressEscape();
    await app
      .fileMenu(`Pending_Approval/${name}`)
      .find(({ title }) => title.includes("Reject"))
      ?.click();
    await app.modal().click("Back");
    expect(app.modal().text()).toContain("“Ask again” uses the text in the plan.");
    await app.time.advance(1000);
    await app.modal().click("Ask again");
    expect(app.modals()).toEqual([]);
    await pass(app);
    const [again = "", ...others] = await requests("Pending_Approval");
    expect(others).toEqual([]);
    expect(again).not.toBe(name);
    expect(await room.get(`Pending_Approval/${again}`)).toContain("shall we have lunch?");
  });
});

describe("done by hand", () => {
  test("a mail opens in the mail app with everybody who gets it, and its text by whatever name", async () => {
    await asked({
      "PLAN-1": step([
        "type: email",
        "target: Ana Lee <ana@example.com>, bo@example.org",
        "args:",
        "  subject: Lunch & more",
        "  cc:",
        "    - cy@example.net",
        "    - Di <di@example.net>",
        "  bcc: ed@example.net",
        "  text: |-",
        "    Dear all,",
        "    shall we?",
      ]),
    });
    await app.run("approve");
    await press("a");
    await pass(app);
    await app.run("confirm");
    const opened: string[] = [];
    app.window.open = (url) => {
      opened.push(String(url));
      return null;
    };
    await app.modal().click("Open in mail app");
    expect(opened).toEqual([
      "mailto:ana@example.com,bo@example.org?cc=cy@example.net,di@example.net&bcc=ed@example.net&subject=Lunch%20%26%20more&body=Dear%20all%2C%0D%0Ashall%20we%3F",
    ]);
    expect(app.modals()).toHaveLength(1);
  });
});

describe("on a phone", () => {
  test("it says which device sends it", async () => {
    await room.settings({ ...PROMPT, grace_seconds: 10 });
    await asked({ "PLAN-1": PAYMENT });
    await app.unload();
    app = await room.start({ device: "phone" });
    await pass(app);
    await app.run("approve");
    expect(app.modal().text()).toContain("Then you do it yourself");
  });
});
