/** Whether an agent does the next step of a plan, and what it wants next for it. */
import { SECOND } from "../kit/dates";
import { isBeneath, plainPath } from "../kit/path";
import { hashStep } from "../note/plan/steps";
import { isOpenToAgents, type Plan, type Step } from "../note/plan/plan";
import { isDeferred, type VaultClock } from "../note/plan/standstill";
import { modelKey, priceOf } from "../settings/models";
import {
  BY_HAND,
  modelOf,
  type ModelProgram,
  type ModelRole,
  type NamedModel,
  type Settings,
} from "../settings/settings";
import type { Count } from "../approval/device/counted";
import { isAnswered, RAISES, type CutTurn } from "./budget";
import { editAskingLeft } from "./edit/edits";
import { next, whyTooDear, type AgentMove, type InPlan, type Limits } from "./next";
import { settleOutside } from "./outward/settleOutside";
import { isOfRun, type RunId } from "./entry";
import type { Heard } from "./outside/deeds";
import { openCallAsking } from "./outside/askToCall";
import { OF_SERVER, serverToolOf, serverToolsAt, type ServerTool } from "./outside/serverTools";
import { isTool } from "./tools";
import { askedLast, askingOf, isInPlan, withId, type Asking } from "./signals";
import { plannedAsking, type FlowPart } from "./flow/part";
import { agentModel, folderName, roleIn, turnName, whyNotStarted } from "./flow/agentPrograms";
import { atWorkElsewhere, sayElsewhere } from "./flow/elsewhere";
import type { ProgramsHere } from "./flow/programs";
import { settle } from "./flow/settle";
import type { WantedCall } from "../kit/ports/model";
import type { Redraft } from "./redraft";
import { AGAIN, type OfRun, roleOf, runName, runOf, spentOnAll, turnsOf, type Run } from "./run";
import { NO_TRACE, type Trace } from "./trace";

/** The work notes of a plan, as they were read. */
export interface WorkNotes {
  readonly trace: Trace;
  /** Bytes. */
  readonly size: number;
}

export const NO_NOTES: WorkNotes = { trace: NO_TRACE, size: 0 };

/** A slow call that is under way for a step: of a model, unless `doing` says what else. */
export interface Job {
  /** Key of the plan. */
  readonly plan: string;
  readonly path: string;
  /** Hash of the step. */
  readonly step: string;
  /** Of a call of a model: the run that it belongs to. */
  readonly run?: RunId;
  readonly turn: number;
  /** The model’s name in the settings; empty where none is asked. */
  readonly model: string;
  /** In a few words: `asking web: search`. */
  readonly doing?: string;
  /** A program runs. */
  readonly isProgram?: true;
  /** Of a program: the name under which this device keeps whether it may run. */
  readonly permit?: string;
  /** Absolute path of the project that a program works on; empty for none. Missing for a model. */
  readonly project?: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** When the model last gave a sign of life. */
  readonly last: number;
  /** It can give none before its answer is there: nothing follows from its silence. */
  readonly isSilent?: boolean;
  /** Deeds of a program up to now. */
  readonly heard?: Heard;
}

/** So long without a sign of life, a call is stuck. */
const STUCK = 90 * SECOND;

export function isOfModel({ doing }: Pick<Job, "doing">): boolean {
  return doing === undefined;
}

/** A program is at work in this project, in a part of it or around it: each would be told the changes of the other. */
export function isProjectBusy(program: ModelProgram | undefined, jobs: readonly Job[]): boolean {
  const own = plainPath(program?.folder ?? "");
  return (
    own !== "" &&
    jobs.some(({ project = "" }) => {
      const other = plainPath(project);
      return other !== "" && (isBeneath(other, own) || isBeneath(own, other));
    })
  );
}

/** Whether a call is under way for this step as it is now; a step that is opened again is another one. */
export function isFor({ step: hash, run }: Job, plan: OfRun, step: Step): boolean {
  if (hash !== hashStep(step)) return false;
  const now = run === undefined ? null : runOf(plan, step, []);
  return run === undefined || (now !== null && isOfRun(run, now.id));
}

/** Milliseconds since the epoch from which on the call counts as stuck; never where silence says nothing. */
export function stuckFrom({ last, isSilent }: Pick<Job, "last" | "isSilent">): number {
  return isSilent === true ? Infinity : last + STUCK;
}

