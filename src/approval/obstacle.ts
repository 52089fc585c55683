/**
 * Obstacles to a request before it is approved, or where nothing is carried out anyway: the state of its plan, or a
 * reason why it would not be asked anew.
 */
import { nextStep, type Plan } from "../note/plan/plan";
import { planObjection, type GateFacts } from "./gate";
import { failureOf, whyNotAsked } from "./reissue";
import type { Around } from "./around";
import type { Obstacle, RequestView } from "./view";

export function obstacleOf(
  request: RequestView,
  facts: GateFacts,
  plan: Plan | undefined,
  seen: Pick<Around, "failures">,
): Obstacle | null {
  switch (request.state) {
    case "candidate":
      return request.objection?.id === "standing" ? planObjection(facts) : null;
    case "waiting":
    case "in-two-folders":
      return planObjection(facts);
    case "edited": {
      // Whether its plan may run is asked of what is asked anew.
      const found = planObjection({ ...facts, planMayRun: true, copyObjects: false });
      const step = plan === undefined ? null : nextStep(plan);
      if (found !== null || plan === undefined || step === null) return found;
      const reason = whyNotAsked(request, step) ?? failureOf(plan, step, seen);
      return reason === null ? null : { kind: "refuse", reason };
    }
    default:
      return null;
  }
}

/** As a sentence; empty where nothing speaks against it. */
export function obstacleWords({ state, obstacle }: Pick<RequestView, "state" | "obstacle">): string {
  if (obstacle === null) return "";
  return `${state === "edited" ? "Planwright cannot ask again" : "It cannot go on yet"}: ${obstacle.reason}`;
}

/** Its reason, and what speaks against it. */
export function fullReason(request: Pick<RequestView, "state" | "reason" | "obstacle">): string {
  return [request.reason, obstacleWords(request)].filter((each) => each !== "").join(" ");
}
