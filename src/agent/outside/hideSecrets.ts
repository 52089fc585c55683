/**
 * Passwords and keys in the commands and words of a program, before they are shown or kept. In its words, better too
 * much is hidden than too little; in a file that it made, and in what it wants sent, only what is a key for sure.
 */

const HIDDEN = "•••";
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
const KEYS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:sk|pk|rk|gh[opsur]|github_pat|glpat|xox[a-z]|npm|hf|shpat)[-_](?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}/g,
    HIDDEN,
  ],
  [/\b(?:AKIA|ASIA|AIza|ya29\.|eyJ)[A-Za-z0-9_.-]{14,}/g, HIDDEN],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, HIDDEN],
];

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // https://name:password@host
  [/(:\/\/[^\s:@/]{0,200}:)[^\s/]+(?=@)/g, `$1${HIDDEN}`],
  [/(:\/\/)[^\s:@/]{12,}(?=@)/g, `$1${HIDDEN}`],
  // A header: all of it, of as many words as it has.
  [/\b((?:authorization|cookie)\\?["']?\s{0,9}[:=]\s{0,9}\\?["']?)[^"'\r\n]+/gi, `$1${HIDDEN}`],
  [/\b(bearer|basic)\s+[\w.+/=~-]{8,}/gi, `$1 ${HIDDEN}`],
  [new RegExp(`(${NAME}\\w{0,40}${SET})(?:${VALUE})+`, "gi"), `$1${HIDDEN}`],
  [new RegExp(`(pass=)(?:${VALUE})+`, "gi"), `$1${HIDDEN}`],
  [/(\spass:)\S+/g, `$1${HIDDEN}`],
  [/([?&](?:sig|signature|code|auth)=)[^\s&"']+/gi, `$1${HIDDEN}`],
  [new RegExp(`(--?[\\w-]{0,40}${NAME}\\w{0,40}\\s+)(?:${VALUE})+`, "gi"), `$1${HIDDEN}`],
  [/(\s(?:-u|--user)[\s=]+)\S+/g, `$1${HIDDEN}`],
  [/(\s-u)[^\s:=]+:\S+/g, `$1${HIDDEN}`],
  [/\b((?:sshpass|mysql\w{0,20}|mariadb\w{0,20})(?:\s[^|;&\n]{0,200}?)??\s-p)\s?\S+/g, `$1${HIDDEN}`],
  [/\b(redis-cli(?:\s[^|;&\n]{0,200}?)??\s-a\s+)\S+/g, `$1${HIDDEN}`],
  [/-----BEGIN[^]*/g, HIDDEN],
  [/\b(?:sk|pk|rk|gh[opsur]|github_pat|glpat|xox[a-z]|npm|hf|shpat)[-_][A-Za-z0-9_-]{10,}/g, HIDDEN],
  [/\b(?:AKIA|ASIA|AIza|ya29\.|eyJ)[A-Za-z0-9_.-]{10,}/g, HIDDEN],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, HIDDEN],
  // Long, and of letters and digits: a key, or a hash, which nobody needs to read.
  [/\b(?=[A-Za-z+_]*\d)(?=[\d+_]*[A-Za-z])[A-Za-z0-9+_]{28,}={0,2}/g, HIDDEN],
];

export function hideSecrets(text: string): string {
  return hideAll(PATTERNS, text);
}

/** The text with its keys hidden, and as it was otherwise. */
export function hideKeys(text: string): string {
  return hideAll(KEYS, text);
}

function hideAll(patterns: typeof PATTERNS, text: string): string {
  return patterns.reduce((shown, [pattern, hidden]) => shown.replace(pattern, hidden), text);
}
