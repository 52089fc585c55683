/** The lines in which an agent is told of the types of action. */
import { expect, test } from "vitest";
import { actionsForAgent } from "../../src/agent/actionsForAgent";
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
    "email: “target” is its “to”; args needed: body; it also takes subject",
  ]);
});
