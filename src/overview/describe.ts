/**
 * A plan's or a request's situation in words a person knows. Shared by the Dashboard, `status` and `explain`, so that
 * all say the same. Text from notes is passed on as it is: the face that shows it neutralises it.
 */
import { isByHand, isDoneByHand } from "../approval/confirming";
import { isAboutToRun, isScheduled } from "../approval/gate";
import { actionWords } from "../note/action/action";
import { failureWords } from "../approval/device/failure";
import { isBlockedByPerson, isDeferred, personsReason } from "../note/plan/standstill";
import { BLOCKS, blockTitle, withoutAsking, type Block, type BlockKind } from "../note/plan/blocks";
import { WAY_OUT_OF_OPEN_BOXES } from "../note/plan/boxes";
import { isGated, isOver, type Plan, type Status, type Step } from "../note/plan/plan";
import { stepName } from "../note/plan/steps";
import { CONTROL_FOLDERS, mappingOf, pathOf } from "../settings/settings";
import { IN_APP, nameInCommand, writePlaces, type Face } from "../settings/places";
import { OUTCOME_ROWS } from "../approval/device/outcome";
import { askReason, wasRefused } from "../approval/asking";
import { heldWords, liesApproved } from "../approval/durations";
import type { RequestView } from "../approval/view";
import { startsFrom } from "../rules/nextTime";
import type { PlanView, World } from "../rules/world";
import { putOffOf, sayPutOff } from "./putOffPlans";
import { SITUATIONS, STATE_WORDS } from "./situations";
import { hasAgentWork } from "../agent/agentMove";
import { dayIn } from "../kit/dates";
import { counted } from "../kit/numbers";
import { linkWords } from "../kit/text";
import { planName } from "./titles";

/** Of folders of ours that are not there. */
export const WAY_OUT_OF_ABSENT = "restore them from your sync, or make them with {do:init}";

/** Where agents have spent what they may in 24 hours. */
export const SPEND_AGAIN = "{do:spend-again}";

/** Beneath the answers to a doubt. Of a request that was rejected meanwhile, no new one is asked for by itself. */
export function afterDoubt(request: RequestView): string {
  return `“It was sent” counts the step as done; after “It wasn’t sent” ${wasRefused(request) ? "the plan waits for your decision, because you rejected it" : "you are asked again"}.`;
}

/** Of a confirmation that is given on this device, where “the acting device” would sound like another one. */
export const CONFIRMED_HERE = "Awaiting your confirmation";

/** Whether this is the device on which requests are confirmed. */
export function isConfirmedHere({ role, acting, device }: World): boolean {
  return role === "executor" || (acting.kind === "named" && acting.device === device.device?.id);
}

export interface Condition {
  /** The block that the status names; null where it names another thing. */
  readonly kind: BlockKind | null;
  /** `Blocked: Awaiting approval`. Our words only. */
  readonly status: string;
  /** The particulars, where the status does not say it all. May quote notes. */
  readonly reason: string | null;
  /** The next move of a person, in lower case and without a full stop; null when nothing is asked of them. */
  readonly wayOut: string | null;
}

export function describePlan(
  view: PlanView,
  world: Pick<World, "now" | "settings" | "folders">,
  face: Face = IN_APP,
): Condition {
  const { wayOut, kind = null, reason, status } = conditionOf(view, world);
  const said = wayOut === null ? null : writePlaces(withPlan(wayOut, view.plan), world.settings, face);
  return { kind, status, reason: reason === null ? null : linkWords(reason), wayOut: said };
}

/** A plan that waits says for what, and no other word of its status. */
export function stated(plan: Pick<Plan, "status">, words: string): string {
  return plan.status === "Blocked" ? words : `${plan.status}: ${words}`;
}

/** As the screen calls it. */
export function statusWord(status: Status): string {
  return status === "Blocked" ? "Waiting" : status;
}

