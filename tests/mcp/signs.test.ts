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
  { results: [{ success: false }] }, { results: [{ to: "a@example.com", status: "sent" }, { to: "b@example.com", status: "bounced" }] }, { success: true, results: [{ ok: true }, { ok: false }] }, { data: { success: false }, meta: 1 }, { data: { sendMail: { success: false } } }, { sendMail: { ok: false } },
  { items: [{ id: 1, error: "quota" }], total: 1 }, { data: { results: [{ error: { code: 400 } }] }, page: 1 }, { Messages: [{ Status: "error", CustomID: "" }] }, { results: { "a@example.com": { success: true }, "b@example.com": { success: false } } }, { summary: { total: 2, failed: 1 }, id: 7 },
  { success_count: 0, failure_count: 1 }, { sent_count: 0, total: 1 }, { failedCount: 2 }, { status: "bounced" }, { status: "partial_failure" }, { status: "Not delivered" }, { undelivered: ["a@example.com"] }, { metadata: { errorType: "AUTH", statusCode: 401 } }, { id: 1, response: { status: 500 } }, { ok: true, responses: [{ status: 550 }] },
  // JSON and its like, as the whole text.
  '{"success":false,"error":"535"}', ' \n{"ok": false}\n ', '\uFEFF{"status":"error"}', '```json\n{"success": false}\n```', "~~~\n{\"error\": \"x\"}\n~~~", '`{"ok":false}`', '"{\\"success\\": false}"', 'Result: {"success": false}', 'Response:\n```json\n{"ok":false}\n```',
  "{'success': False, 'error': \"can't connect\"}", "{ success: false, error: 'no route' }", '[{"ok": false}]', '"Error: no route"',
  // Lines of names and values.
  "Success: false", "Status: error", "To: a@example.com\nStatus: failed", "**Status:** failed\n**Reason:** quota", "success=False",
  // Openings.
  "Error", "error: x", "ERROR sending mail", "Errors occurred", "Error: failed to send email: 535 authentication failed", "  \n Error: x", "❌ Failed to send the mail", "❌ Message to a@example.com bounced", "⚠️ Error: x", "# Error\n\nNo route.", "**Error:** x", "> Failed", "- Error: x", "1. Error: x", "[ERROR] x", "`Error`: x", "<error>x</error>", "<b>Error</b>: x", "\u200bError: x",
  "Failed", "Failed to send", "FAILED: quota", "Failure: x", "An error occurred while sending", "The error was: x", "SMTPAuthenticationError: (535, b'no')", "smtplib.SMTPException: x", "ValueError: x", "Traceback (most recent call last):", "Unexpected error: x", "Network error", "SMTP error 550",
  "I was unable to send your email.", "We are not able to deliver this", "Email NOT sent: quota exceeded", "Message rejected by recipient server", "Your request has been denied", "Draft saved, not sent", "Mail bounced because the box is full",
  "Unable to send", "Could not connect", "Couldn’t connect", "Cannot send", "Can't send", "Not sent: x", "Sending failed: 535", "Message failed to send.", "The email could not be sent", "The mail was not sent.", "Mail wasn't sent", "Authentication failed", "Access denied", "Unauthorized", "Invalid recipient", "Connection refused", "Sorry, I could not send that.",
  "550 5.1.1 no such user", "500 Internal Server Error", "HTTP 403 Forbidden", "2026-03-01 09:00:00 ERROR smtp", "2026-03-01T09:00:00Z ERROR smtp", "Result: Error: x", "Fehler: Zugang verweigert", "Error: no such user", "Error: none of the receivers is known", "Error: 0x80040115", "Errors: 2", "Failed: 1, sent: 3",
  // Who or what, before how it went.
  "Delivery to a@example.com failed: 550 user unknown", "Delivery to <a.b@mail.example.com> failed.", "Sending message 2026.03.01-17 to a@example.com failed", "POST https://api.example.com/mails failed with 500", "Message 42 was not delivered", "The server is not reachable", "Recipient does not exist", "The upload did not complete", "Mail to a@example.com has not been sent",
  // How many of how many.
  "1 error: mailbox full", "2 errors occurred", "3 failed", "2 of 3 messages failed", "1 message failed: quota", "Sent 0 of 1 messages", "Sent 0 messages", "Delivered 0/3", "Successfully sent 0 emails", "0 of 2 messages were sent", "0/1 sent", "No messages were sent", "No email sent", "Nothing was sent", "None of the messages were delivered", "Sent 2 messages, 1 failed", "Sent: 3, failed: 1", "Sent 2 of 3 mails (1 failed)", "3 sent; 1 bounced.",
  // Lines below the first.
  "Message queued.\nError: SMTP connection refused", "Connecting…\nSMTPException: 421 try later", "Done\n\nErrors: 2", "Sending…\n❌ b@example.com: unknown", "✅ a@example.com\n- ❌ b@example.com", "To: a@example.com\nMessage accepted by the relay\n**Error:** mailbox full", "Started\nTraceback (most recent call last):\n  File", "Step 1 of 2\nFailed: quota",
];

