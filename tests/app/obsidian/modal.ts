/** Dialogs: they stay open until a person or the plugin closes them. */
import type { App } from "./app";
import { ButtonComponent } from "./control";
import { firstFocusable, keepFocusIn } from "./focus";
import { Scope } from "./keymap";
import { setIcon } from "./text";

export class Modal {
  readonly scope: Scope;
  readonly containerEl: HTMLElement;
  readonly modalEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;
  shouldRestoreSelection = true;
  private whenClosed: (() => unknown) | null = null;
  private shown = false;
  private cameFrom: Element | null = null;

  constructor(readonly app: App) {
    this.scope = new Scope(app.scope);
    this.scope.register([], "Escape", () => {
      this.close();
      return false;
    });
    this.containerEl = app.document.createElement("div");
    this.containerEl.addClass("modal-container", "mod-dim");
    const background = this.containerEl.createDiv("modal-bg");
    background.addEventListener("click", () => this.close());
    this.modalEl = this.containerEl.createDiv({ cls: "modal", attr: { role: "dialog" } });
    this.modalEl.tabIndex = -1;
    const closeButton = this.modalEl.createDiv("modal-close-button");
    setIcon(closeButton, "x");
    closeButton.addEventListener("click", () => this.close());
    this.titleEl = this.modalEl.createDiv("modal-header").createDiv("modal-title");
    this.contentEl = this.modalEl.createDiv("modal-content");
    keepFocusIn(this.modalEl);
  }

  open(): void {
    if (this.shown) return;
    this.shown = true;
    this.cameFrom = this.app.document.activeElement;
    this.app.openModals.push(this);
    this.app.document.body.appendChild(this.containerEl);
    this.app.keymap.pushScope(this.scope);
    const answer: unknown = this.onOpen();
    if (answer instanceof Promise) answer.catch((error: unknown) => this.app.around.errors.push(error));
    // A dialog that closed itself at once, or took the focus to a place of its own, is left alone.
    if (this.shown && !this.modalEl.contains(this.app.document.activeElement))
      (firstFocusable(this.modalEl) ?? this.modalEl).focus();
  }

  close(): void {
    if (!this.shown) return;
    this.shown = false;
    this.app.openModals.remove(this);
    this.app.keymap.popScope(this.scope);
    this.containerEl.detach();
    if (this.shouldRestoreSelection && this.cameFrom?.isConnected === true)
      (this.cameFrom as HTMLElement).focus();
    this.onClose();
    this.whenClosed?.();
  }

  onOpen(): Promise<void> | void {}

  onClose(): void {}

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content: string | DocumentFragment): this {
    this.contentEl.setText(content);
    return this;
  }

  setCloseCallback(run: () => unknown): this {
    this.whenClosed = run;
    return this;
  }
}

/** Its click closes the modal once the handler has answered something falsy. */
export class ConfirmationButton extends ButtonComponent {
  initialFocus = false;

  constructor(
    containerEl: HTMLElement,
    private readonly modal: ConfirmationModal,
  ) {
    super(containerEl);
  }

  protected override handle(event: MouseEvent): void {
    const run = async (): Promise<void> => {
      if (!(await this.clicked?.(event))) this.modal.close();
    };
    run().catch((error: unknown) => this.modal.app.around.errors.push(error));
  }

  setInitialFocus(): this {
    this.initialFocus = true;
    return this;
  }

  setSecondary(): this {
    this.buttonEl.addClass("mod-secondary");
    return this;
  }

  setCancel(): this {
    this.buttonEl.addClass("mod-cancel");
    return this;
  }
}

export class ConfirmationModal extends Modal {
  readonly buttonContainerEl: HTMLElement;
  private readonly buttons: ConfirmationButton[] = [];

  constructor(app: App) {
    super(app);
    this.buttonContainerEl = this.modalEl.createDiv("modal-button-container");
  }

  override open(): void {
    super.open();
    this.buttons.findLast((button) => button.initialFocus)?.buttonEl.focus();
  }

  addClass(cls: string): this {
    this.modalEl.addClass(cls);
    return this;
  }

  addCheckbox(label: string, run: (value: boolean) => unknown): this {
    const row = this.buttonContainerEl.createEl("label", { cls: "mod-checkbox" });
    const box = row.createEl("input", { type: "checkbox" });
    row.appendText(label);
    box.addEventListener("change", () => run(box.checked));
    return this;
  }

  addButton(run: (button: ConfirmationButton) => unknown): this {
    const button = new ConfirmationButton(this.buttonContainerEl, this);
    this.buttons.push(button);
    run(button);
    return this;
  }

  addCancelButton(text = "Cancel"): this {
    return this.addButton((button) => button.setButtonText(text).setCancel());
  }
}
