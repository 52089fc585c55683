/** A line in a plan’s log by another program: its name and its words, and no mark, so that it counts for nothing. */
import { writeStamp } from "../../kit/dates";
import { inLine } from "../../kit/text";

/** Characters of what it says. */
export const LONGEST_REMARK = 500;
/** Plain letters alone: others look like these and are not. No colon, which ends the name. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,38}$/;
/** Planwright writes its own lines as the first, and those of people as the second. */
const TAKEN = ["agent", "human", "planwright"];

/** A sentence; null where a program may call itself so. */
export function nameFault(name: string): string | null {
  if (!NAME.test(name) || name !== name.trim())
    return `“${inLine(name, 60)}” cannot be the name of a program in a log. Use at most 39 letters from a to z, digits, spaces, and the signs . _ -`;
  return TAKEN.includes(name.toLowerCase().replace(/[^a-z]/g, ""))
    ? `Planwright writes lines as “${name}” itself; give the name of your program.`
    : null;
}

/** A sentence; null where the words can be written down whole. */
export function wordsFault(words: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(words))
    return "Nothing is said there. Say in one sentence what was done and why.";
  return words.trim().length > LONGEST_REMARK
    ? `That has more than ${String(LONGEST_REMARK)} characters. Say it more briefly, or write it into a note and name that.`
    : null;
}

/** Ends in a full stop: a bracket at the end would read as a mark. */
export function renderRemark(name: string, words: string, now: number): string {
  return `- [${writeStamp(now)}] ${name}: ${inLine(words.trim(), 2 * LONGEST_REMARK).replace(/[.\s]+$/, "")}.`;
}