const WENT_WELL: readonly Json[] = [
  null, true, 42, "", "   ", [], {}, ["a"], ["Error"],
  { error: null }, { error: "" }, { error: false }, { errors: [] }, { errors: {} }, { error: [null] }, { error: "none" }, { error: { code: 0, message: "" } }, { success: true }, { ok: true, error: null }, { isError: null }, { isError: false }, { error_code: 0 },
  { status: "ok" }, { status: "sent" }, { status: 200 }, { status: "queued" }, { status: "202 Accepted" }, { status: "Error report" }, { accepted: ["a@example.com"], rejected: [] }, { sent: 3, failed: 0 }, { failed: [] },
  { success: true, message: "Error log attached." }, { message: "Sent. No errors." }, { id: "x", subject: "Failed delivery" }, { data: { id: 1 } }, { result: "Sent." }, { messageId: "<a@example.com>" }, { warnings: ["slow"] }, { text: "Sent." },
  [{ to: "a@example.com", status: "sent" }],
  { results: [{ success: true }] }, { results: [] }, { results: [{ status: "sent", error: null }] }, { data: { id: 1, error: null }, meta: {} }, { success: true, data: { id: 1, status: "failed", title: "Nightly build" } }, { ok: true, message: { text: "Error: no", subtype: "bot_message" } }, { status: "ok", items: [{ state: "failed" }] },
  { data: { subject: "Error", body: "success: false" }, id: 1 }, { email: { subject: "Failed", body: '{"success": false}' } }, { issue: { title: "Error on start", labels: ["error"] } }, { success_count: 1, failure_count: 0 }, { error_count: 0 }, { errors: "", sent: 1 }, { failed_recipients: [] }, { delivered: false, queued: true }, { results: { "a@example.com": { success: true } } }, { error: "No error" }, { summary: "1 message sent, 0 failed" }, { id: "err_1", status: "accepted", text: "Error: none of this is real" }, { event: { status: "confirmed", summary: "Failed orders" } }, { messages: [{ id: "SM1", errors: [], error_code: null }] },
  '{"success":true}', '{"error": null}', "{'success': True, 'error': None}", "```json\n{\"ok\": true}\n```", '{"error": ""}', '"Sent."', "{broken", "[INFO] Sent.", "Result: {\"ok\": true}",
  "Success: true", "Status: ok\nErrors: 0", "Status: sent\nError: none", "Message-ID: <a@example.com>", "Note: failed attempts before this one: 2", "Subject: Error in your invoice", "Sent: yes",
  "Sent.", "Sent. Errors: none.", "Sent, after an error was corrected.", "The mail was sent. It failed twice before.", "Your report on the error was filed.", "✅ Sent", "✅ Done: 0 errors, 3 sent", "⚠️ Sent, but the copy was not saved", "No errors.", "0 errors", "Errors: 0", "Errors: 0, sent: 3", "Errors: none", "Failed: 0", "Failed: 0 of 3", "Error: none", "Error: null", "error-free", "Error free delivery to 3 receivers",
  "Nothing failed.", "None failed.", "No message failed to arrive.", "Queued as 500 in the list", "500 mails were sent.", "535", "250 2.0.0 OK", "Invoice 4711 was sent to Erro Ltd.", "Terror alert was posted.", "Errata sheet sent.", "Retried the failed message; it arrived.", "Email sent to failed@example.com", "Created issue “Error on start”",
  "Invoice is not overdue; mail sent.", "The invoice was not paid before; reminder sent.", "Ana is not in the office; the mail is queued.", "Sent after the first try failed.", "Sent to a@example.com, whose last mail failed.", "Mail “Build failed: see the log” sent to a@example.com", 'Posted "2 errors, 1 failed" to #builds', "1 error report was sent", "3 messages sent, 0 failed", "Sent: 3, failed: 0", "Sent 3 of 3 messages", "Sent 10 messages", "0 failed, 3 sent", "0 errors. Message sent.", "No errors, message sent.", "No problems: 1 message sent", "Delivered to 3 of 3 receivers (0 bounced)", "error_count: 0", "Errors: []", "Issue 550 not closed",
  "Sent.\nErrors: none", "Sent.\nFailed: 0", "Sent.\nWarning: slow", "Message sent\nSubject: Hi\nError: no printer", "Mail sent.\n\nBody:\nError: the printer is out\nFailed: yes", "Posted this:\nError: no such page", "Sent:\n> Error: quoted", "Sent\n```\nError: x\n```", "Saved.\nError handling is described on page 2", "Created issue 12\nTitle: crash\nErrors seen: 3", "Sent to:\n- failed@example.com", "Message sent! ID: error-550", "Email sent: Re: 550 errors in March", "Message failed-orders-7 was sent.", "Scheduled “Not sent yet” for Monday", "Sent to Fail Ltd., Errorstr. 5", "Replied to “Could not log in”",
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
