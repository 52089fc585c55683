/**
 * An `action` block where it is read: all that would go out, drawn as the review draws it, with the block as it is
 * written folded beneath. Where the block has a fault, it stays in view, with the fault above it.
 */
import { isActionFence, parseAction } from "../../action/parse";
import { canonicalAction } from "../../action/render";
import type { Action } from "../../action/action";
import { plain } from "../../kit/text";
import type { Gate } from "../../plan/plan";
import type { Sheet } from "../../request/sheet";
import { showSheet } from "../review/sheet";
import { WORDS } from "../words";

/** The block of a step or a request; null where there is none. */
export function findBlock(parent: HTMLElement): HTMLElement | null {
  for (const code of parent.querySelectorAll<HTMLElement>("pre > code")) {
    const language = /(?:^|\s)language-(\S+)/.exec(code.className)?.[1] ?? "";
    if (isActionFence(`\`\`\`${language}`)) return code.parentElement;
  }
  return null;
}

export function readBlock(block: HTMLElement): Action | null {
  const reading = parseAction((block.querySelector("code")?.textContent ?? "").replace(/\n$/, ""));
  return reading.kind === "action" ? reading.action : null;
}

/** The action on the screen, where the plan was last seen with just that one. */
export function actionOf(gate: Gate, block: HTMLElement): Action | null {
  const read = gate.kind === "action" ? readBlock(block) : null;
  return read !== null && gate.kind === "action" && canonicalAction(read) === canonicalAction(gate.action)
    ? gate.action
    : null;
}

export class ActionCard {
  readonly #el: HTMLElement;
  #shows = "";

  /** `parent`: the part of the note that holds it. */
  constructor(
    private readonly block: HTMLElement,
    parent: HTMLElement,
  ) {
    this.#el = parent.createDiv();
    this.#el.remove();
  }

  showSheet(sheet: Sheet): void {
    this.#draw(JSON.stringify(sheet), () => {
      this.#el.className = "planwright-action";
      this.#el.setAttribute("role", "group");
      this.#el.setAttribute("aria-label", WORDS.review.text);
      showSheet(this.#el, sheet);
      const details = this.#el.createEl("details");
      details.createEl("summary", { text: WORDS.notes.asWritten });
      this.block.replaceWith(this.#el);
      details.append(this.block);
    });
  }

  /** `repair` is left out where no change is known that puts it right. */
  showFault({ line, why }: Extract<Gate, { kind: "unclear" }>, addRepair: (el: HTMLElement) => void): void {
    this.#draw(`${String(line)} ${why}`, () => {
      this.#el.className = "planwright-action-fault";
      this.#el.createDiv({ cls: "planwright-warning", text: plain(WORDS.notes.fault(line, why), 600) });
      addRepair(this.#el);
      this.block.before(this.#el);
    });
  }

  /** The note is drawn as it was. */
  remove(): void {
    if (this.#el.contains(this.block)) this.#el.replaceWith(this.block);
    else this.#el.remove();
    this.#shows = "";
  }

  #draw(shows: string, draw: () => void): void {
    if (shows === this.#shows) return;
    this.remove();
    this.#el.empty();
    draw();
    this.#shows = shows;
  }
}
