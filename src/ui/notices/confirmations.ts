/**
 * The notice after an approval that does not suffice by itself, as of a payment: it goes out once the person confirms
 * it, too, and the notice is where they are. It stays until that is answered.
 */
import type { Notice } from "obsidian";
import type { RequestView } from "../../approval/view";
import type { World } from "../../rules/world";
import { ANSWER_ROWS, ANSWERS_TO, type AnswerCode } from "../../views/answers";
import { requestTarget, requestTitle } from "../../views/titles";
import type { EngineClient } from "../engineClient";
import { give } from "../perform";
import { unconfirmed } from "../requests";
import { WORDS } from "../words";
import { noteQuestion } from "./questions";
import { showNotice } from "./show";

const { news: words, review } = WORDS;

export class Confirmations {
  /** Null before the first look: what waits at the start is no news. */
  #told: ReadonlySet<string> | null = null;
  #notice: Notice | null = null;

  constructor(private readonly client: EngineClient) {}

  /** Called after every look. A notice that the person clicked away comes back with the next such approval. */
  show(world: World): void {
    const all = unconfirmed(world);
    const ids = new Set(all.map(({ id }) => id));
    const told = this.#told;
    const isSame = told?.size === ids.size && all.every(({ id }) => told.has(id));
    this.#told = ids;
    const isNew = told !== null && all.some(({ id }) => !told.has(id));
    const isOpen = this.#notice?.messageEl.isConnected === true;
    if (isSame || (!isNew && !isOpen)) return;
    this.#notice?.hide();
    const [first] = all;
    this.#notice = first === undefined ? null : this.#tell(first, all);
  }

  hide(): void {
    this.#notice?.hide();
    this.#notice = null;
  }

  #tell(request: RequestView, all: readonly RequestView[]): Notice {
    const more = all.length - 1;
    const codes: readonly AnswerCode[] = more === 0 ? ANSWERS_TO.confirmation : ["confirm"];
    const about = { note: null, plan: null, request: request.id, paths: [] };
    const notice = showNotice({
      text: more === 0 ? words.approved(requestTitle(request)) : review.tally(more + 1, 0, 0),
      detail: words.to(words.confirmHere(more + 1), more === 0 ? requestTarget(request) : ""),
      stays: true,
      buttons: codes.map((code) => ({
        label: ANSWER_ROWS[code].label,
        run: () => give(this.client, code, about),
      })),
    });
    noteQuestion(
      notice,
      all.map(({ id }) => id),
    );
    return notice;
  }
}
