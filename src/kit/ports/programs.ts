/**
 * Programs of this device, each started once and watched to its end.
 *
 * Promises (tests/contracts/programs.suite.ts):
 * - `run` never throws, and starts the program at most once. No shell is involved: every argument arrives as it is
 *   given.
 * - `not-started` is said only if nothing of the program ran: there is no such program or folder, the call was stopped
 * before, or no program can run on this device.
 * - The program gets a short list of ordinary environment variables (`PATH`, `HOME`, `LANG` …), those of the call, and
 * nothing else. It reads `input`, then the end of its input.
 * - `heard` is called with each whole line of its output, in order, while the program runs. A long line is cut. Of all
 * output, the beginning and the end are kept, and how many characters are missing between them is known.
 * - It ends with everything that it started: when it exits, when the time is up, when the `signal` is aborted, when it
 * writes without end, and when the port is closed. A process that left its group is not found.
 * - With `pictured`, a picture of that folder is taken before the start, and compared after the end, however it ended.
 * Folders whose name begins with a dot, `node_modules` and links are passed over; a file with a new time and its old
 * text was not changed. `changesOf` compares again, also for a run that a crash cut off, until `forgetChanges`.
 * - With `exchange`, a folder of this run alone is made: `files` are in its `in/`, `out/` is empty. After the end,
 * `left` are the plain files in `out/` that hold text; links, folders and anything else are named in `leftOut`. The
 * folder is gone then.
 * - `find` starts nothing. It answers the program as `run` is to start it, and a hash of every file that decides what
 * runs. A launcher that fetches programs, such as `npx`, is looked through: what it would start must be installed.
 * - `halt`: nothing starts any more. Cannot be taken back.
 */
export interface ProgramsPort {
  /** Why no program can run on this device, as a sentence; null where one can. */
  readonly unable: string | null;
  run(call: ProgramCall): Promise<ProgramEnd>;
  /** `folder`: absolute, and relative paths of files start there; empty for none. */
  find(command: string, args: readonly string[], folder: string): Promise<FoundProgram>;
  /** Absolute path for the `exchange` of a run, outside the vault. `name`: letters and digits. Nothing is made. */
  runFolder(name: string): string;
  /** Changes since the start of a run; null without a picture. `folder`: of its exchange. */
  changesOf(folder: string): Promise<FolderChanges | null>;
  /** Removes the picture: for when the changes are noted. Never throws. */
  forgetChanges(folder: string): Promise<void>;
  halt(): void;
  /** Ends every program of this port. Resolves when they are gone or were killed. */
  close(): Promise<void>;
}

export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute, or relative to the vault; empty for the folder of the vault. May be that of `exchange`. */
  readonly folder: string;
  readonly exchange?: {
    readonly folder: string;
    readonly files: readonly ProgramFile[];
    /** Absolute path of the folder whose changes are told. */
    readonly pictured?: string;
  };
  /** Text on its standard input. */
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly heard: (line: string, from: "output" | "errors") => void;
}

export type ProgramEnd =
  /** A sentence. */
  | { readonly kind: "not-started"; readonly why: string }
  | (Ended & { readonly kind: "exited"; readonly code: number })
  /** The system, or a person, ended it. */
  | (Ended & { readonly kind: "killed"; readonly by: string })
  | (Ended & { readonly kind: "timed-out" | "stopped" | "endless" });

interface Ended {
  /** Both of its outputs, line by line as they came. Untrusted. */
  readonly output: string;
  /** Untrusted. Absent without `exchange`. */
  readonly left?: readonly ProgramFile[];
  /** Names in `out/` that are not in `left`, with the reason. */
  readonly leftOut?: readonly string[];
  /** Absent without `pictured`. */
  readonly changes?: FolderChanges;
}

/** Changes of a folder during a run, by path. Untrusted. */
export interface FolderChanges {
  readonly files: readonly FileChange[];
  /** The folder has more files than were looked at, or some that cannot be read. */
  readonly isCut: boolean;
}

export interface FileChange {
  /** Within the folder, with “/”. */
  readonly path: string;
  readonly kind: "added" | "changed" | "removed";
  /** Texts before and after; null for none, and for one that is no text, too long, or may hold passwords. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A name without a folder, and its text. */
export interface ProgramFile {
  readonly name: string;
  readonly text: string;
}

export type FoundProgram =
  | {
      readonly kind: "found";
      /** Absolute. */
      readonly command: string;
      readonly args: readonly string[];
      /** The file that finally runs. */
      readonly file: string;
      readonly hash: string;
    }
  /** A sentence. */
  | { readonly kind: "none"; readonly why: string };

/** Files of `out/` that are taken, and characters of each. */
export const MOST_LEFT = 15;
export const LONGEST_LEFT = 200_000;

/** Files of a folder that a picture has, and characters of all their texts. */
export const MOST_PICTURED = 5000;
export const MOST_PICTURED_TEXT = 20_000_000;

/** Characters of the beginning, and as many of the end, of the output that is kept. */
export const KEPT_OUTPUT = 32_000;
/** Characters of a line. */
export const LONGEST_LINE = 1_000_000;
/** Characters of output after which a program writes without end. */
export const MOST_OUTPUT = 64_000_000;

/** For a device on which no program can run. */
export function noPrograms(why: string): ProgramsPort {
  return {
    unable: why,
    run: () => Promise.resolve({ kind: "not-started", why }),
    find: () => Promise.resolve({ kind: "none", why }),
    runFolder: () => "",
    changesOf: () => Promise.resolve(null),
    forgetChanges: () => Promise.resolve(),
    halt: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** The beginning and the end of what is added, at most `KEPT_OUTPUT` characters of each. */
export function keepOutput(): { add(text: string): void; text(): string } {
  let head = "";
  let tail = "";
  let left = 0;
  return {
    add(text) {
      const room = Math.max(0, KEPT_OUTPUT - head.length);
      head += text.slice(0, room);
      const all = tail + text.slice(room);
      // Cut seldom, as each cut copies what is kept.
      if (all.length <= 2 * KEPT_OUTPUT) tail = all;
      else {
        left += all.length - KEPT_OUTPUT;
        tail = all.slice(-KEPT_OUTPUT);
      }
    },
    text: () => {
      const gone = left + Math.max(0, tail.length - KEPT_OUTPUT);
      return gone === 0
        ? head + tail
        : `${head}\n… (${String(gone)} characters are missing here)\n${tail.slice(-KEPT_OUTPUT)}`;
    },
  };
}
