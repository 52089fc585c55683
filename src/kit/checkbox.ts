/**
 * Boxes that we wrote for a person to tick, as they leave them: with a space too many or too few, with another mark,
 * and with what task plugins and boards put behind or before our words.
 */
export interface Tick {
  /** Characters of white space before it. */
  readonly lead: number;
  readonly mark: string;
  /** Without white space around it. */
  readonly label: string;
}

const TICK = /^([ \t]*)[-*+][ \t]{0,4}\[[ \t]{0,2}([^\]\s]?)[ \t]{0,2}\][ \t]*(.*)$/su;

/** Null for a line that is none. */
export function readTick(text: string): Tick | null {
  const match = TICK.exec(text);
  return match === null
    ? null
    : { lead: (match[1] ?? "").length, mark: match[2] ?? "", label: (match[3] ?? "").trim() };
}

/** Any other mark is no answer. */
export function isTicked({ mark }: Tick): boolean {
  return mark === "x" || mark === "X";
}

/** Characters; a longer text behind a box is a person’s. */
const LONGEST_SIGN = 200;
const DAY = String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?`;
const FIELDS =
  "completion|completed|done|due|scheduled|start|created|priority|repeat|id|dependsOn|onCompletion|time";

/**
 * Signs that task plugins and boards put at the end of a line, such as days, ids, tags and comments. The day on which a
 * task was cancelled is none of them: it says no. In texts that we write, the sign that begins a tag or a field is
 * escaped.
 */
const FIELD = new RegExp(
  `(?:${[
    String.raw`(?:[✅☑✔➕🛫⏳⌛📅📆🗓⏰]\uFE0F?\s*(?:\[\[)?${DAY}(?:\]\])?)`,
    String.raw`(?:[✅☑✔🔺⏫🔼🔽⏬]\uFE0F?)`,
    String.raw`(?:🔁\uFE0F?\s*every [\w ,]{1,60})`,
    String.raw`(?:(?:🆔|⛔)\uFE0F?\s*[\w-]{1,40}(?:\s*,\s*[\w-]{1,40}){0,5})`,
    String.raw`(?:🏁\uFE0F?\s*(?:keep|delete))`,
    String.raw`(?:(?:^|\s)\[(?:${FIELDS})::[^\][()]{0,60}(?:\[\[[^\][]{1,60}\]\])?\s?\])`,
    String.raw`(?:(?:^|\s)\((?:${FIELDS})::[^\][()]{0,60}(?:\[\[[^\][]{1,60}\]\])?\s?\))`,
    String.raw`(?:<!--(?:(?!-->).){0,150}-->)`,
    String.raw`(?:%%[^%]{0,150}%%)`,
    String.raw`(?:(?:^|\s)(?:\^[A-Za-z0-9-]+|#[\p{L}\p{N}_/-]+|@@?\{[^{}]{1,40}\}|@@?\[\[[^\][]{1,40}\]\]))`,
  ].join("|")})$`,
  "isu",
);
/** The day of a reminder, and a bare day: they may belong to words that are not ours. */
const STAMP = new RegExp(String.raw`(?:^|\s)(?:\(@${DAY}\)|[([]{0,2}${DAY}[)\]]{0,2})$`, "su");
const BEFORE = new RegExp(String.raw`^(?:#[\p{L}\p{N}_/-]+|${DAY})\s+`, "u");

/** A label without the fields of task plugins behind it, and without tags before it. */
export function withoutFields(label: string): string {
  return strip(label.replace(/^(?:#[\p{L}\p{N}_/-]+\s+)+/u, ""), [FIELD]);
}

/**
 * The words of a person in a label, besides ours: empty where only task plugins put something there; null where the
 * label is not ours.
 */
export function wordsBehind(label: string, ours: string): string | null {
  let own = label;
  while (!own.startsWith(ours) && BEFORE.test(own)) own = own.replace(BEFORE, "");
  const behind = own.slice(ours.length);
  if (!own.startsWith(ours) || /^[\p{L}\p{N}]/u.test(behind)) return null;
  return withoutSigns(behind);
}

/** The words that a person wrote behind words of ours. */
export function withoutSigns(behind: string): string {
  const words = strip(behind, [FIELD, STAMP]);
  return /^[.!]$/.test(words) ? "" : words;
}

function strip(text: string, signs: readonly RegExp[]): string {
  let rest = text.trim();
  for (;;) {
    const end = rest.slice(-LONGEST_SIGN);
    const found = signs.map((sign) => sign.exec(end)?.[0]).find((each) => each !== undefined);
    if (found === undefined) return rest;
    rest = rest.slice(0, rest.length - found.length).trimEnd();
  }
}
