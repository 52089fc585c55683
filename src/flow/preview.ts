/** The preview of a flow before anything is done: each call of a model, each question and each check, in order. */
import {
  asksForYes,
  countsRounds,
  hasAgent,
  hasAsk,
  fileOf,
  retriesOf,
  skillOf,
  titleOf,
  writesFile,
  type Flow,
  type FlowResult,
  type FlowStep,
  type When,
} from "./flow";
import { sayChecks } from "./checks";
import { counted } from "../kit/numbers";
import { cut } from "../kit/text";
import { typeWords } from "../note/action/action";
import { sourceOf, type Source } from "./fillIn";
import { partsOf } from "./stepAction";
import { mainWay, stepNamed, unitsOf } from "./route";
import { firstOf, type SkillNote } from "./skill/skillNote";

export interface Foretold {
  /** Name of the step. */
  readonly step: string;
  readonly title: string;
  /** Once for each task of a loop. */
  readonly isOfTask: boolean;
  /** Only a jump leads here: a check that does not hold, or an answer. */
  readonly isAside: boolean;
  /** Sentences. */
  readonly says: readonly string[];
}

/**
 * `notes`: the skills and preambles there are, those that count first. `programs`: names of agents that are programs;
 * null stands for a step without an agent.
 */
export function preview(
  flow: Flow,
  notes: readonly SkillNote[],
  programs: ReadonlySet<string | null> = new Set(),
): readonly Foretold[] {
  const main = mainWay(flow);
  const looped = new Set(unitsOf(flow).flatMap((unit) => (unit.kind === "loop" ? unit.steps : [])));
  return flow.steps.map((step) => ({
    step: step.step,
    title: titleOf(step),
    isOfTask: looped.has(step),
    isAside: !main.includes(step),
    says: [...sentencesOf(step, flow, programs), ...instructionsOf(step, flow, notes)],
  }));
}

function instructionsOf(step: FlowStep, flow: Flow, notes: readonly SkillNote[]): readonly string[] {
  if (!hasAgent(step)) return [];
  const name = skillOf(step);
  const preamble = step.agent === undefined ? null : firstOf(notes, "preamble", step.agent);
  const before = preamble === null ? [] : [`Before its instructions: ${sayNote(preamble)}.`];
  if (flow.skills.has(name))
    return ["Instructions: in the note of the flow, beneath its heading.", ...before];
  const skill = firstOf(notes, "skill", name);
  return [
    skill === null
      ? `Instructions: none. Write them beneath a heading “${name}” of the flow.`
      : `Instructions: ${sayNote(skill)}.`,
    ...before,
  ];
}

function sayNote({ place, where, name }: SkillNote): string {
  if (place === "built-in") return `the built-in skill “${name}”`;
  return place === "vault" ? `the note ${where}` : `${where}, of which the plan keeps a copy`;
}

function sentencesOf(step: FlowStep, flow: Flow, programs: ReadonlySet<string | null>): readonly string[] {
  const { check, on_fail, when, pause } = step;
  const role = step.agent === undefined ? "worker" : (flow.agents[step.agent]?.role ?? "worker");
  const tools = step.agent === undefined ? undefined : flow.agents[step.agent]?.tools;
  const back = on_fail === undefined ? null : flow.steps.find((each) => each.step === on_fail);
  const backTo = back === undefined || back === null ? "" : `back to “${titleOf(back)}”${sayHowOften(step)}`;
  return [
    ...(when ?? []).map(sayWhen),
    ...(pause === "before" ? ["You are asked before it begins."] : []),
    ...sayAction(step, flow),
    ...(hasAgent(step)
      ? [
          `${sayWriter(step, role, programs)} ${sayWritten(step)}${tools === undefined || programs.has(step.agent ?? null) ? "" : `, with no other tools than ${tools.join(", ")}`}.`,
        ]
      : []),
    ...(flow.result?.from[0] === fileOf(step) && hasAgent(step)
      ? ["This is kept in a note of its own, as a draft."]
      : []),
    ...(hasAsk(step) ? [sayAsk(step)] : []),
    ...(flow.result?.decide === step.step ? decisionsOf(flow.result) : []),
    ...(check === undefined || step.beside !== undefined ? [] : [`Checked: ${sayChecks(check)}.`]),
    ...(step.beside === undefined
      ? []
      : [
          `One of those that look at it by themselves (“${step.beside}”). You are asked about critical findings alone.`,
        ]),
    ...Object.entries(step.on_answer ?? {}).map(([said, to]) => `After “${said}”: ${sayTarget(flow, to)}.`),
    ...(backTo === "" ? [] : [`If not: ${backTo}.`]),
    ...(backTo === "" && step.beside === undefined && (check !== undefined || asksForYes(step))
      ? ["If not: you are asked what happens then."]
      : []),
  ];
}

