/** Why a plan cannot go on, worked out from the world as it is; never from what a note says about itself. */
import { isByHand } from "../approval/confirming";
import { OUTCOME_ROWS } from "../approval/device/outcome";
import { DAY } from "../kit/dates";
import { escapeLine } from "../kit/text";
import { never } from "../kit/never";
import {
  asksBy,
  BLOCKS,
  isAnsweredByHand,
  isBlockKind,
  posesAQuestion,
  reasonIn,
  type Block,
  type BlockKind,
} from "../note/plan/blocks";
import type { Mark } from "../note/plan/logEntry";
import { isFilledByFlow } from "../note/plan/author";
import { isGated, type Plan, type Step } from "../note/plan/plan";
import {
  blockByItself,
  isDeferred,
  isMergedAway,
  MERGED_AWAY,
  NOTHING_SAID,
  ownBlock,
} from "../note/plan/standstill";
import { BY_HAND, mappingOf, modelOf, type Settings } from "../settings/settings";
import { isScheduled } from "../approval/gate";
import { failureOf } from "../approval/reissue";
import { faultOf, passedOver } from "../approval/preflight";
import { askReason, wasRefused } from "../approval/asking";
import { againFor, draftAgainFor, type StopCode } from "../agent/stops";
import type { Again } from "../note/plan/questions";
import type { PlanChange } from "./moves";
import type { Seen } from "./snapshot";
import type { PlanView } from "./world";
import { isUntouched } from "./agents/filling";
import { isElsewhere, lastingOf } from "./permission";
import { sayNoTool, sayUnreached } from "../approval/toolHash";
import { oddBoxWords } from "../approval/byHand";
import { heldWords, SYNC_PATIENCE, watchedFor } from "../approval/durations";
import type { RequestView } from "../approval/view";
import type { AgentMove } from "../agent/next";
import { sayQuestion, type Asking } from "../agent/signals";
import type { Redraft } from "../agent/redraft";
import { AGAIN } from "../agent/run";
import { titleOf } from "../flow/flow";
import { loopAt } from "../flow/expand";
import type { FlowState } from "../flow/running";
import type { FlowPart } from "../agent/flow/part";
import { agentModel } from "../agent/flow/agentPrograms";
import { hasAgentWork, isPaused, nextModel } from "../agent/agentMove";

export interface Situation {
  readonly plan: Plan;
  readonly step: Step | null;
  readonly request: RequestView | null;
  readonly agentMove: AgentMove | null;
  readonly redraft: Redraft | null;
  readonly flow: FlowState | null;
  readonly part: FlowPart | null;
  readonly seen: Seen;
  readonly standing: readonly string[];
  readonly openRequests: number;
}

/** `pending` when it depends on a server that was not asked yet: then whatever stands, stays. */
export function blockOf(of: Situation): Block | "pending" | null {
  const { plan, step, request, redraft, seen } = of;
  if (step === null || (plan.status !== "Active" && plan.status !== "Blocked")) return null;
  const halt = haltOf(of);
  if (halt !== null) return { kind: "flow", n: step.n, step: step.id, request: null, reason: halt };
  if (isToFillIn(of, step)) return fillBlock(of, step);
  // Without a model, and once it was asked for, what is to be sent is for the person to say, as in any plan.
  const isLeftToAgent =
    !isGated(step) ||
    redraft?.isWanted === true ||
    (request === null && modelOf(seen.settings, "worker", plan) !== null);
  if (isLeftToAgent && hasAgentWork(of, seen)) return agentBlock(of, step);
  if (!isGated(step)) return null;
  if (isDeferred(step, seen)) return null;
  const block = (kind: BlockKind, reason: string): Block => ({
    kind,
    n: step.n,
    step: step.id,
    request: request?.id ?? null,
    reason,
  });
  if (request !== null && isElsewhere(seen))
    return blockAsNoted(plan, step, (mark) => isKindOf(request, mark)) ?? "pending";
  const alone = blockByItself(plan, step);
  const itself = alone === null ? null : { ...alone, request: request?.id ?? null };
  if (itself?.kind === "unclear") return itself;
  if (request?.state === "in-doubt") return block("doubt", request.reason);
  if (itself?.kind === "merging") return itself;
  if (request !== null && askReason(plan, step, request) === null) return requestBlock(of, request, block);
  return itself ?? askBlock(of, step, block);
}

/** Why the flow of a plan does not say how it goes on; null where it does, or there is none. */
function haltOf({ plan, step, flow, part, request }: Situation): string | null {
  if (flow === null) return null;
  if (flow.kind === "stuck") return flow.why;
  // Where something may have gone out, that is what a person has to know.
  const isOver =
    part?.step.action !== undefined && step !== null && !isUntouched(plan, step, listOf(request));
  if (part?.fault != null && !isOver) return `${part.fault}.`;
  const loop = loopAt(flow, plan);
  return loop?.items.kind === "none"
    ? `There is no list of tasks for “${titleOf(loop.step)}”: ${loop.items.why}.`
    : null;
}

