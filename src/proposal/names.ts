/**
 * Tells by the name of a heading, or of a label in bold, whether the boxes beneath it are steps. A word says nothing by
 * itself: “Task 3: Verify” is a step, “Task dependencies” are none, and “Steps to verify” are steps again.
 */
import { means } from "./headingWords";

/**
 * A place in a series: `Task 3: …`, `Phase II`, `Step 2`, `Day 1`, `Monday`. Groups: the word, the number or sign, what
 * follows.
 */
const NUMBERED =
  /^[^\p{L}\p{N}]*(task|step|phase|stage|milestone|part|chunk|sprint|iteration|wave|week|day|block|round)(?:\s*[#№]?\s*(\d+(?:\.\d+)*)|\s+([IVX]+|[A-Z]))(?![\p{L}\p{N}])(.?)/iu;
const DAY = /^[^\p{L}\p{N}]*(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/iu;
/** `1. Set up`, `2) Build`: sections of any text are numbered so, too. */
const COUNTED = /^[^\p{L}\p{N}]*(\d{1,3})[.)]\s+\S/u;

const WORD = "(?:roadmap|steps?|tasks?|to-?dos?|actions?|action items?|action plan|checklist|plan of action)";
const BEFORE =
  "(?:(?:the|my|our|all|proposed|planned|suggested|recommended|required|detailed|specific|concrete|remaining|open|pending|execution|implementation|processing|response|action|next|immediate|follow-?up|key|main|to)[ -]+)*";
const AFTER =
  "(?=\\s*$|\\s*[:(\\[–—|,-]|\\s+(?:to|for|of|by|in|on|after|before|with|and|&|required|needed|list|items?|plan|checklist)\\b)";
/** Plainly over steps, whatever follows. */
const STEPS = new RegExp(`^[^\\p{L}\\p{N}]*(?:\\d{1,3}[.)]\\s+)?${BEFORE}${WORD}${AFTER}`, "iu");
/** Over steps as long as nothing says otherwise. */
const LIKE_STEPS =
  /^[^\p{L}\p{N}]*(?:[\p{L}\p{N}&/'’-]+\s+){0,3}(?:roadmap|steps|tasks|to-?dos?|actions|plan|checklist|phases)\s*(?:$|[^\p{L}\p{N}\s])|^[^\p{L}\p{N}]*(?:[\p{L}\p{N}&/'’-]+\s+)?(?:implementation|execution|workflow|procedure)\s*(?:$|[^\p{L}\p{N}\s])/iu;
/** Over steps in the first place; “Next steps” and “Follow-up actions” may come after them. */
const FIRST = /^(?!.*\b(?:next|follow-?up|after|later)\b)/i;

/** Over boxes that are no steps where they stand alone; within steps they are a part of the work. */
const OFTEN_NO_STEPS =
  /verif|validat|\btest(?:s|ing)?\b|review|requirement|quality|\bqa\b|analysis|overview|context|background|files?\b|tools?\b|timeline|schedule|format|conventions?/i;

export interface Place {
  /** Lower case. */
  readonly word: string;
  /** `1`, `1.2`; letters and Roman numbers as they stand; empty for a day. */
  readonly number: string;
}

/** The place in a series that a name begins with; null where it begins with none. */
export function placeIn(name: string): Place | null {
  const match = NUMBERED.exec(name);
  const sign = match?.[3] ?? "";
  // A small letter begins the next word: `Phase a bit later`.
  if (match !== null && sign === sign.toUpperCase() && !isMeasured(name))
    return { word: (match[1] ?? "").toLowerCase(), number: match[2] ?? sign };
  const day = DAY.exec(name);
  return day === null ? null : { word: "day", number: "" };
}

/** `Milestone 1 acceptance checklist` is no milestone; `Task 1: Accept the invitation` is a task. */
function isMeasured(name: string): boolean {
  const [, , , , next = ""] = NUMBERED.exec(name) ?? [];
  return (
    next === " " &&
    !/^[^\p{L}\p{N}]*\p{L}+\s*[#№]?\s*[\p{L}\p{N}.]+\s*[:([–—-]/u.test(name) &&
    isOtherThanSteps(name)
  );
}

function isOtherThanSteps(name: string): boolean {
  return means(name, "criteria", "constraints", "notes");
}

/** Numbered as any section may be. */
export function isCounted(name: string): boolean {
  return COUNTED.test(name);
}

/** Whether the boxes beneath come later, are over, or were written by others. */
export function isApart(name: string): boolean {
  return placeIn(name) === null && !(isStepsWord(name) && !isPast(name)) && isKeptApart(name);
}

/** Kept apart from the work, with all that is numbered beneath. */
function isKeptApart(name: string): boolean {
  return means(withoutToBeDone(name), "others", "later", "done");
}

/** “Completed tasks” and “Steps taken” are steps that nobody has to do any more. */
function isPast(name: string): boolean {
  return means(withoutToBeDone(name), "done");
}

function withoutToBeDone(name: string): string {
  return name.replace(/\bbe done\b/i, "");
}

/** Plainly a word for steps, in whichever language. In English the words around it count as well. */
function isStepsWord(name: string): boolean {
  return STEPS.test(name) || (means(name, "steps") && !isOtherThanSteps(name) && !isKeptApart(name));
}

/** `alone`: it does not stand within steps. */
export function isNoSteps(name: string, alone: boolean): boolean {
  if (placeIn(name) !== null) return false;
  if (isPast(name)) return true;
  return (
    !isStepsWord(name) &&
    (isKeptApart(name) || isOtherThanSteps(name) || (alone && OFTEN_NO_STEPS.test(name)))
  );
}

/** A heading of this name may become the Roadmap: the name says no more than that. */
export function isSteps(name: string): boolean {
  return (
    placeIn(name) === null &&
    !isPast(name) &&
    (isStepsWord(name) || (LIKE_STEPS.test(name) && !isNoSteps(name, true)))
  );
}

/** Still to be done: whoever calls it so has not done it, whatever else the note says. */
export function isAhead(name: string): boolean {
  return placeIn(name) === null && means(name, "next", "later");
}

/** The name says so whatever else it says. */
export function isPlainlySteps(name: string): boolean {
  return isSteps(name) && isStepsWord(name);
}

/** Of several, this one is meant in the first place. */
export function isFirst(name: string): boolean {
  return isStepsWord(name) && FIRST.test(name);
}

/** `Steps`, `To-do`: no title of a note. */
export function isBareSteps(name: string): boolean {
  return new RegExp(`^[^\\p{L}\\p{N}]*${BEFORE}${WORD}\\W*$`, "iu").test(name);
}

/** A heading that says of its part that it is done. */
export function saysDone(name: string): boolean {
  return (
    /[✅☑✔]|\b(?:complete|completed|done|finished)\b[^\p{L}\p{N}]*$/iu.test(name) &&
    !/\bnot\b|\bun/i.test(name)
  );
}
