/**
 * The tools that no agent calls, the types that are as risky as another, and the words for a person about the tools
 * that agents may call.
 */
import { expect, test } from "vitest";
import { riskBehind, typeBehind } from "../../src/settings/agentTools";
import { readSettings, type Settings } from "../../src/settings/settings";
import { agentTerms } from "../../src/overview/agentTerms";

function read(more: object): Settings {
  const parsed = readSettings({
    servers: { web: { command: "web" }, bank: { command: "bank" } },
    models: { main: { provider: "scripted", file: "answers.jsonl" } },
    roles: { worker: "main" },
    actions: {
      note: { server: "bank", tool: "transfer" },
      payment: { server: "bank", tool: "transfer" },
      email: { server: "web", tool: "send_email" },
    },
    ...more,
  });
  if (parsed.kind === "bad") throw new Error(parsed.why);
  return parsed.settings;
}

test.each([
  ["transfer", "payment"],
  ["Transfer", "payment"],
  ["trans-fer", "payment"],
  ["ｔｒａｎｓｆｅｒ", "payment"],
  ["send_email", "email"],
  ["search", null],
  ["transfers", null],
  ["__", null],
])("by a tool called %s goes out what is of the type %s", (tool, type) => {
  expect(typeBehind(tool, read({}))).toBe(type);
});

test.each([
  ["payment", "payment"],
  ["note", "payment"],
  ["email", null],
  ["post", null],
  ["__proto__", null],
])("the type %s is as risky as %s", (type, risk) => {
  expect(riskBehind(type, read({}))).toBe(risk);
});

test.each([
  [{ server: "mail", tool: "a" }, "there is no server named “mail”"],
  [{ server: "web", tool: "search" }, "is there twice"],
])("a list with %j is not taken", (other, why) => {
  expect(
    readSettings({
      servers: { web: { command: "web" } },
      agent_tools: [{ server: "web", tool: "search" }, other],
    }),
  ).toMatchObject({ kind: "bad", why: expect.stringContaining(why) as string });
});

test("who lets an agent work is told which functions it may call, and that what it gives them leaves the device", () => {
  const plan = { taskId: "PLAN-7", agentModel: null };
  const listed = [
    { server: "web", tool: "search" },
    { server: "web", tool: "fetch", unasked: true },
    { server: "bank", tool: "transfer" },
  ];
  expect(agentTerms(read({}), plan)).toMatchObject({
    tools: "",
    leaves:
      "What it reads goes to “main”, a script, whose answers come from the file answers.jsonl; nothing leaves this device.",
  });
  expect(agentTerms(read({ agent_tools: listed }), plan)).toMatchObject({
    leaves: "What it reads goes to “main”, a script, whose answers come from the file answers.jsonl.",
    tools:
      "What it passes to these functions also leaves this device: “search” of “web” (you are asked before each call), “fetch” of “web” (without asking you).",
  });
});
