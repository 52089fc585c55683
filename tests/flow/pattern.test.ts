/** Regular expressions of flows decide as those of the language do, and in one pass. */
import { expect, test } from "vitest";
import { readPattern } from "../../src/flow/pattern";

const TEXTS = [
  "",
  "APPROVED",
  "approved",
  "- The van is missing\nAPPROVED\r\n",
  "Score: 12/10, ok",
  "aaab ab aab",
  "äöü 😀 שלום",
  "a.b(c)[d]{e}|^$\\",
  "x_1 y-2",
  "\n\n",
];
const SOURCES = [
  "",
  "^APPROVED$",
  "APPROVED|OK",
  "^(?:APPROVED|- )",
  "(a|a)*b$",
  "(a+)+$",
  "a{2}b",
  "a{2,}b",
  "^a{1,2}b",
  "a{0}b",
  "a??b",
  "a*?b+?",
  "(?<n>a)b",
  "\\d+/\\d+",
  "\\bok\\b",
  "\\Bk",
  "[^a-z\\s]",
  "[\\]\\[]",
  "\\p{L}{3,}",
  "\\u{1F600}",
  "\\u05e9",
  "\\x41",
  "^$",
  "^\\s*$",
  ".",
  "^.$",
  "()",
  "(|x)y",
  "\\(c\\)",
  "\\|\\^\\$\\\\$",
  "((x|y)_?-?\\d){1,2}",
];

test.each(SOURCES.flatMap((source) => TEXTS.map((text) => [source, text] as const)))(
  "/%s/ in %j is found where the language finds it",
  (source, text) => {
    for (const flags of ["u", "iu"] as const) {
      const read = readPattern(source, flags);
      expect(read.kind === "pattern" && read.isIn(text), flags).toBe(
        new RegExp(source, `m${flags}`).test(text),
      );
    }
  },
);

test.each([
  "(a|a)".repeat(39),
  `${"a?".repeat(66)}${"a".repeat(66)}b`,
  "(a*)*(a*)*b",
  "a*a*a*a*a*b",
  "(.*a){20}x",
])("%s is decided at once on a text made for it", (source) => {
  const read = readPattern(source);
  expect(read.kind === "pattern" && read.isIn(`${"a".repeat(2000)}!`)).toBe(source.startsWith("(a|a)"));
});

test.each(["(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>"])(
  "%s is not known",
  (source) => {
    expect(readPattern(source)).toMatchObject({
      kind: "bad",
      why: expect.stringContaining("is not known") as string,
    });
  },
);

test.each([
  ["(", "it is no regular expression"],
  ["a{1000000000}", "it is too long"],
  ["(((a{99}){99}){99}){99}", "it is too long"],
])("%s is refused: %s", (source, why) => {
  expect(readPattern(source)).toEqual({ kind: "bad", why });
});
