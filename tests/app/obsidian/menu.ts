/** Context menus. */
import { Component } from "./event";
import { documentOf, type Surroundings, surroundings } from "./surroundings";

export class MenuItem {
  readonly dom: HTMLElement;
  title = "";
  icon: string | null = null;
  section = "";
  checked: boolean | null = null;
  disabled = false;
  warning = false;
  isLabel = false;
  private clicked: ((event: MouseEvent | KeyboardEvent) => unknown) | null = null;

  constructor(private readonly menu: Menu) {
    this.dom = documentOf(menu.around).createElement("div");
    this.dom.addClass("menu-item");
    this.dom.addEventListener("click", (event) => this.choose(event));
  }

  setTitle(title: string | DocumentFragment): this {
    this.dom.setText(title);
    this.title = this.dom.getText();
    return this;
  }

  setIcon(icon: string | null): this {
    this.icon = icon;
    return this;
  }

  setChecked(checked: boolean | null): this {
    this.checked = checked;
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    this.dom.toggleClass("is-disabled", disabled);
    return this;
  }

  setWarning(warning: boolean): this {
    this.warning = warning;
    return this;
  }

  setIsLabel(isLabel: boolean): this {
    this.isLabel = isLabel;
    return this;
  }

  setSection(section: string): this {
    this.section = section;
    return this;
  }

  onClick(run: (event: MouseEvent | KeyboardEvent) => unknown): this {
    this.clicked = run;
    return this;
  }

  private choose(event: MouseEvent): void {
    if (this.disabled || this.isLabel) return;
    this.menu.hide();
    const answer: unknown = this.clicked?.(event);
    if (answer instanceof Promise) answer.catch((error: unknown) => this.menu.around.errors.push(error));
  }
}

export class Menu extends Component {
  readonly around: Surroundings;
  readonly items: MenuItem[] = [];
  private readonly el: HTMLElement;
  private readonly hideCallbacks: (() => unknown)[] = [];

  constructor() {
    super();
    this.around = (this.constructor as typeof Menu).around();
    this.el = documentOf(this.around).createElement("div");
    this.el.addClass("menu");
  }

  static around(): Surroundings {
    return surroundings();
  }

  static forEvent(_event: MouseEvent): Menu {
    return new this();
  }

  addItem(run: (item: MenuItem) => unknown): this {
    const item = new MenuItem(this);
    this.items.push(item);
    this.el.appendChild(item.dom);
    run(item);
    return this;
  }

  addSeparator(): this {
    this.el.createDiv("menu-separator");
    return this;
  }

  setNoIcon(): this {
    return this;
  }

  setUseNativeMenu(_native: boolean): this {
    return this;
  }

  setParentElement(_el: HTMLElement): this {
    return this;
  }

  showAtMouseEvent(_event: MouseEvent): this {
    return this.show();
  }

  showAtPosition(_position: unknown, _document?: Document): this {
    return this.show();
  }

  onHide(run: () => unknown): void {
    this.hideCallbacks.push(run);
  }

  hide(): this {
    if (this.el.isConnected) {
      this.el.detach();
      this.unload();
      this.hideCallbacks.forEach((run) => run());
    }
    return this;
  }

  close(): void {
    this.hide();
  }

  private show(): this {
    documentOf(this.around).body.appendChild(this.el);
    this.load();
    return this;
  }
}
