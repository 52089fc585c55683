/**
 * Whether a tool's own words say that it failed, although its answer does not carry the protocol's mark for that. Pure.
 * In doubt it says yes: a person who checks in vain loses a minute, and one who is told of a mail that never left loses
 * the mail.
 */
import { isList, isObject, parseJson, type Json, type JsonObject } from "../../kit/json";

/** Levels of values, and of texts within texts, that are looked into. */
const LEVELS = 4;
/** Characters of a text that are read as something other than prose. */
const READ = 100_000;

export function saysFailed(value: Json, levels = LEVELS): boolean {
  if (levels === 0 || value === null) return false;
  if (typeof value === "string") return textSaysFailed(value, levels);
  if (isList(value)) return value.some((each) => isObject(each) && objectSaysFailed(each, levels));
  return isObject(value) && objectSaysFailed(value, levels);
}

export function textSaysFailed(text: string, levels = LEVELS): boolean {
  const bare = unfenced(text);
  if (levels > 0 && bare.length <= READ) {
    const value = jsonIn(bare);
    if (value !== undefined) return saysFailed(value, levels - 1);
    const pairs = QUOTES.test(bare.slice(0, Math.max(0, bare.indexOf("\n")))) ? undefined : labelled(bare);
    if (pairs !== undefined && saysFailed(pairs, levels - 1)) return true;
  }
  return [bare, bare.replace(/^(?:\s*<[^<>]{0,80}>)+/, "")].some(opensWithFailure) || hasFailedLine(bare);
}

// Values

/** Names are compared in lower case, without `_` and `-`. These hold true where it went well. */
const WENT_WELL =
  /^(?:(?:is)?(?:success(?:ful)?|sent)|succeeded|ok|(?:success|sent)count|erfolg(?:reich)?|suc+[eè]s(?:so)?|r[eé]ussi|[eé]xito|gelukt|sukces|успех|成功)$/;
/** These hold something only where it did not. */
const WENT_WRONG =
  /^(?:(?:(?:is|has)?err(?:or|eur)?(?:s|ed|es|e|i)?|erros?|fehler|fout|błąd|fel|hata|ошибка|错误|エラー)(?:message|msg|text|code|description|type|count|meldung|mensaje)?|exception|traceback|(?:is|num)?failed.*|failures?|failurecount|(?:invalid|rejected)recipients|rejected|undelivered|bounced|notsent)$/;
/** These hold a number where something went wrong, and 0 or one from 200 on where it went well. */
const CODES = /^(?:code|errno|retcode)$/;
const STATUS = /^(?:status|state|result|outcome|type|(?:http)?status(?:code)?)$/;
/** Words of the tool to its caller. */
export const MESSAGE =
  /^(?:message|msg|(?:tool)?result|details?|text|output|response|notes?|info|warnings?|summary|nachricht|meldung|hinweis|avis[eo]?|mensa[jg]em?|messaggio|komunikat|meddelande|mesaj|сообщение|消息|メッセージ)$/;
/** Alone in an object they are a wrapping, and what they hold is the answer. */
const WRAPPING = /^(?:result|data|response|output|content)$/;
/**
 * Values under these names tell of single receivers or parts. They count even where the object says that the whole went
 * well.
 */
const OUTCOMES = /^(?:results|responses|outcomes|deliveries|recipients|receivers|messages|statuses|summary)$/;
/**
 * Values under these names are the answer. Where the object itself says that it went well, they may be the thing that
 * was made, and do not count.
 */
export const HOLDERS =
  /^(?:result|data|response|output|content|items|payload|value|message|email|meta(?:data)?|body)$/;
const PART_OF_PROTOCOL = /^(?:jsonrpc|id)$/;

const BAD_STATUS =
  /^(?:err(?:or(?:ed)?)?|fail(?:ed|ure)?|unsuccessful|bounced?|undeliver(?:able|ed)|partial(?:ly)?[ _-]?fail(?:ed|ure)|timed?[ _-]?out|not[ _-]?(?:sent|delivered)|invalid|rejected|[45]\d\d(?: .{0,60})?)$/i;
