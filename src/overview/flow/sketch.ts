/** Where a plan is in its flow, as lines for a terminal: its phases, and each step with how it stands. */
import { readLineId } from "../../flow/lineId";
import { mainWay, stepNamed } from "../../flow/route";
import type { RunningFlow } from "../../flow/running";
import { escapeLine } from "../../kit/text";
import { posesAQuestion } from "../../note/plan/blocks";
import type { Step } from "../../note/plan/plan";
import type { PlanView } from "../../rules/world";
import { withoutLinks } from "../titles";

export type StepState = "done" | "left-out" | "now" | "asked" | "to-come";

export interface SketchedStep {
  /** Null for one that comes before any. */
  readonly phase: string | null;
  readonly title: string;
  readonly state: StepState;
  readonly attempts: number;
  /** Why the last attempt was called for; empty for none. */
  readonly why: string;
}

const SIGNS: Readonly<Record<StepState, string>> = {
  done: "✓",
  "left-out": "–",
  now: "▸",
  asked: "?",
  "to-come": "·",
};
const MEANINGS: Readonly<Record<StepState, string>> = {
  done: "done",
  "left-out": "left out",
  now: "now",
  asked: "asks you",
  "to-come": "to come",
};
const AGAIN = / — again(?:: (.*))?$/su;

/** All attempts at a step are one of these. */
export function sketchSteps(
  { flow }: Pick<RunningFlow, "flow">,
  { plan, step, block }: Pick<PlanView, "plan" | "step" | "block">,
): readonly SketchedStep[] {
  const groups = new Map<string, Step[]>();
  for (const each of plan.steps) {
    const line = readLineId(each.id);
    const key = line === null ? `own ${String(each.n)}` : JSON.stringify([line.step, line.item, line.isAsk]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const phases = new Map<string, string>();
  let at: string | null = null;
  for (const of of mainWay(flow)) {
    at = of.phase ?? at;
    if (at !== null) phases.set(of.step, at);
  }
  let phase: string | null = null;
  return [...groups.values()].flatMap((lines): readonly SketchedStep[] => {
    const [first] = lines;
    const last = lines.at(-1);
    if (first === undefined || last === undefined) return [];
    const line = readLineId(first.id);
    phase = (line === null ? undefined : phases.get(stepNamed(flow, line.step)?.step ?? "")) ?? phase;
    const isNow = lines.some(({ n }) => n === step?.n);
    const words = withoutLinks(last.text);
    return [
      {
        phase,
        title: withoutLinks(first.text).replace(AGAIN, ""),
        state: isNow
          ? posesAQuestion(block?.kind ?? null)
            ? "asked"
            : "now"
          : last.state === "open"
            ? "to-come"
            : last.state === "done"
              ? "done"
              : "left-out",
        attempts: Math.max(lines.length, ...lines.map(({ id }) => readLineId(id)?.attempt ?? 1)),
        why: AGAIN.exec(words)?.[1] ?? "",
      },
    ];
  });
}

/** `columns`: the width of the terminal; no line is longer. */
export function sketchLines(steps: readonly SketchedStep[], columns: number): readonly string[] {
  const used = (Object.keys(SIGNS) as StepState[]).filter((state) =>
    steps.some((each) => each.state === state),
  );
  return [
    ...steps.flatMap(({ phase, title, state, attempts, why }, at) => {
      const isNew = phase !== null && phase !== steps[at - 1]?.phase;
      const times = attempts === 1 ? "" : `, attempt ${String(attempts)}`;
      const found = why === "" || columns < ROOMY ? "" : `: ${escapeLine(why, 30)}`;
      const room = columns - 4 - times.length - found.length;
      return [
        ...(isNew ? [...(at === 0 ? [] : [""]), escapeLine(withoutLinks(phase), columns)] : []),
        `  ${SIGNS[state]} ${escapeLine(title, room)}${times}${found}`,
      ];
    }),
    "",
    ...wrap(
      used.map((state) => `${SIGNS[state]} ${MEANINGS[state]}`),
      columns,
    ),
  ];
}

/** Columns from which on a line says why a step was done again. */
const ROOMY = 60;

function wrap(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ""}  ${word}`;
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
