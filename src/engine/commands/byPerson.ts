/**
 * A person ticks a step, or answers a question, in a view instead of in the note. It is written as they would write
 * it there.
 */
import { optionsOf } from "../../note/plan/optionsOf";
import { shownAs, stepName } from "../../note/plan/steps";
import type { Command } from "../../rules/command";
import { mayTick } from "../../rules/mayTick";
import type { PlanChange } from "../../rules/moves";
import type { PlanView } from "../../rules/world";
import { changePlan } from "../perform/change";
import { withoutLinks } from "../../overview/titles";
import type { Context } from "../perform/context";
import { no, told, type Obeyed } from "../perform/replies";
import { currentStep, nameStep } from "./pickStep";

type Of<K extends Command["kind"]> = Extract<Command, { readonly kind: K }>;

export const CHANGED_SINCE = "The plan changed since it was shown, so nothing was done. Look again.";

export async function tickStep(
  view: PlanView,
  { step: n, choice, shown }: Of<"done">,
  context: Context,
): Promise<Obeyed> {
  const { plan, hash } = view;
  const step = currentStep(view, n);
  if (typeof step === "string") return no(step);
  if (shown !== undefined && shown !== shownAs(plan, step)) return no(CHANGED_SINCE);
  if (choice !== undefined && !optionsOf(step).includes(choice)) return no(CHANGED_SINCE);
  if (!mayTick({ step, request: view.request }))
    return no(`${stepName(step)} needs approval. It is ticked once it is carried out.`);
  const [named, id] = nameStep(step, context);
  const entry: PlanChange = {
    kind: "log",
    entry: {
      actor: "Human",
      action: `Ticked ${stepName(step)}`,
      rationale: choice === undefined ? "By a click or a command" : `Chose “${withoutLinks(choice)}”`,
      mark: { word: "ticked", step: id },
    },
  };
  return told(
    await changePlan(plan.path, hash, [...named, { kind: "mark", step: id, mark: "x" }, entry], context),
    `Done: ${withoutLinks(stepName(step))}.`,
  );
}

export async function answerQuestion(
  { plan, hash }: PlanView,
  { question, shown, box, words }: Of<"answer-question">,
  context: Context,
): Promise<Obeyed> {
  if (box === null && words.trim() === "") return no("Choose an answer, or write one.");
  const asked = plan.questions.find(({ id }) => id === question);
  const isAsShown =
    asked?.lines.length === shown.length && asked.lines.every((line, at) => line === shown[at]);
  if (!isAsShown) return no(CHANGED_SINCE);
  return told(
    await changePlan(plan.path, hash, [{ kind: "answer", question, shown, box, words }], context),
    "Answered.",
  );
}
