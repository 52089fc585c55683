/** A dialog of several pages. The caller keeps the typed text, so that going back and closing lose nothing. */
import { Modal, Setting, type App } from "obsidian";
import { addText, nameDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { nameFields } from "../fields";
import { showLine, showWarning } from "../text";
import { WORDS } from "../words";
import { confirmSettings } from "./confirmSettings";

export interface WizardPage {
  readonly title: string;
  readonly fill: (content: HTMLElement) => void;
  readonly back?: () => void;
  /** There is nothing left to cancel. */
  readonly isEnd?: boolean;
  /** The last one stands out, before Cancel; Enter in a field does the same. */
  readonly buttons: readonly { readonly label: string; readonly run: () => unknown }[];
}

export class Wizard extends Modal {
  readonly #buttons: HTMLElement;
  /** Beside the buttons, so that it is in sight however far the page is scrolled. */
  readonly #telling: HTMLElement;
  #busy = false;
  /** The field that has the focus again when the fields can be changed again. */
  #left: Element | null = null;
  /** Ends what is under way for this dialog. */
  readonly closing = new AbortController();
  closed: () => void = () => undefined;

  constructor(app: App) {
    super(app);
    this.modalEl.addClass("planwright-dialog");
    nameDialog(this);
    this.#telling = this.modalEl.createDiv({ attr: { "aria-live": "polite", tabindex: "-1" } });
    this.#buttons = this.modalEl.createDiv("modal-button-container");
  }

  override onClose(): void {
    this.closing.abort();
    this.closed();
  }

  show({ title, fill, back, isEnd = false, buttons }: WizardPage): void {
    this.#release();
    this.setTitle(title);
    this.contentEl.empty();
    this.#buttons.empty();
    fill(this.contentEl);
    nameFields(this.contentEl);
    this.tell(null);
    const add = (label: string, cls: string, run: () => unknown): void =>
      this.#buttons.createEl("button", { text: label, cls }).addEventListener("click", () => void run());
    if (back !== undefined) add(WORDS.settings.wizard.back, "", () => this.#once(back));
    buttons.forEach(({ label, run }, at) =>
      add(label, at === buttons.length - 1 ? "mod-cta" : "", () => this.#once(run)),
    );
    // Last, as in every dialog; also while a server that is asked does not answer.
    if (!isEnd) add(WORDS.dialog.cancel, "mod-cancel", () => this.close());
    const main = buttons.at(-1)?.run;
    this.contentEl.onkeydown = (event) => {
      const { target } = event;
      const isField =
        target instanceof HTMLElement && target.matches("input[type=text], input[type=password], select");
      if (event.key !== "Enter" || event.isComposing || !isField || main === undefined) return;
      event.preventDefault();
      // The text in the field counts before the field loses the focus.
      target.dispatchEvent(new Event("change", { bubbles: true }));
      void this.#once(main);
    };
    const fields = Array.from(
      this.contentEl.querySelectorAll<HTMLInputElement>("input, textarea, select, button"),
    );
    // A field that is filled in already does not take the focus.
    const first = fields.find(({ type, value }) => /^(text|pass)/.test(type) && value === "") ?? fields[0];
    (first ?? this.#buttons.querySelector<HTMLElement>(".mod-cta"))?.focus();
  }

  /** `ways`: buttons that lead out of the trouble, or around it. */
  tell(why: string | null, isTrouble = true, ...ways: WizardPage["buttons"]): void {
    const telling = this.#telling;
    telling.empty();
    if (why === null) return;
    if (isTrouble) showWarning(telling, why);
    else showLine(telling, why);
    if (ways.length === 0) return;
    const row = telling.createDiv("planwright-answers");
    for (const { label, run } of ways)
      row.createEl("button", { text: label }).addEventListener("click", () => void this.#once(run));
  }

  /**
   * True where nothing may be asked from here yet, because nobody has read the settings on this device; says so, with
   * the way to read them. The fields stay as they are meanwhile.
   */
  tellUnconfirmed(
    client: Pick<EngineClient, "app" | "settings" | "device">,
    ...ways: WizardPage["buttons"]
  ): boolean {
    if (!client.device.canAct || client.device.confirmed()) return false;
    const { review, unconfirmed } = WORDS.settings.wizard;
    this.tell(
      unconfirmed,
      true,
      {
        label: review,
        run: () => confirmSettings(client, () => this.tell(WORDS.settings.wizard.goOn, false)),
      },
      ...ways,
    );
    return true;
  }

  /** One of a few ways to go on, as wide as the page. */
  addKind(content: HTMLElement, name: string, run: () => unknown): void {
    content
      .createEl("button", { cls: "planwright-kind", text: name })
      .addEventListener("click", () => void this.#once(run));
  }

  /** A second click while the first is at work is not a second order. */
  async #once(run: () => unknown): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const going = run();
      if (going instanceof Promise) {
        this.#hold();
        await going;
      }
    } finally {
      this.#busy = false;
      this.#release();
    }
  }

  /** The fields stay as they are while they are tested or saved. */
  #hold(): void {
    const { activeElement } = this.contentEl.ownerDocument;
    if (this.contentEl.contains(activeElement)) {
      this.#left = activeElement;
      // The focus stays in the dialog.
      this.#telling.focus();
    }
    this.contentEl.toggleAttribute("inert", true);
  }

  #release(): void {
    const left = this.#left;
    this.#left = null;
    this.contentEl.toggleAttribute("inert", false);
    // The person may have gone on to another place meanwhile.
    if (this.#telling.ownerDocument.activeElement === this.#telling) (left as HTMLElement | null)?.focus();
  }
}

/** A list where what there is to choose from is known; otherwise it is typed. `none`: the label for no choice. */
export function addChoice(
  content: HTMLElement,
  { name, desc, none }: { readonly name: string; readonly desc: string; readonly none?: string },
  options: readonly string[] | null,
  start: string,
  set: (value: string) => void,
): void {
  if (options === null) {
    addText(content, { name, desc }, (text) => set(text.trim()), start);
    return;
  }
  new Setting(content)
    .setName(name)
    .setDesc(desc)
    .addDropdown((list) => {
      if (none !== undefined) list.addOption("", none);
      for (const each of options) list.addOption(each, each);
      // The earlier choice stays in the list, even if the server no longer offers it.
      if (start !== "" && !options.includes(start)) list.addOption(start, start);
      list.setValue(start).onChange(set);
    });
}