const GOOD_STATUS =
  /^(?:ok(?:ay)?|success(?:ful)?|succeeded|sent|done|completed?|queued|accepted|delivered|2\d\d(?: .{0,60})?)$/i;
const NO = /^(?:false|no|0)$/i;
const NOTHING = /^(?:|null|none|nil|no|no errors?|false|0|ok|okay|success|n\/a|undefined|-|\[\]|\{\})$/i;

function objectSaysFailed(object: JsonObject, levels: number): boolean {
  const entries = entriesOf(object);
  if (entries.some(isBadEntry) || hasBadCode(entries)) return true;
  const parts = entries.filter(([name]) => !PART_OF_PROTOCOL.test(name));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && WRAPPING.test(only[0]))
    return saysFailed(only[1], levels - 1);
  const wentWell = entries.some(isGoodEntry);
  if (
    entries.some(
      ([name, value]) =>
        (OUTCOMES.test(name) || (HOLDERS.test(name) && !wentWell)) &&
        holdsFailure(value, levels - 1, OUTCOMES.test(name)),
    )
  )
    return true;
  if (parts.length === 1 && only !== undefined && holdsFailure(only[1], levels - 1)) return true;
  return (
    !wentWell &&
    entries.some(
      ([name, value]) => MESSAGE.test(name) && typeof value === "string" && textSaysFailed(value, 0),
    )
  );
}

/** A number beside words about it, and nothing that was made. */
function hasBadCode(entries: readonly Entry[]): boolean {
  const isBad = ([name, value]: Entry): boolean =>
    CODES.test(name) &&
    (typeof value === "number" || typeof value === "string") &&
    /^-?[1-9]\d*$/.test(String(value)) &&
    !/^(?:2\d\d|1)$/.test(String(value));
  return (
    entries.some(isBad) &&
    entries.some(([name, value]) => MESSAGE.test(name) && typeof value === "string" && !isNothing(value)) &&
    !entries.some((each) => each[0] === "id" || isGoodEntry(each))
  );
}

export type Entry = readonly [name: string, value: Json];

export function entriesOf(object: JsonObject): readonly Entry[] {
  return Object.entries(object).map(([name, value]) => [keyOf(name), value] as const);
}

/** A name is cut: one without an end would make the patterns slow. */
export function keyOf(name: string): string {
  return name
    .slice(0, 99)
    .toLowerCase()
    .replace(/[_\s-]/g, "");
}

function isBadEntry([name, value]: Entry): boolean {
  return (
    (WENT_WELL.test(name) && isNo(value)) ||
    (WENT_WRONG.test(name) && !isNothing(value)) ||
    (STATUS.test(name) && isStatus(BAD_STATUS, value))
  );
}

export function isGoodEntry([name, value]: Entry): boolean {
  return (WENT_WELL.test(name) && value === true) || (STATUS.test(name) && isStatus(GOOD_STATUS, value));
}

/**
 * Looks at objects only: a text within may be one that the tool was given. `each`: the keys name receivers or parts.
 */
function holdsFailure(value: Json, levels: number, each = false): boolean {
  if (levels <= 0 || value === null || typeof value !== "object") return false;
  if (isList(value)) return value.some((item) => isObject(item) && holdsFailure(item, levels - 1));
  if (!isObject(value)) return false;
  const entries = entriesOf(value);
  if (entries.some(isBadEntry)) return true;
  const isGood = entries.some(isGoodEntry);
  return entries.some(
    ([name, inner]) =>
      (each || entries.length === 1 || OUTCOMES.test(name) || (HOLDERS.test(name) && !isGood)) &&
      holdsFailure(inner, levels - 1, OUTCOMES.test(name)),
  );
}

function isNo(value: Json): boolean {
  return value === false || value === 0 || (typeof value === "string" && NO.test(value.trim()));
}

