/** Stamps of the forms that notes hold, and texts that name no moment. */
import { expect, test } from "vitest";
import { readStamp } from "../../src/kit/dates";

const at = (...parts: readonly [number, number, number, ...number[]]): number => Date.UTC(...parts);

test.each([
  ["2026-03-03", at(2026, 2, 3)],
  [" 2026-03-03 9:05 ", at(2026, 2, 3, 9, 5)],
  ["2026-03-03T09:05:07Z", at(2026, 2, 3, 9, 5, 7)],
  ["2026-03-03, 09:05:07,1239 UTC", at(2026, 2, 3, 9, 5, 7, 123)],
  ["2026-03-03T09:05+02:00", at(2026, 2, 3, 7, 5)],
  ["2026-03-03T09:05 -0330", at(2026, 2, 3, 12, 35)],
  ["2026-03-03 24:00", at(2026, 2, 4)],
  ["2024-02-29", at(2024, 1, 29)],
  ["2026-02-29", null],
  ["2026-13-01", null],
  ["2026-03-03 24:01", null],
  ["2026-03-03 09:60", null],
  ["2026-03-03 09:05:60", null],
  ["2026-03-03T09:05+02:60", null],
  ["2026-3-3", null],
  ["3 March 2026", null],
])("%j", (text, moment) => {
  expect(readStamp(text)).toBe(moment);
});
