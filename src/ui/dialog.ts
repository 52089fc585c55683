/** A dialog with a title, content and buttons. Closing it in any way but by a button that acts changes nothing. */
import { ConfirmationModal, Setting, type App, type TextAreaComponent } from "obsidian";

export interface DialogButton {
  readonly label: string;
  /** `main` stands out; `careful` warns. */
  readonly kind?: "main" | "careful" | undefined;
  /** Answers whether the dialog may close. */
  readonly run: () => boolean | Promise<boolean>;
}

export interface DialogShape {
  readonly title: string;
  readonly fill: (content: HTMLElement) => void;
  readonly buttons: readonly DialogButton[];
  /** Of the button that does nothing; it has the focus, so that Enter does nothing either. */
  readonly leave?: string;
  /** Called once it is closed, in whichever way. */
  readonly closed?: () => void;
}

export function openDialog(
  app: App,
  { title, fill, buttons, leave = "Not now", closed }: DialogShape,
): { readonly close: () => void } {
  const modal = new ConfirmationModal(app);
  modal.setTitle(title);
  modal.addClass("planwright-dialog");
  fill(modal.contentEl);
  let busy = false;
  for (const { label, kind, run } of buttons) {
    modal.addButton((button) => {
      button.setButtonText(label);
      if (kind === "main") button.setCta();
      if (kind === "careful") button.setDestructive();
      button.onClick(async () => {
        // A second click while the first is at work is not a second order.
        if (busy) return true;
        busy = true;
        try {
          return !(await run());
        } finally {
          busy = false;
        }
      });
    });
  }
  modal.addButton((button) => button.setButtonText(leave).setCancel().setInitialFocus());
  if (closed !== undefined) modal.setCloseCallback(closed);
  modal.open();
  return { close: () => modal.close() };
}

/** A field for several lines, as wide as the dialog. */
export function addLines(
  content: HTMLElement,
  name: string,
  desc: string,
  set: (text: string) => void,
  start = "",
): void {
  new Setting(content)
    .setName(name)
    .setDesc(desc)
    .setClass("planwright-lines")
    .addTextArea((area: TextAreaComponent) => {
      area.setValue(start).onChange(set);
      area.inputEl.rows = 5;
    });
}

export function addText(
  content: HTMLElement,
  name: string,
  desc: string,
  set: (text: string) => void,
  start = "",
): void {
  new Setting(content)
    .setName(name)
    .setDesc(desc)
    .addText((text) => text.setValue(start).onChange(set));
}

export function addToggle(
  content: HTMLElement,
  name: string,
  desc: string,
  set: (on: boolean) => void,
  start = false,
): void {
  new Setting(content)
    .setName(name)
    .setDesc(desc)
    .addToggle((toggle) => toggle.setValue(start).onChange(set));
}
