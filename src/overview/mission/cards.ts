/** Needs as cards: each with its icon, its subject, its receiver, its age, and the answers that can be given. */
import { nameOf } from "../../kit/path";
import { remember } from "../../kit/remember";
import { KINDS, type KindRow } from "../../note/action/kinds";
import { partsOf, receiversOf } from "../../note/action/receivers";
import { kindOf } from "../../approval/request/sheet";
import type { RequestView } from "../../approval/view";
import type { PlanSummary } from "../../note/index/summary";
import { posesAQuestion } from "../../note/plan/blocks";
import { NOTHING_SAID } from "../../note/plan/standstill";
import type { Step } from "../../note/plan/plan";
import { optionsOf } from "../../note/plan/optionsOf";
import { shownAs } from "../../note/plan/steps";
import type { PlanView, World } from "../../rules/world";
import { afterDoubt, CONFIRMED_HERE, isConfirmedHere } from "../describe";
import type { AnswerCode } from "../answers";
import { situationOf, type NeedId } from "../situations";
import { correctionOf } from "../correctionOf";
import type { Need, NeedGroup } from "../needs/need";
import { needsOf, putOffNeeds } from "../needs/needsOf";
import { allPutOff, sayPutOff } from "../putOffPlans";
import { requestTarget, requestTitle, viewsOf, withoutLinks } from "../titles";
import { leavingThere } from "./departure";
import { openQuestion, type OpenQuestion } from "./questions";

export interface NeedCard {
  /** The same for the same need at the next look. */
  readonly key: string;
  readonly id: NeedId;
  /** Title of all needs of this kind. */
  readonly kind: string;
  readonly tone: "alarm" | "warn" | "plain";
  /** Of the app’s icons (lucide). */
  readonly icon: string;
  /** Subject, amount, step, or name of a note. May quote notes, as all words here. */
  readonly title: string;
  /** The title without its state, for a list that has the state beside it. */
  readonly subject: string;
  /** Where it goes; empty where it goes nowhere, or to several. */
  readonly where: { readonly local: string; readonly domain: string; readonly more: number } | null;
  readonly words: string;
  /** The sentence on what its answers lead to; empty where they say so themselves. */
  readonly hint: string;
  /** Title of its plan; empty where the words name it. */
  readonly plan: string;
  readonly since: number | null;
  readonly answers: readonly AnswerCode[];
  readonly question: OpenQuestion | null;
  /** The command that puts a misspelt status right; null for none. */
  readonly correction: ReturnType<typeof correctionOf>;
  /** The step that the person is asked about, as the note has it; null where the card is about something else. */
  readonly step: StepText | null;
  readonly need: Need;
}

export interface StepText extends Pick<Step, "text" | "beneath"> {
  /** Options beneath it that are answers; none where the person may not say that it is done. */
  readonly options: readonly string[];
}

/** Needs that are told by the words of a step, without a request or a question that has words of its own. */
const OF_STEP: ReadonlySet<NeedId> = new Set([
  "your-turn",
  "action",
  "person",
  "agent-model",
  "agent-paused",
  "agent-by-hand",
]);

export interface Cards {
  /** Needs that ask for an answer, doubts first. */
  readonly asking: readonly NeedCard[];
  readonly asked: number;
  /** Needs that only tell. */
  readonly telling: readonly NeedCard[];
  readonly told: number;
  /** Needs that a person put off; answered as ever. */
  readonly later: readonly NeedCard[];
}

/** Cards of one kind; more are counted. Nobody reads more in a day. */
const MOST = 500;

/** Several faces show the same look, and one of them each second. */
export const cardsOf = remember((world: World): Cards => {
  const sayNothing = (): string => "";
  // Requests that go out are told above the cards.
  const there = new Set(leavingThere(world).map(({ id }) => id));
  const isThere = ({ request }: Need): boolean => request !== null && there.has(request);
  const groups = needsOf(world, sayNothing, 0, MOST)
    .filter(({ id }) => id !== "about-to-run" && id !== "sending")
    .map((group) =>
      group.id !== "held-up" || there.size === 0
        ? group
        : { ...group, needs: group.needs.filter((each) => !isThere(each)), total: group.total - there.size },
    );
  const requests = new Map(world.requests.map((request) => [request.id, request]));
  const views = viewsOf(world.plans);
  const isQuiet = (id: NeedId): boolean => situationOf(id).severity === "tells";
  const cards = (of: readonly NeedGroup[]): readonly NeedCard[] =>
    of.flatMap(({ id, title, needs }) =>
      needs.map((need) =>
        cardOf(id, id === "confirmation" && isConfirmedHere(world) ? CONFIRMED_HERE : title, need, {
          request: need.request === null ? null : (requests.get(need.request) ?? null),
          view: need.plan === null ? null : (views.get(need.plan.path) ?? null),
          summary: need.plan === null ? null : world.planIndex.at(need.plan.path),
          correction: id === "problems" ? correctionOf(world, need.paths[0]) : null,
        }),
      ),
    );
  const those = (quiet: boolean): readonly NeedGroup[] => groups.filter(({ id }) => isQuiet(id) === quiet);
  const total = (quiet: boolean): number => those(quiet).reduce((sum, group) => sum + group.total, 0);
  return {
    asking: cards(those(false)),
    asked: total(false),
    telling: cards(those(true)),
    told: total(true),
    later: cards(putOffNeeds(world, sayNothing, MOST)).map((card) => tellUntil(card, world)),
  };
});

