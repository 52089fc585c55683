/** Dialogs about plans: make one, resume, skip a step, cancel. */
import type { PlanSummary } from "../../note/index/summary";
import { escapeLine } from "../../kit/text";
import { isOver, planTitle } from "../../note/plan/plan";
import { shownAs } from "../../note/plan/steps";
import { describePlan } from "../../overview/describe";
import { pathOf } from "../../settings/settings";
import { withoutLinks } from "../../overview/titles";
import { currentPlan, type PlanView, type World } from "../../rules/world";
import { openDialog } from "./dialog";
import type { EngineClient } from "./engineClient";
import { withPlan } from "./opening";
import { showLine } from "./text";
import { WORDS } from "./words";

const { plans: words } = WORDS;

/** Plans that are not over, or those that are; the one of the open note first. */
export function openPlans(client: EngineClient, world: World, over = false): readonly PlanSummary[] {
  const here = client.app.workspace.getActiveFile()?.path;
  const open = [...world.planIndex.all()].filter((summary) => isOver(summary) === over);
  return [...open.filter(({ path }) => path === here), ...open.filter(({ path }) => path !== here)];
}

export function resumeWords({ plan }: PlanView): string {
  return words.resuming(escapeLine(withoutLinks(planTitle(plan)), 160));
}

/** Opens the plan of the open note, or the first that should go on, and says where it is. */
export async function resume(client: EngineClient, world: World): Promise<void> {
  const here = client.app.workspace.getActiveFile()?.path;
  const open = here === undefined ? null : world.planIndex.at(here);
  if (here !== undefined && open !== null && isOver(open)) {
    client.say(sayOver(open, here, client));
    return;
  }
  const path = open === null || isOver(open) ? currentPlan(world)?.plan.path : open.path;
  if (path === undefined) {
    client.say(words.noneToResume);
    return;
  }
  await openAtStep(client, path, (view, now) => {
    const { status, wayOut } = describePlan(view, now);
    const advice = wayOut === null ? "" : ` ${WORDS.wayOut(wayOut)}`;
    return `${resumeWords(view)}. ${status}.${advice}`;
  });
}

/** Of a plan that is over: that it is, where it is, and how a person takes it up again. */
function sayOver({ title, status }: PlanSummary, path: string, client: EngineClient): string {
  const folder = (name: "done_plans" | "plans"): string => pathOf(client.settings.now(), name);
  const isAway = path.startsWith(`${folder("done_plans")}/`);
  return words.isOver(escapeLine(withoutLinks(title), 100), status.toLowerCase(), {
    away: isAway ? folder("done_plans") : null,
    plans: folder("plans"),
  });
}

/** Where there is nothing to archive: why the plan of the open note is none. */
export function sayNotArchived(client: EngineClient, world: World): void {
  const here = client.app.workspace.getActiveFile()?.path;
  const summary = here === undefined ? null : world.planIndex.at(here);
  if (here === undefined || summary === null) client.say(WORDS.commands.none["archive-plan"]);
  else if (isOver(summary)) client.say(sayOver(summary, here, client));
  else client.say(words.isOpen(escapeLine(withoutLinks(summary.title), 100), summary.status.toLowerCase()));
}

/** Opens the plan where it is, and says what `tell` says. */
export async function openAtStep(
  client: EngineClient,
  path: string,
  tell: (view: PlanView, world: World) => string,
): Promise<void> {
  await withPlan(client, path, async (view, world) => {
    client.say(tell(view, world));
    await client.app.workspace.openLinkText(view.step?.id == null ? path : `${path}#^${view.step.id}`, "");
  });
}

export function skipStep(client: EngineClient, view: PlanView): void {
  const { step } = view;
  if (step === null) {
    client.say(words.allDone);
    return;
  }
  openDialog(client.app, {
    title: words.skipTitle(step.n),
    fill: (content) => {
      showLine(content, `“${step.text}”`);
      showLine(content, words.skipMeans);
    },
    buttons: [
      {
        label: words.skip,
        kind: "careful",
        run: () =>
          client.obey({ kind: "skip", plan: view.plan.path, step: step.n, shown: shownAs(view.plan, step) }),
      },
    ],
  });
}

export function cancelPlan(client: EngineClient, view: PlanView): void {
  openDialog(client.app, {
    title: words.cancelTitle(escapeLine(withoutLinks(planTitle(view.plan)), 160)),
    fill: (content) => {
      showLine(content, words.cancelMeans);
    },
    buttons: [
      {
        label: words.cancel,
        kind: "careful",
        run: () => client.obey({ kind: "cancel", plan: view.plan.path, shown: shownAs(view.plan, null) }),
      },
    ],
  });
}

export function archivePlan(client: EngineClient, { plan }: PlanView): void {
  openDialog(client.app, {
    title: words.archiveTitle(escapeLine(withoutLinks(planTitle(plan)), 160)),
    fill: (content) => {
      showLine(content, words.archiveMeans(pathOf(client.settings.now(), "done_plans")));
    },
    buttons: [
      { label: words.archive, kind: "main", run: () => client.obey({ kind: "archive", plan: plan.path }) },
    ],
  });
}
