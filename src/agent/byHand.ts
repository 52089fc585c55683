/**
 * A model that is the person, by copy and paste: the question as one text to carry to any chat, and the answer that
 * comes back. An answer counts for one turn only, whose code it carries; it is read, checked and gated like any
 * model’s.
 */
import * as z from "zod";
import { hashText } from "../kit/hash";
import { isList, isObject, type Json } from "../kit/json";
import type { Plan, Step } from "../note/plan/plan";
import type { Message, OfferedTool, Part } from "../kit/ports/model";
import type { ServerView } from "../kit/ports/tools";
import type { Settings } from "../settings/settings";
import type { FlowPart } from "./flow/part";
import { actionsForAgent } from "./actionsForAgent";
import { promptOf } from "./prompt";
import type { Redraft } from "./redraft";
import { nextTurn, runOf, turnsOf, type Run } from "./run";
import type { ServerTool } from "./outside/serverTools";
import { readStructured } from "./structured";
import type { WorkNotes } from "./agentMove";

export interface TurnByHand {
  readonly run: Run;
  readonly turn: number;
  /** Stands for this turn of this run, as the work notes are. */
  readonly code: string;
  readonly prompt: ReturnType<typeof promptOf>;
}

interface Asked {
  readonly plan: Plan;
  readonly step: Step;
  readonly redraft: Redraft | null;
  readonly work: WorkNotes;
  readonly settings: Settings;
  readonly servers: ReadonlyMap<string, ServerView>;
  readonly now: number;
  readonly tools: readonly ServerTool[];
  readonly part: FlowPart | null;
  /** Tokens that fit into whatever the question is carried to. */
  readonly context: number;
}

/** Null for a step that bears no block id yet. */
export function turnByHand({
  plan,
  step,
  redraft,
  work,
  settings,
  servers,
  now,
  tools,
  part,
  context,
}: Asked): TurnByHand | null {
  const { entries, head } = work.trace;
  const run = runOf(plan, step, entries);
  if (run === null) return null;
  const turn = nextTurn(turnsOf(run));
  const { id } = run;
  const code = hashText([plan.key, id.step, id.hash, String(id.round), String(turn), head].join("\n")).slice(
    0,
    8,
  );
  return {
    run,
    turn,
    code,
    prompt: promptOf({
      plan,
      step,
      redraft,
      run,
      entries,
      now,
      context,
      name: settings.name,
      types: actionsForAgent(settings, servers),
      mostTurns: Infinity,
      tools,
      part,
    }),
  };
}

/** Words, and calls of tools, in an answer that is written as text. */
export const CALLS = {
  says: z.string().max(20_000).default(""),
  calls: z
    .array(
      z.strictObject({
        tool: z.string().min(1).max(100),
        arguments: z.record(z.string(), z.json()).default({}),
      }),
    )
    .min(1)
    .max(20),
} as const;

const ANSWER = z.strictObject({ turn: z.string().max(100), ...CALLS });

export type AnswerReading =
  | { readonly kind: "read"; readonly parts: readonly Part[] }
  /** Sentences for the person, who may carry them to whoever answered. */
  | { readonly kind: "bad"; readonly why: string };

export function readByHand(text: string, { turn, code }: Pick<TurnByHand, "turn" | "code">): AnswerReading {
  const read = readStructured([text], ANSWER);
  if (read.kind === "bad")
    return { kind: "bad", why: `The answer is not as it has to be. ${read.faults.map(ended).join(" ")}` };
  const { turn: said } = read.value;
  if (said.trim().toLowerCase() !== code)
    return {
      kind: "bad",
      why: `The answer is for another turn: it carries the code “${said}”, and the turn that waits has ${code}. Copy the question again.`,
    };
  return { kind: "read", parts: partsFrom(read.value, `hand-${String(turn)}`) };
}

interface CallByName {
  readonly tool: string;
  readonly arguments: Json | Readonly<Record<string, unknown>>;
}

/** `id`: begins the ids of the calls. */
export function partsFrom(
  { says, calls }: { readonly says: string; readonly calls: readonly CallByName[] },
  id: string,
): readonly Part[] {
  const parts = calls.map((call, at): Part => ({
    kind: "call",
    id: `${id}-${String(at + 1)}`,
    tool: call.tool,
    input: JSON.stringify(call.arguments),
  }));
  return says.trim() === "" ? parts : [{ kind: "text", text: says }, ...parts];
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/**
 * The question of a turn: the same that a model is asked, how to answer, and the code of the turn at its end. The first
 * that a person carries has the tools whole, any later one of the step their names.
 */
export function questionText({ run, code, turn, prompt }: TurnByHand): string {
  const [first] = prompt.tools;
  const isLater = run.entries.some((each) => each.kind === "asked" && each.byHand === true);
  return [
    `This is a question to a language model; whoever passes it on carries your answer back by copy and paste. You have no tools here: you name the tools that you want called, and their results come with the next question.`,
    isLater ? textOf(prompt, sayTools(prompt.tools)) : promptText(prompt),
    [
      "# How to answer",
      "",
      "Answer with one JSON object of this form, and nothing else:",
      "",
      JSON.stringify({
        turn: code,
        says: "in one or two sentences, what you are doing and why",
        calls: [{ tool: first?.name ?? "", arguments: formOf(first?.schema ?? {}) }],
      }),
      "",
      "“calls” holds one call or several, in the order in which they are to be made. Name only tools from above, with arguments that fit their schemas.",
      `This is turn ${String(turn)}. The code of the turn, which the answer has to carry: ${code}`,
    ].join("\n"),
  ].join("\n\n");
}

/** Everything that a model is sent, as one text. */
export function promptText(prompt: TurnByHand["prompt"]): string {
  return textOf(prompt, prompt.tools.map(toolText).join("\n\n"));
}

function textOf({ system, messages }: TurnByHand["prompt"], tools: string): string {
  return [
    `# Who you are, and how you work\n\n${system}`,
    ...messages.map(section),
    `# The tools\n\n${tools}`,
  ].join("\n\n");
}

function sayTools(tools: readonly OfferedTool[]): string {
  return `As before, with the same arguments: ${tools.map(({ name }) => name).join(", ")}.`;
}

function section(message: Message): string {
  switch (message.from) {
    case "person":
      return message.text;
    case "model":
      return `# What you answered\n\n${message.parts.map((part) => (part.kind === "text" ? part.text : `You called ${part.tool}: ${part.input}`)).join("\n\n")}`;
    case "tools":
      return `# What came of it\n\n${message.results.map(({ tool, text }) => `${tool}: ${text}`).join("\n\n")}`;
  }
}

function toolText({ name, description, schema }: OfferedTool): string {
  return `## ${name}\n\n${description}\n\nArguments, for example: ${JSON.stringify(formOf(schema))}\nTheir JSON Schema: ${JSON.stringify(schema)}`;
}

/** A value that has the form of the schema, with dots for words. */
export function formOf(schema: Json): Json {
  if (!isObject(schema)) return null;
  const { type, properties, items, anyOf, enum: words } = schema;
  const [first] =
    anyOf !== undefined && isList(anyOf) ? anyOf : words !== undefined && isList(words) ? words : [];
  if (anyOf !== undefined && first !== undefined) return formOf(first);
  if (first !== undefined) return first;
  if (type === "array") return [formOf(items ?? {})];
  if (type === "object")
    return Object.fromEntries(
      Object.entries(isObject(properties) ? properties : {}).map(([name, each]) => [name, formOf(each)]),
    );
  return type === "number" || type === "integer" ? 0 : type === "boolean" ? false : "…";
}
