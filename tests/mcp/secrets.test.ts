import { expect, test } from "vitest";

import { createBlank } from "../../src/adapters/net/secrets";

test("secrets are blanked wherever the definition holds them", () => {
  const program = createBlank({
    command: "mail",
    args: ["--api-key=arg-one", "--token", "arg-two", "--folder", "/home/ana"],
    env: { PASSWORD: "env-three" },
  });
  expect(program("arg-one arg-two env-three /home/ana")).toBe("••• ••• ••• /home/ana");
  const address = createBlank({
    url: "https://example.com/0123456789abcdef0123/mcp?key=query-four",
    headers: { Authorization: "Bearer header-five" },
  });
  expect(address("header-five / query-four / 0123456789abcdef0123 / mcp")).toBe("••• / ••• / ••• / mcp");
});

test("a secret is blanked in the spelling of JSON and of addresses too", () => {
  const blank = createBlank({ command: "mail", args: [], env: { PASSWORD: 'p"w d/é' } });
  expect(blank(JSON.stringify({ said: 'p"w d/é' }))).toBe('{"said":"•••"}');
  expect(blank(`?p=${encodeURIComponent('p"w d/é')}`)).toBe("?p=•••");
});

test("of two secrets, one inside the other, nothing is left over", () => {
  const blank = createBlank({
    command: "mail",
    args: [],
    env: { KEY: "secret", PASSWORD: "secret-and-more" },
  });
  expect(blank("secret-and-more secret")).toBe("••• •••");
});

test("words too ordinary to guard anything stay readable", () => {
  const blank = createBlank({
    command: "mail",
    args: [],
    env: { TLS: "false", PORT: "2525", HOST: "127.0.0.1", MODE: "on" },
  });
  expect(blank("false 2525 127.0.0.1 on")).toBe("false 2525 127.0.0.1 on");
});

test.each([
  ["LOG_LEVEL", "info", "information on an info line"],
  ["LEVEL", "error", "Error: there were errors"],
  ["NODE_ENV", "production", "production"],
  ["AWS_REGION", "eu-central-1", "region eu-central-1"],
  ["LC_ALL", "de_DE.UTF-8", "de_DE.UTF-8"],
  ["HOST", "smtp.example.com", "no connection to smtp.example.com"],
  ["ACCOUNT", "ana@example.com", "sent from ana@example.com"],
  ["FOLDER", "/home/ana/Mein Büro", "no folder /home/ana/Mein Büro"],
  ["CHARSET", "utf8mb", "utf8mb"],
  ["KEYBOARD", "german", "a german letter"],
  ["AUTHOR", "Miller", "by Miller"],
])("the value of %s reads like words, so it eats none of a record: %s", (name, value, said) => {
  expect(program({ [name]: value })(said)).toBe(said);
  expect(
    createBlank({ url: `https://x.example/mcp?mode=${encodeURIComponent(value)}`, headers: {} })(said),
  ).toBe(said);
  expect(createBlank({ url: "https://x.example/mcp", headers: { [`X-${name}`]: value } })(said)).toBe(said);
  expect(program({}, `--${name.toLowerCase()}`, value)(said)).toBe(said);
});

test.each([
  ["SLACK_APP", "https://hooks.example.com/services/T0AAAAA1/B01/secretsecretsecretsec"],
  ["LICENCE", "a1b2-c3d4-e5f6-7a8b"],
  ["LOGIN", "hunter2"],
  ["SIGNING", "abcdefghijklmnopqrstuvwxyz"],
])("the value of %s does not read like words, so it is blanked whatever its name says", (name, value) => {
  expect(program({ [name]: value })(`with ${value} here`)).toBe("with ••• here");
});

test.each(["PRIVATEKEY", "accessKey", "AUTH_TOKEN", "authtoken", "X_SECRET", "DB_PWD", "SIGNING_KEY"])(
  "%s names a secret, whatever its value reads like",
  (name) => {
    expect(program({ [name]: "orange tree" })("no orange tree")).toBe("no •••");
  },
);

test("a value from the keychain is blanked, whatever its name and its words are", () => {
  const blank = createBlank({
    command: "mail",
    args: [],
    env: { LOGIN: "orange", LEVEL: "info" },
    kept: ["LOGIN"],
  });
  expect(blank("orange info")).toBe("••• info");
  const web = createBlank({
    url: "https://x.example",
    headers: { "X-Client": "orange" },
    kept: ["X-Client"],
  });
  expect(web("orange")).toBe("•••");
});

