/** The deeds of a program that is watched: the last ones, without secrets, and whether it goes round in circles. */
import { expect, test } from "vitest";
import { deed, hearMore, NOTHING_HEARD, saying, type Deed, type Heard } from "../../src/agent/outside/deeds";
import { hideSecrets } from "../../src/agent/outside/hideSecrets";

const doing = (what: string): Deed => deed("running", what, what);
const after = (deeds: readonly Deed[]): Heard =>
  deeds.reduce((heard, each, at) => hearMore(heard, { deeds: [each], used: null }, at), NOTHING_HEARD);
const many = (n: number, of: (n: number) => Deed): readonly Deed[] =>
  Array.from({ length: n }, (_, at) => of(at));

test("the last eight are kept, and how many there were", () => {
  const heard = after(many(20, (n) => doing(String(n))));
  expect(heard.deeds.map(({ at }) => at)).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
  expect([heard.count, heard.deeds.at(-1)?.words, heard.repeats]).toEqual([20, "running 19", null]);
  const used = { tokens: 5, usd: null };
  expect(hearMore(hearMore(heard, { deeds: [], used }, 0), { deeds: [], used: null }, 1).used).toEqual(used);
});

test.each<readonly [string, readonly Deed[], string | null]>([
  ["five times the same is a circle", many(5, () => doing("npm test")), "running npm test"],
  ["four times is none", many(4, () => doing("npm test")), null],
  ["so are two in turn", many(10, (n) => doing(n % 2 === 0 ? "a" : "b")), "running b"],
  [
    "changes between tests are none",
    many(30, (n) => doing(n % 2 === 0 ? "test" : `change ${String(n)}`)),
    null,
  ],
  [
    "words between them change nothing",
    many(10, (n) => (n % 2 === 0 ? doing("a") : (saying("Hm.")[0] as Deed))),
    "running a",
  ],
  ["words alone are none", many(20, () => saying("Hm.")[0] as Deed), null],
])("%s", (_what, deeds, repeats) => {
  expect(after(deeds).repeats).toBe(repeats);
});

test("a circle that ends is over", () => {
  const heard = after(many(6, () => doing("a")));
  expect(heard.repeats).toBe("running a");
  expect(hearMore(heard, { deeds: [doing("b")], used: null }, 9).repeats).toBeNull();
  expect(hearMore(heard, { deeds: saying("Hm."), used: null }, 9).repeats).toBe("running a");
});

test("the same beginning is not the same deed", () => {
  const long = "x".repeat(3000);
  expect(after(many(9, (n) => doing(`${long}${String(n)}`))).repeats).toBeNull();
});

test.each([
  ["curl -H 'Authorization: Bearer abcdefgh12345678' https://example.org", "abcdefgh12345678"],
  ["curl -u eve:hunter2 https://example.org", "hunter2"],
  ["git clone https://eve:hunter2@example.org/a.git", "hunter2"],
  ["PGPASSWORD=hunter2 psql", "hunter2"],
  ["export API_KEY='hunter 2'", "hunter 2"],
  ["deploy --token hunter2 --to eve", "hunter2"],
  ['{"access_token": "hunter2"}', "hunter2"],
  ["mysql -phunter2 shop", "hunter2"],
  ["echo sk-ant-api03-abcdefghij", "abcdefghij"],
  ["echo ghp_abcdefghijklmnop1234", "abcdefghijklmnop"],
  ["echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "eyJzdWIi"],
  ["echo 3f2b8c1d4e5f60718293a4b5c6d7e8f9", "3f2b8c1d"],
  ["echo 1b4e28ba-2fa1-41d2-883f-0016d3cca427", "2fa1"],
  // Of a command of several lines the first is shown, without its closing quotation mark.
  ["export PASSWORD='hunter2 …", "hunter2"],
  ['export PASSWORD="correct hunter2 …', "hunter2"],
  ['PASSWORD="a\\"hunter2" deploy', "hunter2"],
  ["PASSWORD='it'\\''hunter2' deploy", "hunter2"],
  ["PASSWORD=a\\ hunter2 deploy", "hunter2"],
  ['{\\"password\\": \\"a hunter2\\"}', "hunter2"],
  ["DB_PASS=hunter2 deploy", "hunter2"],
  ["openssl rsa -passin pass:hunter2", "hunter2"],
  ["curl -ueve:hunter2 https://example.org", "hunter2"],
  ['curl -H "Authorization: token hunter2"', "hunter2"],
  ['curl -H "Cookie: theme=dark; session=hunter2"', "hunter2"],
  ["curl https://eve:p@hunter2@example.org", "hunter2"],
  ["git clone https://hunter2hunter2@example.org/a.git", "hunter2"],
  ["curl https://example.org/a?sig=hunter2", "hunter2"],
  ["mysql -u root -phunter2 shop", "hunter2"],
  ["redis-cli -h db -a hunter2", "hunter2"],
  ["cat <<E\n-----BEGIN PRIVATE KEY-----\nMIIabc", "MIIabc"],
])("a secret is not shown: %s", (text, secret) => {
  expect(hideSecrets(text)).not.toContain(secret);
  expect(hideSecrets(text)).toContain("•••");
});

test.each([
  "npm run test -- tests/agent/deeds.test.ts",
  "I change the token parser, and then the basic tests pass",
  "git commit -m 'Read the password field'",
  "reading Invoice 2026-03-02.md",
  "mkdir -p src/pass && npm test",
])("ordinary words stay: %s", (text) => {
  expect(hideSecrets(text)).toBe(text);
});

test("a text that is made to be slow is not", () => {
  for (const text of [
    "-".repeat(2000),
    "a1".repeat(1000),
    "://".repeat(700),
    "token ".repeat(400),
    "-token".repeat(300),
    'pass=\\"'.repeat(280),
    "mysql ".repeat(330),
  ])
    expect(hideSecrets(text).length).toBeLessThanOrEqual(text.length + 10);
});
