/**
 * The neutraliser: untrusted text becomes text, for each place it may go. Nothing that comes out of here is a link, an
 * embed, a tag, a template, a query, a heading or a table cell's end; nothing invisible stays invisible. One function
 * per sink.
 *
 * Markdown's own backslash escape does most of it: it renders as the bare character and breaks every sequence that
 * Obsidian or a plugin looks for in the raw text (`<%`, `{{`, `[[`, `%%`, `` `= ``, `://`, `::`, `==`).
 */

/**
 * Control, format (bidi, zero-width, tags), unassigned and private characters, fillers, line separators, odd spaces,
 * blank braille.
 */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/gu;
const ANY_UNSEEN = new RegExp(UNSEEN.source, "u");
/** The characters of most texts: ASCII and the letters and signs of most of Europe, all of them seen. */
const SEEN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201e\u2026]*$/;
/** Asks for the coloured form of the sign before it. Anywhere else it is as invisible as the rest. */
const COLOURED = "\uFE0F";

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Whether an eye cannot tell that this character is there. Of white space, only the plain space is seen. */
export function isUnseen(char: string): boolean {
  return char !== " " && ANY_UNSEEN.test(char);
}

/** Spells out what an eye cannot see: `pay\u202Eer` becomes `pay[U+202E]er`. Line breaks and tabs become one space. */
export function escapeInvisible(text: string): string {
  if (SEEN.test(text)) return text;
  return text.replace(/[\r\n\t\v\f]+/g, " ").replace(UNSEEN, (char, at: number, whole: string) => {
    if (char === " " || (char === COLOURED && colours(whole, at))) return char;
    return `[${codePoint(char)}]`;
  });
}

function colours(text: string, at: number): boolean {
  if (/^[0-9#*]$/.test(text.charAt(at - 1))) return text.charAt(at + 1) === "\u20E3";
  return /\p{Extended_Pictographic}$/u.test(text.slice(Math.max(0, at - 2), at));
}

/** Many lines, each with its odd characters spelled out, for a terminal. */
export function escapeInvisibleLines(text: string): string {
  return text
    .split(/\r+\n?|\n/)
    .map((line) => escapeInvisible(line.replaceAll("\t", "    ")))
    .join("\n");
}

/** The first letter is large. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** At most `limit` characters: cut between words, or within one where half of it would be lost. */
export function cut(text: string, limit: number): string {
  const letters = text.length <= limit ? [] : [...text];
  if (letters.length <= limit) return text;
  const most = letters.slice(0, limit - 1).join("");
  const end = letters[limit - 1] === " " ? most.length : most.lastIndexOf(" ");
  return `${(end < most.length / 2 ? most : most.slice(0, end)).trimEnd()}…`;
}

/** For a terminal, a notice, or a text node: one line, visible characters, at most `limit` of them. */
export function escapeLine(text: string, limit = 300): string {
  // Spelling out makes a text longer, never shorter: what is cut off in the end need not be spelled out first.
  const line = escapeInvisible(wordsOf(text, 2 * limit + 2));
  return cut(line, limit);
}

/** Words with one space between them, up to so many characters; what comes after them is not looked at. */
function wordsOf(text: string, most: number): string {
  // Nearly every text is one already; a list may hold ten thousand.
  if (text.length <= most && !/[\r\n\t\v\f]|^ | {2}| $/.test(text)) return text;
  let line = "";
  for (const [word] of text.matchAll(/[^\r\n\t\v\f ]+/g)) {
    line = line === "" ? word : `${line} ${word}`;
    if (line.length >= most) break;
  }
  return line.slice(0, most);
}

/** For a run of text within a Markdown line we write (log, heading, list, table cell). */
export function escapeMarkdown(text: string, limit = 300): string {
  return escape(escapeLine(text, limit));
}

/** The text that `inLine` was given, of a line of Markdown that has it. */
export function unescapeMarkdown(line: string): string {
  if (!line.includes("\\")) return line;
  return line.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Of a link only its words; with `pages`, the address of a page behind them. Escapes stay as they are. */
export function linkWords(text: string, pages?: "pages"): string {
  if (!text.includes("[")) return text;
  return text
    .replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, "$1")
    .replace(/!?\[([^[\]]*)\]\(([^()\s]*)\)/g, (_link, words: string, to: string) =>
      pages !== undefined && /^https?:/i.test(to) && to !== words ? `${words} (${to})` : words,
    );
}

/** Nothing else is changed within a line. */
const SPECIAL = /[\\`*[\]<>|{}%~^&#$=:_]|www\./i;

function escape(line: string): string {
  const escaped = SPECIAL.test(line) ? escapeWithin(line) : line;
  // A list, a rule, or a line beneath that makes a heading of the line above.
  return /^(?:[-+=]|\d{1,9}[.)](?:\s|$))/.test(escaped) ? escaped.replace(/^(\d*)(.)/, "$1\\$2") : escaped;
}

function escapeWithin(line: string): string {
  return line
    .replace(/[\\`*[\]<>|{}%~^&#$]/g, "\\$&")
    .replace(/!(?=\\\[)/g, "\\!")
    .replace(/=(?==)/g, "=\\")
    .replace(/:(?=:|\/\/)/g, ":\\")
    .replace(/\bwww(?=\.)/gi, "$&\\")
    .replace(/_/g, (sign, at: number, whole: string) => (isInWord(whole, at) ? sign : "\\_"));
}

/** An underscore between letters, as in `client_a`, starts and ends nothing. */
function isInWord(line: string, at: number): boolean {
  return (
    /[\p{L}\p{N}]$/u.test(line.slice(Math.max(0, at - 2), at)) &&
    /^[\p{L}\p{N}]/u.test(line.slice(at + 1, at + 3))
  );
}

/** For a paragraph quoted as somebody's words: every line marked, blank lines kept, at most `lines` of them. */
export function inQuote(text: string, lines = 40): string {
  const shown: string[] = [];
  const whole = text.trimEnd();
  const end = /\r+\n?|\n/g;
  let from = 0;
  while (shown.length < lines && from <= whole.length) {
    const match = end.exec(whole);
    shown.push(`> ${escapeMarkdown(whole.slice(from, match?.index), 1000)}`.trimEnd());
    from = match === null ? whole.length + 1 : end.lastIndex;
  }
  const rest = from > whole.length ? 0 : countLines(whole, from);
  return [...shown, ...(rest > 0 ? [`> … ${String(rest)} more ${rest === 1 ? "line" : "lines"}`] : [])].join(
    "\n",
  );
}

/** From there to the end; however many they are, none of them is taken out. */
function countLines(text: string, from: number): number {
  let count = 1;
  let before = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code === 10 || code === 13) && before !== 13) count += 1;
    before = code;
  }
  return count;
}

