/**
 * “Let the agent work on this plan…”: shows which notes it may read, what leaves the device and to whom, and its
 * limits. Then the person lets it do all steps, or one at a time, or none.
 */
import { escapeLine } from "../../../kit/text";
import { isGated, isOpenToAgents, planTitle, type Plan } from "../../../note/plan/plan";
import { agentTerms, sayClosed } from "../../../overview/agentTerms";
import type { PlanView, World } from "../../../rules/world";
import { withoutLinks } from "../../../overview/titles";
import { promptDetails, stopAgent } from "./agentPrompt";
import { thinkByHand } from "../thinkByHand";
import { openDialog, type DialogButton } from "../dialog";
import type { EngineClient } from "../engineClient";
import { editModels } from "../settings/modelList";
import { showLine, showWarning } from "../text";
import { WORDS } from "../words";

const words = WORDS.agents.letWork;

export function letAgentWork(client: EngineClient, view: PlanView, world: World): void {
  const { plan } = view;
  const terms = agentTerms(world.settings, plan);
  const lets = (mode: "auto" | "step") => () => client.obey({ kind: "agent", plan: plan.path, mode });
  const buttons: readonly DialogButton[] = terms.hasModel
    ? [
        { label: words.all, kind: plan.agent === null ? "main" : undefined, run: lets("auto") },
        { label: words.stepwise, run: lets("step") },
      ]
    : [
        {
          label: words.addModel,
          kind: "main",
          run: () => {
            editModels(client, null, () => void goOn(client, plan.path));
            return true;
          },
        },
        {
          label: words.answer,
          run: () => {
            if (plan.agent === null) beginByHand(client, plan.path, lets("auto"));
            else void byHand(client, plan.path);
            return true;
          },
        },
      ];
  openDialog(client.app, {
    title: words.title(escapeLine(withoutLinks(planTitle(plan)), 60)),
    fill: (content) => {
      if (!terms.hasModel) showWarning(content, plan.agentModel === null ? words.noModel : terms.leaves);
      showLine(content, saySteps(plan));
      if (terms.hasModel) {
        showLine(content, `${terms.reads} ${sayClosed(world.settings)}`.trim());
        showLine(content, words.leaves([terms.leaves, terms.tools].join(" ").trim()));
        showLine(content, words.limits(terms.limits));
      }
      if (plan.agent !== null) showLine(content, words.now[plan.agent]);
      for (const each of notYet(view, world, client)) showWarning(content, each);
      promptDetails(content, view, world);
    },
    buttons: [
      ...buttons,
      ...(plan.agent === null
        ? []
        : [{ label: WORDS.status.stop, kind: "careful" as const, run: () => stopAgent(client, plan.path) }]),
    ],
  });
}

/** Once a model was added: the same dialog again. */
async function goOn(client: EngineClient, path: string): Promise<void> {
  await client.settings.apply();
  const planDetail = await client.planDetail(path);
  if (planDetail?.view != null) letAgentWork(client, planDetail.view, planDetail.world);
}

/** The plan is as it was until the person asks for the question. */
function beginByHand(client: EngineClient, path: string, begin: () => Promise<boolean>): void {
  openDialog(client.app, {
    title: words.answerTitle,
    fill: (content) => showLine(content, WORDS.agents.byHand.how),
    buttons: [
      {
        label: words.showQuestion,
        kind: "main",
        run: async () => {
          const isDone = await begin();
          if (isDone) void byHand(client, path);
          return isDone;
        },
      },
    ],
  });
}

async function byHand(client: EngineClient, path: string): Promise<void> {
  await client.settle(path);
  const planDetail = await client.planDetail(path);
  if (planDetail?.view != null) thinkByHand(client, planDetail.view, planDetail.world);
}

function saySteps({ steps }: Plan): string {
  const open = steps.filter(({ state }) => state === "open");
  const its = open.filter((step) => isOpenToAgents(step) && !isGated(step)).length;
  const drafts = open.filter((step) => isOpenToAgents(step) && isGated(step)).length;
  const yours = open.length - its - drafts;
  const said = [
    ...(its === 0 ? [] : [words.its(its)]),
    ...(drafts === 0 ? [] : [words.drafts(drafts)]),
    ...(yours === 0 ? [] : [words.yours(yours)]),
  ];
  return its + drafts === 0 ? words.none : said.join(" ");
}

/** Why it would not begin at once. */
function notYet(
  { plan }: PlanView,
  { acting, role, device }: World,
  client: EngineClient,
): readonly string[] {
  return [
    ...(plan.agentWord === null ? [] : [words.badWord(escapeLine(plan.agentWord, 40))]),
    ...(plan.status === "Draft" ? [words.isDraft] : []),
    ...(role !== "executor" && acting.kind === "named" && acting.device !== device.device?.id
      ? [words.elsewhere(escapeLine(acting.name, 60))]
      : []),
    ...client.device.hindrances(),
  ];
}
