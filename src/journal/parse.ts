/** Reads log lines in both forms people have (`- [stamp] Actor: …` and `- stamp Actor: …`), with or without mojibake. */
import { readStamp } from "../kit/dates";
import { WORDS, type Entry, type Mark, type Word } from "./entry";

const LINE = /^\s*[-*+]\s+(?:\[([^\]]{4,40})\]|(\d{4}-\d{2}-\d{2}(?:[T ]\d\S*)?))\s+([^\s:][^:]{0,39}):\s*(.*)$/s;
const MARK = /\(([a-z-]+(?:, (?:step|request|note|text|block) [\w-]+)*)\)$/;

/** Null for a line that is not a log entry. */
export function parseEntry(line: string): Entry | null {
  const match = LINE.exec(line);
  if (match === null) return null;
  const stamp = match[1] ?? match[2] ?? "";
  const actor = (match[3] ?? "").trim();
  const text = match[4] ?? "";
  return { at: readStamp(stamp), stamp, actor: actor === "Agent" || actor === "Human" ? actor : "other", text, mark: parseMark(text) };
}

function parseMark(text: string): Mark | null {
  const parts = (MARK.exec(text.trimEnd())?.[1] ?? "").split(", ");
  const word = parts[0] ?? "";
  if (!isWord(word)) return null;
  const find = (name: string): string | null => {
    const part = parts.find((each) => each.startsWith(`${name} `));
    return part === undefined ? null : part.slice(name.length + 1);
  };
  return { word, step: find("step"), request: find("request"), note: find("note"), text: find("text"), block: find("block") };
}

function isWord(word: string): word is Word {
  return WORDS.some((each) => each === word);
}
