/** The bar in a row of its own: what was just answered, and the way to undo it. */
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import type { Command } from "../../../rules/command";
import { goingOut } from "../../../overview/mission/mission";
import type { EngineClient } from "../engineClient";
import { addIcon, isNews, write } from "../mission/parts";
import { isTakingBack, takeBack } from "../takeBack";
import type { InboxPlace } from "./openInbox";
import { WORDS } from "../words";

const { inbox: words } = WORDS;

/** Milliseconds in which an answer can be undone here. */
const STAYS = 10 * SECOND;

interface Past {
  readonly says: string;
  readonly title: string;
  readonly undo: readonly Command[];
  /** Path of the plan that stands there again afterwards; null for none. */
  readonly plan: string | null;
  readonly until: number;
}

export class UndoBar {
  #past: Past | null = null;
  #run: (() => unknown) | null = null;
  /** The moment at which something was undone last. */
  #pressed = -Infinity;

  constructor(
    private readonly el: HTMLElement,
    private readonly client: EngineClient,
    private readonly undone: (at: InboxPlace) => void,
  ) {
    el.addClass("planwright-undo");
    el.setAttribute("role", "status");
  }

  /** Tells an answer. `undo`: the commands that take it back; none where nothing does. */
  tell(says: string, title: string, undo: readonly Command[], plan: string | null): void {
    this.#past = { says, title, undo, plan, until: this.client.now() + STAYS };
    this.show();
  }

  /** A later answer, which counts down by itself, takes the place of what was told. */
  forget(): void {
    this.#past = null;
  }

  /** Answers whether something in it changes with time. The last answer comes first. */
  show(): boolean {
    const world = this.client.world();
    const all = world === null ? [] : goingOut(world);
    const leaving = all.filter(({ request, at }) => at !== null && !isTakingBack(request));
    const [going] = leaving;
    if (this.#past !== null && this.#past.until <= this.client.now()) this.#past = null;
    const past = this.#past;
    if (past !== null && (past.undo.length > 0 || going === undefined)) {
      const { undo } = past;
      const run = async (): Promise<void> => {
        this.#past = null;
        for (const command of undo) await this.client.obey(command);
        this.undone({ request: null, plan: past.plan });
      };
      this.#draw(past.says, past.title, undo.length === 0 ? null : run);
    } else if (going?.at != null) {
      const left = Math.max(0, Math.ceil((going.at - this.client.now()) / SECOND));
      this.#draw(words.sendsIn(left), words.approved(going.title, leaving.length), async () => {
        this.#past = null;
        for (const { request } of leaving) await takeBack(this.client, request);
        this.undone({ request: going.request, plan: null });
      });
    } else this.#draw("", "", null);
    return going !== undefined || past !== null;
  }

  /** A second press right after the first is the same press. */
  undo(): void {
    const now = this.client.now();
    if (this.#run === null || Math.abs(now - this.#pressed) < SECOND) return;
    this.#pressed = now;
    this.#run();
  }

  #draw(says: string, title: string, run: (() => unknown) | null): void {
    this.#run = run;
    this.el.toggle(says !== "");
    const shape = [says.replace(/\d+/, ""), title, run !== null];
    // A second that has passed leaves the button, and the focus on it, as they are.
    if (!isNews(this.el, shape)) {
      write(this.el.querySelector("strong"), says);
      return;
    }
    this.el.empty();
    if (says === "") return;
    addIcon(this.el, "check");
    const main = this.el.createDiv("planwright-card-main");
    main.createEl("strong", { text: says, attr: { "aria-live": "off" } });
    main.createDiv({ cls: "planwright-muted", text: escapeLine(title, 120), attr: { dir: "auto" } });
    if (run === null) return;
    this.el
      .createEl("button", { text: words.undo, attr: { "aria-keyshortcuts": "Z", "data-key": "Z" } })
      .addEventListener("click", () => this.undo());
  }
}
