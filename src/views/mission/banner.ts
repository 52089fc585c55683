/** The line above a plan or a request while its note is open: where it stands, and the answers to that. */
import { isOver } from "../../plan/plan";
import type { World } from "../../rules/world";
import { OWN_NEEDS, type AnswerCode } from "../answers";
import type { Need } from "../needs/need";
import type { NeedCard } from "./cards";
import { cardsOf } from "./cards";
import { goingOut, tellPlan, type Going, type Looking } from "./mission";

export interface Banner {
  readonly icon: string;
  /** `Step 3 of 4`; empty where it is not about a step. */
  readonly step: string;
  readonly words: string;
  readonly where: NeedCard["where"];
  /** When it goes out by itself. Milliseconds since the epoch; null where it does not. */
  readonly at: number | null;
  readonly answers: readonly AnswerCode[];
  readonly need: Need;
}

/** Null for a note that is neither, and for a plan that is over. */
export function bannerOf(path: string, world: World, looking: Looking): Banner | null {
  const cards = cardsOf(world);
  const all = [...cards.asking, ...cards.telling];
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
  if (card !== undefined && !OWN_NEEDS.includes(card.id))
    return {
      icon: card.icon,
      step,
      words: [card.title, card.words, card.question?.text ?? ""].filter((each) => each !== "").join(" · "),
      where: card.where,
      at: null,
      answers: card.answers.filter((code) => code !== "open"),
      need: card.need,
    };
  if (view === undefined || isOver(view.plan)) return null;
  const told = tellPlan(view, world, looking, cards);
  return {
    icon: told.isYours ? "hand" : "list-checks",
    step,
    words: [told.status, told.reason ?? ""].filter((each) => each !== "").join(". "),
    where: null,
    at: null,
    answers: told.answers.filter((code) => code !== "open"),
    need: told.need,
  };
}

function goingBanner({ request, title, icon, where, at }: Going, step: string, path: string): Banner {
  return {
    icon,
    step,
    words: title,
    where,
    at,
    answers: at === null ? [] : ["hold"],
    need: { note: null, what: null, plan: null, words: "", paths: [path], request, since: null, answers: [] },
  };
}
