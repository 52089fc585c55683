/** Which of a program's last words say why it failed. */
import { expect, test } from "vitest";
import { createWords } from "../../src/adapters/mcp/stdioWords";

const cause = (...lines: readonly string[]): string => {
  const words = createWords();
  words.add(`${lines.join("\n")}\n`);
  return /“(.*)”/.exec(words.cause(true, (text) => text))?.[1] ?? "";
};

test.each<readonly [string, string, readonly string[]]>([
  ["Node", "Error: Cannot find module '/srv/mail.mjs'", ["node:internal/modules/cjs/loader:1228", "  throw err;", "  ^", "", "Error: Cannot find module '/srv/mail.mjs'", "    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)", "", "Node.js v20.20.0"]],
  ["a line of source", "TypeError: host is missing", ["file:///srv/mail.mjs:3", "  const e = connectOrFailed(error);", "            ^", "", "TypeError: host is missing", "    at file:///srv/mail.mjs:3:13"]],
  ["Python", "ValueError: no password was given", ["Traceback (most recent call last):", '  File "mail.py", line 3, in <module>', '    raise ValueError("no password was given")', "ValueError: no password was given"]],
  ["Python, one after the other", "OSError: the disk is full", ["Traceback (most recent call last):", '  File "a.py", line 1, in f', "OSError: the disk is full", "", "During handling of the above exception, another exception occurred:", "", "RuntimeError: cannot go on"]],
  ["npm", "npm error 404 Not Found - GET https://registry.npmjs.org/no-such-server", ["npm warn old lockfile", "npm error code E404", "npm error 404 Not Found - GET https://registry.npmjs.org/no-such-server", "npm error A complete log of this run can be found in: /x"]],
  ["a log", "2026-03-02 [error] Invalid login: 535 Authentication failed", ["2026-03-02 [info] reading errors.json", "2026-03-02 [warn] no errors file", "2026-03-02 [error] Invalid login: 535 Authentication failed", "2026-03-02 [info] bye"]],
  ["a heading", "cannot log in with key: abc", ["cannot log in with key:", "abc"]],
  ["Rust", "thread 'main' panicked at src/main.rs:4:5: the port is taken", ["thread 'main' panicked at src/main.rs:4:5:", "the port is taken", "note: run with RUST_BACKTRACE=1"]],
  ["nothing that reads as an error", "bye now", ["hello", "bye", "now"]],
])("%s: %s", (_who, expected, lines) => {
  expect(cause(...lines)).toBe(expected);
});

test("the first error is found behind much that came after it", () => {
  const words = createWords();
  words.add("Error: the folder /srv/mails is missing\n");
  for (let n = 0; n < 5000; n += 1) words.add(`retry ${String(n)}, please wait\n`);
  expect(words.cause(true, (text) => text)).toBe("It said: “Error: the folder /srv/mails is missing”.");
});

test("a line that the program has not ended yet is not quoted", () => {
  const words = createWords();
  words.add("Error: first half");
  expect(words.cause(false, (text) => text)).toBe("");
});
