/**
 * What a model wrote, made harmless before it becomes a file: no embed, no HTML, no template, no query, no fence that a plugin runs, nothing
 * hidden. Headings, lists, tables, links and code stay what they are.
 */
import { joinLines, splitLines } from "../kit/lines";
import { kindsOf } from "../kit/markdown";
import { isUnseen } from "../kit/text";

/** Languages of code that nothing runs; a fence in any other is shown as text. */
const INERT = new Set(
  "text txt md markdown json yaml yml toml csv xml html css js javascript ts typescript python py bash sh shell sql c cpp java go rust ruby php diff log".split(
    " ",
  ),
);
const FENCE = /^([ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*)(`{3,}|~{3,})[ \t]*(\S*).*$/s;

export function tameFile(name: string, text: string): string {
  const seen = reveal(text);
  if (/\.md$/i.test(name)) return tameMarkdown(seen);
  return /\.csv$/i.test(name) ? tameTable(seen) : seen;
}

function tameMarkdown(text: string): string {
  const lines = splitLines(text);
  // Counted from 0: there is no frontmatter in what a model writes; a first line that would begin one is no such line any more.
  const kinds = kindsOf(lines, 0);
  // Where a fence within a list or a quote ends is read in several ways, so that its lines are taken for prose.
  let isPlain = false;
  return joinLines(
    lines.map((line, at) => {
      const kind = kinds[at];
      if (kind === "fence-open") {
        isPlain = /^[`~]/.test(line.text);
        return { ...line, text: inertFence(line.text) };
      }
      if (isPlain && (kind === "fence" || kind === "fence-close"))
        return { ...line, text: templates(line.text) };
      return { ...line, text: prose(at === 0 ? line.text.replace(/^---/, "\\---") : line.text) };
    }),
  );
}

function inertFence(line: string): string {
  const match = FENCE.exec(line);
  const language = match?.[3]?.toLowerCase() ?? "";
  return match === null || INERT.has(language) ? line : `${match[1] ?? ""}${match[2] ?? ""}text`;
}

/** Templates run over a whole file, code and all. */
function templates(line: string): string {
  return line.replace(/<%/g, "< %").replace(/\{\{/g, "{ {");
}

function prose(line: string): string {
  const bare = line
    .replace(/!(?=\[)/g, "!\\")
    .replace(/(^|[^\\])<(?=[A-Za-z/!?%])/g, "$1\\<")
    .replace(/%%/g, "%\\%")
    .replace(/\{\{/g, "{\\{")
    .replace(/\b(obsidian|javascript|data|vbscript|file):/gi, "$1\\:");
  // `= …`, `$= …` and `INPUT[…]` in code are queries and fields of plugins; without its marks it is text.
  return /`\s*(?:\$?=|[A-Z]+\[)/.test(bare) ? bare.replace(/`/g, "\\`") : bare;
}

/** A spreadsheet takes a cell that begins so for a formula. */
function tameTable(text: string): string {
  return text.replace(/(^|[\r\n,;\t])("?)(?=[=@]|[+-](?![\d.,]+"?(?:[\r\n,;\t]|$)))/g, "$1$2'");
}

/** Line ends and tabs stay; any other character that an eye cannot see is spelled out, but for the joiners that scripts and emoji need. */
function reveal(text: string): string {
  return text.replace(/[^\x20-\x7e\n\r\t]/gu, (char) =>
    isUnseen(char) && !"\u200c\u200d\ufe0f\u00a0".includes(char)
      ? `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`
      : char,
  );
}
