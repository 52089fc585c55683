/**
 * An approval that could not be carried out because nothing but its server was missing, or a request whose time has
 * passed. It ends, and the person is asked again: nothing goes out days later that nobody thinks of any more.
 */
import { HOUR, showIn } from "../kit/dates";
import { counted } from "../kit/numbers";
import { escapeLine } from "../kit/text";
import type { Around } from "./around";
import type { Outcome } from "./device/outcome";
import { sayMissed, saySendTime, sendMoment, sendTimeOf } from "./sendTime";
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

interface Over {
  readonly outcome: Outcome;
  readonly detail: string;
  readonly because: string;
}

/** Null while it may still be carried out. What is done by hand has no server and no time of ours. */
export function overBy(request: RequestView, world: Pick<Around, "settings" | "now">): Over | null {
  const { state, identity } = request;
  const { settings } = world;
  if (state === "candidate" && hasExpired(request, world)) {
    const said = sayUnansweredSince(request, showIn(settings.time_zone), "had");
    const detail = `${said?.approved ?? ""}. ${said?.since ?? ""}, and an approval waits ${counted(settings.approval_hours, "hour")}.`;
    return { outcome: "expired", detail, because: "its server did not answer in time" };
  }
  const sendAt = sendMoment(request);
  const isOpen = state === "candidate" || state === "waiting";
  return isOpen && sendAt !== null && identity?.route != null && sendTimeOf(request, world.now) === "missed"
    ? {
        outcome: "missed",
        detail:
          state === "candidate"
            ? sayMissed(saySendTime(sendAt, settings.time_zone))
            : `It was to go out on ${saySendTime(sendAt, settings.time_zone)}, but nobody answered within the hour. You are asked again.`,
        because: "its time has passed",
      }
    : null;
}
