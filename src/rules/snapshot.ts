/**
 * The findings of a look, before anything is concluded from them: parsed notes by place, and facts that only the engine
 * can know.
 */
import type { PlanIndex } from "../note/index/planIndex";
import type { Acting } from "../approval/device/acting";
import type { Intake } from "../note/intake/task";
import type { Problem } from "../kit/problem";
import type { ResultNote } from "../flow/result/resultNote";
import type { Plan } from "../note/plan/plan";
import type { ParsedRequest } from "../approval/request/parse";
import type { Claim, RecordNote } from "../approval/request/record";
import type { Around } from "../approval/around";
import type { NotePlace } from "../approval/view";
import type { Offers } from "./agents/listed";
import type { FlowState } from "../flow/running";
import type { Job, WorkNotes } from "../agent/agentMove";

export interface Seen extends Around {
  readonly acting: Acting;
  /**
   * Reasons only the engine knows why nothing is sealed or carried out (copied profile, damaged store, still starting,
   * …).
   */
  readonly hindrances: readonly string[];
  readonly planIndex: PlanIndex;
  /** Those that are looked at closely: all of which more is wanted than their cards. */
  readonly plans: readonly SeenPlan[];
  /** Those with the newest lines in their logs, put away or not. */
  readonly recent: readonly Plan[];
  readonly requests: readonly SeenRequest[];
  readonly intake: Intake;
  /** By file name of the request. A name that was looked for and not found is not in it. */
  readonly recordNotes: ReadonlyMap<string, RecordNote>;
  /**
   * Of records whose requests this device does not remember: which steps they say they are of. Nothing vouches for it.
   */
  readonly claims: readonly Claim[];
  readonly problems: readonly Problem[];
  /**
   * By action id, for approved requests that have some: whether the files that go along are the ones that were
   * approved; `busy` where that cannot be told just now.
   */
  readonly attachments: ReadonlyMap<string, "as-sealed" | "changed" | "busy">;
  readonly dashboard: string | null;
  /** Work notes of plans with an agent, by the path of the plan; a plan without any is not in it. */
  readonly work: ReadonlyMap<string, WorkNotes>;
  /** Flows of plans that unfold from one, by the path of the plan. */
  readonly flows: ReadonlyMap<string, FlowState>;
  /** Notes in which results of flows are kept. */
  readonly results: readonly ResultNote[];
  /** The offers of the servers whose tools agents may call. */
  readonly offers: Offers;
  /** Why no program can run on this device, as a sentence; null where one can. */
  readonly programs: string | null;
  /** Slow calls for agents that are under way. */
  readonly jobs: readonly Job[];
  /**
   * The run, by its nonce, that carries something out just now, or holds the lock on this vault; null where none does.
   */
  readonly runAtWork: string | null;
  /** The same where it is another run than this one. */
  readonly otherRun: string | null;
}

export interface SeenPlan {
  readonly path: string;
  readonly hash: string;
  /** Milliseconds since the epoch: when somebody else last changed it. */
  readonly changed: number;
  readonly plan: Plan;
  /** Numbers of steps without a block id that were ticked while this run looked on. */
  readonly ticked?: readonly number[];
}

export interface SeenRequest {
  readonly folder: NotePlace["folder"];
  readonly path: string;
  readonly name: string;
  readonly hash: string;
  /** Milliseconds since the epoch: since when it lies there as it is, as far as this run saw. */
  readonly since: number;
  /** Milliseconds since the epoch: since when something has lain there at every look of this run. */
  readonly came: number;
  /** Milliseconds since the epoch: when somebody else last changed it, wherever it lay then. */
  readonly changed: number;
  readonly parsed: ParsedRequest;
}
