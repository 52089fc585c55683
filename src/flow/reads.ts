/** The files that the agent of a step is given in full. */
import { answersOf, fileOf, hasAgent, type Flow, type FlowStep } from "./flow";
import type { LineId } from "./lineId";
import { loopOf, mainWay, reviewersOf } from "./route";

/** Characters of one file that an agent is given. */
export const LONGEST_READ = 20_000;

/**
 * The person’s answers at the steps before, then the files that the flow names, or else the file of the step before.
 * At a further attempt, the step’s own file and the files of the reviews that send it back come behind them, and the
 * person’s answers at this step and later ones last. `isThere`: whether a file of answers is there; nobody has answered
 * where it is not.
 */
export function readsOf(
  flow: Pick<Flow, "steps">,
  step: FlowStep,
  line: LineId,
  isThere: (file: string) => boolean = () => true,
): readonly string[] {
  const named = (of: FlowStep): string => fileOf(of, loopOf(flow, of.step) === null ? null : line.item);
  const answers = (of: readonly FlowStep[]): readonly string[] =>
    of
      .flatMap((each) => answersOf(each, loopOf(flow, each.step) === null ? null : line.item) ?? [])
      .filter(isThere);
  const back = line.attempt === 1 ? [] : reviewersOf(flow, step);
  const again = line.attempt === 1 ? [] : [step, ...back].filter(hasAgent).map(named);
  // Answers are short, and matter to every later step.
  const said = answers(flow.steps.slice(0, flow.steps.indexOf(step)));
  // Where the work was sent back, the person has answered at later steps too, and said why.
  const since = answers(flow.steps.slice(flow.steps.indexOf(step)));
  const before = mainWay(flow)
    .slice(0, mainWay(flow).indexOf(step))
    .findLast((of) => hasAgent(of) && (of.group === undefined || of.group !== step.group));
  const own =
    step.reads.length > 0
      ? step.reads.map((file) => fileAt(flow, file, line))
      : before === undefined
        ? []
        : [named(before)];
  return [...new Set([...said, ...own, ...again, ...since])];
}

/** The name at a line of a file that an earlier step writes: each task of a loop has a file of its own. */
export function fileAt(flow: Pick<Flow, "steps">, file: string, line: LineId): string {
  const of = flow.steps.find(
    (each) => each.revises === undefined && [fileOf(each), answersOf(each)].includes(file),
  );
  if (of === undefined) return file;
  const item = loopOf(flow, of.step) === null ? null : line.item;
  return fileOf(of) === file ? fileOf(of, item) : (answersOf(of, item) ?? file);
}

/**
 * The file that a person is asked about: that of the step, or one its question names, or of the last step before it
 * that an agent does.
 */
export function shownFiles(flow: Pick<Flow, "steps">, step: FlowStep, line: LineId): readonly string[] {
  const way = mainWay(flow);
  const before = way.slice(0, way.indexOf(step)).filter(hasAgent);
  const of = hasAgent(step)
    ? step
    : (before.findLast((each) => step.question?.includes(fileOf(each)) === true) ?? before.at(-1));
  if (of === undefined) return [];
  const isOfTask = loopOf(flow, of.step) !== null;
  return isOfTask && line.item === null ? [] : [fileOf(of, isOfTask ? line.item : null)];
}
