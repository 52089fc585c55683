/** The rule by which an agent does a step of a plan. */
import { never } from "../kit/assertNever";
import type { Step } from "../plan/plan";
import { hashStep, stepName } from "../plan/steps";
import type { Want } from "../work/next";
import { sayCall } from "../work/sayCall";
import { isForAgent } from "../work/want";
import { shownEntry } from "./logEntries";
import type { Rule } from "./rule";
import type { PlanView, World } from "./world";

export const THINK: Rule<PlanView, Pick<World, "now" | "errands">> = {
  id: "think",
  when: "the next step is one for the agent of the plan: its model is asked, or what it answered is carried out",
  by: "actor",
  decide: (view, world) => {
    const { plan, step, want, block, undecided } = view;
    if (
      step === null ||
      !isForAgent(plan, step, world.now) ||
      plan.status !== "Active" ||
      block !== null ||
      undecided
    )
      return null;
    // One call at a time, whichever plan it is for.
    const errand = world.errands.find((each) => each.plan === plan.key);
    if (errand !== undefined) return { until: Infinity, because: "the model is asked" };
    return want === null ? null : thinking(view, step, want, world);
  },
};

function thinking(
  view: PlanView,
  step: Step,
  want: Want,
  { errands }: Pick<World, "errands">,
): ReturnType<Rule<PlanView>["decide"]> {
  const { path } = view.plan;
  const hash = hashStep(step);
  switch (want.kind) {
    case "ask-model":
      return errands.length > 0
        ? { until: Infinity, because: "a model is asked for another plan" }
        : {
            move: { kind: "ask-model", path, step: hash, turn: want.turn },
            because: `an agent works on ${stepName(step)}`,
          };
    case "use-tool":
      return {
        move: { kind: "use-tool", path, step: hash, call: want.call },
        because: `the agent ${sayCall(want.call)}`,
      };
    case "tick":
      return step.id === null
        ? null
        : {
            move: {
              kind: "edit-plan",
              path,
              hash: view.hash,
              changes: [
                { kind: "mark", step: step.id, mark: "x" },
                { kind: "log", entry: shownEntry(view, step, want) },
              ],
            },
            because: "the agent has shown that the step is done",
          };
    case "wait":
      return { until: want.until, because: want.because, isTold: true };
    case "stop":
      return null;
    default:
      return never(want);
  }
}
