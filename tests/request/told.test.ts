import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeLine } from "../../src/kit/text";
import { readTold, renderRequest } from "../../src/approval/request/render";
import { DRAFT, KEY, WORDS } from "./draft";

const line = fc
  .oneof(
    fc.string(),
    fc.constantFrom(
      "**bold**",
      "- a list",
      "# Heading",
      "Step 1 of 2 of it",
      "a\\b",
      "== x ==",
      "[[link]]",
      "## Why",
    ),
  )
  .filter((text) => escapeLine(text) !== "");

test("remarks are read back as they were written", () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 3 }),
      fc.array(line, { maxLength: 3 }),
      fc.array(line, { maxLength: 3 }),
      (warnings, changes, converted) => {
        const changedSince = "Since you rejected the request of Monday:";
        const words = { ...WORDS, warnings, changes, converted, changedSince };
        const told = readTold(renderRequest({ ...DRAFT, words }, KEY));
        expect(told.warnings).toEqual(warnings.map((each) => escapeLine(each, 600)));
        expect(told.changes).toEqual(changes.map((each) => escapeLine(each, 400)));
        expect(told.converted).toEqual(converted.map((each) => escapeLine(each, 300)));
        expect(told.since).toBe(changes.length === 0 ? "" : changedSince);
      },
    ),
  );
});

test("a note that is none tells nothing", () => {
  const nothing = { warnings: [], since: "", changes: [], converted: [] };
  expect(readTold("")).toEqual(nothing);
  expect(readTold("# Shopping\n\n- Milk\n")).toEqual(nothing);
});
