/** Controls for amounts. */
import { ValueComponent } from "./control";

export class SliderComponent extends ValueComponent<number> {
  readonly sliderEl: HTMLInputElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.sliderEl = containerEl.createEl("input", { cls: "slider", type: "range" });
    // Since 1.5.9 only on release, unless told to be instant.
    this.sliderEl.addEventListener("change", () => this.changed?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.sliderEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setInstant(_instant: boolean): this {
    return this;
  }

  setLimits(min: number | null, max: number | null, step: number | "any"): this {
    this.sliderEl.setAttrs({ min, max, step });
    return this;
  }

  getValue(): number {
    return Number(this.sliderEl.value);
  }

  setValue(value: number): this {
    this.sliderEl.value = String(value);
    return this;
  }

  setDisplayFormat(_format: (value: number) => string): this {
    return this;
  }

  setDynamicTooltip(): this {
    return this;
  }
}

export class ProgressBarComponent extends ValueComponent<number> {
  private readonly barEl: HTMLElement;
  private value = 0;

  constructor(containerEl: HTMLElement) {
    super();
    this.barEl = containerEl.createDiv("setting-progress-bar").createDiv("setting-progress-bar-inner");
  }

  getValue(): number {
    return this.value;
  }

  setValue(value: number): this {
    this.value = value;
    this.barEl.setAttr("data-value", value);
    return this;
  }
}
