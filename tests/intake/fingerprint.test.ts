import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprint } from "../../src/note/intake/fingerprint";
import { stepKey, stepKeys } from "../../src/note/plan/approvalMarker";

const BASE = "The quick brown fox jumps over the lazy dog — and goes home again. ".repeat(6);

describe("fingerprint", () => {
  it("tells apart all texts that differ in two places", () => {
    const made = new Map<string, string>();
    for (let first = 0; first < BASE.length; first += 1)
      for (let second = first + 1; second < BASE.length; second += 5) {
        const text = `${BASE.slice(0, first)}Z${BASE.slice(first + 1, second)}é${BASE.slice(second + 1)}`;
        const print = fingerprint(text);
        expect(made.get(print) ?? text).toBe(text);
        made.set(print, text);
      }
  });

  it("reads a text to its end, however long it is", () => {
    for (const length of [0, 1, 3, 4, 65_535, 65_536, 65_537, 200_000]) {
      const text = "é".repeat(length);
      const others = [`${text}\0`, `${text}a`, `${text.slice(0, -1)}e`].filter((each) => each !== text);
      expect(fingerprint(text)).toBe(fingerprint(text));
      for (const other of others) expect(fingerprint(other)).not.toBe(fingerprint(text));
    }
  });
});

describe("the keys of steps", () => {
  const text = fc
    .array(
      fc.constantFrom(
        "a",
        "B",
        " ",
        "  ",
        "ß",
        "İ",
        "Σ",
        "é",
        "e\u0301",
        "✋",
        "✋\uFE0F",
        "\t",
        "\u00A0",
        ".",
        "^s-1",
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));

  it("are those of each alone, one a line", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        expect(stepKeys(texts)).toBe(texts.map(stepKey).join("\n"));
      }),
      { numRuns: 2000 },
    );
  });

  it("leave out case, white space, signs and the form of letters", () => {
    fc.assert(
      fc.property(text, (each) => {
        const plain = each.normalize("NFC").replace(/✋\uFE0F?/g, " ");
        expect(stepKey(each)).toBe(plain.toLowerCase().replace(/\s+/g, " ").trim());
      }),
      { numRuns: 2000 },
    );
  });
});
