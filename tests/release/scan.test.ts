/**
 * Patterns that the community directory's scanner must not find in the shipped files. The lint rules of
 * `eslint.config.mjs` hold the rest.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, inject, test } from "vitest";
import { readSources } from "../../scripts/sources.mjs";

/** A comment that speaks to the linter or silences the compiler. */
const SILENCES = /(?:\/\/|\/\*)\s*(?:eslint(?:-disable|-enable|\s)|@ts-(?:ignore|nocheck|expect-error))/;

describe("no comment switches a rule off", () => {
  const silenced = (texts: Readonly<Record<string, string>>): readonly string[] =>
    Object.entries(texts).flatMap(([file, text]) => (SILENCES.test(text) ? [file] : []));

  test("in the sources", () => {
    expect(silenced(readSources())).toEqual([]);
  });

  test.each([
    "// eslint-disable-next-line no-console",
    "/* eslint-disable */",
    "/* eslint no-console: off */",
    "// @ts-ignore",
  ])("and the search finds %s", (comment) => {
    expect(silenced({ "a.ts": `const a = 1;\n${comment}\n` })).toEqual(["a.ts"]);
  });
});

/** Warned of: force, slow selectors, and features that the app's browser has in part only. */
const STYLES = /!important|@import|url\(|expression\(|:has\(|clip-path|display:\s*contents/g;

describe("styles.css brings in nothing from outside, and asks for nothing the directory warns of", () => {
  const offences = (css: string): readonly string[] => css.replace(/\/\*.*?\*\//gs, "").match(STYLES) ?? [];

  test("as it is", () => expect(offences(readFileSync("styles.css", "utf8"))).toEqual([]));

  test.each(["color: red !important", "clip-path: inset(50%)", "display: contents"])(
    "and the search finds %s",
    (line) => expect(offences(`.a { ${line}; }`)).toHaveLength(1),
  );
});

/** Ways to turn text into code or elements, and names that only a tool against reading gives. */
const UNSAFE =
  /\.(?:innerHTML|outerHTML)\b|insertAdjacentHTML|createContextualFragment|document\.write|createEl(?:ement)?\("style"|\b_0x[0-9a-f]{4}|sourceMappingURL/g;

describe("main.js, with the packages in it, holds nothing the directory calls a risk", () => {
  test("as it is built", () => {
    const built = readFileSync(path.join(inject("doors"), "main.js"), "utf8");
    expect(built.match(UNSAFE) ?? []).toEqual([]);
  });

  test.each(["el.innerHTML = a", 'document.createElement("style")', "range.createContextualFragment(a)"])(
    "and the search finds %s",
    (code) => expect(code.match(UNSAFE)).toHaveLength(1),
  );
});
