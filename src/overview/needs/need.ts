/** One thing that waits for a person, and a group of them of one kind. */
import type { PlanSummary } from "../../note/index/summary";
import type { AnswerCode } from "../answers";
import type { NeedId } from "../situations";

export interface NeedGroup {
  readonly id: NeedId;
  readonly title: string;
  /** The way out for a person, in lower case and without a full stop. Our words only. */
  readonly wayOut: string;
  /** The number of things; more than `needs` where some of them already stand for many. */
  readonly total: number;
  readonly needs: readonly Need[];
}

export interface Need {
  /** The note to open; null when there is none. */
  readonly note: NoteRef | null;
  /** Its name, where there is nothing to open. */
  readonly what: string | null;
  /** The plan it belongs to. */
  readonly plan: PlanName | null;
  /** Of a request, what its action is about, where it says so: its subject, or an amount. */
  readonly about?: string;
  /** Particulars: from when, why, what else. */
  readonly words: string;
  /**
   * Paths of the notes, for a person who moves or opens them without a link; empty when there are none. Relative to
   * the vault.
   */
  readonly paths: readonly string[];
  /** Whether an earlier need of its group has the same reason; left out in groups without reasons. */
  readonly isAlike?: boolean;
  /** Action id of the request it is about. */
  readonly request: string | null;
  /** Milliseconds since the epoch: since when it waits; null where nobody can say. */
  readonly since: number | null;
  /** The step as it was read (plan/steps `shownAs`): what is answered is what was shown. */
  readonly shown?: string;
  /** The answers a person can give, the one that stands out first. */
  readonly answers: readonly AnswerCode[];
}

/** Faces call a plan by its title; commands take its id. */
export type PlanName = Pick<PlanSummary, "path" | "taskId" | "title">;

export interface NoteRef {
  /** A path, or the bare file name of a request or record: those move, and a bare name goes on leading to them. */
  readonly target: string;
  readonly shown: string;
  /** Block id of a step. */
  readonly block: string | null;
  /** Number of the step it is about. */
  readonly step?: number;
}
