/** The tools of agents, one row each: words for the model and for people, arguments, and where it is offered. */
import { isList, isObject, parseJson, sayUnread, type Json } from "../kit/json";
import * as z from "zod";
import type { Step } from "../note/plan/plan";
import { LONGEST_OPTION } from "../note/plan/questions";
import type { OfferedTool, WantedCall } from "../kit/ports/model";
import { CALCULATES } from "../kit/calculate";
import { nameOf } from "../kit/path";
import { escapeLine } from "../kit/text";
import { jsonSchemaOf } from "./structured";

const NAME = z.string().min(1).max(120);
const PATH = z.string().min(1).max(1000);

export const finishArguments = z.strictObject({
  summary: z.string().min(1).max(2000),
  outside: z
    .string({
      error: "say what still has to leave the vault for this step, such as “the mail to Bob”, or “none”",
    })
    .max(1000),
  evidence: z
    .array(
      z.union([
        z.strictObject({ file: NAME }),
        z.strictObject({ note: PATH, quote: z.string().min(1).max(2000) }),
        z.strictObject({ edit: PATH }),
        z.strictObject({ record: z.string().min(1).max(40) }),
      ]),
    )
    .max(40)
    .default([]),
});

/** The action that goes out when a person approves it. */
const action = {
  type: z.string().min(1).max(60),
  /** The receiver, or the place. */
  target: z.string().max(500).default(""),
  /** The arguments of the tool behind the type, by name. */
  args: z.record(z.string().min(1).max(100), z.json()).default({}),
  attachments: z.array(PATH).max(20).default([]),
};
const WHY = z.string().min(1).max(1000);
const newSteps = z
  .array(
    z.strictObject({
      text: z.string().min(1).max(300),
      action: z.strictObject(action).describe("also target, args, attachments").optional(),
    }),
  )
  .min(1)
  .max(20);

type Gate = Step["approval"]["kind"];
/** Steps that need no approval, or also those that do, or also those whose rejected action is drafted again. */
const FREE: readonly Gate[] = ["none"];
const GATED: readonly Gate[] = ["none", "hand", "unclear"];
const EVERY: readonly Gate[] = ["none", "hand", "unclear", "action"];

interface ToolRow<S extends z.ZodObject> {
  readonly takes: S;
  /** Words for the model. */
  readonly description: string;
  /** The steps at which it is offered. */
  readonly at: readonly Gate[];
  /** `read`: it brings a result, and nothing else. `change-plan`: the plan is changed by it. `end`: it ends the run. */
  readonly may: "read" | "write" | "change-plan" | "ask" | "end";
  /**
   * A tool block in a plan may name it. A tool that ends a step, or changes the plan or a note, is called only by who
   * works on the step.
   */
  readonly inPlan?: true;
  /** The rest of a sentence that begins “The agent …”. Null: the arguments do not fit. */
  says(args: z.output<S> | null): string;
  /** The work of the agent while it runs: `reading Rates`. */
  does(args: z.output<S> | null): Verb | `${Verb} ${string}`;
}

/** The verbs of that work, each as it is told once the work is done. */
const DONE = {
  reading: "read",
  listing: "listed",
  searching: "searched",
  writing: "wrote",
  changing: "changed",
  calculating: "calculated",
  proposing: "proposed",
  drafting: "drafted",
  asking: "asked",
  adding: "added",
  replacing: "replaced",
  stopping: "stopped",
  finishing: "finished",
  giving: "gave",
} as const;
type Verb = keyof typeof DONE;

const row = <S extends z.ZodObject>(of: ToolRow<S>): ToolRow<S> => of;

