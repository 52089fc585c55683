/**
 * A list on the screen whose elements stay as long as they show the same: focus, a selection and words that a person is
 * typing in one are not lost because something else is news.
 */
interface Drawn<Item> {
  readonly el: HTMLElement;
  readonly item: Item;
  readonly shows: string;
}

/** New elements of one frame: hundreds at once would hold up the window. */
const AT_ONCE = 12;

export class KeyedList<Item> {
  #drawn = new Map<string, Drawn<Item>>();
  #items: readonly Item[] = [];
  /** Arrows go from item to item in the view alone; in a note, they are the note's. */
  readonly #stop;

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
    this.#stop = parent.closest(".planwright-mission") === null ? {} : { tabindex: "0" };
  }

  /** Keys must differ; of two items with one key, the first is shown. New items beyond a few follow in later frames. */
  show(items: readonly Item[]): void {
    this.#items = items;
    const next = new Map<string, Drawn<Item>>();
    const { keyOf, dataOf, draw, touch, cls } = this.list;
    let fresh = 0;
    for (const item of items) {
      const key = keyOf(item);
      if (next.has(key)) continue;
      const old = this.#drawn.get(key);
      if (old === undefined && ++fresh > AT_ONCE) continue;
      const shows = old?.item === item ? old.shows : JSON.stringify(dataOf(item));
      const el = old?.el ?? this.parent.createDiv({ cls, attr: { role: "listitem", ...this.#stop } });
      if (old?.shows !== shows) redraw(el, () => draw(el, item));
      touch?.(el, item);
      next.set(key, { el, item, shows });
    }
    for (const [key, { el }] of this.#drawn) if (!next.has(key)) el.remove();
    let place: ChildNode | null = this.parent.firstChild;
    for (const { el } of next.values()) {
      if (el === place) place = el.nextSibling;
      else this.parent.insertBefore(el, place);
    }
    this.#drawn = next;
    // Screen readers wait for the rest.
    this.parent.setAttribute("aria-busy", String(fresh > AT_ONCE));
    if (fresh > AT_ONCE) this.parent.win.requestAnimationFrame(() => this.show(this.#items));
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
