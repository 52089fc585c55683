/**
 * Steps with `parallel`: each of their agents gets a step of its own, with its line in the Roadmap. They work at the
 * same time, and none of them is given what another one wrote. Their lines are ticked in the order of the note.
 */
import { isGated, type Plan, type Step } from "../note/plan/plan";
import { titleOf, type Flow, type FlowStep } from "./flow";
import { readLineId } from "./lineId";
import { stepNamed } from "./route";

/** The word by which one of them says that it found nothing. */
const NOTHING_FOUND = "APPROVED";

export interface Spread {
  readonly steps: readonly FlowStep[];
  /** For each of these steps, the index of the step that it was written as. */
  readonly origins: readonly number[];
}

export function spreadParallel(written: readonly FlowStep[]): Spread {
  const spread = written.flatMap((step, at) => branchesOf(step).map((each) => ({ step: each, at })));
  const names = new Map(written.map((step) => [step.step, branchesOf(step).map((each) => each.step)]));
  const all = (name: string): readonly string[] => names.get(name) ?? [name];
  const first = (name: string): string => all(name)[0] ?? name;
  return {
    steps: names.size === 0 ? written : spread.map(({ step }) => renamed(step, all, first)),
    origins: spread.map(({ at }) => at),
  };
}

/** Keys that say what its agents do; they look at the work and say what they find, and no more. */
const NOT_BESIDE = [
  ["skill", "Each agent of “parallel” names its own skill."],
  ["agent", "The agents are those of “parallel”."],
  ["check", "Agents side by side say what they find; only a critical finding stops the flow."],
  ["produces", "Each agent of “parallel” writes a file with the name of its skill."],
  ["revises", "Agents side by side change no file."],
  ["answer", "Agents side by side say what they find, and write no such block."],
  ["ask", "You are asked only about a critical finding."],
  ["pause", "Put the pause at the step before, or behind."],
  ["loop", "Name this step under “with” of the loop before it."],
] as const satisfies readonly (readonly [keyof FlowStep, string])[];
/** Tools that change nothing but the agent’s own file. */
const READING = ["read_note", "list_folder", "search_notes", "write_work_file", "edit_file"];

/** Sentences, each with the index of the step and the key that it is about. */
export function judgeParallel(
  steps: readonly FlowStep[],
  agents: Flow["agents"],
): readonly (readonly [number, keyof FlowStep, string])[] {
  return steps.flatMap((step, at) => {
    if (step.parallel === undefined) return [];
    const odd = NOT_BESIDE.filter(([key]) => step[key] !== undefined).map(
      ([key, says]) => [at, key, `A step with “parallel” has no “${key}”. ${says}`] as const,
    );
    const writing = step.parallel.flatMap(({ agent }) => {
      const tools = Object.hasOwn(agents, agent) ? agents[agent]?.tools : undefined;
      const more = tools?.find((each) => !READING.includes(each));
      if (tools !== undefined && more === undefined) return [];
      const why = tools === undefined ? "may use every tool" : `may use ${more ?? ""}`;
      return [
        [
          at,
          "parallel",
          `Agents side by side only read, and “${agent}” ${why}. Give it “tools”, of: ${READING.join(", ")}.`,
        ] as const,
      ];
    });
    return [...odd, ...writing];
  });
}

/**
 * Names the agents that look at the same work, where the line of this block id is one of theirs; null for any other.
 */
export function groupAt(flow: Pick<Flow, "steps">, id: string | null): string | null {
  const line = readLineId(id);
  const group = line === null || line.isAsk ? undefined : stepNamed(flow, line.step)?.group;
  return group === undefined ? null : `${group} ${String(line?.item ?? "")}`;
}

/**
 * The open lines right behind the next one that belong to the same agents side by side. Any other line ends them,
 * because what is done there may change the work that they look at.
 */
export function linesBeside(flow: Pick<Flow, "steps">, { steps }: Pick<Plan, "steps">): readonly Step[] {
  const open = steps.filter(({ state }) => state === "open");
  const group = groupAt(flow, open[0]?.id ?? null);
  if (group === null) return [];
  const end = open.findIndex(({ id }) => groupAt(flow, id) !== group);
  // At a line with an approval it takes its turn as anywhere.
  return open.slice(1, end < 0 ? undefined : end).filter((line) => !isGated(line));
}

function branchesOf(step: FlowStep): readonly FlowStep[] {
  const { parallel, phase, next, title, ...rest } = step;
  if (parallel === undefined) return [step];
  const beside = titleOf(step);
  return parallel.map(({ skill, agent }, at): FlowStep => ({
    ...rest,
    step: skill,
    skill,
    agent,
    title: `${beside}: ${skill.replace(/-/g, " ")}`,
    beside,
    group: step.step,
    check: { output: NOTHING_FOUND },
    ...(at === 0 && phase !== undefined ? { phase } : {}),
    ...(at === parallel.length - 1 && next !== undefined ? { next } : {}),
  }));
}

/** Jumps to a step with `parallel` lead to the first of its agents, and a loop takes all of them along. */
function renamed(
  step: FlowStep,
  all: (name: string) => readonly string[],
  first: (name: string) => string,
): FlowStep {
  const { loop, next, on_fail, on_answer } = step;
  return {
    ...step,
    ...(next === undefined ? {} : { next: first(next) }),
    ...(on_fail === undefined ? {} : { on_fail: first(on_fail) }),
    ...(on_answer === undefined
      ? {}
      : { on_answer: Object.fromEntries(Object.entries(on_answer).map(([said, to]) => [said, first(to)])) }),
    ...(typeof loop === "object" && !Array.isArray(loop)
      ? { loop: { ...loop, with: loop.with.flatMap(all) } }
      : {}),
  };
}
