/** The sign ✋ as it is found in notes, and what two spellings of one step have in common. */

/** Plain, with a variation selector or skin tone, and the ways its bytes get mangled by a wrong code page. */
export const HAND = /\u270B|‚úã|âœ‹|\u00E2\u009C\u008B|Ã¢Å“â€¹/u;

/** Before the words of a step that we write. */
export const SIGN = "✋ ";

const ANY_HAND = new RegExp(`(?:${HAND.source})(?:\\uFE0F|[\\u{1F3FB}-\\u{1F3FF}])*`, "gu");

/** The words of a step alone. */
export function withoutHand(text: string): string {
  return text.replace(ANY_HAND, "").trim();
}

/** Case, the sign ✋, Unicode form and white space do not count. */
export function stepKey(text: string): string {
  // Most steps have nothing in them that would have to be taken away.
  if (isPlain(text)) return text.toLowerCase().trim();
  return text.normalize("NFC").replace(ANY_HAND, " ").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Letters and signs of ASCII, with single spaces between them. Sign by sign: this is asked of every step there is. */
function isPlain(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return true;
}
