import { describe, expect, test } from "vitest";

import { saysFailed } from "../../src/adapters/mcp/signs";
import type { Json } from "../../src/kit/json";

const FAILED: readonly Json[] = [
  // Values.
  { success: false }, { ok: false }, { Success: false }, { success: "false" }, { success: 0 }, { is_success: false }, { sent: false },
  { error: "535 authentication failed" }, { error: { code: 401, message: "Unauthorized" } }, { error: true }, { errors: [{ message: "bad" }] }, { data: null, errors: ["x"] },
  { isError: true }, { is_error: true }, { status: "error" }, { status: "failed" }, { status: "FAILURE" }, { status: 500 }, { status: "401" }, { statusCode: 403, body: "" }, { state: "failed" }, { type: "error", text: "x" },
  { accepted: [], rejected: ["a@example.com"] }, { sent: 3, failed: 1 }, { failed: ["a@example.com"] },
  { success: true, error: "The copy was not saved." }, { message: "Error: no such user" }, { message: "Failed to send" },
  { result: { success: false } }, { result: "Error: quota exceeded" }, { jsonrpc: "2.0", id: 1, error: { code: -32000, message: "no" } },
  [{ to: "a@example.com", status: "sent" }, { to: "b@example.com", status: "failed" }],
  // JSON and its like, as the whole text.
  '{"success":false,"error":"535"}', ' \n{"ok": false}\n ', '\uFEFF{"status":"error"}', '```json\n{"success": false}\n```', "~~~\n{\"error\": \"x\"}\n~~~", '`{"ok":false}`', '"{\\"success\\": false}"', 'Result: {"success": false}', 'Response:\n```json\n{"ok":false}\n```',
  "{'success': False, 'error': \"can't connect\"}", "{ success: false, error: 'no route' }", '[{"ok": false}]', '"Error: no route"',
  // Lines of names and values.
  "Success: false", "Status: error", "To: a@example.com\nStatus: failed", "**Status:** failed\n**Reason:** quota", "success=False",
  // Openings.
  "Error", "error: x", "ERROR sending mail", "Errors occurred", "Error: failed to send email: 535 authentication failed", "  \n Error: x", "❌ Failed to send the mail", "❌ Message to a@example.com bounced", "⚠️ Error: x", "# Error\n\nNo route.", "**Error:** x", "> Failed", "- Error: x", "1. Error: x", "[ERROR] x", "`Error`: x", "<error>x</error>", "<b>Error</b>: x", "\u200bError: x",
  "Failed", "Failed to send", "FAILED: quota", "Failure: x", "An error occurred while sending", "The error was: x", "SMTPAuthenticationError: (535, b'no')", "smtplib.SMTPException: x", "ValueError: x", "Traceback (most recent call last):", "Unexpected error: x", "Network error", "SMTP error 550",
  "Unable to send", "Could not connect", "Couldn’t connect", "Cannot send", "Can't send", "Not sent: x", "Sending failed: 535", "Message failed to send.", "The email could not be sent", "The mail was not sent.", "Mail wasn't sent", "Authentication failed", "Access denied", "Unauthorized", "Invalid recipient", "Connection refused", "Sorry, I could not send that.",
  "550 5.1.1 no such user", "500 Internal Server Error", "HTTP 403 Forbidden", "2026-03-01 09:00:00 ERROR smtp", "2026-03-01T09:00:00Z ERROR smtp", "Result: Error: x", "Fehler: Zugang verweigert", "Error: no such user", "Error: none of the receivers is known", "Error: 0x80040115", "Errors: 2", "Failed: 1, sent: 3",
];

const WENT_WELL: readonly Json[] = [
  null, true, 42, "", "   ", [], {}, ["a"], ["Error"],
  { error: null }, { error: "" }, { error: false }, { errors: [] }, { errors: {} }, { error: [null] }, { error: "none" }, { error: { code: 0, message: "" } }, { success: true }, { ok: true, error: null }, { isError: null }, { isError: false }, { error_code: 0 },
  { status: "ok" }, { status: "sent" }, { status: 200 }, { status: "queued" }, { status: "202 Accepted" }, { status: "Error report" }, { accepted: ["a@example.com"], rejected: [] }, { sent: 3, failed: 0 }, { failed: [] },
  { success: true, message: "Error log attached." }, { message: "Sent. No errors." }, { id: "x", subject: "Failed delivery" }, { data: { id: 1 } }, { result: "Sent." }, { messageId: "<a@example.com>" }, { warnings: ["slow"] }, { text: "Sent." },
  [{ to: "a@example.com", status: "sent" }],
  '{"success":true}', '{"error": null}', "{'success': True, 'error': None}", "```json\n{\"ok\": true}\n```", '{"error": ""}', '"Sent."', "{broken", "[INFO] Sent.", "Result: {\"ok\": true}",
  "Success: true", "Status: ok\nErrors: 0", "Status: sent\nError: none", "Message-ID: <a@example.com>", "Note: failed attempts before this one: 2", "Subject: Error in your invoice", "Sent: yes",
  "Sent.", "Sent. Errors: none.", "Sent, after an error was corrected.", "The mail was sent. It failed twice before.", "Your report on the error was filed.", "✅ Sent", "✅ Done: 0 errors, 3 sent", "⚠️ Sent, but the copy was not saved", "No errors.", "0 errors", "Errors: 0", "Errors: 0, sent: 3", "Errors: none", "Failed: 0", "Failed: 0 of 3", "Error: none", "Error: null", "error-free", "Error free delivery to 3 receivers",
  "Nothing failed.", "None failed.", "No message failed to arrive.", "Queued as 500 in the list", "500 mails were sent.", "535", "250 2.0.0 OK", "Invoice 4711 was sent to Erro Ltd.", "Terror alert was posted.", "Errata sheet sent.", "Retried the failed message; it arrived.", "Email sent to failed@example.com", "Created issue “Error on start”",
];

describe("an answer that says it failed", () => {
  test.each(FAILED.map((value) => [JSON.stringify(value), value]))("%s", (_spelled, value) => {
    expect(saysFailed(value as Json)).toBe(true);
  });
});

describe("an answer that says nothing of the kind", () => {
  test.each(WENT_WELL.map((value) => [JSON.stringify(value), value]))("%s", (_spelled, value) => {
    expect(saysFailed(value as Json)).toBe(false);
  });
});

test("a text made to be slow is read at once, and a deep one without an end", () => {
  const long = 400_000;
  for (const text of ["'".repeat(long), `{${"'a\\".repeat(long / 4)}`, "a:".repeat(long / 2), " ".repeat(long), "x\n".repeat(long / 2), "[".repeat(100_000), `${"a ".repeat(long / 2)}failed`, "<".repeat(long), "`".repeat(long), "- ".repeat(long / 2), `${"a".repeat(long)}Error`]) saysFailed(text);
  let deep: Json = { success: false };
  for (let at = 0; at < 50_000; at += 1) deep = { result: deep };
  expect(saysFailed(deep)).toBe(false);
});
