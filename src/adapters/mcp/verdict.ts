/**
 * The meaning of a tool's answer that carries no mark of an error: it says that it failed, that something stands in the
 * way, that it is done, or nothing of the kind. Structured signs come first, then sentences. Words of the call itself,
 * quotations and code are passed over. Pure, and driven by the tables in `doneWords`.
 */
import { isList, isObject, type Json, type JsonObject } from "../../kit/json";
import {
  ADDRESS,
  ADDS,
  AND_ELSEWHERE,
  ATTRIBUTES,
  CLAUSE,
  CONDITION_OF_CLAUSE,
  CONDITION_OF_SENTENCE,
  DONE,
  DONE_ALONE,
  DONE_ELSEWHERE,
  DONE_IN_FLAGS,
  HARMLESS,
  HELD,
  HELD_FLAGS,
  HELD_STATUS,
  ID_IN_TEXT,
  IDS,
  LONE_ID,
  MAKES,
  MESSAGE_ID,
  NEGATION,
  NO_IDS,
  ONLY_KEPT,
  ONLY_MADE,
  PLACES,
  PRELIMINARY,
  SENDS,
  STEMS,
} from "./doneWords";
import { TAKEN_OUT, textsOf, valueWithoutEcho, withoutEcho, withoutLooseEcho } from "../../ports/echo";
import { entriesOf, isGoodEntry, isNothing, jsonIn, saysFailed, textSaysFailed, unfenced } from "./signs";

/** From the weakest to the strongest: where parts of an answer differ, the strongest counts. */
const VERDICTS = ["none", "done", "held", "failed"] as const;
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
  if (entries.some(([name, value]) => isHeldEntry(name, value, called))) return "held";
  const wentWell = entries.some(isGoodEntry);
  const words = entries.flatMap(([name, value]) =>
    MESSAGES.has(name) && typeof value === "string" && value !== TAKEN_OUT ? [judgeText(value, called)] : [],
  );
  // One that says both is not believed.
  if (words.some((each) => each === "held" || each === "failed")) return "held";
  const protocol = entries.some(([name]) => name === "jsonrpc");
  const isDone =
    wentWell ||
    words.includes("done") ||
    entries.some(([name, value]) => DONE_IN_FLAGS.has(name) && isSomething(value)) ||
    (!protocol && entries.some(([name, value]) => isId(name, value)));
  const inner = Object.entries(object).flatMap(([name, value]) => {
    const key = name.toLowerCase().replace(/[_\s-]/g, "");
    const isWrapped = entries.length === 1 || HOLDERS.has(key);
    return isWrapped &&
      value !== null &&
      (typeof value === "object" || (typeof value === "boolean" && HOLDERS.has(key)))
      ? [judgeValue(value, rawAt(raw, name), called, levels - 1)]
      : [];
  });
  const within = strongest(inner);
  if (within === "held" || within === "failed") return wentWell && within === "failed" ? "held" : within;
  return isDone || within === "done" ? "done" : "none";
}

const MESSAGES = new Set([
  "message",
  "msg",
  "detail",
  "details",
  "result",
  "output",
  "response",
  "note",
  "info",
  "toolresult",
]);
const HOLDERS = new Set(
  "result data response output content payload value item items message email mail issue page event task comment post ticket card file document doc record row note contact payment invoice transfer order booking reminder project entities results created updated meta metadata".split(
    " ",
  ),
);

function isSomething(value: Json): boolean {
  return isList(value) ? value.length > 0 : !isNothing(value);
}

function isHeldEntry(name: string, value: Json, { tool }: Called): boolean {
  const isMeant = STEMS.some((stem) => tool.includes(stem) && name.includes(stem));
  if (HELD_FLAGS.has(name)) return !isMeant && isSomething(value);
  if (!STATUS.has(name) || typeof value !== "string") return false;
  return HELD_STATUS.test(value.trim()) && !STEMS.some((stem) => tool.includes(stem) && value.includes(stem));
}

const STATUS = new Set(["status", "state", "result", "outcome", "mode", "stage"]);

function isId(name: string, value: Json): boolean {
  if (!IDS.test(name) || NO_IDS.test(name)) return false;
  if (typeof value === "number") return value > 0;
  return typeof value === "string" && value !== TAKEN_OUT && /^[^\s…]{1,400}$/u.test(value);
}

/** Some tools that make things answer with the list of them, and nothing else. */
function isWhatWasMade(list: readonly Json[], { tool, own }: Called): boolean {
  return MAKES.test(tool) && own.length > 0 && list.length > 0 && list.every(holdsEcho);
}

function holdsEcho(value: Json): boolean {
  return isObject(value) && Object.values(value).includes(TAKEN_OUT);
}

export function judgeText(raw: string, called: Called): Verdict {
  const value = raw.length <= READ ? jsonIn(unfenced(raw)) : undefined;
  if (value !== undefined)
    return typeof value === "string"
      ? judgeProse(value, called)
      : judgeValue(valueWithoutEcho(value, called.own), value, called, LEVELS);
  return judgeProse(raw, called);
}

const READ = 100_000;

function judgeProse(raw: string, called: Called): Verdict {
  const text = withoutEcho(raw, called.own);
  if (textSaysFailed(text)) return "failed";
  const alone = text.trim();
  if (DONE_ALONE.test(alone)) return "done";
  if (LONE_ID.test(alone) && !called.own.includes(alone)) return "done";
  const prose = bareProse(text, called.own);
  if (isHeld(prose, called)) return "held";
  return saysDone(prose, called) ? "done" : "none";
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
    .replace(PLACES, " ")
    .replace(/([.!?;])\s+/gu, "$1\n")
    .split(/\n+/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return sentences.slice(0, SENTENCES).some((sentence) => {
    if (/[?¿？]/u.test(sentence) || CONDITION_OF_SENTENCE.test(sentence)) return false;
    const clauses = sentence.split(CLAUSE);
    const isAlone = sentences.length === 1 && clauses.filter((clause) => clause.trim() !== "").length === 1;
    return clauses.some((clause) => saysItIsDone(clause, isAlone, tool));
  });
}

/** `isAlone`: the clause is the whole answer. */
function saysItIsDone(clause: string, isAlone: boolean, tool: string): boolean {
  if (clause.length > 300) return false;
  if ([NEGATION, CONDITION_OF_CLAUSE, ATTRIBUTES].some((each) => each.test(clause))) return false;
  if (ID_IN_TEXT.test(clause)) return true;
  if (!DONE.test(clause) && !(isAlone && DONE_ELSEWHERE.test(clause) && !AND_ELSEWHERE.test(clause)))
    return false;
  if (PRELIMINARY.test(clause)) return false;
  if (!SENDS.test(tool)) return true;
  return !ONLY_KEPT.test(clause) && (MAKES.test(tool) || ADDS.test(tool) || !ONLY_MADE.test(clause));
}