function listOf(request: RequestView | null): readonly RequestView[] {
  return request === null ? [] : [request];
}

/** The acting device is about to fill in the action of the step, by the flow. */
function isToFillIn({ plan, part, request }: Situation, step: Step): boolean {
  return (
    part?.filling != null &&
    step.approval.kind === "hand" &&
    !isMergedAway(plan) &&
    isUntouched(plan, step, listOf(request))
  );
}

function fillBlock({ seen, standing }: Situation, step: Step): Block | "pending" {
  const block = (kind: BlockKind, reason: string): Block => ({
    kind,
    n: step.n,
    step: step.id,
    request: null,
    reason,
  });
  // A run that was not started to act knows neither the settings of the device that is, nor why that waits.
  if (isElsewhere(seen) || (seen.role === "clerk" && seen.acting.kind === "named")) return "pending";
  const why = lastingOf(seen)[0] ?? standing[0];
  return why === undefined ? "pending" : block("device", why);
}

/** Of a step that an agent does. */
function agentBlock(
  { plan, agentMove, redraft, part, seen, standing }: Situation,
  step: Step,
): Block | "pending" | null {
  const block = (kind: BlockKind, reason: string): Block => ({
    kind,
    n: step.n,
    step: step.id,
    request: redraft?.request ?? null,
    reason,
  });
  if (isMergedAway(plan)) return block("merging", MERGED_AWAY);
  // Only the acting device thinks; any other run knows nothing of what it is about.
  if (isElsewhere(seen) || (seen.role === "clerk" && seen.acting.kind === "named"))
    return agentBlockAsNoted(plan, step) ?? "pending";
  if (standing.length > 0) return block("device", lastingOf(seen)[0] ?? standing[0] ?? BLOCKS.device.title);
  if (agentMove?.kind === "stop")
    return {
      ...block("agent-stopped", agentMove.says),
      ...(agentMove.mark === undefined ? {} : { mark: agentMove.mark }),
    };
  if (agentMove?.kind === "ask-person") return block("agent-asks", reasonOf(agentMove));
  if (isPaused(plan)) return block("agent-paused", "The step before this one is done.");
  const model = nextModel(agentMove, plan, seen.settings, agentModel(part?.step.agent, seen.settings));
  if (model === null && plan.agentModel !== null)
    return block("agent-model", sayUnknownModel(plan.agentModel, seen.settings));
  if (model === null) return block("agent-model", "No language model is set up.");
  if (model.model.provider !== "by-hand") return null;
  // For one run alone the person answers: what the plan says stays as it is.
  if (model.name === BY_HAND.name) {
    const noted = agentBlockAsNoted(plan, step);
    return isAnsweredByHand(noted?.kind) ? noted : null;
  }
  return block("agent-by-hand", `You are its model, “${model.name}”.`);
}

/** The same for all questions that are asked together, so that an answer to one of them is no other block. */
function reasonOf({ question, place }: Asking): string {
  const [, most = "1"] = / of (\d+)$/.exec(place ?? "") ?? [];
  return most === "1" ? question : `It has ${most} questions for you.`;
}

/** The reason of a plan that names a model which the settings do not have. */
function sayUnknownModel(named: string, { models }: Settings): string {
  const names = Object.keys(models).map((each) => `“${escapeLine(each, 60)}”`);
  const there = names.length === 0 ? "have no model" : `have only ${names.slice(0, 10).join(", ")}`;
  return `“agent_model” says “${escapeLine(named, 60)}”, but the settings ${there}. Correct or remove the line.`;
}

/** Whether the acting device may have noted this of a request that is still so. */
function isKindOf({ state, id }: RequestView, { block, request }: Mark): boolean {
  const kinds: Partial<Record<RequestView["state"], readonly BlockKind[]>> = {
    waiting: ["approval"],
    candidate: ["approval", "confirmation", "by-hand", "scheduled"],
    "in-two-folders": ["approval", "two-folders"],
    missing: ["missing"],
    rejected: ["rejected"],
    "in-doubt": ["doubt"],
  };
  return request === id && (kinds[state] ?? []).some((each) => each === block);
}

