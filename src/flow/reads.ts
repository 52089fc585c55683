/** The files that the agent of a step is given in full. */
import { answersOf, fileOf, hasAgent, type Flow, type FlowStep } from "./flow";
import type { LineId } from "./lineId";
import { loopOf, mainWay, reviewersOf, stepNamed } from "./route";

/**
 * The person’s answers so far, then the files that the flow names, or else the file of the step before. At a further
 * attempt, the step’s own file and the files of the reviews that send it back come last.
 */
export function readsOf(flow: Pick<Flow, "steps">, step: FlowStep, line: LineId): readonly string[] {
  const named = (of: FlowStep): string => fileOf(of, loopOf(flow, of.step) === null ? null : line.item);
  const back = line.attempt === 1 ? [] : reviewersOf(flow, step);
  const again =
    line.attempt === 1
      ? []
      : [
          ...[step, ...back].filter(hasAgent).map(named),
          // Who said no said why.
          ...back.flatMap((of) => answersOf(of, loopOf(flow, of.step) === null ? null : line.item) ?? []),
        ];
  // Answers are short, and matter to every later step.
  const said = flow.steps
    .slice(0, flow.steps.indexOf(step))
    .flatMap((of) => answersOf(of, loopOf(flow, of.step) === null ? null : line.item) ?? []);
  const before = mainWay(flow)
    .slice(0, mainWay(flow).indexOf(step))
    .findLast((of) => hasAgent(of) && (of.group === undefined || of.group !== step.group));
  const own =
    step.reads.length > 0
      ? step.reads.map((file) => {
          const of = flow.steps.find((each) => each.revises === undefined && fileOf(each) === file);
          return of === undefined ? file : named(stepNamed(flow, of.step) ?? of);
        })
      : before === undefined
        ? []
        : [named(before)];
  return [...new Set([...said, ...own, ...again])];
}

/** The file that a person is asked about: that of the step, or one its question names, or of the last step before it that an agent does. */
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
