/** The line above a plan or a request while its note is open: where it stands, and the answers to that. */
import { OUTCOME_ROWS } from "../../approval/device/outcome";
import { count, counted } from "../../kit/numbers";
import type { RequestView } from "../../approval/view";
import { finishedSteps, isOver } from "../../note/plan/plan";
import type { World } from "../../rules/world";
import type { AnswerCode } from "../answers";
import { situationOf, SITUATIONS } from "../situations";
import { stateWords } from "../describe";
import type { Need } from "../needs/need";
import { planState, requestTitle, withoutLinks } from "../titles";
import { cardsOf, iconOf, whereOf, type NeedCard } from "./cards";
import { goingOut, type Going } from "./going";
import { tellPlan, tellState, type Looking } from "./mission";

export interface Banner {
  readonly icon: string;
  /** `Step 3 of 4`; empty where it is not about a step. */
  readonly step: string;
  /** `Approval needed · Invoice 2026-31`. */
  readonly words: string;
  readonly where: NeedCard["where"];
  /** When it goes out by itself. Milliseconds since the epoch; null where it does not. */
  readonly at: number | null;
  /** The way out where no answer is one, in lower case and without a full stop; null for none. */
  readonly wayOut: string | null;
  /** Why this device, or none, does nothing for it just now; null where one does, or nothing is to be done. */
  readonly device: { readonly words: string; readonly opens: "continue" | "settings" | null } | null;
  readonly answers: readonly AnswerCode[];
  readonly need: Need;
}

/** Null for a note that is neither. */
export function bannerOf(path: string, world: World, looking: Looking): Banner | null {
  const cards = cardsOf(world);
  const all = [...cards.asking, ...cards.telling, ...cards.later];
  const request = world.requests.find(({ notes }) => notes.some((note) => note.path === path));
  const view = world.plans.find(({ plan }) => plan.path === path);
  const about = request ?? view?.request ?? null;
  const going = about === null ? undefined : goingOut(world).find((each) => each.request === about.id);
  const step = view?.step == null ? "" : `Step ${String(view.step.n)} of ${String(view.plan.steps.length)}`;
  if (going !== undefined) return goingBanner(going, step, path);
  const card = all.find(
    ({ need }) =>
      need.paths.includes(path) || (about !== null && about.id !== "" && need.request === about.id),
  );
  if (card !== undefined && situationOf(card.id).isOwn !== true)
    return {
      ...cardBanner(card, step),
      device: cards.telling.includes(card) ? deviceOf(world, looking) : null,
    };
  if (view === undefined || isOver(view.plan)) {
    if (request !== undefined) return requestBanner(request, path);
    return card === undefined ? restingBanner(path, world) : cardBanner(card, step);
  }
  const told = tellPlan(view, world, looking);
  const rests = told.isYours || card !== undefined || view.plan.status === "Draft";
  const answers = told.answers.filter((code) => code !== "open");
  return {
    icon: told.isYours ? "hand" : "list-checks",
    step,
    words: [told.status, told.reason ?? ""].filter((each) => each !== "").join(". "),
    where: null,
    at: null,
    wayOut: answers.length === 0 ? told.wayOut : null,
    device: rests ? null : deviceOf(world, looking, view.block?.kind === "device"),
    answers,
    need: told.need,
  };
}

/** Of a plan, its title is above the note already. */
function cardBanner(
  { icon, kind, title, words, where, answers, question, need }: NeedCard,
  step: string,
): Banner {
  const isOfPlan = need.plan !== null && title === withoutLinks(need.plan.title);
  const parts = [isOfPlan ? "" : title, words, question?.text ?? ""].filter((each) => each !== "");
  const isSaid = parts.some((part) => part.startsWith(kind));
  return {
    icon,
    step,
    words: [...(isSaid ? [] : [kind]), ...parts].join(" · "),
    where,
    at: null,
    wayOut: null,
    device: null,
    answers: answers.filter((code) => code !== "open"),
    need,
  };
}

function goingBanner({ request, title, icon, where, at }: Going, step: string, path: string): Banner {
  return {
    icon,
    step,
    words: at === null ? `${SITUATIONS.sending.title} · ${title}` : title,
    where,
    at,
    wayOut: null,
    device: null,
    answers: at === null ? [] : ["hold"],
    need: needAt(path, request),
  };
}

/** Of a request that asks for nothing any more. */
function requestBanner(request: RequestView, path: string): Banner {
  const ended = request.outcome === null ? stateWords(request) : OUTCOME_ROWS[request.outcome].title;
  const reason = request.outcome === null ? request.reason : "";
  return {
    icon: iconOf(request),
    step: "",
    words: [ended, requestTitle(request), reason].filter((each) => each !== "").join(" · "),
    where: whereOf(request),
    at: null,
    wayOut: null,
    device: null,
    answers: [],
    need: needAt(path, request.id === "" ? null : request.id),
  };
}

/** Of a plan that is over, or that nobody has to look at closely. */
function restingBanner(path: string, { planIndex, recent }: World): Banner | null {
  const summary = planIndex.at(path);
  const past = summary === null ? recent.find((each) => each.path === path) : undefined;
  const of =
    summary ?? (past && { status: past.status, finished: finishedSteps(past), total: past.steps.length });
  if (of === undefined) return null;
  const { status, finished, total } = of;
  const isLeft = isOver(of) && [...planIndex.leftOver().summaries].some((each) => each.path === path);
  const answer = isLeft ? "archive" : status === "Draft" ? "start" : null;
  const state = summary === null || isOver(of) || status === "Draft" ? status : planState(summary, null);
  return {
    icon: status === "Done" ? "check" : status === "Cancelled" ? "ban" : "list-checks",
    step: "",
    words: `${state}. ${count(finished)} of ${counted(total, "step")} finished`,
    where: null,
    at: null,
    wayOut: null,
    device: null,
    answers: answer === null ? [] : [answer],
    need: { ...needAt(path, null), plan: summary },
  };
}

/** `isTold`: the plan itself says it already. */
function deviceOf(world: World, { hindrances }: Looking, isTold = false): Banner["device"] {
  const { tone, words, reason, isPaused } = tellState(world, hindrances);
  if (tone === "acts") return null;
  return {
    words: isTold && !isPaused ? "" : [words, reason ?? ""].filter((each) => each !== "").join(". "),
    opens: isPaused ? "continue" : tone === "waits" ? "settings" : null,
  };
}

function needAt(path: string, request: string | null): Need {
  return { note: null, what: null, plan: null, words: "", paths: [path], request, since: null, answers: [] };
}
