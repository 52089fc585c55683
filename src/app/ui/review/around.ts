/**
 * The parts around the text of a request: unusual facts first, small facts below, and the whole note at the end,
 * folded away.
 */
import { renderSource } from "../../../note/action/render";
import { escapeLine, escapeInvisible } from "../../../kit/text";
import { sayAge } from "../../../overview/titles";
import type { Review } from "../../../overview/review";
import { howToConfirm, wordsToConfirm } from "../../../approval/confirming";
import { heldWords } from "../../../approval/durations";
import { showIn } from "../../../kit/dates";
import { addIcon } from "../mission/parts";
import { showLine, showNote, showText, showWarning } from "../text";
import { WORDS } from "../words";

const { review: words } = WORDS;

export function showUnusual(parent: HTMLElement, review: Review, zone: string): void {
  const { request, decision, unusual } = review;
  for (const each of [...unusual, ...newOf(review)]) showWarning(parent, each);
  if (decision === "confirm") {
    showWarning(parent, wordsToConfirm(request));
    showLine(parent, howToConfirm(request));
  }
  if (decision === "by-hand") {
    showLine(parent, words.doIt);
    const held = heldWords(request);
    if (held !== "") showWarning(parent, held);
  }
  if (decision === "resolve") showDoubt(parent, review, zone);
  if (review.isMarked) showMarks(parent, review);
  else showSince(parent, review);
}

/** The way to read the differences that are marked in the text, and to read it without them. */
function showMarks(parent: HTMLElement, { since }: Review): void {
  const says = (since?.words ?? words.sinceRejected).replace(/:$/, "");
  const line = parent.createEl("p", "planwright-changed");
  line.createSpan({ text: `${escapeInvisible(says)}: ${words.marks}`, attr: { dir: "auto" } });
  const button = line.createEl("button", { text: words.hideMarks, attr: { "aria-pressed": "false" } });
  button.addEventListener("click", () => {
    const isHidden = !parent.hasClass("mod-unmarked");
    parent.toggleClass("mod-unmarked", isHidden);
    button.setAttribute("aria-pressed", String(isHidden));
  });
}

function showSince(parent: HTMLElement, { since }: Review): void {
  if (since === null) return;
  showLine(parent, since.words);
  const list = parent.createEl("ul", "planwright-changes");
  for (const line of since.lines) list.createEl("li", { text: escapeInvisible(line) });
}

/** The place to look at, and the mark by which it can be recognised. */
function showDoubt(parent: HTMLElement, { request }: Review, zone: string): void {
  const { actionState, recordNote } = request;
  const record = recordNote?.record ?? null;
  const begun = actionState?.begun ?? record?.begun ?? null;
  showWarning(parent, words.look);
  const facts = [
    ...(begun === null ? [] : [words.begun(showIn(zone)(begun))]),
    ...(record === null || record.route === null ? [] : [words.through(record.route)]),
    ...(record === null || record.idempotency === "" ? [] : [words.known(record.idempotency)]),
    record?.detail ?? "",
  ];
  showLine(parent, facts.join(" "));
}

/** Sentences or facts of a request. */
type Part = (review: Review) => readonly string[];

const unusualOf: Part = ({ unusual }) => unusual;
const newOf: Part = ({ receivers }) => receivers.fresh.map((each) => words.newTo(escapeLine(each, 80)));
const convertedOf: Part = ({ converted }) => converted;

const whyConfirmed: Part = ({ decision, request }) =>
  decision === "confirm" ? [wordsToConfirm(request)] : [];

const attemptOf: Part = ({ attempt }) => (attempt > 1 ? [words.attempt(attempt)] : []);
const unchangedOf: Part = ({ unchanged }) => (unchanged ? [words.unchanged] : []);

function routeOf(n: number): Part {
  return ({ route }) =>
    route === null ? [] : [words.route(escapeLine(route.server, 60), escapeLine(route.tool, 60), n)];
}

function shared(reviews: readonly Review[], part: Part): readonly string[] {
  const [first, ...others] = reviews;
  if (first === undefined) return [];
  return part(first).filter((each) => others.every((other) => part(other).includes(each)));
}

/** The sentence that stands for all of them where they go to new receivers alone. */
function sharedNewOf(reviews: readonly Review[]): readonly string[] {
  const all = new Set(reviews.flatMap(newOf));
  if (!reviews.every(({ receivers }) => receivers.areAllFresh)) return [];
  return all.size > 1 ? [words.newTo(words.anyOf(all.size))] : [...all];
}

/** The unusual facts that several requests share which are alike. */
export function showSharedUnusual(parent: HTMLElement, reviews: readonly Review[]): void {
  for (const each of [
    ...shared(reviews, unusualOf),
    ...sharedNewOf(reviews),
    ...shared(reviews, whyConfirmed),
  ])
    showWarning(parent, each);
}

/** The facts of one request that the others like it do not share. */
export function showOwn(parent: HTMLElement, review: Review, reviews: readonly Review[]): void {
  const own = (part: Part): readonly string[] => {
    const all = shared(reviews, part);
    return part(review).filter((each) => !all.includes(each));
  };
  const fresh = sharedNewOf(reviews).length > 0 ? [] : newOf(review);
  for (const each of [...own(unusualOf), ...fresh, ...own(whyConfirmed)]) showWarning(parent, each);
  showSince(parent, review);
  for (const part of [convertedOf, routeOf(reviews.length), attemptOf, unchangedOf])
    for (const each of own(part)) showLine(parent, each);
}

/** Facts that decide nothing, folded away: the way it goes, its age, and the note as it stands on disk. */
export function showDetails(parent: HTMLElement, reviews: readonly Review[], now: number): void {
  for (const each of shared(reviews, convertedOf)) showLine(parent, each);
  const ages = reviews.map(({ asked }) => asked);
  const [first, last] = [Math.min(...ages), Math.max(...ages)].map((asked) => sayAge(asked, now));
  const asked = first === last ? words.asked(first ?? "") : words.askedFrom(first ?? "", last ?? "");
  const facts: readonly (readonly [icon: string, text: string])[] = [
    ...shared(reviews, routeOf(reviews.length)).map((each) => ["plug", each] as const),
    ["clock", asked],
    ...shared(reviews, attemptOf).map((each) => ["rotate-ccw", each] as const),
    ...shared(reviews, unchangedOf).map((each) => ["shield-check", each] as const),
  ];
  const details = parent.createEl("details", { cls: "planwright-fold" });
  details.createEl("summary", { text: words.details });
  const list = details.createEl("ul", "planwright-facts");
  for (const [icon, text] of facts) {
    const item = list.createEl("li");
    addIcon(item, icon);
    item.createSpan({ text });
  }
  const [only, ...others] = reviews;
  if (only === undefined || others.length > 0) return;
  if (only.action !== null) showText(details, renderSource(only.action));
  if (only.note !== null) showNote(details, only.note);
}
