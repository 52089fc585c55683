/** A server that takes no more calls for now: the words in which it says so, and for how long. Pure. */
import { HOUR, MINUTE, SECOND } from "../../kit/dates";
import type { Json } from "../../kit/json";
import { textsOf, withoutEcho, withoutLooseEcho } from "../../kit/ports/echo";

const SIGNS =
  /\brate[ -]?limit|\btoo many (?:requests|calls|messages|e?mails|connections)|\bthrottl|\bslow down\b|\b(?:quota|(?:sending|minute|hourly|daily|message) limit) (?:has been |was |is )?(?:exceeded|reached|hit)|\b4\d\d[ -]4\.7\.\d/i;
const TIME =
  /(?:\bin|\bafter:?|\bwait(?: for)?)\s+(?:about |at least )?(\d{1,6}) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b/i;

/**
 * Milliseconds until the server takes the next call, as its words say, or a minute where they give no time; null where
 * they do not ask to wait. Words of the call that come back, cut or in capitals, say nothing: where it speaks of such
 * things itself, no answer to it does.
 */
export function restAsked(said: string, args: Json): number | null {
  const own = textsOf(args);
  const words = withoutLooseEcho(withoutEcho(said, own), own);
  if (!SIGNS.test(words) || own.some((each) => SIGNS.test(each))) return null;
  const [, count, unit = ""] = TIME.exec(words) ?? [];
  return count === undefined ? MINUTE : boundRest(Number(count) * lengthOf(unit.toLowerCase()));
}

/** A server may ask for days, or for nothing at all; an hour at most is waited without a new try. */
export function boundRest(ms: number): number {
  return Math.min(HOUR, Math.max(SECOND, ms));
}

function lengthOf(unit: string): number {
  if (unit.startsWith("h")) return HOUR;
  if (unit.startsWith("ms") || unit.startsWith("mil")) return 1;
  return unit.startsWith("m") ? MINUTE : SECOND;
}
