/** Evidence that a step is done, and words of a model that are none. */
import { expect, test } from "vitest";
import { hashText } from "../../src/kit/hash";
import { judgeEvidence, type Around, type Claim } from "../../src/agent/evidence";

const OFFERS = `---
price: 4200
---

# Offers

Kern: 4,200 for the whole roof
- [ ]
A
| 3,900 | two years |
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aaaaa
Écrit à   la main, avec deux ans de garantie
**Moss & Daughter** — two years
They say “soon”.
`;
const COMPARISON = "Kern asks 4,200 and Moss 3,900, says the agent.";

function around(more: Partial<Around> = {}): Around {
  return {
    fileAt: (name) => (name.includes("/") ? null : `Work/p/${name}`),
    written: new Map([["Work/p/Comparison.md", hashText(COMPARISON)]]),
    files: new Map([["Comparison.md", COMPARISON]]),
    notes: new Map([
      ["Offers", { text: OFFERS, isOwn: false }],
      ["Mine", { text: COMPARISON, isOwn: true }],
    ]),
    records: new Set(["s-1"]),
    edited: new Set(["Money/Rates.md"]),
    ...more,
  };
}

const FILE = { file: "Comparison.md" };

function kind(evidence: Claim["evidence"], more: Partial<Around> = {}): string {
  return judgeEvidence({ evidence }, around(more)).kind;
}

/** Whether all that is given beside a result holds. */
function proved(evidence: Claim["evidence"]): boolean {
  const finding = judgeEvidence({ evidence }, around());
  return finding.kind === "shown" && finding.unproved.length === 0;
}

test.each<readonly [string, string]>([
  ["a whole line", "Kern: 4,200 for the whole roof"],
  ["a whole line that is short", "# Offers"],
  ["a line of properties", "price: 4200"],
  ["a row of a table", "| 3,900 | two years |"],
  ["a part of a line", "4,200 for the whole ro"],
  ["a short part that is there once", "Kern: 4,200"],
  ["other case", "KERN: 4,200 FOR THE WHOLE ROOF"],
  ["other white space and another form of letters", "E\u0301crit a\u0300 la main,\navec deux ans"],
  ["emphasis and a longer dash", "Moss & Daughter - two years"],
  ["other quotation marks", "they say 'soon'"],
])("%s of a note counts", (_what, quote) => {
  expect(proved([FILE, { note: "Offers", quote }])).toBe(true);
});

test.each<readonly [string, string]>([
  ["nothing", ""],
  ["spaces", "   \n\t "],
  ["a fence of properties", "---"],
  ["an empty box", "- [ ]"],
  ["one letter", "A"],
  ["letters that repeat", "aaaaaaaaaaaaaaaaaaaa"],
  ["a short part that is there twice", "two years"],
  ["signs alone", "| --- | --- | --- | --- |"],
  ["other words", "Kern: 4,100 for the whole roof"],
])("a quotation of %s does not count", (_what, quote) => {
  expect(proved([FILE, { note: "Offers", quote }])).toBe(false);
});

test.each<readonly [string, Claim["evidence"], Partial<Around>]>([
  ["no file", [{ note: "Offers", quote: "Kern: 4,200 for the whole roof" }], {}],
  ["a file of another run", [FILE], { written: new Map() }],
  ["a file that is gone", [FILE], { files: new Map() }],
  ["a file that was changed", [FILE], { files: new Map([["Comparison.md", `${COMPARISON} And more.`]]) }],
  [
    "an empty file",
    [FILE],
    { written: new Map([["Work/p/Comparison.md", hashText(" ")]]), files: new Map([["Comparison.md", " "]]) },
  ],
  ["a file elsewhere", [{ file: "../Comparison.md" }], {}],
])("%s does not count", (_what, evidence, more) => {
  expect(kind([FILE])).toBe("shown");
  expect(kind(evidence, more)).toBe("not-shown");
});

test("a record shows that something went out, and the record of another step shows nothing", () => {
  expect(kind([{ record: "^s-1" }])).toBe("shown");
  expect(kind([{ record: "s-2" }])).toBe("not-shown");
});

test("an edit that the person agreed to shows something, and no other", () => {
  expect(kind([{ edit: "Money/Rates.md" }])).toBe("shown");
  expect(kind([{ edit: "Money/Offers.md" }])).toBe("not-shown");
});

test("what holds counts, and what does not is named beside it", () => {
  const finding = judgeEvidence(
    { evidence: [FILE, { file: "Other.md" }, { note: "Offers", quote: "Kern: 4,100 for the whole roof" }] },
    around(),
  );
  expect(finding).toEqual({
    kind: "shown",
    checked: ["Comparison.md was written in this step, and is as it was written"],
    unproved: [
      "The file Other.md was not written in this step.",
      "Offers does not say “Kern: 4,100 for the whole roof”. The nearest line is:\n\n<data>\nkern: 4,200 for the whole roof\n</data>\n\n Quote word for word.",
    ],
  });
});

test.each([
  ["a note of its own", { note: "Mine", quote: COMPARISON }],
  ["a note that is not there", { note: "Nowhere", quote: COMPARISON }],
  // A file and a note may bear one name: the text of the one shows nothing about the other.
  ["a note by the name of its file", { note: "Comparison.md", quote: COMPARISON }],
])("a quotation from %s does not count", (_what, quoted) => {
  expect(proved([FILE, quoted])).toBe(false);
});
