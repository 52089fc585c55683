/** The bar in a row of its own: what was just answered, and the way to undo it. */
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import { OUTCOME_ROWS } from "../../../approval/device/outcome";
import type { Command } from "../../../rules/command";
import { goingOut, goingThere, type Going } from "../../../overview/mission/going";
import type { Answered, EngineClient } from "../engineClient";
import { addIcon, write } from "../mission/parts";
import { isTakingBack, takeBackUntold } from "../takeBack";
import { STAYS, type ToldMore } from "../tellInView";
import type { InboxPlace } from "./openInbox";
import { WORDS } from "../words";

const { inbox: words } = WORDS;

interface Told {
  readonly says: string;
  readonly title: string;
  /** Milliseconds since the epoch: until when it is shown. */
  readonly until: number;
}

interface Notice extends Told {
  readonly kind: string;
}

/** The key takes it back for as long as the engine does, also when it is shown no longer. */
interface Past extends Told {
  /** The commands that take it back; none where nothing does. */
  readonly undo: readonly Command[];
  /** Path of the plan that stands there again afterwards; null for none. */
  readonly plan: string | null;
}

/** An answer in a row of its own. `run` takes it back; null where nothing does. */
interface Shown {
  readonly icon: string;
  readonly says: string;
  readonly title: string;
  readonly run: (() => unknown) | null;
}

export class UndoBar {
  #past: Past | null = null;
  /** The result of taking one back, until the next answer. */
  #result: Told | null = null;
  /** Words that are about no answer: they stay beside all else for their time. */
  #notices: readonly Notice[] = [];
  #shown: readonly Shown[] = [];
  /** Ids of the requests that the last answer let go out together. */
  #together: readonly string[] = [];
  /** The moment at which something was undone last. */
  #pressed = -Infinity;

  constructor(
    private readonly el: HTMLElement,
    private readonly client: EngineClient,
    private readonly undone: (at: InboxPlace | null) => void,
  ) {
    el.addClass("planwright-undo");
    el.setAttribute("role", "status");
  }

  /** Tells an answer. `undo`: the commands that take it back; none where nothing does. */
  tell(says: string, title: string, undo: readonly Command[], plan: string | null): void {
    this.#pressed = -Infinity;
    this.#result = null;
    this.#past = { ...this.#timed(says, title), undo, plan };
    this.show();
  }

