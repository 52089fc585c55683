/**
 * How a flow changes the Roadmap of its plan as things become known: it adds the tasks of a loop and further attempts
 * after failed checks, and leaves out lines that another way passes by. The changes follow from the flow, the plan and
 * the work files alone, so that after a crash, or on another device, they are the same.
 */
import { counted } from "../kit/numbers";
import type { NewStep } from "../note/plan/edit";
import type { Plan, Step } from "../note/plan/plan";
import { failureAt, hasFurther, itemAt, nextAttempt } from "./attempts";
import { countsRounds, hasAgent, hasAsk, titleOf, type Flow, type FlowStep } from "./flow";
import { readLineId, writeLineId, type LineId } from "./lineId";
import { loopItems, type LoopItems } from "./loopItems";
import { loopOf, mainWay, stepNamed, unitsOf, wayBack, type Way } from "./route";
import type { RunningFlow } from "./running";
import { CHECK_AGAIN, isSameAnswer, ledTo, saidAtLine } from "./said";
import { whyNeverWanted } from "./when";
import { cut, escapeMarkdown } from "../kit/text";
import { readWait } from "../note/plan/days";
import { SIGN, withoutHand } from "../note/plan/approvalMarker";
import { signOf } from "../note/plan/items";

export type FlowChange =
  /** New open lines behind the line with this block id. `why` goes into the log. */
  | {
      readonly kind: "insert";
      readonly beside: string;
      readonly steps: readonly NewStep[];
      /** The line of the loop whose tasks these are, or of the check that failed. */
      readonly of: string;
      readonly why: string;
    }
  /** The line of a loop is done, because its tasks are in the Roadmap. */
  | { readonly kind: "tick"; readonly id: string; readonly tasks: number }
  /** The line is left out. */
  | { readonly kind: "skip"; readonly id: string; readonly why: string };

type Lines = Pick<Plan, "steps" | "log" | "questions">;
type Unfolding = Pick<RunningFlow, "flow" | "inputs" | "files">;

/** The lines of a new plan, with the headings between them. A loop has one line until its list is there. */
export function firstLines(flow: Flow): readonly (NewStep & { readonly phase: string | null })[] {
  return unitsOf(flow).flatMap((unit) => {
    const [step] = unit.kind === "loop" ? unit.steps : [unit.step];
    if (step === undefined) return [];
    const lines = unit.kind === "loop" ? [loopLine(step, 1)] : stepLines(step, null, 1, null);
    return lines.map((line, at) => ({ ...line, phase: at === 0 ? (step.phase ?? null) : null }));
  });
}

/** The next changes of the Roadmap; most often none. */
export function expand(running: Unfolding, plan: Lines): readonly FlowChange[] {
  const again = plan.steps.flatMap((line) => furtherAttempt(running, line, plan));
  return again.length > 0 ? again : tasksOfLoop(running, plan);
}

/** The loop at whose line the plan is, with its list; null where it is at none. */
export function loopAt(
  { flow, files, inputs }: Unfolding,
  plan: Pick<Plan, "steps">,
): { readonly id: string; readonly step: FlowStep; readonly items: LoopItems } | null {
  const next = plan.steps.find(({ state }) => state === "open");
  const line = readLineId(next?.id ?? null);
  const step = line === null ? null : stepNamed(flow, line.step);
  if (next?.id == null || step?.loop === undefined || line?.item !== null || line.isAsk) return null;
  return { id: next.id, step, items: loopItems(flow, step, files, inputs) };
}

function tasksOfLoop(running: Unfolding, plan: Lines): readonly FlowChange[] {
  const { flow } = running;
  const at = loopAt(running, plan);
  if (at?.items.kind !== "items") return [];
  const { items } = at.items;
  const body = loopOf(flow, at.step.step)?.steps ?? [];
  const wanted = items.map((_each, before) =>
    body.filter((step) => isWanted(step, before + 1, running, plan)),
  );
  const steps = items.flatMap((text, before) =>
    (wanted[before] ?? []).flatMap((step) => {
      const n = before + 1;
      return stepLines(step, { n, text: taskWords(text) }, nextAttempt(step.step, n, plan), null);
    }),
  );
  if (steps.length === 0) return [{ kind: "tick", id: at.id, tasks: 0 }];
  return [
    {
      kind: "insert",
      beside: at.id,
      steps,
      of: at.id,
      why: `${counted(items.length, "task")} for “${titleOf(at.step)}”${sayUnwanted(body.filter((step) => wanted.every((each) => !each.includes(step))))}`,
    },
    { kind: "tick", id: at.id, tasks: items.length },
  ];
}

/** Steps whose condition does not hold for a task get no line. */
function isWanted(step: FlowStep, item: number | null, { flow, inputs }: Unfolding, plan: Lines): boolean {
  return whyNeverWanted(flow, step, item, { inputs, plan }) === null;
}

