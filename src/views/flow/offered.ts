/** A flow as a person may start it: what it is for and what it asks, or what is wrong with it. */
import type { FlowFault, FlowInput } from "../../flow/flow";

export interface OfferedFlow {
  readonly name: string;
  /** Null for one that is built in. */
  readonly path: string | null;
  readonly about: string;
  /** By name, in the order in which they are asked. */
  readonly inputs: Readonly<Record<string, FlowInput>>;
  /** With any of these it cannot start. */
  readonly faults: readonly FlowFault[];
  readonly warnings: readonly FlowFault[];
}
