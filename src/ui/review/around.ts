/** What stands around the text of a request: what is unusual first, small facts below, and the whole note at the end, folded away. */
import { renderSource } from "../../action/render";
import { plain, reveal } from "../../kit/text";
import { sayAge } from "../../views/titles";
import type { Review } from "../../views/review";
import { howToConfirm, wordsToConfirm } from "../../approval/confirming";
import { heldWords } from "../../approval/durations";
import { showStamp } from "../../kit/dates";
import { showLine, showNote, showText, showWarning } from "../text";
import { WORDS } from "../words";

const { review: words } = WORDS;

export function showUnusual(parent: HTMLElement, review: Review): void {
  const { request, decision, unusual, since } = review;
  for (const each of unusual) showWarning(parent, each);
  if (decision === "confirm") {
    showWarning(parent, wordsToConfirm(request));
    showLine(parent, howToConfirm(request));
  }
  if (decision === "by-hand") {
    showLine(parent, words.doIt);
    const held = heldWords(request);
    if (held !== "") showWarning(parent, held);
  }
  if (decision === "resolve") showDoubt(parent, review);
  if (since === null) return;
  showLine(parent, since.words);
  const list = parent.createEl("ul", "planwright-changes");
  for (const line of since.lines) list.createEl("li", { text: reveal(line) });
}

/** Where to look, and by what it can be recognised. */
function showDoubt(parent: HTMLElement, { request }: Review): void {
  const { latch, receipt } = request;
  const record = receipt?.record ?? null;
  const begun = latch?.begun ?? record?.begun ?? null;
  showWarning(parent, words.look);
  const facts = [
    ...(begun === null ? [] : [words.begun(showStamp(begun))]),
    ...(record === null || record.route === null ? [] : [words.through(record.route)]),
    ...(record === null || record.idempotency === "" ? [] : [words.known(record.idempotency)]),
    record?.detail ?? "",
  ];
  showLine(parent, facts.join(" "));
}

export function showFacts(parent: HTMLElement, review: Review, now: number): void {
  const { route, asked, attempt, unchanged, converted } = review;
  for (const each of converted) showLine(parent, each);
  const facts = [
    ...(route === null ? [] : [words.route(plain(route.server, 60), plain(route.tool, 60))]),
    words.asked(sayAge(asked, now)),
    ...(attempt > 1 ? [words.attempt(attempt)] : []),
    ...(unchanged ? [words.unchanged] : []),
  ];
  const list = parent.createEl("ul", "planwright-facts");
  for (const each of facts) list.createEl("li", { text: each });
}

export function showRaw(parent: HTMLElement, { action, note }: Review): void {
  if (action === null && note === null) return;
  const details = parent.createEl("details", { cls: "planwright-fold" });
  details.createEl("summary", { text: words.raw });
  if (action !== null) showText(details, renderSource(action));
  if (note !== null) showNote(details, note);
}
