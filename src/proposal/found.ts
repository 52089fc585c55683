/** The changes that make the steps of a note a Roadmap. */
import type { Part } from "./parts";

export interface Found {
  /** Lines that are put in the place of others, by index. */
  readonly instead: ReadonlyMap<number, string>;
  /** Lines that come in before the line of an index. */
  readonly comesIn: readonly Insertion[];
  /** Indexes of the lines that are its steps then, and are in the note already. */
  readonly steps: readonly number[];
  /** The boxes are ours: the note has none for these steps. */
  readonly made: boolean;
  /** Names of the headings and labels over them. */
  readonly under: readonly string[];
  /** A sentence: what was taken for the steps. */
  readonly said: string;
}

export interface Insertion {
  readonly at: number;
  readonly lines: readonly string[];
}

export const ROADMAP = "Roadmap";
export const NONE =
  "has no steps that can be told from the rest; write them as “- [ ] …” under a heading “Roadmap”";

export function insertHeading(at: number, level: number, name = ROADMAP): Insertion {
  return { at, lines: [`${"#".repeat(level)} ${name}`, ""] };
}

/** Links to it go by the block id that it bears, if it bears one. */
export function renamed({ heading: { level, text }, name }: Part): string {
  const id = text.slice(name.length).trim();
  return `${"#".repeat(level)} ${ROADMAP}${id === "" ? "" : ` ${id}`}`;
}
