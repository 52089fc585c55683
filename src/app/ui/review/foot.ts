/** The buttons beneath what a person reads, each with the key that presses it. */

import { SECOND } from "../../../kit/dates";

/** The key of answers that one letter must not give. */
export const CONFIRMS = "Mod+Enter";

export interface FootButton {
  readonly label: string;
  readonly kind?: "main" | "careful" | undefined;
  /** An answer that nobody can take back: its key leads to its button. */
  readonly isFinal?: boolean;
  /** The key that is shown on it, as the app spells it. */
  readonly key?: string | undefined;
  /** A second key, which is not shown. */
  readonly alias?: string;
  /** It answers nothing yet: what it leads to may be pressed at once. */
  readonly leadsOn?: boolean;
  /** Names it for tests and styles. */
  readonly part?: string;
}

/** Milliseconds between two answers by one key, or by clicks. */
const APART = SECOND;

/** Stands for the pointer among the keys. */
const CLICK = "click";

/**
 * The moment of the last answer by each key and by a click, in whichever pane: a second one right after it is the same
 * press, whatever has come into its place.
 */
const GIVEN = new Map<string, number>();

export class Foot<Button extends FootButton> {
  readonly el: HTMLElement;
  readonly #keys = new Map<string, { readonly button: Button; readonly el: HTMLElement }>();

  /** `take`: called with the pressed button; answers false where that gave no answer. `rests`: no click counts. */
  constructor(
    parent: HTMLElement,
    private readonly now: () => number,
    private readonly take: (button: Button) => unknown,
    private readonly rests: () => boolean = () => false,
  ) {
    this.el = parent.createDiv("planwright-review-foot");
  }

  clear(): void {
    this.el.empty();
    this.#keys.clear();
  }

  add(button: Button): HTMLButtonElement {
    const { label, kind, key, alias, part } = button;
    const el = this.el.createEl("button", { text: label });
    el.toggleClass("mod-cta", kind === "main");
    el.toggleClass("mod-warning", kind === "careful");
    if (part !== undefined) el.dataset["part"] = part;
    if (key !== undefined) {
      el.setAttribute("aria-keyshortcuts", key === CONFIRMS ? "Control+Enter" : key.toUpperCase());
      el.dataset["key"] = key === CONFIRMS ? "Ctrl ↵" : key.toUpperCase();
    }
    if (key !== undefined) this.#keys.set(spelled(key), { button, el });
    if (alias !== undefined && !this.has(alias)) this.#keys.set(spelled(alias), { button, el });
    // The second click of a double click, or of two taps, would answer what has come in the place of the first.
    el.addEventListener("click", (event) => {
      const isMeant = button.leadsOn === true || (!this.rests() && !this.#isSamePress(CLICK));
      if (event.detail < 2 && isMeant) this.#take(button, CLICK);
    });
    return el;
  }

  /** Whether a key gives an answer here. */
  has(key: string): boolean {
    return this.#keys.has(spelled(key));
  }

  /** Presses the button of a key, where one has it. */
  press(key: string): boolean {
    const found = this.#keys.get(spelled(key));
    if (found?.button.isFinal === true) found.el.focus();
    else if (found !== undefined && !this.#isSamePress(found.button.key)) this.#take(found.button);
    return found !== undefined;
  }

  #take(button: Button, by = button.key): void {
    if (this.take(button) === false || button.leadsOn === true) return;
    for (const key of [button.key, by]) if (key !== undefined) GIVEN.set(key, this.now());
  }

  #isSamePress(key = ""): boolean {
    return Math.abs(this.now() - (GIVEN.get(key) ?? -Infinity)) < APART;
  }
}

function spelled(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
