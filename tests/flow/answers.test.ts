/** The forms of answers in files, as agents and people write them. */
import { expect, test } from "vitest";
import { readAnswer } from "../../src/flow/answers";

test.each([
  [
    "a list before them is none of questions",
    "I looked at:\n\n- Offers.md\n- Roof.md\n\nQuestions:\n\n1. For whom?\n2. By when?\n",
    ["For whom?: ", "By when?: "],
  ],
  [
    "words between them hide none",
    "1. For whom?\n\nIt changes the tone.\n\n2. Say the budget\n",
    ["For whom?: ", "Say the budget: "],
  ],
  [
    "a list without a question mark is one",
    "- Say the budget\n- Say the place\n",
    ["Say the budget: ", "Say the place: "],
  ],
  [
    "an option of two lines is whole",
    "1. For whom?\n   - Friends of the\n     family\n   - Others\n",
    ["For whom?: Friends of the family | Others"],
  ],
  [
    "words beneath the options are part of the question",
    "1. For whom?\n   - A\n   - B\n\n   B costs 4,200 euros.\n2. When?\n",
    ["For whom? B costs 4,200 euros.: A | B", "When?: "],
  ],
  [
    "a list behind words at the margin takes nothing from them",
    "1. For whom?\n   - A\n\nThanks.\n   B\n",
    ["For whom?: A"],
  ],
  [
    "lists without a question mark are all of questions",
    "1. Name the place.\n\nAnd then:\n\n- Name the date.\n",
    ["Name the place.: ", "Name the date.: "],
  ],
  [
    "a list that goes on counting belongs to the one before",
    "1. どこですか。\n\nそして\n\n2. いつですか？\n",
    ["どこですか。: ", "いつですか？: "],
  ],
  [
    "lines that go on at the margin take no option away",
    "1. For whom is it,\nthe one for the wall?\n   - Friends of\nthe family\n   - Others\n2. By when?\n",
    ["For whom is it, the one for the wall?: Friends of the family | Others", "By when?: "],
  ],
  [
    "a heading at the margin ends a list",
    "1. For whom?\n   - A\n## Sources\n   - Roof.md\n",
    ["For whom?: A"],
  ],
])("questions: %s", (_what, text, wanted) => {
  const read = readAnswer("questions", text);
  expect(
    read.kind === "read" ? read.value.map((each) => `${each.text}: ${each.options.join(" | ")}`) : read,
  ).toEqual(wanted);
});
