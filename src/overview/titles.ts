/**
 * The name of a plan or a request in a list, a card or a notice: subject, amount, title, state and age, never an id.
 * Text from notes is passed on as it is: the face that shows it neutralises it.
 */
import { BARE_TYPES, typeWords, type Action } from "../note/action/action";
import type { KindRow } from "../note/action/kinds";
import { withoutHand } from "../note/plan/approvalMarker";
import { partsOf, receiversOf } from "../note/action/receivers";
import type { RequestView } from "../approval/view";
import type { PlanSummary } from "../note/index/summary";
import { DAY, HOUR, MINUTE, moment } from "../kit/dates";
import { counted } from "../kit/numbers";
import { remember } from "../kit/remember";
import { cut, linkWords, unescapeMarkdown, escapeLine, quoted } from "../kit/text";
import { BLOCKS, blockTitle, type BlockRow } from "../note/plan/blocks";
import { sayDue } from "../note/plan/due";
import type { Entry } from "../note/plan/logEntry";
import { planTitle, type Plan } from "../note/plan/plan";
import { sheetOf } from "../approval/request/sheet";
import type { PlanView, World } from "../rules/world";

type Titled = Pick<RequestView, "type" | "action" | "actionState" | "name"> &
  Partial<Pick<RequestView, "stepText">>;

/** `Invoice 2026-31`, `640.00 GBP to Osei and Daughters Ltd`, `Social post`, its step’s words, or its file name. */
export function requestTitle(request: Titled): string {
  const { type, name, stepText = "" } = request;
  const words = BARE_TYPES.includes(type) ? withoutDay(withoutLinks(withoutHand(stepText))) : "";
  return (
    requestSubject(request) ??
    (words || (type === "" ? name.replace(/\.md$/, "") : sentence(typeWords(type))))
  );
}

/** Null where its arguments do not say what it is about. */
export function requestSubject({ action }: Pick<Titled, "action">): string | null {
  return action === null ? null : titleIn(action) || null;
}

/** `mails`; `requests` where its type is not the usual one of its kind: a letter has the arguments of a mail. */
export function nounsOf(type: string, { type: usual, noun }: KindRow): string {
  return usual?.id === type ? `${noun}s` : "requests";
}

const titleIn = remember((action: Action): string => sheetOf(action).title);

/** The signs of the Tasks plugin for a day before which a step waits. */
const DAY_AT_END = /\s*[\u23F3\u231B\u{1F6EB}]\uFE0F?\s*\d{4}-\d{2}-\d{2}(?: \d{1,2}:\d{2})?\s*$/u;

/** The words of a step whose day is said beside them. */
export function withoutDay(text: string): string {
  return text.replace(DAY_AT_END, "");
}

/** Of a link only its words, and without the escapes of Markdown: a card or a notice shows text. */
export function withoutLinks(text: string): string {
  return unescapeMarkdown(linkWords(text));
}

/**
 * A line of a log. The bracket at the end is for the engine; escapes are undone, so that writing the text again does
 * not double them. The long names of requests and records stand in the log: in a list they would be cut off.
 */
export function entryWords({ text, mark }: Entry): string {
  const shown = withoutLinks(text);
  return mark === null
    ? shown
    : shown
        .replace(/\s*\([^()]*\)\s*$/, "")
        .replace(/ (?:Record|Approval request): \S+$/, "")
        .replace(/ — Its request was approved\.$/, "")
        .replace(/^Blocked at /, "Waiting at ");
}

/**
 * An entry with who made it. The words of another program, or of somebody else who wrote into the log, are in quotes,
 * so that they never read as a line of ours. `words`: those of `entryWords`; `write` cuts a text and makes it harmless
 * for the face.
 */
export function attribute(
  { actor, name, mark }: Entry,
  words: string,
  write: (text: string, limit: number) => string,
): string {
  if (actor === "Agent" || actor === "Human") return `${actor}: ${words}`;
  const program = name === "" ? "A program without a name" : `The program ${quoted(write(name, 40))}`;
  if (actor === "Program" && mark !== null) return `${program}: ${words}`;
  return `${actor === "Program" ? program : quoted(write(name, 50))} says: ${quoted(words)}`;
}

