/** The review in a dialog, for a person who is at work elsewhere in the vault. */
import { Modal } from "obsidian";
import type { EngineClient } from "../engineClient";
import { nameDialog } from "../dialog";
import { keepHeadClear } from "../notices/besides";
import { departuresOf } from "../notices/departures";
import { endQuestions } from "../notices/show";
import { unconfirmed } from "../requests";
import { WORDS } from "../words";
import type { Given, Tally } from "./choices";
import { LetterGuard } from "./letterGuard";
import { ReviewPane, type Item } from "./reviewPane";

/** Letters that give an answer, where one of the review has them. */
const ANSWERS = ["a", "r", "e", "c", "y", "n"];

export class ReviewDialog extends Modal {
  readonly #client: EngineClient;
  readonly #pane: ReviewPane;
  #isClosed = false;
  #stopWatching: (() => void) | null = null;
  readonly #counts: Tally = { approved: 0, rejected: 0, others: 0 };
  #saidLast = "";

  constructor(
    client: EngineClient,
    private readonly queue: readonly Item[],
    private readonly at: number,
    private readonly rejects: boolean,
  ) {
    super(client.app);
    this.#client = client;
    const { modalEl, titleEl, contentEl } = this;
    modalEl.addClass("planwright-review");
    // The buttons of one request are where those of the next one will be.
    modalEl.toggleClass("planwright-queue", queue.length > 1);
    nameDialog(this);
    this.#pane = new ReviewPane(client, {
      el: contentEl,
      titleEl,
      close: () => this.close(),
      answered: (after) => this.#note(after),
    });
    this.#addKeys();
  }

  override onOpen(): void {
    this.#client.atEnd(() => {
      if (!this.#isClosed) super.close();
    });
    endQuestions(new Set(this.queue.flatMap((item) => item.map(({ id }) => id))));
    this.#stopWatching = keepHeadClear(this.modalEl);
    void this.#pane.open(this.queue, this.at, this.rejects);
  }

  /** A key or a click beside the dialog first leads back from a reason that was begun. */
  override close(): void {
    if (this.#pane.leaves()) super.close();
  }

  override onClose(): void {
    this.#isClosed = true;
    this.#stopWatching?.();
    void this.#pane.end().then(() => this.#tell());
  }

  /** Approvals that a notice tells already, with Hold or Confirm, are not told once more. */
  #note({ ids, did, said }: Given): void {
    const world = this.#client.world();
    const told =
      did === "approved" && world !== null
        ? [...departuresOf(this.#client), ...unconfirmed(world)].map(({ id }) => id)
        : [];
    const n = ids.filter((id) => !told.includes(id)).length;
    this.#counts[did === "done" ? "others" : did] += n;
    if (n > 0) this.#saidLast = said;
  }

  #tell(): void {
    const { approved, rejected, others } = this.#counts;
    const all = approved + rejected + others;
    if (all > 0)
      this.#client.say(all === 1 ? this.#saidLast : `${WORDS.review.tally(approved, rejected, others)}.`);
  }

  #addKeys(): void {
    const { scope } = this;
    const pane = this.#pane;
    const guard = new LetterGuard((letter) => ANSWERS.includes(letter) || "jk".includes(letter));
    scope.register([], null, (event) => guard.see(event));
    const onKey = (key: string, run: () => void): void => {
      scope.register([], key, (event) => {
        if (guard.refuses(event)) return;
        run();
        return false;
      });
    };
    for (const letter of ANSWERS) onKey(letter, () => pane.press(letter.toUpperCase()));
    for (const key of ["ArrowLeft", "ArrowRight"])
      onKey(key, () => pane.move(key === pane.arrow(1) ? 1 : -1));
    onKey("k", () => pane.move(-1));
    onKey("j", () => pane.move(1));
    scope.register(["Mod"], "Enter", (event) => {
      if (!event.repeat) pane.press("Mod+Enter");
      return false;
    });
  }
}
