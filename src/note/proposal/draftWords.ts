/**
 * The words of a draft that another program wrote, and where they are: under a heading or a label over them, in a
 * property, or, none of these says so, under the title of the note. Two places that might be meant are none. Labels at
 * their beginning, footers at their end, rules around them and comments are no words; every part left out is named.
 */
import type { Sections } from "../plan/parse";
import { folded } from "./names";
import { keysOf, type Label, labelsOn } from "./labels";
import { type Part, partsOf } from "./parts";
import type { Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";

export interface DraftWords extends Words {
  /** The heading or label over them, as written. */
  readonly name: string;
  /** Indexes of the lines that they are from; none where a label holds them. */
  readonly from: number;
  readonly to: number;
  readonly label: Label | null;
}

/** Headings over goes out, the plainest first. */
const OVER = [
  /\bbody\b/i,
  /\b(?:e-?mail|message|post|letter|draft|caption)\b.*\b(?:content|text|draft)\b/i,
  /\b(?:draft|content|message|text|caption|payload)\b/i,
];
const OVER_PERHAPS =
  /\b(?:reply|response|answer|post|tweet|letter|e-?mail|mail|comment|sms|whatsapp|newsletter)\b/i;
/** Headings that only sound so. */
const NOT_OVER =
  /approv|reject|instruct|why|how|result|schedul|decision|metadata|context|note|detail|analysis|summary|guideline|\btips?\b|best time|stat(?:s|istics)|metric|audience|hashtag|\bimage|\btype\b/i;
/** Over what somebody else wrote before. */
export const NOT_OURS =
  /original|incoming|received|inbound|quoted|thread|history|previous|conversation|source (?:e-?mail|message)/i;
const ABOUT_APPROVAL = /approv|reject|review|pending|human|confirm|authori[sz]|request/i;

export const UNSAID =
  "does not say what is to be sent (no text that could be told from the rest); write it under a heading “## Body”, or move the note away";
/**
 * Null where it has none; a sentence's end where nobody can tell which they are. `holding`: labels that hold words,
 * which come after the plainest headings.
 */
export function findWords(
  sections: Sections,
  bodyFrom: number,
  holding: readonly Label[],
): DraftWords | string | null {
  const found = pickWords(sections, bodyFrom, holding);
  if (found === null || typeof found === "string") return found;
  return whyOpen(found, sections) ?? found;
}

function pickWords(
  sections: Sections,
  bodyFrom: number,
  holding: readonly Label[],
): DraftWords | string | null {
  const { lines, headings } = sections;
  const parts = partsOf(headings, lines.length);
  // The title of the note is over everything.
  const named = parts.filter(
    ({ heading, name }, at, all) =>
      !NOT_OVER.test(name) && !NOT_OURS.test(name) && !(at === 0 && heading.level === 1 && all.length > 1),
  );
  for (const pattern of OVER) {
    const found = only(named.filter(({ name }) => pattern.test(name)).map((part) => under(part, sections)));
    if (found !== null) return found;
  }
  const labelled = only(overLabels(sections, bodyFrom, parts));
  if (labelled !== null) return labelled;
  const [label] = holding;
  if (label !== undefined)
    return {
      name: label.name,
      text: label.remark ?? label.value,
      labels: [],
      left: [],
      ruled: false,
      from: 0,
      to: 0,
      label,
    };
  return (
    only(named.filter(({ name }) => OVER_PERHAPS.test(name)).map((part) => under(part, sections))) ??
    underTitle(sections, bodyFrom, parts)
  );
}

type Found = DraftWords | string;

/** The one with words in it; of one within another the outer, unless only the inner has words. */
function only(all: readonly Found[]): Found | null {
  const bad = all.find((each) => typeof each === "string");
  if (bad !== undefined) return bad;
  const found = all.filter((each): each is DraftWords => typeof each !== "string" && each.text !== "");
  const outer = found.filter(
    (each) => !found.some((other) => other !== each && other.from <= each.from && each.to <= other.to),
  );
  const [one, ...others] = outer;
  if (one === undefined || others.length === 0) return one ?? null;
  return `holds several texts that could be sent (${outer.map(({ name }) => `“${name}”`).join(", ")}); keep the one you mean, or make a note of each`;
}

/** Up to a heading beneath it that is about the draft. */
function under({ name, heading, from, to }: Part, { lines, kinds, headings }: Sections): Found {
  const end =
    headings.find(
      ({ line, text }) => line >= from && line < to && (NOT_OVER.test(text) || NOT_OURS.test(text)),
    )?.line ?? to;
  // Words of its own come before any heading beneath it: without them, that heading is over the words.
  const own = headings.find(({ line }) => line >= from && line < end)?.line ?? end;
  const first = wordsIn(lines, kinds, from, own);
  if (typeof first === "string") return first;
  const words =
    own === end ? first : first.text === "" ? { ...first, text: "" } : wordsIn(lines, kinds, from, end);
  if (typeof words === "string") return words;
  return { name, ...words, from: heading.line + 1, to: first.text === "" ? own : end, label: null };
}

/** `**Message:**` with the text beneath it, or behind it. */
function overLabels({ lines, kinds, headings }: Sections, bodyFrom: number, parts: readonly Part[]): Found[] {
  const hidden = parts.filter(({ name }) => NOT_OURS.test(name));
  const found: Found[] = [];
  for (let at = bodyFrom; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? "";
    const label =
      kinds[at] === "prose" && !/^[ \t]*(?:[-*+][ \t]|\|)/.test(text)
        ? labelsOn(text).find(({ name }) => keysOf(name).some((key) => OVER_WORDS.test(key)))
        : undefined;
    if (label === undefined || hidden.some(({ from, to }) => at >= from && at < to)) continue;
    const heading = headings.find(({ line }) => line > at)?.line ?? lines.length;
    const next = lines
      .slice(at + 1, heading)
      .findIndex((line, n) => kinds[at + 1 + n] === "prose" && labelsOn(line.text).length > 0);
    const end = next < 0 ? heading : at + 1 + next;
    const words = wordsIn(lines, kinds, at, end, label.value);
    found.push(
      typeof words === "string" ? words : { name: label.name, ...words, from: at, to: end, label: null },
    );
    at = end - 1;
  }
  return found;
}

/** Text that nothing is over but the title, or nothing at all. */
function underTitle(
  { lines, kinds, headings }: Sections,
  bodyFrom: number,
  parts: readonly Part[],
): Found | null {
  const [title] = headings;
  const before = wordsIn(lines, kinds, bodyFrom, title?.line ?? lines.length);
  if (typeof before === "string") return before;
  const from = before.text !== "" || title === undefined ? bodyFrom : title.line + 1;
  const to = headings.find(({ line }) => line >= from)?.line ?? lines.length;
  const words = from === bodyFrom ? before : wordsIn(lines, kinds, from, to);
  if (typeof words === "string") return words;
  if (words.text === "") return null;
  const name = from === bodyFrom ? "the text without a heading" : (parts[0]?.name ?? "");
  if (
    from !== bodyFrom &&
    (NOT_OURS.test(name) || (ABOUT_APPROVAL.test(name) && ABOUT_APPROVAL.test(words.text)))
  )
    return null;
  return { name, ...words, from, to, label: null };
}

/**
 * Why nobody can tell where the text ends: more that could belong to it follows, under a heading or a label of its own.
 * Null where it ends with a greeting, or nothing follows but what is about the draft. A property holds all of its text,
 * unless a letter ends elsewhere.
 */
function whyOpen(words: DraftWords, sections: Sections): string | null {
  const { lines, headings } = sections;
  const isEnded = signsOff(words.text) || words.label !== null;
  const after = partsOf(headings, lines.length).filter(({ heading }) => heading.line >= words.to);
  const next = headings.find(({ line }) => line >= words.to)?.line ?? lines.length;
  const behind = isEnded ? "" : proseIn(words.to, next, sections);
  const others = after.flatMap(({ name, heading, from }) => {
    if (NOT_OURS.test(name) || after.some((part) => NOT_OURS.test(part.name) && isIn(heading.line, part)))
      return [];
    const text = proseIn(
      from,
      headings.find(({ line }) => line > heading.line)?.line ?? lines.length,
      sections,
    );
    return text !== "" && (signsOff(text) || !(isEnded || isAboutDraft(name))) ? [name] : [];
  });
  if (behind === "" && others.length === 0) return null;
  const names = [words.name, ...others].slice(0, 6).map((each) => `“${each}”`);
  return others.length === 0
    ? `has more text behind the labels after ${names[0] ?? ""}, and nobody can tell where what is to be sent ends; put all of it under one heading “## Body”`
    : `has text under several headings (${names.join(", ")}), and nobody can tell where what is to be sent ends; put all of it under one heading “## Body” (its own headings deeper, as “###”), or take the rest out`;
}

function isIn(line: number, { from, to }: Pick<Part, "from" | "to">): boolean {
  return line >= from && line < to;
}

/** Words of headings that are about the draft: a heading of nothing else is none of the mail’s own. */
const ABOUT_DRAFT = new Set(
  "about action actions after agent ai and approval approve approved approver approving status assistant attachment attachments automation box by character checklist claude cloud compliance confidence count decision draft drafted edit expiration expires expiry file for generated gmail hashtags history human i if image instructions internal justification links log logs manual meta metadata modify move note notes of on optional options or original plan post preview priority processing ref reference rejected reject rejection rejecting required review reviewer reviewing risk risks safety send taken the this to tracking verification what where workflow anmerkungen freigabe genehmigung hinweise notizen approbation remarques aprobacion aprovacao approvazione goedkeuring instrucciones instrucoes istruzioni instructies notas nota notities uwagi zatwierdzenie reason reasoning rationale audit source assessment rules".split(
    " ",
  ),
);

function isAboutDraft(name: string): boolean {
  const all = folded(name).match(/\p{L}+/gu) ?? [];
  return all.length > 0 && all.every((word) => ABOUT_DRAFT.has(word));
}

/** The closing of a letter, with a name beneath it or behind it. */
const CLOSING =
  /^[^\p{L}]*(?:(?:best|kind|warm|warmest|many)? ?(?:regards|wishes|thanks)|all the best|best|sincerely(?: yours)?|yours(?: (?:sincerely|faithfully|truly))?|cheers|thank you|thanks(?: again)?|love|see you|mit (?:freundlichen|besten|herzlichen|lieben) gru(?:ß|ss)en|(?:viele|liebe|beste|herzliche|schone) gru(?:ß|ss)e|gru(?:ß|ss)|mfg|lg|vg|(?:bien )?cordialement|bien a (?:vous|toi)|amities|saludos(?: cordiales)?|(?:un )?(?:cordial )?saludo|un abrazo|atentamente|cordiali saluti|(?:distinti )?saluti|atenciosamente|(?:um )?abraco|cumprimentos|(?:met )?vriendelijke groet(?:en)?|groet(?:en|jes)?|(?:z powazaniem|pozdrawiam)|med vanlig halsning|halsningar|saygilarimla|с уважением)(?=$|[\s,.!–—-])/u;
/** Lines at the end in which it may stand. */
const LAST = 5;
/** Signs of such a line; a sentence that begins so is longer. */
const SHORT = 48;

function signsOff(text: string): boolean {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-LAST)
    .some((line) => line.length <= SHORT && CLOSING.test(folded(line.trim())));
}

