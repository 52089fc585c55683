/**
 * Notes of ours as they are read: the marks of steps, actions as a review shows them, and no signs that are for
 * Planwright alone. It adds to the page and folds away; the note is not touched, and editing shows all of it.
 */
import { type MarkdownPostProcessorContext, MarkdownRenderChild } from "obsidian";
import { parseEntry } from "../../../note/plan/parseLog";
import { withoutHand } from "../../../note/plan/approvalMarker";
import type { StepApproval, Step } from "../../../note/plan/plan";
import { pathOf } from "../../../settings/settings";
import { type GatedStep, gatedSteps, type StepMark, stepsOf } from "../../../overview/mission/stepMarks";
import { sheetOfStep } from "../../../overview/review";
import { withoutLinks } from "../../../overview/titles";
import type { World } from "../../../rules/world";
import type { EngineClient } from "../engineClient";
import { addAnswers } from "../mission/parts";
import { give } from "../perform";
import { requestAt } from "../requests";
import { isActionFence, parseAction } from "../../../note/action/parse";
import { drawMark, MARK, markKey, tickMark } from "./stepMark";
import { sameAction } from "../../../note/action/render";
import type { Action } from "../../../note/action/action";
import { groupBy } from "../../../kit/groupBy";
import { escapeLine, lettersAndNumbers } from "../../../kit/text";
import type { Sheet } from "../../../approval/request/sheet";
import { showSheet } from "../review/sheet";
import { WORDS } from "../words";

export class ReadingView {
  readonly #open = new Set<Section>();

  constructor(private readonly client: EngineClient) {}

