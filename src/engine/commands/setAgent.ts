/** Lets an agent work on a plan, or no longer: its property, and a line in its log. A person’s word only. */
import { addValue, setValue } from "../../kit/frontmatter";
import { hashText } from "../../kit/hash";
import { editPlan } from "../../plan/edit";
import type { NewEntry } from "../../plan/logEntry";
import { isOver, type Plan } from "../../plan/plan";
import { renderEntry } from "../../plan/renderLog";
import type { PlanView } from "../../rules/world";
import { definitionOf } from "../../settings/models";
import { workerOf, type Settings } from "../../settings/settings";
import { change } from "../perform/change";
import type { Bench } from "../perform/context";
import { no, told, yes, type Obeyed } from "../perform/replies";

type Mode = "auto" | "step" | "off";

const ACTIONS: Readonly<Record<Mode, string>> = {
  auto: "Let an agent do the steps of the plan that need no approval",
  step: "Let an agent do the steps of the plan that need no approval, one at a time",
  off: "Took the plan from the agent",
};

export async function setAgent({ plan, hash }: PlanView, mode: Mode, bench: Bench): Promise<Obeyed> {
  if (isOver(plan)) return no(`${plan.taskId} is over.`);
  if ((plan.agent ?? "off") === mode && plan.agentWord === null)
    return yes(mode === "off" ? `No agent works on ${plan.taskId}.` : sayAgent(plan, mode, bench.settings));
  const entry: NewEntry = {
    actor: "Human",
    action: ACTIONS[mode],
    rationale: "By command",
    mark: { word: "agent", text: mode },
  };
  const line = renderEntry(entry, bench.clock.now());
  const result = await change(
    plan.path,
    (text) => {
      if (hashText(text) !== hash) return null;
      const set = setValue(text, "agent", mode) ?? addValue(text, "agent", mode);
      return set === null ? null : editPlan(plan.path, set, [{ kind: "log", line }]);
    },
    bench,
  );
  return told(
    result,
    mode === "off" ? `No agent works on ${plan.taskId} any more.` : sayAgent(plan, mode, bench.settings),
  );
}

/** Tells the person what the agent may read, where that goes, and how much it may use. */
function sayAgent(plan: Plan, mode: Exclude<Mode, "off">, settings: Settings): string {
  const id = plan.taskId;
  const { agent_folders: folders, limits } = settings;
  const worker = workerOf(settings, plan);
  const where =
    folders.length === 0
      ? "the folders of plans and tasks, and notes that the plan links to"
      : folders.some((each) => each.replace(/\//g, "") === "")
        ? "the whole vault, but for requests and records"
        : folders.join(", ");
  const model =
    worker === null
      ? plan.agentModel !== null
        ? `“agent_model” in ${id} names a model that the settings do not have; correct it, or take the line away.`
        : "The settings name no model yet; until they do, you can answer in its place, by copy and paste."
      : worker.model.provider === "scripted"
        ? `Its model “${worker.name}” is a script; nothing leaves this device.`
        : worker.model.provider === "by-hand"
          ? `You are its model, by copy and paste: what it reads goes where you paste it.`
          : `What it reads goes to the model “${worker.name}” at ${definitionOf(worker.model).url}.`;
  return `An agent works on ${id}${mode === "step" ? ", one step at a time" : ""}. It may read ${where}. ${model} For one step it has ${String(limits.turns)} turns, ${String(limits.tokens)} tokens, and $${String(limits.usd)} where the price is known. It can send nothing else.`;
}
