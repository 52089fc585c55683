/**
 * One thing the engine decided to do. Plain data: it can be listed by a dry run, explained, and is performed in
 * exactly one place.
 */
import type { HoldReason } from "../approval/device/holdReason";
import type { Action } from "../note/action/action";
import type { Outcome } from "../approval/device/outcome";
import { mayTurn } from "../note/plan/lifecycle";
import type { NewEntry } from "../note/plan/logEntry";
import type { Insertion, PlanEdit } from "../note/plan/edit";
import type { ResultPlace, ResultProperties } from "../flow/result/resultNote";
import type { ToKeep } from "../flow/result/result";
import type { Plan } from "../note/plan/plan";
import type { Round } from "../agent/flow/rounds";
import type { Choices } from "../note/plan/questions";
import type { WantedCall } from "../kit/ports/model";
import type { NextTime } from "./nextTime";
import type { CONTROL_FOLDERS } from "../settings/settings";
import type { AskReason } from "../approval/view";

export type Move =
  /** Names this device in `Acting device.md` and makes the folders that are missing; once, when nobody is named. */
  | { readonly kind: "name-acting-device"; readonly path: string }
  | { readonly kind: "refresh-acting-device"; readonly path: string }
  /** Notes in the work notes that the model is asked, and starts the call; its answer is noted when it comes. */
  | {
      readonly kind: "ask-model";
      readonly path: string;
      readonly step: string;
      /** Block id of its line, where that is not the next one. */
      readonly beside?: string;
      readonly turn: number;
    }
  /** Asks servers for the tools that an agent may call; no note is touched. */
  | {
      readonly kind: "look-at-tools";
      readonly path: string;
      readonly step: string;
      readonly servers: readonly string[];
    }
  /** Runs a program that checks the step. `key`, `attempt`: of the want. */
  | {
      readonly kind: "run-check";
      readonly path: string;
      readonly step: string;
      readonly key: string;
      readonly attempt: number;
    }
  /** Notes what a program changed in its project before it was cut off. */
  | { readonly kind: "note-cut"; readonly path: string; readonly step: string; readonly turn: number }
  /** Does what the model wants done by a tool, within the vault, and notes what came of it. */
  | {
      readonly kind: "use-tool";
      readonly path: string;
      readonly step: string;
      readonly beside?: string;
      readonly call: WantedCall;
    }
  /**
   * Takes back a change of a note that an agent made, and tells of it in the plan. `question`: the one that the
   * person answered.
   */
  | { readonly kind: "undo-edit"; readonly path: string; readonly question: string }
  /** Puts the note into a folder for requests that says what it is for. */
  | { readonly kind: "note-folder"; readonly path: string; readonly folder: (typeof CONTROL_FOLDERS)[number] }
  | {
      readonly kind: "edit-plan";
      readonly path: string;
      readonly hash: string;
      readonly changes: readonly PlanChange[];
    }
  /**
   * Writes a draft for the task at `path`, on the bytes that were judged; `at` is when it was last changed, in
   * milliseconds since the epoch.
   */
  | {
      readonly kind: "draft-plan";
      readonly path: string;
      readonly hash: string;
      readonly at: number;
      readonly why: string;
    }
  /** Writes the next plan of a series, on the bytes of the one that is done. */
  | { readonly kind: "repeat-plan"; readonly path: string; readonly hash: string; readonly next: NextTime }
  /** Keeps the result of the plan’s flow in a note, and tells of it in the plan. */
  | ({
      readonly kind: "keep-result";
      readonly path: string;
      readonly hash: string;
      readonly properties: ResultProperties;
    } & ToKeep)
  /** Keeps a round of review in a file, and tells of it in the plan. */
  | ({ readonly kind: "keep-round"; readonly path: string; readonly hash: string } & Round)
  /** Moves the note with the result of the plan’s flow; `note` is its path. */
  | {
      readonly kind: "file-result";
      readonly path: string;
      readonly note: string;
      readonly place: ResultPlace;
    }
  /** Has the properties of such a note, at `path`, say what its folder says. */
  | {
      readonly kind: "place-result";
      readonly path: string;
      readonly hash: string;
      readonly place: ResultPlace;
    }
  /** Links such a note, at `path`, to the plan that was made of it. */
  | { readonly kind: "link-result"; readonly path: string; readonly hash: string; readonly plan: string }
  | { readonly kind: "check-server"; readonly path: string; readonly server: string }
  /** Writes a request into the pending folder. `step` is the hash of the step as it reads. */
  | {
      readonly kind: "ask";
      readonly path: string;
      readonly step: string;
      readonly why: AskReason;
      readonly earlier: string | null;
    }
  /** Carries out an approved request. */
  | { readonly kind: "act"; readonly path: string; readonly request: string }
  /** Ends an approval without an effect: record, then out of the way. */
  | {
      readonly kind: "end";
      readonly path: string;
      readonly request: string;
      readonly outcome: Outcome;
      readonly detail: string;
    }
  /** Writes the record of something begun here that has none. */
  | { readonly kind: "restore-record"; readonly path: string; readonly request: string }
  | { readonly kind: "ask-in-record"; readonly path: string; readonly request: string }
  | { readonly kind: "resolve"; readonly path: string; readonly request: string; readonly happened: boolean }
  | { readonly kind: "file-away"; readonly path: string; readonly to: string }
  | { readonly kind: "archive"; readonly path: string; readonly hash: string; readonly to: string }
  /** Adds to what this device remembers; the vault is not touched. */
  | { readonly kind: "remember"; readonly path: string; readonly what: Remembered }
  | { readonly kind: "write-dashboard"; readonly path: string };

