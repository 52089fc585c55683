/** A mail account as the settings of the mail server that the tests run. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { guessMailServers, MAIL_PACKAGE, mailServer, readMailCheck } from "../../src/settings/mailAccount";
import { WORDS } from "../../src/app/ui/words";

test("the package that npx starts is the version that the tests run", () => {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const name = MAIL_PACKAGE.slice(0, MAIL_PACKAGE.lastIndexOf("@"));
  expect(MAIL_PACKAGE).toBe(`${name}@${devDependencies[name] ?? ""}`);
  expect(MAIL_PACKAGE).toContain(
    /email-mcp \S+\d/.exec(WORDS.settings.mail.about)?.[0].replace(" ", "@") ?? "-",
  );
});

describe("the servers of an address", () => {
  test.each([
    ["ana@gmail.com", "smtp.gmail.com", "imap.gmail.com", "google"],
    ["Ana@Hotmail.co.uk", "smtp-mail.outlook.com:587", "outlook.office365.com", "microsoft"],
    ["ana@me.com", "smtp.mail.me.com:587", "imap.mail.me.com", "apple"],
    ["ana@yahoo.de", "smtp.mail.yahoo.com", "imap.mail.yahoo.com", "yahoo"],
    ["ana@fastmail.com", "smtp.fastmail.com", "imap.fastmail.com", "fastmail"],
    ["ana@gmx.ch", "mail.gmx.net", "imap.gmx.net", "gmx"],
    ["ana@gmx.com", "mail.gmx.com", "imap.gmx.com", "gmx"],
    ["ana@reyes.example", "smtp.reyes.example", "imap.reyes.example", null],
    ["ana@notgmail.com", "smtp.notgmail.com", "imap.notgmail.com", null],
    ["ana@live.warwick.example", "smtp.live.warwick.example", "imap.live.warwick.example", null],
    ["ana@yahoo.evil.example", "smtp.yahoo.evil.example", "imap.yahoo.evil.example", null],
    ["ana@gmx.evil.example", "smtp.gmx.evil.example", "imap.gmx.evil.example", null],
    ["ana", "", "", null],
    ["ana@reyes", "", "", null],
  ])("%s", (address, smtp, imap, note) => {
    expect(guessMailServers(address)).toEqual({ smtp, imap, note });
  });
});

const ACCOUNT = { address: "ana@example.com", imap: "imap.example.com", secret: "$secret:mail-password" };

test("a connection is encrypted from its first byte on 465, and before the password leaves elsewhere", () => {
  const env = (smtp: string): object => {
    const server = mailServer({ ...ACCOUNT, smtp }, false);
    return server !== null && "env" in server ? server.env : {};
  };
  expect(env("smtp.example.com")).toEqual({
    MCP_EMAIL_ACCOUNT_NAME: "ana@example.com",
    MCP_EMAIL_ADDRESS: "ana@example.com",
    MCP_EMAIL_PASSWORD: "$secret:mail-password",
    MCP_EMAIL_SMTP_HOST: "smtp.example.com",
    MCP_EMAIL_SMTP_PORT: "465",
    MCP_EMAIL_IMAP_HOST: "imap.example.com",
    MCP_EMAIL_IMAP_PORT: "993",
    MCP_EMAIL_RATE_LIMIT: "30",
  });
  expect(env("smtp.example.com:587")).toMatchObject({
    MCP_EMAIL_SMTP_PORT: "587",
    MCP_EMAIL_SMTP_TLS: "false",
    MCP_EMAIL_SMTP_STARTTLS: "true",
  });
  expect(env("127.0.0.1:1025")).not.toHaveProperty("MCP_EMAIL_SMTP_STARTTLS");
});

test.each(["localhost.evil.example", "127.evil.example", "127.0.0.1.evil.example"])(
  "%s is not this computer: its connections are encrypted",
  (host) => {
    const server = mailServer({ ...ACCOUNT, smtp: `${host}:25`, imap: host }, false);
    expect(server).toMatchObject({ env: { MCP_EMAIL_SMTP_STARTTLS: "true" } });
    expect(server).not.toHaveProperty("env.MCP_EMAIL_IMAP_TLS");
  },
);

test.each(["localhost:25", "127.0.0.1:25", "::1"])("%s is this computer", (imap) => {
  const server = mailServer({ ...ACCOUNT, smtp: "localhost:25", imap }, false);
  expect(server).toHaveProperty("env.MCP_EMAIL_IMAP_TLS", "false");
  expect(server).not.toHaveProperty("env.MCP_EMAIL_SMTP_STARTTLS");
});

test.each([
  "",
  "[::1]:2525",
  "smtp://smtp.x.example",
  ":abc",
  "smtp.x.example:",
  "x.example:abc",
  "x.example:0",
])("“%s” is no server", (text) => {
  expect(mailServer({ ...ACCOUNT, smtp: text }, false)).toBe(null);
  expect(mailServer({ ...ACCOUNT, smtp: "smtp.x.example", imap: text }, false)).toBe(null);
});

test("on Windows, the shell starts npx", () => {
  expect(mailServer({ ...ACCOUNT, smtp: "smtp.example.com" }, true)).toMatchObject({
    command: "cmd",
    args: ["/c", "npx", "-y", MAIL_PACKAGE],
  });
});

test("a report says which half of the account does not work, in the words of the server", () => {
  const works = { connected: true };
  const read = (smtp: object, imap: object): unknown =>
    readMailCheck(JSON.stringify({ accounts: [{ name: "a", imap, smtp }] }));
  expect(read(works, works)).toBe(null);
  expect(read({ connected: false, error: "535 no" }, works)).toEqual({ of: "smtp", why: "535 no" });
  expect(read(works, { connected: false, error: "refused" })).toEqual({ of: "imap", why: "refused" });
  expect(readMailCheck("Busy.")).toEqual({ of: "smtp", why: "Busy." });
  expect(readMailCheck('{"accounts":[]}')).toEqual({ of: "smtp", why: '{"accounts":[]}' });
});
