/** Words that a person types as an answer, and the option that they are. */
import { expect, test } from "vitest";
import { typedOption } from "../../src/note/plan/answers/typed";

const said = (words: string, labels: readonly string[], isYesFirst = true): string => {
  const found = typedOption(words, labels, isYesFirst);
  return found === null ? "unclear" : `${String(found.option)}${found.words === "" ? "" : ` ${found.words}`}`;
};

const YES_NO = ["Yes, go on", "No"];

test.each([
  ["yes", "1"],
  ["Yes!", "1"],
  ["1", "1"],
  ["(1)", "1"],
  ["2.", "2"],
  ["Looks good", "1"],
  ["Yes, looks good to me. Thanks!", "1"],
  ["👍🏽", "1"],
  ["yes go on", "1"],
  ["ja, passt", "1"],
  ["Oui merci", "1"],
  ["sí", "1"],
  ["va bene", "1"],
  ["tak", "1"],
  ["no problem", "1"],
  ["no", "2"],
  ["Nein", "2"],
  ["No, it is too long.", "2 it is too long."],
  ["yes, but shorter", "unclear"],
  ["2, but shorter", "2 but shorter"],
  ["2 but shorter", "2 but shorter"],
  ["2 – it is too long", "2 it is too long"],
  ["2) It is too long", "2 It is too long"],
  ["option 2", "2"],
  ["no. 2", "2"],
  ["**2**", "2"],
  ["“2”", "2"],
  ["_2_", "2"],
  ["2?", "2"],
  ["2: shorter", "2 shorter"],
  ["2. shorter", "2 shorter"],
  ["2.) Shorter", "2 Shorter"],
  ["2, but 3 pages", "2 but 3 pages"],
  ["1 - or 2", "unclear"],
  ["1 - or the other", "unclear"],
  ["1, and (2)", "unclear"],
  ["2: 30 minutes", "unclear"],
  ["2. maj", "unclear"],
  ["2. Stock", "unclear"],
  ["2... maybe", "unclear"],
  ["2 weeks", "unclear"],
  ["0", "unclear"],
  ["2. May", "unclear"],
  ["2, 3 or 4 people", "unclear"],
  ["2.5 hours", "unclear"],
  ["2:30 pm", "unclear"],
  ["no, it is fine, go on", "unclear"],
  ["Too long", "unclear"],
  ["3", "unclear"],
  ["not yet", "unclear"],
  ["yes or no", "unclear"],
  ["maybe", "unclear"],
  ["", "unclear"],
])("at a question that is agreed to or not, “%s” is %s", (words, option) => {
  expect(said(words, YES_NO)).toBe(option);
});

test.each<readonly [string, readonly string[], string]>([
  ["all tasks in one go.", ["All tasks in one go", "Ask me after each task"], "1"],
  ["Ask me after each task", ["All tasks in one go", "Ask me after each task"], "2"],
  ["yes", ["All tasks in one go", "Ask me after each task"], "unclear"],
  ["ask me", ["Ask me after each task", "Ask me after every few tasks"], "unclear"],
  ["One talk", ["One talk: An hour.", "Two: Two hours."], "1"],
  ["5", ["3", "2", "5", "10"], "3"],
  ["10", ["3", "2", "5", "10"], "4"],
  ["1", ["3", "2", "5", "10"], "unclear"],
  ["yes", ["Yes", "No", "Later"], "1"],
  ["no", ["Yes", "No", "Later"], "2"],
  ["Kern, but in May", ["Kern", "Moss"], "unclear"],
])("where no option is the yes, “%s” among %j is %s", (words, labels, option) => {
  expect(said(words, labels, false)).toBe(option);
});
