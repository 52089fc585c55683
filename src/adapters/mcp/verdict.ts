/**
 * The meaning of a tool's answer that carries no mark of an error: it says that it failed, that something stands in the
 * way, that it is done, or nothing of the kind. Structured signs come first, then sentences. Words of the call itself,
 * quotations and code are passed over. Pure, and driven by the tables in `doneWords`.
 */
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import {
  ADDRESS,
  ADDS,
  ATTRIBUTES,
  BEFORE_PAYING,
  CLAUSE,
  CONDITION_OF_CLAUSE,
  CONDITION_OF_SENTENCE,
  DEEDS,
  DONE,
  DONE_ALONE,
  DONE_ELSEWHERE,
  DOUBT_ELSEWHERE,
  GOOD_STATES,
  HARMLESS,
  HELD,
  HELD_FLAGS,
  ID_IN_TEXT,
  IDS,
  IDS_OF_SENT,
  IS_DRAFTS,
  KNOWN_ELSEWHERE,
  LINKS,
  LONE_ID,
  MADE_IN_FLAGS,
  MADE_OR_SENT_ELSEWHERE,
  MAKES,
  MESSAGE_ID,
  NAMES_ELSEWHERE,
  NEGATION,
  ONLY_KEPT,
  ONLY_MADE,
  OPENING,
  OWN_STATES,
  PAID_IN_FLAGS,
  PAYS,
  PLACES,
  PLACES_OF,
  PRELIMINARY,
  SENDS,
  SENT_ELSEWHERE_ALONE,
  SENT_IN_FLAGS,
  STATES,
  STEMS,
} from "./doneWords";
import { TAKEN_OUT, textsOf, valueWithoutEcho, withoutEcho, withoutLooseEcho } from "../../kit/ports/echo";
import {
  entriesOf,
  HOLDERS,
  isGoodEntry,
  isNothing,
  jsonIn,
  keyOf,
  MESSAGE,
  PAIR,
  saysFailed,
  textSaysFailed,
  unfenced,
  type Entry,
} from "./signs";

/**
 * From the weakest to the strongest: where parts of an answer differ, the strongest counts. `odd`: a state or a
 * message that nobody knows to be good, which a person may teach.
 */