/**
 * A step of a plan with an agent whose day has come, and that reaches no further than the vault, or of which nobody has
 * said yet what exactly is to go out: the agent says it, and a person decides.
 */
export function isForAgent(plan: Pick<Plan, "agent">, step: Step | null, clock: VaultClock): boolean {
  return plan.agent !== null && step !== null && isOpenToAgents(step) && !isDeferred(step, clock);
}

/** The next step is for the agent: one of those above, or one whose rejected action is to be drafted again. */
export function hasAgentWork(
  {
    plan,
    step,
    redraft,
  }: { readonly plan: Pick<Plan, "agent">; readonly step: Step | null; readonly redraft: Redraft | null },
  clock: VaultClock,
): boolean {
  return (
    isForAgent(plan, step, clock) || (redraft?.isWanted === true && step !== null && !isDeferred(step, clock))
  );
}

/** Knowledge of the device and of the settings about the agent of a plan. */
export interface AgentFacts {
  readonly here: ProgramsHere;
  readonly part: FlowPart | null;
  readonly settings: Settings;
  readonly now: number;
  readonly count: Count;
  readonly redraft: Redraft | null;
  readonly tools: readonly ServerTool[];
}

/** The step at which an agent works, and who is asked there. */
interface AtStep extends AgentFacts {
  readonly plan: Plan;
  readonly step: Step;
  readonly notes: WorkNotes;
  readonly run: Run;
  readonly role: ModelRole;
  /** The model that the settings name for the agent of the flow; empty for that of the role. */
  readonly agent: string;
  readonly named: NamedModel;
}

/**
 * Null where no agent does it, or the step bears no block id yet, or its call is under way. `jobs`: those of the
 * plan.
 */
export function agentMoveOf(
  plan: Plan,
  step: Step | null,
  notes: WorkNotes,
  jobs: readonly Job[],
  facts: AgentFacts,
): AgentMove | null {
  const { part, settings, redraft } = facts;
  if (
    step === null ||
    !hasAgentWork({ plan, step, redraft }, facts) ||
    jobs.some((each) => isFor(each, plan, step))
  )
    return null;
  const run = runOf(plan, step, notes.trace.entries);
  if (run === null) return null;
  const role = roleIn(part) ?? roleOf(run);
  const agent = agentModel(part?.step.agent, settings);
  // Without a model, the person can answer in its place.
  const named = modelOf(settings, role, plan, agent) ?? BY_HAND;
  const { provider } = named.model;
  const asked = { name: named.name, key: modelKey(named.model), isProgram: provider === "program" };
  const elsewhere = atWorkElsewhere(plan, run, asked, facts.here);
  if (elsewhere === "begins") return null;
  if (elsewhere !== null)
    return { kind: "wait", until: Infinity, because: sayElsewhere(elsewhere, settings.time_zone), elsewhere };
  const found = next(run, limitsAt({ ...facts, plan, step, notes, run, role, agent, named }));
  const cut = found.kind === "stop" && found.code === "program-cut" ? cutTurn(plan, run, named) : null;
  const agentMove = cut === null ? found : { ...found, cut };
  // A call under way counts as the most that it can cost; nobody is asked for money that it may not take.
  return agentMove.kind === "stop" && agentMove.code === RAISES && jobs.some(isOfModel)
    ? { kind: "wait", until: Infinity, because: "what the other agents of this plan cost is not known yet" }
    : agentMove;
}

/** Null where no project is named, and where the notes do not tell of its start. */
function cutTurn(plan: Plan, run: Run, { model }: NamedModel): CutTurn | null {
  const project = model.program?.folder ?? "";
  const { n: turn, ended } = turnsOf(run).findLast(({ asked }) => asked !== null) ?? { n: 0, ended: null };
  return project === "" || turn === 0 || ended !== null
    ? null
    : { turn, project, folder: folderName(plan.key, runName(run.id), turn, modelKey(model)) };
}

