/**
 * A flow as data: its steps in order, who does each, how each is checked, and where the flow goes on.
 *
 * The terms, here and in `work/flow`: a *step* is in the flow, a *line* in the Roadmap of a plan. A step has a line for
 * its agent, one for its question, and more for each *item* of a loop’s list, which people know as a task. An *attempt*
 * counts the lines of one step for one item. A *part* is all that the flow says about one line. A *finding* is one
 * fault that a check names.
 */
import * as z from "zod";
import { ANSWER_NAMES } from "./answers";
import { checkSchema } from "./checks";
import { actionSchema } from "./stepAction";

/** Names are part of block ids, so they have only the characters that those may have. */
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
export const LONGEST_NAME = 40;
export const NAME_FORM = "a name has small letters, digits and single hyphens, such as spec-review";
const name = z.string().max(LONGEST_NAME).regex(NAME, NAME_FORM);
const line = z.string().trim().min(1).max(300);
const file = z.string().min(1).max(100);

export const ROLES = ["worker", "planner", "reviewer"] as const;

const input = z.strictObject({
  ask: line,
  kind: z.enum(["text", "note", "notes", "choice"]).default("text"),
  options: z.array(line).max(9).default([]),
  default: z.string().max(2000).optional(),
  /** Whether agents are told the answer; not where it only decides which steps there are. */
  told: z.boolean().default(true),
});

const agent = z.strictObject({
  role: z.enum(ROLES).default("worker"),
  /** Tools that it may use, of those that every agent has; all of them where this is missing. */
  tools: z.array(z.string().min(1).max(60)).optional(),
  /** Words before the instructions of each of its steps. */
  preamble: z.string().max(4000).default(""),
});

const WHEN =
  "write { input: NAME, is: TEXT }, { answer: STEP, is: TEXT } or { every: NUMBER }, with “is_not” for the opposite, and true or a number as text in quotes";
const LOOP =
  "write { times: 3 } for a number of rounds, “tasks-from-plan”, a file of a step before, or a list; { over: FILE, with: [STEP] } takes steps along";

const test = z.union(
  [
    z.strictObject({ input: name, is: z.string() }),
    z.strictObject({ input: name, is_not: z.string() }),
    z.strictObject({ answer: name, is: z.string() }),
    z.strictObject({ answer: name, is_not: z.string() }),
    /**
     * In a loop: at every third task, say. A name: the input, or the step before, at which the person says the number.
     */
    z.strictObject({ every: z.union([z.int().min(1).max(100), name]) }),
  ],
  { error: WHEN },
);
export type When = z.output<typeof test>;

/** Steps behind this one that are done for every task, too. Those that jump back into the loop need not be named. */
const within = { with: z.array(name).max(20).default([]) };
const loop = z.union(
  [
    z.string().min(1).max(200),
    z.array(line).min(1).max(100),
    z.strictObject({ over: z.union([z.string().min(1).max(200), z.array(line).min(1).max(100)]), ...within }),
    /** The number of rounds, or the name of the input that says it. */
    z.strictObject({ times: z.union([z.int().min(1).max(20), name]), ...within }),
  ],
  { error: LOOP },
);

export const ASKS = ["each", "choose", "confirm", "text", "edit"] as const;

const step = z.strictObject({
  step: name,
  /** Its words in the Roadmap; made of its name where this is missing. */
  title: line.optional(),
  /** A heading in the Roadmap before it. */
  phase: line.optional(),
  agent: name.optional(),
  /** Where its instructions are; its own name where this is missing. */
  skill: name.optional(),
  /** The file that it writes. */
  produces: file.optional(),
  /** The file of an earlier step that it writes anew, in the place of one of its own. */
  revises: file.optional(),
  /** Files of earlier steps that the agent is given in full, and names of inputs whose notes it is given. */
  reads: z.array(file).max(20).default([]).describe("files of earlier steps, and inputs with notes"),
  /** The kind of block that its file holds. */
  answer: z.enum(ANSWER_NAMES).optional(),
  ask: z.enum(ASKS).optional(),
  /** The question to the person; where this is missing, Planwright words one. */
  question: line.optional(),
  options: z.array(line).max(9).default([]),
  loop: loop.optional(),
  /**
   * Agents that look at the same work, each by itself, at the same time where the settings let them. They only read,
   * and write findings into a file of their own.
   */
  parallel: z
    .array(z.strictObject({ skill: name, agent: name }))
    .min(2)
    .max(9)
    .optional(),
  /** The action outside that a person is asked to approve. No agent writes it. */
  action: actionSchema.optional(),
  check: checkSchema.optional(),
  on_fail: name.optional(),
  /** By the words of an option, the step that follows that answer instead of the usual one. */
  on_answer: z.record(z.string(), name).optional(),
  max_retries: z.int().min(0).max(20).optional(),
  next: name.optional(),
  /** All of these have to hold. */
  when: z.union([test.transform((each) => [each]), z.array(test).min(1).max(5)], { error: WHEN }).optional(),
  pause: z.enum(["before", "after"]).optional(),
});
/** `beside`: the title of the step with `parallel` that it is one of; `group`: the name of that step. */
export type FlowStep = z.output<typeof step> & { readonly beside?: string; readonly group?: string };