const VERDICTS = ["none", "done", "odd", "held", "failed"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The call that was answered. */
export interface Called {
  readonly tool: string;
  readonly own: readonly string[];
}

export const NO_CALL: Called = { tool: "", own: [] };

export function calledBy(tool: string, args: Json): Called {
  return { tool: tool.toLowerCase(), own: textsOf(args) };
}

export function strongest(verdicts: readonly Verdict[]): Verdict {
  return VERDICTS[Math.max(0, ...verdicts.map((each) => VERDICTS.indexOf(each)))] ?? "none";
}

const LEVELS = 6;
/** Characters of prose that are read, and sentences in which it may say that it is done. */
const PROSE = 6000;
const SENTENCES = 12;

export function judge(value: Json, called: Called): Verdict {
  return typeof value === "string"
    ? judgeText(value, called)
    : judgeValue(valueWithoutEcho(value, called.own), value, called, LEVELS);
}

/** `raw` is the value with the words of the call still in it. */
function judgeValue(value: Json, raw: Json, called: Called, levels: number): Verdict {
  if (value === true) return "done";
  if (value === null || levels === 0) return "none";
  if (value === false) return "held";
  if (typeof value === "string") return value === TAKEN_OUT ? "none" : judgeText(value, called);
  if (typeof value !== "object") return "none";
  if (saysFailed(value)) return "failed";
  if (isList(value)) {
    const each = value.map((item, at) => judgeValue(item, rawAt(raw, at), called, levels - 1));
    const all = strongest(each);
    if (all !== "done" && all !== "none") return all;
    if (value.length > 0 && each.every((verdict) => verdict === "done")) return "done";
    return isWhatWasMade(value, called) ? "done" : "none";
  }
  return isObject(value) ? judgeObject(value, raw, called, levels) : "none";
}

function rawAt(raw: Json, at: string | number): Json {
  return raw !== null && typeof raw === "object"
    ? ((raw as Record<string | number, Json>)[at] ?? null)
    : null;
}

function judgeObject(object: JsonObject, raw: Json, called: Called, levels: number): Verdict {
  const entries = entriesOf(object);
  const words = entries.flatMap(([name, value]) => {
    const isOfItem = OF_ITEMS.test(name) && MAKES.test(called.tool);
    return MESSAGE.test(name) && name !== "text"
      ? textsIn(value)
          .map((each) => judgeText(each, called))
          .filter((each) => each !== "none" || !isOfItem)
      : [];
  });
  const isHeldUp =
    words.some((each) => each === "held" || each === "failed") ||
    entries.some((each) => isHeldEntry(each, called)) ||
    isOfSome(entries);
  if (isHeldUp) return "held";
  const states = entries.flatMap((each) => judgeStates(each, called));
  const inner = Object.entries(object).flatMap(([name, value]) => {
    const holds = isHolder(keyOf(name), called);
    return value !== null &&
      ((typeof value === "object" && (holds || entries.length === 1)) ||
        (typeof value === "boolean" && holds))
      ? [judgeValue(value, rawAt(raw, name), called, levels - 1)]
      : [];
  });
  const wentWell = entries.some(isGoodEntry);
  // One that says both is not believed.
  const within = strongest([...states, ...inner]);
  if (within === "failed" && wentWell) return "held";
  if (within !== "none" && within !== "done") return within;
  if (words.includes("none") && !words.includes("done")) return "odd";
  const isDone =
    wentWell ||
    within === "done" ||
    words.includes("done") ||
    entries.some(
      ([name, value]) => isDoneIn(called.tool).some((each) => each.test(name)) && isSomething(value),
    ) ||
    (!entries.some((each) => isNoSign(each, called)) && entries.some((each) => isId(each, called)));
  return isDone ? "done" : "none";
}

/** Fields in which a thing that was made may have words of its own. */
const OF_ITEMS = /^(?:summary|notes?|details?|info)$/;

/** Whether a field holds the answer, or the thing that the tool is named for. */
function isHolder(key: string, { tool }: Called): boolean {
  return (
    HOLDERS.test(key) || ALSO_HOLDERS.test(key) || (key.length > 2 && tool.includes(key.replace(/s$/, "")))
  );
}

const ALSO_HOLDERS =
  /^(?:results|item|messages|entities|created|updated|snippet|delivery|payment|transaction)$/;

/** The texts of the tool's own, in a text or a list of them. */
function textsIn(value: Json): readonly string[] {
  return (isList(value) ? value : [value]).flatMap((each) =>
    typeof each === "string" && each !== TAKEN_OUT && each.trim() !== "" ? [each] : [],
  );
}

function isSomething(value: Json): boolean {
  return isList(value) ? value.length > 0 : !isNothing(value);
}

function isHeldEntry([name, value]: Entry, { tool }: Called): boolean {
  const isMeant = STEMS.some((stem) => tool.includes(stem) && name.includes(stem));
  if (HELD_FLAGS.test(name)) return !isMeant && isSomething(value);
  if (DEEDS.test(name) && value === false) return !MAKES.test(tool);
  return (
    PLACES_OF.test(name) && !tool.includes("draft") && textsIn(value).some((each) => IS_DRAFTS.test(each))
  );
}

/** Whether fewer were sent than there are. */
function isOfSome(entries: readonly Entry[]): boolean {
  const numbers = (names: RegExp): number[] =>
    entries.flatMap(([name, value]) => (names.test(name) && typeof value === "number" ? [value] : []));
  return Math.min(...numbers(SENT_IN_FLAGS)) < Math.max(...numbers(/^(?:total|requested)(?:count)?$/));
}

/** The verdicts of the states in an entry; none where it holds no state. */
function judgeStates([name, value]: Entry, called: Called): readonly Verdict[] {
  if (!STATES.test(name)) return [];
  const { tool } = called;
  const isOwn = OWN_STATES.test(name) && MAKES.test(tool) && !PAYS.test(tool);
  return statesIn(value).map((each): Verdict => {
    const state = each.replace(/[_-]+/g, " ");
    if (STEMS.some((stem) => tool.includes(stem) && state.includes(stem))) return "none";
    if (isOwn) return NOT_OWN.test(state) || IS_DRAFTS.test(state) ? "held" : "none";
    if (isGoodEntry(["status", each]) || (GOOD_STATES.test(state) && !PAYS.test(tool))) return "done";
    const said = judgeProse(state, called);
    if (said === "held" || said === "failed") return "held";
    // A state is a word or two: a whole sentence may say more than what was done.
    return said === "done" && !/\s\S+\s/.test(state) ? "done" : "odd";
  });
}

/** States of a thing that was not made yet. */
const NOT_OWN = /pend|await|approv/i;

function statesIn(value: Json): readonly string[] {
  if (typeof value === "number") return value === 0 ? [] : [String(value)];
  return isObject(value) ? Object.values(value).flatMap(statesIn) : textsIn(value);
}

function isDoneIn(tool: string): readonly RegExp[] {
  if (PAYS.test(tool)) return [PAID_IN_FLAGS];
  return SENDS.test(tool) && !isMaking(tool) ? [SENT_IN_FLAGS] : [SENT_IN_FLAGS, MADE_IN_FLAGS];
}

/** With such an entry an id tells nothing: of the protocol, of a session, or of a deed without its time or number. */
function isNoSign([name, value]: Entry, { tool }: Called): boolean {
  return (
    name === "jsonrpc" ||
    name.startsWith("expires") ||
    (DEEDS.test(name) && !isSomething(value) && !MAKES.test(tool))
  );
}

/** Ids of what is sent, or of what the tool is named for. */
function isId([name, value]: Entry, called: Called): boolean {
  const { tool } = called;
  if (PAYS.test(tool)) return false;
  const thing = IDS.exec(name)?.[1];
  const isOfIt =
    thing === undefined
      ? LINKS.test(name) && !SENDS.test(tool)
      : IDS_OF_SENT.test(thing) || isHolder(thing, called);
  if (typeof value === "number") return isOfIt && value > 0;
  return isOfIt && typeof value === "string" && value !== TAKEN_OUT && /^[^\s…]{1,400}$/u.test(value);
}

/** Some tools that make things answer with the list of them, and nothing else. */
function isWhatWasMade(list: readonly Json[], { tool, own }: Called): boolean {
  return MAKES.test(tool) && own.length > 0 && list.length > 0 && list.every(holdsEcho);
}

function holdsEcho(value: Json): boolean {
  return isObject(value) && Object.values(value).includes(TAKEN_OUT);
}

function judgeText(raw: string, called: Called): Verdict {
  const value = raw.length <= READ ? jsonIn(unfenced(raw)) : undefined;
  if (value !== undefined)
    return typeof value === "string"
      ? judgeProse(value, called)
      : judgeValue(valueWithoutEcho(value, called.own), value, called, LEVELS);
  return judgeProse(raw, called);
}

const READ = 100_000;

function judgeProse(raw: string, called: Called): Verdict {
  const { own, tool } = called;
  const text = withoutEcho(raw, own);
  if (textSaysFailed(text)) return "failed";
  const alone = text.trim();
  if (DONE_ALONE.test(alone)) return "done";
  if (LONE_ID.test(alone) && !PAYS.test(tool) && !own.includes(alone)) return "done";
  const prose = bareProse(text, own);
  if (isHeld(prose, called)) return "held";
  const { pairs, rest } = apart(prose);
  const told = judgeObject(pairs, pairs, called, 1);
  if (!/[\p{L}\p{N}]/u.test(rest) || (told !== "none" && told !== "done")) return told;
  return saysDone(rest, called) || saysDoneElsewhere(rest, called) ? "done" : "none";
}

/** Lines of a name and its value are no sentences: they are read as fields. Ids say nothing of the rest. */
function apart(prose: string): { readonly pairs: JsonObject; readonly rest: string } {
  const pairs: Record<string, Json> = {};
  const rest = prose.split("\n").filter((line) => {
    const name = PAIR.exec(line)?.[1];
    const value = line.slice(line.search(/[:=：]/) + 1).replace(/^[\s*_]+|[\s.*_]+$/g, "");
    if (name === undefined || value === "") return true;
    const isField = [MESSAGE, STATES].some((each) => each.test(keyOf(name)));
    if (!isField && (DONE.test(line) || DONE_ELSEWHERE.test(line))) return true;
    pairs[name] = value;
    return false;
  });
  return { pairs, rest: rest.join("\n").replace(ID_IN_TEXT, " ") };
}

/** Without code, quotations, addresses and what says that nothing is wrong. */
function bareProse(text: string, own: readonly string[]): string {
  return withoutLooseEcho(text.slice(0, PROSE), own)
    .replace(/(?:```|~~~)[^]*?(?:```|~~~|$)/gu, "\n")
    .replace(
      /“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|"[^"\n]*"|`[^`\n]*`|(^|\s)'[^'\n]*'(?=[\s.,;:!?)]|$)/gu,
      `$1 ${TAKEN_OUT}`,
    )
    .replace(MESSAGE_ID, "$1 00000")
    .replace(ADDRESS, TAKEN_OUT)
    .replace(HARMLESS, " ");
}

