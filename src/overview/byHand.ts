/** Whether a person may answer as the model of a plan’s agent now, and the question they answer. */
import { nextMinute, showIn } from "../kit/dates";
import { escapeLine } from "../kit/text";
import { isAnsweredByHand } from "../note/plan/blocks";
import { isOver } from "../note/plan/plan";
import { ownBlock } from "../note/plan/standstill";
import { stepName } from "../note/plan/steps";
import { viewFor } from "../rules/agents/beside";
import type { PlanView, World } from "../rules/world";
import { BY_HAND, modelOf } from "../settings/settings";
import { questionText, readByHand, turnByHand, type TurnByHand } from "../agent/byHand";
import { hasAgentWork } from "../agent/agentMove";
import { sayNotForAgent } from "./describe";
import { planName } from "./titles";

export interface AskedByHand {
  readonly turn: TurnByHand;
  /** The model’s name in the settings, in whose place the person answers. */
  readonly model: string;
  /** To be copied. */
  readonly question: string;
}

/** A sentence where nothing is to be answered. */
export function askedByHand(view: PlanView, world: World): AskedByHand | string {
  const { plan, step, agentMove, work, hasDuplicateId } = view;
  const { settings, now } = world;
  const name = planName(plan);
  if (hasDuplicateId) return `Another note has the id of ${name}, so Planwright works on neither.`;
  if (isOver(plan)) return `${name} is over.`;
  if (plan.agent === null) return `No agent works on ${name} yet. Let one first.`;
  if (plan.status === "Draft") return `${name} is a draft. Start it first.`;
  if (plan.status === "Blocked" && ownBlock(plan) === null) return `${name} is on hold.`;
  const [standing] = world.standing;
  if (standing !== undefined) return standing;
  if (world.jobs.some((each) => each.plan === plan.key && [null, view].includes(viewFor(view, each))))
    return `The model of ${name} is being asked right now.`;
  if (step === null) return `${name} has no open step.`;
  if (!hasAgentWork(view, world)) return escapeLine(sayNotForAgent(view, step, world), 600);
  if (view.block !== null && !isAnsweredByHand(view.block.kind)) return escapeLine(view.block.reason, 600);
  if (agentMove === null) return `${stepName(step)} of ${name} was just named; try again in a moment.`;
  if (agentMove.kind === "wait")
    return `${stepName(step)} of ${name} waits: ${escapeLine(agentMove.because, 300)}. The model is asked again${Number.isFinite(agentMove.until) ? ` at ${showIn(settings.time_zone)(nextMinute(agentMove.until))}` : " then"}.`;
  if (agentMove.kind !== "ask-model") return `${stepName(step)} of ${name} goes on without a new answer.`;
  const model = modelOf(settings, agentMove.role, plan, agentMove.agent);
  const turn = turnByHand({
    plan,
    step,
    redraft: view.redraft,
    work,
    settings,
    now,
    servers: world.servers,
    tools: world.serverTools,
    part: view.part,
    context: model?.model.context ?? BY_HAND.model.context,
  });
  return turn === null
    ? `${stepName(step)} of ${name} was just named; try again in a moment.`
    : { turn, model: model?.name ?? BY_HAND.name, question: questionText(turn) };
}

/** The faults of an answer to it, as sentences; null where it can be used. */
export function answerFault({ turn }: AskedByHand, text: string): string | null {
  const read = readByHand(text, turn);
  return read.kind === "bad" ? read.why : null;
}
