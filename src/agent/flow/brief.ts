/** The flow’s words to the agent of a step: instructions, the files to work from, the file to write, and its checks. */
import { ANSWER_FORMS } from "../../flow/answers";
import { tellChecks } from "../../flow/checks";
import type { FlowStep } from "../../flow/flow";
import { LONGEST_READ } from "../../flow/reads";
import { fence } from "../../kit/text";
import type { ToolName } from "../tools";
import type { FlowPart } from "./part";

/** Tools that a flow cannot take away, so that every step can end. */
const ALWAYS: readonly ToolName[] = ["finish_step", "give_back", "calculate"];
/** Tools that no agent of a flow has: the flow alone says which steps there are. */
const NEVER: readonly ToolName[] = ["replace_plan"];

const FIX =
  " It is there already: change what was found or asked for, and leave the rest of it word for word.";

/** Whether the flow lets the agent of this step use a tool. */
export function isLeft(tool: string, part: FlowPart | null): boolean {
  if (part === null) return true;
  const { tools } = part.agent ?? {};
  const named = (names: readonly string[]): boolean => names.includes(tool);
  return !named(NEVER) && (tools === undefined || named(ALWAYS) || named(tools));
}

export function briefOf(part: FlowPart): readonly string[] {
  const { running, step, item, file, agent } = part;
  const { skill, preamble } = running.guidance;
  const inputs = Object.entries(running.inputs).filter(([, value]) => value !== "");
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
    ...(part.said.length === 0
      ? []
      : [
          `## What the person wrote since\n\n${part.said.map(({ question, said }) => `- “${question}” ${said}`).join("\n")}`,
        ]),
    ...(item === null ? [] : [taskSection(item, part.task)]),
    ...part.reads.map((name) => fileSection(name, running.files.get(name))),
    `## What you write\n\nWrite the work file “${file}” with write_work_file, and name it as evidence in finish_step.${part.sentBackBy === null && step.revises === undefined ? "" : FIX}${formOf(step)}`,
    ...verdictOf(step),
  ];
}

function taskSection(item: string, task: FlowPart["task"]): string {
  const { files = [], check } = task ?? {};
  return [
    `## The task\n\n${task?.title ?? item}`,
    ...(task?.do === undefined ? [] : [task.do]),
    ...(files.length === 0 ? [] : [`Files: ${files.join(", ")}`]),
    ...(check === undefined ? [] : [`How one sees that it is done: ${check}`]),
  ].join("\n\n");
}

function fileSection(name: string, text: string | undefined): string {
  if (text === undefined) return `## The file ${name}\n\nIt is not there.`;
  const cut =
    text.length > LONGEST_READ
      ? `${text.slice(0, LONGEST_READ)}\n… (the rest was left out; read_note has it)`
      : text;
  return `## The file ${name}\n\n${fence(cut)}`;
}

function formOf({ answer, check }: FlowStep): string {
  const kind = answer ?? check?.schema;
  const form =
    kind === undefined
      ? ""
      : ` It holds exactly one block of this form, beside any prose:\n\n${ANSWER_FORMS[kind]}`;
  return `${tellChecks(check)}${form}`;
}

function verdictOf({ check }: FlowStep): readonly string[] {
  if (check?.output === undefined) return [];
  return [
    `## Your verdict\n\nRead the work itself, not what was reported of it. Where it is right, the summary of finish_step is ${check.output}, and nothing else. Where it is not, the summary lists what you found instead, one finding a line beginning with “- ”. A finding begins with “Critical:” where nothing may go on before the person has seen it.`,
  ];
}
