/** The part of a flow for the next line of its plan: who does it, the questions to the person, and the checks. */
import type { AnswerOf } from "../../flow/answers";
import { failureAt, itemAt } from "../../flow/attempts";
import { fileOf, type Flow, type FlowAgent, type FlowStep } from "../../flow/flow";
import { readLineId, writeLineId, type LineId } from "../../flow/lineId";
import { taskNamed } from "../../flow/loopItems";
import { readsOf, shownFiles } from "../../flow/reads";
import { reviewersOf, stepNamed } from "../../flow/route";
import type { RunningFlow } from "../../flow/running";
import { agreedBefore, wordsBefore, type Told } from "../../flow/said";
import type { Plan, Step } from "../../plan/plan";
import type { Detail } from "../../plan/questions";
import type { ToolBlock } from "../../plan/toolBlock";
import type { Unnamed } from "../signals";
import { readArguments } from "../tools";
import { asksAt } from "./asks";

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
  /** The sender of work that is done again; null where nobody sent it back. */
  readonly sentBackBy: "check" | "person" | null;
  /** Questions of earlier attempts to which the person said yes. */
  readonly agreed: readonly string[];
  /** The person’s answers of which none of those files tells. */
  readonly said: readonly Told[];
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
  const file = fileOf(of, line.item);
  const item = line.item === null ? null : itemAt(running.flow, of.step, line.item, plan);
  const asked = asksAt({ step: of, line, file, text: running.files.get(file) ?? null, plan });
  const reads = readsOf(running.flow, of, line, (name) => running.files.has(name));
  const given = new Map([...running.files].filter(([name]) => reads.includes(name)));
  return {
    running,
    step: of,
    line,
    item,
    task:
      item === null ? null : taskNamed(running.flow, of, { n: line.item ?? 1, title: item }, running.files),
    file,
    reads,
    agent: of.agent === undefined ? null : (running.flow.agents[of.agent] ?? null),
    asks: typeof asked === "string" ? null : asked,
    details: line.isAsk
      ? shownFiles(running.flow, of, line).map((name): Detail => {
          const path = `${workFolder}/${name}`;
          // The person reads and moves the note that was kept of it, not the file from which it was made.
          return result !== null && name === running.flow.result?.from[0]
            ? { label: "Note", path: result, of: path }
            : { label: "Note", path };
        })
      : [],
    before:
      line.attempt === 1
        ? null
        : (failureAt(writeLineId({ ...line, attempt: line.attempt - 1 }), plan)?.text ?? null),
    sentBackBy: sentBackBy(running.flow, of, line, plan),
    agreed: agreedBefore({ ...line, isAsk: true }, plan),
    said: wordsBefore(running.flow, plan, given),
    fault: typeof asked === "string" ? asked : null,
  };
}

function sentBackBy(
  flow: Flow,
  step: FlowStep,
  { attempt, item }: LineId,
  { journal }: Pick<Plan, "journal">,
): FlowPart["sentBackBy"] {
  if (attempt === 1) return null;
  const from = [step, ...reviewersOf(flow, step)].map((of) => of.step);
  const last = journal.last(({ word, step: id }) => {
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
  if (step.ask === "each") return step.answer === "sections" ? "yes" : "own";
  return step.ask === "text" || step.answer === "approaches" ? "own" : "option";
}

/** The step as it is worked on, with the questions that come first. */
export function withAsks(step: Step, part: FlowPart | null): Step {
  return part?.asks == null || step.tool !== null ? step : { ...step, tool: part.asks };
}
