/** The instructions of a step: beneath a heading of the flow’s own note, or in a note of their own. */
import { skillOf, type Flow, type FlowStep } from "../flow";

export interface Skill {
  readonly words: string;
  /** Path of the note in the vault that they are read from each time; null for words in the copy of the flow. */
  readonly note: string | null;
}

/** The instructions of a step, and the preamble that every step of its agent has before them. */
export interface Guidance {
  readonly skill: Skill | null;
  readonly preamble: Skill | null;
}

export const NO_GUIDANCE: Guidance = { skill: null, preamble: null };

/** Null where the flow’s own note has none beneath a heading of that name. */
export function ownSkill(flow: Pick<Flow, "skills">, step: FlowStep): Skill | null {
  const words = flow.skills.get(skillOf(step));
  return words === undefined ? null : { words, note: null };
}
