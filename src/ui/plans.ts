/** Dialogs about plans: make one, resume, skip a step, cancel. */
import type { Card } from "../catalog/card";
import { plain } from "../kit/text";
import { isOver, planTitle } from "../plan/plan";
import { shownAs } from "../plan/steps";
import { describePlan } from "../views/describe";
import { pathOf } from "../settings/settings";
import { withoutLinks, withoutTerminal } from "../views/titles";
import { currentPlan, type PlanView, type World } from "../rules/world";
import { openDialog } from "./dialog";
import type { Door } from "./door";
import { withPlan } from "./opening/withPlan";
import { showLine } from "./text";
import { WORDS } from "./words";

const { plans: words } = WORDS;

/** Plans that are not over, or those that are; the one of the open note first. */
export function openPlans(door: Door, world: World, over = false): readonly Card[] {
  const here = door.app.workspace.getActiveFile()?.path;
  const open = [...world.catalog.all()].filter((card) => isOver(card) === over);
  return [...open.filter(({ path }) => path === here), ...open.filter(({ path }) => path !== here)];
}

export function resumeWords({ plan }: PlanView): string {
  return words.resuming(plain(withoutLinks(planTitle(plan)), 160));
}

/** Opens the plan of the open note, or the first that should go on, and says where it is. */
export async function resume(door: Door, world: World): Promise<void> {
  const here = door.app.workspace.getActiveFile()?.path;
  const open = here === undefined ? null : world.catalog.at(here);
  if (here !== undefined && open !== null && isOver(open)) {
    door.say(sayOver(open, here, door));
    return;
  }
  const path = open === null || isOver(open) ? currentPlan(world)?.plan.path : open.path;
  if (path === undefined) {
    door.say(words.noneToResume);
    return;
  }
  await openAtStep(door, path, (view, now) => {
    const { status, wayOut } = describePlan(view, now);
    const advice = wayOut === null ? "" : ` ${WORDS.wayOut(withoutTerminal(wayOut))}`;
    return `${resumeWords(view)}. ${status}.${advice}`;
  });
}

/** Of a plan that is over: that it is, where it is, and how a person takes it up again. */
function sayOver({ title, status }: Card, path: string, door: Door): string {
  const folder = (name: "done_plans" | "plans"): string => pathOf(door.settings.now(), name);
  const isAway = path.startsWith(`${folder("done_plans")}/`);
  return words.isOver(plain(withoutLinks(title), 100), status.toLowerCase(), {
    away: isAway ? folder("done_plans") : null,
    plans: folder("plans"),
  });
}

/** Where there is nothing to archive: why the plan of the open note is none. */
export function sayNotArchived(door: Door, world: World): void {
  const here = door.app.workspace.getActiveFile()?.path;
  const card = here === undefined ? null : world.catalog.at(here);
  if (here === undefined || card === null) door.say(WORDS.commands.none["archive-plan"]);
  else if (isOver(card)) door.say(sayOver(card, here, door));
  else door.say(words.isOpen(plain(withoutLinks(card.title), 100), card.status.toLowerCase()));
}

/** Opens the plan where it is, and says what `tell` says. */
export async function openAtStep(
  door: Door,
  path: string,
  tell: (view: PlanView, world: World) => string,
): Promise<void> {
  await withPlan(door, path, async (view, world) => {
    door.say(tell(view, world));
    await door.app.workspace.openLinkText(view.step?.id == null ? path : `${path}#^${view.step.id}`, "");
  });
}

export function skipStep(door: Door, view: PlanView): void {
  const { step } = view;
  if (step === null) {
    door.say(words.allDone);
    return;
  }
  openDialog(door.app, {
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
          door.obey({ kind: "skip", plan: view.plan.path, step: step.n, shown: shownAs(view.plan, step) }),
      },
    ],
  });
}

export function cancelPlan(door: Door, view: PlanView): void {
  openDialog(door.app, {
    title: words.cancelTitle(plain(withoutLinks(planTitle(view.plan)), 160)),
    fill: (content) => {
      showLine(content, words.cancelMeans);
    },
    buttons: [
      {
        label: words.cancel,
        kind: "careful",
        run: () => door.obey({ kind: "cancel", plan: view.plan.path, shown: shownAs(view.plan, null) }),
      },
    ],
  });
}

export function archivePlan(door: Door, { plan }: PlanView): void {
  openDialog(door.app, {
    title: words.archiveTitle(plain(withoutLinks(planTitle(plan)), 160)),
    fill: (content) => {
      showLine(content, words.archiveMeans(pathOf(door.settings.now(), "done_plans")));
    },
    buttons: [
      { label: words.archive, kind: "main", run: () => door.obey({ kind: "archive", plan: plan.path }) },
    ],
  });
}
