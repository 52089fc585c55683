/** Questions of a plan that need an answer: one is asked with a block, and closed with it if nobody answered. */
import { posesAQuestion } from "../../note/plan/blocks";
import type { Plan } from "../../note/plan/plan";
import { ownBlock } from "../../note/plan/standstill";
import type { PlanChange } from "../moves";
import type { PlanView } from "../world";

/** The question of a block, as it comes into the note: one that is there and closed is opened again. */
export function asked(
  question: Extract<PlanChange, { readonly kind: "question" }> | null,
  { questions }: Pick<Plan, "questions">,
): readonly PlanChange[] {
  if (question === null) return [];
  const there = questions.findLast(({ id }) => id === question.id);
  if (there === undefined) return [question];
  return there.isClosed ? [{ kind: "close", question: there.id, closes: false }] : [];
}

/** Of the block that ends here, the question that nobody answered: it needs no answer any more. `but`: is asked now. */
export function closed(
  { plan, step, agentMove }: Pick<PlanView, "plan" | "step" | "agentMove">,
  but?: string,
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
            id !== but &&
            !plan.log.has(({ note }) => note === id),
        )
        .map(({ id }) => ({ kind: "close", question: id, closes: true }));
}
