/** How a person settles a doubt. */
import { needsConfirmation, type Settings } from "../settings/settings";
import type { RequestView } from "./world";

/** Whether a tick in its record does; otherwise it takes a command. Its type is what the note, the record or this device says, and all of them may differ. */
export function isSettledByTick({ type, receipt, latch }: Pick<RequestView, "type" | "receipt" | "latch">, settings: Settings): boolean {
  return !needsConfirmation([type, receipt?.record?.type ?? type, latch?.type ?? type], settings);
}
