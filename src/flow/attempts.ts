/** The attempts at the steps of a flow, as the Roadmap and the log of its plan have them. */
import { counted } from "../kit/numbers";
import { unescapeMarkdown } from "../kit/text";
import { withoutHand } from "../note/plan/approvalMarker";
import type { Plan } from "../note/plan/plan";
import { titleOf, type Flow } from "./flow";
import { readLineId, type LineId } from "./lineId";
import { loopOf, stepNamed } from "./route";

type Lines = Pick<Plan, "steps" | "log">;

/** Whether the flow went on from a failed check already; a line of the log, or the lines themselves, may be gone. */
export function hasFurther({ step, item, attempt }: LineId, line: string, { log, steps }: Lines): boolean {
  return (
    log.has(({ word, note }) => word === "unfolded" && note === line) ||
    steps.some(({ id }) => {
      const other = readLineId(id);
      return other?.step === step && other.item === item && other.attempt > attempt;
    })
  );
}

/**
 * The attempt that comes next at a step, even if lines of it were deleted since, or have lost their block ids. No id
 * comes twice: what was noted of one attempt would count for another. `isBack`: the flow has been at the step before.
 */
export function nextAttempt(
  step: string,
  item: number | null,
  { steps, log }: Lines,
  isBack = false,
): number {
  const of = (id: string | null): number => {
    const line: LineId | null = readLineId(id);
    return line?.step === step && line.item === item ? line.attempt : 0;
  };
  const last = Math.max(
    isBack ? 1 : 0,
    ...steps.map(({ id }) => of(id)),
    ...log.entries.map(({ mark }) => of(mark?.step ?? null)),
  );
  return 1 + last;
}

/** The failed check at a line; null where it held, or a person ticked the line. `text`: a hash of the findings. */
export function failureAt(
  id: string,
  { log }: Pick<Plan, "log">,
): { readonly why: string; readonly text: string } | null {
  const last = log.last(
    ({ word, step }) => step === id && (word === "failed" || word === "ticked" || word === "reopened"),
  )?.mark;
  if (last?.word !== "failed") return null;
  const count = Number(last.note ?? "0");
  // A person who wants something else has found nothing.
  const found = readLineId(id)?.isAsk === true ? "as you said" : counted(count, "finding");
  return { why: count > 0 ? found : "", text: last.text ?? "" };
}

/** Before the findings of a failed check, in the log. */
export const NOT_HELD = "did not hold";
/** Between two findings in the log, and the sign that stands for it within one. */
const [BETWEEN, WITHIN] = [" · ", " ∙ "];

/** The findings of a check, as the log has them in one line. */
export function joinFindings(findings: readonly string[]): string {
  return findings.map((each) => each.replaceAll(BETWEEN, WITHIN)).join(BETWEEN);
}

/**
 * The findings that send a line back, a list for each check: of the attempt before, and of the reviews behind it.
 * `from`: names of the steps whose checks send it back, itself among them.
 */
export function findingsBefore(
  { step, item, attempt }: LineId,
  from: readonly string[],
  { log }: Pick<Plan, "log">,
): readonly (readonly string[])[] {
  const isAt = (id: string | null, of: readonly string[]): boolean => {
    const line = readLineId(id);
    return line !== null && line.item === item && !line.isAsk && of.includes(line.step);
  };
  const before = log.entries.findLastIndex(
    ({ mark }) =>
      (mark?.word === "ticked" || mark?.word === "failed") &&
      isAt(mark.step, [step]) &&
      (readLineId(mark.step)?.attempt ?? 0) < attempt,
  );
  return log.entries.slice(Math.max(0, before)).flatMap(({ mark, text }) => {
    if (mark?.word !== "failed" || !isAt(mark.step, from)) return [];
    const front = `” ${NOT_HELD} — `;
    const at = text.indexOf(front);
    const said = text.slice(at + front.length).replace(/\s*\([^()]*\)\s*$/, "");
    const findings = unescapeMarkdown(said).split(BETWEEN);
    return at < 0 ? [] : [findings.map((each) => each.replaceAll(WITHIN, BETWEEN))];
  });
}

/** The words of a task, as its first line in the Roadmap shows them. `of`: a step in its loop. */
export function itemAt(
  flow: Pick<Flow, "steps">,
  of: string,
  item: number,
  { steps }: Pick<Plan, "steps">,
): string | null {
  const loop = loopOf(flow, of)?.steps;
  for (const { id, text } of steps) {
    const line = readLineId(id);
    const step = line === null ? null : stepNamed({ steps: loop ?? flow.steps }, line.step);
    const front = step === null ? "" : `${withoutHand(titleOf(step))}: `;
    const words = withoutHand(unescapeMarkdown(text));
    if (line?.item === item && line.attempt === 1 && front !== "" && words.startsWith(front))
      return words.slice(front.length);
  }
  return null;
}
