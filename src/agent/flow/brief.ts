/** The flow’s words to the agent of a step: instructions, the files to work from, the file to write, and its checks. */
import { formOf as formIn, type Task } from "../../flow/answers";
import { tellChecks } from "../../flow/checks";
import { holdsNotes, isReview, type FlowStep } from "../../flow/flow";
import { LONGEST_READ } from "../../flow/reads";
import { fence, unescapeMarkdown } from "../../kit/text";
import type { Plan } from "../../note/plan/plan";
import type { ToolName } from "../tools";
import { withoutEscapes } from "../sanitize";
import type { FlowPart } from "./part";

/** Tools that a flow cannot take away, so that every step can end. */
const ALWAYS: readonly ToolName[] = ["finish_step", "give_back", "calculate"];
/** Tools that no agent of a flow has: the flow alone says which steps there are. */
const NEVER: readonly ToolName[] = ["replace_plan"];
/** Tools that go with another one: who may write a file may change it, too. */
const WITH: Readonly<Record<string, ToolName>> = { edit_file: "write_work_file" };

const FIX =
  " In what is there already, change what was found or asked for, and leave the rest of it word for word.";

/** Whether the flow lets the agent of this step use a tool. */
export function isLeft(tool: string, part: FlowPart | null): boolean {
  if (part === null) return true;
  const { tools } = part.agent ?? {};
  const named = (names: readonly string[]): boolean => names.includes(tool);
  const isWith = Object.hasOwn(WITH, tool) && tools?.includes(WITH[tool] ?? "") === true;
  return !named(NEVER) && (tools === undefined || named(ALWAYS) || named(tools) || isWith);
}

/** `context`: of the plan, where the answers at the start stand, too. */
export function briefOf(part: FlowPart, context: string): readonly string[] {
  const { running, step, agent } = part;
  const { skill, preamble } = running.guidance;
  const told = unescapeMarkdown(context);
  const inputs = Object.entries(running.inputs).filter(([name, value]) => {
    const isNotes = holdsNotes(running.flow, name);
    // A long answer is cut there, and has no lines.
    const isWhole = value.length < 300 && told.includes(`- ${name}: ${value}`);
    const isFor = running.flow.inputs[name]?.told !== false;
    return value !== "" && isFor && !isWhole && !(isNotes && told.includes(`- ${name}: `));
  });
  return [
    ...[preamble?.words ?? "", agent?.preamble ?? ""].flatMap((each) =>
      each === "" ? [] : [`## How you work\n\n${each}`],
    ),
    ...(skill === null || skill.words === "" ? [] : [`## Instructions for this step\n\n${skill.words}`]),
    ...(inputs.length === 0
      ? []
      : [
          `## What the person said at the start\n\n${inputs.map(([name, value]) => `- ${name}: ${value}`).join("\n")}`,
        ]),
    // A task that is only a title is in the step already.
    ...(part.task === null ? [] : [taskSection(part.task)]),
    ...filesBeneath(part),
    ...foundBefore(part),
    ...writtenFiles(part),
    ...verdictOf(step),
  ];
}

/** The context of the plan, without the answer at the start that its objective ends with, and those not for agents. */
export function contextFor(
  part: FlowPart | null,
  { context, objective }: Pick<Plan, "context" | "objective">,
): string {
  // `[[Money/Rates|Rates]]` says no more than `[[Money/Rates]]`.
  const text = context.trim().replace(/\[\[((?:[^[\]|]*\/)?([^[\]|/]+))\|\2\]\]/g, "[[$1]]");
  if (part === null) return text;
  const { inputs } = part.running.flow;
  const [first = ""] = Object.entries(part.running.inputs).flatMap(([name, value]) =>
    value === "" ? [] : [name],
  );
  return text
    .split("\n")
    .filter((line) => {
      const [, name = "", value = ""] = /^- ([a-z0-9-]+): (.+)$/.exec(line) ?? [];
      const isInObjective = name === first && objective.trim().endsWith(`: ${value}`);
      return !Object.hasOwn(inputs, name) || (inputs[name]?.told === true && !isInObjective);
    })
    .join("\n");
}

/** The person’s answers, a line each. No quotation mark within a question ends it: an agent may have written it. */
export function saidIn({ said }: FlowPart): readonly string[] {
  return said.map(({ question, said: words }) => `- “${escapeQuotes(question)}” ${words}`);
}

/** The text, so that it can stand in quotation marks and nobody takes a part of it for words behind them. */
export function escapeQuotes(text: string): string {
  return text
    .replace(/[“„‟«]/g, "‘")
    .replace(/[”»]/g, "’")
    .replace(/["″＂]/g, "'");
}

function foundBefore({ found, step }: FlowPart): readonly string[] {
  if (found.length === 0) return [];
  const list = found.map((each) => fence(each.map((finding) => `- ${finding}`).join("\n")));
  return [
    isReview(step)
      ? `## What was found before\n\nLook whether it was mended.\n\n${list.join("\n\n")}`
      : `## What was found, and is to be mended\n\n${list.join("\n\n")}`,
  ];
}

function writtenFiles(part: FlowPart): readonly string[] {
  const { step } = part;
  if (part.files.length === 0) return [];
  const isChange = part.sentBackBy !== null || step.revises !== undefined;
  const isChoice = step.revises !== undefined && part.files.length > 1;
  const how = isChange ? " or, where few passages change, with edit_file, a passage a call" : "";
  return [
    `## What you write\n\nWrite ${isChoice ? "those that have to change of " : ""}the work ${sayFiles(part.files)} with write_work_file${how}, then call finish_step; ${isChange ? "all" : "both"} may stand in one answer.${isChange ? FIX : ""}${formOf(step)}`,
  ];
}

function taskSection({ title, do: words, check }: Task): string {
  return [
    `## The task\n\n${title}`,
    ...(words === undefined ? [] : [words]),
    ...(check === undefined ? [] : [`How one sees that it is done: ${check}`]),
  ].join("\n\n");
}

function sayFiles(names: readonly string[]): string {
  return `${names.length === 1 ? "file" : "files"} ${names.map((name) => `“${name}”`).join(" and ")}`;
}

/** Characters of all files together that an agent is given. */
const MOST_READ = 60_000;

/** Beyond the limit, a file has its name alone. */
function filesBeneath({ reads, running: { files } }: FlowPart): readonly string[] {
  let left = MOST_READ;
  return reads.flatMap((name) => {
    const there = files.get(name);
    if (there === undefined) return [`## The file ${name}\n\nIt is not there.`];
    const text = withoutEscapes(there);
    const shown = text.slice(0, Math.min(LONGEST_READ, left));
    left -= shown.length;
    const cut = shown === text ? text : `${shown}\n… (the rest was left out; read_note has it)`;
    return [`## The file ${name}\n\n${fence(cut)}`];
  });
}

function formOf({ answer, check }: FlowStep): string {
  const kind = answer ?? check?.schema;
  const form =
    kind === undefined
      ? ""
      : ` It has this form, with no lines besides but those that the instructions name:\n\n${formIn(kind)}`;
  return `${tellChecks(check)}${form}`;
}

function verdictOf({ check }: FlowStep): readonly string[] {
  if (check?.output === undefined) return [];
  return [
    `## Your verdict\n\nYour verdict is the summary of finish_step, whose evidence may be an empty list at this step, unlike at others. Where the work is right, the summary is ${check.output}, and nothing else. Where it is not, it lists what you found instead, one finding a line beginning with “- ”. A finding begins with “Critical:” where nothing may go on before the person has seen it.`,
  ];
}