/** The block that the acting device wrote into the note, where the mark fits; null where there is none. */
function blockAsNoted(plan: Plan, step: Step, fits: (mark: Mark) => boolean): Block | null {
  const own = plan.status === "Blocked" ? ownBlock(plan) : null;
  const kind = own?.mark.block ?? "";
  if (own === null || !isBlockKind(kind) || !fits(own.mark)) return null;
  // The person is the model of one step after the other, and is told once.
  if (own.mark.step !== step.id && !isAnsweredByHand(kind)) return null;
  const { request, text } = own.mark;
  const block = { kind, n: step.n, step: step.id, request, reason: reasonIn(own.entry.text, kind) };
  return text === null ? block : { ...block, mark: text };
}

/** Why the agent stands still, as the acting device noted it; null where an answer came since. */
function agentBlockAsNoted(plan: Plan, step: Step): Block | null {
  const last = plan.log.last(
    ({ word }) => word === "ask-again" || word === "draft-again" || word === "answered" || word === "blocked",
  );
  if (last?.mark.word !== "blocked") return null;
  return blockAsNoted(plan, step, ({ block }) => block?.startsWith("agent-") === true);
}

function requestBlock(
  of: Situation,
  request: RequestView,
  block: (kind: BlockKind, reason: string) => Block,
): Block | null {
  const watched = watchedFor(request, of.seen.watched);
  const asks = asksBy(request.name);
  switch (request.state) {
    case "waiting":
    case "unseen":
      return block("approval", asks);
    case "candidate":
      if (request.objection?.id === "confirmed") return block("confirmation", request.objection.reason);
      if (request.objection !== null && isScheduled(request.objection))
        return block("scheduled", `${reasonToStay(request.objection)} ${asks}`);
      if (isByHand(request))
        return block("by-hand", `${oddBoxWords(request)} ${heldWords(request)} ${asks}`.trim());
      return block(whatStands(of.plan, request) ?? "approval", asks);
    case "in-two-folders":
      return watched >= SYNC_PATIENCE || (request.actionState?.held ?? []).length > 0
        ? block("two-folders", `${heldWords(request)} ${asks}`.trim())
        : block("approval", asks);
    case "missing":
      return watched >= SYNC_PATIENCE && request.renamed === undefined
        ? block("missing", asks)
        : block("approval", asks);
    case "rejected":
      return block("rejected", asks);
    case "edited":
      return block("edited", `${request.reason} ${asks}`);
    case "foreign":
    case "replaced":
      return block("foreign", asks);
    case "spent":
      if (request.outcome === null) return block("record", request.reason);
      if (OUTCOME_ROWS[request.outcome].done) return null;
      return wasRefused(request)
        ? block("rejected", asks)
        : block("spent", `${whyWithoutEffect(request)}${asks}`);
    case "in-doubt":
      return block("doubt", asks);
    default:
      return never(request.state);
  }
}

/** As its record says; empty where that cannot be read. */
function whyWithoutEffect({ recordNote }: RequestView): string {
  const detail = recordNote?.record?.detail ?? "";
  return detail === "" ? "" : `${detail} `;
}

/** A rest may follow a rest, and the note of the plan would go on naming the end of the first. */
function reasonToStay({ id, reason }: NonNullable<RequestView["objection"]>): string {
  return id === "server-rests" ? "Its server takes no more for now." : reason;
}

/** A person has done what it waited for, and it is about to run: the log has nothing new to say until it has. */
function whatStands(plan: Plan, { id }: RequestView): BlockKind | null {
  const mark = ownBlock(plan)?.mark;
  return mark?.request === id && (mark.block === "confirmation" || mark.block === "by-hand")
    ? mark.block
    : null;
}

function askBlock(
  of: Situation,
  step: Step,
  block: (kind: BlockKind, reason: string) => Block,
): Block | "pending" | null {
  const { seen } = of;
  if (step.approval.kind !== "action") return null;
  // A run that was not started to act says nothing about a device that is: its missing flag is no fact about the vault.
  if (seen.role === "clerk" && seen.acting.kind === "named") return "pending";
  if (of.standing.length > 0)
    return block("device", lastingOf(seen)[0] ?? of.standing[0] ?? BLOCKS.device.title);
  const failure = failureOf(of.plan, step, seen);
  if (failure !== null) return block("action", failure);
  const mapping = mappingOf(seen.settings, step.approval.action.type);
  if (mapping !== null) {
    const server = seen.servers.get(mapping.server);
    if (server === undefined) return "pending";
    if (server.kind === "down") return block("server", sayUnreached(mapping.server, server.why));
    const tool = server.tools.find((each) => each.name === mapping.tool);
    if (tool === undefined) return block("server", sayNoTool(mapping.server, mapping.tool, server));
    const fault = faultOf(step.approval.action, mapping, tool);
    if (fault !== null) return block(fault.of === "settings" ? "server" : "action", fault.why);
    // A flow is written for no tool in particular. Arguments in a block that a person wrote are theirs to judge.
    const [unknown] = isFilledByFlow(of.plan, step) ? passedOver(step.approval.action, tool) : [];
    if (unknown !== undefined) return block("action", unknown);
  }
  return of.openRequests >= seen.settings.open_requests
    ? block("queue", `${String(of.openRequests)} requests are open already.`)
    : null;
}

