/** Words for a tool that the settings name and that cannot be used. */
import { expect, test } from "vitest";

import type { LeftOut, LeftOutWhy } from "../../src/kit/ports/tools";
import { sayNoTool } from "../../src/approval/toolHash";

const up = (names: readonly string[], leftOut: readonly LeftOut[] = []) => ({
  kind: "up" as const,
  tools: names.map((name) => ({ name, description: "", schema: {} })),
  leftOut,
});

test("a tool that is not there: the sentence lists the tools there are, the likest first", () => {
  expect(sayNoTool("mail", "sendEmail", up(["list_mails", "delete", "send_email"]))).toBe(
    "The server “mail” has no function “sendEmail”. It offers: send_email, list_mails, delete.",
  );
  expect(sayNoTool("mail", "mail", up(["reply", "forward", "mail_send"]))).toMatch(/It offers: mail_send, /);
});

test("of many tools, or tools with long names, a few are listed", () => {
  const many = sayNoTool("mail", "tool_50", up(Array.from({ length: 40 }, (_, at) => `tool_${String(at)}`)));
  expect(many).toMatch(/^The server “mail” has no function “tool_50”\. It offers: .+ and 32 more\.$/);
  const long = sayNoTool(
    "mail",
    "x",
    up(Array.from({ length: 5 }, (_, at) => `${"y".repeat(100)}${String(at)}`)),
  );
  expect(long.length).toBeLessThan(300);
  expect(long).toContain(" and 4 more.");
});

test("a server without tools offers none", () => {
  expect(sayNoTool("mail", "send", up([]))).toBe("The server “mail” has no function “send”; it offers none.");
  expect(sayNoTool("mail", "send", up([], [{ name: "", why: "no-name" }]))).toBe(
    "The server “mail” has no function “send”; it offers none that can be used.",
  );
});

test.each<[LeftOutWhy, string]>([
  ["listed-twice", "twice"],
  ["odd-schema", "fields"],
  ["too-long", "too long"],
  ["too-deep", "too deeply"],
  ["too-many", "1,000"],
  ["odd-name", "letters"],
])("a tool that was left out (%s) is said to be there, with the reason", (why, word) => {
  const said = sayNoTool("mail", "send_email", up(["list"], [{ name: "send_email", why }]));
  expect(said).toMatch(/^The function “send_email” of the server “mail” cannot be used: /);
  expect(said).toContain(word);
});
