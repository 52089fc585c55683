/** A person’s word, in the note itself, that it is none of Planwright’s business: the property `planwright: ignore`. */
import { FRONTMATTER_LIMIT } from "../kit/frontmatter";

/** As a person adds it to the properties of a note. */
export const IGNORE = "planwright: ignore";

const BEGIN = /^\uFEFF?---[ \t]*\n/;
const END = /^---[ \t]*$/m;
const LINE =
  /^planwright[ \t]*:[ \t]*(?:\r?\n[ \t]*-[ \t]+|\[[ \t]*)?(["']?)ignore\1[ \t]*\]?[ \t]*(?:#.*)?$/im;

/** Reads the line alone: the other properties of such a note may be such as nobody can read. */
export function isLeftAlone(text: string): boolean {
  const head = text.slice(0, FRONTMATTER_LIMIT.characters);
  if (!/planwright/i.test(head)) return false;
  const lines = head.replace(/\r/g, "");
  const begin = BEGIN.exec(lines)?.[0].length ?? -1;
  const properties = begin < 0 ? "" : lines.slice(begin);
  const end = properties.search(END);
  return end >= 0 && LINE.test(properties.slice(0, end));
}
