/** The lines that a flow adds to the Roadmap: their words and their block ids. */
import { inLine } from "../kit/text";
import { readWait } from "../plan/days";
import type { NewStep } from "../plan/edit";
import { signOf } from "../plan/items";
import { countsRounds, hasAgent, hasAsk, titleOf, type FlowStep } from "./flow";
import { writeLineId } from "./lineId";

/** A task of a loop, counted from 1, with its words in the Roadmap. */
export interface Task {
  readonly n: number;
  readonly text: string;
}

/** The line of a loop, which is ticked once its tasks are behind it. */
export function loopLine(step: FlowStep, attempt: number): NewStep {
  return {
    id: writeLineId({ step: step.step, item: null, isAsk: false, attempt }),
    text: inLine(`${titleOf(step)}, ${countsRounds(step) ? "round by round" : "task by task"}`, 250),
    action: null,
  };
}

/** The line of the agent, and the one at which the person is asked. `why`: what calls for another attempt. */
export function stepLines(
  step: FlowStep,
  task: Task | null,
  attempt: number,
  why: string | null,
): readonly NewStep[] {
  const behind = task === null ? "" : `: ${task.text}`;
  const again = attempt === 1 ? "" : ` — again${why === null || why === "" ? "" : `: ${why}`}`;
  const made = (isAsk: boolean, words: string): NewStep => ({
    id: writeLineId({ step: step.step, item: task?.n ?? null, isAsk, attempt }),
    text: inLine(`${words}${behind}${again}`, 250),
    action: null,
  });
  return [
    ...(hasAgent(step) ? [made(false, titleOf(step))] : []),
    ...(hasAsk(step) ? [made(true, askTitle(step))] : []),
  ];
}

function askTitle(step: FlowStep): string {
  if (!hasAgent(step)) return titleOf(step);
  return step.ask === undefined ? `Look at: ${titleOf(step)}` : `Your answer: ${titleOf(step)}`;
}

/** The words of a task for a line of the Roadmap. A model may have written them: they make no gate and name no day. */
export function taskWords(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const plain = isOrdinary(line) ? line : line.replace(SIGNS, " ").replace(/\s+/g, " ").trim();
  const signs = [...plain];
  return signs.length > 100 ? `${signs.slice(0, 99).join("")}…` : plain;
}

const SIGNS = /[^\p{L}\p{N}\p{M} .,;!?'’“”–—-]/gu;

/** Whether a step with these words is read as one that needs no approval and waits for no day. */
function isOrdinary(words: string): boolean {
  const { day, mistake } = readWait({ line: 0, text: words, beneath: [] }, false, [], []);
  return signOf(words) === "none" && day === null && mistake === null;
}
