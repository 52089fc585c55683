/**
 * Patterns that the community directory's scanner must not find in the shipped files. The lint rules of
 * `eslint.config.mjs` hold the rest.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
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

test("styles.css brings in nothing from outside, and overrides nothing by force", () => {
  const css = readFileSync("styles.css", "utf8").replace(/\/\*.*?\*\//gs, "");
  expect(css.match(/!important|@import|url\(|expression\(|:has\(/g) ?? []).toEqual([]);
});
