/** Words by which a step reaches beyond the vault. A sign ✋ too many is taken away in a moment; one too few would let a person believe that nothing goes out. */
import { entryAt, lookupOf, wordsOf } from "../intake/words";

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

export function reachesOut(text: string): boolean {
  const words = wordsOf(text);
  return words.some((_word, at) => entryAt(words, at, OUTWARD) !== null);
}
