/** The person’s answers at lines of a flow, from the questions in the plan. They route the flow, and allow nothing. */
import { isTicked, readTick, withoutFields } from "../kit/checkbox";
import { unescapeMarkdown } from "../kit/text";
import type { Plan, Question } from "../note/plan/plan";
import { joinAnswer, withoutPlace } from "../note/plan/questions";
import { answersOf, type FlowStep } from "./flow";
import { readLineId, type LineId } from "./lineId";
import { LONGEST_READ } from "./reads";
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
    isOfEarlier(line, step) && answer === "option-1" ? [unescapeMarkdown(lines[0] ?? "")] : [],
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

/** Characters of one of them. */
const LONGEST_SAID = 1000;

/** A question with the person’s whole answer: the ticked box, and their words. */
export interface Told {
  readonly question: string;
  readonly said: string;
}

/**
 * The person’s answers of which no file tells that the agent is given: words at a question such as “What now?”, and
 * answers about another task of a loop. `given`: the files that the agent is given, by name.
 */
export function wordsBefore(
  flow: { readonly steps: readonly FlowStep[] },
  { questions }: Pick<Plan, "questions">,
  given: ReadonlyMap<string, string>,
): readonly Told[] {
  const untold = questions.filter((each) => {
    if (!isAnswer(each.answer)) return false;
    const of = readLineId(each.step);
    const step = of?.isAsk === true ? stepNamed(flow, of.step) : null;
    const file = step === null ? null : answersOf(step, of?.item ?? null);
    return file === null ? each.words !== "" : !isIn(given.get(file) ?? "", each);
  });
  // A box alone says least.
  const most = untold.length > MOST_SAID ? untold.filter(({ words }) => words !== "") : untold;
  return most.slice(-MOST_SAID).map((each) => {
    const { question, said } = toldIn(each);
    return { question, said: said.length > LONGEST_SAID ? `${said.slice(0, LONGEST_SAID)}…` : said };
  });
}

/** Whether the part of a file of answers that an agent is given has the question with its answer. */
function isIn(file: string, asked: Question): boolean {
  const text = letters(file.slice(0, LONGEST_READ));
  // The plan cuts a long question, and a long option.
  const parts = [askedIn(asked).slice(0, 100), labelIn(asked), asked.words];
  return parts.every((each) => text.includes(letters(each)));
}

/** Signs are written in one way in a plan, and in another one in a file. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}

function isAnswer(answer: Question["answer"]): boolean {
  return answer !== null && answer !== "several" && answer !== "skip" && answer !== "cancel";
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
  return unescapeMarkdown(withoutFields(ticked?.label ?? "").replace(/^\(\d\)\s*/, ""));
}

function toldIn(asked: Question): Told {
  return { question: askedIn(asked), said: joinAnswer(labelIn(asked), asked.words) };
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

/** Questions of earlier attempts with the person’s whole answers; oldest first. */
export function saidBefore(line: LineId, { questions }: Pick<Plan, "questions">): readonly Told[] {
  return questions.filter((each) => isOfEarlier(line, each.step) && isAnswer(each.answer)).map(toldIn);
}

/** The question without the step that is named behind it. */
function askedIn({ lines }: Pick<Question, "lines">): string {
  return unescapeMarkdown(
    withoutPlace((lines[0] ?? "").replace(/^[-*+]\s+/, "")).replace(/\s\(step \d+ “.*$/su, ""),
  );
}
