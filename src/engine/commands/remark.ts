/** A line in a plan’s log by another program: its name and its words, and no mark, so that it counts for nothing. */
import { writeStamp } from "../../kit/dates";
import { escapeMarkdown } from "../../kit/text";
import { renderActor } from "../../note/plan/renderLog";

/** Characters of what it says. */
export const LONGEST_REMARK = 500;
/** Plain letters alone: others look like these and are not. No colon, which ends the name. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,38}$/;
/**
 * Planwright writes its own lines as the first, and those of people as the second. No name begins so, whoever “Human
 * Anna” is.
 */
const TAKEN = ["agent", "human", "planwright"];
/** Letters and digits that are taken for others at a glance. */
const LOOKS: readonly (readonly [RegExp, string])[] = [
  [/[il1]/g, "l"],
  [/0/g, "o"],
  [/3/g, "e"],
  [/4/g, "a"],
  [/5/g, "s"],
  [/[69q]/g, "g"],
  [/7/g, "t"],
  [/8/g, "b"],
  [/rn|nn/g, "m"],
  [/vv/g, "w"],
];

/** A sentence; null where a program may call itself so. */
export function nameFault(name: string): string | null {
  if (!NAME.test(name) || name !== name.trim())
    return `“${escapeMarkdown(name, 60)}” cannot be a program’s name in a log. Use at most 39 letters a to z, digits, spaces and . _ -`;
  const taken = TAKEN.find((each) => readsLike(name, each));
  return taken === undefined
    ? null
    : `“${name}” begins or reads like “${taken}”, which a log uses for Planwright or for a person. Give your program’s name.`;
}

/** It begins so to the eye: with or without signs between, in any case, behind an article. */
function readsLike(name: string, taken: string): boolean {
  const begin = look(taken);
  return [name, name.replace(/^(?:the|an?)[ ._-]+/i, "")].some((each) => look(each).startsWith(begin));
}

function look(name: string): string {
  const bare = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return LOOKS.reduce((text, [from, to]) => text.replace(from, to), bare);
}

/** A sentence; null where the words can be written down whole. */
export function wordsFault(words: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(words)) return "That is empty. Say in one sentence what was done and why.";
  return words.trim().length > LONGEST_REMARK
    ? `That has more than ${String(LONGEST_REMARK)} characters. Say it more briefly, or put it in a note and name that.`
    : null;
}

/** Ends in a full stop: a bracket at the end would read as a mark. */
export function renderRemark(program: string, words: string, now: number): string {
  return `- [${writeStamp(now)}] ${renderActor({ program })}: ${escapeMarkdown(words.trim(), 2 * LONGEST_REMARK).replace(/[.\s]+$/, "")}.`;
}
