import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOpen, quoteText, readYaml } from "../../src/kit/yaml";

describe("YAML in a note", () => {
  it.each([
    ["a: 2026-02-21", { a: "2026-02-21" }],
    ["a: 1_000", { a: "1_000" }],
    ["a: yes", { a: "yes" }],
    ["a: 0o17", { a: 15 }],
    ["a: ~", { a: null }],
    ["<<: {a: 1}", { "<<": { a: 1 } }],
    ["", null],
    ["   \n\n", null],
    ["# only\n  # remarks", null],
  ])("%j is read by the core schema", (source, value) => {
    expect(readYaml(source)).toEqual({ kind: "value", value });
  });

  it.each([
    ["an alias bomb", "a: &x [1]\nb: [*x, *x]", 1],
    ["a key twice", "a: 1\na: 2", 1],
    ["a tag that makes something", "a: !!js/function 'x'", 0],
    ["a date by tag", "a: !!timestamp 2026-01-01", 0],
    ["a tab before a key", "a: 1\n\tb: 2", 1],
    ["two documents", "a: 1\n...\nb: 2", 0],
    ["a key that is a list", "? [a]\n: 1", 0],
    ["NUL", "a: \u0000", 0],
    ["nesting without an end", "[".repeat(5000), 0],
    ["deep maps", Array.from({ length: 60 }, (_each, at) => `${" ".repeat(at)}a:`).join("\n"), 39],
  ])("%s is refused, with the line", (_what, source, line) => {
    expect(readYaml(source)).toMatchObject({ kind: "broken", line });
  });

  it("keeps __proto__ a plain key, and the prototype clean", () => {
    const parsed = readYaml("__proto__: {polluted: 1}");
    expect(parsed.kind === "value" && Object.hasOwn(parsed.value as object, "__proto__")).toBe(true);
    expect("polluted" in {}).toBe(false);
  });
});

describe("text in quotes", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc
      .array(
        fc.constantFrom(
          "<%",
          "{{",
          "{",
          "%",
          "<",
          "\\",
          '"',
          "\u202E",
          "\u200B",
          "\uFE0F",
          "\u2800",
          "\u2028",
          "\u0085",
          "\uFEFF",
          "\u00A0",
          "é",
          "✋",
          "\u{E0041}",
          "\u{1F468}\u200D\u{1F469}",
          "\n",
          "\t",
          "#",
          ": ",
        ),
      )
      .map((parts) => parts.join("")),
  );

  it("reads back as the same text, and shows nothing unseen and nothing a template plugin would run", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = quoteText(text);
        expect(readYaml(`k: ${quoted}`)).toEqual({ kind: "value", value: { k: text } });
        expect(isOpen(quoted)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
