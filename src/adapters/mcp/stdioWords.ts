/** What a program wrote to its error output, and which of it says why it failed. */
import { plain } from "../../kit/text";
import type { Blank } from "./secrets";

/** Characters that are kept from the beginning, and as many from the end. */
const KEPT = 16_384;
const SHOWN = 600;

const ERROR = /\b(?:\w*(?:error|exception)s?|fatal|fail(?:ed|ure|s)?|cannot|can['’]t|could(?:n['’]t| not)|unable|denied|refused|rejected|invalid|missing|not found|no such|unauthori[sz]ed|forbidden|panic(?:ked)?|timed out|expired|wrong|incorrect|E[A-Z]{4,})\b|"level":\s*[56]0\b/i;
/** Lines of a stack trace, headings, warnings, and lines that say that all is well or only number what the next line says. */
const NO_ERROR = /^\s*(?:at |File "|throw |raise |Traceback|During handling|The above exception|node:internal|npm (?:ERR!|error) (?:code|errno|syscall|path|A complete log))|\bwarn(?:ing)?\b|deprecat|\b(?:no|0|without) errors?\b|"level":\s*(?:"(?:info|debug|trace)"|[1234]0\b)|(?:^|[\s[])(?:info|debug|trace)\b[\]:]/i;

export interface Words {
  add(text: string): void;
  /**
   * The first line that reads as an error, or else the last two, as a sentence; "" when nothing was said. `isComplete`: the last line is whole.
   * Secrets may go over several lines and can only be found whole, so they are blanked before anything is cut, and cut lines are left out.
   */
  cause(isComplete: boolean, blank: Blank): string;
}

export function createWords(): Words {
  let head = "";
  let tail = "";
  return {
    add(text) {
      const room = Math.max(0, KEPT - head.length);
      head += text.slice(0, room);
      tail = (tail + text.slice(room)).slice(-KEPT);
    },
    cause(isComplete, blank) {
      const isCut = tail.length === KEPT;
      const whole = isCut ? `${blank(head).replace(/[^\n]*$/, "")}${blank(tail).replace(/^[^\n]*\n?/, "")}` : blank(head + tail);
      const lines = whole.split("\n").slice(0, isComplete ? undefined : -1).map((line) => line.trimEnd());
      const said = plain(tellingOf(lines), 2000);
      return said === "" ? "" : `It said: “${said.length > SHOWN ? `${said.slice(0, SHOWN)}…` : said}”.`;
    },
  };
}

export function tellingOf(lines: readonly string[]): string {
  const full = lines.filter((line) => line.trim() !== "");
  const at = full.findIndex((line, n) => ERROR.test(line) && !NO_ERROR.test(line) && !isCode(full, n));
  if (at === -1) return full.slice(-2).join(" ");
  const line = full[at] ?? "";
  return line.endsWith(":") ? `${line} ${full[at + 1]?.trim() ?? ""}`.trim() : line;
}

/** A line of source that a stack trace shows: marked by carets beneath it, or named by the line above it. */
function isCode(lines: readonly string[], n: number): boolean {
  return /^\s*[\^~]+\s*$/.test(lines[n + 1] ?? "") || (/^\s*File "/.test(lines[n - 1] ?? "") && /^\s/.test(lines[n] ?? ""));
}
