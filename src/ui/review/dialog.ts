/** The dialog of the review: a fixed head and foot, one text that scrolls between them, and a queue of requests to go through. */
import { Modal, setIcon } from "obsidian";
import type { Action } from "../../action/action";
import { plain } from "../../kit/text";
import type { RequestView } from "../../approval/view";
import { noteOf, reviewOf, type Review } from "../../views/review";
import { stateWords } from "../../views/describe";
import type { Door } from "../door";
import { WORDS } from "../words";
import { showFacts, showRaw, showUnusual } from "./around";
import { choicesFor, type Choice } from "./choices";
import { showReview } from "./show";

const { review: words } = WORDS;

export class ReviewDialog extends Modal {
  readonly #door: Door;
  #queue: readonly RequestView[];
  #at: number;
  #rejects: boolean;
  readonly #all: number;
  #review: Review | null = null;
  /** The end of the text was in view. */
  #isRead = false;
  #isBusy = false;
  #keys: ReadonlyMap<string, Choice> = new Map();
  /** The button that waits until the text is read, and its label. */
  #main: { readonly button: HTMLButtonElement; readonly label: string } | null = null;
  readonly #context: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #live: HTMLElement;
  readonly #foot: HTMLElement;
  #end: HTMLElement | null = null;

  constructor(door: Door, requests: readonly RequestView[], at: number, rejects: boolean) {
    super(door.app);
    this.#door = door;
    this.#queue = requests;
    this.#all = requests.length;
    this.#at = Math.min(Math.max(at, 0), requests.length - 1);
    this.#rejects = rejects;
    const { modalEl, titleEl, contentEl } = this;
    modalEl.addClass("planwright-review");
    titleEl.id = "planwright-review-title";
    for (const [name, value] of [
      ["role", "dialog"],
      ["aria-modal", "true"],
      ["aria-labelledby", titleEl.id],
    ] as const)
      modalEl.setAttribute(name, value);
    this.#context = contentEl.createDiv("planwright-review-context");
    titleEl.before(this.#context);
    this.#scroller = contentEl.createDiv({
      cls: "planwright-review-text",
      attr: { tabindex: "0", role: "region", "aria-label": words.text },
    });
    this.#live = contentEl.createDiv({ cls: "planwright-review-live", attr: { role: "status" } });
    this.#foot = contentEl.createDiv("planwright-review-foot");
    this.#scroller.addEventListener("scroll", () => this.#look());
    this.#addKeys();
  }

  override onOpen(): void {
    void this.#show("");
  }

  /** Shows the request at hand as it is now. `said` is told first; `before`: what the person was shown of it. */
  async #show(said: string, before: Action | null = null): Promise<void> {
    const given = this.#queue[this.#at];
    if (given === undefined) return;
    const world = this.#door.world();
    if (world === null) return;
    const request = world.requests.find(({ id, name }) => id === given.id && name === given.name) ?? given;
    const path = noteOf(request);
    const note = path === null ? null : await this.#door.read(path);
    if (this.#queue[this.#at] !== given) return;
    const review = reviewOf(request, note, world, before);
    this.#review = review;
    this.#isRead = false;
    this.setTitle(question(review));
    this.#drawContext(review);
    this.#scroller.empty();
    this.#scroller.scrollTop = 0;
    if (said !== "") this.#scroller.createEl("p", { cls: "planwright-said", text: said });
    showUnusual(this.#scroller, review);
    this.#end = showReview(this.#scroller, review);
    showFacts(this.#scroller, review, this.#door.now());
    showRaw(this.#scroller, review);
    this.#live.setText(
      `${said} ${this.#all === 1 ? "" : words.progress(this.#at + 1, this.#queue.length)}`.trim(),
    );
    if (this.#rejects) this.#drawRejecting(review);
    else {
      this.#drawFoot(review);
      this.#scroller.focus();
    }
    this.#rejects = false;
    this.#look();
  }

  #drawContext({ title, place }: Review): void {
    this.#context.empty();
    setIcon(this.#context.createSpan({ attr: { "aria-hidden": "true" } }), "list-checks");
    const name = plain(title, 200);
    this.#context.createEl("bdi", { text: place === null ? name : words.place(name, place.n, place.of) });
    if (this.#queue.length < 2) return;
    this.#context.createSpan({
      cls: "planwright-review-progress",
      text: words.progress(this.#at + 1, this.#queue.length),
    });
    for (const [label, icon, by] of [
      [words.before, "arrow-left", -1],
      [words.next, "arrow-right", 1],
    ] as const) {
      const button = this.#context.createEl("button", {
        cls: "clickable-icon",
        attr: { "aria-label": label, "aria-keyshortcuts": by < 0 ? "ArrowLeft K" : "ArrowRight J" },
      });
      setIcon(button, icon);
      button.disabled = this.#queue[this.#at + by] === undefined;
      button.addEventListener("click", () => this.#move(by));
    }
  }

  #drawFoot(review: Review): void {
    this.#foot.empty();
    const { start, end } = choicesFor(this.#door, review);
    this.#keys = new Map(
      [...start, ...end].flatMap((each) => (each.key === undefined ? [] : [[each.key, each]])),
    );
    this.#main = null;
    for (const each of start) this.#addButton(each);
    this.#foot.createSpan({ cls: "planwright-review-hint", text: hint(review) });
    for (const each of end) this.#addButton(each);
    this.#look();
  }

  #addButton(choice: Choice): void {
    const { label, kind, key } = choice;
    const button = this.#foot.createEl("button", { text: label });
    if (kind === "main") button.addClass("mod-cta");
    if (kind === "careful") button.addClass("mod-warning");
    if (key !== undefined) {
      button.setAttribute("aria-keyshortcuts", key === "Mod+Enter" ? "Control+Enter" : key);
      button.dataset["key"] = key === "Mod+Enter" ? "Ctrl ↵" : key;
    }
    if (choice.afterReading === true) this.#main = { button, label };
    // A second click within a double click would answer the next request, which nobody has read.
    button.addEventListener("click", (event) => {
      if (event.detail < 2) void this.#take(choice);
    });
  }

  async #take(choice: Choice): Promise<void> {
    const review = this.#review;
    if (this.#isBusy || review === null || (choice.afterReading === true && !this.#isRead)) return;
    this.#isBusy = true;
    try {
      const came = await choice.run();
      if (came === "close") this.close();
      if (came === "rejecting") this.#drawRejecting(review);
      if (came === "answered") await this.#goOn(review);
      if (came === "refused") {
        await this.#door.look();
        await this.#show(words.changed, review.action);
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #goOn({ request }: Review): Promise<void> {
    this.#queue = this.#queue.filter(({ id }) => id !== request.id);
    if (this.#queue.length === 0) {
      if (this.#all > 1) this.#door.say(words.answered(this.#all));
      this.close();
      return;
    }
    this.#at = Math.min(this.#at, this.#queue.length - 1);
    await this.#door.look();
    await this.#show("");
  }

  #drawRejecting(review: Review): void {
    this.#foot.empty();
    this.#main = null;
    const label = this.#foot.createEl("label", { text: words.why });
    const field = label.createEl("textarea", { attr: { rows: "3" } });
    this.#foot.createSpan({ cls: "planwright-review-hint", text: words.kept });
    const { request } = review;
    const send: Choice = {
      label: words.reject,
      kind: "careful",
      key: "Mod+Enter",
      run: async () =>
        (await this.#door.obey({ kind: "reject", request: request.id, note: field.value }))
          ? "answered"
          : "refused",
    };
    const back = this.#foot.createEl("button", { text: words.back });
    back.addEventListener("click", () => {
      this.#drawFoot(review);
      this.#scroller.focus();
    });
    this.#addButton(send);
    this.#keys = new Map([["Mod+Enter", send]]);
    field.focus();
  }

  #move(by: number): void {
    if (this.#isBusy || this.#queue[this.#at + by] === undefined) return;
    this.#at += by;
    void this.#show("");
  }

  #addKeys(): void {
    const { scope } = this;
    const onKey = (key: string, run: () => void): void => {
      scope.register([], key, (event) => {
        const { activeElement } = this.modalEl.ownerDocument;
        if (event.repeat || activeElement?.tagName === "TEXTAREA") return;
        run();
        return false;
      });
    };
    const take = (key: string): void => {
      const choice = this.#keys.get(key);
      if (choice !== undefined) void this.#take(choice);
    };
    onKey("a", () => take("A"));
    onKey("r", () => take("R"));
    for (const key of ["ArrowLeft", "k"]) onKey(key, () => this.#move(-1));
    for (const key of ["ArrowRight", "j"]) onKey(key, () => this.#move(1));
    scope.register(["Mod"], "Enter", (event) => {
      if (!event.repeat) take("Mod+Enter");
      return false;
    });
  }

  /** Whether the end of the text is in view by now; once it was, the text is read. */
  #look(): void {
    const end = this.#end?.getBoundingClientRect().bottom ?? 0;
    if (end <= this.#scroller.getBoundingClientRect().bottom + 1) this.#isRead = true;
    if (this.#main === null) return;
    const { button, label } = this.#main;
    button.setAttribute("aria-disabled", String(!this.#isRead));
    button.setText(this.#isRead ? label : words.unread);
  }
}

function question({ decision, kind, route, request }: Review): string {
  switch (decision) {
    case "approve":
      return kind === "tool" && route !== null
        ? words.letRun(plain(route.server, 60), plain(route.tool, 60))
        : words.question[kind];
    case "confirm":
      return words.confirm[kind];
    case "by-hand":
      return words.byHand;
    case "resolve":
      return words.doubt;
    case "hold":
      return words.hold;
    default:
      return stateWords(request);
  }
}

/** What follows. */
function hint({ decision, departs }: Review): string {
  if (decision !== "approve") return "";
  const device = departs.device === null ? words.actingDevice : plain(departs.device, 60);
  if (departs.by === "hand") return words.byYourself;
  if (departs.confirms) return words.confirmsThere(device);
  return departs.by === "here" ? words.takeBack(departs.seconds) : words.from(device, departs.seconds);
}
