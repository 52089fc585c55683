/**
 * One part of the screen as a person sees it, with all that they can do there: read, press, fill in. Strict on purpose:
 * an absent, hidden, disabled or ambiguous control is an error that says what there is instead.
 */

export type FieldValue = string | boolean;

export interface Row {
  readonly name: string;
  readonly desc: string;
  /** Value of the row's control; null when it has none (headings, buttons, clickable rows). */
  readonly value: FieldValue | null;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly heading: boolean;
  readonly buttons: readonly string[];
}

export interface Face {
  readonly el: HTMLElement;
  /** All visible words, blank runs made one space. */
  text(): string;
  buttons(): readonly string[];
  rows(): readonly Row[];
  /** Fields that are not part of a row too, by label. */
  fields(): Readonly<Record<string, FieldValue>>;
  /** Presses a button, an icon (by its tooltip), a link, or a clickable row (by its name). */
  click(label: string): Promise<void>;
  /** Enters a value as a person does: `input`, then `change` and `blur`. For a dropdown the shown text or the value. */
  fill(label: string, value: FieldValue): Promise<void>;
}

const FIELD = "input, textarea, select, .checkbox-container";
const PRESSABLE =
  "button, .clickable-icon, a, .setting-item.mod-clickable, .setting-list-add, [role=button], .menu-item, .suggestion-item";

const squeeze = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

const isHidden = (el: Element): boolean => {
  for (let each: Element | null = el; each !== null; each = each.parentElement) {
    if (each instanceof Object && "style" in each && (each as HTMLElement).style.display === "none")
      return true;
    if (each.hasAttribute("hidden")) return true;
  }
  return false;
};

const visible = (root: HTMLElement, selector: string): HTMLElement[] =>
  Array.from(root.querySelectorAll<HTMLElement>(selector)).filter((el) => !isHidden(el));

const visibleText = (el: Element): string => {
  if (isHidden(el)) return "";
  const parts = Array.from(el.childNodes, (child) =>
    child.nodeType === 1 ? visibleText(child as Element) : (child.textContent ?? ""),
  );
  return parts.join(" ");
};

const labelOfPressable = (el: HTMLElement): string => {
  if (el.matches(".setting-item")) return squeeze(el.querySelector(".setting-item-name")?.textContent);
  return squeeze(el.textContent) || (el.getAttribute("aria-label") ?? "");
};

const labelOfField = (el: HTMLElement): string => {
  const row = el.closest(".setting-item");
  if (row !== null) return squeeze(row.querySelector(".setting-item-name")?.textContent);
  const label =
    el.closest("label") ?? (el.id === "" ? null : el.ownerDocument.querySelector(`label[for="${el.id}"]`));
  return (
    squeeze(label?.textContent) || (el.getAttribute("aria-label") ?? el.getAttribute("placeholder") ?? "")
  );
};

const isDisabled = (el: HTMLElement): boolean =>
  ("disabled" in el && el.disabled === true) ||
  el.closest(".is-disabled, [aria-disabled=true], [inert]") !== null;

const valueOf = (el: HTMLElement): FieldValue => {
  if (el.matches(".checkbox-container")) return el.classList.contains("is-enabled");
  if (el.matches("input[type=checkbox], input[type=radio]")) return (el as HTMLInputElement).checked;
  return (el as HTMLInputElement).value;
};

const rowOf = (el: HTMLElement): Row => {
  const field = el.querySelector<HTMLElement>(FIELD);
  return {
    name: squeeze(el.querySelector(".setting-item-name")?.textContent),
    desc: squeeze(el.querySelector(".setting-item-description")?.textContent),
    value: field === null ? null : valueOf(field),
    error: el.querySelector(".setting-item-error")?.textContent ?? null,
    disabled: el.classList.contains("is-disabled"),
    heading: el.classList.contains("setting-item-heading"),
    buttons: visible(el, "button, .clickable-icon").map(labelOfPressable),
  };
};

const one = (
  what: string,
  label: string,
  found: readonly HTMLElement[],
  all: readonly string[],
): HTMLElement => {
  const [only] = found;
  if (only === undefined)
    throw new Error(
      `No ${what} "${label}". There is: ${all.map((each) => `"${each}"`).join(", ") || "nothing"}.`,
    );
  if (found.length > 1) throw new Error(`${found.length} times "${label}": cannot tell which ${what}.`);
  if (isDisabled(only)) throw new Error(`The ${what} "${label}" is disabled.`);
  return only;
};

const enter = (el: HTMLElement, value: FieldValue): void => {
  const fire = (type: string): void =>
    void el.dispatchEvent(new (el.ownerDocument.defaultView ?? globalThis).Event(type, { bubbles: true }));
  if (typeof value === "boolean") {
    if (valueOf(el) !== value) el.click();
    return;
  }
  if (el.matches(".checkbox-container, input[type=checkbox]"))
    throw new Error("A toggle takes true or false.");
  if (el.matches("select")) {
    const options = Array.from((el as HTMLSelectElement).options);
    const option =
      options.find((each) => each.text === value) ?? options.find((each) => each.value === value);
    if (option === undefined)
      throw new Error(`No option "${value}". There is: ${options.map((each) => each.text).join(", ")}.`);
    (el as HTMLSelectElement).value = option.value;
  } else {
    (el as HTMLInputElement).value = value;
    fire("input");
  }
  fire("change");
  fire("blur");
};

export const faceOf = (el: HTMLElement, settle: () => Promise<void>): Face => ({
  el,
  text: () => squeeze(visibleText(el)),
  buttons: () => visible(el, "button").map(labelOfPressable),
  rows: () => visible(el, ".setting-item").map(rowOf),
  fields: () => Object.fromEntries(visible(el, FIELD).map((field) => [labelOfField(field), valueOf(field)])),
  click: async (label) => {
    const all = visible(el, PRESSABLE);
    const found = all.filter((each) => labelOfPressable(each) === label);
    // A clickable row holds its own buttons; the innermost of the same name is meant.
    const inner = found.filter((each) => !found.some((other) => other !== each && each.contains(other)));
    one("button", label, inner, all.map(labelOfPressable)).click();
    await settle();
  },
  fill: async (label, value) => {
    const all = visible(el, FIELD);
    enter(
      one(
        "field",
        label,
        all.filter((each) => labelOfField(each) === label),
        all.map(labelOfField),
      ),
      value,
    );
    await settle();
  },
});
