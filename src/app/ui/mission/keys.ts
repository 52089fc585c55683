/**
 * The keyboard in the mission view: arrows go from card to card, Enter gives the answer that stands out, a letter gives
 * the answer it stands for.
 */
import { ANSWER_ROWS, FINAL_ANSWERS, type AnswerCode } from "../../../overview/answers";

/** Cards and plans that can be gone to, in the order in which they stand. */
const STOPS = ".planwright-card, .planwright-plan, .planwright-row";

export function listenToKeys(el: HTMLElement, isTyping: (target: EventTarget | null) => boolean): void {
  el.addEventListener("keydown", (event) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const stops = Array.from(el.querySelectorAll<HTMLElement>(STOPS)).filter((each) => each.isShown());
    const at = stops.findIndex((each) => each.contains(el.doc.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to =
        at < 0 ? (step > 0 ? 0 : stops.length - 1) : Math.min(Math.max(at + step, 0), stops.length - 1);
      const next = stops[to];
      next?.focus();
      return;
    }
    const here = stops[at];
    if (here === undefined) return;
    // A key that is held down answers nothing.
    if (event.repeat) return;
    if (event.key === "Enter" && event.target === here) {
      event.preventDefault();
      enter(here);
      return;
    }
    const button = byLetter(here, event.key);
    if (button === null) return;
    event.preventDefault();
    if (isFinal(button)) button.focus();
    else button.click();
  });
}

/**
 * Gives the answer that stands out. Where none does, as in a question or a doubt, the focus goes to the first button.
 */
function enter(here: HTMLElement): void {
  const main = here.querySelector<HTMLElement>(".planwright-answers > button:is(.mod-cta, .planwright-main)");
  const isAsked = here.querySelector(".planwright-question button") !== null;
  if (main !== null && !isAsked) main.click();
  else here.querySelector<HTMLElement>(".planwright-answers > button")?.focus();
}

function isFinal({ dataset }: HTMLElement): boolean {
  return FINAL_ANSWERS.some((code) => code === dataset["part"]);
}

function byLetter(here: HTMLElement, key: string): HTMLElement | null {
  const code = (Object.keys(ANSWER_ROWS) as AnswerCode[]).find(
    (each) =>
      ANSWER_ROWS[each].key === key.toLowerCase() && here.querySelector(`[data-part="${each}"]`) !== null,
  );
  return code === undefined ? null : here.querySelector<HTMLElement>(`[data-part="${code}"]`);
}

/** Fields keep their letters. */
export function isField(target: EventTarget | null): boolean {
  return target !== null && (target as HTMLElement).matches("input, textarea, select");
}
