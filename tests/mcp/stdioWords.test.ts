/** The last words of a program that say why it failed. */
import { expect, test } from "vitest";
import { createWords } from "../../src/adapters/mcp/stdioWords";

const cause = (...lines: readonly string[]): string => {
  const words = createWords();
  words.add(`${lines.join("\n")}\n`);
  return /“(.*)”/.exec(words.cause(true, (text) => text).sentence)?.[1] ?? "";
};

test.each<readonly [string, string, readonly string[]]>([
  [
    "Node",
    "Error: Cannot find module '/srv/mail.mjs'",
    [
      "node:internal/modules/cjs/loader:1228",
      "  throw err;",
      "  ^",
      "",
      "Error: Cannot find module '/srv/mail.mjs'",
      "    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)",
      "",
      "Node.js v20.20.0",
    ],
  ],
  [
    "a line of source",
    "TypeError: host is missing",
    [
      "file:///srv/mail.mjs:3",
      "  const e = connectOrFailed(error);",
      "            ^",
      "",
      "TypeError: host is missing",
      "    at file:///srv/mail.mjs:3:13",
    ],
  ],
  [
    "Python",
    "ValueError: no password was given",
    [
      "Traceback (most recent call last):",
      '  File "mail.py", line 3, in <module>',
      '    raise ValueError("no password was given")',
      "ValueError: no password was given",
    ],
  ],
  [
    "Python, one after the other",
    "OSError: the disk is full",
    [
      "Traceback (most recent call last):",
      '  File "a.py", line 1, in f',
      "OSError: the disk is full",
      "",
      "During handling of the above exception, another exception occurred:",
      "",
      "RuntimeError: cannot go on",
    ],
  ],
  [
    "npm",
    "npm error 404 Not Found - GET https://registry.npmjs.org/no-such-server",
    [
      "npm warn old lockfile",
      "npm error code E404",
      "npm error 404 Not Found - GET https://registry.npmjs.org/no-such-server",
      "npm error A complete log of this run can be found in: /x",
    ],
  ],
  [
    "a log",
    "2026-03-02 [error] Invalid login: 535 Authentication failed",
    [
      "2026-03-02 [info] reading errors.json",
      "2026-03-02 [warn] no errors file",
      "2026-03-02 [error] Invalid login: 535 Authentication failed",
      "2026-03-02 [info] bye",
    ],
  ],
  ["a heading", "cannot log in with key: abc", ["cannot log in with key:", "abc"]],
  [
    "Rust",
    "thread 'main' panicked at src/main.rs:4:5: the port is taken",
    ["thread 'main' panicked at src/main.rs:4:5:", "the port is taken", "note: run with RUST_BACKTRACE=1"],
  ],
  [
    "Node after info lines",
    "Error: Invalid login: 535 5.7.8 authentication failed",
    [
      "Connecting to smtp.example.com:465",
      "Listening on error.example.com:3000",
      "Error: Invalid login: 535 5.7.8 authentication failed",
      "    at SMTPConnection._formatError (/srv/node_modules/nodemailer/lib/smtp-connection/index.js:790:19)",
      "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5) {",
      "  code: 'EAUTH'",
      "}",
    ],
  ],
  [
    "Node, thrown on",
    "Error: Invalid login: 535 5.7.8 authentication failed",
    [
      "Connecting to smtp.example.com:465",
      "/srv/mail.mjs:7",
      "  if (isFailed(e)) throw e;",
      "                   ^",
      "",
      "Error: Invalid login: 535 5.7.8 authentication failed",
      "    at login (/srv/mail.mjs:4:9)",
      "",
      "Node.js v20.20.0",
    ],
  ],
  [
    "a last resort",
    "Fatal error in main(): Error: Invalid login: 535 authentication failed",
    [
      "Mail server 1.2.0, its log is /var/log/errors.log",
      "Fatal error in main(): Error: Invalid login: 535 authentication failed",
    ],
  ],
  [
    "a log after a warning",
    "[2026-03-02T10:00:01Z] ERROR login failed: 535 5.7.8 authentication failed",
    [
      "(node:123) ExperimentalWarning: The errors module is experimental",
      "(Use `node --trace-warnings ...` to show where the warning was created)",
      "[2026-03-02T10:00:00Z] INFO connecting, will stop when a login has failed",
      "2026-03-02 10:00:00,100 WARNING no password file, invalid or missing",
      "[2026-03-02T10:00:01Z] ERROR login failed: 535 5.7.8 authentication failed",
    ],
  ],
  [
    "an old Node",
    "(node:1) UnhandledPromiseRejectionWarning: Error: Invalid login: 535",
    [
      "(node:1) DeprecationWarning: invalid option",
      "(node:1) UnhandledPromiseRejectionWarning: Error: Invalid login: 535",
      "(node:1) UnhandledPromiseRejectionWarning: Unhandled promise rejection.",
    ],
  ],
  [
    "Python's mail library",
    "smtplib.SMTPAuthenticationError: (535, b'5.7.8 authentication failed')",
    [
      "connecting to smtp.example.com:465",
      "Traceback (most recent call last):",
      '  File "/srv/mail.py", line 9, in <module>',
      "    server.login(user, failed_password)",
      "    ~~~~~~~~~~~~^^^^^^^^^^^^^^^^^^^^^^^",
      '  File "/usr/lib/python3.12/smtplib.py", line 750, in login',
      "    raise last_exception(",
      "    ...<2 lines about what failed>...",
      "    )",
      "smtplib.SMTPAuthenticationError: (535, b'5.7.8 authentication failed')",
    ],
  ],
  [
    "an error that is not called one",
    "smtplib.SMTPServerDisconnected: Connection closed",
    [
      "Traceback (most recent call last):",
      '  File "/srv/mail.py", line 9, in <module>',
      "    server.login(user)",
      "smtplib.SMTPServerDisconnected: Connection closed",
    ],
  ],
  [
    "Python, together",
    "ValueError: 535 authentication failed",
    [
      "  + Exception Group Traceback (most recent call last):",
      '  |   File "/srv/mail.py", line 9, in <module>',
      "  |     raise_failed()",
      "  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)",
      "  +-+---------------- 1 ----------------",
      "    | Traceback (most recent call last):",
      '    |   File "/srv/mail.py", line 3, in main',
      "    |     raise ValueError(words)",
      "    | ValueError: 535 authentication failed",
      "    +------------------------------------",
    ],
  ],
  [
    "an answer alone",
    "535 Authentication failed",
    ["Connecting to smtp.example.com:465", "250 messages read", "535 Authentication failed"],
  ],
  [
    "an answer in other words",
    "535 5.7.8 Username and Password no good",
    ["Connecting to smtp.example.com:465", "535 5.7.8 Username and Password no good", "bye"],
  ],
  [
    "a setting",
    "SMTP_PASSWORD is required",
    ["Mail server, errors: 0", "SMTP_PASSWORD is required", "see https://example.com/failed.html", "bye"],
  ],
  ["nothing that reads as an error", "bye now", ["hello", "bye", "now"]],
])("%s: %s", (_who, expected, lines) => {
  expect(cause(...lines)).toBe(expected);
});

test("the first error is found behind much that came after it", () => {
  const words = createWords();
  words.add("Error: the folder /srv/mails is missing\n");
  for (let n = 0; n < 5000; n += 1) words.add(`retry ${String(n)}, please wait\n`);
  expect(words.cause(true, (text) => text).sentence).toBe(
    "It said: “Error: the folder /srv/mails is missing”.",
  );
});

test("a line that the program has not ended yet is not quoted", () => {
  const words = createWords();
  words.add("Error: first half");
  expect(words.cause(false, (text) => text).sentence).toBe("");
});
