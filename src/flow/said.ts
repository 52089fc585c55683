/** The person’s answers at lines of a flow, from the questions in the plan. They route the flow, and allow nothing. */
import { isTicked, readTick } from "../kit/checkbox";
import type { Plan, Question } from "../plan/plan";
import { withoutPlace } from "../plan/questions";
import type { FlowStep } from "./flow";
import { readLineId, type LineId } from "./lineId";
import { stepNamed } from "./route";

/** The last answer at a line: the words of the ticked box, or the person’s own words; empty for none. */
export function saidAtLine(id: string, { questions }: Pick<Plan, "questions">): string {
  const asked = questions.findLast(({ step, answer }) => step === id && isAnswer(answer));
  return asked === undefined ? "" : saidIn(asked);
}

/** The last answer at any line of a step; empty for none. */
export function saidAtStep(step: string, { questions }: Pick<Plan, "questions">): string {
  const asked = questions.findLast(
    ({ step: of, answer }) => readLineId(of)?.step === step && isAnswer(answer),
  );
  return asked === undefined ? "" : saidIn(asked);
}

/** The texts of the questions of earlier attempts that were answered by their first box. */
export function agreedBefore(line: LineId, { questions }: Pick<Plan, "questions">): readonly string[] {
  return questions.flatMap(({ step, answer, lines }) =>
    isOfEarlier(line, step) && answer === "option-1" ? [lines[0] ?? ""] : [],
  );
}

/** Whether a question was asked at an earlier attempt at this line. */
function isOfEarlier(line: LineId, asked: string | null): boolean {
  const of = readLineId(asked);
  return of?.step === line.step && of.item === line.item && of.isAsk && of.attempt < line.attempt;
}

/** The answer by which a person who mended the work lets it be reviewed again. */
export const CHECK_AGAIN = "I have mended it by hand: review it again";
/** So many of them reach an agent, the newest. */
const MOST_SAID = 20;

/**
 * The person’s words at questions of which no file of answers tells, such as “What now?”: every agent after that is
 * told them.
 */
export function wordsBefore(
  flow: { readonly steps: readonly FlowStep[] },
  { questions }: Pick<Plan, "questions">,
): readonly { readonly question: string; readonly said: string }[] {
  return questions
    .filter(({ step, answer, words }) => {
      const of = readLineId(step);
      const isKept = of?.isAsk === true && stepNamed(flow, of.step)?.ask !== undefined;
      return isAnswer(answer) && words !== "" && !isKept;
    })
    .map((each) => {
      const said = saidIn(each);
      const both = said === each.words ? said : `${said}. ${each.words}`;
      return { question: askedIn(each), said: both.slice(0, 1000) };
    })
    .slice(-MOST_SAID);
}

function isAnswer(answer: Question["answer"]): boolean {
  return answer !== null && answer !== "several" && answer !== "skip" && answer !== "cancel";
}

function saidIn({ lines, words }: Question): string {
  const ticked = lines
    .slice(1)
    .map((each) => readTick(each))
    .find((each) => each !== null && isTicked(each));
  const label = ticked?.label.replace(/^\(\d\)\s*/, "") ?? "";
  return label === "" ? words : label;
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

/** Questions of earlier attempts with the person’s answers; oldest first. */
export function saidBefore(
  line: LineId,
  { questions }: Pick<Plan, "questions">,
): readonly { readonly question: string; readonly said: string }[] {
  return questions.flatMap((each) =>
    isOfEarlier(line, each.step) && isAnswer(each.answer)
      ? [{ question: askedIn(each), said: saidIn(each) }]
      : [],
  );
}

/** The question without the step that is named behind it. */
function askedIn({ lines }: Pick<Question, "lines">): string {
  return withoutPlace((lines[0] ?? "").replace(/^[-*+]\s+/, "")).replace(/\s\(step \d+ “.*$/su, "");
}
