/**
 * Does what an answer to a need says (views/answers), one row a code: cards, notices, menus and dialogs give every
 * answer through here. Each row looks afresh, so that an answer to what is gone by now does nothing but say so.
 */
import { shownToConfirm } from "../approval/confirming";
import { heldWords } from "../approval/durations";
import type { RequestView } from "../approval/view";
import { plain } from "../kit/text";
import { shownAs } from "../plan/steps";
import type { WantedChange } from "../rules/command";
import type { PlanView, World } from "../rules/world";
import type { AnswerCode } from "../views/answers";
import { openQuestion } from "../views/mission/questions";
import type { Need } from "../views/needs/need";
import { copyAction } from "./opening/copyAction";
import { thinkByHand } from "./byHand";
import type { Door } from "./door";
import { allowPrograms } from "./flows/allowPrograms";
import { thinkThrough } from "./flows/startFlow";
import { offer, offerPlan } from "./offer";
import { endQuestions } from "./notices/questions";
import { openNote } from "./opening/openNote";
import { openOwnSettings } from "./opening/openSettings";
import { archivePlan, cancelPlan, skipStep } from "./plans";
import { changeAction, requestApproval } from "./requestForm";
import { confirmable, refusable, waiting } from "./requests";
import { review } from "./review/open";
import { takeBack } from "./takeBack";
import { WORDS } from "./words";

/** Of a need, as much as an answer has to know. */
export type Answered = Pick<Need, "note" | "plan" | "request" | "paths" | "shown">;

interface Given extends Answered {
  readonly door: Door;
  readonly world: World;
}

export async function give(door: Door, answer: AnswerCode, about: Answered): Promise<void> {
  if (about.request !== null) endQuestions(new Set([about.request]));
  // A note is opened, and the settings are, whether or not the vault can be looked at.
  const world = answer === "open" || answer === "settings" ? door.world() : await door.look();
  if (world === null && answer === "open") await open(door, about);
  else if (world === null && answer === "settings") openOwnSettings(door.app);
  else if (world === null) door.say(WORDS.starting);
  else await GIVE[answer]({ ...about, door, world });
}

const GIVE: Readonly<Record<AnswerCode, (given: Given) => unknown>> = {
  review: reviews(waiting),
  reject: reviews(refusable, true),
  hold: onRequest(({ door }, request) => takeBack(door, request.id)),
  confirm: reviews(confirmable),
  copy: onRequest(({ door }, request) => copyAction(door, request)),
  did: onRequest(({ door, world, ...given }, request) => {
    // The review tells what has come to light since the approval.
    const isPlain = heldWords(request) === "" && request.obstacle === null;
    return isPlain && request.objection?.id === "by-hand"
      ? door.obey({ kind: "confirm", request: request.id, read: shownToConfirm(request) })
      : reviews(confirmable)({ door, world, ...given });
  }),
  happened: onRequest(({ door }, { id }) => door.obey({ kind: "resolve", request: id, happened: true })),
  "not-happened": onRequest(({ door }, { id }) =>
    door.obey({ kind: "resolve", request: id, happened: false }),
  ),
  "ask-again": onPlan(({ door, shown }, view) =>
    door.obey({
      kind: "request",
      plan: view.plan.path,
      step: null,
      action: null,
      shown: shown ?? shownAs(view.plan, view.step),
    }),
  ),
  "fill-in": onPlan(({ door }, view) => requestApproval(door, view)),
  done: onPlan(({ door, shown }, { plan, step }) =>
    door.obey({ kind: "done", plan: plan.path, step: step?.n ?? null, shown: shown ?? shownAs(plan, step) }),
  ),
  skip: onPlan(({ door }, view) => skipStep(door, view)),
  cancel: onPlan(({ door }, view) => cancelPlan(door, view)),
  archive: onPlan(({ door }, view) => archivePlan(door, view)),
  start: onPlan(({ door }, view) => door.obey({ kind: "start", plan: view.plan.path })),
  resume: onPlan(({ door }, view) => door.obey({ kind: "start", plan: view.plan.path })),
  change: onPlan(({ door }, view) => changeAction(door, view)),
  answer: ({ door, world, ...about }) => {
    const view = world.plans.find(({ plan }) => plan.path === about.plan?.path);
    const question = view === undefined ? null : openQuestion(view);
    return question === null
      ? open(door, about)
      : openNote(door, { target: question.plan, block: question.id });
  },
  think: onPlan(({ door }, view, world) => thinkByHand(door, view, world)),
  allow: ({ door, world }) => allowPrograms(door, world),
  "go-on": onPlan(({ door }, view) => door.obey({ kind: "start", plan: view.plan.path })),
  settings: ({ door }) => openOwnSettings(door.app),
  repair: proposes("repair"),
  convert: proposes("convert"),
  merge: proposes("merge"),
  adopt: proposes("adopt"),
  plan: ({ door, ...about }) => {
    const note = pathOf(about);
    if (note === null) door.say(WORDS.open.gone);
    else return offerPlan(door, { kind: "plan", note, lines: null });
  },
  "think-through": ({ door, world, ...about }) => {
    const note = pathOf(about);
    const task = world.intake.tasks.find(({ path }) => path === note);
    if (task === undefined) door.say(WORDS.open.gone);
    else return thinkThrough(door, task.topic ?? undefined, task.path);
  },
  open: ({ door, ...about }) => open(door, about),
};

/** The request among those that can be answered alike, so that the next one follows. */
function reviews(
  which: (world: World) => readonly RequestView[],
  rejects = false,
): (given: Given) => unknown {
  return onRequest(({ door, world }, request) => {
    const queue = which(world);
    review(door, queue.includes(request) ? queue : [request], request, rejects);
  });
}

function open(door: Door, { note, plan, paths }: Answered): unknown {
  return openNote(door, note ?? { target: plan?.path ?? paths[0] ?? "", block: null });
}

function onRequest(run: (given: Given, request: RequestView) => unknown): (given: Given) => unknown {
  return (given) => {
    const request = given.world.requests.find(({ id }) => id !== "" && id === given.request);
    if (request !== undefined) return run(given, request);
    given.door.say(WORDS.open.answered);
    return;
  };
}

/** The plan as it is by now. An answer to a request or at a step is only given while the plan is at that step. */
function onPlan(run: (given: Given, view: PlanView, world: World) => unknown): (given: Given) => unknown {
  return async (given) => {
    const { door } = given;
    const path = given.plan?.path ?? pathOf(given);
    const closer = path === null ? null : await door.closer(path);
    if (closer?.view == null) {
      door.say(WORDS.open.moved(plain(path ?? "", 200)));
      return;
    }
    const asked = closer.world.requests.find(({ id }) => id !== "" && id === given.request)?.step;
    const step = asked ?? given.note?.block ?? null;
    const isPast = step !== null && step !== (closer.view.step?.id ?? null);
    if (isPast) door.say(WORDS.open.answered);
    else await run(given, closer.view, closer.world);
  };
}

function proposes(kind: WantedChange["kind"]): (given: Given) => unknown {
  return ({ door, world, ...about }) => offer(door, world, kind, pathOf(about));
}

function pathOf({ note, paths }: Pick<Answered, "note" | "paths">): string | null {
  return paths[0] ?? note?.target ?? null;
}