/** The note that a flow keeps of what came of it. */
const result = z.strictObject({
  /** Files of its steps: the result itself, then those that are kept instead where a plan ends before it is there. */
  from: z.array(file).min(1).max(10),
  /** The step whose question asks what becomes of it. */
  decide: name.optional(),
  /** The option that approves it, and the one that rejects it. */
  approve: line.optional(),
  reject: line.optional(),
  /** The input that approves it where the question was left out. */
  approve_when: z.strictObject({ input: name, is: z.string() }).optional(),
});
export type FlowResult = z.output<typeof result>;

export const flowSchema = z.strictObject({
  flow: name.optional(),
  /** The mark by which a person tells one state of the flow from another. */
  version: z
    .union([z.number(), z.string().max(60)], { error: "write a number or a word, such as 2" })
    .optional(),
  about: line.optional(),
  inputs: z.record(name, input).default({}),
  agents: z.record(name, agent).default({}),
  result: result.optional(),
  steps: z.array(step).min(1).max(100),
});

export type FlowInput = z.output<typeof input>;
export type FlowAgent = z.output<typeof agent>;
/** Agents that the settings name, for every flow. */
export type KnownAgents = Readonly<
  Record<string, Pick<FlowAgent, "role"> & { readonly steps?: readonly string[] }>
>;

export interface Flow extends Omit<z.output<typeof flowSchema>, "flow" | "steps"> {
  readonly name: string;
  /** Each of the agents of `parallel` has a step of its own. */
  readonly steps: readonly FlowStep[];
  /** Instructions in the note itself, by the name of the skill. */
  readonly skills: ReadonlyMap<string, string>;
}

/** A fault in the note of a flow. `line` counts from 1 in the note; `says` is a sentence with what to do. */
export interface FlowFault {
  readonly line: number;
  readonly says: string;
}

/** The target of a jump to the end; no step may have this name. */
export const END = "end";
const DEFAULT_RETRIES = 3;

export function retriesOf({ max_retries }: FlowStep): number {
  return max_retries ?? DEFAULT_RETRIES;
}

/** `talk, version 2`; the name alone where the flow has no version. */
export function nameWithVersion({ name: of, version }: Pick<Flow, "name" | "version">): string {
  return version === undefined ? of : `${of}, version ${String(version)}`;
}

/** Its words in the Roadmap: `Spec review`. */
export function titleOf({ step, title }: FlowStep): string {
  const words = step.replace(/-/g, " ");
  return title ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The file that it writes; a loop writes one for each item. A pattern such as `*-plan.md` gives a name that fits. */
export function fileOf({ step, produces, revises, check }: FlowStep, item: number | null = null): string {
  if (revises !== undefined) return revises;
  const pattern = check?.artifact?.split("/").at(-1);
  const name = produces ?? pattern?.replace(/\*+/g, step) ?? `${step}.md`;
  return item === null ? name : name.replace(/(\.[a-z]+)?$/i, (ending) => `-${String(item)}${ending}`);
}

/** Files that its agent is given. The name of a file has an ending, and that of an input none. */
export function filesRead({ reads }: Pick<FlowStep, "reads">): readonly string[] {
  return reads.filter((each) => !NAME.test(each));
}

/** Names of the inputs whose notes its agent is given. */
export function inputsRead({ reads }: Pick<FlowStep, "reads">): readonly string[] {
  return reads.filter((each) => NAME.test(each));
}

/** Whether the answer to an input names notes. */
export function holdsNotes({ inputs }: Pick<Flow, "inputs">, input: string): boolean {
  const kind = Object.hasOwn(inputs, input) ? inputs[input]?.kind : undefined;
  return kind === "note" || kind === "notes";
}

export function skillOf({ step, skill }: FlowStep): string {
  return skill ?? step;
}

/** Whether a model, or a person in its place, works on it before anybody is asked. */
export function hasAgent({ agent, answer, ask, action }: FlowStep): boolean {
  return action === undefined && (agent !== undefined || answer !== undefined || ask === undefined);
}

/** Checks that look at no file of the step. */
const OF_NO_FILE = ["output", "tests", "command"];

/** Whether its agent writes a file. A review has its verdict alone, unless the flow names a file for it. */
export function writesFile(step: FlowStep): boolean {
  const { produces, revises, answer, ask, beside, check = {} } = step;
  // Findings of agents side by side send nothing back, so that the file alone has them.
  const isVerdict =
    isReview(step) &&
    beside === undefined &&
    [produces, revises, answer, ask].every((each) => each === undefined) &&
    Object.keys(check).every((key) => OF_NO_FILE.includes(key));
  return hasAgent(step) && !isVerdict;
}

export function countsRounds({ loop }: FlowStep): boolean {
  return typeof loop === "object" && "times" in loop;
}

/** Names of the steps that its loop takes along. */
export function takenAlong({ loop }: FlowStep): readonly string[] {
  return typeof loop === "object" && !Array.isArray(loop) ? loop.with : [];
}

/** Its agent looks at work, and says what is wrong with it. */
export function isReview({ check }: Pick<FlowStep, "check">): boolean {
  return check?.output !== undefined;
}

export function hasAsk({ ask, pause }: FlowStep): boolean {
  return ask !== undefined || pause === "after";
}

/** The first means yes. */
const CONFIRMS = ["Yes, go on", "No"];

/** The options of its question, as the flow has them; empty where the person answers in words, or its file has them. */
export function optionsOf({ ask, options }: FlowStep): readonly string[] {
  return ask === "confirm" && options.length === 0 ? CONFIRMS : options;
}

/** Whether its question can be answered with no. */
export function asksForYes({ ask, answer }: FlowStep): boolean {
  return ask === "confirm" || (ask === "each" && answer === "sections");
}
