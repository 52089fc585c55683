/** Words of a server by which, as a person knows of a tool, it says that nothing happened. Pure. */
import { textsOf, withoutEcho, withoutLooseEcho } from "../kit/ports/echo";
import type { Json } from "../kit/json";

/** Whether one of the words stands in an answer; where the call itself said them, that is no sign. */
export function saysNothingHappened(said: string, words: readonly string[], args: Json): boolean {
  if (words.length === 0) return false;
  const own = textsOf(args);
  const text = withoutLooseEcho(withoutEcho(said, own), own).toLowerCase();
  return words.some((each) => text.includes(each.trim().toLowerCase()));
}
