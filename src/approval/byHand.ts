/** Tells whether a person has said that they did an action by hand. */
import type { RequestView } from "./view";

/**
 * It was asked to be done by hand, and a person said that they did it: in a note of it, wherever that lies, or by
 * command.
 */
export function isSaidDone({
  identity,
  notes,
  latch,
}: Pick<RequestView, "identity" | "notes" | "latch">): boolean {
  return latch?.did === true || (identity?.route === null && notes.some(({ remarks }) => remarks.didIt));
}
