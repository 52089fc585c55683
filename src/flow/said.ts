/** The person’s answers at lines of a flow, from the questions in the plan. They route the flow, and allow nothing. */
import { isTicked, readTick, withoutFields, type Tick } from "../kit/checkbox";
import { cut, unescapeMarkdown } from "../kit/text";
import type { Plan, Question } from "../note/plan/plan";
import { isInWords, joinAnswer, withoutPlace } from "../note/plan/questions";
import { readLineId, type LineId } from "./lineId";

/** The last answer at a line: the words of the ticked box, or the person’s own words; empty for none. */
export function saidAtLine(id: string, { questions }: Pick<Plan, "questions">): string {
  const asked = questions.findLast((each) => each.step === id && isInWords(each));
  return asked === undefined ? "" : saidIn(asked);
}

/** The last answer at any line of a step; empty for none. */
export function saidAtStep(step: string, plan: Pick<Plan, "questions">): string {
  const asked = askedAtStep(step, plan);
  return asked === undefined ? "" : saidIn(asked);
}

/** The same with the person’s words behind their option. `isOption`: some of it are words of an option. */
export function wholeAtStep(
  step: string,
  plan: Pick<Plan, "questions">,
): { readonly said: string; readonly isOption: boolean } {
  const asked = askedAtStep(step, plan);
  if (asked === undefined) return { said: "", isOption: false };
  return { said: toldIn(asked).said, isOption: asked.isTyped === true || labelIn(asked) !== "" };
}

function askedAtStep(step: string, { questions }: Pick<Plan, "questions">): Question | undefined {
  return questions.findLast((each) => readLineId(each.step)?.step === step && isInWords(each));
}

/** The first box of a question about sections. */
export const YES_ALL = "Yes, all of it";

/** The box that wants a section changed. */
export function changeOf(title: string): string {
  return `Change “${title}”`;
}

/**
 * Titles of the sections that the person agreed to at earlier attempts: by the first box, or because they ticked
 * others. Words alone may be about any of them, and take back what was agreed to.
 */
export function sectionsAgreed(line: LineId, { questions }: Pick<Plan, "questions">): readonly string[] {
  let agreed: readonly string[] = [];
  for (const asked of questions) {
    const { step, lines, answer } = asked;
    if (!isOfEarlier(line, step) || !isInWords(asked)) continue;
    const boxes = lines.slice(1).flatMap((each) => readTick(each) ?? []);
    const titles = (isTickedOnes: boolean): readonly string[] =>
      boxes.flatMap((each) => (isTicked(each) === isTickedOnes ? (titleIn(each) ?? []) : []));
    const [changed, others] = [titles(true), titles(false)];
    const isAll = boxes.some((each) => isTicked(each) && labelOf(each) === YES_ALL);
    if (changed.length > 0) agreed = [...agreed, ...others].filter((each) => !changed.includes(each));
    else agreed = isAll || answer === "option-1" ? [...agreed, ...others] : [];
  }
  return agreed;
}

function titleIn(box: Tick): string | null {
  return /^Change “(.*)”$/su.exec(labelOf(box))?.[1] ?? null;
}

function labelOf({ label }: Tick): string {
  return unescapeMarkdown(withoutFields(label).replace(/^\(\d\)\s*/, ""));
}

/** Whether a question was asked at an earlier attempt at this line. */
function isOfEarlier(line: LineId, asked: string | null): boolean {
  const of = readLineId(asked);
  return of?.step === line.step && of.item === line.item && of.isAsk && of.attempt < line.attempt;
}

/** The answer by which a person who mended the work lets it be reviewed again. */
export const CHECK_AGAIN = "I have mended it by hand: review it again";
/** So many of them reach an agent, the newest. */
const MOST_SAID = 60;

/** Characters of a question, which its answer needs to be understood. */
const LONGEST_ASKED = 160;

/** A question, with the step where it needs that, and the person’s whole answer: the ticked box, and their words. */
export interface Told {
  readonly question: string;
  readonly said: string;
}

/** The person’s answers in the plan, word for word; oldest first. */
export function wordsBefore({ questions }: Pick<Plan, "questions">): readonly Told[] {
  return questions.filter(isInWords).slice(-MOST_SAID).map(toldIn);
}

function saidIn(asked: Question): string {
  const label = labelIn(asked);
  return label === "" ? asked.words : label;
}

/** The words of the ticked box, or of the option that was typed; empty for none. */
function labelIn({ lines, answer, isTyped }: Pick<Question, "lines" | "answer" | "isTyped">): string {
  const typed = isTyped === true ? `(${String(answer).replace("option-", "")})` : null;
  const ticked = lines
    .slice(1)
    .map((each) => readTick(each))
    .find((each) => each !== null && (typed === null ? isTicked(each) : each.label.startsWith(typed)));
  return ticked == null ? "" : labelOf(ticked);
}

function toldIn(asked: Question): Told {
  const [, question = "", name = ""] =
    /^(?:[-*+]\s+)?(.*?)(?:\s\(step \d+ (“.*”)\).*)?$/su.exec(asked.lines[0] ?? "") ?? [];
  const whole = unescapeMarkdown(withoutPlace(question));
  const line = readLineId(asked.step);
  // Any other question can be asked at several lines.
  const isAlone = name === "" || (line?.isAsk === true && line.item === null);
  return {
    question: `${cut(whole, LONGEST_ASKED)}${isAlone ? "" : ` (${unescapeMarkdown(name)})`}`,
    said: joinAnswer(labelIn(asked), asked.words),
  };
}

/** Whether two answers mean the same: case and white space do not count. */
export function isSameAnswer(a: string, b: string): boolean {
  const bare = (text: string): string => text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
  return bare(a) === bare(b);
}

/** The step to which an answer leads, out of the usual way; null for the usual way. */
export function ledTo(
  { on_answer = {} }: { readonly on_answer?: Readonly<Record<string, string>> | undefined },
  said: string,
): string | null {
  return Object.entries(on_answer).find(([option]) => isSameAnswer(option, said))?.[1] ?? null;
}
