/**
 * Makes a text of a model harmless before it becomes a file: no embed, no HTML, no template, no query, no formula, no
 * fence that a plugin runs, nothing hidden. Headings, lists, tables, links to notes and to the web, and code stay as
 * they are. Doing it twice changes nothing more.
 *
 * Obsidian, its two views and its plugins read Markdown each in their own way. So nothing here rests on where a block
 * begins or ends, but for fences at the margin in a text in which nothing before them can be read in two ways.
 */
import { joinLines, splitLines, type Line } from "../kit/lines";
import { kindsOf } from "../kit/markdown";
import { isUnseen } from "../kit/text";

/** Languages of code that nothing runs; a fence in any other is shown as text. */
const INERT = new Set(
  "text txt md markdown json yaml yml toml csv xml html css js javascript ts typescript python py bash sh shell sql c cpp java go rust ruby php diff log".split(
    " ",
  ),
);
/** Behind any signs of quotes, lists and footnotes, however many. */
const FENCE = /^((?:[ \t>]|[-*+](?=[ \t>])|\d{1,9}[.)](?=[ \t>])|\[\^[^\]\s]*\]:)*)(`{3,}|~{3,})(.*)$/s;

/**
 * Commands that load from the web, lead there, or cover the window, and those that make others: an edit may put them
 * into a formula of the person.
 */
const FORMULA =
  /\\(?=(?:style|href|url|class|cssId|require|bbox|data|includegraphics|mmlToken|f?colorbox|(?:text|page|cell|row|column|define)?color|enclose|unicode|toggle|mathtip|texttip|tooltip|let|[egx]?def|(?:re)?new\w*|declare\w*)(?![a-z]))/gi;

export function sanitizeFile(name: string, text: string): string {
  const seen = reveal(text);
  if (/\.md$/i.test(name)) return sanitizeMarkdown(seen);
  return /\.csv$/i.test(name) ? sanitizeTable(seen) : seen;
}

/** For a text within a fence of ours: templates run over a whole file, code and all. */
export function sanitizeCode(text: string): string {
  return templates(reveal(text));
}

/** A formula begins and ends with a dollar sign, so a single one in the whole file stays as it is. */
function sanitizeMarkdown(text: string): string {
  const lines = splitLines(text);
  const [kept, escaped] = ["", "$"].map((signs) => joinLines(sanitizeWith(signs, lines))) as [string, string];
  return escaped.length - kept.length <= 1 ? kept : escaped;
}

/**
 * The lines of a note as they would be if nobody vouched for any of them. `dollars`: whether dollar signs are escaped,
 * too; not where lines are compared in which a person may write prices.
 */
export function sanitizeLines(
  lines: readonly Line[],
  dollars: "escape" | "keep" = "escape",
): readonly Line[] {
  return sanitizeWith(dollars === "escape" ? "$\\" : "\\", lines);
}

/** `signs`: those of formulas that are escaped: dollar signs, backslashes before commands. */
function sanitizeWith(signs: string, lines: readonly Line[]): readonly Line[] {
  // Counted from 0: there is no frontmatter in what a model writes; a first line that would begin one is no such line
  // any more.
  const kinds = kindsOf(lines, 0);
  let isCode = false;
  // Whether a fence at the margin is read as one by everybody.
  let isSure = true;
  return lines.map((line, at) => {
    const kind = kinds[at];
    const within = isCode && (kind === "fence" || kind === "fence-close");
    if (within) {
      isCode = kind !== "fence-close";
      // White space behind the end of a fence is not white space to everybody.
      return { ...line, text: isCode ? templates(inertFence(line.text)) : line.text.trimEnd() };
    }
    isCode = isSure && kind === "fence-open" && /^[`~]/.test(line.text);
    if (isCode) return { ...line, text: inertFence(line.text) };
    isSure &&= !/`{3}|~{3}|\$\$/.test(line.text);
    const bare = inertFence(line.text);
    const text = prose(at === 0 ? bare.replace(/^---/, "\\---") : bare);
    const closed = signs.includes("\\") ? escaped(text, FORMULA) : text;
    return { ...line, text: signs.includes("$") ? escaped(closed, /\$/g) : closed };
  });
}

/** A fence that a line may begin or end, wherever it stands; null for a line that does neither. */
export function fenceIn(line: string): { readonly mark: string; readonly isInert: boolean } | null {
  const mark = FENCE.exec(line)?.[2];
  return mark === undefined ? null : { mark, isInert: inertFence(line) === line };
}

/** The fence with its language alone: a plugin may read the words behind the language. */
function inertFence(line: string): string {
  const [, before = "", mark = "", info = ""] = FENCE.exec(line) ?? [];
  const isFence = mark !== "" && (mark.startsWith("~") || !info.includes("`"));
  if (!isFence || info.trim() === "") return line;
  const [language = ""] = info.trim().split(/\s/);
  return `${before}${mark}${INERT.has(language.toLowerCase()) ? language : "text"}`;
}

