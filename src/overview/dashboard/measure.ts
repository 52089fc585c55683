/**
 * Keeps the Dashboard small whatever the notes say: texts by characters and bytes, sections by bytes. Bytes are those
 * of UTF-8.
 */
import { escapeMarkdown, link, escapeLine, escapeInvisible } from "../../kit/text";
import { linkLabel, writeLink, type AppLink } from "../links";

export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) bytes += unit > 0x7ff && !isPaired(text, at) ? 2 : 1;
  }
  return bytes;
}

/** Half of a character beyond the first 65,536: the two halves take four bytes together. */
function isPaired(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdfff) return false;
  const other = text.charCodeAt(unit < 0xdc00 ? at + 1 : at - 1);
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other < 0xdc00;
}

/** The longest line end there is. */
const LINE_END = 3;

export function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + bytesOf(line) + LINE_END, 0);
}

/** More of a text than this is not looked at: what is shown is shorter, however it is spelled. */
const LOOKED_AT = 4000;

function head(text: string): string {
  return text.length <= LOOKED_AT ? text : text.slice(0, LOOKED_AT).replace(/[\uD800-\uDBFF]$/, "");
}

/** Untrusted text within a line, at most `limit` characters and twice as many bytes. */
export function safe(text: string, limit: number): string {
  const written = shorten(head(text), limit, escapeMarkdown);
  // Two texts on one line could make a formula of a dollar sign each.
  return written.replace(/\\[\s\S]|\$/g, (match) => (match === "$" ? "\\$" : match));
}

function shorten(text: string, limit: number, write: (text: string, limit: number) => string): string {
  let most = limit;
  let written = write(text, most);
  while (bytesOf(written) > limit * 2 && most > 1) {
    most = Math.floor(most * 0.8);
    written = write(text, most);
  }
  return written;
}

/** Longer paths are not linked: a section of them would be all there is room for. */
const PATH_BYTES = 220;

/** Could pair up with the same sign elsewhere on the line, or with another plugin. */
const MARKS = /[$*~=:]/;

/** Characters of a link’s words. */
export const LABEL = 60;

/** A link to a note, or its name where that cannot be linked safely. `shown` is untrusted. */
export function linkTo(target: string, shown: string, block: string | null, most = LABEL): string {
  const label = shorten(head(shown), most, escapeLine);
  const can =
    bytesOf(target) <= PATH_BYTES &&
    !MARKS.test(target) &&
    !label.includes("$") &&
    escapeInvisible(target) === target &&
    (block === null || /^[A-Za-z0-9-]{1,60}$/.test(block));
  const made = can ? link(target, label, block ?? undefined) : "";
  return made.startsWith("[[") ? made : `“${safe(shown, most)}”`;
}

/** A link that opens something in the app; empty where its names are too long for one. */
export function appLink(to: Partial<AppLink> & Pick<AppLink, "do">): string {
  const url = writeLink(to);
  return url === null ? "" : `[${linkLabel(to.do)}](${url})`;
}
