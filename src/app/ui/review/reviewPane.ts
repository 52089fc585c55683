/** The review: a fixed head and foot, one text that scrolls between them, and a queue of requests. */
import { setIcon } from "obsidian";
import type { Action } from "../../../note/action/action";
import { KINDS } from "../../../note/action/kinds";
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import type { RequestView } from "../../../approval/view";
import { isAboutToRun } from "../../../approval/gate";
import { linesOf } from "../../../approval/request/sheet";
import type { World } from "../../../rules/world";
import { alike, isAnsweredTogether, textsOf, type Alike } from "../../../overview/sameText";
import { afterDoubt, stateWords } from "../../../overview/describe";
import { goingOut } from "../../../overview/mission/going";
import { noteOf, reviewOf, type Review } from "../../../overview/review";
import { nounsOf, requestTitle, sentence } from "../../../overview/titles";
import type { EngineClient } from "../engineClient";
import { addIcon } from "../mission/parts";
import { everySecond } from "../settings/row";
import { revealed } from "../text";
import { WORDS } from "../words";
import { showDetails, showUnusual } from "./around";
import { answerAll, choicesFor, choicesForMany, type After, type Choice, type Given } from "./choices";
import { CONFIRMS, Foot } from "./foot";
import { isSubjectAbove, showAlike, showSheet } from "./sheet";

const { review: words } = WORDS;

/** One request, or several with the same text. */
export type Item = readonly RequestView[];

/** Letters of a hint that find room beside the buttons. */
const LONG_HINT = 60;

/** The place in which the review is drawn: a dialog, or the inbox. */
export interface PaneFrame {
  readonly el: HTMLElement;
  readonly titleEl: HTMLElement;
  /** Nothing is left to answer here, or a note was opened. */
  readonly close: () => void;
  /** Whether it is on the screen; left out where it always is. */
  readonly isSeen?: () => boolean;
  /** Whether what is shown came by itself just now, so that no click can be meant for it. */
  readonly rests?: () => boolean;
  /** Further buttons, behind the answers. */
  readonly more?: readonly Choice[];
  /** Called as an answer begins. */
  readonly begins?: (work: Promise<unknown>) => void;
  /** Called after each answer. */
  readonly answered: (after: Given) => void;
}

export class ReviewPane {
  /** Reasons for a rejection that were begun, by request. They outlive the pane, so that leaving it loses none. */
  static readonly #begun = new Map<string, string>();
  #queue: readonly Item[] = [];
  #at = 0;
  #rejects = false;
  /** Shown now: one, or those that are alike. */
  #reviews: readonly Review[] = [];
  /** Ids of those that are alike and get the answer. */
  readonly #ticked = new Set<string>();
  /** The end of the text was in view. */
  #isRead = false;
  #work: Promise<void> | null = null;
  #isOver = false;
  #stopCounting: (() => void) | null = null;
  /** The item that is on the screen; nothing is answered while another is being read. */
  #drawn: Item | null = null;
  /** Why the request is rejected, as far as it is written; null where nobody rejects. */
  #reason: HTMLTextAreaElement | null = null;
  /** The button that waits until the text is read, and its label. */
  #main: { readonly button: HTMLButtonElement; readonly label: string } | null = null;
  #end: HTMLElement | null = null;
  #rows: readonly HTMLElement[] = [];
  #hint: HTMLElement | null = null;
  readonly #context: HTMLElement;
  /** The arrows to the requests beside this one. */
  readonly #turns: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #live: HTMLElement;
  readonly #foot: Foot<Choice>;

