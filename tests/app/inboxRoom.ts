/** The inbox of a running app, as a person works in it: keys, rows, the card beside them, and the bar beneath. */
import type { Harness } from "./harness";

export interface InboxRoom {
  readonly el: HTMLElement;
  press(key: string, more?: KeyboardEventInit): Promise<void>;
  /** A pane that came by itself takes no answer for a second. */
  rest(): Promise<void>;
  titles(): readonly string[];
  chosen(): string;
  /** The text that is in front of the person. */
  read(): string;
  foot(): readonly string[];
  /** Presses a button of the card or of the bar. */
  click(label: string): Promise<void>;
  /** The bar beneath the list: what was answered, and the way to undo it. */
  bar(): string;
}

export async function openInbox(app: Harness): Promise<InboxRoom> {
  await app.run("open-inbox");
  await app.time.advance(1100);
  const el = app.views("planwright-inbox")[0]?.el;
  if (el === undefined) throw new Error("The inbox is not open.");
  const { document, KeyboardEvent, MouseEvent } = app.window as Window & typeof globalThis;
  const texts = (selector: string): readonly string[] =>
    Array.from(el.querySelectorAll(selector), ({ textContent }) => textContent ?? "");
  return {
    el,
    press: async (key, more = {}) => {
      document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
      await app.idle();
    },
    rest: () => app.time.advance(1100),
    titles: () => texts(".planwright-inbox-title"),
    chosen: () => texts("[aria-selected=true] .planwright-inbox-title")[0] ?? "",
    read: () => texts(".planwright-review-text")[0] ?? "",
    foot: () => texts(".planwright-review-foot button"),
    click: async (label) => {
      const found = Array.from(el.querySelectorAll("button")).find(
        ({ textContent }) => textContent === label,
      );
      if (found === undefined) throw new Error(`There is no button “${label}”.`);
      found.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      await app.idle();
    },
    bar: () => texts(".planwright-undo")[0] ?? "",
  };
}
