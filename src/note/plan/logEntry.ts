/**
 * One line of a plan's Reasoning Logs. The log is for people first; what the engine has to find again in it (which
 * step, which request) stands at the end in brackets, as words a person can read too. Anybody who can write into the
 * note can write such a line, so the log never allows anything: it only keeps the engine from asking or telling twice.
 */
export interface Entry {
  /** Milliseconds since the epoch; null when the stamp is not one. */
  readonly at: number | null;
  /** As written. */
  readonly stamp: string;
  readonly actor: "Agent" | "Human" | "Program" | "other";
  /** The actor as written; of another program the name that it gave, empty for none. */
  readonly name: string;
  /** Everything after `Actor:`, as written. */
  readonly text: string;
  /** The bracket at the end, where there is one of ours. */
  readonly mark: Mark | null;
}

/** The subject of an entry of ours. `word` says what happened; rules look for words, never for prose. */
export interface Mark {
  readonly word: Word;
  /** Block id of the step, without the caret. */
  readonly step: string | null;
  /** Action id of the request, in full. */
  readonly request: string | null;
  /**
   * File name of the request without `.md`, by which its receipt is found. Of an answer, the question. Of a change of
   * the plan by an agent, its call. Of an edit of a note, that edit. Of a failed check, the number of findings. Of
   * lines that a flow added, the line that they follow from. Of the result of a flow, the beginning of the hash of its
   * note’s name; of the start of a flow, `result` where it keeps one. Of what a person carried out, `by-hand`.
   */
  readonly note: string | null;
  /**
   * First 12 hex digits of a hash: of step text and action block; of an edit, of its note; of instructions, of those.
   * Of an answer, which one it is. Of a cancelled plan, the status that it had; of an archived one, a hash of its
   * folder.
   */
  readonly text: string | null;
  /** Kind of the block. */
  readonly block: string | null;
  /** Of what a person put off: until when, as a day or a file stamp in UTC (kit/dates `readFileStamp`). */
  readonly until?: string;
  /** Of answers to several questions at once, those behind the first. */
  readonly others?: readonly { readonly note: string; readonly text: string }[];
}

/** The answer to this question; null for none, undefined where the entry is not about it. */
export function answerIn({ note, text, others }: Mark, question: string): string | null | undefined {
  return note === question ? text : others?.find((each) => each.note === question)?.text;
}

export const WORDS = [
  "drafted",
  "started",
  "asked",
  "ask-again",
  "draft-again",
  "blocked",
  "unblocked",
  "ticked",
  "skipped",
  "reopened",
  "carried-out",
  "withdrawn",
  "finished",
  "cancelled",
  "resolved",
  "merged",
  "put-away",
  "agent",
  "added",
  "not-added",
  "filled-in",
  "answered",
  "edited",
  "not-edited",
  "maybe-edited",
  "undone",
  "not-undone",
  "maybe-undone",
  "flow",
  "failed",
  "unfolded",
  "kept",
  "filed",
  "round",
  "guided",
  "near-limit",
  "delayed",
  "reason",
  "later",
  "brought-back",
  "archived",
  "restored",
  "repeated",
] as const;
export type Word = (typeof WORDS)[number];

/** Another program, by the name that it gives itself; empty for none. */
export interface OtherProgram {
  readonly program: string;
}

/** An entry about to be written; `action`, `rationale` and `details` are neutralised by `render`. */
export interface NewEntry {
  readonly actor: "Agent" | "Human" | OtherProgram;
  readonly action: string;
  readonly rationale: string;
  readonly details?: string;
  /** Paths of notes, which the action is about: links to them stand behind the action. */
  readonly about?: readonly string[];
  readonly mark: Partial<Mark> & { readonly word: Word };
}
