/** Whether a step still says what was carried out for it. */
import { hashesOfAction, spellings } from "../action/render";
import type { Step } from "../plan/plan";
import { isHashOf } from "../plan/steps";
import type { RequestView } from "./world";

/**
 * As approved, or with the same action: of one that a person only worded in another way, the same was done. One that nobody understands as it
 * is written now, moved out of the Roadmap say, says nothing else.
 */
export function isAsCarriedOut(step: Step, { text, action, latch }: Pick<RequestView, "text" | "action" | "latch">): boolean {
  if (isHashOf(step, text)) return true;
  if (step.gate.kind !== "action") return step.gate.kind === "unclear";
  if (action === null) return hashesOfAction(step.gate.action, []).includes(latch?.actionHash ?? "");
  const done = spellings(action);
  return spellings(step.gate.action).some((each) => done.includes(each));
}
