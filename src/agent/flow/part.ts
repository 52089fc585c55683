/** The part of a flow for the next line of its plan: who does it, the questions to the person, and the checks. */
import { readAnswer, type AnswerName, type AnswerOf, type Task } from "../../flow/answers";
import { failureAt, findingsBefore, itemAt } from "../../flow/attempts";
import { holdsNotes, inputsRead, optionsOf, type Flow, type FlowAgent, type FlowStep } from "../../flow/flow";
import { readLineId, writeLineId, type LineId } from "../../flow/lineId";
import { taskNamed } from "../../flow/loopItems";
import { filesWritten } from "../../flow/stepFiles";
import { readsOf, shownFiles } from "../../flow/reads";
import { fillIn, type Filling } from "../../flow/fillIn";
import { reviewersOf, stepNamed } from "../../flow/route";
import { notesIn, type RunningFlow } from "../../flow/running";
import { changeOf, sectionsAgreed, wordsBefore, YES_ALL, type Told } from "../../flow/said";
import type { Plan, Step } from "../../note/plan/plan";
import { LONGEST_OPTION, withoutPlace, type Detail } from "../../note/plan/questions";
import type { PlannedAsk, ToolBlock } from "../../note/plan/toolBlock";
import { withoutEscapes } from "../sanitize";
import type { Unnamed } from "../signals";
import { readArguments } from "../tools";
import { hashText } from "../../kit/hash";
import { counted } from "../../kit/numbers";

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
  readonly task: Task | null;
  /** The first of the files that the step writes; empty where it writes none. */
  readonly file: string;
  readonly files: readonly string[];
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
  /** The sender of work that is done again; null where nobody sent it back. */
  readonly sentBackBy: "check" | "person" | null;
  /** Titles of the sections that the person agreed to at earlier attempts. */
  readonly agreed: readonly string[];
  /** The findings that send it back, as the log tells them: a list for each check. */
  readonly found: readonly (readonly string[])[];
  /** The person’s answers in this plan. */
  readonly said: readonly Told[];
  /** The action of the step, filled in as files and answers are; null for none, and where something is missing. */
  readonly filling: Filling | null;
  /** A sentence without its full stop: why it cannot go on. */
  readonly fault: string | null;
}

export interface PlanAround {
  readonly workFolder: string;
  /** Path of the note with the result of the flow; null where none is kept. */
  readonly result: string | null;
}

/** Null for a line that does not belong to the flow. */
export function partOf(
  running: RunningFlow,
  plan: Plan,
  step: Step,
  { workFolder, result }: PlanAround,
): FlowPart | null {
  const line = readLineId(step.id);
  const of = line === null ? null : stepNamed(running.flow, line.step);
  if (line === null || of === null) return null;
  const around = { flow: running.flow, plan, files: running.files };
  const files = filesWritten(of, line.item, around);
  const file = files[0] ?? "";
  const item = line.item === null ? null : itemAt(running.flow, of.step, line.item, plan);
  const asked = asksAt({ step: of, line, file, text: running.files.get(file) ?? null, plan });
  const reads = readsOf(of, line, around);
  const back = sentBackBy(running.flow, of, line, plan);
  const isByCheck = back === "check";
  const filled = fillIn({ running, step: of, line, plan, folder: workFolder, sent: withoutEscapes });
  return {
    running,
    step: of,
    line,
    item,
    task:
      item === null ? null : taskNamed(running.flow, of, { n: line.item ?? 1, title: item }, running.files),
    file,
    files,
    reads,
    agent: of.agent === undefined ? null : (running.flow.agents[of.agent] ?? null),
    asks: typeof asked === "string" ? null : asked,
    // Questions say all themselves.
    details:
      line.isAsk && of.answer !== "questions"
        ? shownFiles(of, line, around).flatMap((name): readonly Detail[] => {
            if (!running.files.has(name)) return [];
            const path = `${workFolder}/${name}`;
            // The person reads and moves the note that was kept of it, not the file from which it was made.
            return result !== null && name === running.flow.result?.from[0]
              ? [{ label: "Note", path: result }]
              : [{ label: "Note", path }];
          })
        : [],
    before:
      line.attempt === 1
        ? null
        : (failureAt(writeLineId({ ...line, attempt: line.attempt - 1 }), plan)?.text ?? null),
    sentBackBy: back,
    // A check that found something may ask for a change of any of them.
    agreed: isByCheck ? [] : sectionsAgreed({ ...line, isAsk: true }, plan),
    found: findingsBefore(
      line,
      [of, ...reviewersOf(running.flow, of)].map(({ step: name }) => name),
      plan,
    ),
    said: wordsBefore(plan),
    filling: typeof filled === "string" ? null : filled,
    fault:
      typeof asked === "string"
        ? asked
        : typeof filled === "string" && step.approval.kind === "hand"
          ? filled
          : null,
  };
}