export const TOOLS = {
  read_note: row({
    description:
      "Reads a note or work file by its path or name: all of it, the section of a heading, or lines such as “40-120”.",
    takes: z.strictObject({
      path: PATH,
      heading: z.string().min(1).max(300).optional(),
      lines: z
        .string()
        .regex(/^[1-9]\d{0,6}-[1-9]\d{0,6}$/, { error: "say the first line and the last, such as “40-120”" })
        .optional(),
    }),
    at: EVERY,
    may: "read",
    inPlan: true,
    says: (args) =>
      args === null ? "wants to read a note, and does not say which" : `asks to read ${args.path}`,
    does: (args) => (args === null ? "reading a note" : `reading ${bareName(args.path)}`),
  }),
  list_folder: row({
    description: "Lists what you may read in a folder; “/” is the vault.",
    takes: z.strictObject({ path: PATH }),
    at: EVERY,
    may: "read",
    inPlan: true,
    says: (args) =>
      args === null ? "wants to list a folder, and does not say which" : `asks what is in ${args.path}`,
    does: (args) => (args === null ? "listing a folder" : `listing ${args.path}`),
  }),
  search_notes: row({
    description: "Finds notes by words, in the vault or in one folder, with the lines that fit best.",
    takes: z.strictObject({ query: z.string().min(1).max(300), folder: PATH.optional() }),
    at: EVERY,
    may: "read",
    inPlan: true,
    says: (args) =>
      args === null ? "wants to search, and does not say for what" : `asks for notes about “${args.query}”`,
    does: (args) => (args === null ? "searching" : `searching “${args.query}”`),
  }),
  write_work_file: row({
    description:
      "Writes what the step is to bring about, as a file (.md, .txt, .csv or .json) for this plan; the same name again replaces it.",
    takes: z.strictObject({ name: NAME, text: z.string().min(1).max(200_000) }),
    at: GATED,
    may: "write",
    inPlan: true,
    says: (args) =>
      args === null ? "wants to write a file, and not as it has to" : `asks to write ${args.name}`,
    does: (args) => (args === null ? "writing a file" : `writing ${args.name}`),
  }),
  edit_file: row({
    description:
      "Replaces a passage of a work file that an agent of this plan wrote: “new” for “old”, which is in the file exactly once.",
    takes: z.strictObject({
      name: NAME,
      old: z.string().min(1).max(20_000),
      new: z
        .string()
        .min(1, { error: "say what stands there instead; to take words out, give more around them" })
        .max(20_000),
    }),
    at: GATED,
    may: "write",
    says: (args) =>
      args === null ? "wants to change a file, and not as it has to" : `asks to change ${args.name}`,
    does: (args) => (args === null ? "changing a file" : `changing ${args.name}`),
  }),
  calculate: row({
    description: `Calculates sums, dates and weekdays, one a line: ${CALCULATES}`,
    takes: z.strictObject({ expression: z.string().min(1).max(2000) }),
    at: EVERY,
    may: "read",
    says: (args) => (args === null ? "wants to calculate something" : `calculates ${args.expression}`),
    does: (args) => (args === null ? "calculating" : `calculating ${args.expression}`),
  }),
  propose_edit: row({
    description:
      "Proposes a small change of a note to the person: “new” for “old”, which is in the note exactly once; an empty “old” adds “new” at the end, or creates the note.",
    takes: z.strictObject({
      path: PATH,
      old: z.string().max(20_000).default(""),
      new: z.string().max(20_000),
      why: WHY,
    }),
    at: FREE,
    may: "write",
    says: (args) =>
      args === null ? "proposes to change a note, and not as it has to" : `proposes to change ${args.path}`,
    does: (args) =>
      args === null ? "proposing a change of a note" : `proposing a change of ${bareName(args.path)}`,
  }),
  draft_action: row({
    description:
      "Drafts what is to go out, once the person approves it. At a step that needs approval it says what exactly is sent; at any other it adds a step before this one.",
    takes: z.strictObject({ ...action, why: WHY }),
    at: EVERY,
    may: "change-plan",
    says: (args) =>
      args === null
        ? "drafts an action, and not as it has to"
        : `drafts an action: ${args.type.replace(/_/g, " ")} to “${args.target}”`,
    does: () => "drafting an action",
  }),
  ask_person: row({
    description:
      "Asks the person one question that no note answers and that you cannot do without. Options are short; other answers are possible.",
    takes: z.strictObject({
      question: z.string().min(1).max(400),
      options: z.array(z.string().min(1).max(LONGEST_OPTION)).max(8).default([]),
    }),
    at: EVERY,
    may: "ask",
    inPlan: true,
    says: () => "reads your answer",
    does: (args) => (args === null ? "asking you" : `asking you: ${args.question}`),
  }),
  add_steps: row({
    description:
      "Adds steps to the plan, right behind this one. One that reaches out of the vault needs the person’s approval: give its whole action, or leave that out.",
    takes: z.strictObject({ steps: newSteps, why: WHY }),
    at: FREE,
    may: "change-plan",
    says: () => "adds steps to the plan",
    does: () => "adding steps",
  }),
  replace_plan: row({
    description:
      "Puts other steps in the place of all open ones behind this; those of the person only if they agree.",
    takes: z.strictObject({ steps: newSteps, why: WHY }),
    at: FREE,
    may: "change-plan",
    says: () => "puts other steps in the place of those behind this one",
    does: () => "replacing steps",
  }),
  stop_plan: row({
    description: "Says why the whole plan should not go on; the person decides.",
    takes: z.strictObject({ why: WHY }),
    at: GATED,
    may: "end",
    says: () => "says that the plan should not go on",
    does: () => "stopping the plan",
  }),
  finish_step: row({
    description:
      "Says that the step is done. Evidence: {file} you wrote or changed, {note, quote}: words of a note, {edit}: the path of a note you changed, {record}: the id of what you drafted and went out; at least one file, edit or record. “outside” is “none”, unless this very step asks for something to go out that has not gone.",
    takes: finishArguments,
    at: FREE,
    may: "end",
    says: () => "says that the step is done",
    does: () => "finishing the step",
  }),
  give_back: row({
    description: "Gives the step back, and says why you cannot do it. Do so rather than guess.",
    takes: z.strictObject({ why: WHY }),
    at: EVERY,
    may: "end",
    says: () => "gives the step back",
    does: () => "giving the step back",
  }),
};

