/** One pass of the engine, from its first look to its last. */
import { SECOND } from "../kit/dates";
import type { Decision } from "../rules/moves";
import type { Ports } from "./perform/ports";

export interface Pass {
  /** Takes every decision that was carried out; those of this pass begin at `from`. */
  readonly done: Decision[];
  readonly from: number;
  /** Events tell of changes. */
  readonly isTold: boolean;
  /** The only plan for which anything is done, by its path; null for all. */
  readonly only: string | null;
  /** The next look lists everything. */
  isAgain: boolean;
  /** The last round drew the Dashboard. */
  isDrawn: boolean;
  hasActed: boolean;
  /** The moment at which the faces were told last, by the monotonic clock. */
  toldAt: number;
}

/** Whether nobody was told for a second how far it is. */
export function isLong({ toldAt }: Pass, clock: Ports["clock"]): boolean {
  return clock.monotonic() - toldAt >= SECOND;
}
