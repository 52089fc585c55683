/**
 * Dates as people write them into notes. Stamps without a zone are taken as UTC (and shown as written); a date alone is its midnight, UTC.
 */
import { parseISO } from "date-fns";

const STAMP = /^(\d{4}-\d{2}-\d{2})(?:(?:T|[ ,] ?)(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * The form we write ourselves, `2026-02-21T10:30:00Z`, of which a log holds thousands: read sign by sign, in a tenth of the time a pattern
 * takes. Null for any other, which may still be a stamp.
 */
function readOwnStamp(text: string): number | null {
  if (text.length !== 20 || text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN || text.charCodeAt(10) !== T || text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON || text.charCodeAt(19) !== Z) return null;
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  const hour = two(text, 11);
  const minute = two(text, 14);
  const second = two(text, 17);
  // NaN where a digit is none, and the last days of a month are left to a calendar.
  return year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24 && minute < 60 && second < 60 ? Date.UTC(year, month - 1, day, hour, minute, second) : null;
}

const HYPHEN = 45;
const T = 84;
const COLON = 58;
const Z = 90;
const ZERO = 48;

/** The number of two digits; NaN where there are none. */
function two(text: string, from: number): number {
  const tens = text.charCodeAt(from) - ZERO;
  const ones = text.charCodeAt(from + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

/** Milliseconds since the epoch, or null for anything that is not an ISO-like date or stamp of a real day. */
export function readStamp(text: string): number | null {
  const own = readOwnStamp(text);
  if (own !== null) return own;
  const match = STAMP.exec(text.trim());
  if (match === null) return null;
  const day = match[1] ?? "";
  const time = (match[2] ?? "00:00:00").replace(",", ".").replace(/(\.\d{3})\d+$/, "$1").replace(/^\d:/, "0$&");
  const zone = /^[+-]/.test(match[3] ?? "") ? (match[3] ?? "") : "Z";
  const value = parseISO(`${day}T${time}${zone}`).getTime();
  return Number.isNaN(value) ? null : value;
}

/** `2026-02-21T10:30:00Z`: the form we write into logs and frontmatter. */
export function writeStamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -5)}Z`;
}

/** `2026-02-21T1040Z`: the same moment in a file name, legal on every system. */
export function writeFileStamp(ms: number): string {
  return writeStamp(ms).slice(0, 16).replace(":", "") + "Z";
}

/** `2026-02-21 10:40 UTC`: for a person. */
export function showStamp(ms: number): string {
  return `${writeStamp(ms).slice(0, 16).replace("T", " ")} UTC`;
}

/** `2026-02-21`. */
export function writeDay(ms: number): string {
  return writeStamp(ms).slice(0, 10);
}

const LAST_MOMENT = Date.UTC(9999, 11, 31);

/** A moment that can be shown; null for what is unknown, or a number from a note that is no moment at all. */
export function moment(ms: number | null | undefined): number | null {
  return ms != null && ms > 0 && ms <= LAST_MOMENT ? ms : null;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