function isHeld(prose: string, { tool }: Called): boolean {
  return HELD.some(({ words, stem }) => !(stem !== undefined && tool.includes(stem)) && words.test(prose));
}

function saysDone(prose: string, { tool }: Called): boolean {
  const sentences = prose
    .replace(OPENING, "")
    .replace(PLACES, " ")
    .replace(/([.!?;])\s+/gu, "$1\n")
    .split(/\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return sentences.slice(0, SENTENCES).some((sentence) => {
    if (/[?¿？]/u.test(sentence) || CONDITION_OF_SENTENCE.test(sentence)) return false;
    return sentence.split(CLAUSE).some((clause) => saysItIsDone(clause, tool));
  });
}

function saysItIsDone(clause: string, tool: string): boolean {
  if (clause.length > 300 || !DONE.test(clause)) return false;
  if (
    [NEGATION, CONDITION_OF_CLAUSE, ATTRIBUTES, PRELIMINARY, DOUBT_ELSEWHERE].some((each) =>
      each.test(clause),
    )
  )
    return false;
  if (!SENDS.test(tool)) return true;
  if (ONLY_KEPT.test(clause) || (PAYS.test(tool) && BEFORE_PAYING.test(clause))) return false;
  return isMaking(tool) || !ONLY_MADE.test(clause);
}

/** Whether a tool that is named for sending makes something, which is enough. */
function isMaking(tool: string): boolean {
  return !PAYS.test(tool) && (MAKES.test(tool) || ADDS.test(tool));
}

/** In another language every word has to be known: one that is not may deny it, or put it off. */
function saysDoneElsewhere(prose: string, { tool, own }: Called): boolean {
  const deed = !SENDS.test(tool)
    ? DONE_ELSEWHERE
    : isMaking(tool)
      ? MADE_OR_SENT_ELSEWHERE
      : SENT_ELSEWHERE_ALONE;
  if (prose.length > 300 || !deed.test(prose) || /[?¿？]/u.test(prose)) return false;
  const left = prose.replace(NAMES_ELSEWHERE, " ").replace(KNOWN_ELSEWHERE, " ");
  return (left.match(/[\p{L}\p{M}]+/gu) ?? []).every((word) =>
    own.some((each) => each.length < 80 && each.toLowerCase().includes(word.toLowerCase())),
  );
}
