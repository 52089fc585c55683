/** What agents do, as a person watches it: the call under way, the last things that were done, what was spent, Stop. */
import { SECOND } from "../../kit/dates";
import { plain } from "../../kit/text";
import { planTitle } from "../../plan/plan";
import { activitiesOf, runningOf, sayDuration, saySoFar, spentOf, workNotesOf } from "../../views/activity";
import type { PlanView, World } from "../../rules/world";
import { openDialog } from "../dialog";
import type { Door } from "../door";
import { showLine, showWarning } from "../text";
import { openPrompt } from "./showPrompt";

/** The plan of the call under way, or else of the open note, or else the one for which an agent did something last. */
export function watchedPlan(door: Door, world: World): PlanView | null {
  const running = runningOf(world, door.errands(), door.now())[0];
  if (running !== undefined) return running.view;
  const here = door.app.workspace.getActiveFile()?.path;
  const worked = world.plans.filter(({ work }) => work.trace.entries.length > 0);
  const lastOf = ({ work }: PlanView): number => work.trace.entries.at(-1)?.at ?? 0;
  return (
    worked.find(({ plan }) => plan.path === here) ??
    [...worked].sort((a, b) => lastOf(b) - lastOf(a))[0] ??
    null
  );
}

/** Ends the call that is under way, and lets no other begin. */
export function stopAgent(door: Door, { plan }: PlanView): Promise<boolean> {
  return door.obey({ kind: "agent", plan: plan.path, mode: "off" });
}

export function watchAgent(door: Door): void {
  const world = door.world();
  const first = world === null ? null : watchedPlan(door, world);
  if (world === null || first === null) {
    door.say("No agent has done anything yet. “Let the agent work on this plan…” lets one begin.");
    return;
  }
  const { path } = first.plan;
  const notes = workNotesOf(world, first);
  const now = (): PlanView => door.world()?.plans.find(({ plan }) => plan.path === path) ?? first;
  let timer: number | null = null;
  const stop = (): void => {
    if (timer !== null) window.clearInterval(timer);
    timer = null;
  };
  openDialog(door.app, {
    title: `What the agent does: ${plain(planTitle(first.plan), 60)}`,
    fill: (content) => {
      let shown = "";
      const draw = (): void => {
        // While nothing is new, what a person selects in it stays selected.
        const told = tell(now(), door);
        const words = JSON.stringify(told);
        if (words !== shown && told !== null) show(content, told);
        shown = words;
        if (told === null) stop();
      };
      draw();
      timer = window.setInterval(draw, SECOND);
    },
    buttons: [
      {
        label: "Work notes",
        run: async () => {
          await door.app.workspace.openLinkText(notes, "");
          return true;
        },
      },
      {
        label: "Show the prompt",
        run: async () => {
          await openPrompt(door, path);
          return false;
        },
      },
      ...(first.plan.agent === null
        ? []
        : [{ label: "Stop", kind: "careful" as const, run: () => stopAgent(door, now()) }]),
    ],
    leave: "Close",
    closed: stop,
  });
}

interface Told {
  readonly step: string | null;
  readonly warning: string | null;
  readonly state: string;
  readonly activities: readonly string[];
  readonly spent: string | null;
}

/** Null where the plugin is closing. */
function tell(view: PlanView, door: Door): Told | null {
  const world = door.world();
  if (world === null) return null;
  const running = runningOf(world, door.errands(), door.now()).find(
    (each) => each.view.plan.path === view.plan.path,
  );
  const spent = running?.spent ?? spentOf(view, world);
  return {
    step: view.step === null ? null : `Step ${String(view.step.n)}: ${view.step.text}`,
    warning:
      running?.isStuck === true
        ? `No sign of life from the model for ${sayDuration(door.now() - (running.last ?? running.since))}. “Stop” ends the question; it may have to be paid all the same.`
        : null,
    state:
      running === undefined
        ? "It does nothing just now."
        : `Thinking for ${sayDuration(door.now() - running.since)}.`,
    activities: activitiesOf(view).map(
      ({ at, n, words }) =>
        `${new Date(at).toLocaleTimeString()} · ${n === null ? "" : `step ${String(n)}: `}${words}`,
    ),
    spent: spent === null ? null : `For this plan: ${saySoFar(spent)}.`,
  };
}

function show(content: HTMLElement, { step, warning, state, activities, spent }: Told): void {
  content.empty();
  if (step !== null) showLine(content, step);
  if (warning !== null) showWarning(content, warning);
  showLine(content, state);
  const list = content.createEl("ul", { cls: "planwright-activity" });
  for (const words of activities) list.createEl("li", { text: words });
  if (spent !== null) showLine(content, spent);
}