export type ToolName = keyof typeof TOOLS;

export function isTool(name: string): name is ToolName {
  return Object.hasOwn(TOOLS, name);
}

function rowOf(tool: string): ToolRow<z.ZodObject> | null {
  return isTool(tool) ? TOOLS[tool] : null;
}

export function endsRun(tool: string): boolean {
  return rowOf(tool)?.may === "end";
}

/** It writes, drafts, asks, changes the plan, or ends the run. A tool of a server brings a result to be read. */
export function isAct(tool: string): boolean {
  return isTool(tool) && TOOLS[tool].may !== "read";
}

export function changesPlan(tool: string): boolean {
  return rowOf(tool)?.may === "change-plan";
}

/**
 * Whether a tool is offered at a step: with ✋ an agent can only draft what goes out; of an action that was rejected,
 * only draft it anew.
 */
export function isOffered(tool: ToolName, { approval }: Pick<Step, "approval">): boolean {
  return TOOLS[tool].at.includes(approval.kind);
}

/** Whether a tool block in a plan may name it. */
export function isForStep(tool: string): boolean {
  return rowOf(tool)?.inPlan === true;
}

export function sayNotForStep(tool: string): string {
  const names = Object.keys(TOOLS).filter(isForStep).join(", ");
  return isTool(tool)
    ? `${tool} is not for a tool block; these are: ${names}`
    : `there is no tool ${tool}; these are for a tool block: ${names}`;
}

/** The faults of the arguments that a plan gives a tool, without a full stop; null where they fit. */
export function sayUnfit(tool: string, input: string): string | null {
  if (!isTool(tool)) return null;
  const { takes } = TOOLS[tool];
  const value = parseJson(input) as Readonly<Record<string, unknown>>;
  const parsed = takes.safeParse(value);
  if (parsed.success) return null;
  const names = Object.keys(takes.shape).join(", ");
  const faults = parsed.error.issues.slice(0, 5).map((issue) => {
    const [name = ""] = issue.path.map(String);
    if (issue.code === "unrecognized_keys")
      return `it has no argument ${issue.keys.map((each) => `“${escapeLine(each, 40)}”`).join(", ")}`;
    return !Object.hasOwn(value, name)
      ? `the argument “${name}” is missing`
      : `the argument “${name}”: ${issue.message}`;
  });
  return `what the block says does not fit ${tool}, which takes ${names}: ${faults.join("; ")}`;
}

