/** The part of a flow for the next line of its plan: who does it, the questions to the person, and the checks. */
import { isObject } from "../../kit/json";
import { readAnswer, type AnswerOf } from "../../flow/answers";
import { taskNamed } from "../../flow/loopItems";
import { fileOf, type Flow, type FlowAgent, type FlowStep } from "../../flow/flow";
import { readsOf, shownFiles } from "../../flow/reads";
import { agreedAtLine } from "../../flow/said";
import { failureAt, itemAt } from "../../flow/unfold";
import { readLineId, writeLineId, type LineId } from "../../flow/lineId";
import type { Guidance } from "../../flow/skill";
import { stepNamed } from "../../flow/route";
import type { Plan, Step } from "../../plan/plan";
import type { Detail } from "../../plan/questions";
import type { PlannedAsk, ToolBlock } from "../../plan/toolBlock";
import { readArguments } from "../tools";
import type { Unnamed } from "../signals";

/** The flow of a plan, as its pinned copy has it. */
export interface RunningFlow {
  readonly flow: Flow;
  /** The person’s answers at the start, by name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Texts of work files that the flow itself reads, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Of the step at which the plan is. */
  readonly guidance: Guidance;
}

export type FlowState =
  | ({ readonly kind: "runs" } & RunningFlow)
  /** The flow cannot go on. `why`: a sentence. */
  | { readonly kind: "stands"; readonly why: string };

/** A check that did not hold. `text`: a hash of the findings. */
export interface Failed {
  readonly findings: readonly string[];
  readonly text: string;
}

export interface FlowPart {
  readonly running: RunningFlow;
  readonly step: FlowStep;
  readonly line: LineId;
  /** The task, as the Roadmap has it; null outside of loops. */
  readonly item: string | null;
  /** The same task as the list of the loop describes it; null where that has a title alone. */
  readonly task: AnswerOf<"tasks">["tasks"][number] | null;
  /** The file that the step writes. */
  readonly file: string;
  /** Names of the files that the agent is given in full. */
  readonly reads: readonly string[];
  /** Null where the flow says nothing of the agent. */
  readonly agent: FlowAgent | null;
  /** The questions to the person here; null for none. */
  readonly asks: Extract<ToolBlock, { readonly kind: "asks" }> | null;
  /** Links beneath the questions. */
  readonly details: readonly Detail[];
  /** A hash of the findings at the attempt before; null where there were none. */
  readonly before: string | null;
  /** A sentence without its full stop: why it cannot go on. */
  readonly fault: string | null;
}

/** Null for a line that does not belong to the flow. */
export function partOf(running: RunningFlow, plan: Plan, step: Step, workFolder: string): FlowPart | null {
  const line = readLineId(step.id);
  const of = line === null ? null : stepNamed(running.flow, line.step);
  if (line === null || of === null) return null;
  const file = fileOf(of, line.item);
  const item = line.item === null ? null : itemAt(running.flow, line.item, plan);
  const asked = asksAt(running, of, line, file, plan);
  return {
    running,
    step: of,
    line,
    item,
    task:
      item === null ? null : taskNamed(running.flow, of, { n: line.item ?? 1, title: item }, running.files),
    file,
    reads: readsOf(running.flow, of, line),
    agent: of.agent === undefined ? null : (running.flow.agents[of.agent] ?? null),
    asks: typeof asked === "string" ? null : asked,
    details: line.isAsk
      ? shownFiles(running.flow, of, line).map((name) => ({ label: "Note", path: `${workFolder}/${name}` }))
      : [],
    before:
      line.attempt === 1
        ? null
        : (failureAt(writeLineId({ ...line, attempt: line.attempt - 1 }), plan)?.text ?? null),
    fault: typeof asked === "string" ? asked : null,
  };
}

const YES = "Yes, go on";
const NO = "No";

function sectionQuestion(title: string): string {
  return `Is the section “${title}” right?`;
}

