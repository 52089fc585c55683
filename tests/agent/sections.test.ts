/** The outline of a note for a model before it reads it, and one section of it. */
import { expect, test } from "vitest";
import { outlineOf, rangeOf, sectionOf } from "../../src/agent/sections";

const NOTE = `---
tags: [roof]
Due date: 2026-03-01
---

# Offers

Kern's roof costs 4,200.

\`\`\`
# no heading
\`\`\`

## Kern
Ten years.
### Gutter
New.
## Moss ##
Two years.
`;

test("an outline tells length, properties and headings with their lines", () => {
  expect(outlineOf("Money/Offers.md", NOTE)).toBe(
    [
      "Money/Offers.md: 20 words, 19 lines, 158 characters.",
      "Properties: tags, Due date",
      "Headings, behind the numbers of their lines:",
      "6 # Offers",
      "14 ## Kern",
      "16 ### Gutter",
      "18 ## Moss",
    ].join("\n"),
  );
});

test.each([
  ["an empty note", "", "a.md: 0 words, 0 lines, 0 characters.\nIt has no properties.\nIt has no headings."],
  [
    "a note with broken properties",
    "---\na: [\n---\n# A\n",
    "a.md: 2 words, 4 lines, 17 characters.\nIts properties cannot be read.\nHeadings, behind the numbers of their lines:\n4 # A",
  ],
  [
    "line ends of Windows and a byte order mark",
    "\uFEFF---\r\na: 1\r\n---\r\n# A b\r\n",
    "a.md: 4 words, 4 lines, 24 characters.\nProperties: a\nHeadings, behind the numbers of their lines:\n4 # A b",
  ],
])("an outline of %s", (_what, text, told) => {
  expect(outlineOf("a.md", text)).toBe(told);
});

test("signs of Chinese and Japanese count as words", () => {
  expect(outlineOf("a.md", "屋根 roof")).toContain("3 words");
});

test("an outline is short, however many headings there are and however long", () => {
  const told = outlineOf("a.md", `# ${"x".repeat(5000)}\n`.repeat(4000));
  expect(told.length).toBeLessThan(20_000);
  expect(told).toContain("and 3,850 more headings");
});

test.each([
  ["Kern", "## Kern\nTen years.\n### Gutter\nNew.\n"],
  ["## kern", "## Kern\nTen years.\n### Gutter\nNew.\n"],
  ["### Gutter", "### Gutter\nNew.\n"],
  ["moss", "## Moss ##\nTwo years.\n"],
])("the section “%s” is read alone", (heading, text) => {
  expect(sectionOf(NOTE, heading)).toEqual({ kind: "text", text });
});

test("a heading that is not there, or only in code, is told", () => {
  for (const heading of ["Nobody", "no heading", "", "#"])
    expect(sectionOf(NOTE, heading)).toMatchObject({ kind: "no" });
});

test("of a heading that is there twice, the first section is read, and the model is told", () => {
  expect(sectionOf("# A\n1\n# A\n2\n", "A")).toEqual({
    kind: "text",
    text: "(The note has this heading 2 times. This is the first, in line 1.)\n\n# A\n1\n",
  });
});

test.each<readonly [string | undefined, number, string]>([
  [undefined, 100, "a\nbb\nccc\ndddd"],
  ["2-3", 100, "bb\nccc"],
  ["3-99", 100, "ccc\ndddd"],
  ["2-3", 4, "bb\n… (this is up to line 2 of 4; lines “3-3” reads on)"],
  [undefined, 5, "a\nbb\n… (this is up to line 2 of 4; lines “3-4” reads on)"],
  ["4-4", 3, "ddd\n… (the rest of line 4 was left out)"],
])("lines %s within %s characters, and the way to read on", (range, room, text) => {
  expect(rangeOf("a\nbb\nccc\ndddd", range, room)).toEqual({ kind: "text", text });
});

test.each(["9-12", "3-2"])("lines %s are not there", (range) => {
  expect(rangeOf("a\nbb\nccc\ndddd", range, 100)).toEqual({
    kind: "no",
    why: `There are no lines “${range}”: it has 4 lines.`,
  });
});
