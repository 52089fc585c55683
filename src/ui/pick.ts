/** Lets a person pick one of several things by name. */
import { FuzzySuggestModal, type App } from "obsidian";
import { plain } from "../kit/text";
import { tellApart } from "../views/titles";

/**
 * Hands over the one picked; at once when there is only one, and not at all when there is none, or when the person
 * closes the list. `apart` tells items apart whose labels read alike.
 */
export function pick<T>(
  app: App,
  items: readonly T[],
  label: (item: T) => string,
  placeholder: string,
  then: (item: T) => void,
  apart: (item: T) => string = () => "",
): void {
  if (items.length === 0) return;
  const [only] = items;
  if (only !== undefined && items.length === 1) {
    then(only);
    return;
  }
  // The app asks for the text of each item at every key.
  const texts = new Map([...tellApart(items, label, apart)].map(([item, line]) => [item, plain(line, 200)]));
  const list = new PickList(app, items, (item) => texts.get(item) ?? "", then);
  list.setPlaceholder(placeholder);
  list.open();
}

class PickList<T> extends FuzzySuggestModal<T> {
  constructor(
    app: App,
    private readonly items: readonly T[],
    private readonly textOf: (item: T) => string,
    private readonly then: (item: T) => void,
  ) {
    super(app);
  }

  override getItems(): T[] {
    return [...this.items];
  }

  override getItemText(item: T): string {
    return this.textOf(item);
  }

  override onChooseItem(item: T): void {
    this.then(item);
  }
}
