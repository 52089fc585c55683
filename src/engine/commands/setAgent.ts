/** Lets an agent work on a plan, or no longer: its property, and a line in its log. A person’s word only. */
import { nameInCommand } from "../../settings/places";
import { addValue, setValue } from "../../kit/frontmatter";
import { hashText } from "../../kit/hash";
import { editPlan } from "../../note/plan/edit";
import type { NewEntry } from "../../note/plan/logEntry";
import { workFolderName } from "../../note/plan/compose";
import { isOver, planTitle, type Plan } from "../../note/plan/plan";
import { isBlockedByPerson } from "../../note/plan/standstill";
import { renderEntry } from "../../note/plan/renderLog";
import type { PlanView, World } from "../../rules/world";
import type { Settings } from "../../settings/settings";
import { agentTerms } from "../../overview/agentTerms";
import { spentOnView } from "../../overview/spentOnView";
import { planName, withoutLinks } from "../../overview/titles";
import { saySpent } from "../../agent/tell";
import { change } from "../perform/change";
import type { Context } from "../perform/context";
import { no, told, yes, type Obeyed } from "../perform/replies";

type Mode = "auto" | "step" | "off";

const ACTIONS: Readonly<Record<Mode, string>> = {
  auto: "Let an agent work on the plan",
  step: "Let an agent work on the plan, one step at a time",
  off: "Took the plan from the agent",
};

export async function setAgent(
  view: PlanView,
  mode: Mode,
  world: Pick<World, "acting" | "device">,
  context: Context,
): Promise<Obeyed> {
  const { plan, hash } = view;
  const { acting } = world;
  if (isOver(plan)) return no(`${planName(plan)} is over.`);
  if ((plan.agent ?? "off") === mode && plan.agentWord === null)
    return yes(
      mode === "off"
        ? `No agent works on ${planName(plan)}.`
        : sayAgent(plan, mode, context.settings, acting),
    );
  const entry: NewEntry = {
    actor: "Human",
    action: ACTIONS[mode],
    rationale: "By command",
    mark: { word: "agent", text: mode },
  };
  // Work that is there stays where it is.
  const isKept =
    mode === "off" ||
    view.work.size > 0 ||
    plan.log.last(({ word }) => word === "agent" || word === "ticked") != null;
  const folder = workFolderName(plan.taskId, withoutLinks(planTitle(plan)));
  const line = renderEntry(entry, context.clock.now(), context.by);
  const result = await change(
    plan.path,
    (text) => {
      if (hashText(text) !== hash) return null;
      const set = setValue(text, "agent", mode) ?? addValue(text, "agent", mode);
      const named = isKept || set === null ? set : (addValue(set, "work_folder", folder) ?? set);
      return named === null ? null : editPlan(plan.path, named, [{ kind: "log", line }]);
    },
    context,
  );
  return told(
    result,
    mode === "off"
      ? `No agent works on ${planName(plan)} any more.${sayCost(view, world)} Its step is yours now; you can let the agent work on it again.`
      : sayAgent(plan, mode, context.settings, acting),
  );
}

/** A call that was stopped may still have to be paid: its cost is told as what it is at most. */
function sayCost(view: PlanView, world: Pick<World, "device">): string {
  const spent = spentOnView(world, view);
  return spent.turns === 0 ? "" : ` It has used ${saySpent(spent)} on this plan.`;
}

/**
 * Tells the person what the agent may read, where that goes, how much it may use, and what is still to be done before
 * it works.
 */
function sayAgent(
  plan: Plan,
  mode: Exclude<Mode, "off">,
  settings: Settings,
  acting: World["acting"],
): string {
  const { reads, leaves, tools, limits } = agentTerms(settings, plan);
  const first = [
    ...(plan.status === "Draft" ? [`First start the plan: {do:start ${nameInCommand(plan.taskId)}}.`] : []),
    ...(isBlockedByPerson(plan)
      ? [`First let the plan go on: {do:resume ${nameInCommand(plan.taskId)}}.`]
      : []),
    ...(acting.kind !== "nobody" ? [] : ["It works on the acting device; there is none yet{do:settle}."]),
  ];
  return [
    `An agent ${first.length === 0 ? "works" : "may work"} on ${planName(plan)}${mode === "step" ? ", one step at a time" : ""}.`,
    ...first,
    reads,
    leaves,
    ...(tools === "" ? [] : [tools]),
    limits,
    "Nothing else leaves this device.",
  ].join(" ");
}
