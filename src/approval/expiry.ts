/**
 * An approval that could not be carried out because nothing but its server was missing. It ends after some hours, and
 * the person is asked again: nothing goes out days later that nobody thinks of any more.
 */
import { HOUR } from "../kit/dates";
import { escapeLine } from "../kit/text";
import type { Around } from "./around";
import type { RequestView } from "./view";

export function hasExpired(
  { actionState }: Pick<RequestView, "actionState">,
  { settings, now }: Pick<Around, "settings" | "now">,
): boolean {
  return actionState?.unreached != null && now >= actionState.unreached + settings.approval_hours * HOUR;
}

/** Words about it, with moments as `show` writes them; null where its server was not missed. */
export function sayUnansweredSince(
  { actionState, identity }: Pick<RequestView, "actionState" | "identity">,
  show: (ms: number) => string,
  has: "has" | "had" = "has",
): { readonly approved: string; readonly since: string } | null {
  if (actionState?.unreached == null) return null;
  const { seen, unreached } = actionState;
  return {
    approved: `Approved by you${seen === null ? "" : ` on ${show(seen)}`}`,
    since: `The server “${escapeLine(identity?.route?.server ?? "", 60)}” ${has} not answered since ${show(unreached)}`,
  };
}
