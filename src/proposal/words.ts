/**
 * The words of a draft that another program wrote, and only those: of the lines that may hold them, what is left
 * without labels at their beginning, footers at their end, rules around them, and comments. Every part left out is
 * named.
 */
import type { Line } from "../kit/lines";
import type { LineKind } from "../kit/markdown";
import { keysOf, labelsOn } from "./labels";

export interface Words {
  /** Empty where there are none. */
  readonly text: string;
  /** Indexes of lines that are labels at its beginning. */
  readonly labels: readonly number[];
  /** Footers and comments that are left out, as written. */
  readonly left: readonly string[];
  /** A rule stands in the middle of it, and goes out with it. */
  readonly ruled: boolean;
}

/** `from` and `to` are indexes of lines; a sentence's end where nobody can tell what is to be seen of it. */
export function wordsIn(
  all: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
  first: string | null = null,
): Words | string {
  const bare = withoutComments(all, kinds, from, to, first);
  if (typeof bare === "string") return bare;
  const { lines, left } = bare;
  const { labels, rest } = withoutHeader(lines);
  const { kept, footers } = withoutFooters(rest);
  const text = unwrap(kept.map((line) => line.text));
  return { text, labels, left: [...footers, ...left], ruled: kept.some(isRule) };
}

interface Part {
  readonly text: string;
  /** Index in the note. */
  readonly at: number;
  /** Within a fence: nothing in it means anything. */
  readonly code: boolean;
}

/**
 * Code keeps what looks like a comment. A comment that hides the rest of the note says nothing about what was to be
 * sent.
 */
function withoutComments(
  all: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
  first: string | null,
): { readonly lines: Part[]; readonly left: string[] } | string {
  const parts: Part[] = all
    .slice(from, to)
    .map(({ text }, n) => ({
      text: n === 0 && first !== null ? first : text,
      at: from + n,
      code: /^fence/.test(kinds[from + n] ?? ""),
    }));
  const lines: Part[] = [];
  const left: string[] = [];
  let end: "-->" | "%%" | null = null;
  let comment = "";
  for (const part of parts) {
    if (part.code && end === null) {
      lines.push(part);
      continue;
    }
    let text = "";
    let rest = part.text;
    const wasOpen = end !== null;
    while (rest !== "") {
      if (end !== null) {
        const at = rest.indexOf(end);
        comment += at < 0 ? rest : rest.slice(0, at);
        rest = at < 0 ? "" : rest.slice(at + end.length);
        if (at >= 0) {
          left.push(comment.trim());
          comment = "";
          end = null;
        }
        continue;
      }
      const match = /`[^`]*`|<!--|%%/.exec(rest);
      if (match === null) {
        text += rest;
        break;
      }
      text += rest.slice(0, match.index);
      rest = rest.slice(match.index + match[0].length);
      if (match[0].startsWith("`")) text += match[0];
      else end = match[0] === "%%" ? "%%" : "-->";
    }
    if (end !== null) comment += "\n";
    if (text === part.text) lines.push(part);
    else if (text.trim() !== "") lines.push({ ...part, text: text.trimEnd() });
    else if (!wasOpen && part.text.trim() === "") lines.push(part);
  }
  return end === null
    ? { lines, left }
    : `holds a comment that is never closed (${end === "%%" ? "%%" : "<!--"}); close it, so that it is plain what is to be sent`;
}

