/** “Let the agent work on this plan…”: what it may read, what leaves the device and to whom, the limits; then all steps, one at a time, or none. */
import { plain } from "../../kit/text";
import { isGated, isOpenToAgents, planTitle, type Plan } from "../../plan/plan";
import { agentTerms, sayClosed } from "../../views/agentTerms";
import type { PlanView, World } from "../../rules/world";
import { promptDetails } from "./showPrompt";
import { stopAgent } from "./watchAgent";
import { thinkByHand } from "../byHand";
import { openDialog, type DialogButton } from "../dialog";
import type { Door } from "../door";
import { editModels } from "../settings/modelList";
import { showLine, showWarning } from "../text";

export function letAgentWork(door: Door, view: PlanView, world: World): void {
  const { plan } = view;
  const terms = agentTerms(world.settings, plan);
  const lets = (mode: "auto" | "step") => () => door.obey({ kind: "agent", plan: plan.path, mode });
  const buttons: readonly DialogButton[] = terms.hasModel
    ? [
        { label: "All steps", kind: plan.agent === null ? "main" : undefined, run: lets("auto") },
        { label: "One step at a time", run: lets("step") },
      ]
    : [
        {
          label: "Add a model…",
          kind: "main",
          run: () => {
            editModels(door, null, () => void goOn(door, plan.path));
            return true;
          },
        },
        {
          label: "Answer in its place…",
          run: async () => {
            const isDone = await lets("auto")();
            if (isDone) void byHand(door, plan.path);
            return isDone;
          },
        },
      ];
  openDialog(door.app, {
    title: `Let the agent work on “${plain(planTitle(plan), 60)}”?`,
    fill: (content) => {
      if (!terms.hasModel)
        showWarning(
          content,
          plan.agentModel === null
            ? "No model is named for agents yet. Add one, or answer in its place by copy and paste."
            : terms.leaves,
        );
      showLine(content, saySteps(plan));
      if (terms.hasModel) {
        showLine(content, `${terms.reads} ${sayClosed(world.settings)}`.trim());
        showLine(content, `${[terms.leaves, terms.tools].join(" ").trim()} Nothing else leaves this device.`);
        showLine(content, `${terms.limits} Then you are asked.`);
      }
      const now = sayNow(plan);
      if (now !== null) showLine(content, now);
      for (const each of notYet(view, world, door)) showWarning(content, each);
      promptDetails(content, view, world);
    },
    buttons: [
      ...buttons,
      ...(plan.agent === null
        ? []
        : [{ label: "Stop", kind: "careful" as const, run: () => stopAgent(door, view) }]),
    ],
  });
}

/** With the model that was just added. */
async function goOn(door: Door, path: string): Promise<void> {
  await door.settings.apply();
  const closer = await door.closer(path);
  if (closer?.view != null) letAgentWork(door, closer.view, closer.world);
}

async function byHand(door: Door, path: string): Promise<void> {
  await door.settle(path);
  const closer = await door.closer(path);
  if (closer?.view != null) thinkByHand(door, closer.view, closer.world);
}

function saySteps({ steps }: Plan): string {
  const open = steps.filter(({ state }) => state === "open");
  const its = open.filter((step) => isOpenToAgents(step) && !isGated(step)).length;
  const drafts = open.filter((step) => isOpenToAgents(step) && isGated(step)).length;
  const yours = open.length - its - drafts;
  const counted = (n: number): string => (n === 1 ? "one open step" : `${String(n)} open steps`);
  const said = [
    ...(its === 0
      ? []
      : [`It does ${counted(its)} without approval, and writes what it brings about into files of its own.`]),
    ...(drafts === 0 ? [] : [`Of ${counted(drafts)} with ✋ it drafts what is to go out, and you decide.`]),
    ...(yours === 0 ? [] : [`For ${counted(yours)} it does nothing: you are asked as always.`]),
  ];
  return its + drafts === 0
    ? "No open step of it is for the agent: you are asked as always."
    : said.join(" ");
}

function sayNow({ agent }: Plan): string | null {
  switch (agent) {
    case "auto":
      return "Now it works on all steps.";
    case "step":
      return "Now it works on one step at a time: after each, the plan waits until you set its status to Active.";
    case null:
      return null;
  }
}

/** Why it would not begin at once. */
function notYet({ plan }: PlanView, { acting, role, device }: World, door: Door): readonly string[] {
  return [
    ...(plan.agentWord === null
      ? []
      : [
          `“agent” in the properties says “${plain(plan.agentWord, 40)}”, which means nothing; it is replaced.`,
        ]),
    ...(plan.status === "Draft" ? ["This plan is a draft: the agent begins once you start the plan."] : []),
    ...(role !== "executor" && acting.kind === "named" && acting.device !== device.device?.id
      ? [`The acting device does it: ${plain(acting.name, 60)}.`]
      : []),
    ...door.device.hindrances(),
  ];
}
