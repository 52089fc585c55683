/** Tasks that come in: notes in the two folders for them. */
export interface Task {
  readonly path: string;
  /** Hash of the note's text. */
  readonly hash: string;
  /** Milliseconds since the epoch: when it was last changed, as far as the disk tells. */
  readonly changed: number;
  /** The words by which it seems to need a plan, or to be thought through, and where they stand. */
  readonly why: string;
  /** The topic that it asks to be thought through; null where it asks for none. */
  readonly topic: string | null;
  /** A draft is written for it where the settings say so. */
  readonly needsPlan: boolean;
}

export interface Intake {
  /** Paths of all notes in the two folders, whatever they are. */
  readonly notes: readonly string[];
  /** Those that came after set-up and seem to need a plan, or to be thought through. */
  readonly tasks: readonly Task[];
}

export const NO_INTAKE: Intake = { notes: [], tasks: [] };