function limitsAt(at: AtStep): Limits {
  const { plan, notes, run, role, agent, named, part, settings, now, here, count } = at;
  const { entries, unproved } = notes.trace;
  const { name, model } = named;
  const key = modelKey(model);
  return {
    limits: settings.limits,
    counted: count(plan.key, runName(run.id), key),
    isAnswered: (question) => isAnswered(plan, question),
    plan: spentOnAll(entries),
    price: priceOf(model),
    role,
    agent,
    isProgram: model.provider === "program",
    dearBefore: run.id.round > 0 ? null : whyTooDear(turnsOf({ entries, tool: null }), key),
    isCutBefore: isCutBefore(plan, run.id.step, notes.trace),
    wasStarted: (turn) => here.told.has(turnName(plan.key, runName(run.id), turn, key)),
    notStarted: whyNotStarted(named, plan, part, here),
    model: name,
    modelKey: key,
    now,
    size: notes.size,
    lost: unproved.filter((asked) => isOfRun(asked, run.id)).length,
    inPlan: inPlanAt(at),
  };
}

function inPlanAt(at: AtStep): InPlan {
  const { plan, step, run, tools } = at;
  return {
    asking(call, key, proposed) {
      if (proposed !== null) return editAskingLeft(proposed, plan, step, key);
      const found = serverToolOf(serverToolsAt(step, tools), call.tool);
      if (found !== null) return openCallAsking(call, found, { plan, step, run, tools });
      const asking = askedBy(call, key, at);
      const last = asking === null ? null : askedLast(plan, asking);
      return last?.given === null ? last.asking : null;
    },
    given(call, key) {
      const asking = askedBy(call, key, at);
      return asking === null ? null : askedLast(plan, asking).given;
    },
    settled: (tick, votes) => settledAt(tick, votes, at),
    isDone: (key) => isInPlan(plan, key),
    isOfServer: (named) =>
      named.includes(OF_SERVER) ||
      (!isTool(named) && tools.some(({ tool, name }) => named === tool || named === name)),
  };
}

/** The question of a call, by the flow or by the agent; null for none. */
function askedBy(call: WantedCall, key: string, { part, run, plan, step, settings }: AtStep): Asking | null {
  const planned = part === null || turnsOf(run).at(-1)?.n !== 0 ? null : plannedAsking(part, call.id);
  return planned === null
    ? askingOf(call, plan, step, key, settings.outward_words)
    : withId(planned, plan, step, key);
}

function settledAt(
  tick: Extract<AgentMove, { readonly kind: "tick" }>,
  votes: readonly string[],
  { plan, step, run, part, settings, here, notes, named }: AtStep,
): ReturnType<InPlan["settled"]> {
  const isByHand = named.model.provider === "by-hand";
  const knowing = { entries: notes.trace.entries, settings, here, votes, isByHand };
  const settled = part === null ? tick : settle(tick, { part, plan, step, run: run.id }, knowing);
  return settled.kind === "tick"
    ? settleOutside(settled, { plan, step, run: run.id, part, own: settings.outward_words })
    : settled;
}

/** The flow had the step begun anew, and stopped the agent that was at work on it. */
function isCutBefore({ log }: Pick<Plan, "log">, step: string, { entries }: Trace): boolean {
  const anew = log.last((mark) => mark.step === step && AGAIN.includes(mark.word));
  const last = entries.findLast((each) => each.step === step)?.kind;
  return anew?.actor === "Agent" && (last === "asked" || last === "failed");
}

/**
 * The model that is asked next, or would be; null where the settings name none. `agent`: the model of the agent of the
 * step, which counts while a call for it is under way, too.
 */
export function nextModel(
  agentMove: AgentMove | null,
  plan: Pick<Plan, "agentModel">,
  settings: Settings,
  agent = "",
): NamedModel | null {
  return agentMove?.kind === "ask-model"
    ? modelOf(settings, agentMove.role, plan, agentMove.agent)
    : modelOf(settings, "worker", plan, agent);
}

/** A plan whose agent does one step at a time has had one done since a person last said that it may go on. */
export function isPaused({ agent, log }: Pick<Plan, "agent" | "log">): boolean {
  if (agent !== "step") return false;
  const last = log.last(
    ({ word }, { actor }) =>
      (word === "ticked" && actor !== "Human") ||
      (word === "unblocked" && actor === "Human") ||
      word === "started" ||
      word === "reopened" ||
      word === "ask-again" ||
      word === "draft-again",
  );
  return last?.mark.word === "ticked";
}
