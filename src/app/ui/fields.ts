/** Fields of a form: their names for a screen reader, what Enter does in them, and whether a person typed anything. */

const FIELD = "input, textarea, select, .checkbox-container";
const LINE = "input:not([type=checkbox], [type=radio], [type=button], [type=range])";

let named = 0;

/** The app shows the name of a row beside its field and does not tie the two together. */
export function nameFields(root: HTMLElement): void {
  for (const row of Array.from(root.querySelectorAll<HTMLElement>(".setting-item"))) {
    const name = row.querySelector<HTMLElement>(".setting-item-name");
    const desc = row.querySelector<HTMLElement>(".setting-item-description");
    for (const field of Array.from(row.querySelectorAll<HTMLElement>(FIELD))) {
      if (name?.textContent) tie(field, "aria-labelledby", name);
      if (desc?.textContent) tie(field, "aria-describedby", desc);
    }
  }
}

function tie(field: HTMLElement, attribute: string, by: HTMLElement): void {
  if (field.hasAttribute(attribute) || field.hasAttribute("aria-label")) return;
  if (by.id === "") by.id = `planwright-name-${String((named += 1))}`;
  field.setAttribute(attribute, by.id);
}

export function firstField(root: HTMLElement): HTMLElement | null {
  return root.querySelector<HTMLElement>(FIELD);
}

/** The row with this name; null for none. */
export function rowNamed(root: HTMLElement, name: string): HTMLElement | null {
  const names = Array.from(root.querySelectorAll<HTMLElement>(".setting-item-name"));
  return names.find((each) => each.textContent === name)?.closest<HTMLElement>(".setting-item") ?? null;
}

/**
 * In a line, Enter goes on to the next field; in the last one it does what `submit` says. In a text of many lines it
 * is a new line.
 */
export function goOnWithEnter(root: HTMLElement, submit: () => void): void {
  root.addEventListener("keydown", (event) => {
    const field = event.target as HTMLElement;
    if (event.key !== "Enter" || event.isComposing || !field.matches(LINE)) return;
    event.preventDefault();
    event.stopPropagation();
    const all = Array.from(root.querySelectorAll<HTMLElement>(FIELD));
    const next = all[all.indexOf(field) + 1];
    if (next === undefined) submit();
    else next.focus();
  });
}

/** Answers whether a field that takes words says something else than when it was first there. */
export function watchTyping(root: HTMLElement): () => boolean {
  const before = new Map<Element, string>();
  const texts = (): readonly (HTMLInputElement | HTMLTextAreaElement)[] =>
    Array.from(root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`${LINE}, textarea`));
  const note = (): void => {
    for (const field of texts()) if (!before.has(field)) before.set(field, field.value);
  };
  note();
  // Fields that come later are noted when a person reaches them.
  root.addEventListener("focusin", note);
  // A field may be filled in by the form itself.
  let hasInput = false;
  root.addEventListener("input", () => (hasInput = true));
  return () => hasInput && texts().some((field) => field.value !== (before.get(field) ?? ""));
}
