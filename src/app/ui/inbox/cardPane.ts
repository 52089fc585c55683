/**
 * One thing that is no request, as the inbox shows it: a question with the text that it is about, a step that is a
 * person’s, a plan that stands still, something that goes out or went out.
 */
import { Menu } from "obsidian";
import { escapeInvisibleLines, escapeLine } from "../../../kit/text";
import { ANSWER_ROWS, FINAL_ANSWERS, OPENING_ANSWERS, type AnswerCode } from "../../../overview/answers";
import type { InboxRow } from "../../../overview/inbox/inboxOf";
import type { Scheduled } from "../../../overview/scheduled";
import type { Sent } from "../../../overview/sent";
import type { OpenQuestion } from "../../../overview/mission/questions";
import type { EngineClient } from "../engineClient";
import { addIcon } from "../mission/parts";
import type { Choice } from "../review/choices";
import { copyAction, openNote } from "../opening";
import { give } from "../perform";
import { sayWhen } from "../sayWhen";
import { showSheet } from "../review/sheet";
import { showProse } from "../showProse";
import { takeBack } from "../takeBack";
import { WORDS } from "../words";
import type { SentText } from "./sentTexts";
import { useAgain } from "./useAgain";

const { inbox: words } = WORDS;

/** Words that were begun and not sent, by question. */
const DRAFTS = new Map<string, string>();

export interface CardFrame {
  readonly el: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly client: EngineClient;
  /** The action that went out, as its note has it; null where that is not known, or of anything else. */
  readonly sent: SentText | null;
  /** Puts it off; null where it cannot wait. */
  readonly later: Choice | null;
  /** Called with the answer that was given, and to what. */
  readonly answered: (code: AnswerCode | "question", row: InboxRow) => void;
}

export class CardPane {
  readonly #text: HTMLElement;
  readonly #foot: HTMLElement;
  readonly #keys = new Map<string, HTMLElement>();
  #field: HTMLInputElement | null = null;
  #busy = false;

