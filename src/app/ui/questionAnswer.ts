/**
 * The answer to a question of a plan, as a person gives it in whichever face: a box, words, or a box with the words
 * that stand beside it.
 */
import { escapeLine } from "../../kit/text";
import { LONGEST_OPTION } from "../../note/plan/questions";
import type { OpenQuestion } from "../../overview/mission/questions";
import type { EngineClient } from "./engineClient";
import { WORDS } from "./words";

export class QuestionAnswer {
  /** Words that were begun and not sent, by question: whatever is drawn anew meanwhile, none are lost. */
  static readonly #begun = new Map<string, string>();
  #field: HTMLInputElement | null = null;
  #busy = false;

  /** `answered`: called once it is answered; without it, the person is told. */
  constructor(
    private readonly client: EngineClient,
    private readonly question: OpenQuestion,
    private readonly answered: (said: string) => void = (said) => client.say(said),
  ) {}

  /** The boxes in order, with the places by which they are given; those that end the step or the plan set apart. */
  boxes(): readonly { readonly label: string; readonly at: number; readonly isEnd: boolean }[] {
    const { boxes, ends } = this.question;
    return boxes.map((label, at) => ({
      label: escapeLine(label, LONGEST_OPTION),
      at,
      isEnd: ends.includes(at),
    }));
  }

  /** The field for words and its button; null for a question that takes none. */
  drawWords(parent: HTMLElement): HTMLInputElement | null {
    if (!this.question.takesWords) return null;
    const { words, wordsWith, send } = WORDS.inbox;
    const says = this.boxes().some(({ isEnd }) => !isEnd) ? wordsWith : words;
    const form = parent.createEl("form", "planwright-answer-words");
    const field = form.createEl("input", {
      type: "text",
      attr: { "aria-label": says, placeholder: says, "data-part": "words" },
    });
    field.value = QuestionAnswer.#begun.get(this.#key()) ?? "";
    field.addEventListener("input", () => QuestionAnswer.#begun.set(this.#key(), field.value));
    form.createEl("button", { text: send, attr: { type: "submit", "data-part": "send" } });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim() === "") field.focus();
      else void this.give(null);
    });
    this.#field = field;
    return field;
  }

  /** Gives the box at this place, or null for none, with the words in the field. */
  async give(box: number | null): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const { plan, id: question, shown } = this.question;
    const words = (this.#field?.value ?? QuestionAnswer.#begun.get(this.#key()) ?? "").trim();
    try {
      const of = { plan, question, shown, box, words };
      const { isDone, said } = await this.client.answer({ kind: "answer-question", ...of });
      if (isDone) {
        QuestionAnswer.#begun.delete(this.#key());
        this.answered(said);
      } else this.client.say(said);
    } finally {
      this.#busy = false;
    }
  }

  #key(): string {
    return `${this.question.plan} ${this.question.id}`;
  }
}
