/**
 * The part of an answer by which the same answer is known again: numbers, ids and words of the call are masked, all
 * else stays. An answer with a condition, a question, a denial or an obstacle anywhere is never one to learn. Pure.
 */
import { withoutEcho, withoutLooseEcho } from "../../kit/ports/echo";
import type { Lesson } from "../../kit/ports/tools";
import {
  CONDITION_OF_CLAUSE,
  CONDITION_OF_SENTENCE,
  DOUBT_ELSEWHERE,
  HARMLESS,
  HELD,
  NEGATION,
} from "./doneWords";
import type { Called } from "./verdict";

const MOST = 1000;
/** Characters of an answer that are looked at: a pattern for addresses takes the square of a word's length. */
const READ = 6000;

export function lessonOf(text: string, { own }: Called): Lesson {
  if (text.length > READ) return { fault: "too-long" };
  const bare = withoutLooseEcho(withoutEcho(text, own), own);
  const words = bare
    .replace(HARMLESS, " ")
    .replace(/(\d )may\b|\bmay (?=\d)/gi, " ")
    .replace(/[_-]/g, " ");
  const isHeld =
    /[?¿？؟]/u.test(words) ||
    [
      CONDITION_OF_SENTENCE,
      CONDITION_OF_CLAUSE,
      NEGATION,
      DOUBT_ELSEWHERE,
      ...HELD.map((each) => each.words),
    ].some((each) => each.test(words));
  if (isHeld) return { fault: "held" };
  const masked = mask(bare);
  if ((masked.match(/\p{L}/gu) ?? []).length < 3) return { fault: "too-short" };
  return masked.length > MOST ? { fault: "too-long" } : { masked };
}

function mask(text: string): string {
  return text
    .replace(/[\p{L}\p{N}.+_-]+@[\p{L}\p{N}.-]+/gu, "#")
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, "#")
    .replace(NUMBER, (number: string, at: number, whole: string) =>
      NOTHING.test(number) || TELLS.test(whole.slice(Math.max(0, at - 40), at)) ? number : "#",
    )
    .replace(MONTH, "#")
    .replace(/#(?:[\s,.:/+-]*#)+/g, "#")
    .replace(/\s+/g, " ")
    .trim();
}

/** A number, a date, a time, or a word with a digit in it, as ids have. */
const NUMBER = /(?:\b[A-Z]{1,4}-)?[\p{L}_]*\p{N}[\p{L}\p{N}_]*(?:[.,:'’+-][\p{L}_]*\p{N}[\p{L}\p{N}_]*)*/gu;
/** A count of none is no number like another: it is not masked. */
const NOTHING = /^0+(?:[.,]0+)?$/;
/** A number behind one of these tells how it went. */
const TELLS = /(?:code|status|state|http|result|exit|level)["'”\s:=#/]*$/i;
/** A month beside a number, and the day of the week before them. */
const MONTHS =
  "(?:(?:jan|febr?)(?:uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|(?:sept?|oct|nov|dec)(?:(?:em|o)ber)?)\\b\\.?";
const MONTH = new RegExp(
  `(?:\\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?(?:# ${MONTHS}|\\b${MONTHS} #)`,
  "gi",
);
