/**
 * The lines at the top of a plan that unfolds from a flow: where it is, what it has cost, what came of it, and its
 * tasks with their reviews.
 */
import { failureAt, itemAt } from "../../flow/attempts";
import { countsRounds, fileOf, hasAgent, isReview, titleOf, type Flow, type FlowStep } from "../../flow/flow";
import { hasAction } from "../../flow/fillIn";
import { readLineId, type LineId } from "../../flow/lineId";
import { loopOf, mainWay, stepNamed, unitsOf } from "../../flow/route";
import { DAY, MINUTE } from "../../kit/dates";
import { count, counted } from "../../kit/numbers";
import { nameOf } from "../../kit/path";
import { escapeMarkdown, link } from "../../kit/text";
import { isOver, type Plan, type Step } from "../../note/plan/plan";
import { usdOf, type Spent } from "../../kit/ports/spent";
import { sayUsd } from "../tell";

/** A longer list hides the Roadmap. */
const MOST_ROWS = 30;

export interface ProgressFacts {
  readonly flow: Flow;
  readonly spent: Spent;
  /** A moment as a person reads it. */
  readonly show: (ms: number) => string;
  /** Path of the note with its result; null where none is kept yet. */
  readonly result: string | null;
  /** The folder with its work files. */
  readonly folder: string;
}

/** Of a plan that begins now. `at`: the moment as a person reads it. */
export function sayBegun({ steps: [first] }: Pick<Flow, "steps">, at: string): string {
  const phase = first?.phase === undefined ? "" : ` · **Phase:** ${escapeMarkdown(first.phase, 120)}`;
  return `**Status:** Active${phase} · **Started:** ${at}`;
}

export function progressLines(
  facts: ProgressFacts,
  plan: Pick<Plan, "status" | "steps" | "log">,
): readonly string[] {
  const { flow, spent, show } = facts;
  const next = plan.steps.find(({ state }) => state === "open");
  const line = readLineId(next?.id ?? null);
  const loop = loopShown(flow, line, plan);
  const tasks = loop === null ? [] : tasksIn(loop, flow, plan);
  const isOfRounds = loop?.some(countsRounds) === true;
  const one = isOfRounds ? "round" : "task";
  const phase = line === null ? null : phaseOf(flow, line.step);
  const result = facts.result ?? lastFile(facts, plan);
  const started = plan.log.entries.find(({ mark }) => mark?.word === "started")?.at ?? null;
  const parts = [
    `**Status:** ${plan.status}${isOver(plan) ? sayWhole(plan, tasks, one) : sayPlace(plan, line, tasks.length, one)}`,
    ...(phase === null || isOver(plan) ? [] : [`**Phase:** ${escapeMarkdown(phase, 120)}`]),
    `**Cost:** ${sayCost(spent)}${plan.status === "Active" ? " up to this step" : ""}`,
    ...(result === null ? [] : [`**Result:** ${link(result, nameOf(result).replace(/\.md$/i, ""))}`]),
    ...(started === null ? [] : [`**Started:** ${show(started)}`]),
    ...(started === null || !isOver(plan)
      ? []
      : [`**Took:** ${sayTime((plan.log.newest ?? started) - started)}`]),
  ];
  const rows = loop === null || isOfRounds ? [] : tasks.slice(0, MOST_ROWS).map(({ row }) => row);
  const more = tasks.length - rows.length;
  return [
    parts.join(" · "),
    ...(rows.length === 0 ? [] : ["", ...rows]),
    ...(rows.length > 0 && more > 0 ? ["", `And ${counted(more, "more task")}.`] : []),
  ];
}

/**
 * The file of the last step that writes, once an agent has nothing left to do; null for a flow that keeps its result in
 * a note, and where the file was not made by an agent, so that nobody knows whether it is there.
 */
function lastFile(
  { flow, folder }: Pick<ProgressFacts, "flow" | "folder">,
  { steps, log }: Pick<Plan, "steps" | "log">,
): string | null {
  const step = mainWay(flow).findLast((each) => hasAgent(each) && !isReview(each));
  if (step === undefined || flow.result !== undefined || loopOf(flow, step.step) !== null) return null;
  const lines = steps.filter(({ id }) => readLineId(id)?.isAsk === false && !hasAction(flow, id));
  const last = lines.findLast(({ id }) => readLineId(id)?.step === step.step);
  const isLeft = lines.some(({ state }) => state === "open") || last?.state !== "done";
  const isWritten = log.entries.some(
    ({ actor, mark }) => actor === "Agent" && mark?.word === "ticked" && mark.step === last?.id,
  );
  return isLeft || !isWritten ? null : `${folder}/${fileOf(step)}`;
}

function sayPlace({ steps }: Pick<Plan, "steps">, line: LineId | null, tasks: number, unit: string): string {
  if (line?.item != null && tasks > 0) return `, ${unit} ${count(line.item)} of ${count(tasks)}`;
  const over = steps.filter(({ state }) => state !== "open").length;
  return over === steps.length ? "" : `, step ${count(over + 1)} of ${count(steps.length)}`;
}

