/** How one action differs from another, as a person reads it. */
import { expect, test } from "vitest";
import type { Action } from "../../src/note/action/action";
import { actionDifferences } from "../../src/note/action/differ";

const MAIL: Action = {
  type: "email",
  target: "anna@example.com",
  args: { subject: "Invoice", body: "Dear Anna,\nplease pay 1,500.\nAll the best" },
  attachments: ["Money/Invoice.pdf"],
};
const long = (sum: string): string => `${"We met in May and spoke of the roof. ".repeat(20)}It costs ${sum}.`;

test.each<readonly [what: string, change: Partial<Action>, lines: readonly string[]]>([
  ["nothing", {}, []],
  [
    "the receiver",
    { target: "ben@example.com" },
    ["− target: anna@example.com", "+ target: ben@example.com"],
  ],
  ["the type", { type: "payment" }, ["− type: email", "+ type: payment"]],
  [
    "one line of a text",
    { args: { ...MAIL.args, body: "Dear Anna,\nplease pay 1,450.\nAll the best" } },
    ["− body: please pay 1,500.", "+ body: please pay 1,450."],
  ],
  ["an argument that is gone", { args: { body: MAIL.args["body"] ?? "" } }, ["− subject: Invoice"]],
  ["an argument that is new", { args: { ...MAIL.args, cc: "ben@example.com" } }, ["+ cc: ben@example.com"]],
  [
    "an argument that is called like a field of the action",
    { args: { ...MAIL.args, target: "eve@example.com" } },
    ["+ args.target: eve@example.com"],
  ],
  ["a file that is gone", { attachments: [] }, ["− attachments: Money/Invoice.pdf"]],
  [
    "a list",
    { args: { ...MAIL.args, bcc: ["a@example.com", "b@example.com"] } },
    ["+ bcc: a@example.com", "+ bcc: b@example.com"],
  ],
  [
    "an argument within another",
    { args: { ...MAIL.args, more: { late: "yes" } } },
    ['+ more: {"late":"yes"}'],
  ],
  [
    "the order of lines",
    { args: { ...MAIL.args, body: "please pay 1,500.\nDear Anna,\nAll the best" } },
    ["body: the same lines in another order"],
  ],
  [
    "white space alone",
    { args: { ...MAIL.args, body: "Dear Anna,\nplease  pay 1,500. \nAll the best" } },
    ["body: only white space differs"],
  ],
  [
    "a line that is there twice by now",
    { args: { ...MAIL.args, body: "Dear Anna,\nplease pay 1,500.\nplease pay 1,500.\nAll the best" } },
    ["+ body: please pay 1,500."],
  ],
  [
    "a text that is empty by now",
    { args: { ...MAIL.args, subject: "" } },
    ["− subject: Invoice", "+ subject: (empty)"],
  ],
  ["an empty argument that is new", { args: { ...MAIL.args, cc: "" } }, ["+ cc: (empty)"]],
])("what differs is %s", (_what, change, lines) => {
  expect(actionDifferences(MAIL, { ...MAIL, ...change })).toEqual(lines);
});

test("of two long lines that begin alike, the part that differs is told", () => {
  const [gone = "", added = "", ...more] = actionDifferences(
    { ...MAIL, args: { body: long("1,500") } },
    { ...MAIL, args: { body: long("1,450") } },
  );
  expect(more).toEqual([]);
  expect(gone).toMatch(/^− body: … .{30,50}500\.$/);
  expect(added).toMatch(/^\+ body: … .{30,50}450\.$/);
});

test("more lines than a person reads are counted", () => {
  const body = Array.from({ length: 100 }, (_each, at) => `Line ${String(at)}`).join("\n");
  const lines = actionDifferences({ ...MAIL, args: {} }, { ...MAIL, args: { body } });
  expect(lines.length).toBe(41);
  expect(lines.at(-1)).toBe("60 more lines differ; all of what goes out stands below.");
});
