/** What has to be settled before a plan may be put away: a request of it that could still go out, or may have gone out and is not shown in it. */
import { OUTCOME_ROWS } from "../device/outcome";
import { never } from "../kit/never";
import type { Plan } from "../plan/plan";
import { stepName } from "../plan/steps";
import type { RequestView } from "./world";

/** The end of a sentence about the plan, with what to do; null when nothing stands against it. `requests` are those of its steps. */
export function unsettled(plan: Plan, requests: readonly RequestView[]): string | null {
  for (const request of requests) {
    const why = whyUnsettled(plan, request);
    if (why !== null) return why;
  }
  return null;
}

function whyUnsettled(plan: Plan, { step: id, name, state, reason, outcome }: RequestView): string | null {
  const step = plan.steps.find((each) => each.id === id);
  const open = step?.state === "open" ? stepName(step) : null;
  switch (state) {
    case "waiting":
    case "candidate":
    case "in-two-folders":
    case "edited":
    case "foreign":
      return `its request ${name} is open (${lower(reason)}); answer it first, or move it to Rejected and skip its step`;
    case "in-doubt":
      return `nobody knows yet whether ${name} was sent; say first whether it happened`;
    case "missing":
    case "rejected":
      return open === null ? null : `${open} waits for your decision, because its request ${name} ${state === "missing" ? "is gone" : "was rejected"}; ask again or skip the step first`;
    case "spent": {
      const reached = outcome === null ? "maybe" : OUTCOME_ROWS[outcome].reached;
      if (open === null || reached === "no") return null;
      return reached === "yes" ? `${open} was carried out, and its box does not show it yet; let Planwright go on with it first, or tick it` : `${open} may have been carried out; look at the record of ${name}, then tick the step or skip it first`;
    }
    case "replaced":
      return null;
    default:
      return never(state);
  }
}

function lower(reason: string): string {
  return reason.replace(/\.$/, "").replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}
