/**
 * Fills in the action of a step: each value is text of the flow, of a work file, or of the person. No model has a say
 * in it.
 */
import { withPlainEnds } from "../kit/lines";
import { count } from "../kit/numbers";
import { ACTION_LIMIT, type Action } from "../note/action/action";
import { readWritten, renderSource } from "../note/action/render";
import type { Plan } from "../note/plan/plan";
import { fileOf, titleOf, writesFile, type Flow, type FlowStep } from "./flow";
import { readLineId, writeLineId, type LineId } from "./lineId";
import { filesAt } from "./reads";
import { stepNamed } from "./route";
import type { Around } from "./stepFiles";
import type { RunningFlow } from "./running";
import { wholeAtStep } from "./said";
import { partsOf, type Part, type Value } from "./stepAction";

/** Where a value is from. */
export type Source =
  | { readonly kind: "text"; readonly text: string }
  /** `file` is named as in the flow. */
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "input"; readonly input: string }
  | { readonly kind: "answer"; readonly step: string };

/** Text that is exactly the name of a file of an earlier step stands for that file. */
export function sourceOf(value: Value, step: FlowStep, { steps }: Pick<Flow, "steps">): Source {
  if (typeof value !== "string")
    return "file" in value
      ? { kind: "file", ...value }
      : "input" in value
        ? { kind: "input", ...value }
        : { kind: "answer", step: value.answer };
  const isFile = steps
    .slice(0, steps.indexOf(step))
    .some((each) => writesFile(each) && fileOf(each) === value);
  return isFile ? { kind: "file", file: value } : { kind: "text", text: value };
}

/** Whether the line of this block id is that of a step with an action. */
export function hasAction(flow: Pick<Flow, "steps">, id: string | null): boolean {
  const line = readLineId(id);
  return line !== null && !line.isAsk && stepNamed(flow, line.step)?.action !== undefined;
}

/** Names of the work files that it is filled in from at this line, and of those that go along. */
export function filesInAction(step: FlowStep, line: LineId, around: Around): readonly string[] {
  const files = sourcesIn(step, around.flow).flatMap(({ source, part }) =>
    source.kind === "file" ? filesOfPart(source.file, part, line, around) : [],
  );
  return [...new Set(files)];
}

/** All files of a task go along; of its texts, the first one is written into an argument. */
function filesOfPart(file: string, { is }: Part, line: LineId, around: Around): readonly string[] {
  const files = filesAt(file, line, around);
  return is === "attachment" ? files : [files[0]];
}

interface Given {
  readonly source: Source;
  readonly part: Part;
}

function sourcesIn(step: FlowStep, flow: Pick<Flow, "steps">): readonly Given[] {
  const parts = step.action === undefined ? [] : partsOf(step.action);
  return parts.flatMap((part) => part.values.map((value) => ({ part, source: sourceOf(value, step, flow) })));
}

export interface Filling {
  readonly action: Action;
  /** Paths of the work files with its text, and of those that go along. */
  readonly files: readonly string[];
  /** An agent wrote some of the text that goes out: a file, or the option that the person chose. */
  readonly isByAgent: boolean;
}

interface At {
  readonly running: Pick<RunningFlow, "flow" | "inputs" | "files">;
  readonly step: FlowStep;
  readonly line: LineId;
  readonly plan: Pick<Plan, "steps" | "questions">;
  /** The folder with the work files. */
  readonly folder: string;
  /** The text of a work file as it is sent. */
  readonly sent: (text: string) => string;
}

const BY_HAND = "or write the action block beneath the step yourself";

