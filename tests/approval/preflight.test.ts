import { describe, expect, it, test } from "vitest";
import type { Action } from "../../src/note/action/action";
import { nearest } from "../../src/kit/nearest";
import type { JsonObject, ToolView } from "../../src/kit/ports/tools";
import { faultOf, nearType, passedOver } from "../../src/approval/preflight";

const tool = (properties: JsonObject, more: JsonObject = {}): ToolView => ({
  name: "send",
  description: "",
  schema: { type: "object", properties, ...more },
});
const TEXT = { type: "string" };
const MAIL = tool({ to: TEXT, subject: TEXT, reply_to: TEXT, attachments: { type: "array", items: TEXT } });
const LETTER = tool({
  to: TEXT,
  cc: TEXT,
  subject: TEXT,
  body: TEXT,
  attachments: { type: "array", items: TEXT },
});
const MAPPING = {
  server: "mail",
  tool: "send",
  target_argument: null,
  idempotency_argument: null,
  attachments_argument: null,
  fixed_arguments: {},
  error_means_nothing_happened: false,
  nothing_happened_words: [],
};
const action = (change: Partial<Action> = {}): Action => ({
  type: "email",
  target: "ana@example.com",
  args: { subject: "Hi" },
  attachments: [],
  ...change,
});

describe("an action is not asked for", () => {
  it.each([
    [
      "a key the tool does not list",
      action(),
      { idempotency_argument: "message_id" },
      MAIL,
      "“message_id” is a field of “send” (idempotency_argument), and the function lists none of that name (it takes: to, subject, reply_to, attachments)",
    ],
    [
      "a target the tool does not list",
      action(),
      { target_argument: "recipient" },
      MAIL,
      "(target_argument)",
    ],
    [
      "a receiver that is no address",
      action({ target: "landlord", args: { subject: "Hi", body: "Hello" } }),
      {},
      LETTER,
      "“to” must be a mail address such as ana@example.com, not “landlord”.",
    ],
    [
      "an address whose domain is missing, among others",
      action({ args: { subject: "Hi", body: "Hello", cc: "bo@example.com, ana@" } }),
      {},
      LETTER,
      "“ana@”",
    ],
    [
      "a mail without a subject and a text",
      action({ args: { subject: " ", body: "" } }),
      {},
      LETTER,
      "The mail is empty: write a subject or a text.",
    ],
    [
      "files under a name that is nearly right",
      action({ attachments: ["a.pdf"] }),
      { attachments_argument: "attachment" },
      MAIL,
      "the nearest is “attachments”",
    ],
    [
      "files that no argument takes",
      action({ attachments: ["a.pdf"] }),
      {},
      tool({ to: TEXT, subject: TEXT }),
      "has no known field for files. Name it in the settings (attachments_argument)",
    ],
    [
      "a receiver that can be read in two ways",
      action({ target: "Lee, Ana <ana@example.com>" }),
      {},
      MAIL,
      "It is not clear who gets it: “Lee”",
    ],
    [
      "the same where addresses are divided by us",
      action({ type: "post", target: "Lee, Ana <ana@example.com>" }),
      {},
      tool({ to: { type: "array", items: TEXT } }),
      "It is not clear who gets it",
    ],
    [
      "a copy to a name with a comma",
      action({ args: { cc: "Lee, Ana <ana@example.com>" } }),
      {},
      MAIL,
      'It is not clear who gets it by “cc”: “Lee” in “Lee, Ana <ana@example.com>” has no address; put a name with a comma in quotes, as in "Lee, Ana" <ana@example.com>',
    ],
    [
      "a hidden copy to two with nothing between them",
      action({ args: { bcc: "ana@example.com ben@example.com" } }),
      {},
      MAIL,
      "by “bcc”: “ana@example.com ben@example.com” is more than one address; put a comma between addresses",
    ],
    [
      "one such copy in a list",
      action({ args: { Cc_Recipients: ["c@example.com", "a@example.com, Ben"] } }),
      {},
      MAIL,
      "by “Cc_Recipients”: “Ben” in",
    ],
    [
      "one such receiver under to",
      action({ target: "", args: { to: "a@example.com # not Bob" } }),
      {},
      MAIL,
      "by “to”: ",
    ],
    [
      "a copy that goes to people by no mail, where the tool takes a list",
      action({ type: "post", args: { cc: ["a@example.com b@example.com"] } }),
      {},
      tool({ to: TEXT, cc: { type: "array", items: TEXT } }),
      "by “cc”: ",
    ],
    [
      "another value than the settings fix",
      action({ args: { subject: "Hi", account: "mine" } }),
      { fixed_arguments: { account: "billing" } },
      tool({ to: TEXT, subject: TEXT, account: TEXT }),
      "“account” is under args, and the settings fix it as “billing”.",
    ],
    [
      "a fixed argument that the tool does not list",
      action(),
      { fixed_arguments: { acount: "billing" } },
      tool({ to: TEXT, subject: TEXT, account: TEXT }),
      "(fixed_arguments), and the function lists none of that name (the nearest is “account”)",
    ],
    [
      "a fixed argument that takes the target as well",
      action({ args: {} }),
      { fixed_arguments: { to: "ana@example.com" } },
      MAIL,
      "The settings give “to” of “send” twice (target_argument is one).",
    ],
    [
      "a fixed argument of the wrong kind",
      action(),
      { fixed_arguments: { copies: "many" } },
      tool({ to: TEXT, subject: TEXT, copies: { type: "integer" } }),
      "The fixed fields of the settings do not fit the function “send”: `copies` must be",
    ],
    [
      "a target that does not read as the template says",
      action({ target: "octo", args: {} }),
      { target_argument: "{owner}/{repo}" },
      tool({ owner: TEXT, repo: TEXT }),
      "The target “octo” is not in the form the settings give: {owner}/{repo} (target_argument).",
    ],
    [
      "a target within an argument that holds it already",
      action({ target: "p1", args: { parent: { page_id: "p2" } } }),
      { target_argument: "parent.page_id" },
      tool({ parent: { type: "object" } }),
      "“parent.page_id” is under args, but Planwright fills it in",
    ],
    [
      "a target within an argument that the tool does not list",
      action({ target: "p1", args: {} }),
      { target_argument: "parnt.page_id" },
      tool({ parent: { type: "object" } }),
      "“parnt” is a field of “send” (target_argument), and the function lists none of that name (the nearest is “parent”)",
    ],
    [
      "a name where the tool wants an address alone",
      action({ target: "Ana <ana@example.com>", args: {} }),
      {},
      tool({ to: { type: "array", items: { type: "string", format: "email" } } }),
      "`to[0]` must be an address alone, such as name@example.com",
    ],
    [
      "two files for a tool that takes one",
      action({ attachments: ["a.pdf", "b.pdf"] }),
      {},
      tool({ to: TEXT, subject: TEXT, file_path: TEXT }),
      "The function “send” takes one file (“file_path”), and 2 are attached.",
    ],
    [
      "files in a form that is not known",
      action({ attachments: ["a.pdf"] }),
      { attachments_argument: "files" },
      tool({
        to: TEXT,
        subject: TEXT,
        files: { type: "array", items: { type: "object", properties: { id: TEXT } } },
      }),
      "The field “files” of “send” wants files in a form that Planwright cannot fill in.",
    ],
    ["a target twice", action({ args: { to: "b@example.com" } }), {}, MAIL, "“to” is under args"],
    ["nothing where text is wanted", action({ args: { subject: null } }), {}, MAIL, "but is empty"],
    [
      "a name the schema forbids",
      action({ args: { subjct: "Hi" } }),
      {},
      tool({ to: TEXT, subject: TEXT }, { additionalProperties: false }),
      "`subjct` is not a field of this function",
    ],
  ])("with %s", (_what, given, settings, offered, why) => {
    expect(faultOf(given, { ...MAPPING, ...settings }, offered)?.why).toContain(why);
  });

  it.each([
    ["a tool that lists nothing", action(), { target_argument: "to", idempotency_argument: "key" }, tool({})],
    [
      "a name that fits a pattern",
      action(),
      { idempotency_argument: "x-key" },
      tool({ to: TEXT, subject: TEXT }, { patternProperties: { "^x-": TEXT } }),
    ],
    ["files, for an argument that the tool lists for them", action({ attachments: ["a.pdf"] }), {}, MAIL],
    [
      "a target within an argument of which the settings fix another part",
      action({ target: "p1" }),
      { target_argument: "parent.page_id", fixed_arguments: { parent: { type: "page_id" } } },
      tool({
        subject: TEXT,
        parent: { type: "object", properties: { type: TEXT, page_id: TEXT }, required: ["type", "page_id"] },
      }),
    ],
    [
      "a target in three parts, one of them a number",
      action({ target: "octo/site#7", args: {} }),
      { target_argument: "{owner}/{repo}#{issue_number}" },
      tool(
        { owner: TEXT, repo: TEXT, issue_number: { type: "integer" } },
        { required: ["owner", "issue_number"] },
      ),
    ],
    [
      "a required argument that has a default",
      action(),
      {},
      tool(
        { to: TEXT, subject: TEXT, html: { type: "boolean", default: false } },
        { required: ["html", "to"] },
      ),
    ],
    ["a mapped argument for files, and no files", action(), { attachments_argument: "files" }, MAIL],
    [
      "words that are no address, for a tool that takes text",
      action({ type: "letter", target: "Ana, 12 Hill Street" }),
      {},
      MAIL,
    ],
    [
      "an @ in words, where no mail is meant",
      action({ type: "social_post", target: "thanks, ana@example.com" }),
      {},
      MAIL,
    ],
    [
      "copies that read in one way",
      action({
        args: {
          cc: '"Lee, Ana" <ana@example.com>, ben@example.com',
          bcc: ["a@example.com", "Ben <b@example.com>"],
          to_list: [{ email: "c@example.com", name: "Lee, Cy" }],
        },
      }),
      {},
      MAIL,
    ],
    [
      "copies in a shape of the tool’s own",
      action({ args: { cc: [{ emailAddress: { address: "a@example.com", name: "Lee, Ana" } }] } }),
      {},
      MAIL,
    ],
    [
      "an @ in words of a copy, where no mail is meant",
      action({ type: "social_post", args: { cc: "thanks, ana@example.com" } }),
      {},
      MAIL,
    ],
    ["a letter to a house", action({ type: "letter", target: "Ana, 12 Hill Street", args: {} }), {}, LETTER],
    [
      "a name, for a tool that says it takes names",
      action({ target: "Ana Reyes", args: { subject: "Hi", body: "Hello" } }),
      {},
      tool({
        to: { type: "string", description: "An address, or the name of a contact" },
        subject: TEXT,
        body: TEXT,
      }),
    ],
    ["an address within a house", action({ target: "ana@localhost", args: { subject: "Hi" } }), {}, LETTER],
    ["a mail that is all subject", action({ args: { subject: "On my way" } }), {}, LETTER],
    ["a mail that is all files", action({ args: {}, attachments: ["a.pdf"] }), {}, LETTER],
    ["no copies", action({ args: { cc: "", bcc: [] } }), {}, MAIL],
    ["no target, and none wanted", action({ type: "social_post", target: "" }), {}, tool({ subject: TEXT })],
  ])("but it is with %s", (_what, given, settings, offered) => {
    expect(faultOf(given, { ...MAPPING, ...settings }, offered)).toBe(null);
  });
});

