/** Sentences about names that a flow has nothing for: a file, an answer, a step. Each has the likeliest reason. */
import { sayNear } from "../kit/nearest";
import { fileOf, holdsNotes, writesFile, type Flow } from "./flow";

export function isSameFile(a: string, b: string): boolean {
  return a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase();
}

/** `at`: index of the step that needs the file. */
export function sayUnwritten(file: string, at: number, { steps }: Pick<Flow, "steps">): string {
  const writers = steps.filter(writesFile);
  const later = writers.find((each) => steps.indexOf(each) > at && isSameFile(fileOf(each), file));
  const names = writers.filter((each) => steps.indexOf(each) < at).map((each) => fileOf(each));
  return `No step before this one writes “${file}”.${later === undefined ? sayNear(file, names) : sayLater(later.step, "writes it")}`;
}

/** `name`: of a file, or of an input with notes. */
export function sayUnread(name: string, at: number, flow: Pick<Flow, "steps" | "inputs">): string {
  if (Object.hasOwn(flow.inputs, name))
    return `The input “${name}” holds no notes, and agents are told its answer anyway. Leave it out here.`;
  const notes = Object.keys(flow.inputs).filter((each) => holdsNotes(flow, each));
  const near = /\./.test(name) ? "" : sayNear(name, notes);
  return near === "" ? sayUnwritten(name, at, flow) : `There is no input “${name}”.${near}`;
}

/** `at`: index of the step that needs the answer. */
export function sayUnasked(step: string, at: number, { steps }: Pick<Flow, "steps">): string {
  const named = steps.findIndex((each) => each.step === step);
  const asking = steps.slice(0, at).flatMap((each) => (each.ask === undefined ? [] : [each.step]));
  const why =
    named < 0
      ? sayNear(step, asking)
      : named === at
        ? " It cannot go by an answer of its own."
        : steps[named]?.ask === undefined
          ? ` Give “${step}” an “ask”.`
          : sayLater(step, "asks");
  return `No step “${step}” before this one asks the person anything.${why}`;
}

function sayLater(step: string, does: string): string {
  return ` “${step}” ${does}, and comes later: put it before this one.`;
}

export function sayNoOption(said: string, of: string, options: readonly string[]): string {
  return `“${said}” is none of the “options” of “${of}”: ${options.map((each) => `“${each}”`).join(", ")}.`;
}

export function sayNoInput(input: string, { inputs }: Pick<Flow, "inputs">): string {
  return `There is no input “${input}”.${sayNear(input, Object.keys(inputs))}`;
}

export function sayNoStep(step: string, { steps }: Pick<Flow, "steps">): string {
  return `There is no step “${step}”.${sayNear(
    step,
    steps.map((each) => each.step),
  )}`;
}
