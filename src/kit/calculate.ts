/** Sums and dates for an agent, which is bad at both. Pure. */
import { addMonths, DAY, LAST_MOMENT, readStamp, sayWithWeekday } from "./dates";

export type Calculated =
  | { readonly kind: "value"; readonly text: string }
  /** A sentence for the model. */
  | { readonly kind: "bad"; readonly why: string };

/** Examples, for a model. */
export const CALCULATES =
  "3 * (4,200 + 19.5) · 15% of 80 · 2026-03-01 + 6 weeks · days from 2026-03-01 to 2026-04-15 · weekday of 2026-03-01";

const DATE = String.raw`(\d{4}-\d\d-\d\d)`;
const WEEKDAY = new RegExp(`^(?:weekday(?: of)? )?${DATE}$`);
const SHIFT = new RegExp(String.raw`^${DATE} ?([+-]) ?(\d{1,5}) (day|week|month|year)s?$`);
const BETWEEN = new RegExp(`^(?:(?:days )?from )?${DATE} (?:to|until|and) ${DATE}$`);

export function calculate(expression: string): Calculated {
  const words = expression.trim().replace(/\s+/g, " ").toLowerCase();
  return dateIn(words) ?? sumIn(words);
}

function dateIn(words: string): Calculated | null {
  const [, day] = WEEKDAY.exec(words) ?? [];
  if (day !== undefined) return onDay(day, sayWithWeekday);
  const [, from, sign, count, unit] = SHIFT.exec(words) ?? [];
  if (from !== undefined)
    return onDay(from, (at) => sayMoved(shifted(at, Number(`${sign ?? ""}${count ?? ""}`), unit ?? "")));
  const [, first, last] = BETWEEN.exec(words) ?? [];
  return first === undefined || last === undefined
    ? null
    : onDay(first, (at) => onDay(last, (to) => `${String(Math.round((to - at) / DAY))} days`));
}

const FIRST_MOMENT = Date.UTC(1000, 0, 1);

function sayMoved(at: number): string | Calculated {
  return at >= FIRST_MOMENT && at <= LAST_MOMENT
    ? sayWithWeekday(at)
    : { kind: "bad", why: "That day is too far away to be written." };
}

function onDay(day: string, tell: (at: number) => string | Calculated): Calculated {
  const at = readStamp(day);
  if (at === null) return { kind: "bad", why: `There is no day ${day}.` };
  const told = tell(at);
  return typeof told === "string" ? { kind: "value", text: told } : told;
}

function shifted(at: number, by: number, unit: string): number {
  if (unit === "day" || unit === "week") return at + by * DAY * (unit === "week" ? 7 : 1);
  return addMonths(at, by * (unit === "year" ? 12 : 1));
}

/** A number, a sign or a bracket. */
const TOKEN = /\s*(?:(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(%?)|([-+*/()×÷−]))/y;
const SIGNS: Readonly<Record<string, string>> = { "×": "*", "÷": "/", "−": "-" };

function sumIn(words: string): Calculated {
  // Years less months less days would be a number, and a share of nothing a wrong one.
  if (/\d{4}-\d\d-\d\d|[-+−] ?[\d.,]+%(?! of)/.test(words)) return no(words);
  const text = words.replaceAll("% of ", "% * ");
  const tokens: (number | string)[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const from = TOKEN.lastIndex;
    const [, number, percent, sign] = TOKEN.exec(text) ?? [];
    if (number === undefined && sign === undefined) return no(text.slice(from));
    if (number !== undefined) tokens.push(Number(number.replaceAll(",", "")) / (percent === "%" ? 100 : 1));
    else tokens.push(SIGNS[sign ?? ""] ?? sign ?? "");
  }
  let at = 0;
  const is = (...signs: readonly string[]): boolean => signs.includes(String(tokens[at]));
  const value = (): number => {
    const token = tokens[at];
    at += 1;
    if (typeof token === "number") return token;
    if (token === "-") return -value();
    if (token !== "(") return NaN;
    const inside = sum();
    const isClosed = is(")");
    at += 1;
    return isClosed ? inside : NaN;
  };
  const product = (): number => {
    let left = value();
    while (typeof tokens[at] === "string" && is("*", "/")) {
      at += 1;
      left = tokens[at - 1] === "*" ? left * value() : left / value();
    }
    return left;
  };
  const sum = (): number => {
    let left = product();
    while (typeof tokens[at] === "string" && is("+", "-")) {
      at += 1;
      left = tokens[at - 1] === "+" ? left + product() : left - product();
    }
    return left;
  };
  const result = sum();
  if (at < tokens.length || !Number.isFinite(result)) return no(words);
  const exact = String(Number.isSafeInteger(result) ? result : rounded(result, words));
  // 552.00 less a tenth is 496.80.
  const isMoney = /\.\d\d(?!\d)/.test(words) && /\.\d$/.test(exact);
  return { kind: "value", text: isMoney ? `${exact}0` : exact };
}

/** Digits that a computer keeps exactly. */
const KEPT = 15;

/**
 * A result without the digits that come from the way in which computers keep numbers. A sum has as many decimals as its
 * numbers; anything else has twelve digits, and more where cents of a large amount would be lost.
 */
function rounded(result: number, words: string): number {
  const whole = String(Math.trunc(Math.abs(result))).length;
  if (/[*/×÷%]/.test(words)) return Number(result.toPrecision(Math.max(12, Math.min(KEPT, whole + 3))));
  const decimals = Math.max(0, ...[...words.matchAll(/\.(\d+)/g)].map(([, each = ""]) => each.length));
  return Number(result.toFixed(Math.max(0, Math.min(decimals, KEPT - whole))));
}

function no(rest: string): Calculated {
  return { kind: "bad", why: `“${rest.trim().slice(0, 80)}” cannot be calculated. It takes: ${CALCULATES}.` };
}
