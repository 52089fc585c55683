import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasTooManyLines,
  indentOf,
  joinLines,
  lineEnd,
  LINE_LIMIT,
  outdent,
  splitLines,
} from "../../src/kit/lines";

const text = fc
  .array(
    fc.constantFrom(
      "\n",
      "\r\n",
      "\r\r\n",
      "\r",
      "a",
      "- [ ] b",
      "\u2028",
      "\u2029",
      "\u0085",
      "",
      "\uFEFF",
      " ",
      "\t",
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

describe("a text as lines", () => {
  it.each([
    ["a\nb\n", ["a", "b"], "\n"],
    ["a\r\nb", ["a", "b"], "\r\n"],
    ["a\r\r\nb\r\r\n", ["a", "b"], "\r\r\n"],
    ["a\rb\r", ["a", "b"], "\r"],
    ["a\r\rb", ["a", "", "b"], "\r"],
    ["a\u2028b", ["a\u2028b"], "\n"],
    ["", [], "\n"],
    ["\n\n", ["", ""], "\n"],
  ])("%j is read as %j", (whole, lines, end) => {
    expect(splitLines(whole).map((line) => line.text)).toEqual(lines);
    expect(lineEnd(splitLines(whole))).toBe(end);
  });

  it("gives back every byte, whatever the line ends", () => {
    fc.assert(
      fc.property(text, (whole) => {
        const lines = splitLines(whole);
        expect(joinLines(lines)).toBe(whole);
        expect(
          lines.every(
            (line, at) => !/[\r\n]/.test(line.text) && (line.end !== "" || at === lines.length - 1),
          ),
        ).toBe(true);
      }),
    );
  });

  it("looks at each carriage return of a long run once", () => {
    expect(splitLines("\r".repeat(20_000)).length).toBe(20_000);
    expect(splitLines(`${"\r".repeat(20_000)}x`).at(-1)).toEqual({ text: "x", end: "" });
  });

  it("counts lines as it splits them", () => {
    for (const end of ["\n", "\r\n", "\r", "x\r", "x\r\r\n"]) {
      expect(hasTooManyLines(end.repeat(LINE_LIMIT))).toBe(false);
      expect(hasTooManyLines(end.repeat(LINE_LIMIT + 1))).toBe(true);
    }
  });
});

describe("white space before a line", () => {
  it.each([
    ["", 0],
    ["  a", 2],
    ["\ta", 4],
    [" \ta", 4],
    ["    \ta", 8],
    ["   ", 3],
  ])("of %j is %i columns", (line, columns) => {
    expect(indentOf(line)).toBe(columns);
  });

  it.each([
    ["    type: email", 4, "type: email"],
    ["      body", 4, "  body"],
    ["  short", 4, "short"],
    ["\t\tdeep", 4, "\tdeep"],
    ["  \tcrossing", 3, "\tcrossing"],
    ["", 4, ""],
  ])("of %j is taken away up to column %i", (line, columns, rest) => {
    expect(outdent(line, columns)).toBe(rest);
  });
});
