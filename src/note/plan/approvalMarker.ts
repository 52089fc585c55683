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
  return stepKeys([text]);
}

/** Lines of letters and signs of ASCII. */
const PLAIN = /^[\n\x20-\x7e]*$/;
/** White space that a key is without. */
const LOOSE = / {2}| \n|\n /;

/** Whether lines have nothing that their keys are without but capitals. One look at all of them tells. */
export function areNearlyKeys(lines: string): boolean {
  return PLAIN.test(lines) && !lines.startsWith(" ") && !lines.endsWith(" ") && !LOOSE.test(lines);
}

/** The keys of several steps, one a line. */
export function stepKeys(texts: readonly string[]): string {
  const lines = texts.join("\n");
  if (areNearlyKeys(lines)) return lines.toLowerCase();
  const words = lines.normalize("NFC").replace(ANY_HAND, " ").toLowerCase();
  return words
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .join("\n");
}
