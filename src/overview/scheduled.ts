/**
 * Things that come by themselves on their day: needs that a person put off, open steps that wait for a day, and
 * approved requests that go out at a time. Texts
 * from notes are passed on as they are; the face that shows them neutralises them.
 */
import { momentIn, showIn, showUntil } from "../kit/dates";
import { compareText } from "../kit/order";
import { firstOf } from "../kit/sorted";
import { withoutHand } from "../note/plan/approvalMarker";
import { isOver, type Step } from "../note/plan/plan";
import { isBlockedByPerson, isDeferred } from "../note/plan/standstill";
import { isScheduled } from "../approval/gate";
import { restsUntil } from "../approval/rest";
import { sendMoment } from "../approval/sendTime";
import type { RequestView } from "../approval/view";
import type { PlanView, World } from "../rules/world";
import type { PlanName } from "./needs/need";
import { nameOfPlan } from "./noteRef";
import { putOffOf, sayPutOff } from "./putOffPlans";
import { requestTitle, withoutDay, withoutLinks } from "./titles";

export interface Scheduled {
  /** The same for the same thing at the next look. */
  readonly key: string;
  readonly kind: "later" | "waits-for-a-day" | "send-at";
  /** Subject or amount of its request, or else the words of its step. */
  readonly title: string;
  /** `Put off by you until 2026-12-01`, `Waits until 2026-12-01`, `Goes out on Thursday, 2026-12-10 09:00.` */
  readonly words: string;
  readonly plan: PlanName;
  /** Action id of the request it is about. */
  readonly request: string | null;
  /** Number of its step, counted from 1, and its block id. */
  readonly step: number;
  readonly block: string | null;
  /** Milliseconds since the epoch: when it comes. */
  readonly until: number;
}

/** More are not listed. */
const MOST = 200;

/** By their time, the first one first. */
export function scheduledOf(world: World, most: number = MOST): readonly Scheduled[] {
  const views = world.plans.flatMap((view) => scheduledAt(view, world) ?? []);
  const looked = new Set(world.plans.map(({ plan }) => plan.path));
  const others = firstOf(most + looked.size, world.planIndex.waiting(world.now)).flatMap((summary) =>
    looked.has(summary.path) || summary.next?.notBefore == null
      ? []
      : [waitsForADay(summary, summary.next, summary.next.notBefore, world)],
  );
  return [...views, ...others].sort((a, b) => a.until - b.until || compareText(a.key, b.key)).slice(0, most);
}

function scheduledAt(view: PlanView, world: World): Scheduled | null {
  const { plan, step, request } = view;
  if (step === null || isOver(plan) || plan.status === "Draft" || view.hasDuplicateId) return null;
  if (request !== null && isScheduled(request.objection)) return goesOutAt(view, request, step, world);
  const until = putOffOf(view, world);
  if (until !== null)
    return {
      key: `later ${plan.path}`,
      kind: "later",
      title: request === null ? stepTitle(step) : requestTitle(request),
      words: sayPutOff(until, world),
      plan: nameOfPlan(plan),
      request: request?.id ?? null,
      step: step.n,
      block: step.id,
      until,
    };
  const from =
    step.notBefore === null || isBlockedByPerson(plan)
      ? null
      : momentIn(step.notBefore, world.settings.time_zone);
  if (from === null || !isDeferred(step, world)) return null;
  return waitsForADay(nameOfPlan(plan), step, from, world);
}

function goesOutAt({ plan }: PlanView, request: RequestView, step: Step, world: World): Scheduled {
  return {
    key: `send ${request.id}`,
    kind: "send-at",
    title: requestTitle(request),
    words: request.reason.replace(/\.$/, ""),
    plan: nameOfPlan(plan),
    request: request.id,
    step: step.n,
    block: step.id,
    until: Math.max(restsUntil(request, world) ?? world.now, sendMoment(request) ?? 0),
  };
}

function waitsForADay(
  { path, taskId, title }: PlanName,
  step: Pick<Step, "n" | "id" | "text">,
  until: number,
  { settings }: World,
): Scheduled {
  return {
    key: `day ${path}`,
    kind: "waits-for-a-day",
    title: stepTitle(step),
    words: `Waits until ${showUntil(until, showIn(settings.time_zone))}`,
    plan: { path, taskId, title },
    request: null,
    step: step.n,
    block: step.id,
    until,
  };
}

function stepTitle({ text }: Pick<Step, "text">): string {
  return withoutDay(withoutLinks(withoutHand(text)));
}