  constructor(
    private readonly client: EngineClient,
    private readonly frame: PaneFrame,
  ) {
    const { el, titleEl } = frame;
    this.#context = el.createDiv("planwright-review-context");
    this.#turns = el.createDiv("planwright-review-turns");
    titleEl.before(this.#context, this.#turns);
    this.#scroller = el.createDiv({
      cls: "planwright-review-text",
      attr: { tabindex: "0", role: "region", "aria-label": words.text },
    });
    this.#live = el.createDiv({ cls: "planwright-review-live", attr: { role: "status" } });
    this.#foot = new Foot(
      el,
      () => client.now(),
      (choice) => this.#take(choice),
      frame.rests,
    );
    this.#scroller.addEventListener("scroll", () => this.#look());
    // In the next frame, for a hint that gets another line changes the size once more.
    new ResizeObserver(() => el.win.requestAnimationFrame(() => this.#look())).observe(this.#scroller);
  }

  /** Shows these, from the one at `at` on. `rejects`: with the field for the reason open. */
  async open(queue: readonly Item[], at = 0, rejects = false): Promise<void> {
    this.#queue = queue;
    this.#at = Math.min(Math.max(at, 0), queue.length - 1);
    this.#rejects = rejects;
    await this.#show("");
  }

  /** Ends what goes on by itself; answers once an answer that is on its way has come. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#stopCounting?.();
    await this.#work;
  }

  /** Whether it may be left. A reason that was begun stays: the first time leads back to the text. */
  leaves(): boolean {
    if (this.#reason === null || this.#reason.value.trim() === "") return true;
    this.#leaveReason();
    return false;
  }

  /** Gives the answer of a key, where one has it. */
  press(key: string): boolean {
    return this.#foot.press(key);
  }

  /** Whether a key gives an answer here. */
  has(key: string): boolean {
    return this.#foot.has(key);
  }

  /** Whether an element is the field in which a reason is being written. */
  isReason(el: Element | null): boolean {
    return el !== null && el === this.#reason;
  }

  /** Whether an answer is on its way. */
  isBusy(): boolean {
    return this.#work !== null;
  }

  move(by: number): void {
    if (this.#work !== null || this.#queue[this.#at + by] === undefined) return;
    this.#at += by;
    void this.#show("");
  }

  /**
   * Shows the item at hand as it is now. `said`: the result of the last answer. `before`: the text that the person was
   * shown, where they look anew.
   */
  async #show(said: string, before: Action | null = null, isRefused = false): Promise<void> {
    const item = this.#queue[this.#at];
    const world = this.client.world();
    if (item === undefined || world === null) return;
    const read = (seen: World): Promise<readonly Review[]> =>
      Promise.all(item.map((each) => this.#read(each, seen, before)));
    let reviews = await read(world);
    if (reviews.some(({ isStale }) => isStale)) reviews = await read((await this.client.look()) ?? world);
    if (this.#queue[this.#at] !== item) return;
    const found =
      reviews.length === 1
        ? null
        : alike(
            reviews.map(({ request, sheet, decision }) =>
              textsOf(request, sheet === null || !isAnsweredTogether(decision) ? [] : linesOf(sheet)),
            ),
          );
    if (reviews.length > 1 && found === null) {
      this.#takeApart();
      await this.#show(said);
      return;
    }
    this.#reviews = reviews;
    this.#drawn = item;
    this.#reason = null;
    this.#ticked.clear();
    for (const { request } of reviews) this.#ticked.add(request.id);
    this.#isRead = false;
    this.#drawText(reviews, found, isRefused ? said : "");
    this.#live.setText(
      this.#queue.length < 2 ? said : `${said} ${words.progress(this.#at + 1, this.#queue.length)}`,
    );
    if (this.#rejects) this.#drawRejecting();
    else this.#drawFoot();
    if (!this.#rejects) this.#scroller.focus();
    this.#rejects = false;
  }

  async #read(given: RequestView, world: World, before: Action | null): Promise<Review> {
    const request = world.requests.find(({ id, name }) => id === given.id && name === given.name) ?? given;
    const path = noteOf(request);
    return reviewOf(request, path === null ? null : await this.client.read(path), world, before);
  }

  #drawText(reviews: readonly Review[], found: Alike | null, said: string): void {
    const [review] = reviews;
    if (review === undefined) return;
    const { titleEl } = this.frame;
    titleEl.setText(titleOf(review, reviews.length));
    const icon = titleEl.createSpan({
      cls: "planwright-icon",
      prepend: true,
      attr: { "aria-hidden": "true" },
    });
    setIcon(icon, KINDS[review.kind].icon);
    this.#drawContext(review, reviews.length - 1);
    const text = this.#scroller;
    text.empty();
    text.scrollTop = 0;
    if (said !== "") text.createEl("p", { cls: "planwright-said", text: said });
    if (found === null) {
      showUnusual(text, review, this.client.settings.now().time_zone);
      this.#rows = [];
      this.#end = review.sheet === null ? text.createDiv() : showSheet(text, review.sheet, true);
      showDetails(text, reviews, this.client.now());
      return;
    }
    const { rows, end } = showAlike(text, found, reviews, this.#ticked, () => this.#drawFoot());
    this.#rows = rows;
    this.#end = end;
    showDetails(text, reviews, this.client.now());
  }

  #drawContext(review: Review, more: number): void {
    const { title, place, decision, request } = review;
    this.#context.empty();
    this.#turns.empty();
    addIcon(this.#context, "list-checks");
    const where = this.#context.createDiv("planwright-review-where");
    where.createEl("bdi", { text: escapeLine(title, 200) });
    if (more > 0 || place !== null)
      where.createSpan({
        text: more > 0 ? words.plans(more) : place === null ? "" : words.place(place.n, place.of),
      });
    // The seconds until it goes out are told in the foot.
    const isCounted = decision === "hold" && isAboutToRun(request.objection);
    if (decision !== "approve" && !isCounted) where.createEl("strong", { text: `· ${stateWords(request)}` });
    if (this.#queue.length < 2) return;
    this.#turns.createEl("bdi", { text: words.progress(this.#at + 1, this.#queue.length) });
    for (const [label, icon, by] of [
      [words.before, "arrow-left", -1],
      [words.next, "arrow-right", 1],
    ] as const) {
      const button = this.#turns.createEl("button", {
        cls: "clickable-icon",
        attr: {
          "aria-label": label,
          "aria-keyshortcuts": by < 0 ? `${this.arrow(-1)} K` : `${this.arrow(1)} J`,
        },
      });
      setIcon(button, icon);
      button.disabled = this.#queue[this.#at + by] === undefined;
      button.addEventListener("click", () => this.move(by));
    }
  }

  #drawFoot(): void {
    this.#foot.clear();
    this.#foot.el.removeClass("mod-writing");
    this.#stopCounting?.();
    this.#stopCounting = null;
    this.#reason = null;
    const [review] = this.#reviews;
    if (review === undefined) return;
    const { start, end } =
      this.#reviews.length === 1
        ? choicesFor(this.client, review)
        : choicesForMany(
            this.client,
            this.#reviews.filter(({ request }) => this.#ticked.has(request.id)),
          );
    const more = this.#reviews.length === 1 ? (this.frame.more ?? []) : [];
    this.#main = null;
    for (const each of [...start, ...more]) this.#addButton(each);
    this.#hint = this.#addHint(hint(review));
    for (const each of end) this.#addButton(each);
    this.#countDown(review);
    this.#look();
  }

  /** A long one has a line of its own. */
  #addHint(text: string): HTMLElement {
    const isLong = text.length > LONG_HINT;
    return this.#foot.el.createSpan({ cls: `planwright-review-hint${isLong ? " mod-long" : ""}`, text });
  }

  /** The seconds until a request goes out that is about to. */
  #countDown({ decision, request }: Review): void {
    if (decision !== "hold") return;
    const client = this.client;
    const show = (): void => {
      const world = client.world();
      const at = world === null ? null : goingOut(world).find((each) => each.request === request.id)?.at;
      const left = at == null ? null : Math.ceil((at - client.now()) / SECOND);
      this.#hint?.setText(left === null ? "" : WORDS.inbox.sendsIn(Math.max(0, left)));
    };
    show();
    this.#stopCounting = everySecond(show);
  }

  #addButton(choice: Choice): void {
    const button = this.#foot.add(choice);
    if (choice.afterReading === true) this.#main = { button, label: choice.label };
  }

  /** False where it gave no answer. */
  #take(choice: Choice): boolean {
    if (this.#work !== null || this.#drawn !== this.#queue[this.#at]) return false;
    if (choice.afterReading === true && !this.#isRead) {
      this.#scroller.scrollTop += this.#scroller.clientHeight * 0.9;
      return false;
    }
    const { el } = this.#foot;
    const run = async (): Promise<void> => {
      try {
        el.addClass("mod-busy");
        const tell = (done: number, of: number): void => {
          if (of > 1) this.#hint?.setText(words.answeredOf(done, of));
        };
        await this.#follow(await choice.run(tell));
      } finally {
        this.#work = null;
        el.removeClass("mod-busy");
      }
    };
    this.#work = run();
    this.frame.begins?.(this.#work);
    return true;
  }

  async #follow(after: After): Promise<void> {
    switch (after.kind) {
      case "close":
        this.frame.close();
        break;
      case "rejecting":
        this.#drawRejecting();
        break;
      case "one-by-one":
        this.#takeApart();
        await this.#show("");
        break;
      case "answered":
        this.frame.answered(after);
        for (const id of after.ids) ReviewPane.#begun.delete(id);
        if (!this.#isOver) await this.#goOn(after.ids, after.said, after.isRefused);
        else if (after.isRefused) this.client.say(after.said);
        break;
      case "stay":
    }
  }

  /** Takes answered requests out of the queue, and shows the others anew. */
  async #goOn(ids: readonly string[], said: string, isRefused: boolean): Promise<void> {
    const shown = this.#reviews;
    this.#reason = null;
    this.#takeApart();
    this.#queue = this.#queue
      .map((item) => item.filter(({ id }) => !ids.includes(id)))
      .filter((item) => item.length > 0);
    if (this.#queue.length === 0) {
      this.frame.close();
      return;
    }
    this.#at = Math.min(this.#at, this.#queue.length - 1);
    if (isRefused) await this.client.look();
    if (isRefused && this.#isOver) this.client.say(said);
    await this.#show(said, isRefused && shown.length === 1 ? (shown[0]?.action ?? null) : null, isRefused);
  }

  /** Several that are alike become items of their own. */
  #takeApart(): void {
    const item = this.#queue[this.#at] ?? [];
    this.#queue = [
      ...this.#queue.slice(0, this.#at),
      ...item.map((each) => [each]),
      ...this.#queue.slice(this.#at + 1),
    ];
  }

  #drawRejecting(): void {
    this.#foot.clear();
    this.#foot.el.addClass("mod-writing");
    this.#main = null;
    this.#hint = null;
    const label = this.#foot.el.createEl("label", { text: words.why });
    const field = label.createEl("textarea", { attr: { rows: "3" } });
    this.#reason = field;
    this.#addHint(words.kept);
    const ids = this.#reviews.flatMap(({ request }) => (this.#ticked.has(request.id) ? [request.id] : []));
    const begun = ReviewPane.#begun;
    field.value = ids.map((id) => begun.get(id)).find((each) => each !== undefined) ?? "";
    field.addEventListener("input", () => {
      for (const id of ids) begun.set(id, field.value);
    });
    const send: Choice = {
      label: words.reject(ids.length),
      kind: "careful",
      key: CONFIRMS,
      run: (tell) =>
        answerAll(
          this.client,
          ids.map((request) => ({ kind: "reject" as const, request, note: field.value })),
          tell,
        ),
    };
    const back: Choice = {
      label: words.back,
      leadsOn: true,
      run: () => {
        this.#leaveReason();
        return { kind: "stay" };
      },
    };
    this.#addButton(back);
    this.#addButton(send);
    field.focus();
  }

  #leaveReason(): void {
    this.#drawFoot();
    this.#scroller.focus();
  }

  /** The key that points to where the button of that way is. */
  arrow(by: number): string {
    const isMirrored = getComputedStyle(this.frame.el).direction === "rtl";
    return by > 0 === isMirrored ? "ArrowLeft" : "ArrowRight";
  }

  /** Whether the end of the text is in view by now; once it was, the text is read. */
  #look(): void {
    // Out of sight, nothing is read.
    if (this.frame.isSeen?.() === false) return;
    const bottom = this.#scroller.getBoundingClientRect().bottom + 1;
    const isBelow = (each: HTMLElement): boolean => each.getBoundingClientRect().bottom > bottom;
    if (this.#end !== null && !isBelow(this.#end)) this.#isRead = true;
    if (this.#rows.length > 0) this.#hint?.setText(words.below(this.#rows.filter(isBelow).length));
    if (this.#main === null) return;
    const { button, label } = this.#main;
    button.setAttribute("aria-disabled", String(!this.#isRead));
    button.setText(this.#isRead ? label : words.unread(label));
  }
}

/** The subject of a mail; of what has a headline of its own only what it is. */
function titleOf({ kind, request, action, sheet }: Review, n: number): string {
  if (n > 1) return words.alike(n, nounsOf(request.type, KINDS[kind]));
  if (sheet !== null && sheet.headline.length > 0) return sentence(KINDS[kind].noun);
  if (sheet !== null && isSubjectAbove(sheet)) return revealed(sheet.title);
  return escapeLine(requestTitle({ ...request, action: action ?? request.action }), 120);
}

/** The hint at what follows the decision; empty for none. */
function hint({ decision, departs, request }: Review): string {
  if (decision === "changed" && request.notes.some(({ parsed }) => parsed.kind === "edited"))
    return words.asPlanned;
  if (decision === "confirm") return departs.by === "here" ? words.atOnce : "";
  if (decision === "resolve") return afterDoubt(request);
  if (decision !== "approve") return "";
  const device = departs.device === null ? words.actingDevice : words.device(escapeLine(departs.device, 60));
  if (departs.by === "hand") return words.byYourself;
  if (departs.at !== null && !departs.confirms) return words.sendsAt(departs.at);
  if (departs.confirms) return departs.by === "here" ? words.confirmsHere : words.confirmsThere(device);
  return departs.by === "here" ? words.takeBack(departs.seconds) : words.from(device, departs.seconds);
}