/** The words of somebody else in a line of ours: nothing in them ends the quotation. */
export function quoted(words: string): string {
  return `“${words.replace(/[“”„‟«»"＂]/g, "’")}”`;
}

/** For a property of a note: one line, and nothing that Obsidian would make a link of. */
export function inProperty(text: string, limit = 200): string {
  const line = escapeLine(text, limit);
  return /\[\[|\]\(|:\/\//.test(line) ? escape(line) : line;
}

/** A wikilink to a note of ours. Names with characters that would end or change the link are shown as text instead. */
export function link(path: string, shown: string, block?: string): string {
  const target = path.replace(/\.md$/, "");
  if (!isLinkable(target)) return `“${escapeMarkdown(shown)}”`;
  const label = escape(
    escapeLine(shown, 120).replace(/[[\]|]/g, (char) => (char === "[" ? "(" : char === "]" ? ")" : "/")),
  );
  return `[[${target}${block === undefined ? "" : `#^${block}`}|${label}]]`;
}

/** Whether a link can name this path, without its ending: no sign of it means something there. */
export function isLinkable(target: string): boolean {
  return (
    target.length <= 1000 &&
    !/[[\]|#^%\\`<>{}$*]|::|==|~~|\.md$/i.test(target) &&
    escapeInvisible(target) === target &&
    target.trim() !== ""
  );
}

/**
 * The odd characters of an address or name that something is sent to: those outside ASCII, each with its code point and
 * script. Empty when every character is a plain visible one.
 */
export function oddCharacters(text: string): readonly string[] {
  const odd = new Set<string>();
  for (const [char] of text.matchAll(/[^\x20-\x7e]/gu)) if (odd.add(char).size === MOST_ODD) break;
  return [...odd].map((char) => {
    const script = SCRIPTS.find(([, pattern]) => pattern.test(char))?.[0];
    const seen = escapeInvisible(char) === char ? `“${char}” is ` : "";
    return `${seen}${codePoint(char)}${script === undefined ? "" : `, ${script}`}`;
  });
}

/** So many are told. */
const MOST_ODD = 12;

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Han", /\p{Script=Han}/u],
  ["full-width Latin", /[\uFF01-\uFF5E]/u],
  ["Latin with a mark", /\p{Script=Latin}/u],
  ["invisible", ANY_UNSEEN],
];

/** Scripts without spaces between words: each sign counts as one. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’.,-](?=[\p{L}\p{N}]))*/gu;

/** The letters and numbers of a text, with one space in the place of all that stands between them. */
export function lettersAndNumbers(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/**
 * Text by others, marked as data in what a model reads: it cannot end its own mark, nor anything that reads like its
 * end.
 */
export function fence(text: string): string {
  return `<data>\n${text.replace(/<(?=[\s\p{C}]*\/?[\s\p{C}]*data(?![a-z]))/giu, "‹")}\n</data>`;
}

/** The words of ours to a model, as a person reads them: without the marks of data. */
export function unfence(text: string): string {
  return text.replace(/\n*<\/?data>\n*/g, "\n").trim();
}
