/**
 * JSON: where a text of a person is wrong (the runtime names a place for some mistakes only, and another one in each
 * version), and writing it.
 */

import { Data } from "./streams";

/** Counted from 1; null when the text is JSON. */
export function faultyLine(text: string): number | null {
  if (isJson(text)) return null;
  const lines = text.split(/\r\n|\n|\r/);
  // The first lines that nothing could complete any more end with the faulty one.
  const at = lines.findIndex((_line, index) => !isBeginning(`${lines.slice(0, index + 1).join("\n")}\n`));
  if (at >= 0) return at + 1;
  return Math.max(1, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

/** JSON of a person, whose faulty line was asked for before. `readSettings` limits its depth. */
export function jsonOf(text: string): unknown {
  return JSON.parse(text);
}

function isJson(text: string): boolean {
  return problemIn(text) === null;
}

/** Whether the only thing wrong with it is that it ends. Strings never go over a line end. */
function isBeginning(text: string): boolean {
  const problem = problemIn(text);
  if (problem === null || problem.includes("end of JSON input")) return true;
  if (problem.startsWith("Unterminated string")) return false;
  const place = /at position (\d+)/.exec(problem)?.[1];
  return place !== undefined && Number(place) >= text.length;
}

function problemIn(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

/**
 * One object for other programs. Characters that an eye cannot see stay spelled out, as everywhere else on the screen.
 */
export function json(value: unknown): Data {
  return new Data(
    `${JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`,
  );
}
