/** The end of a step of which something has to leave the vault: no agent ticks it, and its person is asked. */
import { isReview } from "../../flow/flow";
import { isGated, type Plan, type Step } from "../../note/plan/plan";
import { stepName } from "../../note/plan/steps";
import { nameOf } from "../../kit/path";
import type { RunId } from "../entry";
import type { FlowPart } from "../flow/part";
import { GO_ON, type AgentMove } from "../next";
import { runName } from "../run";
import { askedLast, withId } from "../signals";
import { sayStop } from "../stops";
import { reachesOut } from "./outward";

type Tick = Extract<AgentMove, { readonly kind: "tick" }>;

const OPTIONS = ["Ask me for approval of what goes out", "It is done", "Not yet"];

/** `own`: the person’s words for steps that reach out. */
export function settleOutside(
  tick: Tick,
  {
    plan,
    step,
    run,
    part,
    own,
  }: {
    readonly plan: Plan;
    readonly step: Step;
    readonly run: RunId;
    readonly part: FlowPart | null;
    readonly own: readonly string[];
  },
): AgentMove | typeof GO_ON {
  const asks = stepThatAsks(plan, step);
  const says = whyHeld(tick, step, part, own, asks);
  if (says === null)
    return tick.outside === undefined || asks === null
      ? tick
      : {
          ...tick,
          checked: [
            ...tick.checked,
            `the agent says that “${tick.outside}” still has to leave the vault; nobody has checked whether ${stepName(asks)}, which needs your approval, is that`,
          ],
        };
  const asking = withId(
    {
      question: `The work is there, and ${says}. Has that happened? An agent cannot do it.`,
      options: OPTIONS,
      typed: "option",
      details: tick.files
        .filter((path) => nameOf(path).endsWith(".md"))
        .slice(-5)
        .map((path) => ({ label: "Note", path })),
    },
    plan,
    step,
    // A later claim is another question.
    runName(run),
    tick.turn,
  );
  const { asking: last, given } = askedLast(plan, asking);
  if (given === null) return { kind: "ask-person", ...last };
  if (given.option === 2)
    return { ...tick, checked: [...tick.checked, "you said that what goes out is done"] };
  return given.option === 3 ? { kind: "stop", code: "not-out", says: sayStop("not-out", "") } : GO_ON;
}

/** The next open step behind this one that needs the person’s approval; null for none. */
function stepThatAsks({ steps }: Plan, { n }: Step): Step | null {
  return steps.find((each) => each.n > n && each.state === "open" && isGated(each)) ?? null;
}

/** A clause that says what still has to go out, and that no later step asks for; null for nothing. */
function whyHeld(
  { answers, failed, left, outside, sent }: Tick,
  { text }: Step,
  part: FlowPart | null,
  own: readonly string[],
  asks: Step | null,
): string | null {
  if (answers !== undefined || failed !== undefined || left !== undefined) return null;
  // A review, and a question for the person, only speak of it.
  if (part?.agent?.role === "reviewer" || (part !== null && isReview(part.step))) return null;
  if (part?.step.answer !== undefined) return null;
  if (outside !== undefined && asks === null)
    return `the agent says that this still has to leave the vault: “${outside}”`;
  return sent !== true && reachesOut(text, own) ? "by its words this step reaches out of the vault" : null;
}
