import { describe, expect, test } from "vitest";

import { calledBy, judge, type Verdict } from "../../src/adapters/mcp/verdict";
import type { Json } from "../../src/kit/json";

/** The call that is answered where a row names no other. */
const MAIL = {
  tool: "send_email",
  args: { to: "ana@example.com", subject: "January invoice", body: "Hello Ana,\nhere is the invoice." },
};
type Row = readonly [answer: Json, call?: { readonly tool: string; readonly args: Json }];

const issue = (title: string, body = "It happens each morning."): { tool: string; args: Json } => ({
  tool: "create_issue",
  args: { title, body },
});
const mail = (subject: string, body = "Hello"): { tool: string; args: Json } => ({
  tool: "send_email",
  args: { to: "ana@example.com", subject, body },
});
const by = (tool: string, args: Json = {}): { tool: string; args: Json } => ({ tool, args });

function verdictOf([answer, call = MAIL]: Row): Verdict {
  return judge(answer, calledBy(call.tool, call.args));
}

/** Rows that the tables were made with. */
const DONE: readonly Row[] = [
  ["Sent."],
  ["ok"],
  ["OK"],
  ["true"],
  ["Done!"],
  ["✅ Sent"],
  ["Email sent to ana@example.com."],
  ["Email sent successfully with ID: 18c2f0a7e4d1"],
  ["Message queued for delivery (id 4f1c)."],
  ["Message queued and will be sent shortly."],
  ["Message accepted for delivery."],
  ["Sent, but the copy was not saved."],
  ["Message-ID: <20260301.4@mail.example.com>"],
  ["Successfully wrote to /v/a.md", by("write_file", { path: "/v/a.md", content: "x" })],
  ["Created issue #12", issue("Crash")],
  ["Page updated.", by("update_page")],
  ["3 rows inserted.", by("insert_rows")],
  ["Posted to #general.", by("post_message")],
  ["No errors. Message sent."],
  ["3 messages sent, 0 failed"],
  ["Email sent. No further action required."],
  ["Draft created with ID r-552817", by("draft_email")],
  ["Event cancelled.", by("cancel_event")],
  ["Your email was sent. Use get_message to see it."],
  ["Die E-Mail wurde gesendet."],
  ["Nachricht erfolgreich verschickt."],
  ["Le message a été envoyé."],
  ["Correo enviado correctamente."],
  ["Se ha enviado el mensaje."],
  ["Messaggio inviato."],
  ["Mensagem enviada com sucesso."],
  ["Bericht verzonden."],
  ["Wiadomość została wysłana."],
  ["送信しました"],
  ["发送成功"],
  [true],
  [{ ok: true }],
  [{ success: true, messageId: "m1" }],
  [{ id: "18c2f0" }],
  [{ result: "Email sent." }],
  [{ status: "queued", sid: "SM81" }],
  [{ code: 0, msg: "success", data: { message_id: "om_1" } }],
  [{ data: { issueCreate: { success: true, issue: { identifier: "ENG-4" } } } }, issue("Crash")],
  [{ accepted: ["ana@example.com"], rejected: [] }],
  [
    {
      ok: true,
      channel: "C9",
      ts: "1795.01",
      message: { type: "message", user: "U2", text: "Hi,\nError: the nightly build broke" },
    },
    by("post_message", { channel: "C9", text: "Hi,\nError: the nightly build broke" }),
  ],
  [
    {
      html_url: "https://git.example.com/o/r/issues/9",
      number: 9,
      title: "Search fails with error 404",
      body: "Error: cannot search.",
      state: "open",
    },
    issue("Search fails with error 404", "Error: cannot search."),
  ],
  [
    {
      object: "page",
      id: "59a8",
      in_trash: false,
      properties: { title: [{ text: { content: "Failed payments" } }] },
    },
    by("create_page", { title: "Failed payments" }),
  ],
  [
    '[\n  {"name": "Ana", "entityType": "person", "observations": ["likes tea"]}\n]',
    by("create_entities", { entities: [{ name: "Ana", entityType: "person", observations: ["likes tea"] }] }),
  ],
  [
    "### Ran Playwright code\n```js\nawait page.goto('https://example.com');\n```\n### Page\n- Console: 2 errors, 0 warnings",
    by("browser_navigate", { url: "https://example.com" }),
  ],
  ['Mail "could not log in" sent to ana@example.com.', mail("could not log in")],
  ["Email sent.\nSubject: Error: the build failed", mail("Error: the build failed")],
  ["Created issue: Login fails with error 500", issue("Login fails with error 500")],
];

