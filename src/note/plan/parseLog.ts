/**
 * Reads log lines in both forms people have (`- [stamp] Actor: …` and `- stamp Actor: …`), with or without mojibake.
 */
import { readStamp } from "../../kit/dates";
import { WORDS, type Entry, type Mark, type Word } from "./logEntry";

const LINE =
  /^\s*[-*+]\s+(?:\[([^\]]{4,40})\]|(\d{4}-\d{2}-\d{2}(?:[T ]\d\S*)?))\s+([^\s:][^:]{0,49}):\s*(.*)$/s;
const MARK = /\(([a-z-]+(?:, (?:step|request|note|text|block|until) [\w-]+)*)\)$/;

/** Null for a line that is not a log entry. */
export function parseEntry(line: string): Entry | null {
  const own = ourOwn(line);
  if (own !== null) return own;
  const match = LINE.exec(line);
  if (match === null) return null;
  const stamp = match[1] ?? match[2] ?? "";
  const name = (match[3] ?? "").trim();
  const program = /^Program(?: (.+))?$/.exec(name);
  const text = match[4] ?? "";
  return {
    at: readStamp(stamp),
    stamp,
    actor: name === "Agent" || name === "Human" ? name : program === null ? "other" : "Program",
    name: program === null ? name : (program[1] ?? ""),
    text,
    mark: parseMark(text),
  };
}

/** The form that we write ourselves, of which a log holds thousands; null for any other, which may still be one. */
function ourOwn(line: string): Entry | null {
  const stamp = ownStamp(line);
  const at = stamp === null ? null : readStamp(stamp);
  // Text in the place of the time may hold a bracket of its own, so the full pattern reads it.
  if (stamp === null || at === null) return null;
  const text = line.slice(TEXT_FROM);
  const actor = line.charAt(TEXT_FROM - 7) === "A" ? "Agent" : "Human";
  return { at, stamp, actor, name: actor, text, mark: text.trimEnd().endsWith(")") ? parseMark(text) : null };
}

const T = 84;
const Z = 90;
const SQUARE_CLOSES = 93;
const SPACE = 32;
/** Where the text begins after `- [2026-02-21T10:30:00Z] Agent: `. */
const TEXT_FROM = 32;

/**
 * Its stamp, where a line has the form that we write ourselves. Of two such stamps the later one is the greater text.
 */
export function ownStamp(line: string): string | null {
  if (
    !line.startsWith("- [") ||
    line.charCodeAt(13) !== T ||
    line.charCodeAt(22) !== Z ||
    line.charCodeAt(23) !== SQUARE_CLOSES ||
    line.charCodeAt(24) !== SPACE ||
    !(line.startsWith("Agent: ", 25) || line.startsWith("Human: ", 25))
  )
    return null;
  // More spaces than one, or a line that goes on after a strange sign, is left to the pattern.
  const first = line.charCodeAt(TEXT_FROM);
  return first > SPACE && first < 127 ? line.slice(3, 23) : null;
}

function parseMark(text: string): Mark | null {
  const parts = (MARK.exec(text.trimEnd())?.[1] ?? "").split(", ");
  const word = parts[0] ?? "";
  if (!isWord(word)) return null;
  const find = (name: string): string | null => {
    const part = parts.find((each) => each.startsWith(`${name} `));
    return part === undefined ? null : part.slice(name.length + 1);
  };
  const until = find("until");
  return {
    word,
    ...(until === null ? {} : { until }),
    step: find("step"),
    request: find("request"),
    note: find("note"),
    text: find("text"),
    block: find("block"),
    ...othersIn(parts),
  };
}

/** The parts of a mark about several questions, each with its answer, from the second one on. */
function othersIn(parts: readonly string[]): Pick<Mark, "others"> {
  const all = (name: string): readonly string[] =>
    parts.flatMap((each) => (each.startsWith(`${name} `) ? [each.slice(name.length + 1)] : []));
  const [, ...notes] = all("note");
  const [, ...texts] = all("text");
  return notes.length === 0 ? {} : { others: notes.map((note, at) => ({ note, text: texts[at] ?? "" })) };
}

function isWord(word: string): word is Word {
  return WORDS.some((each) => each === word);
}
