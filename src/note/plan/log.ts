/**
 * The log of a plan, read as far as somebody asks. Most plans stand still, and of those nobody asks for more than the
 * last word of ours and the newest moment; a log of years is not taken apart for that.
 */
import { moment, readStamp } from "../../kit/dates";
import type { Entry, Mark } from "./logEntry";
import { ownStamp, parseEntry } from "./parseLog";

export interface Log {
  /** In the order of the note. */
  readonly entries: readonly Entry[];
  /** The latest time of any entry. Milliseconds since the epoch; null when none tells one. */
  readonly newest: number | null;
  /** The last entry of which the mark is wanted; null when there is none. */
  last(isWanted: (mark: Mark, entry: Entry) => boolean): Marked | null;
  has(isWanted: (mark: Mark) => boolean): boolean;
  /** Whether a line that may bear a mark holds these words: few do, and nothing is read for the answer. */
  mayTell(words: string): boolean;
  /** How many entries more than the other log it has. Of two logs only the lines that they do not share are read. */
  moreThan(other: Log): number;
  /** Lines that may be entries. */
  readonly lines: readonly string[];
}

export type Marked = Entry & { readonly mark: Mark };

export function readLog(lines: readonly string[]): Log {
  return new NoteLog(lines);
}

/** A class: each literal with a getter is of a shape of its own, which keeps its note in memory for long. */
class NoteLog implements Log {
  readonly lines: readonly string[];
  #entries: readonly Entry[] | null = null;
  #newest: number | null | undefined;
  /** Entries with a mark, from the end, among as many lines as were read because somebody asked. */
  readonly #marked: Marked[] = [];
  #read = 0;
  /** Words that no line holds: a plan is asked for the same ones again and again. */
  #untold: readonly string[] = [];

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  get entries(): readonly Entry[] {
    return (this.#entries ??= entriesOf(this.lines));
  }

  get newest(): number | null {
    if (this.#newest === undefined) this.#newest = newestOf(this.lines);
    return this.#newest;
  }

  last(isWanted: (mark: Mark, entry: Entry) => boolean): Marked | null {
    for (let at = 0; ; at += 1) {
      const entry = this.#marked[at] ?? this.#readMarked();
      if (entry === null || isWanted(entry.mark, entry)) return entry;
    }
  }

  has(isWanted: (mark: Mark, entry: Entry) => boolean): boolean {
    return this.last(isWanted) !== null;
  }

  mayTell(words: string): boolean {
    if (this.#untold.includes(words)) return false;
    const isTold = this.lines.some((line) => mayBear(line) && line.includes(words));
    if (!isTold) this.#untold = [...this.#untold, words];
    return isTold;
  }

  moreThan(other: Log): number {
    return difference(other.lines, this.lines);
  }

  /** The next one with a mark, towards the beginning; null when there is none. */
  #readMarked(): Marked | null {
    const { lines } = this;
    while (this.#read < lines.length) {
      this.#read += 1;
      const line = lines[lines.length - this.#read] ?? "";
      const entry = mayBear(line) ? parseEntry(line) : null;
      if (entry === null || !isMarked(entry)) continue;
      this.#marked.push(entry);
      return entry;
    }
    return null;
  }
}

function entriesOf(lines: readonly string[]): Entry[] {
  return lines.flatMap((line) => parseEntry(line) ?? []);
}

const ROUND_CLOSES = 41;
const SPACE = 32;

/** Whether a line ends as one with a mark does: in nothing but a bracket, or white space behind one. */
function mayBear(line: string): boolean {
  const end = line.charCodeAt(line.length - 1);
  return end === ROUND_CLOSES || !(end > SPACE && end < 127);
}

function isMarked(entry: Entry): entry is Marked {
  return entry.mark !== null;
}

/**
 * From the end, where the newest stands: all others are passed over by one comparison of their stamps as they are
 * written.
 */
function newestOf(lines: readonly string[]): number | null {
  let newest: number | null = null;
  let written = "";
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? "";
    const stamp = ownStamp(line);
    if (stamp !== null && stamp <= written) continue;
    const told = moment(stamp === null ? parseEntry(line)?.at : readStamp(stamp));
    if (told === null || told <= (newest ?? -Infinity)) continue;
    newest = told;
    written = stamp ?? written;
  }
  return newest;
}

/** Only what stands between their common beginning and their common end is read. */
function difference(before: readonly string[], after: readonly string[]): number {
  const shorter = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < shorter && before[begin] === after[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return (
    entriesOf(after.slice(begin, after.length - end)).length -
    entriesOf(before.slice(begin, before.length - end)).length
  );
}
