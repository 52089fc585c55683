/** The items of a loop: a list in the flow itself, or one in a file that an earlier step wrote. */
import { splitLines } from "../kit/lines";
import { headingsOf, kindsOf } from "../kit/markdown";
import { lettersAndNumbers, unescapeMarkdown } from "../kit/text";
import { readTick } from "../kit/checkbox";
import { readAnswer, type Task } from "./answers";
import { fileOf, type Flow, type FlowStep } from "./flow";
import { loopOf } from "./route";

/** A loop over the tasks in the file of an earlier step: the last file that has some. */
export const TASKS_FROM_PLAN = "tasks-from-plan";
/** A longer list is more likely a mistake than a loop that a person wants. */
const MOST = 100;
const MOST_TIMES = 20;

/** The list that a step goes over, as the flow has it; null where it has none. */
function overOf({ loop }: FlowStep): string | readonly string[] | null {
  if (loop === undefined) return null;
  if (typeof loop === "string" || Array.isArray(loop)) return loop;
  return "over" in loop ? loop.over : null;
}

/** The number of rounds, for a loop that counts them; null for any other step. */
function timesOf({ loop }: FlowStep, inputs: Readonly<Record<string, string>>): number | null {
  if (loop === undefined || typeof loop === "string" || Array.isArray(loop) || !("times" in loop))
    return null;
  const times = typeof loop.times === "number" ? loop.times : Number(inputs[loop.times]);
  return Number.isInteger(times) && times >= 0 && times <= MOST_TIMES ? times : 0;
}

/** Files in which the list of a loop can be, the likeliest last; empty for a list in the flow itself. */
export function listFiles(flow: Pick<Flow, "steps">, step: FlowStep): readonly string[] {
  const over = overOf(step);
  if (typeof over !== "string") return [];
  if (over !== TASKS_FROM_PLAN) return [over.split("#")[0] ?? ""];
  return flow.steps.slice(0, flow.steps.indexOf(step)).map((each) => fileOf(each));
}

/** Files that may hold the tasks of the loop around this step; its first step says which. */
function taskFiles(flow: Pick<Flow, "steps">, step: FlowStep): readonly string[] {
  const first = loopOf(flow, step.step)?.steps[0];
  return first === undefined ? [] : listFiles(flow, first);
}

/** The task of this title in the block of tasks; null where there is none. */
export function taskNamed(
  flow: Pick<Flow, "steps">,
  step: FlowStep,
  { n, title }: { readonly n: number; readonly title: string },
  files: ReadonlyMap<string, string>,
): Task | null {
  for (const name of [...taskFiles(flow, step)].reverse()) {
    const tasks = tasksIn(name, files.get(name) ?? "", flow);
    // One title may begin another; whoever edits the file may put them into another order.
    const order = [...tasks.slice(n - 1, n), ...tasks];
    const task =
      order.find(
        (each) => lettersAndNumbers(each.title) === lettersAndNumbers(title) && isTitled(each.title, title),
      ) ?? order.find((each) => isTitled(each.title, title));
    if (task !== undefined) return task;
  }
  return null;
}

/** The task that stands at this place of the list; null where there is none. */
export function taskAtPlace(
  flow: Pick<Flow, "steps">,
  step: FlowStep,
  n: number,
  files: ReadonlyMap<string, string>,
): Task | null {
  const lists = [...taskFiles(flow, step)]
    .reverse()
    .map((name) => tasksIn(name, files.get(name) ?? "", flow));
  return lists.find((tasks) => tasks.length > 0)?.[n - 1] ?? null;
}

/** Only a step whose answer they are has them as headings; elsewhere a heading is no task. */
function tasksIn(name: string, text: string, { steps }: Pick<Flow, "steps">): readonly Task[] {
  const isAnswer = steps.some(
    (each) => fileOf(each) === name && (each.answer === "tasks" || each.check?.schema === "tasks"),
  );
  if (!isAnswer) return [];
  if (readLast?.text !== text) {
    const read = readAnswer("tasks", text);
    readLast = { text, tasks: read.kind === "read" ? read.value : [] };
  }
  return readLast.tasks;
}

/** The list that was read last: each of its tasks asks for it. */
let readLast: { readonly text: string; readonly tasks: readonly Task[] } | null = null;

/** A long title is cut in the Roadmap. */
function isTitled(whole: string, shown: string): boolean {
  const words = lettersAndNumbers(shown);
  return words === "" ? whole.trim() === shown : lettersAndNumbers(whole).startsWith(words);
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
  inputs: Readonly<Record<string, string>>,
): LoopItems {
  const times = timesOf(step, inputs);
  if (times !== null)
    return { kind: "items", items: Array.from({ length: times }, (_each, at) => `round ${String(at + 1)}`) };
  const over = overOf(step);
  if (over === null) return { kind: "none", why: `“${step.step}” has no loop` };
  if (typeof over !== "string") return { kind: "items", items: over };
  const names = listFiles(flow, step);
  const [, heading = "Tasks"] = over.split("#");
  for (const name of [...names].reverse()) {
    const text = files.get(name);
    if (text === undefined) continue;
    const tasks = tasksIn(name, text, flow).map(({ title }) => title);
    const items = tasks.length > 0 ? tasks : listUnder(heading, text);
    if (items.length > MOST) return { kind: "none", why: `${name} lists more than ${String(MOST)} tasks` };
    if (items.length > 0) return { kind: "items", items };
    if (over !== TASKS_FROM_PLAN)
      return {
        kind: "none",
        why: `${name} has no list beneath the heading “${heading}”, and is not in the form of “answer: tasks”`,
      };
  }
  return {
    kind: "none",
    why: names.some((name) => files.has(name))
      ? `no file of the steps before it has a list beneath the heading “Tasks”, or the form of “answer: tasks”`
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
    return isOuter && words.trim() !== "" ? [unescapeMarkdown(words.trim())] : [];
  });
}
