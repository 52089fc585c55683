/** A flow as a person may start it: what it is for and what it asks, or what is wrong with it. */
import type { FlowFault, FlowInput } from "../../flow/flow";
import type { AgentProgram } from "../../agent/flow/agentPrograms";
import type { SkillName, SkillPlace } from "../../flow/skill/skillNote";

/** A skill, or the preamble of an agent, as lists show it. */
export interface OfferedSkill extends SkillName {
  readonly place: SkillPlace;
  /** As a person writes it; of a note of the vault, its path. */
  readonly where: string;
  readonly about: string | null;
  /** Places of the notes that it hides. */
  readonly hides: readonly string[];
  /** Names of the flows that use it. */
  readonly usedBy: readonly string[];
  /** A sentence: no flow uses this skill of the person’s own, which may be misspelt; null for any other. */
  readonly unused: string | null;
  /** A sentence: why it cannot be used; null where it can. */
  readonly unusable: string | null;
  readonly warnings: readonly FlowFault[];
}

/** As a person types it: `draft`, `preamble me`. */
export function callSkill({ kind, name }: SkillName): string {
  return kind === "skill" ? name : `preamble ${name}`;
}

export interface OfferedSkills {
  /** Those that count, and notes that another one of the same name in their folder hides. */
  readonly skills: readonly OfferedSkill[];
  /** Number of further skills in the folders of the settings that no flow uses. */
  readonly unused: number;
  /** Sentences on folders that cannot be read, or are not there. */
  readonly asides: readonly string[];
}

export interface OfferedFlow {
  readonly name: string;
  /** In the vault; null for one from elsewhere. */
  readonly path: string | null;
  /** As a person writes it; null for one that is built in. */
  readonly where: string | null;
  readonly about: string;
  /** By name, in the order in which they are asked. */
  readonly inputs: Readonly<Record<string, FlowInput>>;
  /** Programs that do steps of it, by the settings. */
  readonly programs: readonly AgentProgram[];
  /** With any of these it cannot start. */
  readonly faults: readonly FlowFault[];
  readonly warnings: readonly FlowFault[];
}

/** The notes in an answer at the start, as a form shows and gathers them. */
export { notesIn } from "../../flow/running";
export type { ResultNote } from "../../flow/result/resultNote";
