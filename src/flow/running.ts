/** The flow of a plan, as its pinned copy has it. */
import { skillOf, type Flow, type FlowStep } from "./flow";

export interface RunningFlow {
  readonly flow: Flow;
  /** The hash of the whole copy, of which the log has the beginning. */
  readonly copyHash: string;
  /** The person’s answers at the start, by name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Texts of work files that the flow itself reads, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Of the step at which the plan is. */
  readonly guidance: Guidance;
  /** Of the lines at which agents can work at the same time as at that step, by block id. */
  readonly besides: ReadonlyMap<string, Guidance>;
}

export type FlowState =
  | ({ readonly kind: "runs" } & RunningFlow)
  /** The flow cannot go on. `why`: a sentence. */
  | { readonly kind: "stuck"; readonly why: string };

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

/** The notes that a person gave at the start of a flow: one a line, by path or name, or as a link. */
export function notesIn(value: string): readonly string[] {
  return value
    .split("\n")
    .flatMap((line) => {
      const links = [...line.matchAll(/\[\[([^[\]|#]+)[^[\]]*\]\]/g)].map((match) => match[1] ?? "");
      return links.length === 0 ? [line] : links;
    })
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