  /** Tells what would be a notice elsewhere. */
  inform(text: string, { detail = "", kind = text }: ToldMore = {}): void {
    const notice = { ...this.#timed(escapeLine(text, 400), detail), kind };
    this.#notices = [...this.#notices.filter((each) => each.kind !== kind), notice];
    this.show();
  }

  /** Names the requests that an answer let go out: those that went are told when the others are taken back. */
  follow(requests: readonly string[]): void {
    this.#together = requests;
  }

  /** A later answer, which counts down by itself, takes the place of what was told. */
  forget(): void {
    this.#pressed = -Infinity;
    this.#past = null;
    this.#result = null;
  }

  /** Answers whether something in it changes with time. The last answer comes first, then what is about to go out. */
  show(): boolean {
    const before = this.#shown;
    const isTold = (it: Told): boolean => it.until > this.client.now();
    this.#notices = this.#notices.filter(isTold);
    const words = [this.#result, ...this.#notices].filter((each) => each !== null).filter(isTold);
    this.#shown = [
      ...this.#told().filter(isTold),
      ...words.map((each) => ({ icon: "info", run: null, ...each })),
      ...this.#leaving(),
    ];
    const shape = (all: readonly Shown[]): readonly unknown[] =>
      all.map(({ says, title, run }) => [says.replace(/\d+/, ""), title, run !== null]);
    // A second that has passed leaves the buttons, and the focus on one, as they are.
    if (JSON.stringify(shape(before)) !== JSON.stringify(shape(this.#shown))) this.#draw();
    else
      for (const [at, el] of this.el.querySelectorAll("strong").entries())
        write(el, this.#shown[at]?.says ?? "");
    return this.#shown.length > 0;
  }

  /**
   * Undoes what is told in the row `at`, by default the first that can be undone, or the last answer where none is
   * shown; says so where there is nothing to undo. A second press right after the first is the same press.
   */
  undo(at?: number): void {
    const now = this.client.now();
    if (Math.abs(now - this.#pressed) < SECOND) return;
    this.#pressed = now;
    const rows = at === undefined ? [...this.#shown, ...this.#told()] : this.#shown.slice(at, at + 1);
    const run = rows.find((each) => each.run !== null)?.run;
    if (run != null) run();
    else if (this.#past === null) this.#tellResult(words.nothing, "");
    else this.#tellResult(words.final, this.#past.title);
  }

  #tellResult(says: string, title: string): void {
    this.#result = this.#timed(says, title);
    this.show();
  }

  /** Tells how many are back; the one that it answers is called with each answer. */
  #tellProgress(of: number, title: string): (answer: Answered) => true {
    let back = 0;
    const tell = (): void => {
      if (of > 1) this.#tellResult(words.undoneOf(back, of), title);
      else this.show();
    };
    tell();
    return ({ isDone }) => {
      if (isDone) back += 1;
      tell();
      return true;
    };
  }

  /** `title`: where all are back. `gone`: how many of the same answer are out already. */
  #tellEnd(answers: readonly Answered[], title: string, gone = 0): void {
    const refused = answers.filter(({ isDone }) => !isDone);
    const back = answers.length - refused.length;
    const says = back === 0 ? words.stays : words.undoneOf(back, answers.length + gone);
    const areAllBack = refused.length === 0 && gone === 0;
    const why = gone > 0 ? words.gone(gone) : title;
    this.#tellResult(areAllBack ? words.undone : says, refused[0]?.said ?? why);
  }

  /** The number of requests of the same answer that went out, or may have, while these are taken back. */
  #countGone(taken: readonly string[]): number {
    const world = this.client.world();
    if (world === null || !taken.some((id) => this.#together.includes(id))) return 0;
    return this.#together.filter((id) => {
      if (taken.includes(id)) return false;
      // One that is over may be put away: then the device alone remembers it.
      const { begun = null, outcome = null } = world.device.actionState.get(id) ?? {};
      const request = world.requests.find((each) => each.id === id);
      const isBegun = begun !== null || request?.underWay != null;
      return OUTCOME_ROWS[request?.outcome ?? outcome ?? (isBegun ? "unknown" : "not-run")].reached !== "no";
    }).length;
  }

  #timed(says: string, title: string): Told {
    return { says, title, until: this.client.now() + STAYS };
  }

  #told(): readonly (Shown & Told)[] {
    const past = this.#past;
    if (past === null) return [];
    const { undo, plan } = past;
    const run = async (): Promise<void> => {
      this.#past = null;
      const told = this.#tellProgress(undo.length, past.title);
      const answers = await this.client.answerAll(undo, told);
      const [only, ...more] = answers;
      this.#tellEnd(answers, more.length === 0 ? (only?.said ?? "") : past.title);
      this.undone(answers.some(({ isDone }) => isDone) ? { request: null, plan } : null);
    };
    return [{ icon: "check", ...past, run: undo.length === 0 ? null : run }];
  }

  /** Requests that go out: from here in some seconds, from another device by itself, and those that begin. */
  #leaving(): readonly Shown[] {
    const world = this.client.world();
    if (world === null) return [];
    const carried = this.client.carrying()?.request;
    const all = [...goingOut(world), ...goingThere(world)].filter(({ request }) => !isTakingBack(request));
    const here = all.filter(({ request, at }) => at !== null && request !== carried);
    const there = all.filter(({ from }) => from !== null);
    const now = all.filter((each) => !here.includes(each) && each.from === null);
    const left = Math.max(0, Math.ceil(((here[0]?.at ?? 0) - this.client.now()) / SECOND));
    const { from = null, grace = 0 } = there[0] ?? {};
    const device = WORDS.review.device(escapeLine(from ?? "", 60));
    return [
      ...this.#goingRow(here, words.sendsIn(left), true),
      ...this.#goingRow(there, WORDS.review.from(device, grace / SECOND), true),
      ...this.#goingRow(now, words.sendsIn(0), false),
    ];
  }

  #goingRow(those: readonly Going[], says: string, canUndo: boolean): readonly Shown[] {
    const [going] = those;
    if (going === undefined) return [];
    const run = async (): Promise<void> => {
      const title = words.several(going.title, those.length);
      const ids = those.map(({ request }) => request);
      const work = takeBackUntold(this.client, ids, (answer) => told(answer));
      // From here on they are no longer among those that go out.
      const told = this.#tellProgress(ids.length, title);
      const answers = await work;
      this.#tellEnd(answers, title, this.#countGone(ids));
      this.undone({ request: going.request, plan: null });
    };
    const { local = "", domain = "", more = 0 } = going.where ?? {};
    const to = more > 0 || domain === "" ? "" : `${local}@${domain}`;
    const title = words.approved(going.title, those.length, to);
    return [{ icon: "send", says, title, run: canUndo ? run : null }];
  }

  #draw(): void {
    this.el.empty();
    for (const [at, { icon, says, title, run }] of this.#shown.entries()) {
      const row = this.el.createDiv("planwright-undo-row");
      addIcon(row, icon);
      const main = row.createDiv("planwright-card-main");
      main.createEl("strong", { text: says, attr: { "aria-live": "off" } });
      main.createDiv({ cls: "planwright-muted", text: escapeLine(title, 120), attr: { dir: "auto" } });
      if (run === null) continue;
      const isNext = this.#shown.findIndex((each) => each.run !== null) === at;
      row
        .createEl("button", {
          text: words.undo,
          attr: isNext ? { "aria-keyshortcuts": "Z", "data-key": "Z" } : {},
        })
        .addEventListener("click", () => this.undo(at));
    }
  }
}
