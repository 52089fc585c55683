/** Names of plans and requests in lists, cards and notices. */
import { describe, expect, test } from "vitest";
import type { Action } from "../../src/note/action/action";
import { KINDS } from "../../src/note/action/kinds";
import { DAY, HOUR, MINUTE } from "../../src/kit/dates";
import {
  nounsOf,
  planLine,
  requestLine,
  requestTitle,
  requestWhere,
  sayAge,
  tellApart,
} from "../../src/overview/titles";
import { asked, latched, NOW, plan, requestNote, world } from "../rules/build";

const action = (type: string, target: string, args: Action["args"]): Action => ({
  type,
  target,
  args,
  attachments: [],
});
const titled = (of: Action | null) => ({
  type: of?.type ?? "email",
  action: of,
  actionState: null,
  name: "x.md",
});

test("several are named by their kind, where their type is the usual one of it", () => {
  expect(nounsOf("email", KINDS.mail)).toBe("mails");
  expect(nounsOf("letter", KINDS.mail)).toBe("requests");
  expect(nounsOf("contact", KINDS.tool)).toBe("requests");
});

describe("the title of a request", () => {
  test("is its subject, or its amount and payee, or its type", () => {
    expect(requestTitle(titled(action("email", "a@example.com", { subject: "Invoice 2026-31" })))).toBe(
      "Invoice 2026-31",
    );
    expect(
      requestTitle(
        titled(action("payment", "Osei and Daughters Ltd", { amount: "640.00", currency: "GBP" })),
      ),
    ).toBe("640.00 GBP to Osei and Daughters Ltd");
    expect(requestTitle(titled(action("payment", "DE02", { amount: "5", payee: "Ana" })))).toBe("5 to Ana");
    expect(requestTitle(titled(action("social_post", "mastodon", { text: "Hello" })))).toBe("Social post");
  });

  test("is the words of its step where its type says nothing", () => {
    const other = { ...titled(action("other", "you", {})), stepText: "✋ Read [[A family Bible|the Bible]]" };
    expect(requestTitle(other)).toBe("Read the Bible");
    expect(requestTitle({ ...other, stepText: "" })).toBe("Other");
  });

  test("is its type, or its file name, where its note is gone", () => {
    expect(requestTitle(titled(null))).toBe("Email");
    expect(requestTitle({ ...titled(null), type: "" })).toBe("x");
  });

  test("where it goes is the domain of an address, or how many there are", () => {
    const where = (target: string): string => requestWhere(titled(action("email", target, {})));
    expect(where("Henrike <collections@example.org>")).toBe("example.org");
    expect(where("a@example.com, b@example.org")).toBe("2 receivers");
    expect(where("@ana")).toBe("@ana");
    expect(where("")).toBe("");
  });
});

test("an age is told in the largest whole unit, and not at all where nobody knows it", () => {
  expect([1, MINUTE, 59 * MINUTE, HOUR, 47 * HOUR, 3 * DAY].map((age) => sayAge(NOW - age, NOW))).toEqual([
    "now",
    "1 min",
    "59 min",
    "1 h",
    "47 h",
    "3 d",
  ]);
  expect([sayAge(null, NOW), sayAge(NOW + HOUR, NOW)]).toEqual(["", "now"]);
});

describe("a line in a list", () => {
  const one = asked(1, { objective: "Invoice Marrow Street Library" });
  const shown = world({
    plans: [one.plan, plan({ id: "PLAN-2", status: "Draft", objective: "Order paper" })],
    requests: [requestNote(one, "pending")],
    device: latched(one.actionState),
  });

  test("says title, state and age of a plan", () => {
    const lines = [...shown.planIndex.all()].map((summary) => planLine(summary, shown));
    expect(lines).toEqual([
      "Invoice Marrow Street Library · waiting for approval · 1 h",
      "Order paper · draft · 27 h",
    ]);
  });

  test("says no hours of a plan that says a day alone", () => {
    const made = world({ plans: [plan({ id: "D", created: "2026-02-21", roadmap: ["- [ ] a"] })] });
    expect([...made.planIndex.all()].map((each) => planLine(each, made))).toEqual([
      "Objective of D · active",
    ]);
  });

  test("says title, receiver, plan and age of a request", () => {
    expect(shown.requests.map((each) => requestLine(each, shown))).toEqual([
      "Email · example.com · Invoice Marrow Street Library · 1 h",
    ]);
  });

  test("names the id only where two lines read alike", () => {
    const items = [
      { line: "A", id: "1" },
      { line: "B", id: "2" },
      { line: "A", id: "3" },
    ];
    let asked = 0;
    const lines = tellApart(
      items,
      ({ line }) => {
        asked += 1;
        return line;
      },
      ({ id }) => id,
    );
    expect(lines).toEqual(["A · 1", "B", "A · 3"]);
    // There may be ten thousand of them.
    expect(asked).toBe(3);
  });
});
