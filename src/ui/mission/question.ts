/** A question under Questions, answered where it is seen: a button for each box, and a field for words. The answer is written into the plan. */
import { plain, revealLines } from "../../kit/text";
import type { OpenQuestion } from "../../views/mission/questions";
import type { Door } from "../door";
import { WORDS } from "../words";

export function addQuestion(
  parent: HTMLElement,
  { plan, id, text, details, boxes, takesWords, shown }: OpenQuestion,
  door: Door,
): void {
  const el = parent.createDiv({ cls: "planwright-question" });
  el.createDiv({ text: plain(text, 1000), attr: { dir: "auto" } });
  if (details.length > 0)
    el.createEl("pre", {
      cls: "planwright-text",
      text: details.map((each) => revealLines(each)).join("\n"),
      attr: { tabindex: "0", "aria-label": WORDS.mission.details },
    });
  let busy = false;
  const answer = (box: number | null, words: string): void => {
    if (busy) return;
    busy = true;
    void door
      .obey({ kind: "answer-question", plan, question: id, shown, box, words })
      .finally(() => (busy = false));
  };
  const row = el.createDiv({ cls: "planwright-answers" });
  for (const [at, label] of boxes.entries())
    row
      .createEl("button", { text: plain(label, 200), attr: { "data-part": `box-${String(at)}` } })
      .addEventListener("click", () => answer(at, ""));
  if (!takesWords) return;
  const form = el.createEl("form", { cls: "planwright-answer-words" });
  const field = form.createEl("input", {
    type: "text",
    attr: {
      "aria-label": WORDS.mission.yourAnswer,
      placeholder: WORDS.mission.yourAnswer,
      "data-part": "words",
    },
  });
  form.createEl("button", { text: WORDS.mission.answer, attr: { type: "submit", "data-part": "send" } });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim() === "") field.focus();
    else answer(null, field.value);
  });
}
