/** The questions to the person at a line of a flow. */
import { readAnswer, type AnswerName, type AnswerOf } from "../../flow/answers";
import type { FlowStep } from "../../flow/flow";
import type { LineId } from "../../flow/lineId";
import { agreedBefore } from "../../flow/said";
import { counted } from "../../kit/numbers";
import type { Plan } from "../../plan/plan";
import type { PlannedAsk, ToolBlock } from "../../plan/toolBlock";
import type { Unnamed } from "../signals";

const YES = "Yes, go on";
const NO = "No";
const LONGEST_OPTION = 200;

type Ask = Pick<Unnamed, "question" | "options">;

/** A line, with the file of its step as it is; null for a file that is not there. */
interface At {
  readonly step: FlowStep;
  readonly line: LineId;
  readonly file: string;
  readonly text: string | null;
  readonly plan: Pick<Plan, "questions">;
}

/** Null for none. A sentence without its full stop where they cannot be read from the file. */
export function asksAt(at: At): Extract<ToolBlock, { readonly kind: "asks" }> | string | null {
  const { step, line } = at;
  if (!line.isAsk)
    return step.pause === "before"
      ? blockOf(false, [{ question: `Go on with “${nameOf(step)}”?`, options: ["Go on"] }])
      : null;
  const asked = asksOf(at);
  return typeof asked === "string" ? asked : blockOf(true, asked);
}

function blockOf(isAll: boolean, all: readonly Ask[]): Extract<ToolBlock, { readonly kind: "asks" }> {
  return {
    kind: "asks",
    isAll,
    calls: all.map((each, at): PlannedAsk => ({ id: `ask-${String(at + 1)}`, input: JSON.stringify(each) })),
  };
}

function nameOf({ title, step }: FlowStep): string {
  return title ?? step.replace(/-/g, " ");
}

function asksOf(at: At): readonly Ask[] | string {
  const { step, file } = at;
  const { ask, question, options } = step;
  const name = nameOf(step);
  switch (ask) {
    case undefined:
      return [{ question: `“${name}” is done. Go on?`, options: ["Go on"] }];
    case "each":
      return step.answer === "sections" ? askSections(at) : askQuestions(at);
    case "choose":
      return step.answer === "approaches"
        ? askApproaches(at)
        : [{ question: question ?? `${name}?`, options }];
    case "confirm":
      return [
        { question: question ?? `Is “${name}” right?`, options: options.length > 0 ? options : [YES, NO] },
      ];
    case "text":
      return [{ question: question ?? `${name}: what do you want to say?`, options: [] }];
    case "edit":
      return [
        {
          question: question ?? `Change “${file}” until it says what you want.`,
          options: ["I have changed it", "It is right as it is"],
        },
      ];
  }
}

function askQuestions(at: At): readonly Ask[] | string {
  const read = answerIn("questions", at);
  if (typeof read === "string") return read;
  return read.questions.map(({ text, options }) => ({ question: text, options }));
}

/** Sections that the person agreed to before are not asked about again. */
function askSections(at: At): readonly Ask[] | string {
  const read = answerIn("sections", at);
  if (typeof read === "string") return read;
  const { line, plan } = at;
  const agreed = agreedBefore(line, plan);
  const left = read.sections.filter(({ title }) => !isAgreed(title, agreed));
  return (left.length === 0 ? read.sections : left).map(({ title }) => ({
    question: sectionQuestion(title),
    options: [YES, NO],
  }));
}

/** Whether one of these questions is about the section. */
export function isAgreed(title: string, questions: readonly string[]): boolean {
  return questions.some((each) => each.includes(sectionQuestion(title)));
}

function sectionQuestion(title: string): string {
  return `Is the section “${title}” right?`;
}

function askApproaches(at: At): readonly Ask[] | string {
  const read = answerIn("approaches", at);
  if (typeof read === "string") return read;
  const { approaches, recommended, why } = read;
  const question = `${at.step.question ?? "Which way?"} Recommended is (${String(recommended)}): ${why}`;
  return [
    {
      question: question.slice(0, 400),
      options: approaches.map(({ title, summary, tasks }) => {
        const estimate =
          tasks === undefined ? "" : ` (about ${counted(tasks, "task")}, as the model estimates)`;
        return `${`${title}: ${summary}`.slice(0, LONGEST_OPTION - estimate.length)}${estimate}`;
      }),
    },
  ];
}

function answerIn<Name extends AnswerName>(name: Name, { file, text }: At): AnswerOf<Name> | string {
  const read = text === null ? null : readAnswer(name, text);
  if (read?.kind === "read") return read.value;
  const faults = read?.faults ?? ["it is not there"];
  return `“${file}” does not say what to ask: ${faults.join("; ")}`;
}
