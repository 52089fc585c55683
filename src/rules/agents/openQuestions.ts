/** Questions of a plan that need an answer: one is asked with a block, and closed with it if nobody answered. */
import { posesAQuestion } from "../../note/plan/blocks";
import { answerIn } from "../../note/plan/logEntry";
import type { Plan } from "../../note/plan/plan";
import { ownBlock } from "../../note/plan/standstill";
import type { PlanChange } from "../moves";
import type { Posed } from "../blocking";
import type { PlanView } from "../world";

/** The questions of a block, as they come into the note: one that is there and closed is opened again. */
export function asked(
  wanted: readonly Posed[],
  { questions }: Pick<Plan, "questions">,
): readonly PlanChange[] {
  return wanted.flatMap((question): readonly PlanChange[] => {
    const there = questions.findLast(({ id }) => id === question.id);
    if (there === undefined) return [question];
    return there.isClosed ? [{ kind: "close", question: there.id, closes: false }] : [];
  });
}

/**
 * Of the block that ends here, the questions that nobody answered: they need no answer any more. `but`: those that are
 * asked now.
 */
export function closed(
  { plan, step, agentMove }: Pick<PlanView, "plan" | "step" | "agentMove">,
  but: readonly Posed[] = [],
): readonly PlanChange[] {
  const mark = plan.status === "Blocked" ? ownBlock(plan)?.mark : undefined;
  // The result of a call is noted first; then the same is often asked once more.
  const isBetween =
    (agentMove?.kind === "use-tool" || agentMove?.kind === "change-plan") && mark?.step === step?.id;
  return mark === undefined || isBetween || !posesAQuestion(mark.block)
    ? []
    : plan.questions
        .filter(
          ({ id, step: of, answer, isClosed }) =>
            of === mark.step &&
            answer === null &&
            !isClosed &&
            but.every((each) => each.id !== id) &&
            !plan.log.has((mark) => answerIn(mark, id) !== undefined),
        )
        .map(({ id }) => ({ kind: "close", question: id, closes: true }));
}