function sayWritten(step: FlowStep): string {
  if (!writesFile(step)) return "gives its verdict";
  const { loop, produces, check } = step;
  return loop === undefined || countsRounds(step) || produces !== undefined || check?.artifact !== undefined
    ? `writes ${fileOf(step)}`
    : `writes the files that the task names, or ${fileOf(step, 1)} and so on`;
}

/** The action that could happen outside, and where each text of it is from. */
function sayAction(step: FlowStep, flow: Flow): readonly string[] {
  if (step.action === undefined) return [];
  const { type } = step.action;
  const parts = partsOf(step.action).map(
    ({ name, values }) =>
      `${name}: ${values.map((value) => saySource(sourceOf(value, step, flow))).join(", ")}`,
  );
  return [
    `An action outside could happen here, if you approve it: ${[typeWords(type), ...parts].join("; ")}.`,
    "No model writes or changes this action.",
  ];
}

function saySource(source: Source): string {
  switch (source.kind) {
    case "text":
      return `“${cut(source.text, 80)}”`;
    case "file":
      return `the file ${source.file}, as it is then`;
    case "input":
      return `your answer “${source.input}” at the start`;
    case "answer":
      return `your answer at “${source.step}”`;
  }
}

function sayWriter({ agent }: FlowStep, role: string, programs: ReadonlySet<string | null>): string {
  if (programs.has(agent ?? null))
    return agent === undefined ? "The program of the worker" : `The program of the agent “${agent}”`;
  return `A model (${role}${agent === undefined ? "" : `, agent “${agent}”`})`;
}

/** A person may say no as often as they like; only a check is counted. */
function sayHowOften(step: FlowStep): string {
  const byCheck = `up to ${counted(retriesOf(step), "time")}; then you are asked`;
  if (step.check === undefined) return ", as often as you say so";
  return hasAsk(step) && step.ask !== undefined
    ? `, as often as you say so; by its check ${byCheck}`
    : `, ${byCheck}`;
}

function decisionsOf({ approve, reject }: FlowResult): readonly string[] {
  const says = (said: string | undefined, place: string): readonly string[] =>
    said === undefined ? [] : [`“${said}”, or moving the note there, puts it with the ${place} ones.`];
  return [...says(approve, "approved"), ...says(reject, "rejected")];
}

function sayTarget(flow: Flow, to: string): string {
  const target = stepNamed(flow, to);
  return target === null ? "the flow ends" : `“${titleOf(target)}”`;
}

function sayWhen(when: When): string {
  if ("every" in when)
    return typeof when.every === "number"
      ? `Only after every ${String(when.every)} tasks.`
      : `Only after as many tasks as you say at “${when.every}”.`;
  const name = "input" in when ? when.input : when.answer;
  return "is" in when ? `Only where “${name}” is “${when.is}”.` : `Not where “${name}” is “${when.is_not}”.`;
}

function sayAsk({ ask, question, options, answer }: FlowStep): string {
  if (ask === undefined) return "You are asked before the flow goes on.";
  const own = question === undefined ? "" : `: ${question}`;
  if (ask === "each")
    return answer === "sections"
      ? `You say which of its sections are to change${own}`
      : "You answer its questions.";
  if (ask === "choose" && answer === "approaches") return `You choose one of its approaches${own}`;
  return `You are asked${own}${options.length === 0 ? "" : ` (${options.join(" · ")})`}`;
}
