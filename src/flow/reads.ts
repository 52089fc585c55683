/** The files that the agent of a step is given in full. */
import { fileOf, filesRead, writesFile, type FlowStep } from "./flow";
import { changesFile } from "./changesFile";
import type { LineId } from "./lineId";
import { itemAt } from "./attempts";
import { taskNamed } from "./loopItems";
import { loopOf, mainWay, reviewersOf } from "./route";
import { changesSeen, filesSeen, type Around } from "./stepFiles";

/** Characters of one file that an agent is given. */
export const LONGEST_READ = 20_000;

/** The files that an agent is given: work files, and of the lists of changes by programs those that are there. */
export function readsOf(step: FlowStep, line: LineId, around: Around): readonly string[] {
  const files = workFilesOf(step, line, around);
  return [...files, ...changesFilesOf(files, line, around).filter((name) => around.files.has(name))];
}

/** The files that have to be looked for before `readsOf` can tell which of them are given. */
export function readsSought(step: FlowStep, line: LineId, around: Around): readonly string[] {
  const files = workFilesOf(step, line, around);
  return [...files, ...changesFilesOf(files, line, around), ...filesOfReviews(step, line, around)];
}

/** The files that may list the changes of programs that wrote these work files. */
function changesFilesOf(files: readonly string[], line: LineId, around: Around): readonly string[] {
  const ofWriters = around.flow.steps.flatMap((writer) => changesSeen(writer, line, files, around));
  // A run of this very step may have been cut off.
  const own = changesFile(line);
  return [...new Set([...ofWriters, own])];
}

/**
 * The work files that an agent is given, in this order:
 * - the files to work from, except for a task whose own files are there and are mended;
 * - at a further attempt, the step’s own files, and those of the reviews that sent it back, as far as they are there;
 * - files of other tasks that the task names.
 */
function workFilesOf(step: FlowStep, line: LineId, around: Around): readonly string[] {
  const isAgain = line.attempt > 1;
  return [
    ...new Set([
      ...(isMending(step, line, around) ? [] : filesToWorkFrom(step, line, around)),
      ...(isAgain ? filesSeen(step, line, around) : []),
      ...filesOfReviews(step, line, around).filter((name) => around.files.has(name)),
      ...filesInTask(line, around),
    ]),
  ];
}

/**
 * The files that the flow names, or else those of the step before. In a loop they are those of the same task; behind
 * it, those of all of its tasks.
 */
function filesToWorkFrom(step: FlowStep, line: LineId, around: Around): readonly string[] {
  const named = filesRead(step);
  return named.length > 0
    ? named.flatMap((file) => filesNamed(file, line, around))
    : filesBefore(step, line, around);
}

/** A task that is there and done again: what was found, the task and its files say what is to be mended. */
function isMending(step: FlowStep, line: LineId, around: Around): boolean {
  const written = filesSeen(step, line, around);
  return (
    line.item !== null &&
    line.attempt > 1 &&
    written.length > 0 &&
    written.every((name) => around.files.has(name))
  );
}

/** Files of the reviews that can have sent a line back; none at the first attempt. */
function filesOfReviews(step: FlowStep, line: LineId, around: Around): readonly string[] {
  return line.attempt === 1
    ? []
    : reviewersOf(around.flow, step).flatMap((each) => filesSeen(each, line, around));
}

/** Files of other tasks that this one names. */
function filesInTask(line: LineId, around: Around): readonly string[] {
  const { flow, plan, files } = around;
  const [work] = loopOf(flow, line.step)?.steps ?? [];
  const title = line.item === null ? null : itemAt(flow, line.step, line.item, plan);
  if (work === undefined || title === null) return [];
  const task = taskNamed(flow, work, { n: line.item ?? 1, title }, files);
  const words = `${task?.do ?? ""} ${task?.check ?? ""}`;
  const own = filesSeen(work, line, around);
  return filesSeen(work, { ...line, step: "", item: null }, around).filter(
    (name) => words.includes(name) && !own.includes(name),
  );
}

/** Behind a loop, they are those of its work, not of the reviews of it. */
function filesBefore(step: FlowStep, line: LineId, around: Around): readonly string[] {
  const { flow } = around;
  const way = mainWay(flow);
  const before = way
    .slice(0, way.indexOf(step))
    .findLast((of) => writesFile(of) && (of.group === undefined || of.group !== step.group));
  if (before === undefined) return [];
  const loop = loopOf(flow, before.step)?.steps ?? [before];
  return filesSeen(loop.includes(step) ? before : (loop[0] ?? before), line, around);
}

/** The names at a line of a file that an earlier step writes: each task of a loop has files of its own. */
export function filesAt(file: string, line: LineId, around: Around): readonly [string, ...string[]] {
  const [first = file, ...others] = filesNamed(file, line, around);
  return [first, ...others];
}

function filesNamed(file: string, line: LineId, around: Around): readonly string[] {
  const of = around.flow.steps.find((each) => each.revises === undefined && fileOf(each) === file);
  return of === undefined ? [file] : filesSeen(of, line, around);
}

/**
 * The files that a person is asked about: those of the step, or the one its question names, or those of the last step
 * before it that an agent does.
 */
export function shownFiles(step: FlowStep, line: LineId, around: Around): readonly string[] {
  const way = mainWay(around.flow);
  const before = way.slice(0, way.indexOf(step)).filter(writesFile);
  const of = writesFile(step)
    ? step
    : (before.findLast((each) => step.question?.includes(fileOf(each)) === true) ?? before.at(-1));
  return of === undefined ? [] : filesSeen(of, line, around);
}
