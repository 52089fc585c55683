/**
 * How a flow changes the Roadmap of its plan as things become known: it adds the tasks of a loop and further attempts
 * after failed checks, and leaves out lines that another way passes by. The changes follow from the flow, the plan and
 * the work files alone, so that after a crash, or on another device, they are the same.
 */
import { counted } from "../kit/numbers";
import { inLine } from "../kit/text";
import { readWait } from "../plan/days";
import type { NewStep } from "../plan/edit";
import { signOf } from "../plan/items";
import type { Plan } from "../plan/plan";
import { countsRounds, hasAgent, hasAsk, titleOf, type Flow, type FlowStep } from "./flow";
import { ledTo, saidAtLine } from "./said";
import { readLineId, writeLineId, type LineId } from "./lineId";
import { loopItems, type LoopItems } from "./loopItems";
import { loopOf, stepNamed, unitsOf, wayBack } from "./route";

export type FlowChange =
  /** New open lines beside the line with this block id. `why` goes into the log. */
  | {
      readonly kind: "insert";
      readonly beside: string;
      readonly where: "before" | "behind";
      readonly steps: readonly NewStep[];
      /** The line of the loop whose tasks these are, or of the check that failed. */
      readonly of: string;
      readonly why: string;
    }
  /** The line of a loop is done, because its tasks are in the Roadmap. */
  | { readonly kind: "tick"; readonly id: string; readonly tasks: number }
  /** The line is left out. */
  | { readonly kind: "skip"; readonly id: string; readonly why: string };

type Lines = Pick<Plan, "steps" | "journal" | "questions">;

/** A flow that runs: what was said at its start, and the texts of work files that it reads itself, by name. */
export interface Unfolding {
  readonly flow: Flow;
  readonly inputs: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, string>;
}

/** The lines of a new plan, with the headings between them. A loop has one line until its list is there. */
export function firstLines(flow: Flow): readonly (NewStep & { readonly phase: string | null })[] {
  return unitsOf(flow).flatMap((unit) => {
    const [step] = unit.kind === "loop" ? unit.steps : [unit.step];
    if (step === undefined) return [];
    const lines = unit.kind === "loop" ? [loopLine(step, 1)] : linesOf(step, null, 1, null);
    return lines.map((line, at) => ({ ...line, phase: at === 0 ? (step.phase ?? null) : null }));
  });
}

/** The line of a loop, which is ticked once its tasks are behind it. */
function loopLine(step: FlowStep, attempt: number): NewStep {
  return {
    id: writeLineId({ step: step.step, item: null, isAsk: false, attempt }),
    text: inLine(`${titleOf(step)}, ${countsRounds(step) ? "round by round" : "task by task"}`, 250),
    action: null,
  };
}

