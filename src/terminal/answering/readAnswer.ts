/** The answer to a question of a plan, as a person types it: a number, words, or both (`2 but shorter`). */
import type { WantedAnswer } from "../../note/plan/questions";
import { takesTyped } from "../../note/plan/questions";
import { readNumber } from "../../note/plan/answers/typed";
import { escapeLine } from "../../kit/text";
import type { OpenQuestion } from "../../overview/mission/questions";

export type Asked = Pick<OpenQuestion, "id" | "boxes" | "takesWords">;

export type TypedAnswer =
  | { readonly kind: "answer"; readonly answer: WantedAnswer }
  /** `say`: why it is no answer, and what to type. */
  | { readonly kind: "none"; readonly say: string };

/** Boxes that end something: where words count, they are named in full. */
export const ENDS = /^(?:skip this step|cancel this plan)$/i;

/** Whether words may be an answer. What allows something, or ends it, takes the number of its box. */
export function takesWordsAt({ id, takesWords }: Pick<Asked, "id" | "takesWords">): boolean {
  return takesWords && takesTyped(id);
}

/** Numbers count the boxes from 1, those that end something included. */
export function readAnswer(typed: string, question: Asked): TypedAnswer {
  const { boxes } = question;
  const text = typed.trim();
  const mayWords = takesWordsAt(question);
  const last = mayWords ? boxes.filter((label) => !ENDS.test(label)).length : boxes.length;
  const range = last === 1 ? "1" : `1 to ${String(last)}`;
  const numbered = readNumber(text);
  const { option, words } = numbered ?? { option: 0, words: "" };
  const box = option - 1;
  // Where words count, a number is one of the options: “2” guests cancel no plan.
  const isEnd = ENDS.test(boxes[box] ?? "");
  const isBox = box in boxes && !(mayWords && isEnd);
  const named = boxes.findIndex((label) => ENDS.test(label) && label.toLowerCase() === text.toLowerCase());
  if (named >= 0) return { kind: "answer", answer: { box: named, words: "" } };
  const twin = boxes.findIndex((label) => label.trim() === text);
  if (twin >= 0 && isBox && twin !== box)
    return none(
      `“${text}” is answer ${String(twin + 1)}, and number ${text} is another one. Type (${String(twin + 1)}) or (${text}).`,
    );
  if (isBox && (words === "" || mayWords)) return { kind: "answer", answer: { box, words } };
  if (!mayWords) return none(`This question takes only the number of an answer: ${range}.`);
  if (last > 0 && numbered !== null && words === "")
    return none(`No answer has the number ${String(option)}. Type ${range}, or words.`);
  return { kind: "answer", answer: { box: null, words: text } };
}

/** `2 (“Leave it”), with your words “but not for long”`. */
export function sayAnswer({ box, words }: WantedAnswer, { boxes }: Pick<Asked, "boxes">): string {
  const said = `your words “${escapeLine(words, 300)}”`;
  if (box === null) return said;
  return `${String(box + 1)} (“${escapeLine(boxes[box] ?? "", 200)}”)${words === "" ? "" : `, with ${said}`}`;
}

/** Whether it is worth a second look, because it ends something. */
export function isLookedAtTwice({ box }: WantedAnswer, { boxes }: Pick<Asked, "boxes">): boolean {
  return box !== null && ENDS.test(boxes[box] ?? "");
}

function none(say: string): TypedAnswer {
  return { kind: "none", say };
}
