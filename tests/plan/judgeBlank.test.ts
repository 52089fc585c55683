/** A blank of a template: what a person may fill in, and what is told. */
import { expect, test } from "vitest";
import { judgeBlank, type BlankFault } from "../../src/note/plan/template/judgeBlank";
import type { Blank } from "../../src/note/plan/template/planTemplates";

const CASES: readonly (readonly [Blank["is"], string, BlankFault | null])[] = [
  [undefined, "  ", "missing"],
  [undefined, "the recipe", null],
  ["number", "640.00", null],
  ["number", "1,200.50", null],
  ["number", "0.00", "amount"],
  ["number", "-3", "amount"],
  ["number", "£640", "amount"],
  ["number", "a lot", "amount"],
  ["price", "£240.00", null],
  ["price", "240 EUR", null],
  ["price", "240 kr", null],
  ["price", "US$240", null],
  ["price", "CHF 1\u202f240.–", null],
  ["price", "240,00 zł", null],
  ["price", "Rs. 240", null],
  ["price", "240 euros", null],
  ["price", "two hundred", "amount"],
  ["price", "£0", "amount"],
  ["price", "-£3", "amount"],
  ["address", "marit@example.com", null],
  ["address", "ana@example.com, Bo <bo@example.org>", null],
  ["address", "marit at example", "address"],
  ["address", "marit@example", "address"],
  ["address", "ana@example.com, bo", "address"],
  ["address", "mailto:ana@example.com", "address"],
  ["address", "marit@example..com", "address"],
  ["address", "marit@example.com.", "address"],
  ["day", "", "missing"],
];

test.each(CASES)("%s “%s”: %s", (is, written, fault) => {
  expect(judgeBlank(is === undefined ? {} : { is }, written)).toBe(fault);
});