/** The line of the agent, and the one at which the person is asked. */
function linesOf(
  step: FlowStep,
  item: { readonly n: number; readonly text: string } | null,
  attempt: number,
  why: string | null,
): readonly NewStep[] {
  const behind = item === null ? "" : `: ${item.text}`;
  const again = attempt === 1 ? "" : ` — again${why === null || why === "" ? "" : `: ${why}`}`;
  const made = (isAsk: boolean, words: string): NewStep => ({
    id: writeLineId({ step: step.step, item: item?.n ?? null, isAsk, attempt }),
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

/** The next changes of the Roadmap; most often none. */
export function unfold(running: Unfolding, plan: Lines): readonly FlowChange[] {
  const again = furtherAttempts(running.flow, plan);
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
  const steps = items.flatMap((text, before) =>
    body.flatMap((step) => {
      const n = before + 1;
      return linesOf(step, { n, text: short(text) }, 1 + attemptsOf(step.step, n, plan), null);
    }),
  );
  if (steps.length === 0) return [{ kind: "tick", id: at.id, tasks: 0 }];
  return [
    {
      kind: "insert",
      beside: at.id,
      where: "behind",
      steps,
      of: at.id,
      why: `${counted(items.length, "task")} for “${titleOf(at.step)}”`,
    },
    { kind: "tick", id: at.id, tasks: items.length },
  ];
}

/** A further attempt after each failed check, unless the plan has it already. */
function furtherAttempts(flow: Flow, plan: Lines): readonly FlowChange[] {
  return plan.steps.flatMap((line): readonly FlowChange[] => {
    const id = readLineId(line.id);
    const step = id === null ? null : stepNamed(flow, id.step);
    if (line.id === null || id === null || step === null || line.state !== "done") return [];
    const failed = failureAt(line.id, plan);
    if (failed === null || hasFurther(id, line.id, plan)) return [];
    const way = wayBack(flow, step, ledTo(step, saidAtLine(line.id, plan)) ?? undefined);
    const item = id.item;
    const text = item === null ? null : itemAt(flow, item, plan);
    // A jump within a loop stays with its task. A jump into a loop from elsewhere does the loop anew, from its one line.
    const steps = way.steps.flatMap((each) => {
      const loop = loopOf(flow, each.step);
      if (
        loop !== null &&
        (item === null ||
          (loopOf(flow, step.step) !== null && loopOf(flow, step.step)?.steps[0] !== loop.steps[0]))
      )
        return each === loop.steps[0] ? [loopLine(each, 1 + attemptsOf(each.step, null, plan))] : [];
      const own = loopOf(flow, each.step) === null ? null : item;
      const attempt = 1 + attemptsOf(each.step, own, plan);
      return linesOf(
        each,
        own === null ? null : { n: own, text: text ?? String(own) },
        attempt,
        each === way.steps[0] ? failed.why : null,
      );
    });
    const until = way.joins === null ? null : way.joins.step;
    const between = plan.steps.filter((each) => {
      const name = readLineId(each.id)?.step;
      return each.n > line.n && each.state === "open" && name !== undefined && (way.ends || until !== null);
    });
    const stop = between.findIndex((each) => readLineId(each.id)?.step === until);
    const skipped = way.ends ? between : between.slice(0, Math.max(0, stop));
    return [
      {
        kind: "insert",
        beside: line.id,
        where: "behind",
        steps,
        of: line.id,
        why: id.isAsk
          ? `You answered so at “${titleOf(step)}”`
          : `“${titleOf(step)}” found: ${failed.why === "" ? "not yet" : failed.why}`,
      },
      ...skipped.map(({ id: each }): FlowChange => ({
        kind: "skip",
        id: each ?? "",
        why: "the flow goes another way",
      })),
    ];
  });
}

/** Whether the flow went on from a failed check already; a line of the log, or the lines themselves, may be gone. */
function hasFurther({ step, item, attempt }: LineId, line: string, { journal, steps }: Lines): boolean {
  return (
    journal.has(({ word, note }) => word === "unfolded" && note === line) ||
    steps.some(({ id }) => {
      const other = readLineId(id);
      return other?.step === step && other.item === item && other.attempt > attempt;
    })
  );
}

/** The last attempt of a step that was ever in the plan, even if its lines were deleted since; 0 for none. */
function attemptsOf(step: string, item: number | null, { steps, journal }: Lines): number {
  const of = (id: string | null): number => {
    const line: LineId | null = readLineId(id);
    return line?.step === step && line.item === item ? line.attempt : 0;
  };
  return Math.max(
    0,
    ...steps.map(({ id }) => of(id)),
    ...journal.entries.map(({ mark }) => (mark?.word === "added" ? of(mark.step) : 0)),
  );
}

/** The failed check at a line; null where it held, or a person ticked the line. `text`: a hash of the findings. */
export function failureAt(
  id: string,
  { journal }: Pick<Plan, "journal">,
): { readonly why: string; readonly text: string } | null {
  const last = journal.last(
    ({ word, step }) => step === id && (word === "failed" || word === "ticked" || word === "reopened"),
  )?.mark;
  if (last?.word !== "failed") return null;
  const count = Number(last.note ?? "0");
  // A person who wants something else has found nothing.
  const found = readLineId(id)?.isAsk === true ? "as you said" : counted(count, "finding");
  return { why: count > 0 ? found : "", text: last.text ?? "" };
}

/** The words of a task, as its first line in the Roadmap has them. */
export function itemAt(flow: Flow, item: number, { steps }: Pick<Plan, "steps">): string | null {
  for (const { id, text } of steps) {
    const line = readLineId(id);
    const step = line === null ? null : stepNamed(flow, line.step);
    const front = step === null ? "" : `${titleOf(step)}: `;
    if (line?.item === item && line.attempt === 1 && front !== "" && text.startsWith(front))
      return text.slice(front.length);
  }
  return null;
}

/** The words of a task for a line of the Roadmap. A model may have written them, so they make no gate and name no day. */
function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const plain = isOrdinary(line) ? line : line.replace(SIGNS, " ").replace(/\s+/g, " ").trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

const SIGNS = /[^\p{L}\p{N}\p{M} .,;!?'’“”–—-]/gu;

/** Whether a step with these words is read as one that needs no approval and waits for no day. */
function isOrdinary(words: string): boolean {
  const { day, mistake } = readWait({ line: 0, text: words, beneath: [] }, false, [], []);
  return signOf(words) === "none" && day === null && mistake === null;
}