function tellUntil(card: NeedCard, world: World): NeedCard {
  const until = allPutOff(world).plans.get(card.need.plan?.path ?? "");
  return until === undefined ? card : { ...card, words: join([sayPutOff(until, world), card.words]) };
}

/** The number of things that ask the person: the same wherever it is told. */
export function countAsked(world: World): number {
  return cardsOf(world).asked;
}

interface About {
  readonly request: RequestView | null;
  readonly view: PlanView | null;
  /** Of its plan, which need not be looked at closely. */
  readonly summary: PlanSummary | null;
  readonly correction: NeedCard["correction"];
}

/** The part of a card that does not depend on what it is about. */
type Base = Omit<NeedCard, "icon" | "title" | "subject" | "where" | "words" | "plan">;

/** A card about the request, about the step that has no words yet, or else about the plan or note. */
function cardOf(id: NeedId, groupTitle: string, need: Need, about: About): NeedCard {
  const { request, view, summary, correction } = about;
  const planTitle = need.plan === null ? "" : withoutLinks(summary?.title ?? need.plan.taskId);
  const { severity } = situationOf(id);
  const base: Base = {
    key: `${id} ${need.request ?? need.plan?.path ?? need.note?.target ?? need.what ?? ""}`,
    id,
    kind: groupTitle,
    tone: severity === "alarm" || severity === "warn" ? severity : "plain",
    since: need.since,
    hint: id === "in-doubt" && request !== null ? afterDoubt(request) : "",
    answers: need.answers,
    question: view === null || !posesAQuestion(id) ? null : openQuestion(view),
    correction,
    step: view?.step == null || !OF_STEP.has(id) ? null : textsOf(view.step, need.answers),
    need: view === null ? need : { ...need, shown: shownAs(view.plan, view.step) },
  };
  // A need whose note is the plan itself is about the plan.
  const isOfRequest = request !== null && need.note?.target !== view?.plan.path;
  if (isOfRequest) return requestCard(base, request, planTitle);
  const step = (view?.step ?? summary?.next)?.text.replace(/✋\uFE0F?/g, "").trim() ?? "";
  if (id === "action" && step !== "")
    return stepCard(base, step, (view ?? summary)?.block?.reason === NOTHING_SAID, planTitle);
  return noteCard(base, planTitle);
}

function textsOf({ text, beneath }: Step, answers: readonly AnswerCode[]): StepText {
  return { text, beneath, options: answers.includes("done") ? optionsOf({ text, beneath }) : [] };
}

function requestCard(base: Base, request: RequestView, planTitle: string): NeedCard {
  const { id, kind, need } = base;
  const where = whereOf(request);
  const title = requestTitle(request);
  return {
    ...base,
    icon: situationOf(id).icon ?? iconOf(request),
    title: id === "in-doubt" ? `Maybe sent: ${title}` : title,
    subject: title,
    // A payee is named by the title already.
    where: where?.domain === "" && where.more === 0 && title.endsWith(where.local) ? null : where,
    words: join([id === "waiting" || id === "in-doubt" ? "" : kind, need.words]),
    plan: planTitle,
  };
}

function stepCard(base: Base, step: string, isUnsaid: boolean, planTitle: string): NeedCard {
  return {
    ...base,
    icon: "pencil",
    title: withoutLinks(step),
    subject: withoutLinks(step),
    where: null,
    words: isUnsaid
      ? base.step?.options.length
        ? "Choose one of the options beneath it"
        : "Say what is to be sent, or that you did it"
      : join([base.kind, withoutLinks(base.need.words)]),
    plan: planTitle,
  };
}

/** About the plan; without one, about the note, or about what the need names. */
function noteCard(base: Base, planTitle: string): NeedCard {
  const { id, kind, need, question } = base;
  const title = need.plan === null ? nameOfNote(need) : planTitle;
  return {
    ...base,
    icon: situationOf(id).icon ?? "file-text",
    title,
    subject: title,
    where: null,
    // The question says it once more, with its answers.
    words:
      question?.text.includes(withoutLinks(need.words)) === true
        ? kind
        : withoutLinks(join([kind, need.words])),
    plan: "",
  };
}

/** A note bears its title: its folder, and the ending of its file, say nothing more. */
function nameOfNote({ note, what }: Need): string {
  if (note === null || note.shown !== note.target) return note?.shown ?? what ?? "";
  return nameOf(note.shown).replace(/\.md$/i, "");
}

function join(parts: readonly string[]): string {
  return parts.filter((each) => each !== "").join(" · ");
}

/** The icon of its kind; without its note, that of its type. */
export function iconOf(request: Pick<RequestView, "type" | "action">): string {
  return kindRowOf(request).icon;
}

export function kindRowOf({ type, action }: Pick<RequestView, "type" | "action">): KindRow {
  const kind = action === null ? null : KINDS[kindOf(action, null, null)];
  return kind ?? Object.values(KINDS).find((each) => each.type?.id === type) ?? KINDS.tool;
}

export function whereOf(request: Pick<RequestView, "action" | "actionState">): NeedCard["where"] {
  const [first = "", ...more] = receiversOf(requestTarget(request)).filter((each) => each !== "");
  if (first === "") return null;
  const { local, domain } = partsOf(first);
  return { local, domain, more: more.length };
}
