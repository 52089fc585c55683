/** A person’s word, in the note itself, that it is none of Planwright’s business: the property `planwright: ignore`. */
import { FRONTMATTER_LIMIT } from "../../kit/frontmatter";

/** As a person adds it to the properties of a note. */
export const IGNORE = "planwright: ignore";

const BEGIN = /^\uFEFF?---[ \t]*\n/;
const END = /^---[ \t]*$/m;
const LINE =
  /^planwright[ \t]*:[ \t]*(?:\r?\n[ \t]*-[ \t]+|\[[ \t]*)?(["']?)ignore\1[ \t]*\]?[ \t]*(?:#.*)?$/im;

/** A board of the Kanban plugin bears this property: its headings are lanes, and its boxes cards. */
const BOARD = /^(["']?)kanban-plugin\1[ \t]*:/m;

export function isLeftAlone(text: string): boolean {
  return says(text, LINE);
}

export function isBoard(text: string): boolean {
  return says(text, BOARD);
}

/**
 * Reads the line alone: the other properties of such a note may be such as nobody can read. Every note is asked at the
 * start, so nothing behind the properties is gone through.
 */
function says(text: string, line: RegExp): boolean {
  const head = text.slice(0, FRONTMATTER_LIMIT.characters);
  const lines = head.includes("\r") ? head.replace(/\r/g, "") : head;
  const begin = BEGIN.exec(lines)?.[0].length;
  if (begin === undefined) return false;
  const properties = lines.slice(begin);
  const end = properties.search(END);
  return end >= 0 && line.test(properties.slice(0, end));
}
