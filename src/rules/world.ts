/**
 * Everything the rules may know, as plain data: what the notes say, what this device remembers, what servers answered,
 * what time it is. Made anew after every look; nothing in it is ever changed but the catalog, which goes on.
 */
import type { Acting } from "../approval/device/acting";
import type { PlanIndex } from "../note/index/planIndex";
import type { Intake } from "../note/intake/task";
import type { Problem } from "../kit/problem";
import type { Block } from "../note/plan/blocks";
import type { ResultNote } from "../flow/result/resultNote";
import type { Plan } from "../note/plan/plan";
import { isPutOff } from "../note/plan/putOffUntil";
import type { AroundRequests } from "../approval/around";
import type { PlanStep, RequestView } from "../approval/view";
import type { AgentMove } from "../agent/next";
import type { Redraft } from "../agent/redraft";
import type { ServerTool } from "../agent/outside/serverTools";
import type { Offers } from "./agents/listed";
import type { FlowState } from "../flow/running";
import type { FlowPart } from "../agent/flow/part";
import type { Job, WorkNotes } from "../agent/agentMove";

export interface World extends AroundRequests {
  readonly acting: Acting;
  /** Why this device neither seals nor acts now; empty when it does. Sentences. */
  readonly standing: readonly string[];
  /** Those of the reasons that hold whoever looks; these may stand on the Dashboard. */
  readonly lasting: readonly string[];
  /** Every plan there is, in a few words. The one thing here that goes on with the next look. */
  readonly planIndex: PlanIndex;
  /**
   * The plans that are looked at closely: all that could have something done for them, and the first of the others. In
   * the order in which they are resumed.
   */
  readonly plans: readonly PlanView[];
  /** Those with the newest lines in their logs, put away or not. */
  readonly recent: readonly Plan[];
  /** Those of them that are not frozen, by key. */
  readonly planOf: ReadonlyMap<string, PlanView>;
  /** The readable copies that sync made of plans. */
  readonly copies: readonly Plan[];
  /** The same by the key of their plan. */
  readonly requestsOf: ReadonlyMap<string, readonly RequestView[]>;
  /**
   * Keys of plans whose request waits for a person: no rule has a move for either before a note changes, whatever time
   * it is.
   */
  readonly atRest: ReadonlySet<string>;
  readonly problems: readonly Problem[];
  readonly adoptable: readonly AdoptableGroup[];
  readonly duplicates: readonly DuplicateGroup[];
  /** Tasks that no plan comes from yet. */
  readonly intake: Intake;
  /** Text of Dashboard.md; null when there is none. */
  readonly dashboard: string | null;
  /** Whether this run may write unattended at all: another device’s vault is only shown. */
  readonly mayWrite: boolean;
  /** Whether this run may name itself, since no device acts for this vault yet. */
  readonly mayClaim: boolean;
  /** Keys of the states that have to last or to pass: the engine counts their time. */
  readonly watching: readonly string[];
  /** The offers of the servers whose tools agents may call, and these tools as they stand with it. */
  readonly offers: Offers;
  readonly serverTools: readonly ServerTool[];
  /** Notes in which results of flows are kept, of all plans. */
  readonly results: readonly ResultNote[];
  /** Why no program can run on this device, as a sentence; null where one can. */
  readonly programs: string | null;
  /** Slow calls for agents that this run has under way. */
  readonly jobs: readonly Job[];
  /** The other run on this device that works on the vault, by its nonce; null where none does. */
  readonly runAtWork: string | null;
}

export interface PlanView extends PlanStep {
  /** Hash of the note's text: a change is made on exactly these bytes or not at all. */
  readonly hash: string;
  /** Numbers of steps without a block id that were ticked while this run looked on, and of which the log is silent. */
  readonly ticked?: readonly number[];
  /** Two notes have this id: nothing is done with either until a person decides. */
  readonly hasDuplicateId: boolean;
  /** Milliseconds since the epoch from which on nobody seems to be typing here. */
  readonly quietFrom: number;
  /** The newest request for the step that is next; null when there is none. */
  readonly request: RequestView | null;
  /** Why it cannot go on now; null when it can, or when it is over. */
  readonly block: Block | null;
  /** It depends on a server that was not asked yet: until then nothing is said about a block. */
  readonly undecided: boolean;
  /** The block that an earlier run found and this one has not asked for: as the note has it, and true of then. */
  readonly foundLast: Block | null;
  /** When the block that stands now was written into the log. */
  readonly blockedSince: number | null;
  /** The want of its step for the agent that does it; null where no agent does, or waits for its model. */
  readonly agentMove: AgentMove | null;
  /** Of a plan with an agent. */
  readonly work: WorkNotes;
  /** The flow that it unfolds from; null for none. */
  readonly flow: FlowState | null;
  /** The part of that flow about the next step. */
  readonly part: FlowPart | null;
  /** The same plan as it is seen from lines behind the next one at which agents can work already, in their order. */
  readonly beside: readonly PlanView[];
  /** Notes in which results of that flow are kept; most often one. */
  readonly results: readonly ResultNote[];
  /** The action that was rejected, where the agent of the plan may draft it anew. */
  readonly redraft: Redraft | null;
}

export interface AdoptableGroup {
  /** `no-plan`: notes among the plans of which the command for it makes no plan. */
  readonly of: "plan" | "no-plan" | "request";
  /** The parts that it lacks, in words. */
  readonly kind: string;
  readonly count: number;
  /** A path: the first of them. */
  readonly example: string;
  /** Of the first of them: the line of what hides its boxes. */
  readonly line: number | undefined;
  /** All of them, in no order. */
  readonly paths: readonly string[];
}

export interface DuplicateGroup {
  /**
   * The key that they share: a task id or a source; for the same content, and for copies that sync made of a plan, the
   * id of one of them.
   */
  readonly key: string;
  readonly by: "id" | "source" | "content" | "copy";
  readonly paths: readonly string[];
}

/**
 * The plan that is resumed: the first that is not over; one that waits for a person gives way to the next that can
 * move, and one that a person put off to any other.
 */
export function currentPlan(world: World): PlanView | null {
  const open = world.plans.filter(
    (view) => !view.hasDuplicateId && (view.plan.status === "Active" || view.plan.status === "Blocked"),
  );
  return (
    open.find(
      ({ plan, step, block }) =>
        plan.status === "Active" && block === null && !isPutOff(plan, step, world.now),
    ) ??
    open.find(({ plan, step }) => !isPutOff(plan, step, world.now)) ??
    open[0] ??
    world.plans.find((view) => !view.hasDuplicateId && view.plan.status === "Draft") ??
    null
  );
}

/** One plan, and the world in which it was looked at closely; `view` is null when it is not there. */
export interface PlanDetail {
  readonly world: World;
  readonly view: PlanView | null;
}

export function planDetailAt(world: World, path: string): PlanDetail {
  return { world, view: world.plans.find(({ plan }) => plan.path === path) ?? null };
}
