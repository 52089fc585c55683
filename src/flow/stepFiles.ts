/** The files that the steps of a flow write, under the names that a task has for them. */
import { nameOf } from "../kit/path";
import type { Plan } from "../note/plan/plan";
import { itemAt } from "./attempts";
import { changesFile } from "./changesFile";
import { fileNameFault } from "./fileName";
import { fileOf, writesFile, type Flow, type FlowStep } from "./flow";
import { readLineId, type LineId } from "./lineId";
import { listFiles, taskAtPlace, taskNamed } from "./loopItems";
import { loopOf } from "./route";

/** A flow with its plan, and the texts of work files by name, as far as they were read. */
export interface Around {
  readonly flow: Pick<Flow, "steps">;
  readonly plan: Pick<Plan, "steps">;
  readonly files: ReadonlyMap<string, string>;
}

/** So many files of one task count. */
const MOST_FILES = 5;

/**
 * The files that a step writes. For a task these are the ones that the task names, unless the step has a name for them;
 * where it names none that an agent may write, the file of the step with the number of the task. A step that revises
 * the file of a loop may write those of all of its tasks.
 */
export function filesWritten(step: FlowStep, item: number | null, around: Around): readonly string[] {
  const { flow } = around;
  if (!writesFile(step)) return [];
  const revised = flow.steps.find(
    (each) => step.revises !== undefined && each.revises === undefined && fileOf(each) === step.revises,
  );
  if (revised !== undefined)
    return filesSeen(revised, { step: step.step, item, isAsk: false, attempt: 1 }, around);
  return item === null ? [fileOf(step)] : filesOfTasks(step, [item], around);
}

function filesOfTasks(step: FlowStep, items: readonly number[], around: Around): readonly string[] {
  const hasNames =
    step.loop !== undefined && step.produces === undefined && step.check?.artifact === undefined;
  const names = hasNames ? namesByTask(step, Math.max(0, ...items), around) : null;
  return [...new Set(items.flatMap((item) => names?.get(item) ?? [fileOf(step, item)]))];
}

/** The names that tasks have for their files, by the number of the task, up to `last`; none where a task has none. */
function namesByTask(step: FlowStep, last: number, around: Around): ReadonlyMap<number, readonly string[]> {
  const { flow } = around;
  const found = new Map<number, readonly string[]>();
  // Of two loops over one list, the first one writes the files that its tasks name.
  const lists = listFiles(flow, step);
  const isSame = (each: FlowStep): boolean => listFiles(flow, each).some((name) => lists.includes(name));
  if (flow.steps.find((each) => each.loop !== undefined && isSame(each)) !== step) return found;
  const taken = new Set(flow.steps.map((each) => bareName(fileOf(each))));
  // A name counts for the first task that has it.
  for (let n = 1; n <= last; n += 1) {
    const named = namesIn(step, n, around).filter((each) => !taken.has(bareName(each)));
    for (const each of named) taken.add(bareName(each));
    if (named.length > 0) found.set(n, named);
  }
  return found;
}

/** Names that a task has for its files. A task whose line was reworded is found by its place. */
function namesIn(step: FlowStep, n: number, { flow, plan, files }: Around): readonly string[] {
  const title = itemAt(flow, step.step, n, plan) ?? "";
  const task = taskNamed(flow, step, { n, title }, files) ?? taskAtPlace(flow, step, n, files);
  const names = (task?.files ?? []).map((each) => nameOf(each.trim()));
  const fit = names.filter((each) => fileNameFault(each) === null);
  return fit.filter((each, at) => fit.findIndex((other) => isAlike(other, each)) === at).slice(0, MOST_FILES);
}

function isAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The files of a step, as another line sees them: those of its own task, or those of every task that is done. */
export function filesSeen(of: FlowStep, from: LineId, around: Around): readonly string[] {
  if (of.revises !== undefined || !writesFile(of)) return filesWritten(of, null, around);
  const items = itemsSeen(of, from, around);
  return items === null ? filesWritten(of, null, around) : filesOfTasks(of, items, around);
}

/** The tasks of a step, as another line sees them; null for a step outside of loops. */
function itemsSeen(of: FlowStep, from: LineId, { flow, plan }: Around): readonly number[] | null {
  const loop = loopOf(flow, of.step)?.steps;
  if (loop === undefined) return null;
  if (from.item !== null && loop.some(({ step }) => step === from.step)) return [from.item];
  const items = plan.steps.flatMap(({ id, state }) => {
    const line = readLineId(id);
    return line?.step === of.step && line.item !== null && !line.isAsk && state === "done" ? [line.item] : [];
  });
  return [...new Set(items)];
}

/** Files that may list what programs changed in their project, for those who read these files of a step. */
export function changesSeen(
  of: FlowStep,
  from: LineId,
  read: readonly string[],
  around: Around,
): readonly string[] {
  if (!filesSeen(of, from, around).some((name) => read.includes(name))) return [];
  return (itemsSeen(of, from, around) ?? [null]).map((item) => changesFile({ step: of.step, item }));
}

/** As two names are compared: another task has another number. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/-\d+(?=\.[a-z]+$)/, "");
}