test.each([
  ["a key", { idempotency_argument: "message_id" }, true],
  ["a target", { target_argument: "recipient" }, true],
  ["the action", {}, false],
] as const)("what only the settings can mend is told apart: %s", (_what, settings, isTheirs) => {
  const given = action({ args: { subject: null } });
  expect(faultOf(given, { ...MAPPING, ...settings }, MAIL)?.of).toBe(isTheirs ? "settings" : "action");
});

describe("a request says on top", () => {
  it("which arguments the tool may pass over", () => {
    expect(
      passedOver(action({ args: { subject: "Hi", replyto: "x@example.com", colour: "red" } }), MAIL),
    ).toEqual([
      "The function “send” lists no field “replyto” (the nearest is “reply_to”). It may ignore what is there.",
      "The function “send” lists no field “colour” (it takes: to, subject, reply_to, attachments). It may ignore what is there.",
    ]);
    expect(passedOver(action({ args: { anything: "x" } }), tool({}))).toEqual([]);
  });

  it.each([
    ["mail", ["email"]],
    ["e_mail", ["email"]],
    ["emails", ["email"]],
    ["payments", ["email", "payment"]],
    ["post", ["social_post"]],
  ])("that “%s” may be meant as one of %j", (type, mapped) => {
    expect(nearType(type, mapped)[0]).toContain(`Did you mean “${mapped.at(-1) ?? ""}”`);
  });

  it("nothing where no type is near", () => {
    expect(nearType("letter", ["email", "payment"])).toEqual([]);
    expect(nearType("other", ["email"])).toEqual([]);
  });
});

describe("the nearest name", () => {
  it.each([
    ["subjct", "subject"],
    ["Subject", "subject"],
    ["reply to", "reply_to"],
    ["sttus", "status"],
  ])("of %s is %s", (word, name) => {
    expect(nearest(word, ["subject", "reply_to", "status", "body"])).toBe(name);
  });

  it("is none for another word", () => {
    expect(nearest("colour", ["subject", "to", "body"])).toBe(null);
    expect(nearest("x", ["y"])).toBe(null);
  });
});
