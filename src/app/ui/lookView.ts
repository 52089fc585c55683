/** The frame of a view that is drawn from the last look: what opens it, shows it anew, and closes it. */
import { ItemView, type WorkspaceLeaf } from "obsidian";
import { SECOND } from "../../kit/dates";
import type { EngineClient } from "./engineClient";

interface About {
  readonly type: string;
  readonly name: string;
  readonly icon: string;
  /** Class of its content. */
  readonly cls: string;
}

export abstract class LookView extends ItemView {
  #isOpen = false;
  #isDue = false;
  #timer: number | null = null;

  constructor(
    leaf: WorkspaceLeaf,
    protected readonly client: EngineClient,
    private readonly about: About,
  ) {
    super(leaf);
    this.icon = about.icon;
  }

  /** Makes the elements, once. */
  protected abstract draw(el: HTMLElement): void;
  /** Fills them from the last look. */
  abstract show(): void;

  override getViewType(): string {
    return this.about.type;
  }

  override getDisplayText(): string {
    return this.about.name;
  }

  protected override onOpen(): Promise<void> {
    this.contentEl.empty();
    this.contentEl.addClass(this.about.cls);
    this.draw(this.contentEl);
    this.#isOpen = true;
    this.show();
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.#isOpen = false;
    this.showsEachSecond(false);
    return Promise.resolve();
  }

  /** Called after every look, which took its share of a frame. */
  showSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.contentEl.win.setTimeout(() => {
      this.#isDue = false;
      if (this.#isOpen) this.show();
    });
  }

  /** While something in it counts, it is shown anew each second. */
  protected showsEachSecond(runs: boolean): void {
    const { win } = this.contentEl;
    if (runs) this.#timer ??= win.setInterval(() => this.show(), SECOND);
    else if (this.#timer !== null) {
      win.clearInterval(this.#timer);
      this.#timer = null;
    }
  }
}
