/** A dialog with a title, content and buttons. Closing it in any way but by a button that acts changes nothing. */
import { ConfirmationModal, Platform, Setting, type App, type Modal, type TextAreaComponent } from "obsidian";
import { firstField, goOnWithEnter, nameFields, watchTyping } from "./fields";
import { keepHeadClear } from "./notices/besides";
import { WORDS } from "./words";

const { dialog: words } = WORDS;

export interface DialogButton {
  readonly label: string;
  /** `main` stands out, and Enter in the last line of a form does it; `careful` warns. */
  readonly kind?: "main" | "careful" | undefined;
  /** Answers whether the dialog may close. */
  readonly run: () => boolean | Promise<boolean>;
}

export interface DialogShape {
  readonly title: string;
  readonly fill: (content: HTMLElement) => void;
  readonly buttons: readonly DialogButton[];
  /** Of the button that does nothing. */
  readonly leave?: string;
  /** Called once it is closed, in whichever way. */
  readonly closed?: () => void;
}

export function openDialog(
  app: App,
  { title, fill, buttons, leave = words.leave, closed }: DialogShape,
): { readonly close: () => void } {
  const modal = new Dialog(app);
  modal.setTitle(title);
  modal.addClass("planwright-dialog");
  nameDialog(modal);
  const { contentEl } = modal;
  fill(contentEl);
  nameFields(contentEl);
  // Fields that come later, or are drawn anew.
  contentEl.addEventListener("focusin", () => nameFields(contentEl));
  let busy = false;
  let main: HTMLElement | null = null;
  for (const { label, kind, run } of buttons) {
    modal.addButton((button) => {
      button.setButtonText(label);
      if (kind === "main") button.setCta();
      if (kind === "careful") button.setDestructive();
      if (kind === "main") main = button.buttonEl;
      button.onClick(async () => {
        // A second click while the first is at work is not a second order.
        if (busy) return true;
        busy = true;
        modal.modalEl.setAttr("aria-busy", "true");
        try {
          modal.isDone = await run();
          // The reason may stand beneath the edge of a long form.
          if (!modal.isDone)
            contentEl.querySelector(".planwright-warning")?.scrollIntoView({ block: "nearest" });
          return !modal.isDone;
        } finally {
          busy = false;
          modal.modalEl.removeAttribute("aria-busy");
        }
      });
    });
  }
  let leaving: HTMLElement | null = null;
  modal.addButton((button) => (leaving = button.setButtonText(leave).setCancel().buttonEl));
  if (closed !== undefined) modal.setCloseCallback(closed);
  goOnWithEnter(contentEl, () => main?.click());
  modal.hasTyped = watchTyping(contentEl);
  modal.open();
  // While something is under way, to stop it is all there is to do.
  const isUnderWay = buttons.length === 0 && contentEl.querySelector("[role=status]") !== null;
  focusFirst(contentEl, isUnderWay ? leaving : null);
  return {
    close: () => {
      modal.isDone = true;
      modal.close();
    },
  };
}

let named = 0;

/** Its title is its name. */
export function nameDialog({ modalEl, titleEl }: Modal): void {
  titleEl.id = `planwright-title-${String((named += 1))}`;
  modalEl.setAttrs({ role: "dialog", "aria-modal": "true", "aria-labelledby": titleEl.id });
}

/** Closing it once something was typed asks first. */
class Dialog extends ConfirmationModal {
  /** A button has done what it is for. */
  isDone = false;
  hasTyped: () => boolean = () => false;
  #isAsking = false;
  #stopWatching: (() => void) | null = null;

  override onOpen(): void {
    void super.onOpen();
    this.#stopWatching = keepHeadClear(this.modalEl);
  }

  override onClose(): void {
    this.#stopWatching?.();
    super.onClose();
  }

  override close(): void {
    if (this.#isAsking) return;
    if (this.isDone || !this.hasTyped()) {
      super.close();
      return;
    }
    this.#isAsking = true;
    openDialog(this.app, {
      title: words.discard,
      fill: () => undefined,
      buttons: [{ label: words.discardIt, kind: "careful", run: () => (this.isDone = true) }],
      leave: words.keep,
      closed: () => {
        this.#isAsking = false;
        if (this.isDone) this.close();
      },
    });
  }
}

/**
 * The first field, or the text where there is none: a button would scroll a long text out of view. On a phone a field
 * brings up the keys.
 */
function focusFirst(content: HTMLElement, button: HTMLElement | null): void {
  const first = button ?? (Platform.isMobile ? null : firstField(content));
  if (first === null) content.setAttr("tabindex", "-1");
  (first ?? content).focus({ preventScroll: true });
  content.scrollTop = 0;
}

/** Words of a row: its name, and the line below. */
interface Row {
  readonly name: string;
  readonly desc: string;
}

/** A field for several lines, as wide as the dialog. */
export function addLines(
  content: HTMLElement,
  { name, desc }: Row,
  set: (text: string, field: HTMLTextAreaElement) => void,
  start = "",
): void {
  new Setting(content)
    .setName(name)
    .setDesc(desc)
    .setClass("planwright-lines")
    .addTextArea((area: TextAreaComponent) => {
      area.setValue(start).onChange((text) => set(text, area.inputEl));
      area.inputEl.rows = 5;
    });
}

export function addText(
  content: HTMLElement,
  { name, desc }: Row,
  set: (text: string) => void,
  start = "",
): Setting {
  return new Setting(content)
    .setName(name)
    .setDesc(desc)
    .addText((text) => text.setValue(start).onChange(set));
}

/** For a sentence: as wide as the dialog. */
export function addSentence(...about: Parameters<typeof addText>): void {
  addText(...about).setClass("planwright-lines");
}

/** A fold for fields that are rarely needed. */
export function addFold(content: HTMLElement, summary: string, isOpen = false): HTMLDetailsElement {
  const fold = content.createEl("details", { cls: "planwright-fold" });
  fold.open = isOpen;
  fold.createEl("summary", { text: summary });
  return fold;
}

export function addToggle(
  content: HTMLElement,
  { name, desc }: Row,
  set: (on: boolean) => void,
  start = false,
): void {
  new Setting(content)
    .setName(name)
    .setDesc(desc)
    .addToggle((toggle) => toggle.setValue(start).onChange(set));
}