const NOT_DONE: readonly Row[] = [
  [""],
  [null],
  ["null"],
  ["None"],
  ["undefined"],
  ["[]"],
  ["{}"],
  [[]],
  [{}],
  ["Confirmation required. Call again with confirm=true."],
  ["Draft saved. Open Outlook to send it."],
  ["Draft created with ID r-552817"],
  ["Request timed out"],
  ["Please sign in first: https://mail.example.com/login"],
  ["Not connected."],
  ["Tool not found: send_mail"],
  ["Attachment too large"],
  ["You do not have permission to send"],
  ["Dry run: would send 1"],
  ["Skipped: has unsubscribed"],
  ["Message would be sent to 3 people."],
  ["If you confirm, the message is sent."],
  ["The message will be sent once you approve it."],
  ["Message created. Call send_message to send it."],
  ["Is this correct? Email sent to ana@example.com?"],
  ["Connected to the mail server successfully."],
  ["Authenticated successfully."],
  ["Message saved."],
  ["Message composed."],
  ["Request received."],
  ["Message is being sent."],
  ["Nothing to do."],
  ["This message was already sent."],
  ["Last email sent: 3 days ago"],
  ["A verification code was sent to your phone."],
  ["42"],
  ["535"],
  ["Working on it"],
  ["Die E-Mail wird gesendet, sobald Sie bestätigen."],
  ["Entwurf gespeichert."],
  ["E-Mail wurde nicht gesendet."],
  ["Le message n'a pas été envoyé."],
  ["Brouillon créé."],
  ["El correo no fue enviado."],
  ["Borrador guardado."],
  ["未发送"],
  [{ success: true, dry_run: true }],
  [{ id: 4, status: "draft" }],
  [{ id: 4, status: "pending_approval" }],
  [{ auth_url: "https://mail.example.com/auth" }],
  [{ request_id: "r-1" }],
  [{ success: true, message: "Confirmation required" }],
  [{ entities: [] }],
  [{ status: "skipped", id: "x4" }],
  ["ana@example.com"],
  ["Hello Ana,\nhere is the invoice."],
  ['could not send: subject "sent"', mail("sent")],
  ["Waiting for you. Subject: Message sent", mail("Message sent")],
  ["Message sent", mail("Message sent")],
  [{ subject: "sent", id: "sent" }, mail("sent")],
  [{ page_id: "p-77" }, by("update_page", { page_id: "p-77" })],
];

const FAILED: readonly Row[] = [
  ["Batch done.\nSuccessfully processed: 0 messages\nFailed to process: 2 messages\n\nFailed IDs:\n- m1"],
  ["Delete complete.\nSuccessfully deleted: 0 messages\nFailed to delete: 2 messages"],
  [
    "Completed with 1 errors\n\nProcessed 1 files: 0 modified\n\nErrors:\n  none.md: File not found",
    by("edit"),
  ],
  ["Done. Could not process: 1"],
  ["Sent: 2\nErrors: 1"],
  [{ ok: false, error: "channel_not_found" }],
  [{ error: "Unexpected token '<' is not valid JSON" }],
  [{ status: 401, object: "error", code: "unauthorized", message: "API token is invalid.", request_id: "r" }],
  [{ code: 230002, msg: "Bot can NOT be out of the chat." }],
  [{ message: "Unknown Channel", code: 10003 }],
  ["Error: 535 authentication failed"],
  [{ success: true, results: [{ ok: false }] }],
  [{ processed: 2, failed: 2 }],
  ["Upload finished: 3 failed"],
];

