/** The note with the result of a flow, as text: its properties, and what of it is ever changed. */
import { expect, test } from "vitest";
import {
  composeResult,
  isResultOf,
  readResult,
  titleFrom,
  withBody,
  withPlace,
} from "../../src/flow/result/resultNote";

const PLAN = { path: "Plans/PLAN-20260302-abcd Move.md", taskId: "PLAN-20260302-abcd" };
const given = {
  title: "Move",
  created: Date.UTC(2026, 2, 2),
  iterations: 3,
  model: "m",
  prompt: "Move: [[x]] # <% tp %>\n---\nstatus: approved",
  context: ["Notes/The old, “big” roof", "- x"],
};
const text = composeResult(given, PLAN, "Stay.");
const read = (of: string): ReturnType<typeof readResult> => readResult("Reasoning/Move.md", "draft", of, 0);

test("whatever a person asked, the properties are read as they were written", () => {
  expect(read(text)).toMatchObject({ status: "draft", title: "Move", plan: "PLAN-20260302-abcd Move" });
  expect(text).not.toContain("<%");
  expect(text.split("\n---\n")).toHaveLength(2);
});

test.each([
  ["should we move?", "Should we move?"],
  ["two\n  lines", "Two lines"],
  ["é".repeat(61), `É${"é".repeat(58)}…`],
  [
    "Shall I give up the shop in August 2027 and go on online only?",
    "Shall I give up the shop in August 2027 and go on online…",
  ],
  [`${"a".repeat(58)}😀😀😀`, `A${"a".repeat(57)}😀…`],
])("a title is one line that begins with a capital, and is cut between signs: %j", (prompt, title) => {
  expect(titleFrom(prompt)).toBe(title);
});

test.each([
  "Just words.\n",
  "---\nstatus: approved\n---\n",
  "---\nplan: [[x]]\n---\n",
  "---\nplan: '[[x]]\n---\n",
])("a note that no flow wrote is none: %j", (mine) => {
  expect(read(mine)).toBeNull();
});

test("the properties that follow a folder are changed, and no other byte", () => {
  const mine = text.replace("status: draft", "status:   'draft'  # mine").replaceAll("\n", "\r\n");
  const placed = withPlace(mine, "approved", Date.UTC(2026, 2, 3));
  expect(placed).toBe(
    mine.replace("'draft'", "'approved'").replace("approved: null", 'approved: "2026-03-03T00:00:00Z"'),
  );
  expect(withPlace(placed ?? "", "draft", 0)).toBe(mine);
});

test("properties whose value is no text, or that are missing, are left alone", () => {
  expect(withPlace(text.replace("status: draft", "status: &s draft"), "approved", 0)).toBeNull();
  expect(withPlace(text.replace("status: draft\n", ""), "approved", 0)).toBeNull();
});

test("the text is written anew only while it reads as it was written", () => {
  const note = read(text);
  expect(withBody(text, note?.body ?? "", "Go.", 4)).toBe(
    text.replace("iterations: 3", "iterations: 4").replace("Stay.", "Go."),
  );
  expect(withBody(text.replace("Stay.", "Stay!"), note?.body ?? "", "Go.", 4)).toBeNull();
});

test("a note belongs to its plan by id, whatever the plan is called by then", () => {
  const note = read(text);
  expect(note !== null && isResultOf(note, { ...PLAN, path: "Done/Plans/Other.md" })).toBe(true);
  const renamed = read(text.replace("PLAN-20260302-abcd Move", "Other"));
  expect(renamed !== null && isResultOf(renamed, { ...PLAN, path: "Done/Plans/Other.md" })).toBe(true);
  expect(renamed !== null && isResultOf(renamed, PLAN)).toBe(false);
});