export type PlanChange =
  | { readonly kind: "status"; readonly value: Plan["status"] }
  | { readonly kind: "reason"; readonly value: string | null }
  | { readonly kind: "mark"; readonly step: string; readonly mark: "x" | "-" | " " }
  /** Without `id`, one is drawn when the move is performed. */
  | { readonly kind: "step-id"; readonly n: number; readonly hash: string; readonly id?: string }
  /** Writes an action block beneath a step; `instead` of the one that is there. */
  | {
      readonly kind: "action";
      readonly n: number;
      readonly hash: string;
      readonly action: Action;
      readonly instead?: true;
      /** It has text of an agent: this device remembers that before the plan has it. */
      readonly isByAgent?: true;
    }
  | ({ readonly kind: "insert" } & Insertion)
  | { readonly kind: "log"; readonly entry: NewEntry }
  /** Asks something about a step. Without `id`, one is drawn when the move is performed. */
  | {
      readonly kind: "question";
      readonly step: string;
      readonly text: string;
      readonly choices: Choices;
      readonly id?: string;
    }
  /** Answers a question, as the person said in a dialog; or says that one needs no answer any more. */
  | Extract<PlanEdit, { readonly kind: "answer" | "close" }>;

export type Remembered =
  | { readonly kind: "asked"; readonly request: string }
  | { readonly kind: "seen" | "taken-back" | "unreached"; readonly request: string }
  | { readonly kind: "held"; readonly request: string; readonly why: HoldReason }
  | { readonly kind: "applied"; readonly request: string }
  /** The question that a person is about to be asked about a plan, by its key: only an answer to it counts. */
  | { readonly kind: "asked-person"; readonly plan: string; readonly step: string; readonly what: string }
  /** Stops everything here, once for this approval: it counts no more. */
  | { readonly kind: "paused"; readonly request: string; readonly why: string }
  | { readonly kind: "alive" }
  /** Says something to whoever is there, once; `what` names it for ever. */
  | { readonly kind: "told"; readonly what: string; readonly say: string };

export interface Decision {
  /** Id of the rule. */
  readonly rule: string;
  readonly move: Move;
  readonly because: string;
}

/** Something that will be due by itself. `until` is milliseconds since the epoch. */
export interface Wait {
  readonly rule: string;
  readonly path: string;
  readonly until: number;
  readonly because: string;
  /** A run that ends when nothing is left to do does not wait for it: it tells until when. */
  readonly isTold?: true;
}

/**
 * The edit of a plan that a rule makes. A turn of status that is not in the lifecycle is a fault of the rule, and
 * throws.
 */
export function moveFor(
  { plan, hash }: { readonly plan: Plan; readonly hash: string },
  changes: readonly PlanChange[],
): Move {
  for (const change of changes) {
    // Cancelling is a person's: the one rule that does it carries out the answer they ticked.
    if (change.kind !== "status" || change.value === "Cancelled" || mayTurn(plan.status, change.value))
      continue;
    throw new Error(
      `A rule would turn ${plan.taskId} from ${plan.status} to ${change.value}; please report this.`,
    );
  }
  return { kind: "edit-plan", path: plan.path, hash, changes };
}

export function log(entry: NewEntry): PlanChange {
  return { kind: "log", entry };
}
