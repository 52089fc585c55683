/**
 * Command lines of flows: no shell reads them, so what would mean something to one is refused, not passed on in
 * silence.
 */
import { expect, test } from "vitest";
import { readCommandLine, sayWords } from "../../src/flow/commandLine";

test.each([
  ["npm test", ["npm", "test"]],
  ["  npm   run test:unit -- --run  ", ["npm", "run", "test:unit", "--", "--run"]],
  [`node 'a b.mjs' "c d" '' e'f g'h`, ["node", "a b.mjs", "c d", "", "ef gh"]],
  ["vitest run 'src/*.test.ts' '$HOME'", ["vitest", "run", "src/*.test.ts", "$HOME"]],
])("%s", (line, words) => {
  expect(readCommandLine(line)).toEqual({ kind: "words", words });
});

test.each([
  ["", "it names no program"],
  ["''", "it names no program"],
  ["npm test && rm -rf x", "“&”"],
  ["npm test | tee log", "“|”"],
  ["echo $HOME", "“$”"],
  ['echo "$(id)"', "“$”"],
  ["echo `id`", "“`”"],
  ["vitest src/*.ts", "“*”"],
  ["npm test > out", "“>”"],
  ["npm test\nrm x", "more than one line"],
  ["CI=1 npm test", "begin with the program"],
  ["npm 'test", "never closed"],
  [`npm ${"x".repeat(500)}`, "more than 500 characters"],
])("%s is refused", (line, why) => {
  expect(readCommandLine(line)).toMatchObject({ kind: "bad", why: expect.stringContaining(why) as string });
});

test("words are shown so that none hides another", () => {
  expect(sayWords(["node", "a b", "", "x\u202Ey\nz"])).toBe('node "a b" "" "x[U+202E]y\\nz"');
  expect(sayWords(["rm", "a   b"])).toBe('rm "a\\u0020\\u0020 b"');
  expect(sayWords(["sh", "\u202E".repeat(490), "end"])).toMatch(/end$/);
});
