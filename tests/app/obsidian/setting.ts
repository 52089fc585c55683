/** One row of a settings tab or a modal, and a group of rows. */
import {
  type BaseComponent,
  ButtonComponent,
  DropdownComponent,
  ExtraButtonComponent,
  SearchComponent,
  setTooltip,
  TextAreaComponent,
  TextComponent,
  ToggleComponent,
} from "./control";
import { ProgressBarComponent, SliderComponent } from "./slider";

export class DisplayValueComponent {
  readonly valueEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.valueEl = containerEl.createDiv("setting-item-display-value");
  }

  setValue(value: string | null): this {
    this.valueEl.setText(value ?? "");
    return this;
  }

  setStatus(status: "warning" | null): this {
    this.valueEl.toggleClass("mod-warning", status === "warning");
    return this;
  }
}

export class Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
  readonly components: BaseComponent[] = [];
  errorEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv("setting-item");
    this.infoEl = this.settingEl.createDiv("setting-item-info");
    this.nameEl = this.infoEl.createDiv("setting-item-name");
    this.descEl = this.infoEl.createDiv("setting-item-description");
    this.controlEl = this.settingEl.createDiv("setting-item-control");
  }

  setErrorMessage(message: string | null): this {
    this.errorEl?.detach();
    this.errorEl =
      message === null || message === ""
        ? null
        : this.infoEl.createDiv({ cls: "setting-item-error", text: message });
    this.settingEl.toggleClass("mod-error", this.errorEl !== null);
    return this;
  }

  addDisplayValue(run: (component: DisplayValueComponent) => unknown): this {
    run(new DisplayValueComponent(this.controlEl));
    return this;
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(desc: string | DocumentFragment): this {
    this.descEl.setText(desc);
    return this;
  }

  setClass(cls: string): this {
    this.settingEl.addClass(cls);
    return this;
  }

  setTooltip(tooltip: string, _options?: unknown): this {
    setTooltip(this.nameEl, tooltip);
    return this;
  }

  setHeading(): this {
    this.settingEl.addClass("setting-item-heading");
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.settingEl.toggleClass("is-disabled", disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  addButton(run: (component: ButtonComponent) => unknown): this {
    return this.add(new ButtonComponent(this.controlEl), run);
  }

  addExtraButton(run: (component: ExtraButtonComponent) => unknown): this {
    return this.add(new ExtraButtonComponent(this.controlEl), run);
  }

  addToggle(run: (component: ToggleComponent) => unknown): this {
    this.settingEl.addClass("mod-toggle");
    return this.add(new ToggleComponent(this.controlEl), run);
  }

  addText(run: (component: TextComponent) => unknown): this {
    return this.add(new TextComponent(this.controlEl), run);
  }

  addSearch(run: (component: SearchComponent) => unknown): this {
    return this.add(new SearchComponent(this.controlEl), run);
  }

  addTextArea(run: (component: TextAreaComponent) => unknown): this {
    return this.add(new TextAreaComponent(this.controlEl), run);
  }

  addDropdown(run: (component: DropdownComponent) => unknown): this {
    return this.add(new DropdownComponent(this.controlEl), run);
  }

  addSlider(run: (component: SliderComponent) => unknown): this {
    return this.add(new SliderComponent(this.controlEl), run);
  }

  addProgressBar(run: (component: ProgressBarComponent) => unknown): this {
    return this.add(new ProgressBarComponent(this.controlEl), run);
  }

  addComponent<T extends BaseComponent>(run: (el: HTMLElement) => T): this {
    this.components.push(run(this.controlEl));
    return this;
  }

  then(run: (setting: this) => unknown): this {
    run(this);
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    this.components.length = 0;
    return this;
  }

  private add<T extends BaseComponent>(component: T, run: (component: T) => unknown): this {
    this.components.push(component);
    run(component);
    return this;
  }
}

export class SettingGroup {
  readonly groupEl: HTMLElement;
  readonly headerEl: HTMLElement;
  readonly listEl: HTMLElement;
  private headingEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.groupEl = containerEl.createDiv("setting-group");
    this.headerEl = this.groupEl.createDiv("setting-group-header");
    this.listEl = this.groupEl.createDiv("setting-items");
  }

  setHeading(text: string | DocumentFragment): this {
    this.headingEl ??= this.headerEl.createDiv("setting-item-name setting-group-heading");
    this.headingEl.setText(text);
    return this;
  }

  addClass(...classes: string[]): this {
    this.groupEl.addClass(...classes);
    return this;
  }

  addSetting(run: (setting: Setting) => void): this {
    run(new Setting(this.listEl));
    return this;
  }

  addSearch(run: (component: SearchComponent) => unknown): this {
    run(new SearchComponent(this.headerEl));
    return this;
  }

  addExtraButton(run: (component: ExtraButtonComponent) => unknown): this {
    run(new ExtraButtonComponent(this.headerEl));
    return this;
  }
}
