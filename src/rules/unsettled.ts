/**
 * Why a plan cannot be archived yet: a request of it could still go out, or may have gone out and is not shown in it.
 */
import type { ActionState } from "../approval/device/ledger";
import { OUTCOME_ROWS, type Outcome } from "../approval/device/outcome";
import { never } from "../kit/never";
import { isOver, type Plan, type Step } from "../note/plan/plan";
import { stepName } from "../note/plan/steps";
import type { RequestView } from "../approval/view";

/**
 * The end of a sentence about the plan, with what to do; null when nothing stands against it. `requests` are those of
 * its steps. A request for a frozen plan, or for a step at which the plan does not stand, may not be among them;
 * `latch` and the log know of it.
 */
export function unsettled(
  plan: Plan,
  requests: readonly RequestView[],
  actionState: ReadonlyMap<string, ActionState>,
): string | null {
  for (const request of requests) {
    const why = whyUnsettled(plan, request);
    if (why !== null) return why;
  }
  return whyHistory(plan, new Set(requests.map(({ id }) => id)), actionState);
}

/**
 * Why an action that this device, or else the log, remembers of an open step is not settled: the end of a sentence;
 * null for none.
 */
function whyHistory(
  plan: Plan,
  known: ReadonlySet<string>,
  actionState: ReadonlyMap<string, ActionState>,
): string | null {
  const open = new Map(
    plan.steps.flatMap((step): [string, Step][] =>
      step.id !== null && step.state === "open" ? [[step.id, step]] : [],
    ),
  );
  if (open.size === 0) return null;
  for (const each of actionState.values()) {
    const step =
      each.plan === plan.key && each.begun !== null && !known.has(each.action)
        ? open.get(each.step)
        : undefined;
    const why = step === undefined ? null : whyReached(stepName(step), each.name, each.outcome);
    if (why !== null) return why;
  }
  for (const { mark } of plan.log.entries) {
    const step = mark?.word === "asked" && mark.step !== null ? open.get(mark.step) : undefined;
    if (
      step === undefined ||
      mark?.request == null ||
      known.has(mark.request) ||
      actionState.has(mark.request)
    )
      continue;
    return whyReached(stepName(step), `${mark.note ?? mark.request.slice(0, 8)}.md`, null);
  }
  return null;
}

function whyUnsettled(
  plan: Plan,
  { step: id, name, state, underWay, reason, outcome }: RequestView,
): string | null {
  const step = plan.steps.find((each) => each.id === id);
  const open = step?.state === "open" ? stepName(step) : null;
  switch (state) {
    case "waiting":
    case "candidate":
    case "in-two-folders":
    case "edited":
      if (isOver(plan))
        return `its request ${name} is open until Planwright withdraws it, because the plan is ${lower(plan.status)}; wait a moment and repeat this, or reject it first`;
      return `its request ${name} is open (${lower(reason)}); answer or reject it first`;
    case "foreign":
      return `its request ${name} is open (${lower(reason)}); answer or reject it first`;
    case "unseen":
      return `its request ${name} cannot be seen just now (${lower(reason)}); wait until the folder can be read`;
    case "in-doubt":
      return underWay === null
        ? `nobody knows yet whether ${name} was sent; say first whether it happened`
        : `${name} ${underWay.isLive ? "is being sent now" : "may still be under way"} (${lower(reason)})`;
    case "missing":
    case "rejected":
      return open === null
        ? null
        : `${open} waits for your decision, because its request ${name} ${state === "missing" ? "is gone" : "was rejected"}; ask again or skip the step first`;
    case "spent":
      return open === null ? null : whyReached(open, name, outcome);
    case "replaced":
      return null;
    default:
      return never(state);
  }
}

/** Null when it had no effect outside for sure. */
function whyReached(step: string, name: string, outcome: Outcome | null): string | null {
  const reached = outcome === null ? "maybe" : OUTCOME_ROWS[outcome].reached;
  if (reached === "no") return null;
  return reached === "yes"
    ? `${step} was carried out, and its box does not show it yet; let Planwright go on with it first, or tick it`
    : `${step} may have been carried out; look at the record of ${name}, then tick the step or skip it first`;
}

function lower(reason: string): string {
  return reason.replace(/\.$/, "").replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}