export function alertAge(settings: Settings): number {
  return (settings.alert_hours / 24) * DAY;
}

/**
 * The block that an earlier run found, where this one has not asked the server of the step. The note still holds it.
 * `found` is the block that this run found by itself. Null where the note holds none, or one that is known to be over.
 */
export function foundLast(of: Situation, found: Block | "pending" | null): Block | null {
  const { plan, step, seen } = of;
  if (found !== "pending" || step === null || step.approval.kind !== "action" || plan.status !== "Blocked")
    return null;
  const own = ownBlock(plan);
  const kind = own?.mark.block ?? "";
  if (own === null || !isBlockKind(kind) || own.mark.step !== step.id) return null;
  const speaks =
    kind === "action" ||
    kind === "server" ||
    (kind === "queue" && of.openRequests >= seen.settings.open_requests);
  if (!speaks) return null;
  const reason = reasonIn(own.entry.text, kind);
  // Meanwhile somebody has.
  return reason === NOTHING_SAID
    ? null
    : { kind, n: step.n, step: step.id, request: of.request?.id ?? null, reason };
}

export type Posed = Extract<PlanChange, { readonly kind: "question" }>;

/** Ids of the questions about a block, where they are certain ones; empty where any will do. */
function askedIds({ agentMove, block }: Pick<PlanView, "agentMove" | "block">): readonly string[] {
  if (block?.kind === "agent-asks" && agentMove?.kind === "ask-person")
    return (agentMove.together ?? [agentMove]).map(({ id }) => id);
  return block?.kind === "agent-stopped" && agentMove?.kind === "stop" && agentMove.question !== undefined
    ? [agentMove.question]
    : [];
}

/**
 * A person said since then that the agent is to try again, and it stopped at once for the same reason: the question has
 * a tick already.
 */
export function isAnswered({ log }: Plan, { kind, step }: Block): boolean {
  const last = log.last(
    (mark) => mark.step === step && (mark.word === "blocked" || AGAIN.includes(mark.word)),
  );
  return kind === "agent-stopped" && last !== null && last.mark.word !== "blocked";
}

/** Whether a question about the block is not in the note any more, or is another by now. */
export function isGone(view: Pick<PlanView, "agentMove" | "block" | "plan">): boolean {
  return askedIds(view).some((id) => view.plan.questions.every((each) => each.id !== id));
}

/**
 * The questions for a person about a block; empty where there is nothing for them to choose. `named` is the name of the
 * step.
 */
export function questionsOf(
  { agentMove, redraft }: Pick<PlanView, "agentMove" | "redraft">,
  { kind, step, request, reason }: Block,
  named: string,
): readonly Posed[] {
  if (!posesAQuestion(kind) || step === null) return [];
  if (agentMove?.kind === "ask-person" && kind === "agent-asks")
    return (agentMove.together ?? [agentMove]).map((each) => ({
      kind: "question",
      step,
      id: each.id,
      text: sayQuestion(each),
      choices: { kind: "options", options: each.options, details: each.details },
    }));
  if (request === null && kind !== "agent-stopped") return [];
  const code = agentMove?.kind === "stop" && kind === "agent-stopped" ? agentMove.code : null;
  const id = (code !== null && agentMove?.kind === "stop" ? agentMove.question : null) ?? null;
  return [
    {
      kind: "question",
      step,
      ...(id === null ? {} : { id }),
      // How much is to be spent again, and where a program is allowed, is read where it is answered.
      text: `${BLOCKS[kind].title}, ${named}. ${code !== null && isToldThere(code) ? `${reason} ` : ""}What now?`,
      choices: { kind: "again", again: againAt(kind, code, redraft) },
    },
  ];
}

/**
 * The boxes by which it goes on. Of what was rejected, a person can have it drafted again, or be asked for it as it is.
 */
function againAt(kind: BlockKind, code: StopCode | null, redraft: PlanView["redraft"]): readonly Again[] {
  if (redraft !== null && (kind === "rejected" || kind === "agent-stopped"))
    return [code === null ? "Draft it again" : draftAgainFor(code), "Ask again"];
  if (kind !== "agent-stopped") return ["Ask again"];
  return [code === null ? "Try again" : againFor(code)];
}

function isToldThere(code: StopCode): boolean {
  const again = againFor(code);
  return again === "As much again" || again === "Count tokens alone" || code === "program-unasked";
}
