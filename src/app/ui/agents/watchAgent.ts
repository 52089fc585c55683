/** A view of the agent at work: the call under way, the last things it did, the cost so far, and Stop. */
import { SECOND } from "../../../kit/dates";
import { escapeLine } from "../../../kit/text";
import { planTitle } from "../../../note/plan/plan";
import {
  activitiesOf,
  type Running,
  runningFor,
  runningOf,
  sayDuration,
  sayRepeats,
  sayRunning,
  saySoFar,
  sayUsed,
  spentOf,
  workNotesOf,
} from "../../../overview/activity";
import { withoutLinks } from "../../../overview/titles";
import type { PlanView, World } from "../../../rules/world";
import { openDialog } from "../dialog";
import type { EngineClient } from "../engineClient";
import { showLine, showText, showWarning } from "../text";
import { WORDS } from "../words";
import { nextPrompt } from "../../../overview/nextPrompt";

const { agents: words } = WORDS;

/** The plan of the call under way, or else of the open note, or else the one for which an agent did something last. */
function watchedPlan(client: EngineClient, world: World): PlanView | null {
  const running = runningOf(world, client.jobs(), client.now())[0];
  if (running !== undefined) return running.view;
  const here = client.app.workspace.getActiveFile()?.path;
  const worked = world.plans.filter(({ work }) => work.trace.entries.length > 0);
  const lastOf = ({ work }: PlanView): number => work.trace.entries.at(-1)?.at ?? 0;
  return (
    worked.find(({ plan }) => plan.path === here) ??
    [...worked].sort((a, b) => lastOf(b) - lastOf(a))[0] ??
    null
  );
}

/** Ends the call that is under way, and lets no other begin. */
export function stopAgent(client: EngineClient, { plan }: PlanView): Promise<boolean> {
  return client.obey({ kind: "agent", plan: plan.path, mode: "off" });
}

export function watchAgent(client: EngineClient): void {
  const world = client.world();
  const first = world === null ? null : watchedPlan(client, world);
  if (world === null || first === null) {
    client.say(words.nothingYet);
    return;
  }
  const { path } = first.plan;
  const notes = workNotesOf(world, first);
  const now = (): PlanView => client.world()?.plans.find(({ plan }) => plan.path === path) ?? first;
  let timer: number | null = null;
  const stop = (): void => {
    if (timer !== null) window.clearInterval(timer);
    timer = null;
  };
  openDialog(client.app, {
    title: words.title(escapeLine(withoutLinks(planTitle(first.plan)), 60)),
    fill: (content) => {
      let shown = "";
      const draw = (): void => {
        // While nothing is new, what a person selects in it stays selected.
        const told = tell(now(), client);
        const text = JSON.stringify(told);
        if (text !== shown && told !== null) show(content, told);
        shown = text;
        if (told === null) stop();
      };
      draw();
      timer = window.setInterval(draw, SECOND);
    },
    buttons: [
      {
        label: words.workNotes,
        run: async () => {
          await client.app.workspace.openLinkText(notes, "");
          return true;
        },
      },
      {
        label: words.showPrompt,
        run: async () => {
          await openPrompt(client, path);
          return false;
        },
      },
      ...(first.plan.agent === null
        ? []
        : [{ label: WORDS.status.stop, kind: "careful" as const, run: () => stopAgent(client, now()) }]),
    ],
    leave: WORDS.dialog.close,
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
function tell(view: PlanView, client: EngineClient): Told | null {
  const world = client.world();
  if (world === null) return null;
  const all = runningFor(view, world, client.jobs(), client.now());
  const [running] = all;
  const spent = running?.spent ?? spentOf(view, world);
  const now = client.now();
  return {
    step: view.step === null ? null : words.step(view.step.n, withoutLinks(view.step.text)),
    warning: running === undefined ? null : warningOf(running, now),
    state: running === undefined ? words.rests : `${sayRunning(running, now)}.`,
    activities: activitiesOf(view, all).map(
      ({ at, n, words: did }) => `${new Date(at).toLocaleTimeString()} · ${words.did(n, did)}`,
    ),
    spent:
      spent === null
        ? null
        : words.spent(`${saySoFar(spent)}${running === undefined ? "" : sayUsed(running)}`),
  };
}

function warningOf(running: Running, now: number): string | null {
  const { isProgram, isStuck, last, since } = running;
  const repeats = sayRepeats(running);
  if (repeats !== null) return words.stopProgram(repeats);
  if (!isStuck) return null;
  return isProgram
    ? words.stopProgram(sayRunning(running, now))
    : words.isStuck(sayDuration(now - (last ?? since)));
}

function show(content: HTMLElement, { step, warning, state, activities, spent }: Told): void {
  content.empty();
  if (step !== null) showLine(content, step);
  if (warning !== null) showWarning(content, warning);
  showLine(content, state);
  const list = content.createEl("ul", { cls: "planwright-activity" });
  for (const text of activities) list.createEl("li", { text });
  if (spent !== null) showLine(content, spent);
}

export function promptDetails(content: HTMLElement, view: PlanView, world: World): void {
  const next = nextPrompt(view, world);
  if (typeof next === "string") return;
  const details = content.createEl("details");
  details.createEl("summary", { text: words.showPrompt });
  showLine(details, next.says);
  showText(details, next.text);
}

async function openPrompt(client: EngineClient, path: string): Promise<void> {
  const planDetail = await client.planDetail(path);
  if (planDetail?.view == null) return;
  const next = nextPrompt(planDetail.view, planDetail.world);
  if (typeof next === "string") {
    client.say(next);
    return;
  }
  openDialog(client.app, {
    title: words.prompt,
    fill: (content) => {
      showLine(content, next.says);
      showText(content, next.text);
    },
    buttons: [],
    leave: WORDS.dialog.close,
  });
}
