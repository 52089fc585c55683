/** Notes that nobody can read, and the plans that they hold back. */
import { describe, expect, test } from "vitest";
import { createUnread, type UnreadNote } from "../../src/note/index/unread";

const named = (...was: UnreadNote["was"]): UnreadNote => ({
  isArchived: false,
  was,
  mayBe: "named",
  cause: null,
});

const HOLDS: readonly (readonly [unread: string, plan: string])[] = [
  ["Plans/Letter.md", "Plans/Letter 2.md"],
  ["Plans/Letter 2.md", "Plans/Letter.md"],
  ["Done/Plans/Letter.md", "Plans/Letter.md"],
  ["Plans/old/Letter.md", "Plans/new/Letter.md"],
  ["Plans/Letter.sync-conflict-20260301-090500-ABCDEFG.md", "Plans/Letter.md"],
  ["Plans/Letter-STUDIO.md", "Plans/Letter.md"],
  ["Plans/Letter.md", "Plans/Letter-STUDIO.md"],
  ["Plans/Letter - Copy.md", "Plans/Letter.md"],
  ["Plans/Re\u0301sume\u0301.md", "Plans/R\u00e9sum\u00e9 1.md"],
  ["Plans/LETTER.md", "Plans/Letter.md"],
  ["Plans/Letter - Kopie.md", "Plans/Letter.md"],
  ["Plans/Copy of Letter.md", "Plans/Letter.md"],
];

const LEAVES: readonly (readonly [unread: string, plan: string])[] = [
  ["Plans/Invoice 12.md", "Plans/Invoice 13.md"],
  ["Plans/Letter.md", "Plans/Invoice.md"],
  ["Plans/Letter.md", "Plans/Letters.md"],
  ["Plans/README.md", "Plans/old/README.md"],
  ["Plans/Letter.md", "Plans/Letter.md"],
];

describe("an unread note of which nothing is known", () => {
  test.each(HOLDS)("%s holds %s", (path, plan) => {
    const unread = createUnread();
    unread.add(path, named());
    expect(unread.like("plan-1", plan)).toBe(path);
    unread.remove(path);
    expect(unread.like("plan-1", plan)).toBeNull();
  });

  test.each(LEAVES)("%s leaves %s", (path, plan) => {
    const unread = createUnread();
    unread.add(path, named());
    expect(unread.like("plan-1", plan)).toBeNull();
  });

  test("may be any plan that is not found", () => {
    const unread = createUnread();
    unread.add("Plans/Letter.md", named());
    expect(unread.like("plan-1", null)).toBe("Plans/Letter.md");
  });
});

test("an unread note whose id is known holds the plan of that id alone", () => {
  const unread = createUnread();
  unread.add("Plans/Letter.md", named({ key: "plan-1", isMerged: true }));
  expect(unread.like("plan-1", "Plans/Other.md")).toBe("Plans/Letter.md");
  expect(unread.like("plan-2", "Plans/Letter 2.md")).toBeNull();
  expect(unread.like("plan-2", null)).toBeNull();
});

test("an unread note that was put away holds its plan unless it was merged", () => {
  const unread = createUnread();
  unread.add("Done/Plans/Letter.md", { ...named({ key: "plan-1", isMerged: true }), isArchived: true });
  expect(unread.like("plan-1", "Plans/Letter.md")).toBeNull();
  unread.add("Done/Plans/Invoice.md", { ...named({ key: "plan-1", isMerged: false }), isArchived: true });
  expect(unread.like("plan-1", "Plans/Letter.md")).toBe("Done/Plans/Invoice.md");
});

test("a note that is no text, or that another program is at, may be any plan", () => {
  const unread = createUnread();
  unread.add("Plans/Letter.md", { ...named(), mayBe: "any" });
  expect(unread.like("plan-1", "Plans/Invoice.md")).toBe("Plans/Letter.md");
  unread.remove("Plans/Letter.md");
  expect(unread.like("plan-1", "Plans/Invoice.md")).toBeNull();
  unread.add("Plans/README.md", { ...named(), mayBe: "any" });
  expect(unread.like("plan-1", "Plans/Invoice.md")).toBeNull();
});

test("a note whose folder’s README cannot be read holds its plan, and the README is named", () => {
  const unread = createUnread();
  unread.add("Plans/old/Letter.md", {
    ...named({ key: "plan-1", isMerged: false }),
    cause: "Plans/old/README.md",
  });
  expect(unread.like("plan-1", null)).toBe("Plans/old/README.md");
});