function isStatus(pattern: RegExp, value: Json): boolean {
  return (typeof value === "string" || typeof value === "number") && pattern.test(String(value).trim());
}

export function isNothing(value: Json, levels = LEVELS): boolean {
  if (value === null || value === false || value === 0) return true;
  if (typeof value === "string") return NOTHING.test(value.trim());
  if (typeof value !== "object" || levels === 0) return false;
  return Object.values(value).every((each: Json) => isNothing(each, levels - 1));
}

// Texts

export function unfenced(text: string): string {
  const bare = text.replace(/^[\s\u200B]+/, "").trim();
  const fence = /^(?:`{3,}|~{3,})/.exec(bare)?.[0] ?? "";
  const end = bare.indexOf("\n");
  if (fence !== "" && end > 0 && bare.length > end + fence.length && bare.endsWith(fence.slice(0, 3)))
    return bare
      .slice(end + 1)
      .replace(/(?:`{3,}|~{3,})$/, "")
      .trim();
  return /^`[^`]*`$/.test(bare) ? bare.slice(1, -1).trim() : bare;
}

/**
 * The value that the whole text spells, also as Python or JavaScript print it, or behind a label (`Result: {…}`);
 * undefined where it is prose.
 */
export function jsonIn(text: string): Json | undefined {
  const spelled = /^[\p{L}\p{N} _-]{1,40}:?\s*(?=[[{`~])/u.exec(text);
  const value = spelled === null ? text : unfenced(text.slice(spelled[0].length));
  if (!/^[[{"]/.test(value)) return undefined;
  return parsed(value) ?? parsed(value.replace(LITERAL, inJson));
}

const LITERAL =
  /'((?:[^'\\]|\\[^]?)*)(?:'|$)|"(?:[^"\\]|\\[^]?)*(?:"|$)|([A-Za-z_$][\w$]*)(?=\s*:)|\b(True|False|None|undefined)\b/g;
const WORDS: Readonly<Record<string, string>> = {
  True: "true",
  False: "false",
  None: "null",
  undefined: "null",
};

function inJson(
  whole: string,
  quoted: string | undefined,
  name: string | undefined,
  word: string | undefined,
): string {
  if (quoted !== undefined) return JSON.stringify(quoted.replace(/\\(.)/g, "$1"));
  return name !== undefined ? JSON.stringify(name) : word !== undefined ? (WORDS[word] ?? whole) : whole;
}

function parsed(text: string): Json | undefined {
  try {
    const value = parseJson(text);
    return typeof value === "object" || typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

const MOST_LINES = 60;

/** A line of a name and its value, up to a bound of clauses. */
export const PAIR = /^[\s*_>•✅-]*(\p{L}[\p{L}\p{N} _-]{0,30}?)[*_]*\s*[:=：][*_]*\s*([^,;|(]*)/u;

/** `Status: failed` and its like, a line each. */
function labelled(text: string): JsonObject | undefined {
  const lines = text
    .split("\n", MOST_LINES + 1)
    .filter((line) => line.trim() !== "")
    .map((line) => line.slice(0, 300));
  const pairs = lines.slice(0, MOST_LINES).map((line) => PAIR.exec(line));
  const whole = pairs.flatMap((pair) =>
    pair === null ? [] : [[pair[1] ?? "", (pair[2] ?? "").replace(/[\s.]+$/, "")] as const],
  );
  // One line that holds a colon is a sentence, unless it names how it went.
  return whole.length === 0 ||
    whole.length < lines.length ||
    (lines.length === 1 && !isSign(whole[0]?.[0] ?? ""))
    ? undefined
    : Object.fromEntries(whole);
}

function isSign(name: string): boolean {
  const key = keyOf(name);
  return WENT_WELL.test(key) || STATUS.test(key);
}

/** Marks, emoji, brackets, list numbers and the time of a log line. */
const BEFORE =
  /^(?:[\p{P}\p{S}\p{Z}\p{C}\uFE0F]+|\d{1,3}[.)]\s+|\d{4}-\d\d-\d\d[\dT:.,Z+ -]*\s+|(?:\d\d:){1,2}\d\d[\d.,]*\s+|(?:result|response|output|status|tool)\s*:\s*)+/iu;
const CROSSES = /^[\s\p{P}]*[❌✖✗✘🚫⛔🛑]/u;
/** `Errors: 0`, `Failed: none`, `Error-free`. */
const NONE =
  /^\S+?["')\]*_`]*\s*(?:[:=]\s*["'*_`]*)?(?:0(?=$|[,.;|)\]\n]|\s+(?:\p{L}+\s*[:=]|of\b))|(?:none|null|nil|nothing|false|n\/a|\[\]|\{\}|""|'')(?=["'*_`]*(?:$|[,.;|)\]\n]))|-?\s?free\b)/iu;
const DONE = "sent|delivered|posted|published|created|queued|accepted|saved|done|completed|retried";
const THINGS = "messages?|e-?mails?|recipients?|items?";
/** Words behind “not”: what was to be done, or how a server has to be. */
const NOT =
  "sent|send|deliver(?:ed)?|post(?:ed)?|publish(?:ed)?|created?|accept(?:ed)?|completed?|found|connected|available|reach(?:ed|able)?|exist|work|successful";
/** A word, an address or an id, without quotation marks and without the end of a sentence. */
const WORD = String.raw`[^\s.!?:;,"“”«»]+(?:[.:][^\s.!?:;,"“”«»]+)*`;
const NOTHING_DONE: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:successfully\s+)?(?:${DONE})\s+(?:to\s+)?(?:0|zero|none)\s*(?:of|out of|/|${THINGS})\b`,
    "iu",
  ),
  new RegExp(String.raw`^(?:0|zero)\s*(?:/|of|out of)\s*[1-9]\d*\b[^.,;:\n]{0,60}\b(?:${DONE})\b`, "iu"),
  new RegExp(String.raw`^(?:0|no|none of the|zero)\s+(?:${THINGS})\b[^.,;:\n]{0,60}\b(?:${DONE})\b`, "iu"),
  new RegExp(String.raw`^(?:nothing|none)\s+(?:was\s+|were\s+|has been\s+|got\s+)?(?:${DONE})\b`, "iu"),
];
const FAILURES: readonly RegExp[] = [
  /^(?:(?:an?|the)\s+)?(?:(?!(?:no|zero|without|any)\b)\p{L}+[^\S\n])?(?:errors?|exception|failure)\b/iu,
  /^[A-Za-z_.]*(?:Error|Exception)\b/,
  /^(?:failed|failing|could ?n[o'’]t|can ?not|can['’]t|did(?: not|n['’]t)|unauthori[sz]ed|forbidden|denied|invalid|timed? ?out|traceback|authentication|bad (?:request|gateway)|internal server|service unavailable|too many requests|connection (?:closed|failed|timed|lost|error)|sorry)\b/i,
  /^(?:HTTP[\d/. ]*|status(?: code)?:? ?|code:? ?)?[45]\d\d[ -](?:\d\.\d{1,3}\.\d{1,3}\b|[A-Z][a-z]+|not\b)/,
  new RegExp(
    String.raw`^(?!(?:no|none|nothing|never|zero|0|${DONE})\b)(?:${WORD}[^\S\n]+){1,6}?(?:(?:has |have )?failed(?=$|[:.!,;)]| to\b| with\b| because\b| due\b| after\b| at\b| on\b)|(?:could|can)(?: not\b|n['’]t\b)|(?:was|were|has|have|is|are|did|does)(?: not|n['’]t) (?:yet )?(?:been |be )?(?:${NOT})\b|(?:rejected|denied|refused|bounced)(?=$|[:.!,;)]|[^\S\n]+(?:by|because|due|at|on|with)\b))`,
    "iu",
  ),
  new RegExp(String.raw`^(?!(?:${DONE})\b)[^\n"“«.!?:;,]{0,60}\b(?:unable|not able) to\b`, "iu"),
  /^[^\n"“«.!?]{0,80}\bnot (?:sent|delivered|posted|published)\b/iu,
  // Counts: “3 errors occurred”, “2 sent, 1 failed”.
  /^[1-9]\d*\s+(?:\p{L}+\s+){0,2}?(?:errors?|failures?|failed)(?=$|[:.,;!)\n]|\s+(?:occurred|happened|while|during|found|out of)\b)/iu,
  new RegExp(
    String.raw`^[^\n"“«]{0,200}[,;:(|]\s*(?:and\s+)?(?:[1-9]\d*\s+(?:(?:${THINGS})\s+)?(?:failed|errors?|failures?|bounced|rejected)(?=$|[.,;:!)\n])|(?:failed|failures?|errors?|bounced|rejected)\s*[:=]\s*[1-9]\d*(?=$|[\s,;)|.]))`,
    "iu",
  ),
  /^(?:erreur|erro|fehler|fout|fallo|échec|ошибка|错误|失败|エラー|오류)/iu,
];

/** After such a line, the answer quotes the words that the tool was given. */
const ECHO =
  /^[\s*_#-]*(?:>|```|~~~|(?:subject|body|text|html|content|message|title|description|comment|preview|snippet|caption|original)[*_ ]*(?::|$))|:\s*$/i;
/** The same for the first line. A title of the answer, such as “Result:”, does not count. */
const QUOTES = /^(?!.*\b(?:results?|response|status|outcome|output|summary|log)\W*$).*:\s*$/i;
const LABELLED =
  /^[\s*_#[(]*(?:[A-Za-z]{1,20} )?(?:[A-Za-z_.]*(?:Error|Exception)|errors?|failed|failure|failures|exception|fatal|traceback \(most recent call last\))[*_\])]*\s*:(?![\s*_]*(?:0|none|null|nil|nothing|false|n\/a|-|\[\]|\{\})(?:$|[\s.,;*_]))/i;

/** A line below the first that is labelled as an error, before anything is quoted back. */
function hasFailedLine(text: string): boolean {
  const lines = text.slice(0, READ).split("\n", MOST_LINES);
  const echo = lines.findIndex(
    (line, at) => (at === 0 ? QUOTES : ECHO).test(line.slice(0, 300)) && !isLabelledFailure(line),
  );
  const own = lines.slice(0, echo < 0 ? MOST_LINES : echo);
  return (
    own.some((line) => COUNTED.test(line.slice(0, 300))) ||
    own.slice(1).some((line) => CROSSES.test(line.slice(0, 20)) || isLabelledFailure(line))
  );
}

/** `Failed to process: 2 messages`, `Could not send: 1`, `Completed with 1 errors`, in whatever line. */
const COUNTED =
  /^(?:[^"“«\n]{0,200}[.;,]\s)?[\s\p{P}\p{S}]*(?:(?:failed|failures?|could not|unable)(?: to)?(?: \p{L}+){0,2}[*_]*\s*[:=][\s*_]*[1-9]\d*|[^"“«\n]{0,100}\bwith [1-9]\d* (?:errors?|failures?)\b)/iu;

/**
 * Whether a text begins with an error label. Stricter than `textSaysFailed`, for texts that the tool may have been
 * given.
 */
export function isLabelledFailure(text: string): boolean {
  return LABELLED.test(text.slice(0, 300));
}

function opensWithFailure(text: string): boolean {
  const start = text.slice(0, 400);
  if (CROSSES.test(start)) return true;
  const words = start.replace(BEFORE, "");
  return (
    NOTHING_DONE.some((each) => each.test(words)) ||
    (!NONE.test(words) && FAILURES.some((each) => each.test(words)))
  );
}
