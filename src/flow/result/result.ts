/**
 * The result of a flow as its plan stands: whether there is something to keep in a note, and what the person said
 * becomes of it. All of it follows from the Roadmap, the questions and the log, so that after a crash it is the same.
 */
import { isOver, type Plan, type Step } from "../../note/plan/plan";
import { fileOf, hasAgent, writesFile, type Flow, type FlowResult, type FlowStep } from "../flow";
import { readLineId, type LineId } from "../lineId";
import { nameHash, type ResultNote, type ResultPlace } from "./resultNote";
import { stepNamed } from "../route";
import { isSameAnswer, ledTo, saidAtLine } from "../said";

type Kept = Pick<Plan, "steps" | "log" | "questions" | "status">;

/** In the log, with the hash of the flow’s copy: without the copy at hand, it tells that the flow has a result. */
export const KEEPS_RESULT = "result";

/** Whether a plan is over and nothing tells yet what was kept of its flow. */
export function isToKeep({ status, log }: Pick<Plan, "status" | "log">): boolean {
  return (
    isOver({ status }) &&
    log.last(({ word }) => word === "flow")?.mark.note === KEEPS_RESULT &&
    !log.has(({ word }) => word === "kept")
  );
}

/** The last line that wrote the file, done; null where it is not written yet. */
function writtenAt(flow: Flow, file: string, { steps }: Pick<Plan, "steps">): string | null {
  const line = steps.findLast(({ id, state }) => {
    const of = readLineId(id);
    const step = of === null ? null : stepNamed(flow, of.step);
    return (
      state === "done" && of?.isAsk === false && step !== null && writesFile(step) && fileOf(step) === file
    );
  });
  return line?.id ?? null;
}

export interface ToKeep {
  /** The line that wrote it. */
  readonly line: string;
  /** Names of work files: the first that is there is kept. */
  readonly from: readonly string[];
}

/** The result that is not in a note yet; of a plan that ends without one, whatever is there of it. */
export function toKeep(flow: Flow, plan: Kept): ToKeep | null {
  const { from = [] } = flow.result ?? {};
  const isKept = (line: string | null): boolean =>
    plan.log.has(({ word, step }) => word === "kept" && (line === null || step === line));
  const whole = writtenAt(flow, from[0] ?? "", plan);
  if (whole !== null) return isKept(whole) ? null : { line: whole, from };
  const isEnding = isOver(plan) || plan.steps.every(({ state }) => state !== "open");
  if (!isEnding || isKept(null)) return null;
  const line = from.map((file) => writtenAt(flow, file, plan)).find((each) => each !== null);
  return line == null ? null : { line, from };
}

/** Reviews that are done, and behind which something was done since: what a reviewer found was worked in. */
export function roundsOf(flow: Flow, { steps }: Pick<Plan, "steps">): number {
  const done = steps.flatMap(({ id, state }) => {
    const line = readLineId(id);
    const step = line === null || line.isAsk ? null : stepNamed(flow, line.step);
    // The one line of a loop is no round of it.
    const isLoop = step?.loop !== undefined && line?.item === null;
    return state === "done" && step !== null && hasAgent(step) && !isLoop ? [step] : [];
  });
  const role = ({ agent = "" }: FlowStep): string | undefined =>
    Object.hasOwn(flow.agents, agent) ? flow.agents[agent]?.role : undefined;
  return done.slice(0, -1).filter((step) => role(step) === "reviewer").length;
}

export interface Deciding {
  readonly line: LineId & { readonly id: string };
  readonly state: Step["state"];
}

/** The last line at which the person is asked what becomes of the result. */
export function decidingLine(flow: Flow, { steps }: Pick<Plan, "steps">): Deciding | null {
  const { decide } = flow.result ?? {};
  const found = steps.findLast(({ id }) => {
    const line = readLineId(id);
    return line?.isAsk === true && line.step === decide;
  });
  const line = readLineId(found?.id ?? null);
  return found?.id == null || line === null ? null : { line: { ...line, id: found.id }, state: found.state };
}

/** The place that was decided on; null while nothing is, and where the answer led elsewhere. */
export function decidedPlace(
  flow: Flow,
  inputs: Readonly<Record<string, string>>,
  plan: Kept,
): { readonly line: string; readonly place: ResultPlace } | null {
  const at = decidingLine(flow, plan);
  const { result } = flow;
  const step = at === null ? null : stepNamed(flow, at.line.step);
  if (at === null || result === undefined || step === null || at.state === "open") return null;
  const { id: line } = at.line;
  if (at.state === "skipped") {
    const when = result.approve_when;
    return when !== undefined && isSameAnswer(inputs[when.input] ?? "", when.is)
      ? { line, place: "approved" }
      : null;
  }
  const said = saidAtLine(line, plan);
  return ledTo(step, said) === null ? { line, place: placeOf(result, said) } : null;
}

function placeOf({ approve, reject }: FlowResult, said: string): ResultPlace {
  if (approve !== undefined && isSameAnswer(approve, said)) return "approved";
  return reject !== undefined && isSameAnswer(reject, said) ? "rejected" : "draft";
}

/** The option that is answered by moving the note there; null for none. */
export function optionFor({ approve, reject }: FlowResult, place: ResultPlace): string | null {
  return (place === "approved" ? approve : place === "rejected" ? reject : undefined) ?? null;
}

/**
 * The note of the last result that was kept; a plan can have several where the person changed one. They may have
 * renamed it: then it is known by its text, or by being the only one that is not an earlier result.
 */
export function latestResult({
  plan,
  results,
}: {
  readonly plan: Pick<Plan, "log">;
  readonly results: readonly ResultNote[];
}): ResultNote | null {
  // Most plans have none, and their logs need not be read for it.
  if (results.length === 0) return null;
  const kept = plan.log.entries.flatMap(({ mark }) => (mark?.word === "kept" ? [mark] : []));
  const last = kept.at(-1);
  const others = results.filter(({ path }) => kept.every(({ note }) => note !== nameHash(path)));
  return (
    results.find(({ path }) => nameHash(path) === last?.note) ??
    others.find(({ body }) => body === last?.text) ??
    (others.length === 1 ? (others[0] ?? null) : null)
  );
}