/** The tools as a provider is told of them: the same at every step of a plan, so that its cache holds. */
export function offeredTools(): readonly OfferedTool[] {
  return Object.entries(TOOLS).map(([name, { description, takes }]) => ({
    name,
    description,
    schema: withoutLimits(jsonSchemaOf(takes)),
  }));
}

/** Limits that a call is checked against, and that no model has to read at each turn. */
const LIMITS = [
  ...["minLength", "maxLength", "minItems", "maxItems", "default", "propertyNames", "pattern"],
  "additionalProperties",
];

function withoutLimits<Value extends Json>(value: Value): Value;
function withoutLimits(value: Json): Json {
  if (isList(value)) return value.map((each) => withoutLimits(each));
  if (!isObject(value)) return value;
  // A description stands for the keys that may be left out.
  const { description, properties = null, required = null } = value;
  const told =
    description !== undefined && isObject(properties) && isList(required)
      ? Object.fromEntries(Object.entries(properties).filter(([key]) => required.includes(key)))
      : properties;
  const kept = Object.entries({ ...value, ...(told === null ? {} : { properties: told }) }).filter(
    ([key]) => !LIMITS.includes(key),
  );
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutLimits(each)]));
}

export type Arguments<Name extends ToolName> = z.infer<(typeof TOOLS)[Name]["takes"]>;

export type ArgumentsReading<Name extends ToolName> =
  | { readonly kind: "read"; readonly value: Arguments<Name> }
  /** Sentences for the model. */
  | { readonly kind: "bad"; readonly why: string };

/**
 * Reads the arguments of a call as a model wrote them, checked against the tool. Nothing is guessed, and nothing half
 * taken.
 */
export function readArguments<Name extends ToolName>(name: Name, input: string): ArgumentsReading<Name> {
  let value: unknown;
  try {
    value = parseJson(input.trim() === "" ? "{}" : input);
  } catch (error) {
    return { kind: "bad", why: sayUnread(error) };
  }
  const parsed = TOOLS[name].takes.safeParse(value);
  if (parsed.success) return { kind: "read", value: parsed.data as Arguments<Name> };
  const faults = parsed.error.issues
    .slice(0, 5)
    .map(
      ({ path, message }) =>
        `${path.length === 0 ? "the arguments" : path.map(String).join(".")}: ${message}`,
    );
  return { kind: "bad", why: `The arguments do not fit ${name}: ${faults.join("; ")}. Call it again.` };
}

/** The rest of a sentence that begins “The agent …”. Its arguments are a model’s, so every sink neutralises them. */
export function sayCall(call: WantedCall): string {
  const outside = ofServer(call.tool);
  if (outside !== null) return `calls ${outside}`;
  return sayBy(call, "says") ?? `calls “${call.tool}”, which is no tool`;
}

/** The work of the agent while the tool runs, in a few words. */
export function sayDoing(call: WantedCall): string {
  const outside = ofServer(call.tool);
  if (outside !== null) return `asking ${outside}`;
  return sayBy(call, "does") ?? `calling “${call.tool}”, which is no tool`;
}

/** The words of that work once it is done: `read Rates`. */
export function sayDone(doing: string): string {
  return doing.replace(/^[a-z]+/, (verb) => (Object.hasOwn(DONE, verb) ? DONE[verb as Verb] : verb));
}

function sayBy({ tool, input }: WantedCall, words: "says" | "does"): string | null {
  if (!isTool(tool)) return null;
  const read = readArguments(tool, input);
  return rowOf(tool)?.[words](read.kind === "read" ? read.value : null) ?? null;
}

/** The end of a call without a result: a tool of a server may have done what it was asked, so it did not refuse. */
export function sayNoResult(tool: string): string {
  return ofServer(tool) === null ? "refused" : "no result";
}

/** `web: search`; null where the name is none that tools of servers have in front of a model. */
function ofServer(name: string): string | null {
  const [server, tool] = name.split("__");
  return server === undefined || tool === undefined ? null : `${server}: ${tool}`;
}

function bareName(path: string): string {
  return nameOf(path).replace(/\.md$/i, "");
}
