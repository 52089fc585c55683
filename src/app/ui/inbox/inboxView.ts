/**
 * The inbox in a main tab: a list at the side, and what is chosen in it, with its answers, beside it. It is drawn from
 * the last look. On a narrow screen there is one of them at a time.
 */
import { Scope, type WorkspaceLeaf } from "obsidian";
import { countAsked } from "../../../overview/mission/cards";
import { inboxOf, searchRows, typeToConfirm, type InboxRow, type Tab } from "../../../overview/inbox/inboxOf";
import type { World } from "../../../rules/world";
import type { EngineClient } from "../engineClient";
import { LookView } from "../lookView";
import { isNews } from "../mission/parts";
import { openStart } from "../start/openStart";
import { openNote } from "../opening";
import { canPutOff } from "../../../overview/putOffPlans";
import type { After, Choice } from "../review/choices";
import { isInField, LetterGuard } from "../review/letterGuard";
import { ReviewPane } from "../review/reviewPane";
import type { TellsInBar, ToldMore } from "../tellInView";
import { WORDS } from "../words";
import { CardPane } from "./cardPane";
import { INBOX_VIEW, type InboxPlace, type ShowsPlace } from "./openInbox";
import { offerLater } from "./offerLater";
import { SentTexts } from "./sentTexts";
import { showKeys } from "./showKeys";
import { drawParts, type Parts } from "./drawParts";
import { isAskedAgain, isAt, isOther, isSame, planOf } from "./rowFacts";
import { tellAnswer, tellGiven } from "./tellAnswer";

const { inbox: words } = WORDS;

/** The part beside the list. */
type Pane =
  { readonly kind: "review"; readonly pane: ReviewPane } | { readonly kind: "card"; readonly pane: CardPane };

