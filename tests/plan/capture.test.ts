/** A plan written down in a line: the day that is read from it, and what stays a part of its words. */
import { describe, expect, test } from "vitest";
import { readCapture, readDay } from "../../src/note/plan/capture";

/** A Saturday. */
const TODAY = "2026-11-28";
const read = (text: string): readonly [string, string | null] => {
  const { objective, due } = readCapture(text, TODAY) ?? { objective: "", due: null };
  return [objective, due];
};

describe("a day", () => {
  test.each([
    ["Thank Marit on Friday", "Thank Marit", "2026-12-04"],
    ["Thank Marit for the paste recipe, on Friday", "Thank Marit for the paste recipe", "2026-12-04"],
    ["Thank Marit, Friday.", "Thank Marit", "2026-12-04"],
    ["Call the bank by Saturday", "Call the bank", "2026-12-05"],
    ["Call the bank tomorrow", "Call the bank", "2026-11-29"],
    ["Call the bank today at 9:30", "Call the bank", "2026-11-28 09:30"],
    ["Tomorrow: call the bank", "call the bank", "2026-11-29"],
    ["On Monday, send the books", "send the books", "2026-11-30"],
    ["Send the books 2026-12-24", "Send the books", "2026-12-24"],
    ["Send the books by 24 Dec", "Send the books", "2026-12-24"],
    ["Send the books on December 24", "Send the books", "2026-12-24"],
    ["Send the books 3. January", "Send the books", "2027-01-03"],
    ["Send the books on 29 Feb", "Send the books on 29 Feb", null],
    ["Send the books on 29 Feb 2028", "Send the books", "2028-02-29"],
  ])("%j", (text, objective, due) => {
    expect(read(text)).toEqual([objective, due]);
  });

  test.each([
    "Plan Black Friday",
    "Renew the pass not before 1 May",
    "Write the minutes of 3 May",
    "Read the report from 2026-01-05",
    "Move the party from 3 May to 5 May",
    "Write about the Sunday roast",
    "Ask on Friday whether it holds",
    "Send the books on 31 Feb",
    "Send the books 2026-13-01",
    "Call today at 27:00",
    "March on",
    "Tomorrow",
    "Read 1984",
    "Order 12 marbles",
    "Stay with Ana until Friday",
    "Book for next Friday",
  ])("is not guessed in %j", (text) => {
    expect(read(text)).toEqual([text, null]);
  });
});

test("a line alone is its own step, and further lines are the steps", () => {
  expect(readCapture("Thank Marit on Friday", TODAY)?.steps).toEqual(["Thank Marit"]);
  expect(readCapture("A fair by Friday\n\n- Find a hall\r\n✋ Send the invitations", TODAY)).toEqual({
    objective: "A fair",
    steps: ["- Find a hall", "✋ Send the invitations"],
    due: "2026-12-04",
  });
  expect(readCapture(" \n ", TODAY)).toBeNull();
});

test("a long line is read at once", () => {
  const text = `A ${"on Friday, by 3 mar ".repeat(2000)}x`;
  expect(readCapture(text, TODAY)?.due).toBeNull();
});

test.each([
  ["Friday", "2026-12-04"],
  ["on friday, at 9:00", "2026-12-04 09:00"],
  ["tomorrow 9:00", "2026-12-01 09:00"],
  [" in  two weeks ", "2026-12-14"],
  ["in 3 days", "2026-12-03"],
  ["in a month", "2026-12-30"],
  ["3 December", "2026-12-03"],
  ["2026-12-03", "2026-12-03"],
  ["2026-12-03 14:30", "2026-12-03 14:30"],
  ["mm/dd/yyyy", null],
  ["12/03/2026", null],
  ["31 Feb", null],
  ["in 0 days", null],
  ["whenever", null],
  ["", null],
])("a day alone: %j is %s", (text, day) => {
  expect(readDay(text, "2026-11-30")).toBe(day);
});
