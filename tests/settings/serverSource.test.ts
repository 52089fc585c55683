/** A server as a person has it at hand is read as it is meant, and written so that it reads the same again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readServerSource, writeServerSource } from "../../src/settings/serverSource";

const MAIL = { command: "npx", args: ["-y", "mail@1.2.3"], env: { SMTP_PASS: "x" } };

test.each([
  ["npx -y mail@1.2.3", { ...MAIL, env: {} }, null],
  [
    `node "a b.mjs" --name='c "d"' ""`,
    { command: "node", args: ["a b.mjs", '--name=c "d"', ""], env: {} },
    null,
  ],
  [
    `C:\\bin\\node.exe "C:\\Program Files\\x.js"`,
    { command: "C:\\bin\\node.exe", args: ["C:\\Program Files\\x.js"], env: {} },
    null,
  ],
  ["https://a.example/mcp", { url: "https://a.example/mcp", headers: {} }, null],
  [JSON.stringify({ mcpServers: { mail: MAIL } }), MAIL, "mail"],
  [JSON.stringify({ mail: MAIL }), MAIL, "mail"],
  [`"mail": ${JSON.stringify(MAIL)},`, MAIL, "mail"],
  [JSON.stringify(MAIL), MAIL, null],
  [
    JSON.stringify({ servers: { web: { type: "http", url: "https://a.example/" } } }),
    { url: "https://a.example/", headers: {} },
    "web",
  ],
])("%s", (source, definition, name) => {
  expect(readServerSource(source)).toEqual({ kind: "server", name, definition });
});

test.each([
  ["  ", "empty"],
  [`node "a`, "quote"],
  [`""`, "quote"],
  ["{ half", "json"],
  [`{ "mail": { "program": "x" } }`, "json"],
])("%j is not a server", (source, why) => {
  expect(readServerSource(source)).toEqual({ kind: "bad", why });
});

test("any program with any arguments reads the same once it was written", () => {
  const word = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("a", " ", '"', "'", "\\", "\n") }));
  fc.assert(
    fc.property(fc.constantFrom("node", "a b", "C:\\x\\y.exe"), fc.array(word), (command, args) => {
      const definition = { command, args, env: {} };
      expect(readServerSource(writeServerSource(definition))).toMatchObject({ kind: "server", definition });
    }),
  );
});