/** Sentences without the last full stop where something is missing. Null for a step without an action. */
export function fillIn(at: At): Filling | string | null {
  const { step, running } = at;
  if (step.action === undefined) return null;
  const args: Record<string, string | readonly string[]> = {};
  const attachments: string[] = [];
  let target = "";
  for (const part of partsOf(step.action)) {
    const texts: string[] = [];
    for (const value of part.values) {
      const found = textsOf(sourceOf(value, step, running.flow), part, at);
      if ("missing" in found) return found.missing;
      texts.push(...found);
    }
    if (part.is === "attachment") attachments.push(...texts);
    else if (part.is === "receiver") target = texts.map((each) => each.trim()).join(", ");
    else args[part.name] = part.isList ? texts : (texts[0] ?? "");
  }
  const action = readWritten({ type: step.action.type, target, args, attachments });
  if (typeof action === "string")
    return `The action cannot be written into the plan: ${action}. Change the text that it is filled in from, ${BY_HAND}`;
  if (isTooLong(action, at))
    return `The action blocks of this plan would be longer than ${count(2 * ACTION_LIMIT)} characters together. Shorten the text that this one is filled in from`;
  const files = filesInAction(step, at.line, { ...running, plan: at.plan }).map(
    (each) => `${at.folder}/${each}`,
  );
  return {
    action,
    files,
    isByAgent: sourcesIn(step, running.flow).some(({ source }) => isWordedByAgent(source, at)),
  };
}

function isWordedByAgent(source: Source, { running: { flow }, plan }: At): boolean {
  if (source.kind === "file") return flow.steps.some((of) => writesFile(of) && fileOf(of) === source.file);
  if (source.kind !== "answer") return false;
  const asked = stepNamed(flow, source.step);
  // The options of other steps are those of the flow.
  const isFromFile = asked?.answer !== undefined || asked?.ask === "each";
  return isFromFile && wholeAtStep(source.step, plan).isOption;
}

/** A longer plan could not be read any more. */
function isTooLong(action: Action, { plan, line }: At): boolean {
  const others = plan.steps.map(({ approval, id }) =>
    approval.kind === "action" && id !== writeLineId(line) ? (approval.action.block?.source.length ?? 0) : 0,
  );
  return others.reduce((sum, each) => sum + each, renderSource(action).length) > 2 * ACTION_LIMIT;
}

interface Missing {
  readonly missing: string;
}

/** One text, or the paths of the files that go along. */
function textsOf(source: Source, part: Part, at: At): readonly string[] | Missing {
  const { running, plan } = at;
  const { name } = part;
  switch (source.kind) {
    case "text":
      return [source.text];
    case "file": {
      const found = filesOfPart(source.file, part, at.line, { ...running, plan }).map((file) =>
        textOfFile(file, part, at),
      );
      return (
        found.find((each) => typeof each !== "string") ?? found.filter((each) => typeof each === "string")
      );
    }
    case "input": {
      const text = running.inputs[source.input] ?? "";
      return text.trim() === ""
        ? {
            missing: `“${name}” is to be your answer “${source.input}” at the start, and you gave none. Start the flow anew with it, ${BY_HAND}`,
          }
        : [text];
    }
    case "answer": {
      const asked = stepNamed(running.flow, source.step);
      const text = wholeAtStep(source.step, plan).said;
      return text.trim() === ""
        ? {
            missing: `“${name}” is to be your answer at “${asked === null ? source.step : titleOf(asked)}”, and there is none. Write it behind “Answer:” of that question, ${BY_HAND}`,
          }
        : [text];
    }
  }
}

/** A file goes along by its path; whether it can go along is looked at when it is asked for. */
function textOfFile(file: string, { name, is }: Part, { running, folder, sent }: At): string | Missing {
  const text = running.files.get(file);
  const says = is === "attachment" ? `${file} is to go along` : `“${name}” is to be the text of ${file}`;
  if (text === undefined)
    return { missing: `${says}, and it is not there. Write ${folder}/${file}, ${BY_HAND}` };
  if (is === "attachment") return `${folder}/${file}`;
  const whole = sent(withPlainEnds(text).trimEnd());
  return whole === "" ? { missing: `${says}, and it is empty. Write ${folder}/${file}, ${BY_HAND}` } : whole;
}
