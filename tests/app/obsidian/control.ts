/** The small parts a setting or a modal is made of. */
import { setIcon } from "./text";

export abstract class BaseComponent {
  disabled = false;

  then(run: (component: this) => unknown): this {
    run(this);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    return this;
  }
}

export abstract class ValueComponent<T> extends BaseComponent {
  protected changed: ((value: T) => unknown) | null = null;

  abstract getValue(): T;
  abstract setValue(value: T): this;

  onChange(run: (value: T) => unknown): this {
    this.changed = run;
    return this;
  }
}

export class ButtonComponent extends BaseComponent {
  readonly buttonEl: HTMLButtonElement;
  protected clicked: ((event: MouseEvent) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.buttonEl = containerEl.createEl("button");
    this.buttonEl.addEventListener("click", (event) => this.handle(event));
  }

  protected handle(event: MouseEvent): void {
    this.clicked?.(event);
  }

  override setDisabled(disabled: boolean): this {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setCta(): this {
    this.buttonEl.addClass("mod-cta");
    return this;
  }

  removeCta(): this {
    this.buttonEl.removeClass("mod-cta");
    return this;
  }

  setWarning(): this {
    return this.setDestructive();
  }

  setDestructive(): this {
    this.buttonEl.addClass("mod-destructive", "mod-warning");
    return this;
  }

  removeDestructive(): this {
    this.buttonEl.removeClass("mod-destructive", "mod-warning");
    return this;
  }

  setTooltip(tooltip: string, _options?: unknown): this {
    setTooltip(this.buttonEl, tooltip);
    return this;
  }

  setButtonText(text: string): this {
    this.buttonEl.setText(text);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.buttonEl, icon);
    return this;
  }

  setClass(cls: string): this {
    this.buttonEl.addClass(cls);
    return this;
  }

  onClick(run: (event: MouseEvent) => unknown): this {
    this.clicked = run;
    return this;
  }
}

export class ExtraButtonComponent extends BaseComponent {
  readonly extraSettingsEl: HTMLElement;
  private clicked: (() => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.extraSettingsEl = containerEl.createDiv("clickable-icon extra-setting-button");
    this.extraSettingsEl.addEventListener("click", () => {
      if (!this.disabled) this.clicked?.();
    });
  }

  override setDisabled(disabled: boolean): this {
    this.extraSettingsEl.toggleClass("is-disabled", disabled);
    return super.setDisabled(disabled);
  }

  setTooltip(tooltip: string, _options?: unknown): this {
    setTooltip(this.extraSettingsEl, tooltip);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.extraSettingsEl, icon);
    return this;
  }

  onClick(run: () => unknown): this {
    this.clicked = run;
    return this;
  }
}

export class AbstractTextComponent<
  T extends HTMLInputElement | HTMLTextAreaElement,
> extends ValueComponent<string> {
  constructor(readonly inputEl: T) {
    super();
    this.inputEl.addEventListener("input", () => this.onChanged());
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }

  onChanged(): void {
    this.changed?.(this.getValue());
  }
}

export class TextComponent extends AbstractTextComponent<HTMLInputElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl("input", { type: "text" }));
  }
}

export class SearchComponent extends AbstractTextComponent<HTMLInputElement> {
  readonly clearButtonEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    const holder = containerEl.createDiv("search-input-container");
    super(holder.createEl("input", { type: "search" }));
    this.clearButtonEl = holder.createDiv("search-input-clear-button");
    this.clearButtonEl.addEventListener("click", () => this.setValue("").onChanged());
  }
}

export class TextAreaComponent extends AbstractTextComponent<HTMLTextAreaElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl("textarea"));
  }
}

export class ToggleComponent extends ValueComponent<boolean> {
  readonly toggleEl: HTMLElement;
  private on = false;

  constructor(containerEl: HTMLElement) {
    super();
    this.toggleEl = containerEl.createDiv("checkbox-container");
    this.toggleEl.addEventListener("click", () => this.onClick());
  }

  override setDisabled(disabled: boolean): this {
    this.toggleEl.toggleClass("is-disabled", disabled);
    return super.setDisabled(disabled);
  }

  getValue(): boolean {
    return this.on;
  }

  /** Calls `onChange` too when the value differs, as the app's toggle does. */
  setValue(on: boolean): this {
    if (on === this.on) return this;
    this.on = on;
    this.toggleEl.toggleClass("is-enabled", on);
    this.changed?.(on);
    return this;
  }

  setTooltip(tooltip: string, _options?: unknown): this {
    setTooltip(this.toggleEl, tooltip);
    return this;
  }

  onClick(): void {
    if (!this.disabled) this.setValue(!this.on);
  }
}

export class DropdownComponent extends ValueComponent<string> {
  readonly selectEl: HTMLSelectElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.selectEl = containerEl.createEl("select", "dropdown");
    this.selectEl.addEventListener("change", () => this.changed?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.selectEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  addOption(value: string, display: string): this {
    this.selectEl.createEl("option", { text: display, attr: { value } });
    return this;
  }

  addOptions(options: Readonly<Record<string, string>>): this {
    for (const [value, display] of Object.entries(options)) this.addOption(value, display);
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  /** A value that is no option leaves the select empty, as a browser does. */
  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }
}

export const setTooltip = (el: HTMLElement, tooltip: string, _options?: unknown): void => {
  el.setAttr("aria-label", tooltip);
};
