import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  escapeMarkdown,
  inProperty,
  inQuote,
  isUnseen,
  link,
  oddCharacters,
  escapeLine,
  escapeInvisible,
} from "../../src/kit/text";

/** What Obsidian, its reader or a plugin would act upon when it stands in the raw text of a note. */
const ACTIVE: readonly (readonly [string, RegExp])[] = [
  ["a link or embed", /(?<!\\)\[|(?<!\\)\]/],
  ["an address", /:\/\/|\bwww\./i],
  ["a tag of HTML", /(?<!\\)</],
  ["a template", /<%|\{\{|(?<!\\)\{/],
  ["a comment", /%%/],
  ["code, or a query in code", /(?<!\\)`/],
  ["a field of Dataview", /::/],
  ["a highlight", /==/],
  ["math", /(?<!\\)\$/],
  ["a tag", /(?<!\\)#/],
  ["a block id or footnote", /(?<!\\)\^/],
  ["emphasis", /(?<!\\)[*~]/],
  ["an entity", /(?<!\\)&/],
  ["a cell's end", /(?<!\\)\|/],
  ["a line break", /[\n\r\u2028\u2029\u0085\v\f]/],
  ["something unseen", /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2800]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}/u],
];

const HOSTILE: readonly string[] = [
  "![[secret]]",
  "![x](https://evil.example/p.png)",
  "[click](obsidian://advanced-uri?x=1)",
  "https://evil.example",
  "http://a",
  "file:///etc/passwd",
  "www.evil.example",
  "WWW.evil.example",
  "<img src=x onerror=alert(1)>",
  "<iframe src=//e>",
  "<!-- c -->",
  "&lt;script&gt;",
  "<% tp.system.prompt() %>",
  "<%* x %>",
  "{{title}}",
  "{{{x}}}",
  "`= this.file`",
  "`$= dv.pages()`",
  "```dataviewjs\ndv.el()\n```",
  "~~~tasks\nnot done\n~~~",
  "%%hidden%%",
  "[due:: 2026-01-01]",
  "key:: value",
  "a ::: b",
  "==mark==",
  "===",
  "$x$ and $y$",
  "$$\\href{javascript:1}{x}$$",
  "#tag",
  "(#tag)",
  "a #tag",
  "## Your note",
  "- [x] I did it",
  "* item",
  "+ item",
  "1. item",
  "12) item",
  "---",
  "***",
  "___",
  "-",
  "=",
  "> quote",
  "> [!danger] x",
  "| a | b |",
  "a ^s-7f3a",
  "^[inline note]",
  "[^1]: note",
  "]] | #^x",
  "\\",
  "a\\",
  "\\[x]\\(y)",
  "pay\u202Eer",
  "pay\u200Bpal",
  "pay\uFE0Fpal",
  "5\uFE0F0",
  "\u{E0041}\u{E0042}",
  "a\u{E0100}b",
  "\u2800\u2800",
  "a\u00A0b",
  "line\u2028two",
  "line\u0085two",
  "a\nb",
  "a\r\rb",
  "\uD800",
  "\u{F0000}",
  "_x_",
  "__x__",
  "a__b__c",
  "[2026-02-21T10:30:00Z] Agent: Sent — fine. (carried-out, step s-1)",
  "$1,500",
];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...HOSTILE),
        fc.constantFrom(
          "<",
          "%",
          "{",
          "[",
          "]",
          "!",
          "(",
          ")",
          ":",
          "/",
          "=",
          "$",
          "#",
          "`",
          "\\",
          " ",
          "\n",
          "|",
          "-",
          "w",
          "www",
          ".",
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

function expectInert(shown: string): void {
  // An escaped backslash escapes nothing behind it.
  const bare = shown.replace(/\\\\/g, "·");
  for (const [what, pattern] of ACTIVE)
    expect(pattern.test(bare), `${what} in ${JSON.stringify(shown)}`).toBe(false);
}

describe("a single character", () => {
  it("is spelled out exactly when an eye cannot see it, whatever it is", () => {
    for (let code = 0; code < 0x30000; code += 1) {
      const char = String.fromCodePoint(code);
      if ("\r\n\t\v\f\uFE0F".includes(char)) continue;
      expect(escapeInvisible(char) === char, code.toString(16)).toBe(!isUnseen(char));
    }
  });
});

describe("untrusted text within a line", () => {
  it.each(HOSTILE)("%j is no longer active", (hostile) => {
    expectInert(escapeMarkdown(hostile));
  });

  it("is never active, however its parts are put together", () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 60 }), (one, two, limit) => {
        expectInert(escapeMarkdown(one + two, limit));
        expectInert(`${escapeMarkdown(one)} — ${escapeMarkdown(two)}`);
      }),
      { numRuns: 1000 },
    );
  });

  it("starts no list, rule or heading, and underlines none", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(escapeMarkdown(any)).not.toMatch(/^(?:[-+*=>#|]|\d{1,9}[.)](?:\s|$)|_{3}|`{3}|~{3})/);
      }),
      { numRuns: 1000 },
    );
  });

  it("still reads as what it was: a backslash goes before each sign that could act, and nothing else is lost", () => {
    fc.assert(
      fc.property(fc.string(), (any) => {
        expect(escapeMarkdown(any, 10_000).replace(/\\([^\p{L}\p{N}\s])/gu, "$1")).toBe(
          escapeLine(any, 10_000),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps ordinary words as they are", () => {
    for (const words of [
      "Send the January invoice to Client A (client_a@example.com).",
      "Step 2 of 5: it’s done — 100 %? No!".replace("%", "percent"),
      "Zażółć gęślą jaźń ✋🏽 ⚠️ 計画",
    ])
      expect(escapeMarkdown(words)).toBe(words);
  });
});

describe("a quoted paragraph", () => {
  it("is marked on every line, is inert on every line, and is bounded", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), fc.integer({ min: 1, max: 5 }), (parts, most) => {
        const lines = inQuote(parts.join("\n"), most).split("\n");
        expect(lines.length).toBeLessThanOrEqual(most + 1);
        for (const line of lines) {
          expect(line).toMatch(/^>(?: |$)/);
          expectInert(line.slice(2));
          expect(line.slice(2)).not.toMatch(/^(?:[-+*=>#|]|\d{1,9}[.)](?:\s|$))/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("keeps blank lines and counts what it leaves out", () => {
    expect(inQuote("a\r\n\r\nb\n\n\n")).toBe("> a\n>\n> b");
    expect(inQuote("a\nb\nc\nd", 2)).toBe("> a\n> b\n> … 2 more lines");
    expect(inQuote("a\nb\nc", 2)).toBe("> a\n> b\n> … 1 more line");
  });
});

describe("a link", () => {
  it("is a link for a name that can be one", () => {
    expect(link("Plans/January invoice.md", "January invoice")).toBe(
      "[[Plans/January invoice|January invoice]]",
    );
    expect(link("P.md", "Send it", "s-7f3a")).toBe("[[P#^s-7f3a|Send it]]");
  });

  it.each([
    "a]]b",
    "a|b",
    "a#b",
    "a^b",
    "a%%b",
    "[[a",
    "<b>",
    "{{a}}",
    "a`b",
    "a\\b",
    "a\u200Bb",
    "",
    "a\nb",
  ])("is only text for the name %j", (name) => {
    const shown = link(name, "shown");
    expect(shown).toBe("“shown”");
  });

  it("has a label that cannot end or change it", () => {
    fc.assert(
      fc.property(text, (any) => {
        const shown = link("Plans/P.md", any);
        expect(shown).toMatch(/^\[\[Plans\/P\|[^[\]|\n]*\]\]$/);
        expectInert(shown.slice("[[Plans/P|".length, -2));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a property", () => {
  it.each([
    ["client_a@example.com", "client_a@example.com"],
    ["[[Approved/x]]", "\\[\\[Approved/x\\]\\]"],
    ["https://api.example.com/v1", "https:\\//api.example.com/v1"],
    ["a\u202Eb", "a[U+202E]b"],
  ])("%j is written %j", (value, shown) => {
    expect(inProperty(value)).toBe(shown);
  });
});

describe("what cannot be seen", () => {
  it.each([
    ["a\u00ADb", "a[U+00AD]b"],
    ["a\tb\r\nc", "a b c"],
    ["✋\uFE0F ⚠️ 1️⃣ ✋🏽", "✋\uFE0F ⚠️ 1️⃣ ✋🏽"],
    ["a\uFE0Fb", "a[U+FE0F]b"],
    ["1\uFE0F5", "1[U+FE0F]5"],
    ["\uFE0F", "[U+FE0F]"],
    ["👨\u200D👩", "👨[U+200D]👩"],
    ["\u{E0061}", "[U+E0061]"],
    ["\uDC00", "[U+DC00]"],
  ])("in %j is spelled out: %j", (hidden, shown) => {
    expect(escapeInvisible(hidden)).toBe(shown);
    expect(escapeInvisible(shown)).toBe(shown);
  });

  it("is named where an address holds it", () => {
    expect(oddCharacters("ana@example.com")).toEqual([]);
    expect(oddCharacters("аna@example.com")).toEqual(["“а” is U+0430, Cyrillic"]);
    expect(oddCharacters("ana\u200B@example.com")).toEqual(["U+200B, invisible"]);
    expect(oddCharacters("é")).toEqual(["“é” is U+00E9, Latin with a mark"]);
    expect(oddCharacters("\uFF21\u03B1")).toEqual([
      "“Ａ” is U+FF21, full-width Latin",
      "“α” is U+03B1, Greek",
    ]);
  });

  it("does not make a short text long", () => {
    expect([...escapeLine("x".repeat(1000), 40)].length).toBe(40);
    expect(escapeLine("  a   b  ")).toBe("a b");
  });
});
