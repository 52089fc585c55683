/**
 * The field of the start page: a plan in one line, or with a step on each further line. Beneath it stands what will be
 * made, before anything is.
 */
import { dayIn, readStamp } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import { HAND, withoutHand } from "../../../note/plan/approvalMarker";
import { readCapture, type Captured } from "../../../note/plan/capture";
import type { Answered, EngineClient } from "../engineClient";
import { addIcon } from "../mission/parts";
import { WORDS } from "../words";

const { start: words } = WORDS;

export class CaptureField {
  readonly #field: HTMLTextAreaElement;
  readonly #says: HTMLElement;
  readonly #marks: HTMLElement;
  readonly #buttons: HTMLElement;
  #isBusy = false;

  constructor(
    el: HTMLElement,
    private readonly client: EngineClient,
  ) {
    const box = el.createDiv("planwright-capture");
    addIcon(box, "plus");
    this.#field = box.createEl("textarea", {
      attr: {
        rows: "1",
        dir: "auto",
        placeholder: words.example,
        "aria-label": words.title,
        "aria-keyshortcuts": "N",
      },
    });
    box.createEl("kbd", { text: words.key, attr: { "aria-hidden": "true" } });
    this.#says = el.createDiv({ cls: "planwright-capture-says", attr: { role: "status" } });
    this.#marks = el.createDiv({
      cls: "planwright-marks",
      attr: { role: "group", "aria-label": words.asks },
    });
    this.#buttons = el.createDiv("planwright-answers");
    this.#field.addEventListener("input", () => this.#show());
    this.#field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat) void this.#make(!event.ctrlKey && !event.metaKey);
    });
    this.#show();
  }

  focus(): void {
    this.#field.focus();
  }

  #read(): Captured | null {
    const { client } = this;
    return readCapture(this.#field.value, dayIn(client.now(), client.settings.now().time_zone));
  }

  #show(): void {
    const read = this.#read();
    const { value } = this.#field;
    this.#field.rows = Math.min(value.split("\n").length, MOST_ROWS);
    this.#says.setText(
      read === null ? "" : sayMakes(read.objective, read.due, read.steps, this.client.now()),
    );
    this.#drawMarks(value);
    this.#buttons.empty();
    if (read === null) return;
    this.#add(words.createAndStart, () => this.#make(true)).addClass("mod-cta");
    this.#add(words.create, () => this.#make(false));
    this.#buttons.createSpan({ cls: "planwright-muted", text: words.more });
  }

  /** A box for each step, which writes the sign into its line, or takes it away. */
  #drawMarks(text: string): void {
    this.#marks.empty();
    const all = text.split("\n");
    const [, ...steps] = all.keys();
    for (const at of steps) {
      const line = all[at] ?? "";
      const step = withoutHand(line);
      if (step === "") continue;
      const label = this.#marks.createEl("label");
      const box = label.createEl("input", { type: "checkbox" });
      box.dataset["line"] = String(at);
      box.checked = HAND.test(line);
      label.createSpan().createEl("bdi", { text: escapeLine(step, 200) });
      box.addEventListener("change", () => {
        all[at] = box.checked ? `✋ ${step}` : step;
        this.#field.value = all.join("\n");
        this.#show();
        this.#marks.querySelector<HTMLElement>(`[data-line="${String(at)}"]`)?.focus();
      });
    }
    if (this.#marks.childElementCount > 0) this.#marks.createDiv({ text: words.asks, prepend: true });
  }

  #add(text: string, run: () => unknown): HTMLElement {
    const button = this.#buttons.createEl("button", { text });
    button.addEventListener("click", () => void run());
    return button;
  }

  /** The words stay in the field where no plan could be made of them. */
  async #make(start: boolean): Promise<void> {
    const read = this.#read();
    const { value } = this.#field;
    if (read === null || this.#isBusy) return;
    this.#isBusy = true;
    try {
      const { objective, steps, due } = read;
      const answered = await this.client.answer({
        kind: "create",
        plan: { objective, steps, source: null, start, ...(due === null ? {} : { due }) },
      });
      // Words that were typed meanwhile are the next plan.
      if (answered.isDone && this.#field.value === value) this.#field.value = "";
      this.tell(answered, start);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Says what was made. A person goes on with it, or writes the next one. */
  tell({ said, made: path }: Answered, isStarted: boolean): void {
    const { client } = this;
    this.#show();
    this.#says.setText(escapeLine(said, 400));
    if (path === null) return;
    if (!isStarted)
      this.#add(words.start, async () => {
        if (await client.obey({ kind: "start", plan: path })) this.#show();
      });
    this.#add(words.open, () => client.app.workspace.openLinkText(path, ""));
  }
}

/** The plan that would be started, in a sentence. `due`: `2026-03-03` or `2026-03-03 09:00`. */
export function sayMakes(
  objective: string,
  due: string | null,
  steps: readonly string[],
  now: number,
): string {
  const day = due === null ? null : readStamp(due.slice(0, 10));
  const when =
    due === null || day === null ? words.noDue : words.due(day, due.slice(10).replace(" ", ", "), now);
  return words.makes(
    escapeLine(objective, 120),
    when,
    steps.length,
    steps.filter((step) => HAND.test(step)).length,
  );
}

const MOST_ROWS = 12;
