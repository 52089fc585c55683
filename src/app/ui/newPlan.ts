/** The form of a new plan: what it is for, its steps, and which of them ask first. */
import { HAND, withoutHand } from "../../note/plan/approvalMarker";
import { escapeLine } from "../../kit/text";
import { addLines, addSentence, openDialog } from "./dialog";
import type { EngineClient } from "./engineClient";
import { WORDS } from "./words";

const { plans: words } = WORDS;

export function newPlan(client: EngineClient): void {
  let objective = "";
  let steps = "";
  const create = (start: boolean) => () =>
    client.obey({ kind: "create", plan: { objective, steps: lines(steps), source: null, start } });
  openDialog(client.app, {
    title: words.newTitle,
    fill: (content) => {
      addSentence(content, words.objective, (text) => (objective = text));
      addLines(content, words.steps, (text, field) => {
        steps = text;
        drawMarks(marks, text, (next) => (field.value = steps = next));
      });
      const marks = content.createDiv({
        cls: "planwright-marks",
        attr: { role: "group", "aria-label": words.asks },
      });
    },
    buttons: [
      { label: words.create, run: create(false) },
      { label: words.createAndStart, kind: "main", run: create(true) },
    ],
    leave: WORDS.dialog.cancel,
  });
}

function lines(text: string): string[] {
  return text.split(/\r*\n|\r/);
}

/** A box for each step, which writes the sign into its line, or takes it away. */
function drawMarks(el: HTMLElement, text: string, set: (text: string) => void): void {
  const all = lines(text);
  el.empty();
  all.forEach((line, at) => {
    const step = withoutHand(line);
    if (step === "") return;
    const label = el.createEl("label");
    const box = label.createEl("input", { type: "checkbox" });
    box.checked = HAND.test(line);
    label.createSpan().createEl("bdi", { text: escapeLine(step, 200) });
    box.addEventListener("change", () => {
      all[at] = box.checked ? `✋ ${step}` : step;
      set(all.join("\n"));
    });
  });
  if (el.childElementCount > 0) el.createDiv({ cls: "setting-item-name", text: words.asks, prepend: true });
}
