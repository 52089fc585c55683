/** How a doubt is settled: by the run that began the action, or by a person. */
import type { Latch } from "../device/device";
import type { ReceiptRecord } from "../request/receipt";
import { needsConfirmation, type Settings } from "../settings/settings";
import type { RequestView } from "./world";

/** Whether a tick in its record does; otherwise it takes a command. Its type is what the note, the record or this device says, and all of them may differ. */
export function isSettledByTick({ type, receipt, latch }: Pick<RequestView, "type" | "receipt" | "latch">, settings: Settings): boolean {
  return !needsConfirmation([type, receipt?.record?.type ?? type, latch?.type ?? type], settings);
}

/**
 * Whether the outcome that this device remembers counts for a record that says `unknown`. A run speaks for its own records only: another one,
 * with a copy of the same store, may be in the middle of the call. A person speaks for all of them.
 */
export function speaksFor({ nonce, outcome }: Pick<Latch, "nonce" | "outcome">, record: Pick<ReceiptRecord, "nonce">): boolean {
  return record.nonce === "" || record.nonce === nonce || outcome === "resolved-happened" || outcome === "resolved-not";
}
