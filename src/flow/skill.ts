/** The instructions of a step: beneath a heading of the flow’s own note, or in a note of their own. */
import { readFrontmatter } from "../kit/frontmatter";
import { joinLines, splitLines } from "../kit/lines";
import { skillOf, type Flow, type FlowStep } from "./flow";

/** Instructions, and the note that they are from; null for the flow’s own note. */
export interface Skill {
  readonly words: string;
  readonly from: string | null;
}

/** The instructions of a step, and the preamble that every step of its agent has before them. */
export interface Guidance {
  readonly skill: Skill | null;
  readonly preamble: string | null;
}

export const NO_GUIDANCE: Guidance = { skill: null, preamble: null };

/** Names of notes in the folder for skills. */
export function skillNote(name: string): string {
  return `${name}.md`;
}

export function preambleNote(agent: string): string {
  return `preamble ${agent}.md`;
}

/** Null where the flow’s own note has none beneath a heading of that name. */
export function ownSkill(flow: Pick<Flow, "skills">, step: FlowStep): Skill | null {
  const words = flow.skills.get(skillOf(step));
  return words === undefined ? null : { words, from: null };
}

/** A note without its properties, which other programs that know skills write for themselves. */
export function wordsOf(note: string): string {
  const lines = splitLines(note);
  const front = readFrontmatter(lines);
  return (front.kind === "read" ? joinLines(lines.slice(front.frontmatter.bodyFrom)) : note).trim();
}
