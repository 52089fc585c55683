/**
 * Whether a step reaches beyond the vault, by its words: every word counts, in each of the languages of the table. A
 * step that is held although nothing goes out costs its person one click; one that is not held lets them believe that
 * something went out.
 */
import { entryAt, lookupOf, wordsOf } from "../../note/intake/words";
import { LANGUAGES, type Language } from "./words";

interface Token {
  readonly text: string;
  readonly isCapital: boolean;
  /** A sign that ends a clause. */
  readonly isEnd: boolean;
}

interface Words {
  has(word: string): boolean;
}

/** The words of a phrase; null for a gap. */
type Phrase = readonly (Words | null)[];

interface Row extends Readonly<Record<Exclude<keyof Language, "phrases" | "endings">, Words>> {
  readonly isGerman: boolean;
  readonly phrases: readonly Phrase[];
  /** Spelling in which words are compared. */
  readonly plain: (text: string) => string;
}

/** A sign of a name that is neither an order nor a part of one: a link, a quotation, code. */
const NAME = "\uFFFC";
/** Tokens between the parts of a phrase. */
const LONGEST_GAP = 4;
const NOT = new Set(
  "not t never nicht pas no non não niet nie without ohne sans sin sem senza zonder bez".split(" "),
);
/** These mean nothing in any other language of the table. */
const ARTICLES = new Set("the our your their this these those its".split(" "));
/** Behind a weak word they make it a noun. */
const OF = new Set(["of", "about", ":", "de", "von", "van"]);
const ME = new Set(["me", "myself", "mich", "mir", "moi", "mij"]);
/** Behind an inward verb they begin a question in the same clause, and a condition in another one. */
const CONDITIONS = new Set("if when wenn falls si se cuando quando quand als jeśli kiedy once".split(" "));
/** At the end of a German clause they show that it is no order. */
const LAST = new Set(
  "müssen muss sollen soll sollten sollte wollen will können kann ist sind wird werden hat haben wurde wurden darf dürfen möchte".split(
    " ",
  ),
);
/** Places within the vault: what is written to one of these goes nowhere else. */
const INSIDE =
  /^(?:files?|notes?|lists?|tables?|folders?|csv|vault|plans?|logs?|documents?|docs?|pages?|sections?|datei|notiz|liste|tabelle|ordner|fichier|tableau|dossier|archivo|carpeta|tabla|ficheiro|pasta|tabela|cartella|tabella|bestand|map|lijst|plik|pliku|lista|nota|notatki)$/;

let rows: readonly Row[] | null = null;

/** `Envía` and `envíale` by one stem. */
function withoutAcute(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\u0301/g, "")
    .normalize("NFC");
}

/** `own`: words and phrases of the person, each as in the lists for tasks: `faktura*`. */
export function reachesOut(text: string, own: readonly string[] = []): boolean {
  if (own.length > 0) {
    const lookup = lookupOf(own);
    const words = wordsOf(text);
    if (words.some((_word, at) => entryAt(words, at, lookup) !== null)) return true;
  }
  rows ??= Object.entries(LANGUAGES).map(([name, language]) =>
    rowOf(language, name === "de", /es|pt/.test(name) ? withoutAcute : (said) => said),
  );
  const tokens = tokensOf(text, rows);
  const scores = rows.map((row) => tokens.filter((token) => isOf(row.plain(token.text), row)).length);
  const most = Math.max(...scores);
  const likely = rows.filter((_row, at) => scores[at] === most);
  return rows.some((row) => {
    const plain = tokens.map((token) => ({ ...token, text: row.plain(token.text) }));
    if (likely.includes(row)) return ordersOut(plain, row, true);
    // Behind an English article, a word is none of another language: `the poster`.
    const bare = plain.map((token, at) =>
      ARTICLES.has(tokens[at - 1]?.text ?? "") ? { ...token, text: NAME } : token,
    );
    return ordersOut(bare, row, false);
  });
}

const NOTHING = new Set(
  "none nothing no nil null n/a na nichts nix kein keine keines rien aucun aucune nada ninguno ninguna niente nulla nessuno nenhum nenhuma niets geen nic żaden".split(
    " ",
  ),
);
/** Words that may stand behind one of those, and change nothing about it: “Nothing has to leave the vault.” */
const FILLING = new Set(
  "else still has have had to needs need be leaves leave goes go sent out of the vault is are left more remains applicable a outside this it step for must will does that".split(
    " ",
  ),
);

/** Whether an agent says that nothing has to leave the vault. Anything more than a plain no is something. */
export function saysNothing(text: string): boolean {
  const [first, ...others] = text.toLowerCase().match(/[\p{L}\p{N}/]+/gu) ?? [];
  return first === undefined || (NOTHING.has(first) && others.every((each) => FILLING.has(each)));
}

