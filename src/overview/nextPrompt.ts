/** The next question to the model of a plan’s agent, to the word. Asks nothing, and changes nothing. */
import { count } from "../kit/numbers";
import { escapeLine } from "../kit/text";
import { isOver } from "../note/plan/plan";
import { hashStep, stepName } from "../note/plan/steps";
import type { PlanView, World } from "../rules/world";
import { receiverOf } from "../settings/models";
import { BY_HAND, modelOf, type NamedModel } from "../settings/settings";
import { promptText } from "../agent/byHand";
import { actionsForAgent } from "../agent/actionsForAgent";
import { boundOf, longestWithin, promptOf } from "../agent/prompt";
import { serverToolsAt } from "../agent/outside/serverTools";
import { linksFor, nextTurn, roleOf, runOf, turnsOf, type Run } from "../agent/run";
import { hasAgentWork } from "../agent/agentMove";
import { sayNotForAgent } from "./describe";
import { planName } from "./titles";

export interface NextPrompt {
  /** The receiver, and whether the question goes there now. */
  readonly says: string;
  /** Everything that would be sent. */
  readonly text: string;
}

/** A sentence where no model would be asked. */
export function nextPrompt(view: PlanView, world: World): NextPrompt | string {
  const { settings, now, servers, serverTools } = world;
  const { plan, step, work, agentMove, block, redraft } = view;
  if (isOver(plan)) return `${planName(plan)} is over, so no model is asked.`;
  if (step === null) return `${planName(plan)} has no open step, so no model is asked.`;
  // Also where no agent works yet: a person may want to see it first.
  if (!hasAgentWork({ plan: { ...plan, agent: plan.agent ?? "auto" }, step, redraft }, world))
    return escapeLine(sayNotForAgent(view, step, world), 600);
  const { entries } = work.trace;
  // A step gets its block id before its model is first asked.
  const run: Run = runOf(plan, step, entries) ?? {
    id: { step: "", hash: hashStep(step).slice(0, 12), round: 0 },
    entries: [],
    tool: step.tool,
    earlier: [],
    links: linksFor(plan, step),
  };
  const named = modelOf(settings, roleOf(run), plan);
  const { context } = (named ?? BY_HAND).model;
  const prompt = promptOf({
    plan,
    step,
    run,
    redraft,
    entries,
    now,
    context,
    name: settings.name,
    types: actionsForAgent(settings, servers),
    mostTurns: settings.limits.turns,
    tools: serverTools,
    part: view.part,
  });
  const longest =
    named !== null && agentMove?.kind === "ask-model"
      ? longestWithin(agentMove.room, named.model, prompt)
      : prompt.longest;
  const bound = boundOf({ ...prompt, longest });
  const isUnread = run.entries.length === 0 && run.links.length > 0;
  const unseen = serverToolsAt(step, serverTools).some(({ state }) => state.kind === "unseen");
  const isNext =
    plan.agent !== null && block === null && (agentMove === null || agentMove.kind === "ask-model");
  return {
    says: `Turn ${String(nextTurn(turnsOf(run)))} of ${stepName(step)}. ${sayTo(named)}: at most ${count(bound.in)} tokens, and ${count(bound.out)} for the answer.${isNext ? "" : ` ${whyNotNow(plan.agent, agentMove?.kind, block)}`}${isUnread ? " The notes the plan links to are read first and added." : ""}${unseen ? " What servers offer is added; they have not been asked yet." : ""}`,
    text: promptText(prompt),
  };
}

function sayTo(named: NamedModel | null): string {
  if (named === null) return "The settings name no model for it";
  return `It goes to ${receiverOf(named)}${named.model.provider === "program" ? ", with words on how to answer" : ""}`;
}

function whyNotNow(agent: string | null, wants: string | undefined, block: PlanView["block"]): string {
  if (agent === null) return "No agent works on this plan, so no model is asked.";
  if (block !== null) return `It is not asked now: ${escapeLine(block.reason, 300)}`;
  return wants === "use-tool" || wants === "change-plan"
    ? "First, the agent looks something up or writes something, and the result is added."
    : "It is not asked now: the plan waits for something else.";
}
