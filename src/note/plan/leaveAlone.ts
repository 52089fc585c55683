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
  return says(text, LINE, "planwright");
}

export function isBoard(text: string): boolean {
  return says(text, BOARD, "kanban-plugin");
}

/** Reads the line alone: the other properties of such a note may be such as nobody can read. */
function says(text: string, line: RegExp, word: string): boolean {
  const head = text.slice(0, FRONTMATTER_LIMIT.characters);
  if (!head.toLowerCase().includes(word)) return false;
  const lines = head.replace(/\r/g, "");
  const begin = BEGIN.exec(lines)?.[0].length ?? -1;
  const properties = begin < 0 ? "" : lines.slice(begin);
  const end = properties.search(END);
  return end >= 0 && line.test(properties.slice(0, end));
}
