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
    this.inputEl = this.modalEl.createEl("input", { cls: "prompt-input", type: "text" });
    this.resultContainerEl = this.modalEl.createDiv("prompt-results");
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
    this.refresh();
  }

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
  }

  setInstructions(instructions: readonly { readonly command: string; readonly purpose: string }[]): void {
    const bar = this.modalEl.createDiv("prompt-instructions");
    for (const each of instructions) bar.createDiv({ text: `${each.command} ${each.purpose}` });
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
    this.selected = Math.min(Math.max(this.selected + by, 0), this.values.length - 1);
    return false;
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
        const el = this.resultContainerEl.createDiv("suggestion-item");
        this.renderSuggestion(value, el);
        el.addEventListener("click", (event) => this.selectSuggestion(value, event));
      }
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
    return this.getItems().flatMap((item) => {
      const match = search(this.getItemText(item));
      return match === null ? [] : [{ item, match }];
    });
  }

  renderSuggestion(match: FuzzyMatch<T>, el: HTMLElement): void {
    el.setText(this.getItemText(match.item));
  }

  onChooseSuggestion(match: FuzzyMatch<T>, event: MouseEvent | KeyboardEvent): void {
    this.onChooseItem(match.item, event);
  }
}
