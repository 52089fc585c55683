/** Small parts of the mission view: an icon, an address, a row of answers, a heading with a number. */
import { setIcon } from "obsidian";
import { escapeLine, escapeInvisible } from "../../../kit/text";
import { ANSWER_ROWS, type AnswerCode, FINAL_ANSWERS } from "../../../overview/answers";
import type { NeedCard } from "../../../overview/mission/cards";

export function addIcon(parent: HTMLElement, icon: string, cls = "planwright-icon"): HTMLElement {
  const el = parent.createSpan({ cls, attr: { "aria-hidden": "true" } });
  setIcon(el, icon);
  return el;
}

/** An icon that is a button, with a name for those who do not see it. */
export function addIconButton(
  parent: HTMLElement,
  icon: string,
  name: string,
  run: (event: MouseEvent) => unknown,
): HTMLButtonElement {
  const el = parent.createEl("button", {
    cls: "clickable-icon planwright-icon-button",
    attr: { "aria-label": name, "data-part": icon },
  });
  setIcon(el, icon);
  el.addEventListener("click", (event) => void run(event));
  return el;
}

/** The domain is what tells a receiver from another who looks like them. */
export function addAddress(parent: HTMLElement, where: NonNullable<NeedCard["where"]>): void {
  const el = parent.createEl("bdi", { cls: "planwright-address", attr: { dir: "ltr" } });
  el.createSpan({ text: `${escapeInvisible(escapeLine(where.local, 80))}${where.domain === "" ? "" : "@"}` });
  if (where.domain !== "") el.createEl("strong", { text: escapeInvisible(escapeLine(where.domain, 80)) });
  if (where.more > 0) parent.createSpan({ text: ` + ${String(where.more)}` });
}

/** A day or a moment is not broken at the end of a line. */
export function addWords(parent: HTMLElement, text: string): void {
  for (const [at, part] of text.split(/(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)/).entries())
    if (at % 2 === 1) parent.createSpan({ cls: "planwright-whole", text: part });
    else parent.appendText(part);
}

/** Writes only what differs: a text that is written again is laid out again. */
export function write(el: Element | null, text: string): void {
  if (el !== null && el.textContent !== text) el.setText(text);
}

export interface Answers {
  readonly codes: readonly AnswerCode[];
  /** Subject of the card, for those who do not see it. */
  readonly about: string;
  /** Something else beside them is to be answered first: none stands out. */
  readonly isAside?: boolean;
  /** An answer with words of its own, which stands out before all others. */
  readonly first?: { readonly label: string; readonly run: () => unknown } | null;
  readonly give: (code: AnswerCode) => unknown;
}

/** These come first where there is no other answer, and do not call for attention. */
const MAIN: Partial<Record<AnswerCode, string>> = { hold: "planwright-main", open: "planwright-main" };

/** The first stands out. A click while the first click is at work is not a second answer. */
export function addAnswers(parent: HTMLElement, { codes, about, isAside, first, give }: Answers): void {
  if (codes.length === 0) return;
  const row = parent.createDiv({ cls: "planwright-answers" });
  let busy = false;
  const add = (label: string, cls: string, attr: Record<string, string>, run: () => unknown): void => {
    const button = row.createEl("button", { text: label, cls, attr });
    button.setAttribute("aria-label", `${label}: ${escapeLine(about, 120)}`);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      // The second click of a double click may hit what has come in the place of the first.
      if (busy || event.detail > 1) return;
      busy = true;
      void Promise.resolve(run()).finally(() => (busy = false));
    });
  };
  if (first != null) add(first.label, "mod-cta", { "data-part": "first" }, first.run);
  for (const [at, code] of codes.entries()) {
    const { label, key } = ANSWER_ROWS[code];
    const isFirst = at === 0 && isAside !== true && first == null && !FINAL_ANSWERS.includes(code);
    const attr = { "data-part": code, "aria-keyshortcuts": key };
    add(label, isFirst ? (MAIN[code] ?? "mod-cta") : "", attr, () => give(code));
  }
}

export interface Section {
  readonly el: HTMLElement;
  readonly body: HTMLElement;
  /** `0` hides the number. */
  count(n: number): void;
  hide(hidden: boolean): void;
}

export function addSection(parent: HTMLElement, title: string): Section {
  const el = parent.createEl("section", { cls: "planwright-section", attr: { "aria-label": title } });
  const head = el.createDiv({ cls: "planwright-section-head" });
  head.createEl("h2", { text: title });
  const badge = head.createSpan({ cls: "planwright-count" });
  const body = el.createDiv();
  return {
    el: head,
    body,
    count: (n) => {
      badge.setText(n === 0 ? "" : String(n));
      badge.toggle(n > 0);
    },
    hide: (hidden) => el.toggle(!hidden),
  };
}

/** Whether an element has to be drawn: it shows something else. */
export function isNews(el: HTMLElement, data: unknown): boolean {
  const shows = JSON.stringify(data);
  if (el.dataset["shows"] === shows) return false;
  el.dataset["shows"] = shows;
  return true;
}

export const MISSION_VIEW = "planwright-mission";