function isRule({ text, code }: Part): boolean {
  return (
    !code &&
    /^[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(text) &&
    !/^[ \t]*[-*_][ \t]*$/.test(text)
  );
}

/** Names at the top of a letter; one of them makes labels of those that stand around it. */
const HEADER =
  /^(?:to|cc|bcc|from|subject|date|reply_to|recipients?|target|platform|channel|attachments?|e_?mail_subject|created|created_at|generated|status|type|action|action_type|character_count|characters|tone|length|topic|account)$/;

/** Labels of the words themselves. */
export const OVER_WORDS =
  /^(?:body|message|content|text|caption|draft|reply|response|(?:e_?mail|message|post|reply|draft|response)_(?:body|text|content|draft|message))$/;

function withoutHeader(lines: readonly Part[]): {
  readonly labels: readonly number[];
  readonly rest: readonly Part[];
} {
  const labels: number[] = [];
  let isHeader = false;
  for (const [n, line] of lines.entries()) {
    if (!line.code && (line.text.trim() === "" || isRule(line))) continue;
    const found = line.code ? [] : labelsOn(line.text);
    const over = found.find(({ name }) => keysOf(name).some((key) => OVER_WORDS.test(key)));
    if (over !== undefined)
      return {
        labels: [...labels, line.at],
        rest: [...(over.value === "" ? [] : [{ ...line, text: over.value }]), ...lines.slice(n + 1)],
      };
    if (found.length === 0)
      return labels.length > 0 && isHeader ? { labels, rest: lines.slice(n) } : { labels: [], rest: lines };
    isHeader ||= found.some(({ name }) => keysOf(name).some((key) => HEADER.test(key)));
    labels.push(line.at);
  }
  return labels.length > 0 && isHeader ? { labels, rest: [] } : { labels: [], rest: lines };
}

/**
 * Words that programs and people write under a draft about it: that it was generated, what approves it, where to move
 * it.
 */
const ABOUT =
  /\b(?:(?:auto|automatically)[ -]?(?:generated|created|drafted|sent)|generated|drafted|prepared|powered|queued|approv\w*|reject\w*|pending|awaiting|human|agent|assistant|bot|robot|ai|claude|gpt|script|template|workflow|automation|draft|needs_action|pending_approval)\b|(?:created|written|saved|sent|scheduled|posted) (?:by|for|via|with|from|on|at|automatically)\b|move (?:this|the|it|file|to)\b|\/(?:approved|rejected|done)\b|\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|\b[\w-]+\.(?:py|js|sh|ts)\b/i;
/** So plainly about the note that it needs no rule before it. */
const PLAINLY =
  /\bmove (?:this|the) (?:file|note|draft)\b|\/(?:Approved|Rejected|Pending_Approval)\b|^\W*(?:auto-?|automatically )?generated\b|^\W*powered by\b|^\W*to (?:approve|reject)\b|^\s*[-*+] \[.\] .*(?:approv|reject)/i;
/** Signs of a line, and footers one after the other. */
const LONGEST = 400;
const MOST_FOOTERS = 20;

function isEmphasised(text: string): boolean {
  const bare = text
    .trim()
    .replace(/^>[ \t]?/, "")
    .replace(/[ \t\\]+$/, "");
  return /^(\*{1,3}|_{1,3})[^\s].*\1$/.test(bare) || /^<(sub|small|i|em|sup)>.*<\/\1>$/i.test(bare);
}

function withoutFooters(lines: readonly Part[]): {
  readonly kept: readonly Part[];
  readonly footers: readonly string[];
} {
  let kept = trimmed(lines);
  const footers: string[] = [];
  for (let times = 0; times < MOST_FOOTERS; times += 1) {
    const rule = kept.findLastIndex(isRule);
    const after = rule < 0 ? [] : kept.slice(rule + 1);
    if (rule >= 0 && isFooter(after)) {
      note(footers, after);
      kept = trimmed(kept.slice(0, rule));
      continue;
    }
    const from = kept.findLastIndex(({ text, code }) => !code && text.trim() === "") + 1;
    const last = kept.slice(from);
    if (last.length > 0 && last.every((line) => !line.code && isPlainlyAbout(line.text))) {
      note(footers, last);
      kept = trimmed(kept.slice(0, from));
      continue;
    }
    break;
  }
  return { kept, footers };
}

function note(footers: string[], lines: readonly Part[]): void {
  const text = lines
    .map((line) => line.text.trim())
    .filter((each) => each !== "")
    .join(" ");
  if (text !== "") footers.unshift(text);
}

/** Labels that only speak of the note. */
const ABOUT_NOTE =
  /^(?:status|created|created_at|created_by|generated|generated_by|requested|requested_by|priority|expires|expires_at|approval|approved|approved_by|approval_status|next_step|next_steps|action_if_approved)$/;

function isPlainlyAbout(text: string): boolean {
  if (text.length > LONGEST) return false;
  return (
    PLAINLY.test(text) ||
    (isEmphasised(text) && ABOUT.test(text)) ||
    (text.includes("**") &&
      labelsOn(text).some(({ name }) => keysOf(name).some((key) => ABOUT_NOTE.test(key))))
  );
}

/** After a rule, all of it is about the note: each line is, or all of them are set off and one is. */
function isFooter(lines: readonly Part[]): boolean {
  const written = lines.filter(({ text }) => text.trim() !== "");
  if (written.some(({ code, text }) => code || text.length > LONGEST)) return false;
  return (
    written.every(({ text }) => isEmphasised(text)) ||
    written.every(({ text }) => ABOUT.test(text) || isEmphasised(text) || labelsOn(text).length > 0)
  );
}

/** Without blank lines and rules around it. */
function trimmed(lines: readonly Part[]): readonly Part[] {
  const isNothing = (line: Part | undefined): boolean =>
    line !== undefined && ((line.text.trim() === "" && !line.code) || isRule(line));
  let from = 0;
  let to = lines.length;
  while (from < to && isNothing(lines[from])) from += 1;
  while (to > from && isNothing(lines[to - 1])) to -= 1;
  return lines.slice(from, to);
}

/**
 * The text itself: without the blank lines around it, without a fence or marks of a quote that are around all of it.
 */
function unwrap(lines: readonly string[]): string {
  const all = lines
    .join("\n")
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "")
    .split("\n");
  const fence = /^\s*(`{3,}|~{3,})[^`]*$/.exec(all[0] ?? "")?.[1];
  if (
    fence !== undefined &&
    all.length > 2 &&
    all.at(-1)?.trim() === fence &&
    !all.slice(1, -1).some((line) => line.trim() === fence)
  )
    return all.slice(1, -1).join("\n");
  if (!all.every((line) => line.startsWith(">"))) return all.join("\n");
  const quoted = all.map((line) => line.replace(/^> ?/, ""));
  // The kind of a callout is no word of it.
  const [head = "", ...rest] = quoted;
  return (/^\[![\w-]+\][+-]?[ \t]*$/.test(head) ? rest : quoted)
    .join("\n")
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "");
}
