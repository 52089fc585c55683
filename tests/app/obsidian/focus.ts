/** The keyboard focus in a dialog: it goes to the first control, and Tab goes round inside. */
const FOCUSABLE = "button, input, select, textarea, a[href], summary, [tabindex]:not([tabindex='-1'])";

const canHaveFocus = (el: HTMLElement): boolean => {
  if (("disabled" in el && el.disabled === true) || el.closest("[hidden], .is-disabled") !== null)
    return false;
  for (let each: HTMLElement | null = el; each !== null; each = each.parentElement)
    if (each.style.display === "none") return false;
  return true;
};

const focusable = (root: HTMLElement): HTMLElement[] =>
  Array.from(root.querySelectorAll<HTMLElement>(FOCUSABLE)).filter(canHaveFocus);

export const firstFocusable = (root: HTMLElement): HTMLElement | null => focusable(root)[0] ?? null;

export const keepFocusIn = (root: HTMLElement): void => {
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Tab") return;
    const all = focusable(root);
    const active = root.ownerDocument.activeElement;
    const end = event.shiftKey ? all[0] : all.at(-1);
    const other = event.shiftKey ? all.at(-1) : all[0];
    if (all.length > 0 && active !== end && active !== root) return;
    event.preventDefault();
    other?.focus();
  });
};
