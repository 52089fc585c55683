/**
 * A question under Questions, answered where it is seen: a button for each box, and a field for words. The answer is
 * written into the plan.
 */
import { plain, revealLines } from "../../kit/text";
import type { OpenQuestion } from "../../views/mission/questions";
import type { EngineClient } from "../engineClient";
import { WORDS } from "../words";

/** Words that were begun and not sent, by question: whatever is drawn anew meanwhile, they stay until they are sent. */
const DRAFTS = new Map<string, string>();

export function addQuestion(
  parent: HTMLElement,
  { plan, id, text, details, notes, boxes, takesWords, shown }: OpenQuestion,
  client: EngineClient,
): void {
  const el = parent.createDiv({ cls: "planwright-question" });
  el.createDiv({ text: plain(text, 1000), attr: { dir: "auto" } });
  if (details.length > 0)
    el.createEl("pre", {
      cls: "planwright-text",
      text: details.map((each) => revealLines(each)).join("\n"),
      attr: { tabindex: "0", "aria-label": WORDS.mission.details },
    });
  for (const { path, name } of notes)
    el.createEl("button", {
      cls: "planwright-read",
      text: WORDS.mission.read(plain(name, 120)),
      attr: { "data-part": `read-${path}` },
    }).addEventListener("click", () => void client.app.workspace.openLinkText(path, plan));
  const key = `${plan} ${id}`;
  let busy = false;
  const answer = async (box: number | null, words: string): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const isDone = await client.obey({ kind: "answer-question", plan, question: id, shown, box, words });
      if (isDone) DRAFTS.delete(key);
    } finally {
      busy = false;
    }
  };
  const row = el.createDiv({ cls: "planwright-answers" });
  for (const [at, label] of boxes.entries())
    row
      .createEl("button", { text: plain(label, 200), attr: { "data-part": `box-${String(at)}` } })
      .addEventListener("click", (event) => {
        if (event.detail <= 1) void answer(at, "");
      });
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
  field.value = DRAFTS.get(key) ?? "";
  field.addEventListener("input", () => DRAFTS.set(key, field.value));
  form.createEl("button", { text: WORDS.mission.answer, attr: { type: "submit", "data-part": "send" } });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim() === "") field.focus();
    else void answer(null, field.value);
  });
}