/** Names are left out, unless the step says nothing but a name, or only to do what it says: `Do [[Pay the rent]]`. */
function tokensOf(text: string, all: readonly Row[]): readonly Token[] {
  const bare = text.replace(/\[\[[^\]]*\]\]|`[^`]*`|[“„«"][^”“»"]*[”“»"]|\bhttps?:\S+/gu, ` ${NAME} `);
  const said = bare.match(/\p{L}{2,}/gu) ?? [];
  const isAboutName = said.some((word) => all.some(({ inward }) => inward.has(word.toLowerCase())));
  const source = (said.length < 2 && !isAboutName ? text : bare)
    .normalize("NFC")
    .replace(/e-mail/gi, "email");
  return [...source.matchAll(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu)].map(([word]) => ({
    text: word.toLowerCase(),
    isCapital: /^\p{Lu}/u.test(word),
    isEnd: /^[.,;:!?()–—/+→•✋>[\]-]$/u.test(word),
  }));
}

function rowOf(language: Language, isGerman: boolean, plain: (text: string) => string): Row {
  const words = (list: string): Words => {
    const pattern = new RegExp(`^(?:${plain(list).trim().replace(/ /g, "|")})$`, "u");
    return { has: (word) => list !== "" && pattern.test(word) };
  };
  const [order, infinitive] = language.endings;
  const forms = (list: string): Words => words(list.replace(/~/g, order).replace(/-/g, infinitive));
  // A weak form is an everyday noun; the infinitive beside it is none.
  const infinitives = language.weak.split(" ").filter((each) => each.endsWith("~"));
  return {
    isGerman,
    plain,
    phrases: language.phrases
      .split(", ")
      .map((phrase) => phrase.split(" ").map((part) => (part === "…" ? null : words(part)))),
    verbs: forms([language.verbs, ...infinitives.map((each) => each.replace("~", "-"))].join(" ")),
    weak: forms(language.weak),
    inward: forms(language.inward),
    joins: words(language.joins),
    opens: words(language.opens),
    subordinates: words(language.subordinates),
    to: words(language.to),
    before: words(language.before),
    heads: words(language.heads),
  };
}

function isOf(word: string, { inward, joins, opens, subordinates, before }: Row): boolean {
  return [inward, joins, opens, subordinates, before].some((each) => each.has(word));
}

function ordersOut(tokens: readonly Token[], row: Row, isLikely: boolean): boolean {
  /** The clause has a verb of work within the vault; so had one before it. */
  let inward = false;
  let wasInward = false;
  let isSubordinate = false;
  let begins = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.isEnd || row.joins.has(token.text)) {
      wasInward ||= inward;
      inward = false;
      isSubordinate = false;
      begins = at + 1;
      continue;
    }
    if (row.subordinates.has(token.text))
      isSubordinate ||= inward || (wasInward && at === begins && !CONDITIONS.has(token.text));
    if (isSubordinate) continue;
    if (isOrder(tokens, at, row, inward, isLikely) && !(wasInward && isSubordinateEnd(tokens, at, row)))
      return true;
    if (row.inward.has(token.text) && !isNoun(tokens, at, row)) inward = true;
  }
  return false;
}

function isOrder(
  tokens: readonly Token[],
  at: number,
  row: Row,
  inward: boolean,
  isLikely: boolean,
): boolean {
  const { text, isCapital } = tokens[at] ?? { text: "", isCapital: false };
  const isVerb = row.verbs.has(text);
  const isWeak = row.weak.has(text) && isLikely;
  const isPhrase = row.phrases.some((each) => isThere(each, tokens, at));
  if (!isVerb && !isWeak && !isPhrase) return false;
  const before = tokens[at - adverbsBefore(tokens, at) - 1];
  const behind = tokens[at + 1]?.text ?? "";
  if (before !== undefined && NOT.has(before.text)) return false;
  const isBegin =
    before === undefined || before.isEnd || row.joins.has(before.text) || row.opens.has(before.text);
  const isTo = before !== undefined && row.to.has(before.text);
  // `De te betalen rekeningen`: it belongs to a noun.
  if (isTo && (inward || row.before.has(tokens[at - 2]?.text ?? ""))) return false;
  if (isPhrase) return isBegin || isTo || !isNoun(tokens, at, row);
  if (row.isGerman && isCapital && !(before === undefined || before.isEnd)) return false;
  if (!isTo && isNoun(tokens, at, row)) return false;
  if (row.heads.has(behind) || (row.isGerman && row.inward.has(behind))) return false;
  if (isVerb) return true;
  // Articles are pronouns, too: `la commande` is a noun, `la payer` is none.
  if (before !== undefined && row.before.has(before.text)) return false;
  // `Zahlen vergleichen`: an infinitive has a small letter.
  if (row.isGerman && text.endsWith("n")) return !isCapital;
  // A title of one word: `Ask`.
  if (tokens.length === 1) return false;
  return (isBegin || (isTo && text !== before.text)) && !OF.has(behind) && !ME.has(behind);
}

function isNoun(tokens: readonly Token[], at: number, { before, opens, joins }: Row): boolean {
  const word = tokens[at - 1];
  if (word === undefined || word.isEnd) return false;
  if (word.text === "s" && /^['’]$/.test(tokens[at - 2]?.text ?? "")) return true;
  return before.has(word.text) && !opens.has(word.text) && !joins.has(word.text);
}

/** Words such as “quickly” between an order and what opens it. */
function adverbsBefore(tokens: readonly Token[], at: number): number {
  let n = 0;
  while (/^\p{L}{2,}ly$|^(?:asap|again|today|tomorrow|yet)$/u.test(tokens[at - n - 1]?.text ?? "")) n += 1;
  return n;
}

function isThere(phrase: Phrase, tokens: readonly Token[], at: number): boolean {
  let next = at;
  let gap = 0;
  for (const part of phrase) {
    if (part === null) {
      gap = LONGEST_GAP;
      continue;
    }
    let found = next;
    while (!part.has(tokens[found]?.text ?? "")) {
      if (found >= next + gap || tokens[found]?.isEnd !== false) return false;
      found += 1;
    }
    next = found + 1;
    gap = 0;
  }
  return !tokens.slice(next, next + 3).some(({ text }) => INSIDE.test(text));
}

/** `…, die wir bezahlen müssen`: in German the verb of such a clause stands last. */
function isSubordinateEnd(tokens: readonly Token[], at: number, { isGerman }: Row): boolean {
  if (!isGerman) return false;
  const end = tokens.findIndex(({ isEnd }, n) => n > at && isEnd);
  return LAST.has(tokens[(end < 0 ? tokens.length : end) - 1]?.text ?? "");
}