function sayUnwanted(steps: readonly FlowStep[]): string {
  if (steps.length === 0) return "";
  const names = steps.map((step) => `“${titleOf(step)}”`);
  return `, without ${names.join(names.length === 2 ? " and " : ", ")}, as you answered`;
}

/** Another attempt after a failed check at this line, unless the plan has it already. */
function furtherAttempt(running: Unfolding, line: Step, plan: Lines): readonly FlowChange[] {
  const { flow } = running;
  const id = readLineId(line.id);
  const step = id === null ? null : stepNamed(flow, id.step);
  if (line.id === null || id === null || step === null || line.state !== "done") return [];
  const failed = failureAt(line.id, plan);
  if (failed === null || hasFurther(id, line.id, plan)) return [];
  const said = saidAtLine(line.id, plan);
  const to = isSameAnswer(said, CHECK_AGAIN) ? step.step : ledTo(step, said);
  const way = wayBack(flow, step, to ?? undefined);
  const why = id.isAsk
    ? `You answered so at “${titleOf(step)}”`
    : `“${titleOf(step)}” found: ${failed.why === "" ? "not yet" : failed.why}`;
  return [
    {
      kind: "insert",
      beside: line.id,
      steps: linesOnWay(way, id, failed.why, running, plan),
      of: line.id,
      why,
    },
    ...passedBy(way, line, plan),
  ];
}

/** The lines of the steps that a jump from a line leads through. */
function linesOnWay(
  way: Way,
  { step: from, item }: LineId,
  why: string,
  running: Unfolding,
  plan: Lines,
): readonly NewStep[] {
  const { flow } = running;
  const words = item === null ? null : itemAt(flow, from, item, plan);
  const task: Task | null = item === null ? null : { n: item, text: words ?? String(item) };
  const start = loopOf(flow, from)?.steps[0];
  const main = mainWay(flow);
  return way.steps.flatMap((each) => {
    const isBack = main.includes(each);
    const loop = loopOf(flow, each.step);
    const why1 = each === way.steps[0] ? why : null;
    if (loop === null) return stepLines(each, null, nextAttempt(each.step, null, plan, isBack), why1);
    const [first] = loop.steps;
    // A jump within a loop stays with its task. A jump into a loop from elsewhere does the loop anew, from its line.
    const staysInTask = task !== null && (start === undefined || start === first);
    // The target of the jump is done whatever its condition says.
    if (staysInTask && each !== way.steps[0] && !isWanted(each, item, running, plan)) return [];
    if (staysInTask) return stepLines(each, task, nextAttempt(each.step, item, plan, isBack), why1);
    return each === first ? [loopLine(each, nextAttempt(each.step, null, plan, isBack))] : [];
  });
}

/** The open lines between a line and the step at which a jump joins the usual way again, or all up to the end. */
function passedBy(way: Way, line: Step, plan: Lines): readonly FlowChange[] {
  const behind = plan.steps.flatMap(({ id, n, state }) =>
    id !== null && n > line.n && state === "open" && readLineId(id) !== null ? [id] : [],
  );
  const joins = behind.findIndex((id) => readLineId(id)?.step === way.joins?.step);
  return (way.ends ? behind : behind.slice(0, Math.max(0, joins))).map((id) => ({
    kind: "skip",
    id,
    why: "the flow goes another way",
  }));
}

/** A task of a loop, counted from 1, with its words in the Roadmap. */
interface Task {
  readonly n: number;
  readonly text: string;
}

/** The line of a loop, which is ticked once its tasks are behind it. */
function loopLine(step: FlowStep, attempt: number): NewStep {
  return {
    id: writeLineId({ step: step.step, item: null, isAsk: false, attempt }),
    text: escapeMarkdown(`${titleOf(step)}, ${countsRounds(step) ? "round by round" : "task by task"}`, 250),
    action: null,
  };
}

/** The line of the agent, and the one at which the person is asked. `why`: what calls for another attempt. */
function stepLines(
  step: FlowStep,
  task: Task | null,
  attempt: number,
  why: string | null,
): readonly NewStep[] {
  const behind = task === null ? "" : `: ${task.text}`;
  const again = attempt === 1 ? "" : ` — again${why === null || why === "" ? "" : `: ${why}`}`;
  const made = (isAsk: boolean, words: string): NewStep => ({
    id: writeLineId({ step: step.step, item: task?.n ?? null, isAsk, attempt }),
    text: escapeMarkdown(`${words}${behind}${again}`, 250),
    action: null,
  });
  return [
    ...(step.action === undefined ? [] : [made(false, `${SIGN}${withoutHand(titleOf(step))}`)]),
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
  return cut(plain, 100);
}

const SIGNS = /[^\p{L}\p{N}\p{M} .,;!?'’“”–—-]/gu;

/** Whether a step with these words is read as one that needs no approval and waits for no day. */
function isOrdinary(words: string): boolean {
  const { day, mistake } = readWait({ line: 0, text: words, beneath: [] }, false, [], []);
  return signOf(words) === "none" && day === null && mistake === null;
}
