/**
 * Facts around a request that the gate, the holds and the warnings need. The snapshot of a look and the World both have
 * them.
 */
import type { DeviceState } from "./device/ledger";
import type { ServerView } from "../kit/ports/tools";
import type { FolderName, Settings } from "../settings/settings";
import type { RequestView } from "./view";

/**
 * `executor` seals and acts; `clerk` does everything else by a person's order (a terminal without `--executor`);
 * `viewer` writes nothing unattended.
 */
export type Role = "executor" | "clerk" | "viewer";

/** The time after the app has started, or its computer has woken. Milliseconds since the epoch. */
export interface Starting {
  readonly since: number;
  readonly until: number;
}

export interface Around {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly role: Role;
  readonly settings: Settings;
  readonly device: DeviceState;
  /**
   * This device acts with settings that this run was not given: nothing is judged by what they may say about servers
   * and folders.
   */
  readonly withoutSettings: boolean;
  /** Paths of our folders that are not there or cannot be read, and which hold no note that says what they are for. */
  readonly folders: {
    readonly absent: readonly string[];
    readonly unreadable: readonly string[];
    readonly bare: readonly FolderName[];
  };
  /** Answers of this run; a server that was not asked yet is not in it. */
  readonly servers: ReadonlyMap<string, ServerView>;
  /**
   * This run began after the acting device had been off for days; it began then. Milliseconds since the epoch; null
   * otherwise.
   */
  readonly backSince: number | null;
  /** While sync may still bring what others decided: since when the app is there, and until when; null otherwise. */
  readonly starting: Starting | null;
  /** Why asking failed in this run, by path of the plan and hash of the step. */
  readonly failures: ReadonlyMap<string, string>;
  /** How long a state has been watched without interruption in this run, by `watchKey`. Milliseconds. */
  readonly watched: ReadonlyMap<string, number>;
}

/** Where other requests count as well. */
export interface AroundRequests extends Around {
  readonly requests: readonly RequestView[];
}
