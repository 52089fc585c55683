/**
 * A list on the screen whose elements stay as long as they show the same: focus, a selection and words that a person is
 * typing in one are not lost because something else is news.
 */
export interface Drawn {
  readonly el: HTMLElement;
  readonly shows: string;
}

export class KeyedList<Item> {
  #drawn = new Map<string, Drawn>();

  constructor(
    private readonly parent: HTMLElement,
    private readonly list: {
      readonly keyOf: (item: Item) => string;
      /** Everything that is drawn, as data: another text means another drawing. */
      readonly dataOf: (item: Item) => unknown;
      readonly draw: (el: HTMLElement, item: Item) => void;
      /** Updates parts that change by themselves, such as an age: done at every showing. */
      readonly touch?: (el: HTMLElement, item: Item) => void;
      readonly cls: string;
    },
  ) {
    parent.setAttribute("role", "list");
  }

  /** Keys must differ; of two items with one key, the first is shown. */
  show(items: readonly Item[]): void {
    const next = new Map<string, Drawn>();
    const { keyOf, dataOf, draw, touch, cls } = this.list;
    for (const item of items) {
      const key = keyOf(item);
      if (next.has(key)) continue;
      const shows = JSON.stringify(dataOf(item));
      const old = this.#drawn.get(key);
      const el = old?.el ?? this.parent.createDiv({ cls, attr: { role: "listitem" } });
      if (old?.shows !== shows) redraw(el, () => draw(el, item));
      touch?.(el, item);
      next.set(key, { el, shows });
    }
    for (const [key, { el }] of this.#drawn) if (!next.has(key)) el.remove();
    let place: ChildNode | null = this.parent.firstChild;
    for (const { el } of next.values()) {
      if (el === place) place = el.nextSibling;
      else this.parent.insertBefore(el, place);
    }
    this.#drawn = next;
  }
}

/** Focus goes back to the part that had it, by its name. */
function redraw(el: HTMLElement, draw: () => void): void {
  const { activeElement } = el.doc;
  const had = activeElement !== null && el.contains(activeElement);
  const part = had ? (activeElement as HTMLElement).dataset["part"] : undefined;
  el.empty();
  draw();
  if (!had) return;
  const again = part === undefined ? null : el.querySelector<HTMLElement>(`[data-part="${part}"]`);
  (again ?? el).focus();
}
