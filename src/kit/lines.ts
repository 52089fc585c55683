/**
 * A text as lines that remember how they ended, so that joining them again gives back every byte. Line ends seen in
 * real vaults: LF, CRLF, CR CR LF (a CRLF file saved twice in text mode), a lone CR. U+2028 and U+2029 are ordinary
 * characters, as they are in Markdown and YAML 1.2; patterns for lines therefore carry the flag `s`, or they would miss
 * such a line.
 */
export interface Line {
  readonly text: string;
  /** "\n", "\r\n", "\r\r\n", "\r", or "" on a last line without one. */
  readonly end: string;
}

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  if (!text.includes("\r")) {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      lines.push({ text: text.slice(from, end), end: "\n" });
      from = end + 1;
    }
    if (from < text.length) lines.push({ text: text.slice(from), end: "" });
    return lines;
  }
  // Not `\r*\n|\r`: on a run of carriage returns that is tried anew from each of them.
  const ends = /\r+\n?|\n/g;
  let from = 0;
  for (let match = ends.exec(text); match !== null; match = ends.exec(text)) {
    const [run] = match;
    const single = run.endsWith("\n") ? run : "\r";
    lines.push({ text: text.slice(from, match.index), end: single });
    for (let extra = run.length / single.length; extra > 1; extra -= 1) lines.push({ text: "", end: single });
    from = match.index + run.length;
  }
  if (from < text.length) lines.push({ text: text.slice(from), end: "" });
  return lines;
}

/**
 * Lines of the longest note we read. Splitting a megabyte of empty lines alone takes longer than anybody should wait
 * for one note.
 */
export const LINE_LIMIT = 50_000;

/** Whether a text has more lines than we read; the answer costs less than splitting it. */
export function hasTooManyLines(text: string): boolean {
  if (text.length <= LINE_LIMIT) return false;
  let count = 0;
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0 && count <= LINE_LIMIT; at = text.indexOf("\n", at + 1))
      count += 1;
    return count > LINE_LIMIT;
  }
  let returns = 0;
  for (let at = 0; at < text.length && count <= LINE_LIMIT; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 13) returns += 1;
    else {
      count += code === 10 ? 1 : returns;
      returns = 0;
    }
  }
  return count + returns > LINE_LIMIT;
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.end).join("");
}

/** How this text ends its lines: the end of its first line, or LF for a text without one. */
export function lineEnd(lines: readonly Line[]): string {
  return lines.find((line) => line.end !== "")?.end ?? "\n";
}

const SPACE = 32;
const TAB = 9;

/** Index of the first character that is neither space nor tab. */
export function indentEnd(text: string): number {
  let at = 0;
  for (let code = text.charCodeAt(at); code === SPACE || code === TAB; code = text.charCodeAt(at)) at += 1;
  return at;
}

/** Columns of leading white space, a tab reaching to the next multiple of four, as Markdown counts. */
export function indentOf(text: string): number {
  let columns = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === SPACE) columns += 1;
    else if (code === TAB) columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** Takes away at most so many columns of leading white space; a tab that reaches further stays. */
export function outdent(text: string, columns: number): string {
  let at = 0;
  for (let column = 0; column < columns && at < text.length; at += 1) {
    const width = text[at] === " " ? 1 : text[at] === "\t" ? 4 - (column % 4) : columns + 1;
    if (column + width > columns) break;
    column += width;
  }
  return text.slice(at);
}

/** Without what git and some syncs change on another device: they change line ends, and no word. */
export function withPlainEnds(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r+\n/g, "\n");
}
