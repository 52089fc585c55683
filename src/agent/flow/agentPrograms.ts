/**
 * Programs that do steps of a flow as its agents. Such a program acts by itself, so a person who was shown it allows
 * it on this device: for one plan, and for one copy of its flow. Notes travel by sync, and nothing in a note can have a
 * program started.
 */
import { sayWords } from "../../flow/commandLine";
import { hasAgent, type Flow, type FlowStep } from "../../flow/flow";
import type { RunningFlow } from "../../flow/running";
import { programWords } from "../../settings/models";
import { hashText } from "../../kit/hash";
import { escapeLine } from "../../kit/text";
import type { Plan } from "../../note/plan/plan";
import {
  modelOf,
  type ModelProgram,
  type ModelRole,
  type NamedModel,
  type Settings,
} from "../../settings/settings";
import type { StopCode } from "../stops";
import type { FlowPart } from "./part";
import type { ProgramsHere } from "./programs";

/** Under this name the device keeps that a program may do steps of a plan. */
export function agentPermit(key: string, { command, args, folder, home }: ModelProgram): string {
  return `agent program ${JSON.stringify([key, [command, ...args], folder, home])}`;
}

/** The extent that a person was shown: this copy of the flow, and the names of the program’s steps in it. */
export function permitScope(copyHash: string, steps: readonly string[]): string {
  return `${copyHash} ${steps.join(",")}`;
}

/** The permission itself: for what was shown, and for the file that runs as it is. */
export function permitHash(scope: string, file: string): string {
  return `${scope} ${file}`;
}

/** In the place of a permission whose file was changed since. */
export const FILE_CHANGED = "file changed";

/** The hash of the file that a person allowed; null without a permission for this step of this copy of the flow. */
export function allowedFile(
  { key }: Pick<Plan, "key">,
  program: ModelProgram,
  { running: { copyHash }, step }: AllowedPart,
  { trusted }: Pick<ProgramsHere, "trusted">,
): string | null {
  const [copy, steps = "", file = ""] = (trusted.get(agentPermit(key, program)) ?? "").split(" ");
  return copy === copyHash && steps.split(",").includes(step.step) ? file : null;
}

interface AllowedPart {
  readonly running: Pick<RunningFlow, "copyHash">;
  readonly step: Pick<FlowStep, "step">;
}

/**
 * The name under which this device remembers that it started a program for a turn: notes can be lost, cut and turned
 * back.
 */
export function turnName(plan: string, run: string, turn: number, model: string): string {
  return `program turn ${hashText(JSON.stringify([plan, run, turn, model])).slice(0, 32)}`;
}

/** The name of the folder of that run: found again after a crash. */
export function folderName(...turn: Parameters<typeof turnName>): string {
  return hashText(turnName(...turn)).slice(0, 16);
}

/** The model of a step: of the flow’s agent where the settings name one, else of its role. */
export function roleIn(part: Pick<FlowPart, "agent"> | null): ModelRole | null {
  const named = part?.agent?.role;
  return named === undefined ? null : named === "planner" ? "planner" : "worker";
}

/**
 * The model that the settings name for the agent of a step of a flow; empty for none. A flow itself cannot name one.
 */
export function agentModel(agent: string | undefined, { agents }: Pick<Settings, "agents">): string {
  if (agent === undefined) return "";
  return Object.hasOwn(agents, agent) ? (agents[agent]?.model ?? "") : "";
}

/** Why a program is not started for this step; null where it may be. */
export function whyNotStarted(
  { name, model }: NamedModel,
  plan: Pick<Plan, "key" | "agentModel">,
  part: AllowedPart | null,
  here: ProgramsHere,
): { readonly code: StopCode; readonly why: string } | null {
  if (model.provider !== "program" || model.program === undefined) return null;
  if (plan.agentModel === name) return { code: "program-named", why: name };
  if (part === null) return { code: "program-alone", why: name };
  if (allowedFile(plan, model.program, part, here) !== null) return null;
  if (here.trusted.get(agentPermit(plan.key, model.program)) === FILE_CHANGED)
    return {
      code: "program-unasked",
      why: `“${name}” was changed since you allowed it, and waits until you allow it as it is now`,
    };
  const on = here.name === "" ? "" : ` (${escapeLine(here.name, 60)})`;
  return {
    code: "program-unasked",
    why: `“${name}” does not do this step on the acting device${on} until you allow it there`,
  };
}

/** The programs that a flow has as agents, by the settings. A plan that names one itself gets none. */
export function programsIn(
  { flow }: Pick<RunningFlow, "flow">,
  plan: Pick<Plan, "agentModel">,
  settings: Settings,
): readonly { readonly step: FlowStep; readonly program: ModelProgram }[] {
  return flow.steps
    .filter((step) => hasAgent(step) || step.check?.classifier !== undefined)
    .flatMap((step) => {
      const agent = step.agent === undefined ? null : (flow.agents[step.agent] ?? null);
      const role = roleIn({ agent });
      // An agent without a role has the planner decide how a step goes on.
      const roles: readonly ModelRole[] = role === null ? ["worker", "planner"] : [role];
      const found = roles.flatMap((each) => {
        const named = modelOf(settings, each, plan, agentModel(step.agent, settings));
        const program = named?.model.provider === "program" ? named.model.program : undefined;
        return program === undefined || plan.agentModel === named?.name ? [] : [program];
      });
      return [...new Set(found)].map((program) => ({ step, program }));
    });
}

/** Names of the steps that a program does, of those that the flow has for all programs. */
export function stepsFor(program: ModelProgram, all: ReturnType<typeof programsIn>): readonly string[] {
  const permit = agentPermit("", program);
  const own = all.filter((each) => agentPermit("", each.program) === permit);
  return [...new Set(own.map(({ step }) => step.step))];
}

/** A program as the agent of a flow that is not started yet. */
export interface AgentProgram {
  readonly agent: string;
  /** Names of all steps that the program does. */
  readonly steps: readonly string[];
  readonly program: ModelProgram;
  /** The program, and what it is given. */
  readonly words: readonly string[];
  /** The same on one line, harmless to show. */
  readonly line: string;
}

export function agentPrograms(flow: Flow, settings: Settings): readonly AgentProgram[] {
  const all = programsIn({ flow }, { agentModel: null }, settings);
  const found = all.map(({ step: { agent = "worker" }, program }): AgentProgram => {
    const words = programWords(program);
    return { agent, steps: stepsFor(program, all), program, words, line: sayWords(words) };
  });
  return found.filter(
    ({ agent, line }, at) => found.findIndex((each) => each.agent === agent && each.line === line) === at,
  );
}
