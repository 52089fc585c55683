/**
 * The terms on which a person lets an agent work, before they let it: the notes that it may read, the data that leaves
 * the device and its receiver, and how much it may use.
 */
import type { Plan } from "../note/plan/plan";
import { escapeLine } from "../kit/text";
import { typeBehind } from "../settings/agentTools";
import { PROGRAM_RISK, receiverOf } from "../settings/models";
import { modelOf, type NamedModel, type Settings } from "../settings/settings";

/** Sentences. */
export interface AgentTerms {
  readonly reads: string;
  readonly leaves: string;
  /** The tools of servers that it may call; empty where it may call none. */
  readonly tools: string;
  readonly limits: string;
  /** False where the settings name no model. */
  readonly hasModel: boolean;
}

export function agentTerms(settings: Settings, plan: Pick<Plan, "taskId" | "agentModel">): AgentTerms {
  const { agent_folders: folders, limits } = settings;
  const where =
    folders.length === 0
      ? "the folders of plans and tasks, and notes the plan links to"
      : folders.some((each) => each.replace(/\//g, "") === "")
        ? "the whole vault, except approvals, records, the Dashboard and work on other plans"
        : folders.join(", ");
  return {
    reads: `It may read ${where}.`,
    leaves: leaving(settings, plan),
    tools: sayTools(settings),
    limits: `Per step, it has ${String(limits.turns)} turns, ${String(limits.tokens)} tokens, and $${String(limits.usd)}; for the plan, $${String(limits.plan_usd)}; for all plans in 24 hours, $${String(limits.day_usd)}.`,
    hasModel: modelOf(settings, "worker", plan) !== null,
  };
}

function leaving(settings: Settings, plan: Pick<Plan, "taskId" | "agentModel">): string {
  const worker = modelOf(settings, "worker", plan);
  if (worker === null && plan.agentModel !== null)
    return `“agent_model” in the plan names a model that the settings do not have; correct or remove the line.`;
  if (worker === null)
    return "The settings name no model yet; until then, you can answer for it, by copy and paste.";
  if (worker.model.provider === "by-hand")
    return "You are its model, by copy and paste: what it reads goes where you paste it.";
  const planner = modelOf(settings, "planner", plan);
  const others =
    planner === null || planner.name === worker.name
      ? []
      : [
          `If an answer does not say how it goes on, or the plan names a function for a step, another model decides. ${goesTo(planner, settings)}`,
        ];
  return [goesTo(worker, settings), ...others].join(" ");
}

function sayTools(settings: Settings): string {
  const called = callable(settings).map(
    ({ server, tool, unasked }) =>
      `“${escapeLine(tool, 128)}” of “${escapeLine(server, 100)}” (${unasked ? "without asking you" : "you are asked before each call"})`,
  );
  return called.length === 0
    ? ""
    : `What it passes to these functions also leaves this device: ${called.join(", ")}.`;
}

function callable(settings: Settings): Settings["agent_tools"] {
  return settings.agent_tools.filter(({ tool }) => typeBehind(tool, settings) === null);
}

function goesTo(named: NamedModel, settings: Settings): string {
  const { provider } = named.model;
  const goes = `What it reads goes to ${receiverOf(named)}`;
  if (provider === "program") return `${goes}. ${PROGRAM_RISK}.`;
  return `${goes}${provider === "scripted" && callable(settings).length === 0 ? "; nothing leaves this device" : ""}.`;
}

/** Folders and tags that no agent reads; empty where there are none. */
export function sayClosed({ agent_never: never }: Pick<Settings, "agent_never">): string {
  return never.length === 0 ? "" : `It never reads ${never.join(", ")}.`;
}
