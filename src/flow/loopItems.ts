/** The items of a loop: a list in the flow itself, or one in a file that an earlier step wrote. */
import { splitLines } from "../kit/lines";
import { headingsOf, kindsOf } from "../kit/markdown";
import { readTick } from "../kit/checkbox";
import { readAnswer } from "./answers";
import type { Plan } from "../plan/plan";
import { fileOf, type Flow, type FlowStep } from "./flow";
import { readLineId } from "./lineId";
import { readsOf } from "./reads";
import { stepNamed } from "./route";

/** The tasks in the file of an earlier step, whichever has some; the last one that does. */
export const TASKS_FROM_PLAN = "tasks-from-plan";
/** More than these are no loop that a person would want. */
const MOST = 100;

/** The list that a step goes over, as the flow says it; null where it has no loop. */
function overOf({ loop }: FlowStep): string | readonly string[] | null {
  if (loop === undefined) return null;
  return typeof loop === "object" && "over" in loop ? loop.over : loop;
}

/** Files in which the list of a loop can be, the likest last; empty for a list in the flow itself. */
export function listFiles(flow: Pick<Flow, "steps">, step: FlowStep): readonly string[] {
  const over = overOf(step);
  if (typeof over !== "string") return [];
  if (over !== TASKS_FROM_PLAN) return [over.split("#")[0] ?? ""];
  return flow.steps.slice(0, flow.steps.indexOf(step)).map((each) => fileOf(each));
}

/** Work files that are read for the line at which the plan is: the list of a loop, what a step is to ask, what its agent works from. */
export function filesToRead(flow: Pick<Flow, "steps">, { steps }: Pick<Plan, "steps">): readonly string[] {
  const line = readLineId(steps.find(({ state }) => state === "open")?.id ?? null);
  const step = line === null ? null : stepNamed(flow, line.step);
  if (line === null || step === null) return [];
  if (step.loop !== undefined && line.item === null && !line.isAsk) return listFiles(flow, step);
  if (line.isAsk) return step.answer === undefined ? [] : [fileOf(step, line.item)];
  return readsOf(flow, step, line);
}

export type LoopItems =
  | { readonly kind: "items"; readonly items: readonly string[] }
  /** A sentence without its full stop. */
  | { readonly kind: "none"; readonly why: string };

/** `files`: texts by name, of those that are there. */
export function loopItems(
  flow: Pick<Flow, "steps">,
  step: FlowStep,
  files: ReadonlyMap<string, string>,
): LoopItems {
  const over = overOf(step);
  if (over === null) return { kind: "none", why: `“${step.step}” has no loop` };
  if (typeof over !== "string") return { kind: "items", items: over };
  const names = listFiles(flow, step);
  const [, heading = "Tasks"] = over.split("#");
  for (const name of [...names].reverse()) {
    const text = files.get(name);
    if (text === undefined) continue;
    const tasks = readAnswer("tasks", text);
    const items =
      tasks.kind === "read" ? tasks.value.tasks.map(({ title }) => title) : listUnder(heading, text);
    if (items.length > MOST) return { kind: "none", why: `${name} lists more than ${String(MOST)} tasks` };
    if (items.length > 0) return { kind: "items", items };
    if (over !== TASKS_FROM_PLAN)
      return {
        kind: "none",
        why: `${name} has no list beneath the heading “${heading}”, and no \`\`\`tasks block`,
      };
  }
  return {
    kind: "none",
    why: names.some((name) => files.has(name))
      ? `no file of the steps before it has a \`\`\`tasks block, or a list beneath the heading “Tasks”`
      : `${names.length === 1 ? (names[0] ?? "") : "none of the files of the steps before it"} is there`,
  };
}

/** Items of the lists beneath a heading, at the margin. */
function listUnder(wanted: string, text: string): readonly string[] {
  const lines = splitLines(text);
  const kinds = kindsOf(lines, 0);
  const headings = headingsOf(lines, kinds);
  const at = headings.findIndex((each) => each.text.trim().toLowerCase() === wanted.trim().toLowerCase());
  const heading = headings[at];
  if (heading === undefined) return [];
  const to = headings.slice(at + 1).find(({ level }) => level <= heading.level)?.line ?? lines.length;
  return lines.slice(heading.line + 1, to).flatMap((line, n) => {
    if (kinds[heading.line + 1 + n] !== "prose") return [];
    const words =
      readTick(line.text)?.label ?? /^(?:[-*+]|\d{1,3}[.)])[ \t]+(\S.*)$/s.exec(line.text)?.[1] ?? "";
    const isOuter = /^\S/.test(line.text);
    return isOuter && words.trim() !== "" ? [words.trim()] : [];
  });
}
