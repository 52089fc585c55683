/** Lets a person pick one of several things by name. */
import { FuzzySuggestModal, type App } from "obsidian";
import { escapeLine } from "../../kit/text";
import { tellApart } from "../../overview/titles";

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
  const lines = tellApart(items, label, apart);
  // The app asks for the text of each item at every key.
  const named = items.map((item, n): Named<T> => ({ item, text: escapeLine(lines[n] ?? "", 200) }));
  const list = new PickList(app, named, then);
  list.setPlaceholder(placeholder);
  list.open();
}

interface Named<T> {
  readonly item: T;
  readonly text: string;
}

class PickList<T> extends FuzzySuggestModal<Named<T>> {
  constructor(
    app: App,
    private readonly items: Named<T>[],
    private readonly then: (item: T) => void,
  ) {
    super(app);
  }

  override getItems(): Named<T>[] {
    return this.items;
  }

  override getItemText({ text }: Named<T>): string {
    return text;
  }

  override onChooseItem({ item }: Named<T>): void {
    this.then(item);
  }
}
