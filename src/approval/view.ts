/**
 * A request as the rules, the faces and the gate see it: its notes, its record, what this device remembers of it, and
 * its state.
 */
import type { Action } from "../note/action/action";
import type { ActionState } from "./device/ledger";
import type { Outcome } from "./device/outcome";
import type { Plan, Step } from "../note/plan/plan";
import type { RecordNote } from "./request/record";
import type { Identity, Remarks, RequestReading } from "./request/request";
import type { State } from "./request/states";

export interface RequestView {
  /** Action id; for a foreign note what it claims, or "". */
  readonly id: string;
  readonly chain: string;
  readonly attempt: number;
  /** File name. */
  readonly name: string;
  /** Key and id of the plan as written; "" when unknown. */
  readonly plan: string;
  readonly task: string;
  readonly step: string;
  readonly type: string;
  /** The words of its step as the plan has them now; empty where nobody knows it. */
  readonly stepText: string;
  readonly created: number;
  /** First 12 digits of the hash of step and action it was asked for. */
  readonly text: string;
  readonly identity: Identity | null;
  /** The action of the block in the note as it is now; null where none can be read. */
  readonly action: Action | null;
  readonly notes: readonly NotePlace[];
  readonly recordNote: RecordNote | null;
  readonly actionState: ActionState | null;
  /** How it ended, by its verified record or the latch; null while it has not. */
  readonly outcome: Outcome | null;
  readonly state: State;
  /** In doubt, and the call may still be running: nobody can say yet whether it happened. */
  readonly underWay: UnderWay | null;
  readonly reason: string;
  readonly newest: boolean;
  /** It, or another attempt of it, lies among the rejected, under whatever name. */
  readonly refused: boolean;
  /** The clause of the gate that an approved request fails; null when it passes or is not approved. */
  readonly objection: {
    readonly id: string;
    readonly kind: "wait" | "refuse";
    readonly reason: string;
  } | null;
  /**
   * A further objection of its plan, before it is approved or behind the reason why this run carries nothing out; null
   * for none.
   */
  readonly obstacle: Obstacle | null;
  /** The only note is under another name, and can get its own back. Also in the view of that note itself. */
  readonly renamed?: Renamed;
}

export interface Renamed {
  /** Action id. */
  readonly id: string;
  /** Paths of the note, under its name of now and under its own. */
  readonly from: string;
  readonly to: string;
  /** A sentence. */
  readonly reason: string;
}

export interface UnderWay {
  /** When it is over for certain. Milliseconds since the epoch. */
  readonly until: number;
  /** The run that began it is at work. */
  readonly isLive: boolean;
  /** The clock was set back since it was begun. */
  readonly isSetBack: boolean;
}

/** `wait`: it goes on by itself when that is over. The reason is a sentence, with what a person can do. */
export interface Obstacle {
  readonly kind: "wait" | "refuse";
  readonly reason: string;
}

export interface NotePlace {
  readonly folder: "pending" | "approved" | "rejected" | "done";
  readonly path: string;
  readonly parsed: RequestReading;
  readonly remarks: Remarks;
  /** Milliseconds since the epoch: last change or arrival seen. */
  readonly since: number;
  /** Milliseconds since the epoch: since when something has lain there at every look of this run. */
  readonly came: number;
  /** Milliseconds since the epoch: when somebody else last changed what it says. */
  readonly changed: number;
  readonly hash: string;
}

/** The step at which a plan is; null when no step is left. */
export interface PlanStep {
  readonly plan: Plan;
  readonly step: Step | null;
}

/** Why a request is written for a step. */
export type AskReason =
  /** Nothing was asked for this step and text yet. */
  | "first"
  /** A person asked for it again. */
  | "again"
  /** It was carried out and a person took the tick away. */
  | "repeat"
  /** The earlier attempt did not go out, or a person says so. */
  | "attempt"
  /** A person approved a changed request. */
  | "reissue";
