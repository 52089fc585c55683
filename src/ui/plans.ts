/** What a person does with plans: make one, start, explain, resume, skip a step, cancel. */
import type { Card } from "../catalog/card";
import { plain } from "../kit/text";
import { isOver, planTitle } from "../plan/plan";
import { shownAs } from "../plan/steps";
import { describePlan } from "../views/describe";
import { currentPlan, type PlanView, type World } from "../rules/world";
import { addLines, addText, openDialog } from "./dialog";
import type { Door } from "./door";
import { showLine } from "./text";

/** Plans that are not over, the one of the open note first. */
export function openPlans(door: Door, world: World): readonly Card[] {
  const here = door.app.workspace.getActiveFile()?.path;
  const open = [...world.catalog.all()].filter((card) => !isOver(card));
  return [...open.filter(({ path }) => path === here), ...open.filter(({ path }) => path !== here)];
}

export function newPlan(door: Door): void {
  let objective = "";
  let steps = "";
  const create = (start: boolean) => () =>
    door.obey({ kind: "create", plan: { objective, steps: steps.split(/\r*\n|\r/), source: null, start } });
  openDialog(door.app, {
    title: "New plan",
    fill: (content) => {
      addText(content, "Objective", "What the plan is for, in a sentence.", (text) => (objective = text));
      addLines(
        content,
        "Steps",
        "One a line. Put ✋ before a step that must be approved first.",
        (text) => (steps = text),
      );
    },
    buttons: [
      { label: "Create", run: create(false) },
      { label: "Create and start", kind: "main", run: create(true) },
    ],
    leave: "Cancel",
  });
}

export function resumeWords({ plan }: PlanView): string {
  return `Resuming plan ${plain(plan.taskId, 60)}: ${plain(planTitle(plan), 160)}`;
}

/** Opens the plan of the open note, or the first that should go on, and says where it is. */
export async function resume(door: Door, world: World): Promise<void> {
  const here = door.app.workspace.getActiveFile()?.path;
  const open = here === undefined ? null : world.catalog.at(here);
  const path = open === null || isOver(open) ? currentPlan(world)?.plan.path : open.path;
  if (path === undefined) {
    door.say("There is no plan to resume. “New plan” makes one.");
    return;
  }
  const closer = await door.closer(path);
  if (closer?.view == null) {
    door.say(`${plain(path)} has just been changed or moved; try again.`);
    return;
  }
  const { view } = closer;
  const { status, wayOut } = describePlan(view, closer.world);
  door.say(`${resumeWords(view)}. ${status}.${wayOut === null ? "" : ` What you can do: ${wayOut}.`}`);
  await door.app.workspace.openLinkText(
    view.step?.id == null ? view.plan.path : `${view.plan.path}#^${view.step.id}`,
    "",
  );
}

export function skipStep(door: Door, view: PlanView): void {
  const { step } = view;
  if (step === null) {
    door.say("Every step of it is done.");
    return;
  }
  openDialog(door.app, {
    title: `Skip step ${String(step.n)}?`,
    fill: (content) => {
      showLine(content, `“${step.text}”`);
      showLine(content, "The plan goes on with the next step. A request for this one can no longer run.");
    },
    buttons: [
      {
        label: "Skip step",
        kind: "careful",
        run: () =>
          door.obey({ kind: "skip", plan: view.plan.path, step: step.n, shown: shownAs(view.plan, step) }),
      },
    ],
  });
}

export function cancelPlan(door: Door, view: PlanView): void {
  openDialog(door.app, {
    title: `Cancel ${plain(view.plan.taskId, 60)}?`,
    fill: (content) => {
      showLine(content, planTitle(view.plan));
      showLine(
        content,
        "Nothing more is done with it, and its open requests are withdrawn. The note stays where it is.",
      );
    },
    buttons: [
      {
        label: "Cancel plan",
        kind: "careful",
        run: () => door.obey({ kind: "cancel", plan: view.plan.path, shown: shownAs(view.plan, null) }),
      },
    ],
  });
}
