/** The faults of a step with an action: its type, its arguments, and where each value is from. */
import { nearest } from "../kit/nearest";
import { KINDS, kindOfType, rolesOf } from "../note/action/kinds";
import { sourceOf } from "./fillIn";
import { fileOf, writesFile, type Flow, type FlowStep } from "./flow";
import { loopOf } from "./route";
import { sayNoInput, sayUnasked, sayUnwritten } from "./sayAbsent";
import { partsOf, RECEIVER, type Part, type StepAction } from "./stepAction";

/** A sentence, with the keys within the step that lead to what it is about. */
export interface OnAction {
  readonly at: readonly [keyof FlowStep, ...string[]];
  readonly says: string;
  readonly isWarning?: true;
}

/** Keys that say what an agent does, or what a person is asked. An action is done outside, once it is approved. */
const NOT_WITH_ACTION = [
  "agent",
  "answer",
  "ask",
  "question",
  "options",
  "on_answer",
  "loop",
  "parallel",
  "produces",
  "revises",
  "reads",
  "skill",
  "check",
  "on_fail",
  "max_retries",
  "pause",
] as const satisfies readonly (keyof FlowStep)[];

/** `types`: those that can be carried out here; null where nobody knows. */
export function judgeAction(
  step: FlowStep,
  flow: Flow,
  types: readonly string[] | null,
): readonly OnAction[] {
  const { action } = step;
  if (action === undefined) return [];
  const others = NOT_WITH_ACTION.filter((key) => isGiven(step[key])).map((key): OnAction => ({
    at: [key],
    says: `A step with “action” has no “${key}”: the flow fills in what is to be sent, and you are asked whether it goes out. Put “${key}” at a step before or behind it.`,
  }));
  return [
    ...others,
    ...typeFaults(action, types),
    ...argumentFaults(action),
    ...partsOf(action).flatMap((part) =>
      valueFaults(part, step, flow).map((says): OnAction => ({ at: ["action", part.name], says })),
    ),
  ];
}

/** Keys that Planwright gives itself are empty lists. */
function isGiven(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function typeFaults({ type }: StepAction, types: readonly string[] | null): readonly OnAction[] {
  if (types === null || types.includes(type)) return [];
  const near = nearest(type, types);
  const there = types.length === 0 ? "They name none yet." : `They name: ${types.join(", ")}.`;
  const at = ["action", "type"] as const;
  return kindOfType(type) === null
    ? [
        {
          at,
          says: `There is no action of the type “${type}” in the settings. ${near === null ? there : `Did you mean “${near}”?`}`,
        },
      ]
    : [
        {
          at,
          says: `The settings name no server for actions of the type “${type}” yet, so you carry it out by hand once you have approved it.`,
          isWarning: true,
        },
      ];
}

/**
 * Faults of a type that plans usually give to a kind of action. A tool may have more arguments than those: it is asked
 * when the plan comes to the step.
 */
function argumentFaults(action: StepAction): readonly OnAction[] {
  const { type } = action;
  const parts = partsOf(action);
  const receivers = parts.filter(({ is }) => is === "receiver");
  const names = parts.flatMap(({ name, is }) => (is === "argument" ? [name] : []));
  const twice: readonly OnAction[] =
    receivers.length < 2
      ? []
      : [{ at: ["action", "target"], says: "“to” and “target” both name the receiver. Keep one." }];
  const kind = kindOfType(type);
  if (kind === null) return twice;
  const roles = rolesOf(kind, names, receivers.length === 0 ? null : RECEIVER[0]);
  const given = [...roles.values()].map(({ role }) => role);
  const usual = [...new Set(KINDS[kind].roles.map(({ role }) => role))];
  const odd = names.filter((each) => !roles.has(each));
  const unknown = odd.map((name): OnAction => {
    const near = nearest(name, usual);
    const says = `An action of the type “${type}” usually has no argument “${name}”.`;
    return near === null
      ? { at: ["action", name], says: `${says} It has: ${usual.join(", ")}.`, isWarning: true }
      : { at: ["action", name], says: `${says} Did you mean “${near}”?` };
  });
  const missing = KINDS[kind].needs.filter((each) => !given.includes(each));
  return [
    ...twice,
    ...unknown,
    ...missing.map((each): OnAction => ({
      at: ["action"],
      says: `An action of the type “${type}” needs “${each}”, and it is missing.`,
    })),
  ];
}

/** Sentences. */
function valueFaults(part: Part, step: FlowStep, flow: Flow): readonly string[] {
  const before = flow.steps.slice(0, flow.steps.indexOf(step));
  return part.values.flatMap((value): readonly string[] => {
    const source = sourceOf(value, step, flow);
    switch (source.kind) {
      case "text":
        return [];
      case "file":
        return fileFault(source.file, before, step, flow);
      case "input":
        return Object.hasOwn(flow.inputs, source.input) ? [] : [sayNoInput(source.input, flow)];
      case "answer":
        return before.some((each) => each.step === source.step && each.ask !== undefined)
          ? []
          : [sayUnasked(source.step, before.length, flow)];
    }
  });
}

function fileFault(file: string, before: readonly FlowStep[], step: FlowStep, flow: Flow): readonly string[] {
  const writers = before.filter(writesFile);
  const of = writers.find((each) => fileOf(each) === file);
  if (of === undefined) return [sayUnwritten(file, before.length, flow)];
  const loop = loopOf(flow, of.step)?.steps;
  return loop === undefined || loop.includes(step)
    ? []
    : [
        `“${file}” is written in a loop, once for each task, and this step is not part of it. Name “${step.step}” under “with” of the loop, or use a file of a step outside of loops.`,
      ];
}
