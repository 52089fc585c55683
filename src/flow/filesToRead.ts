/** The work files that the flow of a plan reads at a line. */
import { filesInAction } from "./fillIn";
import { readLineId } from "./lineId";
import { listFiles } from "./loopItems";
import { readsSought, shownFiles } from "./reads";
import { stepNamed } from "./route";
import type { Around } from "./stepFiles";

/** Work files that an open line needs: for the list of its loop, for its questions, or for its agent. */
export function filesToRead(id: string | null, around: Around): readonly string[] {
  const { flow } = around;
  const line = readLineId(id);
  const step = line === null ? null : stepNamed(flow, line.step);
  if (line === null || step === null) return [];
  if (step.loop !== undefined && line.item === null && !line.isAsk) return listFiles(flow, step);
  // The list says how the files of its tasks are called.
  const lists = flow.steps
    .slice(0, flow.steps.indexOf(step) + 1)
    .flatMap((each) => (each.loop === undefined ? [] : listFiles(flow, each)));
  const own =
    step.action !== undefined
      ? filesInAction(step, line, around)
      : line.isAsk
        ? shownFiles(step, line, around)
        : readsSought(step, line, around);
  return [...lists, ...own];
}