/** Of a plan that is over. */
function sayWhole({ steps }: Pick<Plan, "steps">, tasks: readonly TaskRow[], unit: string): string {
  const [states, one] =
    tasks.length > 0 ? [tasks.map(({ state }) => state), unit] : [steps.map(({ state }) => state), "step"];
  const of = (wanted: Step["state"]): number => states.filter((state) => state === wanted).length;
  const left = of("skipped");
  const open = of("open");
  return `, ${counted(of("done"), one)} done${left === 0 ? "" : `, ${count(left)} left out`}${open === 0 ? "" : `, ${count(open)} not done`}`;
}

/** By the log, so that it tells of the time that passed, and not of the time that anybody worked. */
function sayTime(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 60) return counted(minutes, "minute");
  if (ms < 2 * DAY) return `${count(Math.floor(minutes / 60))} h ${count(minutes % 60)} min`;
  return counted(Math.round(ms / DAY), "day");
}

function sayCost(spent: Spent): string {
  const usd = usdOf(spent);
  const most = spent.isAtMost ? "at most " : "";
  if (usd === null) return `${most}${counted(spent.tokens, "token")}, price not known`;
  if (spent.isUncounted === true && spent.tokens === 0) return "not known";
  return `${most}\\${sayUsd(usd)}${spent.isUncounted === true ? ", not counting turns by hand" : ""}`;
}

function phaseOf(flow: Flow, name: string): string | null {
  const way = mainWay(flow);
  const at = way.findIndex(({ step }) => step === name);
  return way.slice(0, at + 1).findLast(({ phase }) => phase !== undefined)?.phase ?? null;
}

/** The loop at which the plan is, else the last one that has begun. */
function loopShown(
  flow: Flow,
  line: LineId | null,
  { steps }: Pick<Plan, "steps">,
): readonly FlowStep[] | null {
  const loops = unitsOf(flow).flatMap((unit) => (unit.kind === "loop" ? [unit.steps] : []));
  const has = (loop: readonly FlowStep[], name: string): boolean => loop.some(({ step }) => step === name);
  return (
    loops.find((loop) => line?.item != null && has(loop, line.step)) ??
    loops.findLast((loop) =>
      steps.some(({ id }) => {
        const own = readLineId(id);
        return own?.item != null && has(loop, own.step);
      }),
    ) ??
    null
  );
}

interface TaskRow {
  /** Done or skipped where all of its lines are over. */
  readonly state: Step["state"];
  readonly row: string;
}

/** `2. ✓ Write the end: Spec review ✓, Quality review 1 finding`. */
function tasksIn(
  loop: readonly FlowStep[],
  flow: Flow,
  plan: Pick<Plan, "steps" | "log">,
): readonly TaskRow[] {
  const open = plan.steps.find(({ state }) => state === "open")?.id ?? null;
  const byTask = new Map<number, { readonly step: Step; readonly line: LineId }[]>();
  for (const step of plan.steps) {
    const line = readLineId(step.id);
    const own = line === null ? null : stepNamed({ steps: loop }, line.step);
    if (line?.item == null || own === null) continue;
    byTask.set(line.item, [...(byTask.get(line.item) ?? []), { step, line }]);
  }
  return [...byTask].map(([n, lines]) => {
    const states = lines.map(({ step }) => step.state);
    const isNow = lines.some(({ step }) => step.id !== null && step.id === open);
    const state = states.includes("open") ? "open" : states.includes("done") ? "done" : "skipped";
    const sign = state === "open" ? (isNow ? "▸ " : "") : state === "done" ? "✓ " : "– ";
    const reviews = loop.flatMap((step) => reviewIn(step, lines, plan) ?? []);
    const words = escapeMarkdown(itemAt(flow, loop[0]?.step ?? "", n, plan) ?? `task ${String(n)}`, 120);
    const made = filesMade(
      lines.map(({ step }) => step.id),
      plan,
    );
    const files = made.length === 0 ? "" : ` ${made.join(", ")}`;
    const row = `${String(n)}. ${sign}${words}${files}${reviews.length === 0 ? "" : `: ${reviews.join(", ")}`}`;
    return { state, row };
  });
}

const LINK = String.raw`\[\[[^[\]|]+\|[^[\]|]+\]\]`;
/** The links of an entry, behind the name of its step. */
const LINKS = new RegExp(`” (${LINK}(?:, ${LINK})*) — `, "u");

/** Links to the files of a task, as the log has them where its lines were ticked. */
function filesMade(ids: readonly (string | null)[], { log }: Pick<Plan, "log">): readonly string[] {
  const links = log.entries.flatMap(({ mark, text }) =>
    mark?.word === "ticked" && ids.includes(mark.step) ? (LINKS.exec(text)?.[1]?.split(", ") ?? []) : [],
  );
  return [...new Set(links)];
}

/** The end of the last attempt at a review of a task; null for a step that reviews nothing, or has not ended. */
function reviewIn(
  step: FlowStep,
  lines: readonly { readonly step: Step; readonly line: LineId }[],
  plan: Pick<Plan, "log">,
): string | null {
  // Findings of agents side by side send nothing back, so that no sign says whether it passed.
  if (!isReview(step) || step.beside !== undefined) return null;
  const own = lines.filter(({ line, step: { state } }) => line.step === step.step && state !== "open");
  const last = own.at(-1)?.step;
  if (last?.id == null) return null;
  const failed = failureAt(last.id, plan);
  const name = escapeMarkdown(titleOf(step), 60);
  if (last.state === "skipped") return `${name} not passed`;
  return failed === null ? `${name} ✓` : `${name} ${failed.why === "" ? "not yet" : failed.why}`;
}
