/** The outline of a note for a model before it reads it, and one section of it. */
import { expect, test } from "vitest";
import { linesOf, outlineOf, replaceOnce, sectionOf } from "../../src/agent/sections";

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

test("lines are told from the first to the last, as many as there is room for, with the way to read on", () => {
  const text = "a\nbb\nccc\ndddd";
  expect(linesOf(text, undefined, 100)).toBe(text);
  expect(linesOf(text, "2-3", 100)).toBe("bb\nccc");
  expect(linesOf(text, "2-3", 4)).toBe("bb\n… (this is up to line 2 of 4; lines “3-3” reads on)");
  expect(linesOf(text, undefined, 5)).toBe("a\nbb\n… (this is up to line 2 of 4; lines “3-4” reads on)");
  expect(linesOf(text, "9-12", 100)).toBe("(There is no line 9: it has 4 lines.)");
});

test.each<readonly [string, string, string, string, string]>([
  ["signs that programs replace", "It is $5.", "$5", "$& or $7", "It is $& or $7."],
  ["signs that were escaped", "It is \\$5 \\[x\\].", "$5 [x]", "free", "It is free."],
  ["signs of patterns", "a.c abc", "a.c", "x", "x abc"],
  ["nothing, at the end", "a", "", "b", "a\nb"],
])("a text with %s is replaced as it stands", (_what, text, old, now, after) => {
  expect(replaceOnce(text, old, now)).toEqual({ kind: "text", text: after });
});

test.each([
  ["x x", "x", /2 times/],
  ["x", "y", /not in the file/],
  ["\\".repeat(20_000), `${"\\".repeat(9_000)}a`, /not in the file/],
])("a text that is there several times, or not, is not replaced", (text, old, why) => {
  const came = replaceOnce(text, old, "z");
  expect(came.kind === "no" ? came.why : "").toMatch(why);
});
