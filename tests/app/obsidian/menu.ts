/** Context menus. */
import { Component } from "./event";
import { setIcon } from "./text";
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
  private readonly iconEl: HTMLElement;
  private readonly titleEl: HTMLElement;
  private clicked: ((event: MouseEvent | KeyboardEvent) => unknown) | null = null;

  constructor(private readonly menu: Menu) {
    this.dom = documentOf(menu.around).createElement("div");
    this.dom.addClass("menu-item", "tappable");
    this.dom.setAttrs({ role: "menuitem", tabindex: "-1" });
    this.iconEl = this.dom.createDiv("menu-item-icon");
    this.titleEl = this.dom.createDiv("menu-item-title");
    this.dom.addEventListener("click", (event) => this.choose(event));
  }

  setTitle(title: string | DocumentFragment): this {
    this.titleEl.setText(title);
    this.title = this.titleEl.getText();
    return this;
  }

  setIcon(icon: string | null): this {
    this.icon = icon;
    if (icon === null) this.iconEl.empty();
    else setIcon(this.iconEl, icon);
    return this;
  }

  setChecked(checked: boolean | null): this {
    this.checked = checked;
    this.dom.toggleClass("mod-checked", checked === true);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    this.dom.toggleClass("is-disabled", disabled);
    this.dom.setAttribute("aria-disabled", String(disabled));
    return this;
  }

  setWarning(warning: boolean): this {
    this.warning = warning;
    this.dom.toggleClass("is-warning", warning);
    return this;
  }

  setIsLabel(isLabel: boolean): this {
    this.isLabel = isLabel;
    this.dom.toggleClass("is-label", isLabel);
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
  private cameFrom: Element | null = null;

  constructor() {
    super();
    this.around = (this.constructor as typeof Menu).around();
    this.el = documentOf(this.around).createElement("div");
    this.el.addClass("menu");
    this.el.setAttrs({ role: "menu", tabindex: "-1" });
    this.el.addEventListener("keydown", (event) => this.pressed(event));
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

  showAtMouseEvent(event: MouseEvent): this {
    return this.showAtPosition({ x: event.clientX, y: event.clientY });
  }

  showAtPosition(position: { readonly x: number; readonly y: number }, _document?: Document): this {
    this.show();
    const { innerWidth, innerHeight } = this.around.window;
    const within = (at: number, size: number, room: number): string =>
      `${String(Math.max(8, Math.min(at, room - size - 8)))}px`;
    this.el.style.left = within(position.x, this.el.offsetWidth, innerWidth);
    this.el.style.top = within(position.y, this.el.offsetHeight, innerHeight);
    return this;
  }

  onHide(run: () => unknown): void {
    this.hideCallbacks.push(run);
  }

  hide(): this {
    if (this.el.isConnected) {
      this.el.detach();
      documentOf(this.around).removeEventListener("mousedown", this.away, true);
      if (this.cameFrom?.isConnected === true) (this.cameFrom as HTMLElement).focus();
      this.unload();
      this.hideCallbacks.forEach((run) => run());
    }
    return this;
  }

  close(): void {
    this.hide();
  }

  /** Sections stand together, in the order in which they were first named. */
  private arrange(): void {
    const sections = [...new Set(this.items.map((item) => item.section))];
    if (sections.length < 2) return;
    this.el.empty();
    sections.forEach((section, at) => {
      if (at > 0) this.el.createDiv("menu-separator");
      for (const item of this.items) if (item.section === section) this.el.appendChild(item.dom);
    });
  }

  private show(): this {
    const document = documentOf(this.around);
    this.cameFrom = document.activeElement;
    this.arrange();
    document.body.appendChild(this.el);
    document.addEventListener("mousedown", this.away, true);
    this.load();
    this.el.focus();
    return this;
  }

  private readonly away = (event: Event): void => {
    if (!this.el.contains(event.target as Node)) this.hide();
  };

  private pressed(event: KeyboardEvent): void {
    const all = Array.from(
      this.el.querySelectorAll<HTMLElement>(".menu-item:not(.is-disabled):not(.is-label)"),
    );
    const at = all.indexOf(documentOf(this.around).activeElement as HTMLElement);
    if (event.key === "ArrowDown") all[(at + 1) % all.length]?.focus();
    else if (event.key === "ArrowUp") all[at <= 0 ? all.length - 1 : at - 1]?.focus();
    else if (event.key === "Enter") all[at]?.click();
    else if (event.key === "Escape") this.hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
