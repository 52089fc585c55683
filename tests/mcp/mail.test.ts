import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { startSink, type Sink } from "../../scripts/parts/smtp-sink.mjs";
import { MINUTE } from "../../src/kit/dates";
import { MAIL_LIMIT_REACHED } from "../../src/settings/mailAccount";
import type { JsonObject, ServerDefinition } from "../../src/kit/ports/tools";
import { call, installed, keep, lookAt, mcpTools, part, SOON } from "./room";

interface MailServer {
  readonly definition: ServerDefinition;
  readonly args: JsonObject;
}

/** A mail server written by others, kept from writing into the home of whoever runs the tests. */
async function emailMcp(sink: Sink, more: Readonly<Record<string, string>> = {}): Promise<MailServer> {
  const home = await mkdtemp(path.join(tmpdir(), "planwright-mail-"));
  keep({ stop: () => rm(home, { recursive: true, force: true }) });
  const env = {
    MCP_EMAIL_ADDRESS: "ana@example.com",
    MCP_EMAIL_PASSWORD: "canary-password",
    MCP_EMAIL_IMAP_HOST: "127.0.0.1",
    MCP_EMAIL_SMTP_HOST: "127.0.0.1",
    MCP_EMAIL_SMTP_PORT: String(sink.port),
    MCP_EMAIL_SMTP_TLS: "false",
    MCP_EMAIL_SMTP_POOL_ENABLED: "false",
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_STATE_HOME: home,
    ...more,
  };
  return {
    definition: installed("@codefuturist/email-mcp/dist/main.js", env),
    args: {
      account: "default",
      to: ["client_a@example.com"],
      subject: "January invoice",
      body: "Please find it.",
    },
  };
}

function ownServer(sink: Sink): Promise<MailServer> {
  const definition = part("mail-server.mjs", {
    SMTP_PORT: String(sink.port),
    MAIL_FROM: "Ana <ana@example.com>",
  });
  return Promise.resolve({
    definition,
    args: { to: "client_a@example.com", subject: "January invoice", body: "Please find it." },
  });
}

describe.each([
  ["a mail server written by others", emailMcp],
  ["the mail server of the demo", ownServer],
] as readonly [string, (sink: Sink) => Promise<MailServer>][])("%s", (_name, serverFor) => {
  test("sends a mail once, to the right person, as it was written", async () => {
    const sink = keep(await startSink());
    const { definition, args } = await serverFor(sink);
    const tools = mcpTools();
    expect(await lookAt(tools, definition)).toContain("send_email");
    expect(await call(tools, definition, "send_email", args)).toMatchObject({ kind: "ok" });
    expect(sink.messages).toHaveLength(1);
    expect(sink.messages[0]).toMatchObject({
      recipients: ["client_a@example.com"],
      subject: "January invoice",
      from: { address: "ana@example.com" },
    });
    expect(sink.messages[0]?.text?.trim()).toBe("Please find it.");
  });

  test("a mail that arrives although nobody says so is unknown, and is not sent again", async () => {
    const sink = keep(await startSink());
    sink.behave("hang");
    const { definition, args } = await serverFor(sink);
    const tools = mcpTools();
    await lookAt(tools, definition);
    const outcome = call(tools, definition, "send_email", args, SOON * 5);
    await sink.arrived(1);
    expect(await outcome).toMatchObject({ kind: "unknown" });
    expect(sink.messages).toHaveLength(1);
  });

  test("a mail that is refused is a tool error", async () => {
    const sink = keep(await startSink());
    sink.behave("refuse");
    const { definition, args } = await serverFor(sink);
    expect(await call(mcpTools(), definition, "send_email", args)).toMatchObject({
      kind: "tool-error",
      text: expect.stringContaining("Mailbox unavailable"),
    });
    expect(sink.messages).toHaveLength(0);
  });

  test("a connection that breaks after the mail arrived is a tool error, and the mail may be there", async () => {
    const sink = keep(await startSink());
    sink.behave("drop");
    const { definition, args } = await serverFor(sink);
    expect(await call(mcpTools(), definition, "send_email", args)).toMatchObject({ kind: "tool-error" });
    expect(sink.messages).toHaveLength(1);
  });
});

test("a mail beyond the server's limit is not sent, in the known words, and the server asks to be left alone", async () => {
  const sink = keep(await startSink());
  const { definition, args } = await emailMcp(sink, { MCP_EMAIL_RATE_LIMIT: "1" });
  const tools = mcpTools();
  expect(await call(tools, definition, "send_email", args)).toMatchObject({ kind: "ok" });
  expect(await call(tools, definition, "send_email", args)).toMatchObject({
    kind: "tool-error",
    text: expect.stringContaining(MAIL_LIMIT_REACHED),
    rests: MINUTE,
  });
  expect(sink.messages).toHaveLength(1);
});

test("the demo's mail server uses the Message-ID and the attachments it is given", async () => {
  const sink = keep(await startSink());
  const { definition, args } = await ownServer(sink);
  const content = Buffer.from("€ 1,200").toString("base64");
  await call(mcpTools(), definition, "send_email", {
    ...args,
    message_id: "<7f3a9c21@planwright>",
    attachments: [{ filename: "invoice.txt", content }],
  });
  expect(sink.messages[0]).toMatchObject({
    messageId: "<7f3a9c21@planwright>",
    attachments: [{ filename: "invoice.txt" }],
  });
  expect(new TextDecoder().decode(sink.messages[0]?.attachments[0]?.content as ArrayBuffer)).toContain(
    "1,200",
  );
});