/** The words that stand there besides labels, boxes, tables, and footers; empty for nothing. */
function proseIn(from: number, to: number, { lines, kinds }: Sections): string {
  const words = wordsIn(lines, kinds, from, to);
  return typeof words === "string"
    ? ""
    : words.text
        .split("\n")
        .filter(
          (text) =>
            /[\p{L}\p{N}]/u.test(text) &&
            !/^[ \t]*(?:[-*+] \[.\]|\|)/.test(text) &&
            labelsOn(text).length === 0,
        )
        .join("\n");
}

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

interface TextLine {
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
): { readonly lines: TextLine[]; readonly left: string[] } | string {
  const parts: TextLine[] = all
    .slice(from, to)
    .map(({ text }, n) => ({
      text: n === 0 && first !== null ? first : text,
      at: from + n,
      code: /^fence/.test(kinds[from + n] ?? ""),
    }));
  const lines: TextLine[] = [];
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

function isRule({ text, code }: TextLine): boolean {
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
const OVER_WORDS =
  /^(?:body|message|content|text|caption|draft|reply|response|(?:e_?mail|message|post|reply|draft|response)_(?:body|text|content|draft|message))$/;

function withoutHeader(lines: readonly TextLine[]): {
  readonly labels: readonly number[];
  readonly rest: readonly TextLine[];
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

function withoutFooters(lines: readonly TextLine[]): {
  readonly kept: readonly TextLine[];
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

function note(footers: string[], lines: readonly TextLine[]): void {
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
function isFooter(lines: readonly TextLine[]): boolean {
  const written = lines.filter(({ text }) => text.trim() !== "");
  if (written.some(({ code, text }) => code || text.length > LONGEST)) return false;
  return (
    written.every(({ text }) => isEmphasised(text)) ||
    written.every(({ text }) => ABOUT.test(text) || isEmphasised(text) || labelsOn(text).length > 0)
  );
}

/** Without blank lines and rules around it. */
function trimmed(lines: readonly TextLine[]): readonly TextLine[] {
  const isNothing = (line: TextLine | undefined): boolean =>
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