/**
 * The text of a file without the signs that make it harmless, as it is sent. Every other backslash stays: a person may
 * have written it.
 */
export function withoutEscapes(text: string): string {
  return text
    .replace(/^\\---/, "---")
    .replace(/\\(?=[$<])/g, "")
    .replace(/!\\(?=\[)/g, "!")
    .replace(/%\\(?=%)/g, "%")
    .replace(/\{\\(?=\{)/g, "{")
    .replace(/([\p{L}\p{N}\]])\\(?=:)/gu, "$1");
}

/** Templates run over a whole file, code and all. */
function templates(line: string): string {
  return line.replace(/<(?=%)/g, "< ").replace(/\{(?=[{%])/g, "{ ");
}

function prose(line: string): string {
  const bare = escaped(line, /<(?=[A-Za-z/!?%&])/g)
    .replace(/<(?=%)/g, "<\\")
    .replace(/!(?=\[)/g, "!\\")
    .replace(/%(?=%)/g, "%\\")
    .replace(/\{(?=\{)/g, "{\\")
    // The address of a link by name may stand on the next line; footnotes and links to notes stay.
    .replace(/(\[\^[^[\]\s]+|\[\[[^[\]\\]+\])?\](?=:)/g, (sign, before?: string) =>
      before === undefined ? "]\\" : sign,
    )
    // “Data: …” and “file: …” in a sentence lead nowhere.
    .replace(/\b(obsidian|javascript|vbscript|(?:data|file)(?=:\S)):/gi, "$1\\:")
    .replace(/\b(?!https?:)([a-z][a-z0-9+.-]{0,40}):(?=\/\/)/gi, "$1\\:")
    // A code span may have begun on the line before.
    .replace(/^([\s>]*\$?)(?==(?!=*\s*$))/, "$1\\")
    .replace(/^([\s>]*[A-Z]+)(?=\[)/, "$1\\");
  // `= …`, `$= …` and `INPUT[…]` in code are queries and fields of plugins; without its marks it is text.
  const plain = /`\s*\\?(?:\$?\\?=|[A-Z]+\\?\[)/.test(bare) ? escaped(bare, /`/g) : bare;
  return plain.replace(/\]\((?=(.{0,300}))/gs, (sign, behind: string) =>
    isSafeTarget(behind) ? sign : "]\\(",
  );
}

/** Each of these signs behind a backslash, one that is not itself behind one. */
function escaped(line: string, sign: RegExp): string {
  return line.replace(sign, (found: string, at: number, whole: string) => {
    let from = at;
    while (whole.charAt(from - 1) === "\\") from -= 1;
    return (at - from) % 2 === 0 ? `\\${found}` : found;
  });
}

/** Whether a link goes to a note, or to the web. A target spelled in a roundabout way counts as neither. */
function isSafeTarget(behind: string): boolean {
  const target = behind.replace(/^[\s<]+/, "");
  if (target === "") return false;
  const [start = ""] = target.split(/[/?#)\s]/);
  if (/&|\\(?!\$)/.test(start)) return false;
  const scheme = /^[^:]*(?=:)/.exec(start)?.[0];
  return scheme === undefined || /^(?:https?|mailto)$/i.test(scheme);
}

/** A spreadsheet takes a cell that begins so for a formula. */
function sanitizeTable(text: string): string {
  return text.replace(
    /(^|[\r\n,;\t|])([ \u00a0"]*)(?=[=@\uff1d\uff20\uff0b\uff0d]|[+-](?![\d.,]+"?(?:[\r\n,;\t|]|$)))/g,
    "$1$2'",
  );
}

/**
 * Line ends and tabs stay; any other character that an eye cannot see is spelled out, but for the joiners that scripts
 * and emoji need.
 */
export function reveal(text: string): string {
  return text.replace(/[^\x20-\x7e\n\r\t]/gu, (char) =>
    isUnseen(char) && !"\u200c\u200d\ufe0f\u00a0".includes(char)
      ? `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`
      : char,
  );
}
