/**
 * A question of a plan to its person, as a card shows it: read from the note as it is, so that just that is answered.
 */
import { readTick, withoutFields } from "../../kit/checkbox";
import { compareStamps, compareText } from "../../kit/order";
import { unescapeMarkdown } from "../../kit/text";
import { posesAQuestion } from "../../note/plan/blocks";
import type { Question } from "../../note/plan/plan";
import { askedTogether, behindAnswer, isEnding, speaksOfNeed, ticked } from "../../note/plan/questions";
import { stepName } from "../../note/plan/steps";
import { isBlockedByPerson } from "../../note/plan/standstill";
import type { PlanView, World } from "../../rules/world";

export interface OpenQuestion {
  readonly plan: string;
  readonly id: string;
  readonly text: string;
  /** The text without the name of its step, for a face that shows where in the plan it is. */
  readonly asks: string;
  /** Lines beneath it for a person to read: of an edit, the lines before and after; of a call, its arguments. */
  readonly details: readonly string[];
  /** Notes and files to read before answering. */
  readonly notes: readonly { readonly path: string; readonly name: string }[];
  /** Its boxes in order. `command/answer-question` counts them from 0. */
  readonly boxes: readonly string[];
  /** Places of the boxes that skip the step or cancel the plan. */
  readonly ends: readonly number[];
  /** It has a line for an answer in words. */
  readonly takesWords: boolean;
  /** All its lines, as they stand in the note. */
  readonly shown: readonly string[];
}

export interface PlanQuestion {
  readonly view: PlanView;
  readonly question: OpenQuestion;
}

const NOTE = /^(?:Note|The whole change): \[\[([^[\]|]+)(?:\|([^[\]|]+))?\]\]$/;

/** The first question about the step at which the plan is that waits for an answer; null where there is none. */
export function openQuestion(view: PlanView): OpenQuestion | null {
  return openIn(view)[0] ?? null;
}

/** Of those that were asked together, all without an answer. */
function openIn({ plan, step, block, undecided }: PlanView): readonly OpenQuestion[] {
  // While an agent goes on, nothing waits for an answer, even before the note says so.
  if (step?.id == null || (plan.agent !== null && block === null && !undecided)) return [];
  return askedTogether(plan, step.id)
    .filter(({ answer, isClosed }) => answer === null && !isClosed)
    .map((each) => readCard(plan.path, each, ` (${stepName(step)})`));
}

/** Whether a person answered at this step, and the acting device has yet to take the answer. */
export function isAnswered({ plan, step }: PlanView): boolean {
  return ticked(plan).some(
    ({ step: of, answer }) => of === step?.id && answer !== "several" && (answer !== "skip" || step.boxed),
  );
}

/** The questions that need a person now, those of the oldest plan first. */
export function openQuestions({ plans }: Pick<World, "plans">): readonly PlanQuestion[] {
  return plans
    .flatMap((view): PlanQuestion[] => {
      const { plan, block, foundLast, hasDuplicateId } = view;
      const isAsked = posesAQuestion((block ?? foundLast)?.kind ?? null);
      const open = !isAsked || hasDuplicateId || isBlockedByPerson(plan) ? [] : openIn(view);
      return open.map((question) => ({ view, question }));
    })
    .sort(
      ({ view: { plan: a } }, { view: { plan: b } }) =>
        compareStamps(a.created, b.created) || compareText(a.path, b.path),
    );
}

/** `where`: the end of a text that names its step. */
function readCard(plan: string, { id, lines }: Question, where: string): OpenQuestion {
  const [first = "", ...rest] = lines;
  const boxes: string[] = [];
  const ends: number[] = [];
  const details: string[] = [];
  const notes: { readonly path: string; readonly name: string }[] = [];
  let takesWords = false;
  for (const line of rest) {
    const option = readTick(line);
    const bare = line.trim().replace(/^[-*+][ \t]+/, "");
    const note = NOTE.exec(bare);
    if (option !== null && option.lead > 0) {
      const label = withoutFields(option.label);
      if (isEnding(label)) ends.push(boxes.length);
      boxes.push(unescapeMarkdown(label.replace(/^\([1-9]\)\s*/, "")));
    } else if (behindAnswer(line) !== null) takesWords = true;
    else if (note !== null)
      notes.push({ path: note[1] ?? "", name: unescapeMarkdown(note[2] ?? note[1] ?? "") });
    else if (!speaksOfNeed(line)) details.push(unescapeMarkdown(bare));
  }
  const text = unescapeMarkdown(first.replace(/^[-*+][ \t]+/, "").replace(/\s*\^q-[\w-]+\s*$/, ""));
  const asks = text.endsWith(where) ? text.slice(0, -where.length) : text;
  return { plan, id, text, asks, details, notes, boxes, ends, takesWords, shown: lines };
}
