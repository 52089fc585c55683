/**
 * Links into the app, as the Dashboard has them. Anybody can write one, in a note or on a page: so it opens what a
 * person reads and decides on, and does nothing by itself. A name of nothing that is there gives a notice.
 */
import type { ObsidianProtocolData, Plugin } from "obsidian";
import type { RequestView } from "../../approval/view";
import { planKey } from "../../kit/ids";
import { escapeLine } from "../../kit/text";
import type { Command } from "../../rules/command";
import { candidates } from "../../rules/proposalTargets";
import type { PlanView, World } from "../../rules/world";
import { linkLabel, readLink, SCHEME, type AppLink, type LinkCode } from "../../overview/links";
import { requestRef } from "../../overview/noteRef";
import { withoutLinks } from "../../overview/titles";
import { planTitle } from "../../note/plan/plan";
import { shownAs } from "../../note/plan/steps";
import { thinkByHand } from "./thinkByHand";
import { withWorld } from "./commands";
import { openDialog } from "./dialog";
import type { EngineClient } from "./engineClient";
import { allowPrograms } from "./flows/allowPrograms";
import { thinkThrough } from "./flows/startFlow";
import { offer, offerPlan } from "./offer";
import { openInbox } from "./inbox/openInbox";
import { openMission } from "./mission/view";
import { openDashboard, openNote, openOwnSettings, withPlan } from "./opening";
import { archivePlan, cancelPlan, skipStep } from "./plans";
import { changeAction, requestApproval } from "./requestForm";
import { confirmable, doubtful, held, refusable, waiting } from "./requests";
import { review } from "./review/open";
import { setUp } from "./settings/setUp";
import { showLine } from "./text";
import { WORDS } from "./words";

const SAID = WORDS.links;

export function addLinks(plugin: Plugin, client: EngineClient): void {
  plugin.registerObsidianProtocolHandler(SCHEME, (parameters) => openLink(client, parameters));
}

export async function openLink(client: EngineClient, parameters: ObsidianProtocolData): Promise<void> {
  const link = readLink(parameters);
  if (link === null) client.say(SAID.unknown);
  else await withWorld(client, (world) => OPENS[link.do](client, link, world));
}

type Opens = (client: EngineClient, link: AppLink, world: World) => unknown;

const opensConfirm = onRequest(confirmable);
const opensResolve = onRequest(doubtful);
const opensForm = onPlan(requestApproval);
const opensStart = onPlan((client, { plan }, _world, link) =>
  ask(client, link, withoutLinks(planTitle(plan)), { kind: "start", plan: plan.path }),
);

const OPENS: Readonly<Record<LinkCode, Opens>> = {
  review: onRequest((world) => [
    ...waiting(world),
    ...refusable(world).filter(({ state }) => state === "edited"),
  ]),
  reject: onRequest(refusable, true),
  confirm: opensConfirm,
  did: opensConfirm,
  copy: opensConfirm,
  happened: opensResolve,
  "not-happened": opensResolve,
  hold: onRequest(held),
  "ask-again": opensForm,
  "fill-in": opensForm,
  skip: onPlan(skipStep),
  cancel: onPlan(cancelPlan),
  archive: onPlan(archivePlan),
  think: onPlan(thinkByHand),
  start: opensStart,
  resume: opensStart,
  "go-on": opensStart,
  change: onPlan(changeAction),
  done: onPlan((client, { plan, step }, _world, link) => {
    if (step === null) client.say(WORDS.open.answered);
    else
      ask(client, link, step.text, {
        kind: "done",
        plan: plan.path,
        step: step.n,
        shown: shownAs(plan, step),
      });
  }),
  allow: (client, _link, world) => allowPrograms(client, world),
  answer: ({ app }, { plan }, { planIndex }) =>
    openInbox(app, { request: null, plan: plan === null ? null : (planIndex.home(plan)?.path ?? null) }),
  repair: opensOffer,
  convert: opensOffer,
  merge: opensOffer,
  adopt: opensOffer,
  plan: async (client, { note }, { intake }) => {
    const task = intake.tasks.find(({ path }) => path === note);
    if (task === undefined) client.say(SAID.stale);
    else await offerPlan(client, { kind: "plan", note: task.path, lines: null });
  },
  "think-through": async (client, { note }, { intake }) => {
    const task = intake.tasks.find(({ path }) => path === note);
    if (task === undefined) client.say(SAID.stale);
    else await thinkThrough(client, task.topic ?? undefined, task.path);
  },
  continue: (client, link, { device }) =>
    device.paused === null ? client.say(SAID.stale) : ask(client, link, SAID.continue, { kind: "continue" }),
  "spend-again": (client, link) => ask(client, link, SAID.spendAgain, { kind: "spend-again" }),
  "set-up": setUp,
  settings: ({ app }) => openOwnSettings(app),
  open: openDashboard,
  view: ({ app }) => openMission(app),
};

/**
 * For the one request that the id begins, where that can be done about it now; else its note, where a person reads
 * what became of it.
 */
function onRequest(which: (world: World) => readonly RequestView[], rejects = false): Opens {
  return async (client, link, world) => {
    const id = link.request;
    const [request, ...others] =
      id === null ? [] : world.requests.filter((each) => each.id !== "" && each.id.startsWith(id));
    if (request === undefined || others.length > 0) client.say(SAID.stale);
    else if (which(world).includes(request)) review(client, which(world), request, rejects);
    else {
      client.say(WORDS.open.answered);
      const note = requestRef(request);
      if (note !== null) await openNote(client, note);
    }
  };
}

function onPlan(run: (client: EngineClient, view: PlanView, world: World, link: AppLink) => unknown): Opens {
  return async (client, link, { planIndex }) => {
    const summary = link.plan === null ? null : planIndex.home(planKey(link.plan));
    if (summary === null) client.say(SAID.stale);
    else await withPlan(client, summary.path, (view, world) => run(client, view, world, link));
  };
}

function opensOffer(client: EngineClient, { do: code, note }: AppLink, world: World): void {
  const kind = (["repair", "convert", "merge", "adopt"] as const).find((each) => each === code);
  if (kind === undefined || (note !== null && !candidates(kind, world).includes(note)))
    client.say(SAID.stale);
  else offer(client, world, kind, note);
}

function ask(client: EngineClient, link: AppLink, words: string, command: Command): void {
  const label = linkLabel(link.do);
  openDialog(client.app, {
    title: `${label}?`,
    fill: (content) => showLine(content, escapeLine(words, 300)),
    buttons: [{ label, kind: "main", run: () => client.obey(command) }],
  });
}
