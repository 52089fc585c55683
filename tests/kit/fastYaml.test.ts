/**
 * The scanner for plain frontmatter, held against gray-matter with js-yaml: what it accepts it reads as they do. The
 * same is asked of any number of notes by `npm run fuzz`.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanFlat } from "../../src/kit/scanFlat";
import { disagreement, oracle } from "./oracle";

const PLAIN: readonly (readonly [line: string, value: unknown])[] = [
  ["a: b", "b"],
  ["a:", null],
  ["a: null", null],
  ["a: Active", "Active"],
  ["a: two words", "two words"],
  ["a: b   ", "b"],
  ["a:    b", "b"],
  ["a: 12", 12],
  ["a: 0", 0],
  ["a: 2026-02-21", "2026-02-21"],
  ["a: 2026-02-21T10:30:00Z", "2026-02-21T10:30:00Z"],
  ["a: 10 May", undefined],
  ['a: "b: c # d"', "b: c # d"],
  ["a: 'b: c'", "b: c"],
  ['a: ""', ""],
  ["a: Müller", "Müller"],
  ["a: Inbox/a note.md", "Inbox/a note.md"],
  ["a: it's", "it's"],
  ["a: x:y", "x:y"],
  ['a: "[[Inbox/a]]"', "[[Inbox/a]]"],
  ["a: ünder", "ünder"],
  ["a: /Inbox/18i.md", "/Inbox/18i.md"],
  ["a: /", "/"],
  ["a: 李伟", "李伟"],
  ['a: "李伟: 수"', "李伟: 수"],
];

const OTHER = [
  "a: b: c",
  "a: b # c",
  "a: [x]",
  "a: {x: 1}",
  "a: &x b",
  "a: *x",
  "a: !!str b",
  "a: |",
  "a: >",
  "a: - b",
  "a: yes",
  "a: True",
  "a: Null",
  "a: ~",
  "a: 012",
  "a: 0x1",
  "a: 1e3",
  "a: 1_000",
  "a: .inf",
  "a: 1.5",
  "a: -1",
  "a: @b",
  "a: `b`",
  "a: %b",
  'a: "b\\n"',
  "a: 'it''s'",
  'a: "b" c',
  "a : b",
  " a: b",
  "\ta: b",
  "- a",
  "a",
  "? a",
  "1: b",
  "null: b",
  "true: b",
  "__proto__: b",
  "a:b",
  "a:\tb",
  "a: b\u2028",
  "a: b\u0085",
  "a: b\uFEFF",
  "a: b\u0000",
  "a: \uD800",
  "...",
  "%YAML 1.2",
  "a: b:",
  "a: ?",
  "a: <<",
  "<<: b",
  "# \t",
  "#\u00A0",
];

describe("plain frontmatter", () => {
  it.each(PLAIN)("%j says %j", (line, value) => {
    if (value === undefined) expect(scanFlat([line])).toBeNull();
    else expect(scanFlat([line])).toEqual({ a: value });
  });

  it.each(OTHER)("%j is left to the parser", (line) => {
    expect(scanFlat([line])).toBeNull();
  });

  it("with a key twice is left to the parser", () => {
    expect(scanFlat(["a: 1", "a: 1"])).toBeNull();
  });

  it("that goes on in the next line is left to the parser", () => {
    for (const next of ["  more", "- item", "\tmore", "  b: c"]) expect(scanFlat(["a: b", next])).toBeNull();
  });

  it("is read as gray-matter with js-yaml reads it", () => {
    const piece = fc.constantFrom(
      "a",
      "Z",
      "0",
      "7",
      " ",
      "  ",
      ":",
      ": ",
      "#",
      " #",
      "-",
      "- ",
      "'",
      '"',
      "\\",
      "[",
      "]",
      "{",
      "}",
      ",",
      "&",
      "*",
      "!",
      "|",
      ">",
      "%",
      "@",
      "`",
      "~",
      "?",
      "=",
      "<",
      ".",
      "/",
      "_",
      "null",
      "true",
      "no",
      "2026-02-21",
      "T10:30:00Z",
      "12",
      "é",
      "✋",
      "/",
      "李",
      "\u3000",
      "\u00A0",
      "\u2028",
      "\uFEFF",
      "\t",
    );
    const line = fc.oneof(
      fc.constantFrom(...PLAIN.map(([text]) => text), ...OTHER),
      fc
        .tuple(
          fc.constantFrom("a", "b", "c", "task_id", "status", "x-y"),
          fc.constantFrom(": ", ":", ":  "),
          fc.array(piece, { maxLength: 8 }),
        )
        .map(([key, colon, rest]) => key + colon + rest.join("")),
      fc.array(piece, { maxLength: 8 }).map((rest) => rest.join("")),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (block) => {
        expect(disagreement(block)).toBeNull();
      }),
      { numRuns: 3000 },
    );
  });

  it("and an answer that is not theirs is noticed", () => {
    expect(oracle(["a: 012"])).not.toEqual({ a: "012" });
    expect(oracle(["a: b # c"])).toEqual({ a: "b" });
  });
});
