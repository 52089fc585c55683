/** Asks for one name. The app renames in place; this is the same in a dialog. */
import type { App } from "../../obsidian/app";
import { Modal } from "../../obsidian/modal";

export class NameModal extends Modal {
  constructor(
    app: App,
    title: string,
    private readonly before: string,
    private readonly done: (name: string) => void,
  ) {
    super(app);
    this.setTitle(title);
  }

  override onOpen(): void {
    const field = this.contentEl.createEl("input", { type: "text", attr: { "aria-label": "Name" } });
    field.value = this.before;
    field.select();
    const finish = (): false => {
      const name = field.value.trim();
      this.close();
      if (name !== "" && name !== this.before) this.done(name);
      return false;
    };
    this.scope.register([], "Enter", finish);
    const buttons = this.modalEl.createDiv("modal-button-container");
    buttons.createEl("button", { cls: "mod-cta", text: "Save" }).addEventListener("click", finish);
    buttons.createEl("button", { text: "Cancel" }).addEventListener("click", () => this.close());
  }
}