/** Rows written after the tables were made, and not used to make them. */
const HELD_OUT_DONE: readonly Row[] = [
  ["Your message has been delivered to 2 recipients."],
  ["Mail successfully dispatched. Reference: 7F-22910"],
  ["Event created: https://calendar.example.com/e/9", by("create_event", { title: "Dentist" })],
  ["Successfully created branch feature-x", by("create_branch", { name: "feature-x" })],
  ["Changes committed successfully with hash 4f1c2aa", by("git_commit", { message: "Fix the failed login" })],
  ["Directory created", by("create_directory", { path: "/v/a" })],
  ["Successfully moved /v/a.md to /v/b.md", by("move_file", { from: "/v/a.md", to: "/v/b.md" })],
  ["Navigated to https://example.com", by("navigate", { url: "https://example.com" })],
  ["Comment added to issue #4.", by("add_comment", { body: "I cannot reproduce this error." })],
  ["Payment of 40 EUR completed. Transaction id: tx_99812", by("pay", { amount: 40 })],
  ["Task added to Inbox", by("add_task", { title: "Call Ana" })],
  ["Successfully replied to thread 1890.", by("reply", { body: "No, thank you." })],
  ["1 row updated", by("update_row")],
  ["Uploaded report.pdf (12 KB)", by("upload_file", { name: "report.pdf" })],
  ["Invite sent."],
  ["🎉 Email sent!"],
  ["Queued. Message id: 0100018f"],
  ["Termin wurde angelegt.", by("create_event")],
  ["Der Beitrag wurde veröffentlicht.", by("post")],
  ["Événement créé avec succès.", by("create_event")],
  ["Página creada.", by("create_page")],
  ["Evento creato.", by("create_event")],
  [{ status: "sent" }],
  [{ id: "evt_1", status: "confirmed", htmlLink: "https://calendar.example.com/e/1" }, by("create_event")],
  [{ sid: "SM0a", status: "accepted", error_code: null }],
  [
    { data: { id: "7733", text: "We failed, then we learned." } },
    by("tweet", { text: "We failed, then we learned." }),
  ],
  [{ key: "OPS-3", id: "10003", self: "https://jira.example.com/rest/3" }, issue("Deploy failed")],
  [{ success: true, data: { id: 4, title: "Error budget" } }, issue("Error budget")],
  [{ updatedRows: 3, spreadsheetId: "1aB" }, by("append_rows")],
  [{ result: "Message sent to #ops" }, by("post_message")],
  ["Note saved to Inbox/Errors.md", by("create_note", { path: "Inbox/Errors.md", content: "x" })],
  ["Label “Failed payments” created.", by("create_label", { name: "Failed payments" })],
];
const HELD_OUT_NOT_DONE: readonly Row[] = [
  ["Approval needed: a manager has been notified."],
  ["Email prepared. Review it in your mail client."],
  ["Opening your default mail app…"],
  ["Your session has expired."],
  ["I have drafted the email for you."],
  ["Preview:\nTo: ana@example.com\nSubject: January invoice"],
  ["Sandbox mode: message accepted, not delivered."],
  ["Rate limit reached. Message queued? No."],
  ["Captcha required"],
  ["No recipients matched; 0 emails sent."],
  ["Message held for moderation."],
  ["The recipient has opted out."],
  ["Use send_email with confirm: true to send it."],
  ["Do you want to send this email?"],
  ["Ready to send."],
  ["Sending…"],
  ["Saved to Drafts."],
  ["Message validated successfully."],
  ["Login successful."],
  ["You already sent this today."],
  ["The mail could be sent tomorrow."],
  ["When approved, the payment is completed.", by("pay", { amount: 40 })],
  ["Payment created. Awaiting confirmation from your bank.", by("pay", { amount: 40 })],
  ["Sent 1 of 3 messages"],
  ["Email not found"],
  ["Server busy"],
  ["Invalid attachment"],
  ["Feature disabled for your plan."],
  ["Upgrade to send more messages."],
  ["Help: send_email <to> <subject> <body>"],
  ["<html><body>Log in</body></html>"],
  ['{"queued": false}'],
  [{ status: "requires_action", id: "pi_1", next_action: { type: "redirect" } }, by("pay", { amount: 40 })],
  [{ id: "m1", simulated: true }],
  [{ valid: true }],
  [{ message: "Please verify your e-mail address" }],
  [{ ok: true, warning: "x", status: "pending" }],
  [{ preview: { to: "ana@example.com" }, token: "t" }],
  [{ url: "https://accounts.example.com/signin" }],
  ["Bitte melden Sie sich an."],
  ["Die Nachricht konnte nicht zugestellt werden."],
  ["Bestätigung erforderlich."],
  ["Zeitüberschreitung"],
  ["Connexion requise."],
  ["Échec de l'envoi."],
  ["Necesitas iniciar sesión."],
  ["Se enviará cuando confirmes."],
  ["Invio in corso"],
  ["Mensagem pendente."],
  ["Niet verzonden."],
  ["Nie wysłano."],
  ["送信できませんでした"],
  ["Created? Unknown."],
  ["could not post: “sent and delivered”", mail("sent and delivered")],
  ["Ana is away. “Message sent” is what the subject says.", mail("Message sent")],
  ["subject: Your order was created\nbody: Hello", mail("Your order was created")],
];

const named = (rows: readonly Row[]): [string, Row][] =>
  rows.map((row) => [`${row[1]?.tool ?? ""} ${JSON.stringify(row[0])}`.slice(0, 120), row]);

describe("a sign of success is done", () => {
  test.each(named([...DONE, ...HELD_OUT_DONE]))("%s", (_name, row) => expect(verdictOf(row)).toBe("done"));
});

describe("an answer without a clean sign is never done", () => {
  test.each(named([...NOT_DONE, ...HELD_OUT_NOT_DONE]))("%s", (_name, row) =>
    expect(verdictOf(row)).not.toBe("done"),
  );
});

describe("an answer that tells of failures has failed", () => {
  test.each(named(FAILED))("%s", (_name, row) => expect(verdictOf(row)).toBe("failed"));
});

test("words of a call may hold any signs, and an answer that is made to be slow is read at once", () => {
  const odd = "a-b [c] (d) {e} \\ ^ $ . * + ? | / # & ~ ` ' \" “x” %-=";
  expect(judge(`Sent: ${odd}`, calledBy("send_email", { subject: odd }))).not.toBe("failed");
  expect(judge(`Created “${odd}”.`, calledBy("create_page", { title: odd, x: ["-", "\u{1F600}-"] }))).toBe(
    "done",
  );
  for (const text of ["a ".repeat(60_000), "sent ".repeat(30_000), "“".repeat(90_000), "not-".repeat(30_000)])
    judge(text, calledBy("send_email", { body: text }));
});
