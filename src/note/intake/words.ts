/**
 * Words and phrases of a list, looked for in text as whole words: case does not count, a hyphen counts as a space, and
 * a word may be of any script. Signs of scripts that put no spaces between words (Chinese, Japanese, Thai, …) are words
 * of their own. Time grows with the length of the text alone: nothing here looks at a place twice.
 */

/**
 * `rechnung*` stands for every word that begins so, `#high` for that tag and no other, `sign-off` for two words in a
 * row.
 */
export interface Entry {
  /** As in the list. */
  readonly as: string;
  readonly words: readonly string[];
  readonly tag: boolean;
  /** The last word is the beginning of one. */
  readonly open: boolean;
}

/** Entries by the first sign of their first word, which is how nearly every word of a text is passed over at once. */
export type Lookup = ReadonlyMap<string, readonly Entry[]>;

export interface Word {
  /** In lower case, in one spelling. */
  readonly text: string;
  /** A sign `#` stands right before it, and nothing before that. */
  readonly tag: boolean;
  /** The tag goes on after it: `#high-priority`, `#high/now`. */
  readonly goesOn: boolean;
}

/** No spaces stand between the words of these, so that each sign counts as a word. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
/** An underscore within a word joins it, as in `client_a`; around a word it is emphasis. */
const WORD = new RegExp(
  `[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+(?:_+(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+)*`,
  "gu",
);

/** At most so many, from the beginning. */
export function wordsOf(line: string, most = Infinity): Word[] {
  const text = fold(line);
  const found: Word[] = [];
  for (const { index: at, 0: word } of text.matchAll(WORD)) {
    if (found.length >= most) break;
    const tag = text[at - 1] === "#" && (at === 1 || /[\s([{,;]/.test(text[at - 2] ?? ""));
    found.push({
      text: word,
      tag,
      goesOn: tag && /^[/\p{L}\p{N}_-]/u.test(text.slice(at + word.length, at + word.length + 2)),
    });
  }
  return found;
}

function fold(text: string): string {
  return /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKC").toLowerCase().normalize("NFC");
}

export function lookupOf(list: readonly string[]): Lookup {
  const lookup = new Map<string, Entry[]>();
  for (const as of list) {
    const words = wordsOf(as).map(({ text }) => text);
    const sign = [...(words[0] ?? "")][0];
    if (sign === undefined) continue;
    const entry: Entry = { as, words, tag: as.trim().startsWith("#"), open: as.trim().endsWith("*") };
    const others = lookup.get(sign);
    if (others === undefined) lookup.set(sign, [entry]);
    else others.push(entry);
  }
  return lookup;
}

/** The first entry that stands at this word; null when none does. */
export function entryAt(words: readonly Word[], at: number, lookup: Lookup): Entry | null {
  const word = words[at];
  const sign = word === undefined ? undefined : String.fromCodePoint(word.text.codePointAt(0) ?? 0);
  return (
    (sign === undefined ? undefined : lookup.get(sign))?.find((entry) => stands(entry, words, at)) ?? null
  );
}

function stands({ words: wanted, tag, open }: Entry, words: readonly Word[], at: number): boolean {
  const first = words[at];
  if (first === undefined || (tag && (!first.tag || (first.goesOn && wanted.length === 1 && !open))))
    return false;
  return wanted.every((each, n) => {
    const there = words[at + n]?.text;
    return there === each || (open && n === wanted.length - 1 && there?.startsWith(each) === true);
  });
}
