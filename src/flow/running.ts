/** The flow of a plan, as its pinned copy has it. */
import type { Flow } from "./flow";
import type { Guidance } from "./skill/skill";

export interface RunningFlow {
  readonly flow: Flow;
  /** The hash of the whole copy, of which the log has the beginning. */
  readonly copyHash: string;
  /** The person’s answers at the start, by name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Texts of work files that the flow itself reads, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Of the step at which the plan is. */
  readonly guidance: Guidance;
  /** Of the lines at which agents can work at the same time as at that step, by block id. */
  readonly besides: ReadonlyMap<string, Guidance>;
}

export type FlowState =
  | ({ readonly kind: "runs" } & RunningFlow)
  /** The flow cannot go on. `why`: a sentence. */
  | { readonly kind: "stuck"; readonly why: string };
