/**
 * Everything the rules may know, as plain data: what the notes say, what this device remembers, what servers answered, what time it is.
 * Made anew after every look; nothing in it is ever changed but the catalog, which goes on.
 */
import type { Catalog } from "../catalog/catalog";
import type { Acting } from "../device/acting";
import type { DeviceState, Latch } from "../device/device";
import type { Outcome } from "../device/outcome";
import type { Action } from "../action/action";
import type { Intake } from "../intake/task";
import type { Problem } from "../kit/problem";
import type { Block } from "../plan/blocks";
import type { Plan, Step } from "../plan/plan";
import type { ServerView } from "../ports/tools";
import type { Receipt } from "../request/receipt";
import type { Identity, Remarks, RequestReading } from "../request/request";
import type { State } from "../request/table";
import type { FolderName, Settings } from "../settings/settings";

/**
 * `executor` seals and acts; `clerk` does everything else by a person's order (a terminal without `--executor`); `viewer` writes nothing
 * unattended.
 */
export type Role = "executor" | "clerk" | "viewer";

export interface World {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly role: Role;
  readonly settings: Settings;
  readonly device: DeviceState;
  readonly acting: Acting;
  /** Why this device neither seals nor acts now; empty when it does. Sentences. */
  readonly standing: readonly string[];
  /** Those of the reasons that hold whoever looks; these may stand on the Dashboard. */
  readonly lasting: readonly string[];
  /** Its settings are not those this device acts with: they were not given. */
  readonly withoutSettings: boolean;
  /** Paths of our folders that are not there or cannot be read, and which hold no note that says what they are for. */
  readonly folders: { readonly absent: readonly string[]; readonly unreadable: readonly string[]; readonly bare: readonly FolderName[] };
  /** Every plan there is, in a few words. The one thing here that goes on with the next look. */
  readonly catalog: Catalog;
  /** The plans that are looked at closely: all that could have something done for them, and the first of the others. In the order in which they are resumed. */
  readonly plans: readonly PlanView[];
  /** Those with the newest lines in their logs, put away or not. */
  readonly recent: readonly Plan[];
  /** Those of them that are not frozen, by key. */
  readonly planOf: ReadonlyMap<string, PlanView>;
  /** What can be read of the copies that sync made of plans. */
  readonly copies: readonly Plan[];
  readonly requests: readonly RequestView[];
  /** The same by the key of their plan. */
  readonly requestsOf: ReadonlyMap<string, readonly RequestView[]>;
  readonly problems: readonly Problem[];
  readonly adoptable: readonly AdoptableGroup[];
  readonly duplicates: readonly DuplicateGroup[];
  /** Tasks that no plan comes from yet. */
  readonly intake: Intake;
  /** Answers of this run; a server that was not asked yet is not in it. */
  readonly servers: ReadonlyMap<string, ServerView>;
  /** Text of Dashboard.md; null when there is none. */
  readonly dashboard: string | null;
  /** Whether this run may write unattended at all: another device’s vault is only shown. */
  readonly mayWrite: boolean;
  /** Nobody acts for this vault yet, and this run may name itself. */
  readonly mayClaim: boolean;
  /** This run began after the acting device had been off for days; it began then. Milliseconds since the epoch; null otherwise. */
  readonly backSince: number | null;
  /** Why asking failed, by plan and step as it reads. */
  readonly failures: ReadonlyMap<string, string>;
  /** What is waited for to last or to pass: keys the desk counts time for. */
  readonly watching: readonly string[];
  /** How long a state has been watched without interruption in this run, by `watchKey`. Milliseconds. */
  readonly watched: ReadonlyMap<string, number>;
}

export interface PlanView {
  readonly plan: Plan;
  /** Hash of the note's text: a change is made on exactly these bytes or not at all. */
  readonly hash: string;
  /** Two notes have this id: nothing is done with either until a person decides. */
  readonly frozen: boolean;
  /** Milliseconds since the epoch from which on nobody seems to be typing here. */
  readonly quietFrom: number;
  readonly step: Step | null;
  /** The newest request for the step that is next; null when there is none. */
  readonly request: RequestView | null;
  /** Why it cannot go on now; null when it can, or when it is over. */
  readonly block: Block | null;
  /** It depends on a server that was not asked yet: until then nothing is said about a block. */
  readonly undecided: boolean;
  /** What an earlier run found out that this one has not asked for: as the note has it, and true of then. */
  readonly foundLast: Block | null;
  /** When the block that stands now was written into the log. */
  readonly blockedSince: number | null;
}

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
  readonly created: number;
  /** First 12 digits of the hash of step and action it was asked for. */
  readonly text: string;
  readonly identity: Identity | null;
  /** What the block in the note says now. */
  readonly action: Action | null;
  readonly notes: readonly NotePlace[];
  readonly receipt: Receipt | null;
  readonly latch: Latch | null;
  /** How it ended, by its verified record or the latch; null while it has not. */
  readonly outcome: Outcome | null;
  readonly state: State;
  /** In doubt, and the call may still be running: nobody can say yet whether it happened. */
  readonly underWay: UnderWay | null;
  readonly reason: string;
  readonly newest: boolean;
  /** It, or another attempt of it, lies among the rejected, under whatever name. */
  readonly refused: boolean;
  /** Which clause of the gate an approved request fails; null when it passes or is not approved. */
  readonly objection: { readonly id: string; readonly kind: "wait" | "refuse"; readonly reason: string } | null;
  /** What else keeps it from running, by its plan, before it is approved or behind the reason why this run carries nothing out; null when nothing does. */
  readonly obstacle: Obstacle | null;
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
  readonly reading: RequestReading;
  readonly remarks: Remarks;
  /** Milliseconds since the epoch: last change or arrival seen. */
  readonly since: number;
  /** Milliseconds since the epoch: since when something has lain there at every look of this run. */
  readonly came: number;
  /** Milliseconds since the epoch: when somebody else last changed what it says. */
  readonly changed: number;
  readonly hash: string;
}

export interface AdoptableGroup {
  readonly of: "plan" | "request";
  /** What it lacks, in words. */
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
  /** What they share: a task id or a source; for the same content, and for copies that sync made of a plan, the id of one of them. */
  readonly key: string;
  readonly by: "id" | "source" | "content" | "copy";
  readonly paths: readonly string[];
}

/** The plan that is resumed: the first that is not over; one that waits for a person gives way to the next that can move. */
export function currentPlan(world: World): PlanView | null {
  const open = world.plans.filter((view) => !view.frozen && (view.plan.status === "Active" || view.plan.status === "Blocked"));
  return open.find((view) => view.plan.status === "Active" && view.block === null) ?? open[0] ?? world.plans.find((view) => !view.frozen && view.plan.status === "Draft") ?? null;
}

/** One plan, and the world in which it was looked at closely; `view` is null when it is not there. */
export interface Closer {
  readonly world: World;
  readonly view: PlanView | null;
}

export function closerAt(world: World, path: string): Closer {
  return { world, view: world.plans.find(({ plan }) => plan.path === path) ?? null };
}