  constructor(
    private readonly frame: CardFrame,
    private readonly row: InboxRow,
  ) {
    const { el, titleEl } = frame;
    titleEl.setText(escapeLine(row.title, 400));
    const context = el.createDiv("planwright-review-context");
    titleEl.before(context);
    addIcon(context, row.icon);
    context
      .createDiv("planwright-review-where")
      .createEl("bdi", { text: [row.line, row.state].filter((each) => each !== "").join(" · ") });
    this.#text = el.createDiv({
      cls: "planwright-review-text",
      attr: { tabindex: "0", role: "region", "aria-label": WORDS.review.text },
    });
    this.#foot = el.createDiv("planwright-review-foot");
    const { of } = row;
    if (of.kind === "card") this.#drawCard();
    else if (of.kind === "sent") this.#drawSent(of.sent, frame.sent);
    else if (of.kind === "scheduled") this.#drawScheduled(of.scheduled);
    else if (of.kind === "going") this.#drawGoing(of.going.request);
  }

  /** Presses the button that has this key. */
  press(key: string): boolean {
    if (key === "e" && this.#field !== null) {
      this.#field.focus();
      return true;
    }
    const button = this.#keys.get(key);
    if (button === undefined) return false;
    if (button.dataset["final"] === "true") button.focus();
    else button.click();
    return true;
  }

  /** Whether a key gives an answer here. */
  has(key: string): boolean {
    return this.#keys.has(key) || (key === "e" && this.#field !== null);
  }

  #drawCard(): void {
    const { of } = this.row;
    if (of.kind !== "card") return;
    const { words: said, question, hint, answers } = of.card;
    if (of.card.id === "your-turn") this.#text.createEl("p", { text: WORDS.mission.yourTurn });
    else if (said !== "") this.#text.createEl("p", { text: escapeLine(said, 2000), attr: { dir: "auto" } });
    if (hint !== "") this.#text.createEl("p", { cls: "planwright-muted", text: hint });
    const codes = question === null ? answers : answers.filter((each) => OPENING_ANSWERS.includes(each));
    if (question !== null) {
      this.#drawAbout(question);
      this.#drawBoxes(question);
    }
    for (const [at, code] of codes.entries()) this.#addAnswer(code, at === 0 && question === null);
    const { later } = this.frame;
    if (later !== null) this.#addButton(later.label, "l", false, later.run);
    if (question?.takesWords === true) this.#drawWords(question);
  }

  /** The text that is asked about, in front of the person. */
  #drawAbout({ details, notes, plan }: OpenQuestion): void {
    if (details.length > 0)
      showProse(
        this.#text.createDiv("planwright-about"),
        details.map((each) => escapeInvisibleLines(each)).join("\n\n"),
      );
    for (const { path, name } of notes) void this.#drawNote(path, name, plan);
  }

  async #drawNote(link: string, name: string, from = ""): Promise<void> {
    const { client } = this.frame;
    const { app } = client;
    const box = this.#text.createDiv("planwright-about");
    const head = box.createDiv("planwright-about-head");
    head.createEl("bdi", { text: escapeLine(name, 200) });
    head
      .createEl("button", { text: words.openNote })
      .addEventListener("click", () => void app.workspace.openLinkText(link, from));
    const file = app.metadataCache.getFirstLinkpathDest(link, from);
    const text = file === null ? null : await client.read(file.path);
    if (text === null) box.createEl("p", { cls: "planwright-muted", text: WORDS.open.gone });
    else if (!showProse(box, text)) box.createEl("p", { cls: "planwright-muted", text: words.isLong });
  }

  #drawSent({ note, at }: Sent, sent: SentText | null): void {
    const { client, answered } = this.frame;
    this.#text.createEl("p", { cls: "planwright-muted", text: words.sentOn(sayWhen(at, client.now())) });
    if (sent === null) void this.#drawNote(note, note.replace(/\.md$/, ""));
    else {
      const { sheet, action } = sent;
      showSheet(this.#text, sheet);
      this.#addButton(words.useAgain, "u", false, async () => {
        await useAgain(client, action);
        answered("open", this.row);
      });
      this.#addButton(ANSWER_ROWS.copy.label, "c", false, () => copyAction(client, { action }));
    }
    this.#addButton(words.openRecord, "", false, () => openNote(client, { target: note, block: null }));
  }

  #drawScheduled({ words: says, kind, plan }: Scheduled): void {
    const { client } = this.frame;
    this.#text.createEl("p", { text: escapeLine(says, 300) });
    if (kind === "later")
      this.#addButton(words.later.back, "a", true, () =>
        client.obey({ kind: "later", plan: plan.path, until: null }),
      );
    this.#addButton(words.openPlan, "o", false, () => openNote(client, { target: plan.path, block: null }));
  }

  #drawGoing(request: string): void {
    this.#addButton(ANSWER_ROWS.hold.label, "a", true, () => takeBack(this.frame.client, request));
  }

  #drawBoxes(question: OpenQuestion): void {
    const { boxes, ends } = question;
    const options = boxes.flatMap((label, at) => (ends.includes(at) ? [] : [{ label, at }]));
    for (const [n, { label, at }] of options.entries()) {
      const button = this.#addButton(escapeLine(label, 300), n === 0 ? "a" : "", n === 0, () =>
        this.#answer(question, at),
      );
      if (n < 9) this.#keys.set(String(n + 1), button);
      if (n > 0 && n < 9) button.dataset["key"] = String(n + 1);
    }
    if (ends.length === 0) return;
    const more = this.#addButton(words.more, "", false, () => undefined);
    more.addEventListener("click", (event) => {
      const menu = new Menu();
      for (const at of ends)
        menu.addItem((item) =>
          item.setTitle(escapeLine(boxes[at] ?? "", 80)).onClick(() => void this.#answer(question, at)),
        );
      menu.showAtMouseEvent(event);
    });
  }

  #drawWords(question: OpenQuestion): void {
    const form = this.#foot.createEl("form", "planwright-answer-words");
    const hasBoxes = question.boxes.length > question.ends.length;
    const says = hasBoxes ? words.wordsWith : words.words;
    const field = form.createEl("input", {
      type: "text",
      attr: { "aria-label": says, placeholder: says, "aria-keyshortcuts": "E" },
    });
    this.#field = field;
    const key = keyOf(question);
    field.value = DRAFTS.get(key) ?? "";
    field.addEventListener("input", () => DRAFTS.set(key, field.value));
    form.createEl("button", { text: words.send, attr: { type: "submit" } });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim() === "") field.focus();
      else void this.#answer(question, null);
    });
  }

  /** Words that stand in the field go with the box that is chosen. */
  async #answer(question: OpenQuestion, box: number | null): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const { client, answered } = this.frame;
    const { plan, id, shown } = question;
    const said = this.#field?.value.trim() ?? "";
    try {
      const isDone = await client.obey({
        kind: "answer-question",
        plan,
        question: id,
        shown,
        box,
        words: said,
      });
      if (!isDone) return;
      DRAFTS.delete(keyOf(question));
      answered("question", this.row);
    } finally {
      this.#busy = false;
    }
  }

  #addAnswer(code: AnswerCode, isMain: boolean): void {
    const { of } = this.row;
    if (of.kind !== "card") return;
    const { label, key } = ANSWER_ROWS[code];
    const isFinal = FINAL_ANSWERS.includes(code);
    const { need } = of.card;
    const { client, answered } = this.frame;
    const run = async (): Promise<void> => {
      // The bar beneath the list undoes these, so nothing asks first.
      const isDone =
        (code === "done" || code === "skip") && need.plan !== null
          ? await client.obey({
              kind: code,
              plan: need.plan.path,
              step: null,
              ...(need.shown === undefined ? {} : { shown: need.shown }),
            })
          : await give(client, code, need).then(() => true);
      if (isDone) answered(code, this.row);
    };
    const words = code === "skip" ? label.replace("…", "") : label;
    const button = this.#addButton(words, isMain && !isFinal ? "a" : key, isMain && !isFinal, run);
    button.dataset["part"] = code;
    if (isFinal) button.dataset["final"] = "true";
    this.#keys.set(key, button);
  }

  #addButton(label: string, key: string, isMain: boolean, run: () => unknown): HTMLButtonElement {
    const button = this.#foot.createEl("button", { text: label, cls: isMain ? "mod-cta" : "" });
    if (key !== "") {
      button.dataset["key"] = key.toUpperCase();
      button.setAttribute("aria-keyshortcuts", key.toUpperCase());
      this.#keys.set(key, button);
    }
    // The second click of a double click would answer what has come in the place of the first.
    button.addEventListener("click", (event) => {
      if (event.detail < 2) void run();
    });
    return button;
  }
}

function keyOf({ plan, id }: OpenQuestion): string {
  return `${plan} ${id}`;
}