function sentBackBy(
  flow: Flow,
  step: FlowStep,
  { attempt, item }: LineId,
  { log }: Pick<Plan, "log">,
): FlowPart["sentBackBy"] {
  if (attempt === 1) return null;
  const from = [step, ...reviewersOf(flow, step)].map((of) => of.step);
  const last = log.last(({ word, step: id }) => {
    const of = readLineId(id);
    return word === "failed" && of !== null && of.item === item && from.includes(of.step);
  });
  return last === null ? null : readLineId(last.mark.step)?.isAsk === true ? "person" : "check";
}

/** The question of a planned call, as the plan shows it; null for any other call. */
export function plannedAsking(part: FlowPart, call: string): Unnamed | null {
  const { asks, details } = part;
  const calls = asks?.calls ?? [];
  const at = calls.findIndex(({ id }) => id === call);
  const planned = calls[at];
  if (planned === undefined) return null;
  const read = readArguments("ask_person", planned.input);
  if (read.kind === "bad") return null;
  const place = `${String(at + 1)} of ${String(calls.length)}`;
  return { ...read.value, details, typed: typedAt(part), ...(calls.length > 1 ? { place } : {}) };
}

/** How words alone count at the questions of a line. */
function typedAt({ step, line }: FlowPart): NonNullable<Unnamed["typed"]> {
  if (!line.isAsk || step.ask === undefined || step.ask === "confirm") return "yes";
  if (step.ask === "each") return step.answer === "sections" ? "wish" : "any";
  return step.ask === "text" || step.answer === "approaches" ? "own" : "option";
}

/** The step as it is worked on, with the questions that come first, and with the notes that its agent is given. */
export function asPart(step: Step, part: FlowPart | null): Step {
  if (part === null) return step;
  const notes = notesFor(part);
  const asked = part.asks === null || step.tool !== null ? step : { ...step, tool: part.asks };
  return notes.length === 0 ? asked : { ...asked, notes };
}

/** Targets of links to the notes that the person gave to the inputs that the step reads. */
function notesFor({ running: { flow, inputs }, step, line }: FlowPart): readonly string[] {
  if (line.isAsk) return [];
  const names = inputsRead(step).filter((each) => holdsNotes(flow, each));
  const notes = names.flatMap((each) => notesIn(inputs[each] ?? ""));
  return [...new Set(notes.map((each) => each.replace(/\.md$/i, "")))];
}

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
function asksAt(at: At): Extract<ToolBlock, { readonly kind: "asks" }> | string | null {
  const { step, line } = at;
  if (!line.isAsk)
    return step.pause === "before"
      ? blockOf(false, [{ question: `Go on with “${nameOf(step)}”?`, options: ["Go on"] }])
      : null;
  const asked = asksOf(at);
  return typeof asked === "string" ? asked : blockOf(true, asked);
}

function blockOf(isAll: boolean, all: readonly Ask[]): Extract<ToolBlock, { readonly kind: "asks" }> {
  const inputs = all.map((each) => JSON.stringify(each));
  // Not by its place: an answer belongs to its question, wherever a person moves that in the file.
  const calls = inputs.map((input, at): PlannedAsk => {
    const twins = inputs.slice(0, at).filter((each) => each === input).length;
    return { id: `ask-${hashText(`${input} ${String(twins)}`).slice(0, 8)}`, input };
  });
  return { kind: "asks", isAll, calls };
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
      return [{ question: question ?? `Is “${name}” right?`, options: optionsOf(step) }];
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
  return read.map(({ text, options }) => ({ question: withoutPlace(text), options }));
}

/** Sections that the person agreed to before are not asked about again. */
function askSections(at: At): readonly Ask[] | string {
  const read = answerIn("sections", at);
  if (typeof read === "string") return read;
  const agreed = sectionsAgreed(at.line, at.plan);
  const left = read.filter(({ title }) => !agreed.includes(title));
  const asked = left.length === 0 ? read : left;
  return [
    {
      question: at.step.question ?? `Is “${nameOf(at.step)}” right? If not: what is to change?`,
      options: [YES_ALL, ...asked.map(({ title }) => changeOf(title))],
    },
  ];
}

function askApproaches(at: At): readonly Ask[] | string {
  const read = answerIn("approaches", at);
  if (typeof read === "string") return read;
  const recommended = read.findIndex((each) => each.recommended !== undefined);
  const why = read[recommended]?.recommended ?? "";
  const question = `${at.step.question ?? "Which way?"} Recommended is (${String(recommended + 1)}): ${why}`;
  return [
    {
      question: question.slice(0, 400),
      options: read.map(({ title, summary, tasks }) => {
        const estimate =
          tasks === undefined ? "" : ` (about ${counted(Number(tasks), "task")}, as the model estimates)`;
        const whole = `${title}: ${/^.*?[.!?](?=\s|$)/s.exec(summary)?.[0] ?? summary}${estimate}`;
        // The file that the question links to has all of it.
        return whole.length <= LONGEST_OPTION ? whole : `${title}${estimate}`;
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
