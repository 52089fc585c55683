/** A person says in a note that it is none of Planwright’s business, in whatever way an editor writes that property. */
import { describe, expect, it } from "vitest";
import { isLeftAlone } from "../../src/note/plan/leaveAlone";

describe("a note is left alone", () => {
  it.each([
    ["as a plain property", "---\nplanwright: ignore\n---\n"],
    ["among others", "---\ntitle: x\nplanwright: ignore\nstatus: Active\n---\ntext"],
    ["in quotes, with a remark", '---\nplanwright: "ignore" # a shopping list\n---\n'],
    ["as a list", "---\nplanwright:\n  - ignore\n---\n"],
    ["as a list on one line", "---\nplanwright: [ignore]\n---\n"],
    [
      "in capitals, with Windows line endings and a byte order mark",
      "\uFEFF---\r\nPlanwright: Ignore\r\n---\r\n",
    ],
    ["beside properties that nobody can read", "---\na: b: c\nplanwright: ignore\n---\n"],
  ])("%s", (_how, text) => expect(isLeftAlone(text)).toBe(true));

  it.each([
    ["in the body", "---\na: 1\n---\nplanwright: ignore\n"],
    ["without properties", "planwright: ignore\n"],
    ["in a rule further down", "# Title\n\n---\nplanwright: ignore\n---\n"],
    ["with another word", "---\nplanwright: ignored by Ana\n---\n"],
    ["with no word", "---\nplanwright:\nother: ignore\n---\n"],
    ["beneath another property", "---\nmine:\n  planwright: ignore\n---\n"],
    ["in properties that do not end", "---\nplanwright: ignore\n"],
  ])("but not %s", (_how, text) => expect(isLeftAlone(text)).toBe(false));
});