/** A sentence without its full stop where the questions cannot be read from the file. */
function asksAt(
  { files }: RunningFlow,
  step: FlowStep,
  line: LineId,
  file: string,
  plan: Pick<Plan, "questions">,
): Extract<ToolBlock, { readonly kind: "asks" }> | string | null {
  const asks = (
    isAll: boolean,
    all: readonly Pick<Unnamed, "question" | "options">[],
  ): ReturnType<typeof asksAt> => ({
    kind: "asks",
    isAll,
    calls: all.map((each, at): PlannedAsk => ({ id: `ask-${String(at + 1)}`, input: JSON.stringify(each) })),
  });
  const name = step.title ?? step.step.replace(/-/g, " ");
  if (!line.isAsk)
    return step.pause === "before"
      ? asks(false, [{ question: `Go on with “${name}”?`, options: ["Go on"] }])
      : null;
  const text = files.get(file);
  const question = step.question;
  switch (step.ask) {
    case undefined:
      return asks(true, [{ question: `“${name}” is done. Go on?`, options: ["Go on"] }]);
    case "each": {
      if (step.answer === "sections") {
        const read = text === undefined ? null : readAnswer("sections", text);
        if (read?.kind !== "read") return sayUnread(file, read?.faults);
        // Sections that the person agreed to at the attempt before are not asked about again.
        const agreed = agreedAtLine(writeLineId({ ...line, attempt: line.attempt - 1 }), plan);
        const left = read.value.sections.filter(
          ({ title }) => !agreed.some((each) => each.includes(sectionQuestion(title))),
        );
        return asks(
          true,
          (left.length === 0 ? read.value.sections : left).map(({ title }) => ({
            question: sectionQuestion(title),
            options: [YES, NO],
          })),
        );
      }
      const read = text === undefined ? null : readAnswer("questions", text);
      if (read?.kind !== "read") return sayUnread(file, read?.faults);
      return asks(
        true,
        read.value.questions.map((each) => ({ question: each.text, options: each.options })),
      );
    }
    case "choose": {
      if (step.answer !== "approaches")
        return asks(true, [{ question: question ?? `${name}?`, options: step.options }]);
      const read = text === undefined ? null : readAnswer("approaches", text);
      if (read?.kind !== "read") return sayUnread(file, read?.faults);
      const { approaches, recommended, why } = read.value;
      return asks(true, [
        {
          question: `${question ?? "Which way?"} Recommended is (${String(recommended)}): ${why}`.slice(
            0,
            400,
          ),
          options: approaches.map(({ title, summary }) => `${title}: ${summary}`.slice(0, 200)),
        },
      ]);
    }
    case "confirm":
      return asks(true, [
        {
          question: question ?? `Is “${name}” right?`,
          options: step.options.length > 0 ? step.options : [YES, NO],
        },
      ]);
    case "text":
      return asks(true, [{ question: question ?? `${name}: what do you want to say?`, options: [] }]);
    case "edit":
      return asks(true, [
        {
          question: question ?? `Change “${file}” until it says what you want.`,
          options: ["I have changed it", "It is right as it is"],
        },
      ]);
  }
}

function sayUnread(file: string, faults: readonly string[] = ["it is not there"]): string {
  return `“${file}” does not say what to ask: ${faults.join("; ")}`;
}

/** The question of a planned call, as the plan shows it; null for any other call. */
export function plannedAsking({ asks, details }: FlowPart, call: string): Unnamed | null {
  const planned = asks?.calls.find(({ id }) => id === call);
  if (planned === undefined) return null;
  const read = readArguments("ask_person", planned.input);
  return read.kind === "bad" ? null : { ...read.value, details };
}

/** The step as it is worked on, with the questions that come first. */
export function withAsks(step: Step, part: FlowPart | null): Step {
  return part?.asks == null || step.tool !== null ? step : { ...step, tool: part.asks };
}

/** The inputs as the pinned copy has them; null where they cannot be read. */
export function readInputs(value: unknown): Readonly<Record<string, string>> | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  return entries.every(([, each]) => typeof each === "string")
    ? (value as Readonly<Record<string, string>>)
    : null;
}
