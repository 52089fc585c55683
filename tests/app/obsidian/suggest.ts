/** Pick-one dialogs. */
import type { App } from "./app";
import { Modal } from "./modal";
import { type FuzzyMatch, prepareFuzzySearch } from "./text";

export abstract class SuggestModal<T> extends Modal {
  limit = 100;
  emptyStateText = "No match found.";
  readonly inputEl: HTMLInputElement;
  readonly resultContainerEl: HTMLElement;
  private values: readonly T[] = [];
  private selected = 0;
  private asked = 0;

  constructor(app: App) {
    super(app);
    this.modalEl.addClass("prompt");
    this.containerEl.addClass("mod-prompt");
    this.inputEl = this.modalEl.createEl("input", { cls: "prompt-input", type: "text" });
    this.inputEl.setAttrs({ role: "combobox", "aria-expanded": "true", "aria-label": "Search" });
    this.resultContainerEl = this.modalEl.createDiv({ cls: "prompt-results", attr: { role: "listbox" } });
    this.resultContainerEl.setAttribute("aria-label", "Suggestions");
    this.inputEl.addEventListener("input", () => this.refresh());
    this.scope.register([], "Enter", (event) => {
      this.selectActiveSuggestion(event);
      return false;
    });
    this.scope.register([], "ArrowDown", () => this.step(1));
    this.scope.register([], "ArrowUp", () => this.step(-1));
  }

  abstract getSuggestions(query: string): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, el: HTMLElement): void;
  abstract onChooseSuggestion(item: T, event: MouseEvent | KeyboardEvent): void;

  override open(): void {
    super.open();
    this.inputEl.focus();
    this.refresh();
  }

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
    this.inputEl.setAttribute("aria-label", placeholder);
    this.modalEl.setAttribute("aria-label", placeholder);
  }

  setInstructions(instructions: readonly { readonly command: string; readonly purpose: string }[]): void {
    const bar = this.modalEl.createDiv("prompt-instructions");
    for (const each of instructions) {
      const item = bar.createDiv("prompt-instruction");
      item.createSpan({ cls: "prompt-instruction-command", text: each.command });
      item.appendText(` ${each.purpose}`);
    }
  }

  onNoSuggestion(): void {
    this.resultContainerEl.empty();
    this.resultContainerEl.createDiv({ cls: "suggestion-empty", text: this.emptyStateText });
  }

  /** Closes first, then hands the choice over, as the app does: `onClose` runs before `onChooseSuggestion`. */
  selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void {
    this.close();
    this.onChooseSuggestion(value, event);
  }

  selectActiveSuggestion(event: MouseEvent | KeyboardEvent): void {
    const value = this.values[this.selected];
    if (value !== undefined) this.selectSuggestion(value, event);
  }

  private step(by: number): false {
    const { length } = this.values;
    this.select(length === 0 ? 0 : (this.selected + by + length) % length);
    return false;
  }

  private select(at: number): void {
    this.selected = at;
    Array.from(this.resultContainerEl.querySelectorAll(".suggestion-item")).forEach((el, index) => {
      el.toggleClass("is-selected", index === at);
      el.setAttribute("aria-selected", String(index === at));
      if (index === at) el.scrollIntoView?.({ block: "nearest" });
    });
  }

  private refresh(): void {
    const mine = ++this.asked;
    const show = (values: readonly T[]): void => {
      if (mine !== this.asked) return;
      this.values = values.slice(0, this.limit);
      this.selected = 0;
      this.resultContainerEl.empty();
      if (this.values.length === 0) this.onNoSuggestion();
      for (const value of this.values) {
        const el = this.resultContainerEl.createDiv({ cls: "suggestion-item", attr: { role: "option" } });
        this.renderSuggestion(value, el);
        el.addEventListener("click", (event) => this.selectSuggestion(value, event));
        el.addEventListener("mousemove", () => this.select(this.values.indexOf(value)));
      }
      this.select(0);
    };
    const answer = this.getSuggestions(this.inputEl.value);
    if (answer instanceof Promise)
      answer.then(show).catch((error: unknown) => this.app.around.errors.push(error));
    else show(answer);
  }
}

export abstract class FuzzySuggestModal<T> extends SuggestModal<FuzzyMatch<T>> {
  abstract getItems(): T[];
  abstract getItemText(item: T): string;
  abstract onChooseItem(item: T, event: MouseEvent | KeyboardEvent): void;

  getSuggestions(query: string): FuzzyMatch<T>[] {
    const search = prepareFuzzySearch(query);
    return this.getItems()
      .flatMap((item) => {
        const match = search(this.getItemText(item));
        return match === null ? [] : [{ item, match }];
      })
      .sort((a, b) => b.match.score - a.match.score);
  }

  renderSuggestion(match: FuzzyMatch<T>, el: HTMLElement): void {
    el.setText(this.getItemText(match.item));
  }

  onChooseSuggestion(match: FuzzyMatch<T>, event: MouseEvent | KeyboardEvent): void {
    this.onChooseItem(match.item, event);
  }
}
