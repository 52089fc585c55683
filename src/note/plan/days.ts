/**
 * The day before which a step is not to be carried out, in the forms people use: the signs and fields of the Tasks
 * plugin, a day as text, with or without a time of day, or as a link to its daily note, on the line of the step or
 * beneath it. A sign that the step waits, without a day of the calendar, is a mistake: taken for nothing it would let
 * the step run at once. Due dates say until when, and hold nothing.
 */
import { DAY as ONE_DAY, readStamp, writeDay } from "../../kit/dates";
import type { Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";
import { BOX, stateOf, type Item } from "./items";

export interface Wait {
  /** The latest of the days that are named, as `2026-03-03` or `2026-03-03 09:00`; null without one. */
  readonly day: string | null;
  /** `line` is an index. */
  readonly mistake: { readonly line: number; readonly why: string } | null;
}

interface Place {
  readonly line: number;
  readonly text: string;
}

const NONE: Wait = { day: null, mistake: null };

/** Scheduled and start, as signs, as their short codes, as a wrong encoding shows them, and as fields of Dataview. */
const LEADS =
  /[\u23F3\u231B\u{1F6EB}]|:hourglass(?:_[a-z]{1,13}){0,2}:|:(?:airplane|flight)_departure:|\u201A\u00E8\u2265|\u201A\u00E5\u00F5|(?:schedule[ds]?(?:[ _-]?date)?|starts?(?:[ _-]?date)?|not[ _-]?before|deferred|defer(?:[ _-]?until)?|wait[ _-]?until)[*_~]{0,3}[ \t]{0,4}::/giu;
const DUE_LEADS =
  /[\u{1F4C5}\u{1F4C6}\u{1F5D3}]|:(?:date|calendar|spiral_calendar(?:_pad)?):|(?:due(?:[ _-]?date)?)[*_~]{0,3}[ \t]{0,4}::/giu;
/** Parts that each lead above holds: a text without one names no day. */
const MAYBE_DUE = /[\u{1F4C5}\u{1F4C6}\u{1F5D3}]|:date:|calendar|::/u;
const MAYBE = /[\u23F3\u231B\u{1F6EB}\u201A]|:hourglass|_departure:|::/u;
const GAP = /^(?:[\s:=\u2060]|[\u200B-\u200D]|[\uFE0E\uFE0F])+/u;
const DAY =
  /^(?:[*_~`"'“(]{0,3})(\d{4}-\d{2}-\d{2})(?!\d)(?:(?:T|[ \t]{1,4})(\d{1,2}:\d{2})(?!\d)(?::\d{2})?(?:[ \t]?([ap])\.?m\b)?(Z|[+-]\d{2}:\d{2})?)?/iu;
/**
 * A link to a daily note, whatever stands behind the day in its name: `[[Daily/2026-03-03 Tuesday|then]]`. Also one
 * that was made text.
 */
const LINKED = /^!?(?:\\?\[){2}(?:[^[\]|#]*\/)?(\d{4}-\d{2}-\d{2})(?!\d)[^[\]]*\]\\?\]/u;
const LABELLED = /^\[(\d{4}-\d{2}-\d{2})(?!\d)[^[\]]*\]\(/u;
/** Longer than a link to a daily note is. Characters. */
const LONGEST = 300;

/** `gated`: boxes beneath an ordinary step have days of their own; beneath a gated one nothing goes out before them. */
export function readWait(
  item: Pick<Item, "line" | "text" | "beneath">,
  gated: boolean,
  lines: readonly Line[],
  kinds: readonly LineKind[],
): Wait {
  const places = MAYBE.test(item.text) ? [{ line: item.line, text: item.text }] : [];
  for (const line of item.beneath) places.push(...textBeneath(line, gated, lines, kinds));
  places.push(...dayBehind(item, lines, kinds));
  if (places.length === 0) return NONE;
  const found = places.flatMap(({ line, text }) => daysIn(text).map((each) => ({ line, ...each })));
  if (found.length === 0) return NONE;
  const wrong = found.find(({ day }) => day === null);
  const days = found.flatMap(({ day }) => day ?? []).sort();
  return {
    day: days.at(-1) ?? null,
    mistake: wrong === undefined ? null : { line: wrong.line, why: notADay(wrong.lead) },
  };
}

function textBeneath(
  line: number,
  gated: boolean,
  lines: readonly Line[],
  kinds: readonly LineKind[],
): Place[] {
  const { text = "" } = lines[line] ?? {};
  if (kinds[line] !== "prose" || !MAYBE.test(text)) return [];
  const mark = BOX.exec(text)?.[2];
  return mark === undefined || (gated && stateOf({ mark }) === "open") ? [{ line, text }] : [];
}

/** A day alone on the line that follows is meant for the step, also where it stands too far out to be a part of it. */
function dayBehind(
  { line, beneath }: Pick<Item, "line" | "beneath">,
  lines: readonly Line[],
  kinds: readonly LineKind[],
): Place[] {
  let next = (beneath.at(-1) ?? line) + 1;
  if ((lines[next]?.text ?? "x").trim() === "") next += 1;
  const whole = lines[next]?.text ?? "";
  if (kinds[next] !== "prose" || !MAYBE.test(whole)) return [];
  const text = whole.replace(/^[ \t]*(?:[-*+][ \t]+)?/, "").trim();
  const [day, ...more] = text.length < LONGEST ? daysIn(text) : [];
  return day?.day != null &&
    more.length === 0 &&
    text.startsWith(day.lead) &&
    /^(?:\S+(?: \d{1,2}:\d{2})?|\[\[[^\]]*\]\])$/u.test(text.slice(day.lead.length).replace(GAP, ""))
    ? [{ line: next, text }]
    : [];
}

interface Found {
  readonly lead: string;
  readonly day: string | null;
}

/** Each sign or field that a step waits, with the day behind it; `day` is null where no real day follows. */
function daysIn(text: string): Found[] {
  return MAYBE.test(text) ? daysBehind(LEADS, text) : [];
}

/** The earliest day behind a sign or field that something is due, in the same forms; null for none. */
export function readDueDay(text: string): string | null {
  if (!MAYBE_DUE.test(text)) return null;
  return (
    daysBehind(DUE_LEADS, text)
      .flatMap(({ day }) => day ?? [])
      .sort()[0] ?? null
  );
}

/** The text with the days behind all signs and fields for days moved by so many days. */
export function moveDays(text: string, by: number): string {
  if (!MAYBE.test(text) && !MAYBE_DUE.test(text)) return text;
  const leads = [...text.matchAll(LEADS), ...text.matchAll(DUE_LEADS)].filter(
    (match) => !isInsideWord(match, text),
  );
  const ends = leads.map((match) => match.index + match[0].length).sort((a, b) => b - a);
  return ends.reduce((moved, end) => {
    const rest = moved.slice(end);
    const bare = rest.replace(GAP, "");
    const found = (DAY.exec(bare) ?? LINKED.exec(bare) ?? LABELLED.exec(bare))?.[1];
    const at = found === undefined ? null : readStamp(found);
    if (found === undefined || at === null) return moved;
    const gap = rest.slice(0, rest.length - bare.length);
    return `${moved.slice(0, end)}${gap}${bare.replace(found, writeDay(at + by * ONE_DAY))}`;
  }, text);
}

function daysBehind(leads: RegExp, text: string): Found[] {
  return [...text.matchAll(leads)]
    .filter((match) => !isInsideWord(match, text))
    .map((match) => {
      const rest = text
        .slice(match.index + match[0].length, match.index + match[0].length + LONGEST)
        .replace(GAP, "");
      const day = dayAt(rest);
      return { lead: match[0], day: day !== null && readStamp(day) !== null ? day : null };
    });
}

/** `2026-03-03`, or `2026-03-03 09:00` where a time of day follows. */
function dayAt(rest: string): string | null {
  const plain = DAY.exec(rest);
  if (plain === null) return (LINKED.exec(rest) ?? LABELLED.exec(rest))?.[1] ?? null;
  const [, day = "", time, half, zone = ""] = plain;
  if (time === undefined) return day;
  const [hours = "", minutes = ""] = time.split(":");
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${day} ${String(hour).padStart(2, "0")}:${minutes}${zone}`;
}

/** `restart::` is no field `start::`. A sign may stand right behind a word. */
function isInsideWord({ 0: lead, index }: RegExpExecArray, text: string): boolean {
  return lead.endsWith("::") && /[\p{L}\p{N}]$/u.test(text.slice(0, index).slice(-2));
}

function notADay(lead: string): string {
  const [shown, form] = lead.endsWith("::")
    ? [lead, `[${lead} 2026-03-03]`]
    : /^[\u23F3\u231B\u{1F6EB}]/u.test(lead)
      ? [lead, `${lead} 2026-03-03`]
      : [lead, "⏳ 2026-03-03"];
  return `what follows ${shown} is not a real day; write it like ${form}, or remove ${shown}`;
}
