/** The methods the app adds to the DOM and to a few built-ins. Installed once per window, never at import. */

interface ElementInfo {
  readonly cls?: string | string[];
  readonly text?: string | DocumentFragment;
  readonly attr?: Readonly<Record<string, string | number | boolean | null>>;
  readonly title?: string;
  readonly parent?: Node;
  readonly value?: string;
  readonly type?: string;
  readonly prepend?: boolean;
  readonly placeholder?: string;
  readonly href?: string;
}

type Made<T extends Element> = ((el: T) => void) | undefined;
type Delegate = (this: HTMLElement, event: Event, target: HTMLElement) => unknown;

const words = (classes: readonly string[]): string[] =>
  classes.flatMap((each) => each.split(" ")).filter((each) => each !== "");

const setAttr = (el: Element, name: string, value: string | number | boolean | null): void => {
  if (value === null) el.removeAttribute(name);
  else el.setAttribute(name, String(value));
};

const setText = (el: Element, value: string | DocumentFragment): void => {
  if (typeof value === "string") el.textContent = value;
  else el.replaceChildren(value);
};

const make = (
  document: Document,
  tag: string,
  info: ElementInfo | string | undefined,
  made: Made<HTMLElement>,
): HTMLElement => {
  const el = document.createElement(tag);
  const given: ElementInfo = typeof info === "string" ? { cls: info } : (info ?? {});
  if (given.cls !== undefined) el.classList.add(...words([given.cls].flat()));
  if (given.text !== undefined) setText(el, given.text);
  for (const [name, value] of Object.entries(given.attr ?? {})) setAttr(el, name, value);
  if (given.title !== undefined) el.title = given.title;
  if (given.type !== undefined) el.setAttribute("type", given.type);
  if (given.placeholder !== undefined) el.setAttribute("placeholder", given.placeholder);
  if (given.href !== undefined) el.setAttribute("href", given.href);
  if (given.value !== undefined) Reflect.set(el, "value", given.value);
  if (given.parent !== undefined)
    given.prepend === true
      ? given.parent.insertBefore(el, given.parent.firstChild)
      : given.parent.appendChild(el);
  made?.(el);
  return el;
};

const within = (node: Node, info: ElementInfo | string | undefined): ElementInfo => ({
  ...(typeof info === "string" ? { cls: info } : info),
  parent: node,
});

const docOf = (node: Node): Document => node.ownerDocument ?? (node as Document);

const nodeMethods = {
  detach(this: Node): void {
    this.parentNode?.removeChild(this);
  },
  empty(this: Node): void {
    while (this.lastChild !== null) this.removeChild(this.lastChild);
  },
  appendText(this: Node, text: string): void {
    this.appendChild(docOf(this).createTextNode(text));
  },
  insertAfter(this: Node, node: Node, child: Node | null): Node {
    return this.insertBefore(node, child === null ? this.firstChild : child.nextSibling);
  },
  indexOf(this: Node, other: Node): number {
    return Array.from(this.childNodes).findIndex((child) => child === other);
  },
  instanceOf(this: Node, type: new () => unknown): boolean {
    return this instanceof type;
  },
  createEl(this: Node, tag: string, info?: ElementInfo | string, made?: Made<HTMLElement>): HTMLElement {
    return make(docOf(this), tag, within(this, info), made);
  },
  createDiv(this: Node, info?: ElementInfo | string, made?: Made<HTMLElement>): HTMLElement {
    return make(docOf(this), "div", within(this, info), made);
  },
  createSpan(this: Node, info?: ElementInfo | string, made?: Made<HTMLElement>): HTMLElement {
    return make(docOf(this), "span", within(this, info), made);
  },
  createSvg(this: Node, tag: string, info?: ElementInfo | string, made?: Made<SVGElement>): SVGElement {
    const el = docOf(this).createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
    const given: ElementInfo = typeof info === "string" ? { cls: info } : (info ?? {});
    if (given.cls !== undefined) el.classList.add(...words([given.cls].flat()));
    for (const [name, value] of Object.entries(given.attr ?? {})) setAttr(el, name, value);
    this.appendChild(el);
    made?.(el);
    return el;
  },
};

const elementMethods = {
  getText(this: Element): string {
    return this.textContent ?? "";
  },
  setText(this: Element, value: string | DocumentFragment): void {
    setText(this, value);
  },
  addClass(this: Element, ...classes: string[]): void {
    this.classList.add(...words(classes));
  },
  addClasses(this: Element, classes: string[]): void {
    this.classList.add(...words(classes));
  },
  removeClass(this: Element, ...classes: string[]): void {
    this.classList.remove(...words(classes));
  },
  removeClasses(this: Element, classes: string[]): void {
    this.classList.remove(...words(classes));
  },
  toggleClass(this: Element, classes: string | string[], on: boolean): void {
    for (const each of words([classes].flat())) this.classList.toggle(each, on);
  },
  hasClass(this: Element, name: string): boolean {
    return this.classList.contains(name);
  },
  setAttr(this: Element, name: string, value: string | number | boolean | null): void {
    setAttr(this, name, value);
  },
  setAttrs(this: Element, values: Readonly<Record<string, string | number | boolean | null>>): void {
    for (const [name, value] of Object.entries(values)) setAttr(this, name, value);
  },
  getAttr(this: Element, name: string): string | null {
    return this.getAttribute(name);
  },
  find(this: Element, selector: string): Element | null {
    return this.querySelector(selector);
  },
  findAll(this: Element, selector: string): Element[] {
    return Array.from(this.querySelectorAll(selector));
  },
  isActiveElement(this: Element): boolean {
    return docOf(this).activeElement === this;
  },
  matchParent(this: Element, selector: string, last?: Element): Element | null {
    for (let el: Element | null = this; el !== null; el = el.parentElement) {
      if (el.matches(selector)) return el;
      if (el === last) return null;
    }
    return null;
  },
};

