/**
 * Questions the engine wrote into a plan, and what a person ticked beneath them. Answering here, on any device, is
 * the same as answering in a dialog. One ticked box is an answer; several are one only where a question takes several.
 */
import { indentOf, type Line } from "../../kit/lines";
import type { LineKind } from "../../kit/markdown";
import { nameOf } from "../../kit/path";
import { escapeMarkdown, link, unescapeMarkdown } from "../../kit/text";
import { isTicked, readTick, withoutFields, withoutSigns } from "../../kit/checkbox";
import { answerIn } from "./logEntry";
import { typedOption, type TypedOption } from "./answers/typed";
import { ANSWERS, type Answer, type Plan, type Question } from "./plan";

const OPTION = /^\(([1-9])\)(?=\s|$)/;
/**
 * Behind it, and on the lines further in beneath it, a person answers in words. We write it as a list item; a person
 * may write it anew.
 */
const ANSWER = /^[ \t]*(?:[-*+][ \t]+)?[*_]{0,3}Answer[*_]{0,3}[ \t]*:[*_]{0,3}(.*)$/isu;
const QUESTION = /^[-*+][ \t]+(?![ \t]|\[.\]).*\s\^(q-[a-z0-9]+-([A-Za-z0-9-]+))$/su;
/** A line at the margin that goes on with nothing above it. */
const OF_ITS_OWN = /^(?:[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|[>#|<^]|[-*_]{3,}[ \t]*$)/;
/** Signs that say nothing by themselves. */
const BARE = /^(?:[`~]{3,}|%%)$/;
const NOTE_LINK = /^Note: \[\[[^[\]]+\]\]$/;
const DETAIL = /^(?:Yours|New|Argument|Found|Put in|Take out|Not shown here|Note|The whole change): [“[]/;

/** Beneath a question that went without an answer, and beneath one that is asked once more. The last one counts. */
const CLOSED = "Closed: it needs no answer any more.";
const OPENED = "Open again: it needs your answer.";

export function readQuestions(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
  to: number,
): Question[] {
  const found: Question[] = [];
  let ticked: Answer[] = [];
  let own: string[] = [];
  let asked: Pick<Question, "id" | "step" | "line"> | null = null;
  /** Columns before the fence or the comment that is open, and whether the line above is empty. */
  let block = 0;
  let isApart = true;
  const close = (): void => {
    if (asked !== null) {
      const said = wordsByShape(own);
      const typed = ticked.length === 0 && said.answers ? typedIn(asked.id, said.words, own) : null;
      const option: Answer = typed === null ? "words" : `option-${String(typed.option)}`;
      const several = ticked.length > 1 ? severalIn(asked.id, ticked, own) : null;
      const answer =
        ticked.length > 1
          ? several === null
            ? "several"
            : "words"
          : (ticked[0] ?? (said.answers ? option : null));
      const isClosed = own.map(bare).findLast((line) => line === CLOSED || line === OPENED) === CLOSED;
      found.push({
        ...asked,
        answer,
        words: several === null ? (typed?.words ?? said.words) : joinAnswer(several, said.words),
        ...(typed === null && several === null ? {} : { isTyped: true as const }),
        isClosed,
        lines: own,
      });
    }
    asked = null;
    ticked = [];
    own = [];
  };
  for (let at = from; at < to; at += 1) {
    const text = lines[at]?.text ?? "";
    if (kinds[at] !== "prose") {
      const opens = kinds[at] === "fence-open" || (kinds[at] === "comment" && kinds[at - 1] !== "comment");
      if (opens) block = indentOf(text);
      if (asked !== null && block > 0 && text.trim() !== "") own.push(text);
      continue;
    }
    const wasApart = isApart;
    isApart = text.trim() === "";
    if (isApart) continue;
    const match = QUESTION.exec(text.trimEnd());
    const isBeyond = indentOf(text) === 0 && (wasApart || OF_ITS_OWN.test(text)) && !ANSWER.test(text);
    if (match !== null || isBeyond) close();
    if (match !== null) asked = { id: match[1] ?? "", step: match[2] ?? "", line: at + 1 };
    if (asked === null) continue;
    own.push(text);
    const option = readTick(text);
    const answer = option === null || option.lead === 0 ? null : answerOf(option.label);
    // Nothing is taken back but beneath the question that offers it.
    const isOffered = answer !== "undo" || asked.id.startsWith("q-undo-");
    if (answer !== null && isOffered && option !== null && isTicked(option)) ticked.push(answer);
  }
  close();
  return found;
}

/**
 * The sign behind `q-` in the id of a question whose options may be typed: what is agreed to there allows nothing that
 * needs a tick. `yes`: the first option is the yes. `several`: more than one may be ticked.
 */
export const TYPED = { yes: "y", other: "o", severalYes: "m", several: "n" } as const;

/** Whether words may stand for an option of this question. What any other one allows takes a tick. */
export function takesTyped(id: string): boolean {
  const sign = id.charAt(2);
  return Object.values(TYPED).some((each) => each === sign);
}

/** Several options at once say what they say in words; null where only one can count, or one of them ends something. */
function severalIn(id: string, ticked: readonly Answer[], lines: readonly string[]): string | null {
  const sign = id.charAt(2);
  if (sign !== TYPED.severalYes && sign !== TYPED.several) return null;
  if (!ticked.every((each) => each.startsWith("option-"))) return null;
  return lines
    .slice(1)
    .flatMap((line) => {
      const option = readTick(line);
      return option !== null && isTicked(option)
        ? [unescapeMarkdown(withoutFields(option.label).replace(OPTION, "").trim())]
        : [];
    })
    .join("; ");
}

function typedIn(id: string, words: string, lines: readonly string[]): TypedOption | null {
  if (!takesTyped(id)) return null;
  const labels = lines.slice(1).flatMap((line) => {
    const label = readTick(line)?.label ?? "";
    return OPTION.test(label) ? [unescapeMarkdown(label.replace(OPTION, "").trim())] : [];
  });
  return typedOption(words, labels, id.charAt(2) === TYPED.yes || id.charAt(2) === TYPED.severalYes);
}

/**
 * The person's words in a question, as far as its lines show who wrote them. Without boxes by number only what
 * stands behind “Answer:” counts. `answers`: they are an answer by themselves; words elsewhere are none in a question
 * whose end is missing, as it may be half written.
 */
function wordsByShape(lines: readonly string[]): { readonly words: string; readonly answers: boolean } {
  const boxes = lines.map((line) => readTick(line)?.label ?? "");
  const isOptions = boxes.some((label) => OPTION.test(label));
  const isWhole = boxes.some((label) => answerOf(label) === "cancel");
  const words: string[] = [];
  let answers = false;
  /** Columns of the sign before “Answer:”, while what follows may belong to it. */
  let within: number | null = null;
  for (const line of lines.slice(1)) {
    const behind = behindAnswer(line);
    const option = readTick(line);
    if (behind !== null) within = indentOf(line);
    else if (option !== null || within === null || indentOf(line) <= within) within = null;
    const isOurs = option === null ? DETAIL.test(bare(line)) : answerOf(option.label) !== null;
    if (speaksOfNeed(line)) continue;
    if (within === null && (!isOptions || isOurs || BARE.test(line.trim()))) continue;
    const said = (behind ?? (option === null ? bare(line) : withoutFields(option.label))).trim();
    if (said === "") continue;
    words.push(said);
    answers ||= within !== null || isWhole;
  }
  return { words: words.join(" "), answers };
}

export interface Said {
  /** All that is not ours, exactly as we wrote it. */
  readonly words: string;
  /**
   * Numbers of the boxes behind which something else stands than we wrote. Those are not our options: what they say
   * is words.
   */
  readonly edited: readonly number[];
  /** Nothing that we wrote is missing or changed, but for ticks. */
  readonly isAsAsked: boolean;
}

/** The person's words in a question that we asked. `question`: as it was written into the note. */
export function saidIn(
  { id, lines }: Pick<Question, "id" | "lines">,
  question: string,
  choices: Choices,
): Said {
  const [first = "", ...ours] = renderQuestion(id, question, choices).map(shape);
  const there = lines.map(shape);
  // Steps that come before it change its number.
  const isSame = unnumbered(there[0] ?? "") === unnumbered(first);
  const words: string[] = [];
  const edited: number[] = [];
  // The app changes the link when the note is moved or renamed, and a file may be gone by now.
  const isLink = (is: string): boolean => NOTE_LINK.test(is);
  for (const line of lines.slice(1)) {
    const is = shape(line);
    if (ours.includes(is) || isLink(is) || BARE.test(line.trim()) || speaksOfNeed(line)) continue;
    // The last of several has them; another one may be the last by now.
    if (ENDS.some((each) => is === `[] ${each}`)) continue;
    const behind = behindAnswer(line);
    // Only words behind a whole text of ours leave it as it was: words within it, or in its place, make another text.
    const known = ours.findLast(
      (each) => is.startsWith(each) && /^[^\p{L}\p{N}]/u.test(is.slice(each.length)),
    );
    const option = readTick(line);
    const number = OPTION.exec(option?.label ?? "")?.[1];
    if (behind !== null) words.push(behind);
    else if (known !== undefined)
      words.push(withoutSigns(is.slice(known.length)).replace(/^[\s,;:–—-]+(?=.)/su, ""));
    else words.push(option === null ? is : withoutFields(option.label).replace(OPTION, ""));
    if (behind === null && known === undefined && number !== undefined) edited.push(Number(number));
  }
  const said = words.map((each) => each.trim()).filter((each) => each !== "");
  const isAsAsked =
    isSame && ours.every((line) => line === ANSWER_HERE || isLink(line) || there.includes(line));
  return { words: said.join(" "), edited, isAsAsked };
}

/** An option with the words behind it. Words that begin anew are a sentence of their own. */
export function joinAnswer(option: string, words: string): string {
  const ends = /^\p{Lu}/u.test(words) && /[^.!?…]$/.test(option);
  return [ends ? `${option}.` : option, words].filter((each) => each !== "").join(" ");
}

/** A line of ours that says whether the question still needs an answer. */
export function speaksOfNeed(line: string): boolean {
  return bare(line) === CLOSED || bare(line) === OPENED;
}

/** The lines of a note in which a question says that it needs no answer any more, or needs one again. */
export function closeQuestion(
  lines: readonly Line[],
  { line: from, lines: own, isClosed }: Question,
  closes: boolean,
  end: string,
): readonly Line[] {
  if (isClosed === closes) return lines;
  const last = own.findLast((line) => speaksOfNeed(line));
  const found = last === undefined ? -1 : lines.findIndex(({ text }, n) => n >= from && text === last);
  const at = found < 0 ? from : found + 1;
  const above = lines[at - 1];
  if (above === undefined) return lines;
  const line = { text: `    - ${closes ? CLOSED : OPENED}`, end: above.end };
  return [
    ...lines.slice(0, at - 1),
    { ...above, end: above.end === "" ? end : above.end },
    line,
    ...lines.slice(at),
  ];
}

/** The label before the words of a person, who writes on in the same line. */
const ANSWER_HERE = "Answer:";

function unnumbered(line: string): string {
  return withoutPlace(line).replace(/\(step \d+ “/, "(step “");
}

/** Before a question that is one of several. `place`: `1 of 4`. */
export function placeWords(place: string): string {
  return `Question ${place}: `;
}

const PLACE = /^(?:[-*+]\s+)?Question (\d+) of (\d+): /;

/** Of a question that is one of several, whether others follow it. */
export function isBeforeOthers(question: string): boolean {
  const [, at, of] = PLACE.exec(question) ?? [];
  return Number(at) < Number(of);
}

/**
 * The questions about a step that a person can answer: the newest one, and those before it that were asked together
 * with it.
 */
export function askedTogether(
  { questions }: Pick<Plan, "questions">,
  step: string | null,
): readonly Question[] {
  const own = questions.filter((each) => each.step === step);
  const alone = own.findLastIndex(({ lines }) => !PLACE.test(lines[0] ?? ""));
  return alone === own.length - 1 ? own.slice(-1) : own.slice(alone + 1);
}

/** The line of a question, without the sign of a list, and without its place among several. */
export function withoutPlace(line: string): string {
  return line.replace(/^(?:Question \d+ of \d+: )+/, "");
}

/** A line as it is compared: editors change the sign of a list, the room before it and the tick by themselves. */
function shape(line: string): string {
  const option = readTick(line);
  const text = option === null ? bare(line) : `[] ${withoutFields(option.label)}`;
  return text.replace(/[ \t]+/g, " ");
}

function bare(line: string): string {
  return line.trim().replace(/^[-*+](?:[ \t]+|$)/, "");
}

/** The words behind “Answer:”; null where the line has no place for words. */
export function behindAnswer(line: string): string | null {
  const match = ANSWER.exec(line);
  return match === null ? null : (match[1] ?? "");
}

export interface WantedAnswer {
  /** Index of the ticked box among the boxes of the question; null for none. */
  readonly box: number | null;
  /** Words behind “Answer:”; empty for none. */
  readonly words: string;
}

/**
 * The lines of a note with an answer in one of its questions, as a person would tick and write it: one box ticked and
 * the others cleared, the words behind “Answer:”. Null where the question has no such box, or no line for words.
 */
export function writeAnswer(
  lines: readonly Line[],
  { line: afterFirst, lines: own }: Question,
  { box, words }: WantedAnswer,
): readonly Line[] | null {
  const said = words.replace(/[\r\n\t ]+/g, " ").trim();
  let boxes = 0;
  let isTold = said === "";
  let isChosen = box === null;
  const now = lines.map((line, at) => {
    if (at < afterFirst || !own.slice(1).includes(line.text)) return line;
    if (isPastQuestion(lines, afterFirst, at, own)) return line;
    const option = readTick(line.text);
    if (option !== null && option.lead > 0) {
      const isThis = boxes === box;
      boxes += 1;
      isChosen ||= isThis;
      return { ...line, text: line.text.replace(/\[[^\]]*\]/, isThis ? "[x]" : "[ ]") };
    }
    if (isTold || behindAnswer(line.text) === null) return line;
    isTold = true;
    return { ...line, text: `${line.text.trimEnd()} ${said}` };
  });
  return isTold && isChosen ? now : null;
}

/**
 * Whether line `at` (an index) lies after the end of the question. `afterFirst`: index of the line after its first
 * line; `own`: all its lines. Blank lines do not count.
 */
function isPastQuestion(
  lines: readonly Line[],
  afterFirst: number,
  at: number,
  own: readonly string[],
): boolean {
  const between = lines.slice(afterFirst, at + 1).filter(({ text }) => text.trim() !== "");
  return between.length > own.length - 1;
}

/**
 * Those with a tick that nobody has acted on yet, or with another than was acted on. Of the questions about one step
 * only the newest counts, with those that were asked together with it.
 */
export function ticked(plan: Pick<Plan, "questions" | "log">): Question[] {
  const { questions, log } = plan;
  const now = new Set(
    [...new Set(questions.map(({ step }) => step))].flatMap((step) => askedTogether(plan, step)),
  );
  return questions.filter((each) => {
    if (!now.has(each)) return false;
    if (each.answer === null) return false;
    const last = log.last((mark) => answerIn(mark, each.id) !== undefined);
    const taken = last === null ? "" : answerIn(last.mark, each.id);
    return taken !== null && taken !== each.answer;
  });
}

/** Whether the person chose an option, or wrote words. Any other box says by itself how it goes on. */
export function isInWords({ answer }: Pick<Question, "answer">): boolean {
  return answer !== null && (answer === "words" || answer.startsWith("option-"));
}

/**
 * A person chose that this step is not to be carried out, and nobody has acted on it yet; or it is not clear what
 * they chose.
 */
export function speaksAgainst(plan: Pick<Plan, "questions" | "log">, step: string): boolean {
  return ticked(plan).some(
    ({ answer, step: of }) =>
      answer === "cancel" || (of === step && (answer === "skip" || answer === "several")),
  );
}

function answerOf(label: string): Answer | null {
  const text = withoutFields(label);
  const option = OPTION.exec(text)?.[1];
  if (option !== undefined) return `option-${option}`;
  const words = text.toLowerCase();
  for (const [label, answer] of Object.entries(ANSWERS)) if (words.startsWith(label)) return answer;
  return null;
}

export type Detail =
  | {
      readonly label: "Yours" | "New" | "Argument" | "Found" | "Put in" | "Take out" | "Not shown here";
      readonly text: string;
    }
  /** A link to a note or a file. */
  | { readonly label: "Note" | "The whole change"; readonly path: string };

/** A box by which it goes on. */
export type Again =
  | "Ask again"
  | "Try again"
  | "Go on"
  | "As much again"
  | "Count tokens alone"
  | "Draft it again"
  | "Draft it again, for as much again"
  | "Draft it again, and count tokens alone";

/**
 * The answers on offer: boxes that go on, or options by number and a line for words. Behind both stand two boxes
 * that end something.
 */
export type Choices =
  | { readonly kind: "again"; readonly again: readonly Again[] }
  /** At most nine, in any words. */
  | {
      readonly kind: "options";
      readonly options: readonly string[];
      /** The subject of the question, a line for each part. `label` is ours; the text may be anybody’s. */
      readonly details: readonly Detail[];
    }
  /** One box that takes back what was done. */
  | { readonly kind: "undo" };

/** Boxes that end something. */
const ENDS = ["Skip this step", "Cancel this plan"];

/** Whether a box, as it is read, ends a step or a plan; the text of an option bears its number. */
export function isEnding(label: string): boolean {
  return ENDS.includes(label);
}

/** Characters of an option. What a person chose is told to agents in its words, so they are never cut. */
export const LONGEST_OPTION = 400;

/** A question with its boxes, as lines to append. `id` is `q-<few letters>-<step id>`. `question` may be any text. */
export function renderQuestion(
  id: string,
  question: string,
  choices: Choices = { kind: "again", again: ["Ask again"] },
): readonly string[] {
  const first = `- ${escapeMarkdown(question, 400)} ^${id}`;
  if (choices.kind === "undo") return [first, "    - [ ] Undo this change"];
  return [
    first,
    ...(choices.kind === "again"
      ? choices.again.map((each) => `    - [ ] ${each}`)
      : [
          ...choices.details.map((each) => `    - ${each.label}: ${sayDetail(each)}`),
          ...choices.options.map(
            (each, at) => `    - [ ] (${String(at + 1)}) ${escapeMarkdown(each, LONGEST_OPTION)}`,
          ),
          "    - Answer: ",
        ]),
    // Of several, the last one has them.
    ...(isBeforeOthers(question) ? [] : ENDS.map((each) => `    - [ ] ${each}`)),
  ];
}

/**
 * Characters of a detail that are shown. Text that leaves the vault is never cut, and lines of a note were cut before,
 * where the cut says how much is missing.
 */
const DETAIL_LIMITS: Readonly<Record<Detail["label"], number>> = {
  Yours: 300,
  New: 300,
  Argument: 40_000,
  Found: 300,
  "Put in": 4000,
  "Take out": 4000,
  "Not shown here": 300,
  Note: 0,
  "The whole change": 0,
};

function sayDetail(detail: Detail): string {
  if ("path" in detail) return link(detail.path, nameOf(detail.path).replace(/\.md$/i, ""));
  const { label, text } = detail;
  const isLine = label === "Put in" || label === "Take out";
  // Behind the sign of a quotation, nothing begins a list.
  return isLine
    ? escapeMarkdown(`“${text}”`, DETAIL_LIMITS[label])
    : `“${escapeMarkdown(text, DETAIL_LIMITS[label])}”`;
}