export class InboxView extends LookView implements ShowsPlace, TellsInBar {
  #tab: Tab = "needs";
  #rows: readonly InboxRow[] = [];
  #selected: InboxRow | null = null;
  /** A place to go to once it is there. */
  #wanted: InboxPlace | null = null;
  /** Nothing is chosen before the person chooses it. */
  #isLeftOpen = false;
  /** The type of what is chosen, where it waited for a confirmation; it may have got one since. */
  #toConfirm: string | null = null;
  #pane: Pane | null = null;
  #resting: number | null = null;
  /** Answers that are on their way. */
  #underWay: Promise<unknown> = Promise.resolve();
  #parts: Parts | null = null;
  readonly #texts: SentTexts;
  readonly #guard = new LetterGuard(
    (letter) => ALWAYS.includes(letter) || this.#pane?.pane.has(letter) === true,
  );

  constructor(leaf: WorkspaceLeaf, client: EngineClient) {
    super(leaf, client, { type: INBOX_VIEW, name: words.name, icon: "inbox", cls: "planwright-inbox" });
    this.#texts = new SentTexts(client, () => this.showSoon());
    // The app gives keys to the scope of the view at hand, wherever in it the focus is.
    this.scope = new Scope(this.app.scope);
    for (const modifiers of [[], ["Shift"], ["Mod"]] as const)
      this.scope.register([...modifiers], null, (event) => this.#press(event));
  }

  protected override draw(el: HTMLElement): void {
    this.#parts = drawParts(el, {
      client: this.client,
      open: (tab) => this.#open(tab),
      // The row of the last look: the one that was clicked may be drawn from an earlier one.
      select: ({ key }) => {
        this.#wanted = null;
        const row = this.#rows.find((each) => each.key === key);
        if (row !== undefined) this.#select(row, true);
      },
      search: () => this.show(),
      back: () => this.#back(),
      move: (by) => this.#move(by),
      undone: (at) => this.goTo(at),
    });
  }

  protected override async onClose(): Promise<void> {
    await super.onClose();
    this.#endRest();
    await this.#leavePane();
    this.#parts = null;
  }

  goTo(at: InboxPlace | Tab | null): void {
    const isTab = typeof at === "string";
    this.#wanted = isTab || (at?.plan == null && at?.request == null) ? null : at;
    if ((isTab || this.#wanted !== null) && this.#parts !== null) this.#parts.search.value = "";
    if (isTab) this.#open(at);
    else {
      if (this.#wanted !== null) this.#tab = "needs";
      this.show();
    }
    this.#parts?.list.focus({ preventScroll: true });
  }

  /** Tells in the bar what would be a notice elsewhere. */
  readonly tell = (text: string, more?: ToldMore): void => {
    this.#parts?.undo.inform(text, more);
    this.showSoon();
  };

  show(): void {
    const parts = this.#parts;
    const world = this.client.world();
    if (parts === null) return;
    parts.empty.setText("");
    if (world === null) {
      parts.empty.setText(WORDS.mission.starting);
      return;
    }
    const searched = parts.search.value.trim();
    const all = inboxOf(world, this.#tab);
    const before = this.#rows;
    const isSent = this.#tab === "sent" || (this.#tab === "all" && searched !== "");
    this.#rows = searchRows(isSent ? this.#texts.fill(all) : all, searched);
    this.#showTabs(parts, world);
    parts.rows.show(this.#rows);
    if (this.#rows.length === 0)
      parts.empty.setText(searched === "" ? words.empty[this.#tab] : words.noMatch(searched));
    this.#showSelected(before);
    this.showsEachSecond(parts.undo.show());
  }

  #showTabs({ tabs }: Parts, world: World): void {
    for (const [tab, el] of tabs) {
      el.setAttribute("aria-selected", String(tab === this.#tab));
      // The number is that on the icon, which counts each of those that are alike.
      const n = tab === "needs" ? countAsked(world) : tab === "scheduled" ? inboxOf(world, tab).length : 0;
      if (!isNews(el, n)) continue;
      el.empty();
      el.createSpan({ text: words.tabs[tab] });
      if (n === 0) continue;
      el.appendText(" ");
      el.createSpan({ cls: "planwright-count", text: String(n) });
    }
  }

  /** Keeps the row that is chosen; where it is gone, the one that stood beneath it follows. */
  #showSelected(before: readonly InboxRow[]): void {
    const wanted = this.#wanted === null ? undefined : this.#rows.find((row) => isAt(row, this.#wanted));
    if (wanted !== undefined) {
      this.#wanted = null;
      return this.#select(wanted, true);
    }
    // An answer that is on its way is for what is shown.
    if (this.#pane?.kind === "review" && this.#pane.pane.isBusy()) return;
    // Nothing is taken from under a person who writes.
    if (isInField() && this.#parts?.reading.contains(this.contentEl.doc.activeElement) === true) return;
    // Nothing else stands in its place meanwhile, where the next key would answer it.
    if (this.#wanted !== null) return this.#select(null, false);
    const key = this.#selected?.key ?? "";
    const same = this.#rows.find((row) => row.key === key);
    if (same !== undefined) {
      this.#mark(same);
      if (isOther(same, this.#selected)) this.#select(same, false);
      else this.#choose(same);
      return;
    }
    if (this.#isLeftOpen && this.#selected === null) return;
    if (this.#selected !== null && isAskedAgain(this.#selected, this.client.world())) {
      this.#wanted = { request: null, plan: planOf(this.#selected) };
      this.#select(null, false);
      return;
    }
    const at = before.findIndex((row) => row.key === key);
    const near = at < 0 ? [] : [...before.slice(at + 1), ...before.slice(0, at).reverse()];
    const rows = new Map(this.#rows.map((row) => [row.key, row]));
    const next = near.find((old) => rows.has(old.key));
    const row = rows.get(next?.key ?? "") ?? this.#rows[0] ?? null;
    // A confirmation sends: the key that gave one to a mail gives none to a payment that slid into its place.
    const type = typeToConfirm(row, this.client.world());
    const isNext = this.#toConfirm === null || type === null || type === this.#toConfirm;
    this.#select(isNext ? row : null, false);
    this.#isLeftOpen = !isNext;
  }

  /** `reads`: on a narrow screen, it takes the place of the list. */
  #select(row: InboxRow | null, reads: boolean): void {
    if (!reads && !isSame(row, this.#selected)) this.#rest();
    if (this.#pane?.kind === "review" && row?.key !== this.#selected?.key && !this.#pane.pane.leaves())
      return;
    this.#choose(row);
    this.#isLeftOpen = false;
    if (reads) {
      this.#endRest();
      this.contentEl.addClass("mod-reading");
    }
    if (row === null) this.contentEl.removeClass("mod-reading");
    this.#mark(row);
    void this.#leavePane();
    this.#drawPane(row);
  }

  #choose(row: InboxRow | null): void {
    const type = typeToConfirm(row, this.client.world());
    if (type !== null || row?.key !== this.#selected?.key) this.#toConfirm = type;
    this.#selected = row;
  }

  /** A pause: what came by itself is not answered by a key that was meant for what stood there before. */
  #rest(): void {
    this.#endRest();
    const { win } = this.contentEl;
    this.#resting = win.setTimeout(() => (this.#resting = null), PAUSE);
  }

  #endRest(): void {
    if (this.#resting !== null) this.contentEl.win.clearTimeout(this.#resting);
    this.#resting = null;
  }

  #mark(row: InboxRow | null): void {
    const parts = this.#parts;
    if (parts === null) return;
    parts.mark(row?.key ?? "");
    parts.turns.toggleClass("mod-empty", row === null);
    parts.progress.setText(
      row === null ? "" : words.progress(this.#rows.indexOf(row) + 1, this.#rows.length),
    );
  }

  async #leavePane(): Promise<void> {
    const pane = this.#pane;
    this.#pane = null;
    if (pane?.kind === "review") await pane.pane.end();
  }

  #drawPane(row: InboxRow | null): void {
    const parts = this.#parts;
    const world = this.client.world();
    if (parts === null) return;
    const { el, titleEl } = parts.newPane();
    if (row === null || world === null) {
      el.toggleClass("mod-empty", true);
      return;
    }
    if (row.of.kind === "requests") {
      const { requests } = row.of;
      const item = requests.flatMap((id) => world.requests.filter((each) => each.id === id));
      const pane = new ReviewPane(this.client, {
        el,
        titleEl,
        close: () => this.#parts?.list.focus({ preventScroll: true }),
        isSeen: () => this.#isSeen(),
        rests: () => this.#resting !== null,
        more: this.#laterOf(row, world),
        begins: (work) => this.#begin(work),
        answered: (given) => {
          if (!given.isRefused) this.#leaveField();
          if (this.#parts !== null) tellGiven({ given, row }, this.#parts.undo, this.client);
          this.showSoon();
        },
      });
      this.#pane = { kind: "review", pane };
      void pane.open([item]);
      return;
    }
    const pane = new CardPane(
      {
        el,
        titleEl,
        client: this.client,
        sent: this.#texts.textOf(row) ?? null,
        later: this.#laterOf(row, world)[0] ?? null,
        begins: (work) => this.#begin(work),
        answered: (answer, undo) => {
          if (this.#parts !== null) tellAnswer(answer, row, undo, this.#parts.undo);
          this.showSoon();
        },
        rests: () => this.#resting !== null,
      },
      row,
    );
    this.#pane = { kind: "card", pane };
  }

  /** Puts it off, where that can wait. */
  #laterOf({ of, title }: InboxRow, world: World): readonly Choice[] {
    const need = of.kind === "card" || of.kind === "requests" ? of.card.need : null;
    const view = world.plans.find(({ plan }) => plan.path === need?.plan?.path);
    if (need?.plan == null || view === undefined || !canPutOff(view, world)) return [];
    const { path: plan } = need.plan;
    const run = (): After => {
      const at = this.contentEl.querySelector<HTMLElement>('[data-key="L"]') ?? this.contentEl;
      const due = world.planIndex.at(plan)?.due?.text.slice(0, 10) ?? null;
      offerLater(this.client, { plan, shown: need.shown, due }, at, () =>
        this.#parts?.undo.tell(words.later.did, title, [{ kind: "later", plan, until: null }], plan),
      );
      return { kind: "stay" };
    };
    return [{ label: words.later.label, key: "L", run }];
  }

  #begin(work: Promise<unknown>): void {
    this.#underWay = Promise.allSettled([this.#underWay, work]);
  }

  /** An answer that is on its way is the last one. */
  async #undo(): Promise<void> {
    await this.#underWay;
    this.#parts?.undo.show();
    this.#parts?.undo.undo();
    this.showSoon();
  }

  /** The words in a field are given; while it has the focus, nothing is drawn anew. */
  #leaveField(): void {
    const field = this.contentEl.doc.activeElement;
    if (this.#writes(field)) (field as HTMLElement).blur();
  }

  #open(tab: Tab): void {
    this.#wanted = null;
    this.#tab = tab;
    this.#selected = null;
    this.#isLeftOpen = false;
    this.show();
  }

  #back(): void {
    if (this.#pane?.kind === "review" && !this.#pane.pane.leaves()) return;
    this.contentEl.removeClass("mod-reading");
    this.#parts?.list.focus({ preventScroll: true });
  }

  #move(by: number): void {
    const at = this.#selected === null ? -1 : this.#rows.indexOf(this.#selected);
    const row = this.#rows[Math.min(Math.max(at + by, 0), this.#rows.length - 1)];
    if (row === undefined || row === this.#selected) return;
    this.#wanted = null;
    this.#select(row, false);
    // The person went there.
    this.#endRest();
    this.#parts?.list.focus({ preventScroll: true });
  }

  /** False where the key did something here. */
  #press(event: KeyboardEvent): false | undefined {
    const { key } = event;
    const { activeElement } = this.contentEl.doc;
    const isField = isInField();
    const parts = this.#parts;
    if (key === "Escape") {
      if (!isField && !this.contentEl.hasClass("mod-reading")) return undefined;
      this.#back();
      return false;
    }
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      // In a field, it sends what is written there; it answers nothing else.
      if (isField && !this.#writes(activeElement)) return undefined;
      return !event.repeat && this.#give("Mod+Enter") ? false : undefined;
    }
    if (activeElement === parts?.search && (key === "Enter" || key === "ArrowDown")) {
      parts.list.focus({ preventScroll: true });
      return false;
    }
    if (isField) this.#guard.types(event);
    if (isField || event.ctrlKey || event.metaKey) return undefined;
    // A button that has the focus is pressed by Enter.
    if (key === "Enter" && activeElement?.matches("button, summary, a") === true) return undefined;
    this.#guard.see(event);
    if (!MOVES.has(key) && this.#guard.refuses(event)) return undefined;
    const letter = key.length === 1 ? key.toLowerCase() : key;
    const run = this.#keys[letter];
    // Where “It wasn’t sent” is an answer, N is no new plan.
    if (run === undefined || (letter === "n" && this.#pane?.pane.has(letter) === true))
      return this.#give(letter) ? false : undefined;
    run();
    return false;
  }

  /** Whether an element is the field for a reason, which is open in the pane. */
  #writes(el: Element | null): boolean {
    return this.#pane?.kind === "review" && this.#pane.pane.isReason(el);
  }

  /** Gives the answer of a key in the pane. */
  #give(key: string): boolean {
    if (this.#pane === null) return false;
    if (this.#resting !== null && this.#pane.pane.has(key)) return true;
    // On a narrow screen, an answer is for what is on it.
    if (!this.#isSeen()) {
      if (key === "Mod+Enter" || this.#pane.pane.has(key)) this.#read();
      return true;
    }
    if (this.#pane.kind === "card") return this.#pane.pane.press(key);
    return this.#pane.pane.press(key);
  }

  readonly #keys: Readonly<Record<string, (() => void) | undefined>> = {
    j: () => this.#move(1),
    ArrowDown: () => this.#move(1),
    k: () => this.#move(-1),
    ArrowUp: () => this.#move(-1),
    Enter: () => this.#read(),
    o: () => this.#openPlan(),
    z: () => void this.#undo(),
    "/": () => this.#parts?.search.focus(),
    n: () => void openStart(this.app, true),
    "?": () => showKeys(this.app),
  };

  /** Whether what is chosen is on the screen: a narrow one shows the list or that. */
  #isSeen(): boolean {
    const { clientWidth: width } = this.contentEl;
    return width <= 0 || width > NARROW || this.contentEl.hasClass("mod-reading");
  }

  #read(): void {
    if (this.#selected === null) return;
    this.contentEl.addClass("mod-reading");
    this.contentEl.querySelector<HTMLElement>(".planwright-review-text")?.focus();
  }

  #openPlan(): void {
    const path = this.#selected === null ? null : planOf(this.#selected);
    if (path !== null) void openNote(this.client, { target: path, block: null });
  }
}

/** Letters that are keys of the inbox, also where what is chosen has no answer for them. */
const ALWAYS = "acdejklmnoruyz";
/** Milliseconds. */
const PAUSE = 1000;
/** Pixels; as the container of the styles has it. */
const NARROW = 700;
const MOVES: ReadonlySet<string> = new Set(["j", "k", "ArrowDown", "ArrowUp"]);