test("a header that lists kinds of content eats none of them", () => {
  const blank = createBlank({ url: "https://x.example", headers: { Accept: "text/html, application/json" } });
  expect(blank("application/json expected")).toBe("application/json expected");
});

const program = (env: Readonly<Record<string, string>>, ...args: string[]): ((text: string) => string) =>
  createBlank({ command: "mail", args, env });

test.each([
  [
    "as it is",
    "cannot log in with key:\nAAAAlineone1234\nBBBBlinetwo5678\n",
    "cannot log in with key:\n•••\n",
  ],
  ["joined by spaces", "key AAAAlineone1234 BBBBlinetwo5678", "key ••• •••"],
  ["indented", "  | AAAAlineone1234\n  | BBBBlinetwo5678", "  | •••\n  | •••"],
  ["escaped for JSON", JSON.stringify({ key: "AAAAlineone1234\nBBBBlinetwo5678" }), '{"key":"•••"}'],
  ["without its first line", "…one1234\nBBBBlinetwo5678", "…one1234\n•••"],
])("a secret of several lines is blanked %s", (_how, text, blanked) => {
  expect(program({ SIGNING: "AAAAlineone1234\nBBBBlinetwo5678" })(text)).toBe(blanked);
  expect(program({ SIGNING: "AAAAlineone1234\r\nBBBBlinetwo5678" })("BBBBlinetwo5678")).toBe("•••");
});

test.each<readonly [string, string, string]>([
  ["postgres://bob:hunter2@db/x", "no connection to postgres://bob:hunter2@db/x", "hunter2"],
  ["--dsn=mysql://bob:p%40ss@db", "password p@ss is wrong", "p@ss"],
  ["imaps://ana@example.com:s3cr@t@mail.example.com", "login with s3cr@t failed", "s3cr@t"],
  ["host=db user=bob password=zebra9", "zebra9 was refused", "zebra9"],
  ["Server=db;Uid=bob;Pwd='two words';", "two words was refused", "two words"],
  [
    "https://ghp_0123456789abcdef0123@example.com/x.git",
    "clone of ghp_0123456789abcdef0123",
    "ghp_0123456789abcdef0123",
  ],
])("the password in %s is blanked, as an argument and in the environment", (dsn, said, password) => {
  expect(program({}, dsn)(said)).not.toContain(password);
  expect(program({ DATABASE: dsn })(said)).not.toContain(password);
  expect(program({}, dsn)("bob could not reach db")).toBe("bob could not reach db");
});

test("the parts of an authorization are blanked, and what Basic stands for", () => {
  const blank = createBlank({
    url: "https://example.com/mcp",
    headers: { Authorization: `Basic ${btoa("ana:hunter2")}`, "X-Pin": "77" },
  });
  expect(blank(`${btoa("ana:hunter2")} ana:hunter2 hunter2 77 177`)).toBe("••• ••• ••• ••• 177");
  expect(
    createBlank({ url: "https://ana:hunter2@example.com/mcp?pin=12", headers: {} })("hunter2, 12, 123"),
  ).toBe("•••, •••, 123");
});

test.each([
  ["PIN", "48213", "wrong PIN 48213", "wrong PIN •••"],
  ["SMTP_PASSWORD", "abc", "abc is not abcd", "••• is not abcd"],
  ["userToken", "x", "token x, next", "token •••, next"],
  ["API_KEY", "a.c", "a.c abc", "••• abc"],
])("a short value is blanked as a word where %s says that it is secret", (name, value, said, blanked) => {
  expect(program({ [name]: value })(said)).toBe(blanked);
});

test.each([
  ["PORT", "2525"],
  ["KEYBOARD", "us"],
  ["PINNED", "yes"],
  ["USE_TOKEN", "true"],
  ["MODE", "on"],
])("the short value of %s stays readable", (name, value) => {
  expect(program({ [name]: value })(`it is ${value}`)).toBe(`it is ${value}`);
});

test("what is secret in a file of credentials is blanked by itself", () => {
  const blank = program({
    GOOGLE: JSON.stringify({
      type: "service_account",
      private_key: "-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----",
    }),
  });
  expect(blank("bad key MIIEvQIBADANBg of service_account")).toBe("bad key ••• of service_account");
});