/** Its way out has places for folders and commands. */
function conditionOf(
  view: PlanView,
  world: Pick<World, "now" | "settings" | "folders">,
): Omit<Condition, "kind"> & Partial<Pick<Condition, "kind">> {
  const { plan, block } = view;
  if (isOver(plan)) return { status: plan.status, reason: null, wayOut: null };
  if (view.hasDuplicateId)
    return {
      status: "On hold: another note has the same id",
      reason: null,
      wayOut: "keep one of the notes, or give one of them another task_id",
    };
  if (plan.status === "Draft") {
    const from = plan.series === null ? null : startsFrom(plan, world);
    return from === null || from <= world.now
      ? { status: "Draft", reason: null, wayOut: "set its status to Active to start it" }
      : {
          status: `Draft, starts by itself on ${dayIn(from, world.settings.time_zone)}`,
          reason: null,
          wayOut: "set its status to Active to start it now",
        };
  }
  if (isBlockedByPerson(plan))
    return { status: blockTitle("person"), reason: personsReason(plan), wayOut: BLOCKS.person.wayOut };
  if (view.request?.underWay != null) {
    const { reason, underWay } = view.request;
    return {
      status: stated(plan, stateWords(view.request)),
      reason,
      wayOut: underWay.isLive ? null : SITUATIONS["maybe-sending"].wayOut,
    };
  }
  const until = putOffOf(view, world);
  if (until !== null)
    return {
      kind: block?.kind ?? null,
      status: stated(plan, sayPutOff(until, world)),
      reason: null,
      wayOut: "you are asked again then; you can answer sooner",
    };
  if (block !== null) {
    const other =
      block.kind === "approval" || block.kind === "confirmation" || block.kind === "by-hand"
        ? otherWords(view)
        : null;
    if (other !== null) return { ...other, status: stated(plan, other.status) };
    const title = blockTitle(block.kind);
    const wayOut = wayOutOf(block.kind, view);
    const isStuck = block.kind === "edited" && view.request?.obstacle != null;
    const isAgain = block.kind === "edited" && view.request !== null && liesApproved(view.request);
    const isFolder =
      block.kind === "device" &&
      CONTROL_FOLDERS.some((each) => world.folders.absent.includes(pathOf(world.settings, each)));
    // A failure is said first; what is known of a doubt besides says nothing more then.
    const failed =
      block.kind === "doubt" && view.request !== null
        ? failureWords(
            view.request.outcome,
            view.request.recordNote?.record?.detail ?? view.request.actionState?.detail ?? "",
          )
        : null;
    return {
      kind: block.kind,
      status: stated(plan, title),
      reason: failed ?? withoutName(block.reason, view.request),
      wayOut: isFolder
        ? WAY_OUT_OF_ABSENT
        : isStuck
          ? SITUATIONS.stuck.wayOut
          : isAgain
            ? SITUATIONS.anew.wayOut
            : wayOut,
    };
  }
  const last = view.foundLast;
  if (last === null) return { reason: null, ...idle(view, world) };
  return {
    status: stated(plan, `${blockTitle(last.kind)}, ${whenFound(last, view, world)}`),
    reason: last.reason === "" ? null : last.reason,
    wayOut: `${BLOCKS[last.kind].wayOut}; Planwright checks again while it runs on the acting device{do:settle}`,
  };
}

/** Behind the words for what an earlier run found: they are true of then. */
export function whenFound(
  { kind }: Block,
  { step }: Pick<PlanView, "step">,
  { settings }: Pick<World, "settings">,
): string {
  const isAsked =
    kind !== "queue" &&
    step?.approval.kind === "action" &&
    mappingOf(settings, step.approval.action.type) !== null;
  return isAsked ? "when its server was last asked" : "when it was last checked";
}

/** The request is linked anyway; its bare name says nothing more. Null where nothing else is said. */
function withoutName(reason: string, request: RequestView | null): string | null {
  const said = request === null ? reason : withoutAsking(reason, request.name);
  return said === "" ? null : said;
}

/**
 * A request that a person is waited for may be answered, gone or doubled for a moment; then the words of the block
 * would not be true.
 */
function otherWords({ request }: PlanView): Omit<Condition, "kind"> | null {
  if (request?.state === "unseen")
    return { status: STATE_WORDS.unseen, reason: request.reason, wayOut: null };
  if (request?.state === "missing" && request.renamed !== undefined)
    return { status: SITUATIONS.renamed.title, reason: request.reason, wayOut: SITUATIONS.renamed.wayOut };
  if (request?.state === "missing")
    return { status: SITUATIONS.missing.title, reason: null, wayOut: SITUATIONS.missing.wayOut };
  if (request?.state === "in-two-folders")
    return {
      status: STATE_WORDS["in-two-folders"],
      reason: heldWords(request) || null,
      wayOut: BLOCKS["two-folders"].wayOut,
    };
  if (request?.state !== "candidate" || request.objection?.id === "confirmed" || isByHand(request))
    return null;
  if (isDoneByHand(request))
    return { status: `${stateWords(request)}, being put away`, reason: null, wayOut: null };
  if (isAboutToRun(request.objection))
    return {
      status: "Approved, about to run",
      reason: null,
      wayOut: "to take it back, move its note out of {approved}",
    };
  return { status: stateWords(request), reason: request.reason, wayOut: null };
}

