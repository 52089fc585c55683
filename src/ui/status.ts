/** The line in the status bar: paused, about to send (with Hold), or where the plan stands, what needs the person, and who acts. */
import { SECOND } from "../kit/dates";
import { plain } from "../kit/text";
import { requestLabel } from "../views/describe";
import { QUIET_NEEDS } from "../views/answers";
import { needsOf } from "../views/needs";
import { runningOf, sayDuration, saySoFar, type Running } from "../views/activity";
import { planTitle } from "../plan/plan";
import type { RequestView } from "../approval/view";
import { currentPlan, type World } from "../rules/world";

export interface StatusLine {
  readonly text: string;
  /** The request that “Hold” takes back; null when nothing is about to go out. */
  readonly hold: RequestView | null;
  /** What “Stop” ends; null when no model is asked. */
  readonly thinking: Running | null;
}

/** `errands`: calls of models under way here. */
export function statusLine(
  world: World | null,
  now: number,
  hindrances: readonly string[],
  errands: World["errands"] = [],
): StatusLine {
  const still = { hold: null, thinking: null };
  if (world === null) return { text: "Planwright is starting", ...still };
  if (world.device.paused !== null) return { text: "Planwright is paused", ...still };
  const next = aboutToRun(world, now);
  if (next !== null) {
    const target = next.request.action?.target ?? "";
    const where = target === "" ? requestLabel(next.request) : target;
    return {
      text: `Sending to ${plain(where, 40)} in ${String(next.seconds)} s`,
      ...still,
      hold: next.request,
    };
  }
  const [thinking] = runningOf(world, errands, now);
  if (thinking !== undefined) return { text: sayThinking(thinking, now), hold: null, thinking };
  const view = currentPlan(world);
  const step = view?.step == null ? [] : [`step ${String(view.step.n)} of ${String(view.plan.steps.length)}`];
  const needs = needsCount(world);
  const asks = needs === 0 ? [] : [`needs you: ${String(needs)}`];
  return { text: ["Planwright", ...step, ...asks, whoActs(world, hindrances)].join(" · "), ...still };
}

function sayThinking({ view, since, last, isStuck, spent }: Running, now: number): string {
  const { plan, step } = view;
  const where = `${plain(planTitle(plan), 30)}${step === null ? "" : `, step ${String(step.n)}`}`;
  return isStuck
    ? `${where}: no sign of life from the model for ${sayDuration(now - (last ?? since))}`
    : `${where}: thinking… ${sayDuration(now - since)} · ${saySoFar(spent)}`;
}

function needsCount(world: World): number {
  return needsOf(world, () => "")
    .filter(({ id }) => !QUIET_NEEDS.includes(id))
    .reduce((sum, { total }) => sum + total, 0);
}

/** The approved request whose grace runs out first, and in how many seconds. */
function aboutToRun(
  world: World,
  now: number,
): { readonly request: RequestView; readonly seconds: number } | null {
  const grace = world.settings.grace_seconds * SECOND;
  const due = world.requests.flatMap((request) => {
    const note = request.notes.find(({ folder }) => folder === "approved");
    return request.state === "candidate" && request.objection?.id === "quiet" && note !== undefined
      ? [{ request, at: note.since + grace }]
      : [];
  });
  const [first] = due.sort((a, b) => a.at - b.at);
  return first === undefined
    ? null
    : { request: first.request, seconds: Math.max(0, Math.ceil((first.at - now) / SECOND)) };
}

function whoActs({ role, acting, standing }: World, hindrances: readonly string[]): string {
  if (role === "executor") return standing.length === 0 ? "acts here" : "does not act now";
  if (hindrances.length > 0) return "does not act yet";
  if (acting.kind === "unreadable") return "cannot read who acts";
  return acting.kind === "named" ? `${plain(acting.name, 30)} acts` : "no acting device";
}
