/** The owners of the text in Dashboard.md: our region, and the person's words around it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BEGIN, END } from "../../../src/overview/dashboard/frame";
import { writeRegion } from "../../../src/overview/dashboard/region";

const CONTENT = ["", "## Section", "- a line", ""];
const region = (end: string): string => [BEGIN, ...CONTENT, END].join(end);

function written(text: string | null): string {
  const result = writeRegion(text, CONTENT);
  if (result.kind !== "text") throw new Error(result.why);
  return result.text;
}

function why(text: string): string {
  const result = writeRegion(text, CONTENT);
  return result.kind === "damaged" ? result.why : "written";
}

describe("a Dashboard note", () => {
  test("that is not there is made of our region alone", () => {
    expect(written(null)).toBe(`${region("\n")}\n`);
  });

  test("without markers keeps every byte, and gets our region at its end", () => {
    expect(written("# Mine\n\ntext  ")).toBe(`# Mine\n\ntext  \n\n${region("\n")}\n`);
    expect(written("# Mine\r\n")).toBe(`# Mine\r\n\r\n${region("\r\n")}\r\n`);
    expect(written("\uFEFFtext\n\n")).toBe(`\uFEFFtext\n\n${region("\n")}\n`);
  });

  test("with markers keeps what stands above and below, whatever the line ends", () => {
    for (const end of ["\n", "\r\n", "\r", "\r\r\n"]) {
      const note = [`---`, "a: 1", "---", "above \u2028 \t", BEGIN, "old", "older", END, "", "below"].join(
        end,
      );
      expect(written(note)).toBe(
        [`---`, "a: 1", "---", "above \u2028 \t", region(end), "", "below"].join(end),
      );
    }
  });

  test("that ends at our last marker without a line end keeps doing so", () => {
    expect(written(`${BEGIN}\nold\n${END}`)).toBe(region("\n"));
  });

  test("says the same when it is written twice", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            "a",
            "\n",
            "\r",
            "\r\n",
            "```",
            "%%",
            "<!--",
            "-->",
            "---",
            "> ",
            "- ",
            " ",
            `${BEGIN}\n`,
            `\n${END}\n`,
            "é",
          ),
        }),
        (note) => {
          const first = writeRegion(note, CONTENT);
          if (first.kind === "text") expect(writeRegion(first.text, CONTENT)).toEqual(first);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("loses no text of the person, wherever markers are", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("mine", "```", "%% c", "<!--", "-->", "---", BEGIN, END, `  ${BEGIN}`, "> x", ""),
        ),
        (lines) => {
          const note = lines.join("\n");
          const first = writeRegion(note, CONTENT);
          if (first.kind === "damaged") return;
          if (!note.includes("planwright:")) {
            expect(first.text.startsWith(note)).toBe(true);
            return;
          }
          const [above = "", below = "", ...more] = first.text.split(region("\n"));
          const replaced = note.slice(above.length, note.length - below.length);
          expect([
            note.startsWith(above),
            note.endsWith(below),
            replaced.startsWith(BEGIN),
            replaced.endsWith(END),
            more,
          ]).toEqual([true, true, true, true, []]);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("a Dashboard note is left alone", () => {
  test("when a marker is missing, doubled or in the wrong order", () => {
    expect(why(`${BEGIN}\nx\n`)).toMatch(/for the end is missing/);
    expect(why(`x\n${END}\n`)).toMatch(/for the beginning is missing/);
    expect(why(`${END}\nx\n${BEGIN}\n`)).toMatch(/is before its beginning/);
    expect(why(`${BEGIN}\n${END}\n${BEGIN}\n${END}\n`)).toMatch(/more than once/);
    expect(why(`${BEGIN}\n${BEGIN}\n${END}\n`)).toMatch(/more than once/);
  });

  test("when a marker line was changed", () => {
    expect(why(`${BEGIN.replace("-->", "")}\nx\n${END}\n`)).toMatch(/line 1 is damaged/);
    expect(why(`${BEGIN}\nx\n- ${END}\n`)).toMatch(/line 3 is damaged/);
  });

  test("when the markers only stand inside a code block, a comment or the properties", () => {
    for (const [open, close] of [
      ["```", "```"],
      ["%%", "%%"],
      ["<!--", "-->"],
    ] as const)
      expect(why(`${open}\n${BEGIN}\nx\n${END}\n${close}\n`)).toMatch(/are inside/);
    expect(why(`---\n${BEGIN}\n${END}\n---\n`)).toMatch(/are inside/);
  });

  test("when our region would fall into something that is never closed", () => {
    for (const text of ["```\ncode\n", "%% note\n", "<!--\n", "~~~~\n~~~\n"])
      expect(why(text)).toMatch(/do not end|never closed/);
    expect(why("---\na: 1\n")).toMatch(/do not end|never closed/);
  });
});

test("a picture of the markers in a code block does no harm beside the real ones", () => {
  const above = `\`\`\`\n${BEGIN}\n${END}\n\`\`\`\n`;
  expect(written(`${above}${BEGIN}\nold\n${END}\nbelow`)).toBe(`${above}${region("\n")}\nbelow`);
});

test("what Planwright wrote with other words in its first marker is still its own", () => {
  expect(written(`<!-- planwright:dashboard begin. Said otherwise once. -->\nold\n${END}\n`)).toBe(
    `${region("\n")}\n`,
  );
});
