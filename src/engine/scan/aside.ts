/**
 * Notes that are set aside: Planwright failed while it judged one as it reads now, for whatever cause. Such a note
 * counts as one that cannot be read, so that nothing follows from it, and all others go on. Another text is judged
 * again.
 */
import { hashText } from "../../kit/hash";
import { escapeMarkdown } from "../../kit/text";
import type { Problem } from "../../kit/problem";

export interface Aside {
  /** `text`: of the note, or its hash. Whether it was not set aside already. */
  put(path: string, text: { readonly hash: string }, error: unknown): boolean;
  /** Why the note with this text is set aside; null where it is not. */
  why(path: string, text: string): string | null;
  /** Gives what `make` makes of the note; null where it fails, and for a note that is set aside. */
  judge<Made>(path: string, text: string | { readonly hash: string }, make: () => Made): Made | null;
  /** One a note, as of the last look. */
  problems(): readonly Problem[];
  /** Counts the notes that were ever set aside: a look that changes it was made without knowing. */
  readonly count: number;
  /** Forgets the notes that `isAsItWas` does not find as they were. */
  keep(isAsItWas: (path: string, hash: string) => Promise<boolean>): Promise<void>;
  /** All of them are judged again. */
  clear(): void;
}

/** A failure of the program, and not of a disk, a store or a network, which would fail for all notes alike. */
export function isFault(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
}

/** `mark`: has the next look read the note again. */
export function createAside(mark: (path: string) => void): Aside {
  const notes = new Map<string, { readonly hash: string; readonly why: string }>();
  let count = 0;
  const hashOf = (text: string | { readonly hash: string }): string =>
    typeof text === "string" ? hashText(text) : text.hash;
  const put = (path: string, hash: string, error: unknown): boolean => {
    const isNew = notes.get(path)?.hash !== hash;
    notes.set(path, {
      hash,
      why: escapeMarkdown(error instanceof Error ? error.message : String(error), 200),
    });
    count += 1;
    mark(path);
    return isNew;
  };
  const why = (path: string, text: string | { readonly hash: string }): string | null => {
    const note = notes.get(path);
    return note !== undefined && note.hash === hashOf(text) ? note.why : null;
  };
  return {
    put: (path, { hash }, error) => put(path, hash, error),
    why,
    judge(path, text, make) {
      if (why(path, text) !== null) return null;
      try {
        return make();
      } catch (error) {
        put(path, hashOf(text), error);
        return null;
      }
    },
    problems: () => [...notes].map(([path, note]) => problemOf(path, note.why)),
    get count() {
      return count;
    },
    async keep(isAsItWas) {
      for (const [path, { hash }] of notes) if (!(await isAsItWas(path, hash))) notes.delete(path);
    },
    clear() {
      const paths = [...notes.keys()];
      notes.clear();
      for (const path of paths) mark(path);
    },
  };
}

function problemOf(path: string, why: string): Problem {
  return {
    kind: "unjudged",
    path,
    line: null,
    message: `could not be judged (${why}), so nothing is done with it until it changes. Change the note, take the line “agent” out of a plan, or move the note and its work notes away`,
  };
}
