import { expect, test } from "vitest";

import { restAsked } from "../../src/adapters/mcp/restAsked";
import { HOUR, MINUTE, SECOND } from "../../src/kit/dates";

test.each([
  ['Failed to send email: Rate limit exceeded for account "ana@example.com". Please wait.', MINUTE],
  ["Too many requests", MINUTE],
  ["429 Too Many Requests: retry after 20 seconds", 20 * SECOND],
  ["You are being rate limited. Try again in 2 minutes.", 2 * MINUTE],
  ["ThrottlingException: Maximum sending rate exceeded.", MINUTE],
  ["450 4.7.1 Error: too much mail from 192.0.2.1", MINUTE],
  ["Daily limit exceeded. Try again in 24 hours.", HOUR],
  ["Rate limit: wait 300 ms", SECOND],
  ["Quota exceeded", MINUTE],
  ["Mailbox unavailable", null],
  ["No reply within 20 seconds", null],
  ["Your account has a limit of 10 recipients", null],
])("%s", (said, rests) => {
  expect(restAsked(said, {})).toBe(rests);
});

test("words of the call itself ask for nothing", () => {
  const subject = "Our rate limit exceeded all hopes";
  expect(restAsked(`Could not send “${subject}”: mailbox unavailable`, { subject })).toBeNull();
});

test.each([
  ["SLOW DOWN", "Slow down"],
  ["About the rate-limit…", "About the rate limit, once more"],
  ["Too many requ…: too many requests", "Too many requests in my inbox"],
])("%s says nothing where the call speaks of it", (echo, subject) => {
  expect(restAsked(`Could not send ${echo}: mailbox unavailable`, { subject })).toBeNull();
});

test("a time of the call is none of the server", () => {
  expect(
    restAsked("Rate limit exceeded for “Call back in 3 hours”.", { subject: "Call back in 3 hours" }),
  ).toBe(60_000);
});