/** The receiver or the place, as written; empty where nobody says. Known of a request without its note, too. */
export function requestTarget({ action, actionState }: Pick<RequestView, "action" | "actionState">): string {
  return (action?.target ?? actionState?.target ?? "").trim();
}

/** The receiver in a word: the domain of an address, `3 receivers`, or the target itself. */
export function requestWhere(request: Pick<RequestView, "action" | "actionState">): string {
  const all = receiversOf(requestTarget(request)).filter((each) => each !== "");
  const [only] = all;
  if (only === undefined) return "";
  if (all.length > 1) return counted(all.length, "receiver");
  const { local, domain } = partsOf(only);
  return domain === "" ? local : domain;
}

/** `now`, `5 min`, `2 h`, `3 d`; empty where nobody knows since when. */
export function sayAge(since: number | null, now: number): string {
  const from = moment(since);
  if (from === null) return "";
  const age = now - from;
  if (age < MINUTE) return "now";
  if (age < HOUR) return `${String(Math.floor(age / MINUTE))} min`;
  return age < 2 * DAY ? `${String(Math.floor(age / HOUR))} h` : `${String(Math.floor(age / DAY))} d`;
}

/** A day has no hour, so that it gives no age in hours. */
function wholeAge(created: number | null, now: number): number | null {
  return created !== null && created % DAY === 0 && now - created < 2 * DAY ? null : created;
}

/** State of a plan in a few words; `view` where it was looked at closely. */
export function planState(
  summary: Pick<PlanSummary, "status" | "block" | "byPerson">,
  view: PlanView | null,
): string {
  if (summary.byPerson !== null) return lower(blockTitle("person"));
  const kind = (view?.block ?? view?.foundLast ?? summary.block)?.kind;
  if (kind === undefined) return summary.status === "Blocked" ? "waiting" : lower(summary.status);
  const { short }: BlockRow = BLOCKS[kind];
  return short ?? lower(blockTitle(kind));
}

/** Letters of a title in a line: what follows it stays in view. */
const MOST_LETTERS = 100;

/** Plans that were looked at closely, by path. A list of all plans asks for each of them. */
export const viewsOf = remember(
  (plans: World["plans"]): ReadonlyMap<string, PlanView> =>
    new Map(plans.map((view) => [view.plan.path, view])),
);

/** `Invoice Marrow Street Library · waiting for approval · 3 d`. */
export function planLine(summary: PlanSummary, world: Pick<World, "plans" | "now" | "settings">): string {
  const view = viewsOf(world.plans).get(summary.path) ?? null;
  const since = view?.blockedSince ?? summary.since ?? summary.newest ?? wholeAge(summary.created, world.now);
  const due = lower(sayDue(summary.due, world) ?? "");
  return joined([
    cut(withoutLinks(summary.title), MOST_LETTERS),
    planState(summary, view),
    due,
    sayAge(since, world.now),
  ]);
}

/** `Invoice 2026-31 · example.org · Invoice Marrow Street Library · 3 d`. */
export function requestLine(
  request: RequestView,
  { planIndex, now }: Pick<World, "planIndex" | "now">,
): string {
  const path = planIndex.home(request.plan)?.path;
  const plan = path === undefined ? null : planIndex.at(path);
  return joined([
    cut(requestTitle(request), MOST_LETTERS),
    requestWhere(request),
    cut(withoutLinks(plan?.title ?? request.task), MOST_LETTERS),
    sayAge(request.created, now),
  ]);
}

/** The line of each item, in order: lines that read alike get what tells their items apart. */
export function tellApart<T>(
  items: readonly T[],
  line: (item: T) => string,
  apart: (item: T) => string,
): readonly string[] {
  const lines = items.map(line);
  const times = new Map<string, number>();
  for (const shown of lines) times.set(shown, (times.get(shown) ?? 0) + 1);
  return items.map((item, n) => {
    const shown = lines[n] ?? "";
    return (times.get(shown) ?? 0) > 1 ? `${shown} · ${apart(item)}` : shown;
  });
}

function joined(parts: readonly string[]): string {
  return parts.filter((each) => each !== "").join(" · ");
}

export function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The title of a plan within a sentence: a person knows it by that. */
export function planName(plan: Pick<Plan, "objective" | "path">): string {
  return `“${escapeLine(withoutLinks(planTitle(plan)).replace(/([^.])\.$/, "$1"), 80)}”`;
}
