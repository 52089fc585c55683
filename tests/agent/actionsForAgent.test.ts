/** The lines in which an agent is told of the types of action. */
import { expect, test } from "vitest";
import { actionsForAgent } from "../../src/agent/actionsForAgent";
import { KINDS, rolesOf } from "../../src/note/action/kinds";
import { readSettings } from "../../src/settings/settings";

test("the argument for files is none of the args: what goes along is named by itself", () => {
  const read = readSettings({
    servers: { mail: { command: "mail" } },
    actions: { email: { server: "mail", tool: "send" } },
  });
  if (read.kind === "bad") throw new Error(read.why);
  const text = { type: "string" };
  const properties = { to: text, subject: text, body: text, attachments: { type: "array", items: text } };
  const schema = { type: "object", properties, required: ["to", "body"] };
  const tools = [{ name: "send", description: "Sends a mail.", schema }];
  expect(actionsForAgent(read.settings, new Map([["mail", { kind: "up", tools }]]))).toEqual([
    "email: “target” is its “to”; args needed: body; it also takes subject; files go along as “attachments”",
  ]);
});

test("before its server is asked, a type has the arguments that are usual for its kind", () => {
  const read = readSettings({
    servers: { some: { command: "some" } },
    actions: {
      email: { server: "some", tool: "send", fixed_arguments: { cc: "me@example.com" } },
      payment: { server: "some", tool: "pay", target_argument: "iban" },
      door: { server: "some", tool: "open" },
    },
  });
  if (read.kind === "bad") throw new Error(read.why);
  expect(actionsForAgent(read.settings, new Map())).toEqual([
    "door",
    "email: “target” is the receiver; usual args, as nobody has asked the server yet: subject, body, bcc; files go along as “attachments”",
    "payment: “target” is its “iban”; usual args, as nobody has asked the server yet: amount, currency",
  ]);
});

test.each(Object.values(KINDS).filter(({ type }) => type !== null))(
  "the usual arguments of $noun have all that it needs",
  ({ type, needs, roles }) => {
    const kind = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((each) => KINDS[each].type === type);
    const args = type?.args ?? [];
    const known = rolesOf(kind ?? "tool", args, null);
    expect(args.filter((name) => !known.has(name))).toEqual([]);
    const given = roles.filter(({ takesTarget }) => takesTarget).map(({ role }) => role);
    expect([...[...known.values()].map(({ role }) => role), ...given]).toEqual(
      expect.arrayContaining([...needs]),
    );
  },
);
