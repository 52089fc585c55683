/** Faults of settings are told in words, with the key. */
import { expect, test } from "vitest";
import { readSettings } from "../../src/settings/settings";

function why(value: unknown): string {
  const parsed = readSettings(value);
  return parsed.kind === "bad" ? parsed.why : "";
}

test.each([
  [
    { servers: { mail: { comand: "node" } } },
    "servers.mail: “comand” is not known; a server has command and args, or url",
  ],
  [{ servers: { mail: {} } }, "servers.mail: a server has command and args, or url"],
  [{ servers: { mail: "node" } }, "servers.mail: a server has command and args, or url, in curly brackets"],
  [
    { servers: { mail: { command: "node", args: "a.mjs" } } },
    "servers.mail: args is a list of texts in square brackets",
  ],
  [
    { servers: { mail: { command: "node", env: { PORT: 25 } } } },
    "servers.mail: env is names and texts in curly brackets, every value in quotes",
  ],
  [
    { servers: { mail: { url: "example" } } },
    "servers.mail.url: an address, such as https://example.com/mcp",
  ],
  [{ servers: { mail: { command: 1 } } }, "servers.mail.command: the program, as text in quotes"],
  [{ alert_hours: "12" }, "alert_hours: a number, without quotes"],
  [{ alert_hours: 0 }, "alert_hours: a number above 0"],
  [{ quiet_seconds: -1 }, "quiet_seconds: a number of at least 0"],
  [{ call_timeout_seconds: 900 }, "call_timeout_seconds: a number of at most 600"],
  [{ open_requests: 1.5 }, "open_requests: a whole number"],
  [{ open_requests: "5" }, "open_requests: a number, without quotes"],
  [{ others_write: "yes" }, "others_write: true or false, without quotes"],
  [{ high_risk: "payment" }, "high_risk: a list in square brackets"],
  [{ folders: { plans: 1 } }, "folders.plans: text, in quotes"],
  [{ folders: { plans: "" } }, "folders.plans: must not be empty"],
  [{ actions: { email: { server: "mail" } } }, "actions.email.tool: is missing; it is text, in quotes"],
  [
    { actions: { Email: { server: "mail", tool: "send" } } },
    "actions.Email: a type is one word in lower case",
  ],
  [[], "the settings: names and values in curly brackets"],
])("%j", (value, say) => {
  expect(why(value)).toBe(say);
});

test("a key that is not known is named wherever it stands, and passed over", () => {
  const parsed = readSettings({
    colour: 1,
    folders: { aproved: "Yes" },
    servers: { mail: { command: "node", env: { ANY: "thing" }, timeout: 5 } },
    actions: { email: { server: "mail", tool: "send", target_arg: "to" } },
    agent_tools: [{ server: "mail", tool: "search", unaskd: true }],
  });
  expect(parsed).toMatchObject({
    kind: "settings",
    unknown: [
      "colour",
      "folders.aproved",
      "servers.mail.timeout",
      "actions.email.target_arg",
      "agent_tools.0.unaskd",
    ],
  });
});
