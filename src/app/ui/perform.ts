/**
 * Does what an answer to a need says (views/answers), one row a code: cards, notices, menus and dialogs give every
 * answer through here. Each row looks afresh, so that an answer to what is gone by now does nothing but say so.
 */
import { isByHand, shownToConfirm } from "../../approval/confirming";
import { heldWords } from "../../approval/durations";
import type { RequestView } from "../../approval/view";
import { escapeLine } from "../../kit/text";
import { shownAs } from "../../note/plan/steps";
import type { WantedChange } from "../../rules/command";
import type { PlanView, World } from "../../rules/world";
import type { AnswerCode } from "../../overview/answers";
import type { Need } from "../../overview/needs/need";
import { thinkByHand } from "./thinkByHand";
import type { EngineClient } from "./engineClient";
import { allowPrograms } from "./flows/allowPrograms";
import { thinkThrough } from "./flows/startFlow";
import { openInbox } from "./inbox/openInbox";
import { offer, offerPlan } from "./offer";
import { endQuestions } from "./notices/show";
import { copyAction, openNote, openOwnSettings } from "./opening";
import { archivePlan, cancelPlan, skipStep } from "./plans";
import { changeAction, requestApproval } from "./requestForm";
import { confirmable, refusable, waiting } from "./requests";
import { review } from "./review/open";
import { takeBack } from "./takeBack";
import { WORDS } from "./words";

/** Of a need, as much as an answer has to know. */
export type Answered = Pick<Need, "note" | "plan" | "request" | "paths" | "shown">;

interface Given extends Answered {
  readonly client: EngineClient;
  readonly world: World;
}

export async function give(client: EngineClient, answer: AnswerCode, about: Answered): Promise<void> {
  if (about.request !== null) endQuestions(new Set([about.request]));
  // A note is opened, and the settings are, whether or not the vault can be looked at.
  const world = answer === "open" || answer === "settings" ? client.world() : await client.look();
  if (world === null && answer === "open") await open(client, about);
  else if (world === null && answer === "settings") openOwnSettings(client.app);
  else if (world === null) client.say(WORDS.starting);
  else await GIVE[answer]({ ...about, client, world });
}

const GIVE: Readonly<Record<AnswerCode, (given: Given) => unknown>> = {
  review: reviews(waiting),
  reject: reviews(refusable, true),
  hold: onRequest(({ client }, request) => takeBack(client, request.id)),
  confirm: reviews(confirmable),
  copy: onRequest(({ client }, request) => copyAction(client, request)),
  did: onRequest(({ client, world, ...given }, request) => {
    // The review tells what has come to light since the approval.
    const isPlain = heldWords(request) === "" && request.obstacle === null;
    return isPlain && isByHand(request)
      ? client.obey({ kind: "confirm", request: request.id, read: shownToConfirm(request) })
      : reviews(confirmable)({ client, world, ...given });
  }),
  happened: onRequest(({ client }, { id }) => client.obey({ kind: "resolve", request: id, happened: true })),
  "not-happened": onRequest(({ client }, { id }) =>
    client.obey({ kind: "resolve", request: id, happened: false }),
  ),
  "ask-again": onPlan(({ client, shown }, view) =>
    client.obey({
      kind: "request",
      plan: view.plan.path,
      step: null,
      action: null,
      shown: shown ?? shownAs(view.plan, view.step),
    }),
  ),
  "fill-in": onPlan(({ client }, view) => requestApproval(client, view)),
  done: onPlan(({ client, shown }, { plan, step }) =>
    client.obey({
      kind: "done",
      plan: plan.path,
      step: step?.n ?? null,
      shown: shown ?? shownAs(plan, step),
    }),
  ),
  skip: onPlan(({ client }, view) => skipStep(client, view)),
  cancel: onPlan(({ client }, view) => cancelPlan(client, view)),
  archive: onPlan(({ client }, view) => archivePlan(client, view)),
  start: onPlan(({ client }, view) => client.obey({ kind: "start", plan: view.plan.path })),
  resume: onPlan(({ client }, view) => client.obey({ kind: "start", plan: view.plan.path })),
  change: onPlan(({ client }, view) => changeAction(client, view)),
  answer: ({ client, plan }) => openInbox(client.app, { request: null, plan: plan?.path ?? null }),
  think: onPlan(({ client }, view, world) => thinkByHand(client, view, world)),
  allow: ({ client, world }) => allowPrograms(client, world),
  "go-on": onPlan(({ client }, view) => client.obey({ kind: "start", plan: view.plan.path })),
  settings: ({ client }) => openOwnSettings(client.app),
  repair: proposes("repair"),
  convert: proposes("convert"),
  merge: proposes("merge"),
  adopt: proposes("adopt"),
  plan: ({ client, ...about }) => {
    const note = pathOf(about);
    if (note === null) client.say(WORDS.open.gone);
    else return offerPlan(client, { kind: "plan", note, lines: null });
  },
  "think-through": ({ client, world, ...about }) => {
    const note = pathOf(about);
    const task = world.intake.tasks.find(({ path }) => path === note);
    if (task === undefined) client.say(WORDS.open.gone);
    else return thinkThrough(client, task.topic ?? undefined, task.path);
  },
  open: ({ client, ...about }) => open(client, about),
};

/** The request among those that can be answered alike, so that the next one follows. */
function reviews(
  which: (world: World) => readonly RequestView[],
  rejects = false,
): (given: Given) => unknown {
  return onRequest(({ client, world }, request) => {
    const queue = which(world);
    review(client, queue.includes(request) ? queue : [request], request, rejects);
  });
}

function open(client: EngineClient, { note, plan, paths }: Answered): unknown {
  return openNote(client, note ?? { target: plan?.path ?? paths[0] ?? "", block: null });
}

function onRequest(run: (given: Given, request: RequestView) => unknown): (given: Given) => unknown {
  return (given) => {
    const request = given.world.requests.find(({ id }) => id !== "" && id === given.request);
    if (request !== undefined) return run(given, request);
    given.client.say(WORDS.open.answered);
    return;
  };
}

/** The plan as it is by now. An answer to a request or at a step is only given while the plan is at that step. */
function onPlan(run: (given: Given, view: PlanView, world: World) => unknown): (given: Given) => unknown {
  return async (given) => {
    const { client } = given;
    const path = given.plan?.path ?? pathOf(given);
    const planDetail = path === null ? null : await client.planDetail(path);
    if (planDetail?.view == null) {
      client.say(WORDS.open.moved(escapeLine(path ?? "", 200)));
      return;
    }
    const asked = planDetail.world.requests.find(({ id }) => id !== "" && id === given.request)?.step;
    const step = asked ?? given.note?.block ?? null;
    const isPast = step !== null && step !== (planDetail.view.step?.id ?? null);
    if (isPast) client.say(WORDS.open.answered);
    else await run(given, planDetail.view, planDetail.world);
  };
}

function proposes(kind: WantedChange["kind"]): (given: Given) => unknown {
  return ({ client, world, ...about }) => offer(client, world, kind, pathOf(about));
}

function pathOf({ note, paths }: Pick<Answered, "note" | "paths">): string | null {
  return paths[0] ?? note?.target ?? null;
}
