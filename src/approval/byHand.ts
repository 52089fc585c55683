/** Tells whether a person has said that they did an action by hand. */
import { escapeLine } from "../kit/text";
import type { RequestView } from "./view";

/**
 * It was asked to be done by hand, and a person said that they did it: in a note of it, wherever that lies, or by
 * command.
 */
export function isSaidDone({
  identity,
  notes,
  actionState,
}: Pick<RequestView, "identity" | "notes" | "actionState">): boolean {
  return (
    actionState?.did === true || (identity?.route === null && notes.some(({ remarks }) => remarks.didIt))
  );
}

/** Why the box “I did it” does not count as it is; empty where nothing is odd about it. May quote the note. */
export function oddBoxWords({ notes }: Pick<RequestView, "notes">): string {
  const odd = notes.map(({ remarks }) => remarks.oddBox).find((each) => each !== undefined);
  return odd === undefined
    ? ""
    : `“${escapeLine(odd, 80)}” does not count: put an x into its box, and words under “Your note”.`;
}
