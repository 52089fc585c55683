/** A file in a folder for plans as the catalog keeps it: one variant for each kind of file. */
import type { Problem } from "../../kit/problem";
import type { Plan } from "../plan/plan";
import type { PlanSummary } from "./summary";
import type { MayBe } from "./unread";

export type Shelved =
  | { readonly kind: "plan"; readonly summary: PlanSummary }
  /**
   * `was`, here and below: the plan it was when it could last be read, or no more than the ids that it states. They are
   * not free.
   */
  | {
      readonly kind: "adoptable";
      readonly lacks: readonly string[];
      /** Whether “Convert plans…” would make a plan of it. */
      readonly converts: boolean;
      readonly line?: number;
      readonly was: readonly PlanSummary[];
    }
  /** `copy`: what could be read of it last, where it is a copy that sync made. */
  | {
      readonly kind: "problem";
      readonly problem: Problem;
      readonly copy: Plan | null;
      readonly was: readonly PlanSummary[];
    }
  /**
   * It cannot be read, or the note about its folder (`cause`) cannot, which may exclude it. `problem`: null when that
   * other note has the problem.
   */
  | {
      readonly kind: "unread";
      readonly cause: string | null;
      readonly mayBe: MayBe;
      readonly problem: Problem | null;
      readonly copy: Plan | null;
      readonly was: readonly PlanSummary[];
    }
  /**
   * A person said so: in it, or in the note about its folder. It stands for nothing, not even its ids. `by`: the note
   * that says it.
   */
  | { readonly kind: "left-alone"; readonly by: string; readonly was: readonly [] }
  | { readonly kind: "other"; readonly was: readonly PlanSummary[] };