/** Listeners set by `on`, so that `off` finds the wrapper. */
const delegates = new WeakMap<Delegate, EventListener>();

const htmlMethods = {
  show(this: HTMLElement): void {
    this.style.display = "";
  },
  hide(this: HTMLElement): void {
    this.style.display = "none";
  },
  toggle(this: HTMLElement, shown: boolean): void {
    this.style.display = shown ? "" : "none";
  },
  toggleVisibility(this: HTMLElement, shown: boolean): void {
    this.style.visibility = shown ? "" : "hidden";
  },
  isShown(this: HTMLElement): boolean {
    for (let el: HTMLElement | null = this; el !== null; el = el.parentElement)
      if (el.style.display === "none") return false;
    return this.isConnected;
  },
  setCssStyles(this: HTMLElement, styles: Partial<CSSStyleDeclaration>): void {
    Object.assign(this.style, styles);
  },
  setCssProps(this: HTMLElement, props: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(props)) this.style.setProperty(name, value);
  },
  on(
    this: HTMLElement,
    type: string,
    selector: string,
    listener: Delegate,
    options?: boolean | AddEventListenerOptions,
  ): void {
    const wrapper = (event: Event): void => {
      const target =
        event.target instanceof docOf(this).defaultView!.Element
          ? event.target.closest<HTMLElement>(selector)
          : null;
      if (target !== null && this.contains(target)) listener.call(this, event, target);
    };
    delegates.set(listener, wrapper);
    this.addEventListener(type, wrapper, options);
  },
  off(
    this: HTMLElement,
    type: string,
    _selector: string,
    listener: Delegate,
    options?: boolean | AddEventListenerOptions,
  ): void {
    const wrapper = delegates.get(listener);
    if (wrapper !== undefined) this.removeEventListener(type, wrapper, options);
  },
  onClickEvent(
    this: HTMLElement,
    listener: EventListener,
    options?: boolean | AddEventListenerOptions,
  ): void {
    this.addEventListener("click", listener, options);
    this.addEventListener("auxclick", listener, options);
  },
  trigger(this: HTMLElement, type: string): void {
    this.dispatchEvent(new (docOf(this).defaultView!.Event)(type, { bubbles: true }));
  },
};

const arrayMethods = {
  first(this: unknown[]): unknown {
    return this[0];
  },
  last(this: unknown[]): unknown {
    return this[this.length - 1];
  },
  contains(this: unknown[], value: unknown): boolean {
    return this.includes(value);
  },
  remove(this: unknown[], value: unknown): void {
    for (let at = this.indexOf(value); at >= 0; at = this.indexOf(value)) this.splice(at, 1);
  },
  unique(this: unknown[]): unknown[] {
    return [...new Set(this)];
  },
};

const install = (target: object, methods: object): void => {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });
  }
};

const getter = (target: object, name: string, get: (this: Node) => unknown): void => {
  Object.defineProperty(target, name, { get, configurable: true });
};

export const installDom = (window: Window & typeof globalThis): void => {
  const document = window.document;
  install(window.Node.prototype, nodeMethods);
  install(window.Element.prototype, elementMethods);
  install(window.HTMLElement.prototype, htmlMethods);
  install(window.DocumentFragment.prototype, { find: elementMethods.find, findAll: elementMethods.findAll });
  getter(window.Node.prototype, "doc", function (this: Node) {
    return docOf(this);
  });
  getter(window.Node.prototype, "win", function (this: Node) {
    return docOf(this).defaultView;
  });
  install(Array.prototype, arrayMethods);
  install(String.prototype, {
    contains(this: string, part: string): boolean {
      return this.includes(part);
    },
  });
  install(Math, { clamp: (value: number, min: number, max: number) => Math.min(Math.max(value, min), max) });
  install(window, {
    activeWindow: window,
    activeDocument: document,
    createEl: (tag: string, info?: ElementInfo | string, made?: Made<HTMLElement>) =>
      make(document, tag, info, made),
    createDiv: (info?: ElementInfo | string, made?: Made<HTMLElement>) => make(document, "div", info, made),
    createSpan: (info?: ElementInfo | string, made?: Made<HTMLElement>) => make(document, "span", info, made),
    createFragment: (made?: (el: DocumentFragment) => void) => {
      const fragment = document.createDocumentFragment();
      made?.(fragment);
      return fragment;
    },
    fish: (selector: string) => document.querySelector(selector),
    fishAll: (selector: string) => Array.from(document.querySelectorAll(selector)),
    sleep: (ms: number) => new Promise<void>((resolve) => window.setTimeout(resolve, ms)),
  });
};
