/** Suggestions under an input field, and the field that picks a secret. */
import type { App } from "./app";
import { BaseComponent } from "./control";

export abstract class AbstractInputSuggest<T> {
  limit = 100;
  private readonly suggestEl: HTMLElement;
  private chosen: ((value: T, event: MouseEvent | KeyboardEvent) => unknown) | null = null;
  private asked = 0;

  constructor(
    readonly app: App,
    private readonly textInputEl: HTMLInputElement,
  ) {
    this.suggestEl = app.document.createElement("div");
    this.suggestEl.addClass("suggestion-container");
    for (const type of ["input", "focus"]) textInputEl.addEventListener(type, () => this.open());
    textInputEl.addEventListener("blur", () => this.close());
  }

  protected abstract getSuggestions(query: string): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, el: HTMLElement): void;

  setValue(value: string): void {
    this.textInputEl.value = value;
  }

  getValue(): string {
    return this.textInputEl.value;
  }

  selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void {
    this.chosen?.(value, event);
  }

  onSelect(run: (value: T, event: MouseEvent | KeyboardEvent) => unknown): this {
    this.chosen = run;
    return this;
  }

  open(): void {
    const mine = ++this.asked;
    const show = (values: readonly T[]): void => {
      if (mine !== this.asked) return;
      this.suggestEl.empty();
      for (const value of values.slice(0, this.limit)) {
        const el = this.suggestEl.createDiv("suggestion-item");
        this.renderSuggestion(value, el);
        el.addEventListener("click", (event) => this.selectSuggestion(value, event));
      }
      if (values.length === 0) this.suggestEl.detach();
      else this.app.document.body.appendChild(this.suggestEl);
    };
    const answer = this.getSuggestions(this.getValue());
    if (answer instanceof Promise)
      answer.then(show).catch((error: unknown) => this.app.around.errors.push(error));
    else show(answer);
  }

  close(): void {
    this.asked += 1;
    this.suggestEl.detach();
  }
}

/** Its value is the id of a secret, never the secret. Here the id is typed; the app offers those it keeps. */
export class SecretComponent extends BaseComponent {
  private readonly inputEl: HTMLInputElement;
  private changed: ((value: string) => unknown) | null = null;

  constructor(_app: App, containerEl: HTMLElement) {
    super();
    this.inputEl = containerEl.createEl("input", { cls: "secret-input", type: "text" });
    this.inputEl.addEventListener("change", () => this.changed?.(this.inputEl.value));
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  onChange(run: (value: string) => unknown): this {
    this.changed = run;
    return this;
  }
}
