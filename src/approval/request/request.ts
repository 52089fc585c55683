/**
 * A request: one action, written down so that a person can approve it. The seal covers `Identity` (who, what for, under
 * which conditions) and a hash of everything readable in the note.
 */
import type { Action } from "../../note/action/action";
import type { JsonObject } from "../../kit/json";

export interface Identity {
  /** Action id: 32 hex digits. */
  readonly id: string;
  /** Id of the first attempt; a refusal of one refuses the whole chain. */
  readonly chain: string;
  readonly attempt: number;
  /** Key of the plan (kit/ids planKey) and its id as written. */
  readonly plan: string;
  readonly task: string;
  /** Block id of the step. */
  readonly step: string;
  /** plan/steps hash of step text and action block. */
  readonly stepHash: string;
  /** Null for an action carried out by hand. */
  readonly route: Route | null;
  /** The key by which the receiver can recognise a repetition. */
  readonly idempotency: string;
  readonly attachments: readonly Attachment[];
  /** The receivers, one by one, as the target was read (action/receivers). */
  readonly receivers: readonly string[];
  /** Device id. */
  readonly executor: string;
  /** File name of the note, with `.md`. */
  readonly name: string;
  /** Pending, approved, rejected and record folder as they were called. */
  readonly folders: readonly string[];
  /** Milliseconds since the epoch. */
  readonly created: number;
  /** The step was carried out before, and a person asked for it to be done again. */
  readonly repeats: boolean;
  /** The moment before which it does not go out, where that was to come when it was written. */
  readonly sends?: number | undefined;
  /** Ids of actions for this step that may have gone out, and of which the note warns on top. */
  readonly warnsOf: readonly string[];
  /** Set when this is a new edition of an edited request: hash of what had been changed. */
  readonly cause: string | null;
}

/** Where an action goes, and how what the person reads becomes the tool's arguments. */
export interface Route {
  readonly server: string;
  readonly tool: string;
  /** Hash of tool name and input schema. */
  readonly toolHash: string;
  /** Hash of the server's definition. */
  readonly serverHash: string;
  readonly targetArgument: string | null;
  readonly idempotencyArgument: string | null;
  readonly attachmentsArgument: string | null;
  /** Arguments that the settings fixed when it was asked (action/fixed); left out where there are none. */
  readonly fixedArguments?: JsonObject | undefined;
}

export interface Attachment {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** Everything the note is written from. */
export interface Draft {
  readonly identity: Identity;
  readonly action: Action;
  readonly words: Words;
}

/** The text of the note besides the action. Untrusted; `render` neutralises it. */
export interface Words {
  /** File name of the plan, without `.md`. */
  readonly planName: string;
  readonly objective: string;
  readonly stepText: string;
  /** The prose beneath the step; empty for none. */
  readonly beneath: string;
  /** An agent works on the plan: it drafts again what is rejected, from the person’s words. */
  readonly hasAgent: boolean;
  /** Time zone by which moments are told; empty for UTC. */
  readonly zone?: string;
  readonly n: number;
  readonly of: number;
  /** Objective and context of the plan; shown as its words, unchecked. */
  readonly rationale: string;
  /** Shown on top: already sent on …, the server reported …, what was changed. Each a sentence or a short paragraph. */
  readonly warnings: readonly string[];
  /** Arguments that the settings fix, and words that the tool gets as a number, true, false or nothing. Sentences. */
  readonly converted: readonly string[];
  /**
   * Lines removed (-) and added (+) against an earlier request, and against which: a sentence with a colon; without
   * one, the request this one replaces.
   */
  readonly changes: readonly string[];
  readonly changedSince?: string;
}

/** The note as found. */
export type RequestReading =
  /** Seal and content agree and the seal is ours. */
  | { readonly kind: "sealed"; readonly identity: Identity; readonly action: Action }
  /** The seal is ours, the content is not what was sealed. `action` is what now stands in the block. */
  | {
      readonly kind: "edited";
      readonly identity: Identity;
      readonly action: Action | null;
      readonly why: string;
    }
  /** A seal of another device; whether it is genuine cannot be told here. */
  | {
      readonly kind: "elsewhere";
      readonly identity: Identity;
      readonly action: Action | null;
      readonly intact: boolean;
    }
  /**
   * No seal, or one that does not verify, or a sealed note under another name. `claims` is the id it names, if any.
   * `deep`: it lies in a subfolder, where nothing is approved, whoever wrote it. `sealed`: the seal is ours, and only
   * the name is another.
   */
  | {
      readonly kind: "foreign";
      readonly claims: string | null;
      readonly why: string;
      readonly deep?: true;
      readonly sealed?: { readonly name: string; readonly about: string };
    }
  /**
   * Empty, cut off, or not readable. `away`: whole for all we know, but not on this computer just now. `unreadable`:
   * it gives no text, and waiting does not help.
   */
  | { readonly kind: "torn"; readonly why: string; readonly away?: true; readonly unreadable?: true };

/** The person's words and ticks in a request; never part of the seal. */
export interface Remarks {
  readonly note: string;
  /** The box “I did it”. */
  readonly didIt: boolean;
  /** That box with another mark than x, or with words behind it: it is asked about. */
  readonly oddBox?: string;
}
