/** The error output of a program, and the lines of it that say why it failed. */
import { escapeLine } from "../../kit/text";
import type { Blank } from "../net/secrets";

/** Characters that are kept from the beginning, and as many from the end. */
const KEPT = 16_384;
const SHOWN = 600;

/** How a line reads that says why the program failed. */
const ERRORS: readonly RegExp[] = [
  /\b(?:\w*(?:error|exception)s?|fatal|fail(?:ed|ure|s)?|cannot|can['’]t|could(?:n['’]t| not)|unable|denied|refused|rejected|invalid|missing|no such|unauthori[sz]ed|forbidden|panic(?:ked)?|timed out|expired|wrong|incorrect)\b/i,
  /\bnot (?:found|accepted|allowed|permitted|valid|set|defined)\b|\bdoes(?: not|n['’]t) exist\b|\b(?:is|are) required\b|\bmust be (?:set|given|provided)\b/i,
  /\bE[A-Z]{4,}\b|"level":\s*[56]0\b/,
  // The answer of a mail or a web server.
  /^\W*[45]\d\d[ -](?:[45]\.\d+\.\d+\b|[A-Z])|\b(?:HTTP|[Ss]tatus)(?:\/[\d.]+)?:? [45]\d\d\b/,
];
/** How a line reads that only looks like one. */
const NO_ERRORS: readonly RegExp[] = [
  // Lines of a stack trace, and headings of one.
  /^\s*(?:at |File "|throw |raise |>?\s*\d+ ?[|│]|(?:Exception Group )?Traceback|During handling|The above exception|node:internal)|\bExceptionGroup:/,
  // A warning. The one named here, of an old Node, is the error that ended the program.
  /^(?!.*UnhandledPromiseRejectionWarning: ).*(?:\b\w*warn(?:ing)?s?\b|deprecat)/i,
  // All is well.
  /\b(?:no|0|without) (?:errors?|failures?)\b|\b0 failed\b|\b(?:errors?|failed|failures?)\s*[:=]\s*(?:0|none|null|false)\b|\b(?:error|fail)-(?:free|safe)\b/i,
  // Words of a log that says itself how much a line weighs.
  /"level":\s*(?:"(?:info|debug|trace)"|[1234]0\b)|\b(?:level|lvl)=(?:info|debug|trace)\b|(?:^|[\s[])(?:info|debug|trace)\b[\]:]/i,
  // Only the number of what the next line says.
  /^\s*npm (?:ERR!|error) (?:code|errno|syscall|path|A complete log)/i,
];
/** The first of these in capitals is the weight of a line. */
const WEIGHT = /\b(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)\b/;
const LIGHT = ["TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING"];
/**
 * Hosts, addresses, paths and file names say nothing by the words in them; numbers and the full name of an error do.
 */
const NAMES = /[^\s"'{}(),=[\]:]+[./@\\][^\s"'{}(),=[\]:]+|[./@\\][^\s"'{}(),=[\]:]+/g;

export interface Words {
  add(text: string): void;
  /**
   * The first line that reads as an error, or else the last two, as a sentence; "" when nothing was said. `isComplete`:
   * the last line is whole. Secrets may go over several lines and can only be found whole, so they are blanked before
   * anything is cut, and cut lines are left out.
   */
  cause(isComplete: boolean, blank: Blank): Cause;
}

export interface Cause {
  readonly sentence: string;
  readonly isError: boolean;
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
      const whole = isCut
        ? `${blank(head).replace(/[^\n]*$/, "")}${blank(tail).replace(/^[^\n]*\n?/, "")}`
        : blank(head + tail);
      const lines = whole
        .split("\n")
        .slice(0, isComplete ? undefined : -1)
        .map((line) => line.trimEnd());
      const { text, isError } = tellingOf(lines);
      const said = escapeLine(text, 2000);
      const shown = said.length > SHOWN ? `${said.slice(0, SHOWN)}…` : said;
      return { sentence: said === "" ? "" : `It said: “${shown}”.`, isError };
    },
  };
}

/** Everything before the cause is passed over, and so is everything after it. */
function tellingOf(lines: readonly string[]): { readonly text: string; readonly isError: boolean } {
  // Python draws a frame beside errors that came together.
  const full = lines.map((line) => line.replace(/^ +[|+] ?/, "")).filter((line) => line.trim() !== "");
  const at = full.findIndex(
    (line, n) =>
      (readsAsError(line) || isAfterTrace(full, n)) &&
      !readsAsNone(line) &&
      !isCode(full, n) &&
      !isInTrace(full, n),
  );
  if (at === -1) return { text: full.slice(-2).join(" "), isError: false };
  const line = full[at] ?? "";
  const text = line.endsWith(":") ? `${line} ${full[at + 1]?.trim() ?? ""}`.trim() : line;
  return { text, isError: true };
}

function readsAsError(line: string): boolean {
  const words = line.replace(NAMES, (name) => (/(?:Error|Exception)$|^[\d.]+$/.test(name) ? name : " "));
  return ERRORS.some((each) => each.test(words));
}

function readsAsNone(line: string): boolean {
  return (
    LIGHT.includes(WEIGHT.exec(line.slice(0, 80))?.[1] ?? "") || NO_ERRORS.some((each) => each.test(line))
  );
}

/** A line of source that a stack trace shows: marked by carets beneath it. */
function isCode(lines: readonly string[], n: number): boolean {
  return /^\s*[\^~]+\s*$/.test(lines[n + 1] ?? "");
}

/** Python indents what lies between the heading of a trace and the error. */
function isInTrace(lines: readonly string[], n: number): boolean {
  if (!/^\s/.test(lines[n] ?? "")) return false;
  const before = lines.slice(0, n).findLast((line) => !/^\s/.test(line));
  return before !== undefined && TRACE.test(before);
}

function isAfterTrace(lines: readonly string[], n: number): boolean {
  return !/^\s/.test(lines[n] ?? "") && /^\s/.test(lines[n - 1] ?? "") && isInTrace(lines, n - 1);
}

const TRACE = /^(?:Exception Group )?Traceback\b/;