  readonly process = (el: HTMLElement, context: MarkdownPostProcessorContext): void => {
    if (el.querySelector("li, pre > code") === null) return;
    context.addChild(new Section(el, context, this.client, this.#open));
  };

  /** Called after every look, and each second while something is about to go out. */
  show(): void {
    for (const section of this.#open) section.show();
  }

  remove(): void {
    for (const section of [...this.#open]) section.unload();
  }
}

/** A list or a code block of a note. */
class Section extends MarkdownRenderChild {
  readonly #marks = new Map<HTMLElement, { readonly key: string; readonly mark: HTMLElement }>();
  readonly #cards = new Map<HTMLElement, ActionCard>();
  readonly #path: string;

  constructor(
    el: HTMLElement,
    private readonly context: MarkdownPostProcessorContext,
    private readonly client: EngineClient,
    private readonly open: Set<Section>,
  ) {
    super(el);
    this.#path = context.sourcePath;
  }

  override onload(): void {
    this.open.add(this);
    this.show();
  }

  override onunload(): void {
    this.open.delete(this);
    for (const { mark } of this.#marks.values()) mark.remove();
    for (const card of this.#cards.values()) card.remove();
    this.#marks.clear();
    this.#cards.clear();
    for (const each of this.containerEl.querySelectorAll(".planwright-log-mark"))
      each.replaceWith(each.textContent);
  }

  show(): void {
    const world = this.client.world();
    if (world === null) return;
    const found = this.#find(world);
    for (const [item, { mark }] of this.#marks)
      if ((found.get(item)?.mark ?? null) === null) {
        mark.remove();
        this.#marks.delete(item);
      }
    const before = new Set<ActionCard | null>(this.#cards.values());
    for (const [item, each] of found) {
      if (each.mark !== null) this.#putMark(item, each.mark);
      before.delete(this.#showAction(item, each, world));
    }
    if (world.planIndex.at(this.#path) !== null) this.#foldLogMarks();
    else if (this.containerEl.querySelector("li") === null) before.delete(this.#showRequested(world));
    for (const card of before) card?.remove();
  }

  #showAction(
    item: HTMLElement,
    { step: { approval }, request }: GatedStep,
    world: World,
  ): ActionCard | null {
    const block = findBlock(item);
    if (block === null) return null;
    const card = this.#cardOf(block);
    const action = actionShown(approval, block);
    const paths = [this.#path];
    if (action !== null) card.showSheet(sheetOfStep(action, request, world));
    else if (approval.kind === "unclear")
      card.showFault(approval, (el) =>
        addAnswers(el, {
          codes: approval.fixable === true ? ["repair"] : [],
          about: approval.why,
          give: (code) => give(this.client, code, { note: null, plan: null, request: null, paths }),
        }),
      );
    else card.remove();
    return card;
  }

  /** The block of a request or a record: the first one in its note. */
  #showRequested(world: World): ActionCard | null {
    const block = findBlock(this.containerEl);
    const request = requestAt(world, this.#path);
    const isKept = this.#path.startsWith(`${pathOf(world.settings, "done_actions")}/`);
    if (block === null || (request === null && !isKept) || !this.#isFirst()) return null;
    const card = this.#cardOf(block);
    const action = readBlock(block);
    if (action === null) card.remove();
    else card.showSheet(sheetOfStep(action, request, world));
    return card;
  }

  #cardOf(block: HTMLElement): ActionCard {
    const card = this.#cards.get(block) ?? new ActionCard(block, this.containerEl);
    this.#cards.set(block, card);
    return card;
  }

  #isFirst(): boolean {
    const info = this.context.getSectionInfo(this.containerEl);
    return info !== null && !info.text.split("\n").slice(0, info.lineStart).some(isActionFence);
  }

  /** Boxes and steps both come in the order of the note, and a box is a step’s where it has the words of it. */
  #find(world: World): ReadonlyMap<HTMLElement, GatedStep> {
    const boxes = this.#items();
    const gated = boxes.length === 0 ? [] : gatedSteps(this.#path, world);
    const found = new Map<HTMLElement, GatedStep>();
    if (gated.length === 0) return found;
    const steps = groupBy(stepsOf(this.#path, world).filter(this.#isWithin()), ({ text }) =>
      bareWords(withoutLinks(withoutHand(text))),
    );
    for (const [words, items] of groupBy(boxes, (item) => bareWords(ownText(item)))) {
      const named = steps.get(words) ?? [];
      // One of them was not seen yet, or is none: then nobody knows which.
      if (named.length !== items.length) continue;
      for (const [at, item] of items.entries()) {
        const own = gated.find(({ step }) => step === named[at]);
        if (own !== undefined) found.set(item, own);
      }
    }
    return found;
  }

  /** Whether a step is in this part of the note, by its id, and before it has one by its line. */
  #isWithin(): (step: Step) => boolean {
    const info = this.context.getSectionInfo(this.containerEl);
    if (info === null) return () => true;
    const lines = info.text.split("\n").slice(info.lineStart, info.lineEnd + 1);
    const ids = new Set(lines.map((line) => /\s\^([\w-]+)\s*$/.exec(line)?.[1]));
    return ({ id, line, text }) =>
      id === null ? lines[line - info.lineStart]?.includes(text) === true : ids.has(id);
  }

  /** Boxes within others are no steps. */
  #items(): readonly HTMLElement[] {
    return [...this.containerEl.querySelectorAll<HTMLElement>(BOXED)].filter(
      (item) => item.parentElement?.closest(BOXED) === null,
    );
  }

  #putMark(item: HTMLElement, mark: StepMark): void {
    const key = markKey(mark);
    const old = this.#marks.get(item);
    if (old?.key === key) {
      tickMark(old.mark, mark, this.client.now());
      return;
    }
    const hadFocus = old !== undefined && old.mark === item.doc.activeElement;
    const el = drawMark(item, mark, this.client);
    const holder = item.querySelector<HTMLElement>(":scope > p") ?? item;
    if (old !== undefined) old.mark.replaceWith(el);
    else holder.insertBefore(el, holder.querySelector(`:scope > :is(${BENEATH})`));
    if (hadFocus) el.focus();
    this.#marks.set(item, { key, mark: el });
  }

  #foldLogMarks(): void {
    for (const item of this.containerEl.querySelectorAll("li")) {
      const last = item.lastChild;
      const text = last?.nodeType === Node.TEXT_NODE ? (last.textContent ?? "") : "";
      const at = text.search(/ \([^()]*\)\s*$/);
      if (last === null || at < 0 || parseEntry(`- ${item.textContent}`)?.mark == null) continue;
      last.textContent = text.slice(0, at);
      item.createSpan({ cls: "planwright-log-mark", text: text.slice(at) });
    }
  }
}

const BOXED = "li.task-list-item";

/** In an item, beneath its own words. */
const BENEATH = ["pre", "ul", "ol", "div", "blockquote"].join();

/** Of the first line of an item: what stands beneath it belongs to others. */
function ownText(item: HTMLElement): string {
  const holder = item.querySelector(":scope > p") ?? item;
  let text = "";
  for (const node of holder.childNodes)
    if (!node.instanceOf(HTMLElement) || !node.matches(`${BENEATH}, .${MARK}`))
      text += node.textContent ?? "";
  return withoutHand(text);
}

/** Markdown has signs that are not shown, and the app takes the id away. */
function bareWords(text: string): string {
  return lettersAndNumbers(text).toLowerCase();
}

/** The block of a step or a request; null where there is none. */
function findBlock(parent: HTMLElement): HTMLElement | null {
  for (const code of parent.querySelectorAll<HTMLElement>("pre > code")) {
    const language = /(?:^|\s)language-(\S+)/.exec(code.className)?.[1] ?? "";
    if (isActionFence(`\`\`\`${language}`)) return code.parentElement;
  }
  return null;
}

function readBlock(block: HTMLElement): Action | null {
  const parsed = parseAction((block.querySelector("code")?.textContent ?? "").replace(/\n$/, ""));
  return parsed.kind === "action" ? parsed.action : null;
}

/** The action of the step, if the block on the screen still shows the same action; null otherwise. */
function actionShown(approval: StepApproval, block: HTMLElement): Action | null {
  if (approval.kind !== "action") return null;
  const shown = readBlock(block);
  return shown !== null && sameAction(shown, approval.action) ? approval.action : null;
}

class ActionCard {
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
  showFault(
    { line, why }: Extract<StepApproval, { kind: "unclear" }>,
    addRepair: (el: HTMLElement) => void,
  ): void {
    this.#draw(`${String(line)} ${why}`, () => {
      this.#el.className = "planwright-action-fault";
      this.#el.createDiv({ cls: "planwright-warning", text: escapeLine(WORDS.notes.fault(line, why), 600) });
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