function idle(view: PlanView, world: Pick<World, "now" | "settings">): Pick<Condition, "status" | "wayOut"> {
  const { plan, step } = view;
  if (step === null) {
    const open = plan.status === "Active" ? plan.findOpenBoxes().length : 0;
    return open === 0
      ? { status: `${statusWord(plan.status)}, every step is done`, wayOut: null }
      : {
          status: `${statusWord(plan.status)}, every step is over, but ${counted(open, "other box is", "other boxes are")} open`,
          wayOut: WAY_OUT_OF_OPEN_BOXES,
        };
  }
  if (isDeferred(step, world))
    return { status: `${statusWord(plan.status)}, waits until ${step.notBefore ?? ""}`, wayOut: null };
  if (hasAgentWork(view, world)) {
    const { agentMove, undecided } = view;
    const turn = undecided ? "waits for the agent on the acting device" : "the agent’s turn";
    return {
      status: `${statusWord(plan.status)}, ${agentMove?.kind === "wait" ? `${agentMove.because}${agentMove.elsewhere === undefined ? "; asked again later" : ""}` : turn}`,
      wayOut: agentMove?.kind === "wait" && agentMove.code === "day-usd" ? SPEND_AGAIN : null,
    };
  }
  // An action that is done by hand has no server; then it is the acting device that has not looked.
  const byHand =
    step.approval.kind === "hand" ||
    (step.approval.kind === "action" && mappingOf(world.settings, step.approval.action.type) === null);
  if (view.undecided)
    return {
      status: `${statusWord(plan.status)}, ${byHand ? "waits for the acting device" : "its server has not been asked yet"}`,
      wayOut: null,
    };
  if (isGated(step)) return { status: `${statusWord(plan.status)}, ${gatedWords(view, step)}`, wayOut: null };
  return { status: `${statusWord(plan.status)}, your turn`, wayOut: SITUATIONS["your-turn"].wayOut };
}

/** Words for a step with ✋ that nothing blocks. */
function gatedWords({ plan, request }: PlanView, step: Step): string {
  if (request?.outcome != null && OUTCOME_ROWS[request.outcome].done) return "done, about to be ticked";
  return askReason(plan, step, request) === null ? "about to be looked at" : "about to ask for approval";
}

/** Approved, and time alone does not make it run. */
export function cannotRun({ objection, obstacle }: Pick<RequestView, "objection" | "obstacle">): boolean {
  return objection !== null && (objection.kind === "refuse" || obstacle?.kind === "refuse");
}

/** The state of a request as a person reads it; an approved one says what it waits for. */
export function stateWords(
  request: Pick<RequestView, "state" | "underWay" | "objection" | "obstacle" | "renamed" | "identity">,
): string {
  const { state, underWay, objection, obstacle, renamed } = request;
  if (renamed !== undefined && state !== "rejected") return SITUATIONS.renamed.title;
  if (underWay !== null)
    return underWay.isLive ? SITUATIONS.sending.title : SITUATIONS["maybe-sending"].title;
  if (isDoneByHand(request)) return OUTCOME_ROWS["by-hand"].title;
  if (state !== "candidate" || objection === null || isAboutToRun(objection)) return STATE_WORDS[state];
  if (objection.id === "by-hand") return blockTitle("by-hand");
  if (isScheduled(objection)) return "Scheduled";
  if (objection.id === "confirmed") return "Approved, awaiting confirmation";
  return cannotRun({ objection, obstacle }) ? SITUATIONS.refused.title : SITUATIONS["held-up"].title;
}

/** Why no agent works at the next step, with what is to be done where something is. May quote the note. */
export function sayNotForAgent(
  { plan, request, redraft }: Pick<PlanView, "plan" | "request" | "redraft">,
  step: Step,
  world: Pick<World, "now" | "settings">,
): string {
  const name = sentence(`${stepName(step)} of ${planName(plan)}`);
  const { approval } = step;
  if (approval.kind === "unclear")
    return `${name} is unclear (line ${String(approval.line)}): ${approval.why}. Correct it in the plan.`;
  if (isDeferred(step, world)) return `${name} waits for its day, ${step.notBefore ?? ""}.`;
  if (redraft !== null) return `${name} waits: you rejected it. Tick “Draft it again” in the plan.`;
  if (request?.state === "waiting") return `${name} waits for your answer.`;
  if (request !== null)
    return `${name} waits: you were asked already (${stateWords(request).toLowerCase()}).`;
  if (step.isFilledByFlow === true)
    return `${name} is not for an agent: its flow fills in what it sends, and you approve it.`;
  return approval.kind === "action"
    ? `${name} already says what goes out; you will be asked to approve it.`
    : `${name} has no box of its own; it is yours.`;
}

/** The way out of a block for a person. Where an agent may draft an action anew, that comes first. */
export function wayOutOf(kind: BlockKind, { redraft, plan }: Pick<PlanView, "redraft" | "plan">): string {
  const wayOut = withPlan(BLOCKS[kind].wayOut, plan);
  return kind === "rejected" && redraft !== null ? `have it drafted again, ${wayOut}` : wayOut;
}

/** Words whose commands name the plan. */
function withPlan(words: string, { taskId }: PlanView["plan"]): string {
  return words.replace(/ PLAN\b/g, ` ${nameInCommand(taskId)}`);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `email to client_a@example.com`, or its file name. May quote the note. */
export function requestLabel({ type, action, actionState, name }: RequestView): string {
  const target = action?.target ?? actionState?.target ?? "";
  if (type === "") return name.replace(/\.md$/, "");
  return actionWords({ type, target });
}
