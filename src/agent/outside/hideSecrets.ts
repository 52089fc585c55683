/**
 * Passwords and keys in the commands and words of a program, before they are shown or kept. In its words, better too
 * much is hidden than too little; in a work file that it made, and in what it wants sent, only what is a key for sure.
 */

export const HIDDEN = "•••";
const NAME =
  "(?:passw(?:or)?d|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credentials?|authorization|cookie)";
/** Between quotation marks, or not; the closing one may be on a line that is not shown. */
const VALUE = [
  String.raw`\\"(?:[^"\\]|\\[^"])*(?:\\"|$)`,
  String.raw`"(?:[^"\\]|\\[^])*(?:"|$)`,
  String.raw`'[^']*(?:'|$)`,
  String.raw`\\[^]`,
  String.raw`[^\s"'\\&,;)}]`,
].join("|");
const SET = String.raw`\\?["']?\s{0,9}[=:]\s{0,9}`;

/** A form that nothing else has. */
const KEYS: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gh[opsur]|github_pat|glpat|xox[a-z]|npm|hf|shpat)[-_](?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA|AIza|ya29\.|eyJ)[A-Za-z0-9_.-]{14,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** The first group of each, where it has one, is shown. */
const PATTERNS: readonly RegExp[] = [
  // https://name:password@host
  /(:\/\/[^\s:@/]{0,200}:)[^\s/]+(?=@)/g,
  /(:\/\/)[^\s:@/]{12,}(?=@)/g,
  // A header: all of it, of as many words as it has.
  /\b((?:authorization|cookie)\\?["']?\s{0,9}[:=]\s{0,9}\\?["']?)[^"'\r\n]+/gi,
  /\b((?:bearer|basic)\s+)[\w.+/=~-]{8,}/gi,
  new RegExp(`(${NAME}\\w{0,40}${SET})(?:${VALUE})+`, "gi"),
  new RegExp(`(pass=)(?:${VALUE})+`, "gi"),
  /(\spass:)\S+/g,
  /([?&](?:sig|signature|code|auth)=)[^\s&"']+/gi,
  new RegExp(`(--?[\\w-]{0,40}${NAME}\\w{0,40}\\s+)(?:${VALUE})+`, "gi"),
  /(\s(?:-u|--user)[\s=]+)\S+/g,
  /(\s-u)[^\s:=]+:\S+/g,
  /\b((?:sshpass|mysql\w{0,20}|mariadb\w{0,20})(?:\s[^|;&\n]{0,200}?)??\s-p)\s?\S+/g,
  /\b(redis-cli(?:\s[^|;&\n]{0,200}?)??\s-a\s+)\S+/g,
  /-----BEGIN[^]*/g,
  /\b(?:sk|pk|rk|gh[opsur]|github_pat|glpat|xox[a-z]|npm|hf|shpat)[-_][A-Za-z0-9_-]{10,}/g,
  /\b(?:AKIA|ASIA|AIza|ya29\.|eyJ)[A-Za-z0-9_.-]{10,}/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  // Long, and of letters and digits: a key, or a hash, which nobody needs to read.
  /\b(?=[A-Za-z+_]*\d)(?=[\d+_]*[A-Za-z])[A-Za-z0-9+_]{28,}={0,2}/g,
];

export function hideSecrets(text: string): string {
  return hideAll(PATTERNS, text);
}

/** The text with its keys hidden, and as it was otherwise. */
export function hideKeys(text: string): string {
  return hideAll(KEYS, text);
}

function hideAll(patterns: readonly RegExp[], text: string): string {
  return patterns.reduce(
    (shown, pattern) =>
      shown.replace(
        pattern,
        (_all, first: string | number) => `${typeof first === "string" ? first : ""}${HIDDEN}`,
      ),
    text,
  );
}

/** Characters of a line that is searched for the name of a secret. */
const LONGEST_NAMED = 2000;

const KEY_BEGINS = /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;
const KEY_ENDS = /-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;
/** Also where a program holds the key, as strings. Ordinary code has spaces. */
const KEY_LINE = /^\W{0,10}(?:[\w+/=]*(?:\\[nr]){0,2}\W{0,10}|(?:Proc-Type|DEK-Info|Version|Comment): .*)$/;

/** The name of a secret at the end of a line, whose value is on the next one. */
const NAME_ENDS = new RegExp(`${NAME}\\w{0,40}\\\\?["']?\\s{0,9}[=:]\\s{0,9}(?:[|>][-+]?)?\\s{0,9}$`, "i");
/** A value that has its line for itself; a word with a colon behind it is a name. */
const ALONE = /^(\s{0,200}(?:-\s)?["'`]?)(?=\S*\w)\S*[^\s:]$/;

/** The lines of a whole text, as many, with those of private keys hidden, and values below the name of a secret. */
export function hidePrivateKeys(lines: readonly string[]): readonly string[] {
  let isKey = false;
  return lines.map((line, at) => {
    if (isKey) {
      isKey = !KEY_ENDS.test(line) && KEY_LINE.test(line);
      return isKey || KEY_ENDS.test(line) ? HIDDEN : line;
    }
    const named = lines[at - 1] ?? "";
    const isBelow = named.length <= LONGEST_NAMED && NAME_ENDS.test(named);
    const shown = hideKeys(isBelow ? line.replace(ALONE, `$1${HIDDEN}`) : line);
    isKey = KEY_BEGINS.test(line) && !KEY_ENDS.test(line);
    return shown;
  });
}
