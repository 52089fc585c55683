/**
 * Words by which a step reaches beyond the vault. A sign ✋ too many is taken away in a moment; one too few would let a
 * person believe that nothing goes out.
 */
import { entryAt, lookupOf, wordsOf } from "../../intake/words";

const OUTWARD = lookupOf([
  "send*",
  "sent",
  "email*",
  "e-mail*",
  "mail*",
  "post",
  "posts",
  "posting",
  "publish*",
  "message",
  "messages",
  "messaging",
  "call",
  "calls",
  "calling",
  "phone*",
  "pay",
  "pays",
  "paying",
  "buy*",
  "purchas*",
  "submit*",
  "transfer*",
  "upload*",
  "tweet*",
  "invit*",
  "reply",
  "forward",
]);

/** More words that do so at the beginning of a step; elsewhere they may be names of things. */
const ORDERS = lookupOf(["order", "book", "ring", "tell", "inform", "remind", "invite", "cancel", "donate"]);

export function reachesOut(text: string): boolean {
  const words = wordsOf(text);
  return beginsOut(text) || words.some((_word, at) => entryAt(words, at, OUTWARD) !== null);
}

/** The step tells somebody to do so: “Mail Lindner”. No file in the vault shows that it was done. */
export function beginsOut(text: string): boolean {
  const words = wordsOf(text);
  return entryAt(words, 0, OUTWARD) !== null || entryAt(words, 0, ORDERS) !== null;
}
